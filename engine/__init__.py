"""The rules of the games: pure functions of a position, an action and a dealer.

No I/O, no clock, no global chance; imports nothing of the other packages.
"""

"""The server: one process that keeps the tables, lets people in and tells each what they may see.

What can be decided without waiting is plain code (core, lobby, table and below); transport,
listener, service and main are the thin shell that waits, in Trio.
"""

"""The rules in short, for the help; RULES.md of the game has them in full."""

_TEXT = """
Four adventurers fight what they meet. Draw four cards of the monster deck: a place stays on the
table and changes the power of monsters, a trap hits everybody unless the Scout finds it, and
monsters are fought all at once.

Four Fudge dice settle everything; each shows -1, 0 or +1. Attacker and defender roll and add
their power; if the attacker has more, that is one hit. Each hit takes 1 power, the third defeats.

In your go Knight, Scout and Prophet attack once each, and every hero uses one skill, in any
order. Then every monster that stands attacks a hero it sees; the Minister only defends.

A skill needs 0 or more. Heal takes a hit from a hero, missile gives a monster one, hide makes the
party unnoticed and has to come first in a round.

For each monster beaten you may take a victory card: experience, arms, draughts, new skills. Some
need ep first and wait aside until you have them. Knight and Scout may drink a draught at any time.

You win with the points agreed on, 80 in the long game, or if it was agreed by slaying the Dragon.
You lose when all four are defeated.

On the board: ■ hits a creature can still take, □ those it has; pow is its power now. Beside the
party stands the chance of a hit on the monster that is picked, or by the one that attacks.
"""

RULES = tuple(" ".join(paragraph.split()) for paragraph in _TEXT.strip().split("\n\n"))

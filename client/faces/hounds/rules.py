"""The rules in short, for the help; RULES.md of the game has them in full."""

_TEXT = """
You run from the hounds along a track of twenty cards. Whoever leaves it at the Escape end has
won, whoever leaves it at the other end is lost. There may be several winners, or none.

A round: the convict nearest to Escape plays first, the others follow. You hold two cards and
play one or both, each on anybody on the track or on yourself, or you discard. You keep nothing.

Red ace to ten: that many cards towards Escape. Black ace to ten: that many towards The Hounds.

Red Jack, Queen or King, on another player: he must play all his cards on you, at once. Black
ones: he must play all his cards on others, not on you and not on himself. Whoever is forced
chooses the order, and the targets if there are several.

Joker: choose a direction, then roll a die. Everybody moves that far, you too.

Nobody moves until all have played; then each moves by the sum of what was played on him. Convicts
who end on one card fight: the lowest roll falls back by what the others rolled, less his own.
Fights go from Escape down the track, one a card. Then everybody draws two new cards.

On the track: @ you, a to h the others, each in a lane of his own; ▸ and ◂ where the cards played
so far would take somebody. Left of the names: who plays now (▸) or as which. On the right: the
sum of the cards so far, with ▸ or ◂ if it would lead off the track; ■ a card in hand.
"""

RULES = tuple(" ".join(paragraph.split()) for paragraph in _TEXT.strip().split("\n\n"))

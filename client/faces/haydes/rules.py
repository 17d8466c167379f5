"""The rules in short, for the help; RULES.md of the game has them in full."""

_TEXT = """
Find the red Joker and step onto it: the first to do so escapes, all others stay for ever.

On your turn you may move to a neighbouring card, never diagonally. Before a face-down card is
turned over you say whether it is higher or lower than the card you stand on (Ace 1, Jack 11,
Queen 12, King 13, both Jokers 0). You go there whatever it is, but for the red Joker. If you were
right you may move on; if you were wrong, or the values are equal, your turn ends.

A card that lies face up can be walked onto; only an equal value ends your turn.

Jack, Queen and King are creatures. Talk (Charisma) or brawl (Endurance): two dice must show at
most that characteristic, which drops by 1 either way. Overcome it and you may move on, even
after a wrong guess. Fail and your turn ends; on your next turn you must face it again.

At the end of a turn every face-up card that nobody stands on, except the start, is replaced by
a new one face down. The red Joker cannot be among these: they are shown dotted.

The red Joker counts 0, so only lower leads onto it, and nothing does from the start. Say higher
to it and you stay where you are: your turn ends, and it slips away among the cards turned over
this turn, which are hatched again. If there were no others, it lies where it lay.

On the map: ░░░ face down, ··· face down and searched, ! a creature, x a beaten one, @ your
figure, a to d the others, + several of them. [n] and (n) are cards you may go to. Arrows at the
map's edge: it goes on there.

Beside the map: ▲ the chance that it is higher, ▼ lower, = equal, and ◂ marks the likelier call or
test. Where neither guess can be right, no call is marked.

If the table plays with denizens, every creature has a way of its own: the panel says how it can
be answered. A queen you failed against may be paid off (g). A king you overcame leaves you his
keys, to look at one card (aim, then Enter; only you see it, with a ? on the map); a king you
failed against has you marched back to the start. In a brawl (f) both strike at once, and wounds
stay. With the Tuybe you may ride once a turn (u) to a card two moves away; guess wrong and you
stay where you are.

Alone you lose when a characteristic reaches 0, unless the table was opened otherwise.
"""

RULES = tuple(" ".join(paragraph.split()) for paragraph in _TEXT.strip().split("\n\n"))

"""The beginnings of the matches in vectors/matches, dealt again from what SPEC.md says alone."""

import hmac
import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from tests.protocol.matches import FOLDER
from tests.protocol.strangers import unpacked

CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
MONSTERS = (
    *(("goblins", 4), ("dwarf", 4), ("skeleton", 4), ("elf", 4), ("zombie", 4), ("ghoul", 4)),
    *(("wraith", 4), ("werewolf", 2), ("ogre", 2), ("troll", 2), ("wyvern", 2), ("cockatrice", 2)),
    *(("giant", 2), ("chimera", 2), ("basilisk", 2), ("dragon", 1), ("trap", 4), ("high_wall", 1)),
    *(("low_wall", 1), ("hut", 1), ("mausoleum", 1), ("quagmire", 1), ("stake_barrier", 1)),
    *(("briars", 1), ("hedge_row", 1), ("hill", 1), ("forest", 1)),
)


class Numbers:
    """The stream of numbers of section 14."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.read = 0

    def below(self, n: int) -> int:
        while True:
            block = hmac.digest(self.seed, self.read.to_bytes(8, "big"), "sha256")
            self.read += 1
            x = int.from_bytes(block[:4], "big")
            if x < 2**32 - 2**32 % n:
                return x % n

    def die(self) -> int:
        return 1 + self.below(6)

    def card(self, pile: list[str]) -> str:
        """Take a card of a pile; the last one fills its place."""
        at = self.below(len(pile))
        card, pile[at] = pile[at], pile[-1]
        pile.pop()
        return card


def joined(*parts: Any) -> bytes:
    texts = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)


def written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"#{value}" if isinstance(value, int) else f'"{value}'


def messages(name: str) -> list[list[Any]]:
    """Return what each connection has heard."""
    file: Any = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return [
        [
            unpacked(bytes.fromhex(text)[4:])
            for sender, text in connection["frames"]
            if sender == "server"
        ]
        for connection in file["connections"]
    ]


def numbers(heard: Sequence[Any]) -> Numbers:
    (script,) = (message for message in heard if message["type"] == "script")
    deal = script["deal"]
    secret = bytes.fromhex(deal["secret"])
    assert sha256(joined("haydes fair commitment 1", secret)).hexdigest() == deal["commitment"]
    options = sorted(deal["options"].items())
    nonces = [bytes.fromhex(deal["nonces"].get(str(seat), "")) for seat in range(deal["seats"])]
    parts = (
        *(deal["table"], deal["match"], deal["game"], deal["version"], len(options)),
        *(part for name, value in options for part in (name, written(value))),
        *(secret, deal["seats"], *nonces),
    )
    return Numbers(sha256(joined("haydes fair seed 1", *parts)).digest())


def first(heard: Sequence[Any], branch: str, key: str) -> Any:
    """Return the value of a key of a branch when an update first brought it."""
    return next(
        message[branch][key]
        for message in heard
        if message["type"] == "update" and key in message.get(branch, {})
    )


def told(heard: Sequence[Any], kind: str) -> list[Any]:
    updates = (message.get("events", ()) for message in heard if message["type"] == "update")
    return [event for events in updates for event in events if event["event"] == kind]


def test_hounds_places_order_and_hands() -> None:
    ann, ben, *_ = messages("hounds")
    draw = numbers(ann)
    at = [draw.die() + draw.die() for _ in range(3)]
    figures = first(ann, "game", "figures")
    assert at == [figures[str(seat)]["at"] for seat in range(3)]
    order = [
        seat
        for place in sorted(set(at), reverse=True)
        for seat in rolled_off([seat for seat in range(3) if at[seat] == place], draw)
    ]
    assert order == [first(ann, "game", "order")[str(place)] for place in range(3)]
    pack = [*CARDS, "JB", "JR"]
    rest = [*pack]
    hands = {seat: sorted((draw.card(rest), draw.card(rest)), key=pack.index) for seat in order}
    for seat, heard in enumerate((ann, ben)):
        assert hands[seat] == [*first(heard, "you", "hand").values()]


def rolled_off(level: list[int], draw: Numbers) -> list[int]:
    if len(level) == 1:
        return level
    dice = {seat: draw.die() for seat in level}
    return [
        seat
        for score in sorted(set(dice.values()), reverse=True)
        for seat in rolled_off([seat for seat in level if dice[seat] == score], draw)
    ]


def test_haydes_who_begins_and_the_first_card() -> None:
    for name in ("haydes", "haydes-escape"):
        ann, *_ = messages(name)
        draw = numbers(ann)
        assert draw.below(2) == first(ann, "game", "first")
        hidden = len(CARDS) + 1
        found = draw.below(hidden) == 0
        assert told(ann, "move")[0]["card"] == ("JR" if found else draw.card([*CARDS]))


def test_holyquest_the_cards_up_to_the_first_trap_or_combat() -> None:
    ann, *_ = messages("holyquest")
    draw = numbers(ann)
    deck = [name for name, number in MONSTERS for _ in range(number)]
    quiet = set(deck[deck.index("high_wall") :])
    for event in told(ann, "draw"):
        assert event["cards"] == [deck.pop(draw.below(len(deck))) for _ in event["cards"]]
        if not quiet.issuperset(event["cards"]):
            break

"""A server's own trees hold what SPEC.md says they do."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
from tests.protocol.generated import schema
from tests.protocol.matches import Listener, listening
from tests.protocol.strangers import unpacked, validator_of_parts
from tests.protocol.trees import HEADINGS
from tests.server.world import GENEROUS, World

from haydes.engine.registry import GAMES
from haydes.protocol.codec import HEADER
from haydes.protocol.fair import commitment
from haydes.protocol.messages import (
    AddBot,
    Browse,
    Join,
    Kick,
    Leave,
    Open,
    Pause,
    Ready,
    Resign,
    Reveal,
    Start,
    Transcript,
    Watch,
)
from haydes.protocol.tree import merge
from haydes.server.authors import Repeated

Told: TypeAlias = tuple[str, Any]  # the name of a schema, and a tree for it

DEFS = schema()["$defs"]
NONCE = bytes(range(32))
LAST = -1  # of the groups of choices; it ends a turn
NOT_HERE = {"missing", "opened"}  # are gone from `table.fair` when it is part of a deal


def test_the_trees_of_a_table_and_of_the_lobby_are_as_told() -> None:
    check = validator_of_parts(DEFS)
    seen: dict[str, set[str]] = {name: set() for name in HEADINGS.values()}
    known: set[str] = set()
    for name, tree in (told for listener in story() for told in trees_of(listener)):
        if repr((name, tree)) not in known:
            known.add(repr((name, tree)))
            for error in check.iter_errors({name: tree}):
                pytest.fail(f"{error.json_path}: {error.message}")
            seen[name] |= tree.keys()
    for name, keys in seen.items():
        assert DEFS[name]["properties"].keys() - keys <= NOT_HERE, name


def trees_of(listener: Listener) -> Iterator[Told]:
    """Yield every tree that somebody has seen, whenever it changed."""
    view: dict[str, Any] = {}
    lobby: dict[str, Any] = {}
    for _, text in listener.frames:
        message = unpacked(bytes.fromhex(text)[HEADER:])
        match message["type"]:
            case "snapshot" | "update" as kind:
                before = {} if kind == "snapshot" else view
                view = merge(
                    before, {"table": message.get("table", {}), "you": message.get("you", {})}
                )
                yield from of_table(view)
            case "lobby" | "lobby_update" as kind:
                yield from (("game_entry", game) for game in message.get("games", {}).values())
                lobby = merge(lobby, message.get("tables", {}))
                yield from (("table_entry", table) for table in lobby.values())
            case "script":
                yield "deal", message["deal"]
                yield from (("input", entry) for entry in message["inputs"])
            case _:
                pass


def of_table(view: dict[str, Any]) -> Iterator[Told]:
    yield "table_branch", view["table"]
    yield from (("seat_entry", seat) for seat in view["table"]["seats"].values())
    if "fair" in view["table"]:
        yield "fair", view["table"]["fair"]
    if view["you"]:
        yield "you_branch", view["you"]


def story() -> list[Listener]:
    """Play a match in which much happens at the table, and return everybody who heard of it."""
    world = World({"haydes": GAMES["haydes"]}, GENEROUS, Repeated("1"))
    people = {name: listening(world, name) for name in ("Ann", "Bob", "Cat", "Dan", "Eve")}
    ann, bob, cat, dan, eve = people.values()
    eve.do(Browse(ref=1))
    wish = Open(
        ref=1, game="haydes", seats=4, title="Run", options={"turn_limit": 6}, bots=["walker"],
        turn_seconds=30, absent="bot", grace_seconds=1, takeover=True, hints="always",
    )  # fmt: skip
    table = ann.do(wish).table
    cat.do(Open(ref=1, game="haydes", seats=2, word="hush", absent="forfeit"))
    token = bob.do(Join(ref=1, table=table)).token
    fay = listening(world, "Fay")
    fay.do(Join(ref=1, table=table))
    ann.do(Kick(ref=1, seat=2, ban=True))
    ann.do(AddBot(ref=1, seat=2))
    world.wait(1)
    dan.do(Watch(ref=1, table=table))
    for opens in (False, True):  # the first start is cancelled
        bob.do(Ready(ref=1, commitment=commitment(NONCE)))
        ann.do(Start(ref=1))
        if opens:
            bob.do(Reveal(ref=1, nonce=NONCE.hex()))
        world.wait(6)
    ann.do(Pause(ref=1))
    ann.do(Pause(ref=1, on=False))
    bob.leave()
    for _ in range(3):
        world.wait(1)
        world.bots_play()
        if ann.choices:
            ann.act(LAST)
    bob = listening(world, "Bob", token, bob.ply)
    ann.do(Pause(ref=1))
    bob.do(Pause(ref=1))
    bob.do(Pause(ref=1, on=False))
    dan.do(Leave(ref=1))
    dan.do(Join(ref=1, table=table))
    bob.do(Resign(ref=1))
    while ann.table["phase"] == "playing":
        world.bots_play()
        for person in (ann, dan):
            if person.choices:
                person.act(LAST)
    world.wait(1)
    ann.do(Transcript(ref=1, match=1))
    return [ann, bob, cat, dan, eve, fay]

"""6 Acts: prompts and choices."""

from collections.abc import Callable
from typing import Any, cast

from haydes.client.kit.conformance.case import NotCoveredError, expect
from haydes.client.kit.conformance.peer import Peer
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.world import World


@BOOK.case(601, "ACT-5 REQUEST-3", "an act among the choices is done, and an update follows")
def act(world: World) -> None:
    one, other = world.match()
    ply = one.ply
    one.act()
    expect(one.ply > ply, "ply has not risen")
    other.see(lambda peer: peer.ply == one.ply, "the act at the other seat")


@BOOK.case(602, "ACT-1 ACT-5", "an act with a prompt that is not open is refused with stale")
def stale(world: World) -> None:
    one, _ = world.match()
    one.refused("stale", "act", prompt=one.you["prompt"] + 1, action=one.action())
    one.refused("stale", "act", prompt=one.you["prompt"] + 1000, action=one.action())


@BOOK.case(603, "ACT-2", "another act for a prompt that was answered is stale")
def late(world: World) -> None:
    one, _ = world.match()
    prompt, action = one.you["prompt"], one.action()
    one.act()
    one.refused("stale", "act", prompt=prompt, action={**action, "x": 1})


@BOOK.case(604, "ACT-3", "the last act sent again is done, and nothing happens")
def again(world: World) -> None:
    one, other = world.match()
    prompt, action = one.you["prompt"], one.action()
    one.act()
    other.sync()
    seq, ply = other.seq, other.ply
    for _ in range(2):
        one.do("act", prompt=prompt, action=action)
    other.sync()
    expect((other.seq, other.ply) == (seq, ply), "it was done twice")


@BOOK.case(605, "ACT-5", "an act without choices is refused with not_your_turn")
def not_your_turn(world: World) -> None:
    _, other = world.match()
    if other.choices:
        raise NotCoveredError("both seats have choices")
    other.refused("not_your_turn", "act", prompt=other.you["prompt"], action={"do": "x"})


@BOOK.case(606, "ACT-5", "an act without a match is refused with no_match")
def no_match(world: World) -> None:
    world.host().refused("no_match", "act", prompt=0, action={"do": "x"})


_Bend = Callable[[dict[str, Any]], dict[str, Any]]
_ILLEGAL: dict[str, _Bend] = {
    "another deed": lambda action: {**action, "do": "no such deed"},
    "a parameter too many": lambda action: {**action, "more": 1},
    "no deed": lambda action: {key: value for key, value in action.items() if key != "do"},
    "nothing at all": lambda _: {},
    "another value": lambda action: _last(action, "no such value"),
    "a value of another type": lambda action: _last(action, _other(action)),
    "a parameter missing": lambda action: dict(list(action.items())[:-1]),
}


def _last(action: dict[str, Any], value: object) -> dict[str, Any]:
    key = list(action)[-1]
    return {**action, key: value}


def _other(action: dict[str, Any]) -> object:
    value = list(action.values())[-1]
    return value == 1 if isinstance(value, int) else 1


@BOOK.rows(611, "ACT-4 CHOICE-1", "an act with {} is illegal; the prompt stays open", _ILLEGAL)
def illegal(world: World, bend: _Bend) -> None:
    one, _ = world.match()
    seq = one.seq
    group = max(one.choices, key=len)
    action = {key: value if key == "do" else value[0] for key, value in group.items()}
    one.refused("illegal_action", "act", prompt=one.you["prompt"], action=bend(action))
    one.sync()
    expect(one.seq == seq, "something has changed")
    one.act()


_MALFORMED: dict[str, dict[str, Any]] = {
    "without a prompt": {"action": {"do": "x"}},
    "without an action": {"prompt": 0},
    "with a negative prompt": {"prompt": -1, "action": {"do": "x"}},
    "with a text as prompt": {"prompt": "0", "action": {"do": "x"}},
    "with a text as action": {"prompt": 0, "action": "x"},
    "with a list in the action": {"prompt": 0, "action": {"do": "x", "to": ["A1"]}},
    "with a map in the action": {"prompt": 0, "action": {"do": "x", "to": {"A": 1}}},
    "with 17 entries in the action": {"prompt": 0, "action": {f"k{n}": n for n in range(17)}},
    "with an integer beyond 2^53": {"prompt": 2**53, "action": {"do": "x"}},
}


@BOOK.rows(621, "ACT-5", "an act {} is malformed", _MALFORMED)
def malformed(world: World, fields: dict[str, Any]) -> None:
    one, _ = world.match()
    one.refused("malformed", "act", **fields)


@BOOK.case(631, "CHOICE-1 CHOICE-2", "choices are well-formed groups, and no action stands in two")
def groups(world: World) -> None:
    one, other = world.match()
    for _ in range(15):
        for peer in (one, other):
            _check_groups(peer)
        world.moves(one, other, most=1)


def _check_groups(peer: Peer) -> None:
    seen: set[tuple[object, ...]] = set()
    for group in peer.choices:
        expect(isinstance(group.get("do"), str), "a group has no deed")
        combinations: list[tuple[object, ...]] = [(group["do"],)]
        for key in sorted(group.keys() - {"do"}):
            values = cast("list[object]", group[key])
            expect(type(group[key]) is list and values, f"{key} has no list of values")
            combinations = [(*rest, key, value) for rest in combinations for value in values]
        expect(not seen & set(combinations), "an action stands in two groups")
        seen |= set(combinations)


@BOOK.case(632, "CHOICE-1", "each value that is offered is taken: the last of every parameter too")
def last_values(world: World) -> None:
    one, _ = world.match()
    group = one.choices[-1]
    action = {key: value if key == "do" else value[-1] for key, value in group.items()}
    one.do("act", prompt=one.you["prompt"], action=action)


@BOOK.case(633, "ACT-1", "a refused act changes no prompt, nor does an act those of seats without "
           "choices")  # fmt: skip
def prompts(world: World) -> None:
    one, other = world.match()
    mine, theirs = one.you["prompt"], other.you["prompt"]
    one.refused("illegal_action", "act", prompt=mine, action={"do": "no such deed"})
    one.sync()
    expect(one.you["prompt"] == mine, "a refused act has changed the prompt")
    one.act()
    expect(one.you["prompt"] != mine or not one.choices, "an act has left its prompt open")
    other.see(lambda peer: peer.ply == one.ply, "the act")
    expect(other.choices or other.you["prompt"] == theirs, "a prompt came without choices")


@BOOK.case(634, "ACT-1", "the prompt is never larger than the ply")
def prompt_is_a_ply(world: World) -> None:
    one, other = world.match()
    for _ in range(6):
        world.moves(one, other, most=1)
        for peer in (one, other):
            expect(peer.you["prompt"] <= peer.ply, "it is")

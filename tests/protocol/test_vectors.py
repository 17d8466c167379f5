"""The files of protocol/vectors, replayed; dealing.json is replayed in tests/engine."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias, get_args

import msgspec
import pytest
from tests.protocol import recording
from tests.protocol.strangers import packed, unpacked

from haydes.protocol.codec import (
    HEADER,
    Invalid,
    RemoteProtocolError,
    pack,
    unpack_client,
    unpack_server,
)
from haydes.protocol.connection import Connection, Role, State
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    Bye,
    ClientMessage,
    Hello,
    ServerMessage,
    Snapshot,
    Update,
    Welcome,
)
from haydes.protocol.tree import Tree, diff, merge

Case: TypeAlias = Any  # one entry of a JSON file

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
UNPACK: Any = {"client": unpack_client, "server": unpack_server}
TYPES: Any = {"client": ClientMessage, "server": ServerMessage}


def read(file: str) -> list[Case]:
    found: list[Case] = json.loads((FOLDER / file).read_text("utf-8"))
    return found


def named(case: Case) -> str:
    name: str = case["name"]
    return name


@pytest.mark.parametrize("file", ["frames.json", "malformed.json", "patches.json"])
def test_every_case_has_a_name_of_its_own(file: str) -> None:
    parts = ("name", "from", "to", "state")
    about = [tuple(case.get(part) for part in parts) for case in read(file)]
    assert len(about) == len(set(about))


# ----------------------------------------------------------------- frames.json


@pytest.mark.parametrize("case", read("frames.json"), ids=named)
def test_a_golden_frame_is_its_message(case: Case) -> None:
    frame = bytes.fromhex(case["hex"])
    assert int.from_bytes(frame[:HEADER], "big") == len(frame) - HEADER
    assert unpacked(frame[HEADER:]) == case["message"]
    message: Any = UNPACK[case["from"]](frame[HEADER:])
    assert message == msgspec.convert(case["message"], TYPES[case["from"]])


@pytest.mark.parametrize("case", read("frames.json"), ids=named)
def test_an_exact_frame_is_packed_as_it_stands(case: Case) -> None:
    frame = bytes.fromhex(case["hex"])
    again = pack(UNPACK[case["from"]](frame[HEADER:]))
    assert (again == frame) == case["exact"]
    if case["exact"]:
        assert packed(case["message"]) == frame[HEADER:]


@pytest.mark.parametrize("sender", TYPES)
def test_there_is_a_golden_frame_of_every_type(sender: str) -> None:
    types = {case["message"]["type"] for case in read("frames.json") if case["from"] == sender}
    assert types == {kind.__struct_config__.tag for kind in get_args(TYPES[sender])}


@pytest.mark.parametrize("sender", TYPES)
def test_every_field_stands_in_a_golden_frame(sender: str) -> None:
    shown: dict[str, set[str]] = {}
    for case in read("frames.json"):
        if case["from"] == sender:
            shown.setdefault(case["message"]["type"], set()).update(case["message"])
    for kind in get_args(TYPES[sender]):
        assert {*kind.__struct_fields__} <= shown[kind.__struct_config__.tag], kind


# -------------------------------------------------------------- malformed.json


def in_state(role: Role, state: State) -> Connection:
    connection = Connection(role, Limits())
    talk: list[Any] = [
        Hello(protocols=[1], name="Ann"),
        Welcome(protocol=1, server="a server", name="Ann", limits={}),
    ]
    for message in talk[: [State.START, State.GREETED, State.OPEN].index(state)]:
        if isinstance(message, Welcome) == (role is Role.SERVER):
            connection.send(message)
        else:
            connection.receive_data(pack(message))
            assert connection.next_message() == message
    return connection


def answer(connection: Connection) -> object:
    """Return the verdict on what has been received: a message, or how it ends."""
    try:
        message = connection.next_message()
    except RemoteProtocolError as error:
        return {"bye": error.code.value}
    if isinstance(message, Invalid):
        return {"refused": message.code.value, "ref": message.ref}
    return message


def verdict(case: Case, pieces: Iterable[bytes]) -> object:
    connection = in_state(Role(case["to"]), State(case["state"]))
    for piece in pieces:
        connection.receive_data(piece)
        if found := answer(connection):
            return found
    connection.receive_data(pack(Bye()))
    return {"ignored": True} if answer(connection) == Bye() else {"incomplete": True}


@pytest.mark.parametrize("case", read("malformed.json"), ids=named)
def test_a_bad_frame_gets_its_verdict(case: Case) -> None:
    frame = bytes.fromhex(case["hex"])
    assert verdict(case, [frame]) == case["verdict"]
    assert verdict(case, [bytes([byte]) for byte in frame]) == case["verdict"]


# ---------------------------------------------------------------- patches.json


@pytest.mark.parametrize("case", read("patches.json"), ids=named)
def test_a_patch_makes_the_new_tree(case: Case) -> None:
    assert unpacked(bytes.fromhex(case["hex"])) == case["patch"]
    assert merge(case["old"], case["patch"]) == case["new"]
    assert (diff(case["old"], case["new"]) == case["patch"]) == case["exact"]


# ---------------------------------------------------------------- session.json


def test_the_session_is_the_one_that_is_played() -> None:
    assert (FOLDER / "session.json").read_text("utf-8") == recording.text()


def test_both_ends_can_follow_the_session() -> None:
    ends = {role.value: Connection(role, Limits()) for role in Role}
    other = {"client": ends["server"], "server": ends["client"]}
    *steps, answer_to_bye = read("session.json")
    for step in steps:
        frame = bytes.fromhex(step["hex"])
        assert unpacked(frame[HEADER:]) == step["message"]
        message: Any = msgspec.convert(step["message"], TYPES[step["from"]])
        assert ends[step["from"]].send(message) == frame
        other[step["from"]].receive_data(frame)
        assert other[step["from"]].next_message() == message
    assert {end.state for end in ends.values()} == {State.CLOSED}
    assert pack(msgspec.convert(answer_to_bye["message"], Bye)).hex() == answer_to_bye["hex"]


def test_the_patches_of_the_session_add_up_to_its_views() -> None:
    view: dict[str, Tree] = {}
    seq = -1
    for step in read("session.json"):
        message = UNPACK[step["from"]](bytes.fromhex(step["hex"])[HEADER:])
        match message:
            case Snapshot():
                view = {"table": message.table, "game": message.game, "you": message.you}
                seq = message.seq
            case Update():
                assert message.seq == seq + 1
                seq = message.seq
                view = {
                    "table": merge(view["table"], message.table),
                    "game": merge(view["game"], message.game),
                    "you": merge(view["you"], message.you),
                }
            case _:
                assert "view" not in step
                continue
        assert step["view"] == view


def test_every_request_of_the_session_is_answered_with_its_ref() -> None:
    asked: list[int] = []
    for step in read("session.json"):
        message = step["message"]
        if step["from"] == "client" and message["type"] not in ("hello", "pong", "bye"):
            asked.append(message["ref"])
        if message["type"] in ("done", "refused"):
            assert message["ref"] == asked.pop(0)
    assert asked == []

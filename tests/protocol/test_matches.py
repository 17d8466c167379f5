"""The files of protocol/vectors/matches: frame to message and back, patches to views."""

import json
from typing import Any, TypeAlias

import pytest
from tests.protocol.eye import Eye
from tests.protocol.generated import schema
from tests.protocol.matches import CASES, FOLDER, Case, text
from tests.protocol.strangers import packed, unpacked, validator_of_parts

from haydes.protocol.codec import HEADER, pack, unpack_client, unpack_server
from haydes.protocol.messages import Snapshot, Update
from haydes.protocol.tree import merge

Connection: TypeAlias = Any  # JSON

UNPACK: Any = {"client": unpack_client, "server": unpack_server}
DEFS = schema()["$defs"]
CHECK = validator_of_parts(DEFS)


def connections(case: Case) -> list[Connection]:
    file: Any = json.loads((FOLDER / f"{case.name}.json").read_text("utf-8"))
    found: list[Connection] = file["connections"]
    return found


def frames(connection: Connection) -> list[tuple[str, bytes]]:
    return [(sender, bytes.fromhex(text)) for sender, text in connection["frames"]]


def named(case: Case) -> str:
    return case.name


all_cases = pytest.mark.parametrize("case", CASES, ids=named)


@all_cases
def test_a_match_is_what_the_server_sends(case: Case) -> None:
    file = (FOLDER / f"{case.name}.json").read_text("utf-8")
    assert file == text(case), "run python -m tests.protocol.matches"


@all_cases
def test_every_frame_is_packed_as_it_stands(case: Case) -> None:
    for connection in connections(case):
        for sender, frame in frames(connection):
            assert packed(unpacked(frame[HEADER:])) == frame[HEADER:]
            assert pack(UNPACK[sender](frame[HEADER:])) == frame


@all_cases
def test_patches_add_up_to_the_views_and_to_the_snapshot_at_the_end(case: Case) -> None:
    for connection in connections(case):
        views: dict[int, Any] = dict(connection["views"])
        view: dict[str, Any] = {}
        for number, (sender, frame) in enumerate(frames(connection)):
            match UNPACK[sender](frame[HEADER:]):
                case Snapshot() as whole:
                    snapshot = {"table": whole.table, "game": whole.game, "you": whole.you}
                    assert view in ({}, snapshot)
                    view = snapshot
                case Update() as change:
                    for branch in view:
                        view[branch] = merge(view[branch], getattr(change, branch))
                case _:
                    assert number not in views
            assert views.pop(number, view) == view
        assert views == {}
        assert view["table"]["phase"] == "over" or connection["name"] == "Ben"


@all_cases
def test_the_schemas_take_every_frame_and_every_view(case: Case) -> None:
    eye = Eye(case.game)
    for connection in connections(case):
        view: dict[str, Any] = {"game": {}, "you": {}}
        for sender, frame in frames(connection):
            message = unpacked(frame[HEADER:])
            assert {"$ref": f"#/$defs/{message['type']}"} in DEFS[sender]["anyOf"]
            assert CHECK.is_valid({message["type"]: message}), message
            if message["type"] == "snapshot":
                view = {branch: message.get(branch, {}) for branch in view}
            elif message["type"] == "update":
                view = {
                    branch: merge(tree, message.get(branch, {})) for branch, tree in view.items()
                }
                for kind, events in (("event", "events"), ("private_event", "private_events")):
                    for event in message.get(events, ()):
                        eye.look(kind, event)
                if outcome := message.get("table", {}).get("outcome"):
                    eye.look("outcome", outcome)
            look(eye, view)


def look(eye: Eye, view: dict[str, Any]) -> None:
    if view["game"]:
        eye.look("game", view["game"])
        if view["you"]:
            eye.look("you", view["you"])


@all_cases
def test_every_seat_of_a_person_has_a_stream_and_somebody_watches(case: Case) -> None:
    views = [connection["views"][-1][1] for connection in connections(case)]
    people = {seat for seat, who in views[0]["table"]["seats"].items() if who["kind"] == "person"}
    assert {str(view["you"]["seat"]) for view in views if view["you"]} == people
    assert {} in [view["you"] for view in views]

"""Whatever comes in is answered with a code and a sentence, and the table plays on.

Every type of message in every place, every field with wrong types, frames that are cut off,
too long, or no frames at all.
"""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import fields
from tests.protocol.strangers import TIME, packed
from tests.server.world import BANK, Peer, World, started

from haydes.protocol.codec import HEADER, pack
from haydes.protocol.codes import CLOSES, REFUSALS
from haydes.protocol.messages import (
    Act,
    AddBot,
    Browse,
    Bye,
    ClientMessage,
    Done,
    Hello,
    Hint,
    Join,
    Kick,
    Leave,
    MakeHost,
    Open,
    Pause,
    Ping,
    Pong,
    Ready,
    Refused,
    Request,
    Resign,
    Resume,
    Reveal,
    Rules,
    Say,
    Start,
    Swap,
    Sync,
    Transcript,
    Unban,
    Watch,
)

EXAMPLES: list[ClientMessage] = [
    Hello(protocols=[1], name="Zoe"),
    Browse(ref=7),
    Open(ref=7, game="pig", seats=2),
    Join(ref=7, table="rimuta"),
    Watch(ref=7, table="rimuta"),
    Resume(ref=7, token="x" * 43),
    Leave(ref=7),
    Ready(ref=7),
    Reveal(ref=7, nonce="0" * 64),
    Swap(ref=7, seat=0, to=0),
    Start(ref=7),
    Hint(ref=7),
    Act(ref=7, prompt=0, action=BANK),
    Resign(ref=7),
    Pause(ref=7),
    Say(ref=7, text="hi"),
    Rules(ref=7, game="pig"),
    AddBot(ref=7),
    Kick(ref=7, seat=9),
    Unban(ref=7, name="Eve"),
    MakeHost(ref=7, seat=9),
    Sync(ref=7),
    Transcript(ref=7, match=9),
    Ping(ref=7),
    Pong(ref=7),
    Bye(),
]
BY_TYPE = pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
PLACES = ("host", "seat", "watching", "lobby")
BY_PLACE = pytest.mark.parametrize("place", PLACES)
ELSEWHERE = {
    "host": (Browse, Open, Join, Watch, Resume),
    "seat": (Browse, Open, Join, Watch, Resume),
    "watching": (
        Browse, Open, Join, Watch, Resume, Ready, Reveal, Start, Act, Hint, Resign, Pause, Swap,
        AddBot, Kick, Unban, MakeHost,
    ),
    "lobby": (
        Leave, Ready, Reveal, Start, Act, Hint, Resign, Pause, Swap, AddBot, Kick, Unban, MakeHost,
        Sync, Transcript,
    ),
}  # fmt: skip
WRONG: list[Any] = [
    None, True, 1.5, float("nan"), -1, 2**53, 2**64 - 1, -(2**63), "", "x" * 1025, "\x00", b"x",
    [], [[]] * 40, {}, {"a": {"b": {"c": {}}}}, {1: 2},
    TIME, [None], ["x" * 65], {"do": 1.5}, {"do": None}, {"do": ["roll"]},
]  # fmt: skip
NO_MAPS: list[Any] = [None, 1, "hello", [], [{}], b"x", True, 2.5]
NO_REQUESTS: list[Any] = [{}, {"type": 1}, {"type": "surprise"}, {"type": "welcome"}, {"ref": 5}]
FOREIGN = [
    b"GET / HTTP/1.1\r\nHost: example.org\r\n\r\n",
    b"SSH-2.0-OpenSSH_9.2p1\r\n",
    bytes.fromhex("16030100c8010000c40303"),
    b"\xff" * 64,
    b"\x00" * 64,
    b"EHLO example.org\r\n",
    b'{"type": "hello"}\n',
]


class Scene:
    """A match of two with a spectator, someone in the lobby, and one of them to be naughty."""

    def __init__(self, place: str) -> None:
        self.world = World()
        self.ann, self.bob = started(self.world, "Ann", "Bob")
        self.eve, self.dan = self.world.join("Eve"), self.world.join("Dan")
        self.eve.do(Watch(ref=1, table=self.ann.id))
        people = (self.ann, self.bob, self.eve, self.dan)
        self.peer = people[PLACES.index(place)]
        self.others = [peer for peer in people if peer is not self.peer]

    def state(self) -> object:
        """Return everything that a refused request must leave as it is."""
        table = self.world.only_table
        return (
            table.tree,
            table.play.public(),
            table.play.ply,
            [table.play.private(seat) for seat in range(2)],
            len(self.world.journal.records),
            len(self.world.house.people),
            [(peer.seq, peer.table, peer.game, peer.you) for peer in self.others],
        )

    def plays_on(self) -> None:
        player = self.ann if self.peer is not self.ann else self.peer
        ply = self.world.only_table.play.ply
        player.do(Act(ref=1, prompt=player.prompt, action=BANK))
        assert self.world.only_table.play.ply == ply + 1


def answer(peer: Peer) -> Done | Refused:
    """Return the one answer in what was heard."""
    (only,) = [message for message in peer.heard if isinstance(message, Done | Refused)]
    if isinstance(only, Refused):
        assert only.code in REFUSALS
        assert only.text.isprintable()
    return only


def awaited(world: World) -> Peer:
    """Return a stranger whose own half of the protocol expects an answer to hello."""
    peer = world.stranger()
    peer.connection.send(Hello(protocols=[1], name="Zoe"))
    return peer


def frame(tree: object) -> bytes:
    payload = packed(tree)
    return len(payload).to_bytes(HEADER, "big") + payload


def spoilt(message: ClientMessage) -> Iterator[dict[str, Any]]:
    """Yield the message with each field wrong in every way, left out, and one too many."""
    good: dict[str, Any] = to_builtins(message)
    yield {**good, "surprise": 1}
    for field in fields(message):
        yield {name: value for name, value in good.items() if name != field.encode_name}
        for value in WRONG:
            yield {**good, field.encode_name: value}


def test_the_examples_are_all_that_a_client_may_send() -> None:
    assert {type(example) for example in EXAMPLES} == set(get_args(ClientMessage))


@BY_PLACE
@BY_TYPE
def test_every_type_is_answered_in_every_place(message: ClientMessage, place: str) -> None:
    scene = Scene(place)
    peer, before = scene.peer, scene.state()
    peer.heard.clear()
    peer.write(pack(message))
    match message:
        case Hello():
            assert peer.last(Bye).code == "bad_frame"
        case Bye():
            assert peer.last(Bye).code == "left"
        case Ping():
            assert peer.heard == [Pong(ref=7)]
        case Pong():
            assert peer.heard == []
        case _:
            reply = answer(peer)
            assert reply.ref == 7
            if isinstance(message, ELSEWHERE[place]):
                assert isinstance(reply, Refused)
                assert reply.code == "wrong_place"
            if isinstance(reply, Refused):
                assert scene.state() == before
                scene.plays_on()
    assert not any(other.is_closed for other in scene.others)


@BY_TYPE
def test_every_type_before_hello(message: ClientMessage) -> None:
    world = World()
    peer = awaited(world)
    peer.write(pack(message))
    if isinstance(message, Hello):
        assert peer.welcome.name == "Zoe"
        return
    bye = peer.last(Bye)
    assert bye.code == ("left" if isinstance(message, Bye) else "expected_hello")
    assert bye.text
    assert peer.is_closed


@BY_PLACE
@pytest.mark.parametrize(
    "message",
    [example for example in EXAMPLES if isinstance(example, Request)],
    ids=lambda message: type(message).__name__,
)
def test_every_field_with_wrong_types(message: ClientMessage, place: str) -> None:
    scene = Scene(place)
    for tree in spoilt(message):
        before = scene.state()
        scene.peer.heard.clear()
        scene.peer.write(frame(tree))
        assert not scene.peer.is_closed, tree
        reply = answer(scene.peer)
        if isinstance(reply, Refused):
            assert scene.state() == before, tree
        else:
            scene = Scene(place)  # it happened to be right, and has changed something
    scene.plays_on()


@BY_TYPE
def test_a_stranger_with_wrong_fields_is_sent_away(message: ClientMessage) -> None:
    world = World()
    for tree in spoilt(message):
        peer = awaited(world)
        peer.write(frame(tree))
        if peer.is_closed:
            bye = peer.last(Bye)
            assert bye.code in CLOSES
            assert bye.text.isprintable()
        else:
            assert isinstance(message, Hello), tree
            peer.leave()
    assert world.join("Ann").welcome.name == "Ann"


@BY_PLACE
def test_a_frame_that_is_no_message_of_this_protocol(place: str) -> None:
    for tree in NO_MAPS:
        scene = Scene(place)
        before = scene.world.only_table.play.ply
        scene.peer.write(frame(tree))
        assert scene.peer.last(Bye).code == "bad_frame"
        assert scene.world.only_table.play.ply == before
    for stranger in NO_REQUESTS:
        scene = Scene(place)
        scene.peer.heard.clear()
        scene.peer.write(frame(stranger))
        reply = answer(scene.peer)
        assert isinstance(reply, Refused)
        assert reply.code == "unknown_type"
        assert not scene.peer.is_closed
        scene.plays_on()


@BY_PLACE
@pytest.mark.parametrize("length", [0, 2**14 + 1, 2**15, 2**20, 2**24, 2**31, 2**32 - 1])
def test_a_frame_of_a_wrong_length(place: str, length: int) -> None:
    scene = Scene(place)
    scene.peer.write(length.to_bytes(HEADER, "big"))
    assert scene.peer.last(Bye).code == ("too_big" if length else "bad_frame")
    assert not any(other.is_closed for other in scene.others)


def test_the_longest_frame_that_may_be_is_read() -> None:
    scene = Scene("seat")
    limit = scene.world.limits.client_frame
    scene.peer.heard.clear()
    scene.peer.write(limit.to_bytes(HEADER, "big") + b"\xc1" * limit)
    assert scene.peer.last(Bye).code == "bad_frame"


def test_a_strangers_frame_is_held_to_a_smaller_length() -> None:
    world = World()
    peer = world.stranger()
    peer.write((world.limits.hello_frame + 1).to_bytes(HEADER, "big"))
    assert peer.last(Bye).code == "too_big"


def test_nothing_is_kept_of_what_follows_a_breach() -> None:
    scene = Scene("host")
    scene.peer.write(b"\x00\x00\x00\x00" + pack(Act(ref=1, prompt=0, action=BANK)))
    assert scene.world.only_table.play.ply == 0


@pytest.mark.parametrize("junk", FOREIGN, ids=range(len(FOREIGN)))
def test_strangers_who_speak_something_else_are_sent_away(junk: bytes) -> None:
    world = World()
    peer = world.stranger()
    peer.write(junk)
    assert peer.is_closed
    said = sum(map(len, peer.writes))
    assert said < len(junk) + 128


@BY_TYPE
def test_a_message_cut_off_anywhere_waits_and_then_is_forgotten(message: ClientMessage) -> None:
    whole = pack(message)
    for end in range(len(whole)):
        world = World()
        peer = world.join("Ann") if not isinstance(message, Hello) else world.stranger()
        heard = len(peer.heard)
        peer.write(whole[:end])
        assert len(peer.heard) == heard
        peer.leave()
        assert len(world.house.people) == 0


@pytest.mark.parametrize("payload", [b"\x91" * 15_000 + b"\x90", b"\xdf\xff\xff\xff\xff"])
def test_deep_and_wide_frames_are_refused_at_once(payload: bytes) -> None:
    scene = Scene("host")
    act = b"\x83\xa4type\xa3act\xa3ref\x07\xa6action" + payload
    scene.peer.write(len(act).to_bytes(HEADER, "big") + act)
    if scene.peer.is_closed:
        assert scene.peer.last(Bye).code == "bad_frame"
    else:
        assert scene.peer.last(Refused).code == "malformed"
    assert scene.world.only_table.play.ply == 0
    assert not any(other.is_closed for other in scene.others)


@given(
    place=st.sampled_from(PLACES),
    message=st.sampled_from(EXAMPLES),
    changes=st.lists(st.tuples(st.integers(0, 200), st.integers(0, 255)), min_size=1, max_size=4),
    chunk=st.integers(1, 64),
)
def test_flipped_bytes_harm_nobody_else(
    place: str, message: ClientMessage, changes: list[tuple[int, int]], chunk: int
) -> None:
    scene = Scene(place)
    data = bytearray(pack(message))
    for at, value in changes:
        data[at % len(data)] = value
    for at in range(0, len(data), chunk):
        scene.peer.write(bytes(data[at : at + chunk]))
    scene.world.wait(0.2)
    assert not any(other.is_closed for other in scene.others)
    assert scene.world.join("Flo").welcome.name == "Flo"

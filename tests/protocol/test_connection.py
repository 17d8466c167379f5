from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from tests.protocol.strangers import packed
from tests.protocol.strategies import CLIENT_TYPES, SERVER_TYPES

from haydes.protocol.codec import HEADER, Invalid, RemoteProtocolError, pack, prepack
from haydes.protocol.codes import Close, Refusal
from haydes.protocol.connection import Connection, LocalProtocolError, Role, State
from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    Act,
    AddBot,
    Advice,
    Browse,
    Bye,
    Chat,
    Done,
    Hello,
    Hint,
    Join,
    Kick,
    Leave,
    Left,
    Lobby,
    LobbyUpdate,
    MakeHost,
    Notice,
    Open,
    Pause,
    Ping,
    Pong,
    Ready,
    Refused,
    Resign,
    Resume,
    Reveal,
    Rules,
    RulesText,
    Say,
    Script,
    Snapshot,
    Start,
    Swap,
    Sync,
    Transcript,
    Unban,
    Update,
    Watch,
    Welcome,
)

Seen: TypeAlias = list[object]

LIMITS = Limits()
HELLO = Hello(protocols=[1], name="Ann")
WELCOME = Welcome(protocol=1, server="a server", name="Ann", limits=LIMITS.tree())

# One message of every type
FROM_CLIENT: Mapping[type[Struct], Any] = {
    type(message): message
    for message in (
        HELLO,
        Browse(ref=1),
        Open(ref=1, game="haydes", seats=1),
        Join(ref=1, table="rimuta"),
        Watch(ref=1, table="rimuta"),
        Resume(ref=1, token="x"),  # noqa: S106 - no secret
        Leave(ref=1),
        Ready(ref=1),
        Reveal(ref=1, nonce="0" * 64),
        Swap(ref=1, seat=0, to=1),
        Start(ref=1),
        Act(ref=1, prompt=0, action={"do": "stop"}),
        Hint(ref=1),
        Resign(ref=1),
        Pause(ref=1),
        Say(ref=1, text="x"),
        Rules(ref=1, game="haydes"),
        AddBot(ref=1),
        Kick(ref=1, seat=0),
        Unban(ref=1, name="Eve"),
        MakeHost(ref=1, seat=0),
        Sync(ref=1),
        Transcript(ref=1, match=1),
        Ping(),
        Pong(),
        Bye(),
    )
}
FROM_SERVER: Mapping[type[Struct], Any] = {
    type(message): message
    for message in (
        WELCOME,
        Done(ref=1),
        Refused(code="stale", text="x"),
        Left(table="rimuta", code="left"),
        Lobby(games={}, tables={}),
        LobbyUpdate(),
        Snapshot(seq=0, ply=0, table={}),
        Update(seq=1, ply=0),
        Script(ref=1, deal={}, first=0, total=0),
        Chat(n=1, name="Ann", text="x", at=0),
        RulesText(game="haydes", lines=["x"]),
        Advice(prompt=0, action={"do": "stop"}),
        Notice(code="closing", text="x"),
        Ping(),
        Pong(),
        Bye(),
    )
}


def in_state(role: Role, state: State) -> Connection:
    """Return a connection that has come to a state in the usual way."""
    connection = Connection(role, LIMITS)
    talk: Mapping[State, list[Any]] = {
        State.START: [],
        State.GREETED: [HELLO],
        State.OPEN: [HELLO, WELCOME],
        State.CLOSED: [Bye()],
    }
    for message in talk[state]:
        if isinstance(message, Welcome) == (role is Role.SERVER):
            connection.send(message)
        else:
            connection.receive_data(pack(message))
            assert connection.next_message() == message
    assert connection.state is state
    return connection


def everything(connection: Connection) -> Seen:
    """Return all messages that are there; the last may be the code of a broken protocol."""
    seen: Seen = []
    try:
        while (message := connection.next_message()) is not None:
            seen.append(message)
    except RemoteProtocolError as error:
        seen.append(error.code)
        assert connection.state is State.CLOSED
    return seen


def fed(role: Role, state: State, pieces: Iterable[bytes]) -> Seen:
    connection = in_state(role, state)
    seen: Seen = []
    for piece in pieces:
        connection.receive_data(piece)
        seen += everything(connection)
    return seen


# ------------------------------------------------------------- the transitions


def leads_to(state: State, message: object) -> State | None:
    """Say what SPEC.md says: where a message leads to, or None where it must not be sent."""
    if state is State.CLOSED:
        return None
    if isinstance(message, Bye):
        return State.CLOSED
    if isinstance(message, Hello):
        return State.GREETED if state is State.START else None
    if isinstance(message, Welcome):
        return State.OPEN if state is State.GREETED else None
    return State.OPEN if state is State.OPEN else None


def test_there_is_an_example_of_every_type() -> None:
    assert tuple(FROM_CLIENT) == CLIENT_TYPES
    assert tuple(FROM_SERVER) == SERVER_TYPES


SENDING: list[tuple[Role, State, Any]] = [
    *((Role.CLIENT, state, message) for state in State for message in FROM_CLIENT.values()),
    *((Role.SERVER, state, message) for state in State for message in FROM_SERVER.values()),
]


@pytest.mark.parametrize(("role", "state", "message"), SENDING)
def test_what_may_be_sent_when(role: Role, state: State, message: Any) -> None:
    connection = in_state(role, state)
    after = leads_to(state, message)
    if after is None:
        with pytest.raises(LocalProtocolError, match=state.value):
            connection.send(message)
        assert connection.state is state
    else:
        assert connection.send(message) == pack(message)
        assert connection.state is after


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("role", Role)
def test_nobody_says_what_is_the_others_to_say(role: Role, state: State) -> None:
    mine, theirs = FROM_CLIENT, FROM_SERVER
    if role is Role.SERVER:
        mine, theirs = theirs, mine
    for kind, message in theirs.items():
        if kind not in mine:
            with pytest.raises(LocalProtocolError):
                in_state(role, state).send(message)


RECEIVING: list[tuple[Role, State, Any]] = [
    *((Role.SERVER, state, message) for state in State for message in FROM_CLIENT.values()),
    *((Role.CLIENT, state, message) for state in State for message in FROM_SERVER.values()),
]


@pytest.mark.parametrize(("role", "state", "message"), RECEIVING)
def test_what_may_be_received_when(role: Role, state: State, message: Any) -> None:
    connection = in_state(role, state)
    connection.receive_data(pack(message))
    seen = everything(connection)
    after = leads_to(state, message)
    if state is State.CLOSED or (role is Role.SERVER and state is State.GREETED):
        assert seen == []
        assert connection.state is state
    elif after is None:
        late = state is State.OPEN
        assert seen == [Close.BAD_FRAME if late else Close.EXPECTED_HELLO]
    else:
        assert seen == [message]
        assert connection.state is after


@pytest.mark.parametrize("kind", FROM_SERVER)
def test_a_server_refuses_what_only_servers_say(kind: type[Struct]) -> None:
    if kind not in FROM_CLIENT:
        (answer,) = fed(Role.SERVER, State.OPEN, [pack(FROM_SERVER[kind])])
        assert isinstance(answer, Invalid)
        assert answer.code is Refusal.UNKNOWN_TYPE


@pytest.mark.parametrize("state", [State.START, State.GREETED, State.OPEN])
def test_a_client_passes_over_what_it_does_not_know(state: State) -> None:
    unknown = packed({"type": "fanfare"})
    frame = len(unknown).to_bytes(HEADER, "big") + unknown
    assert fed(Role.CLIENT, state, [frame + frame + pack(Bye())]) == [Bye()]


def test_a_bad_request_is_refused_and_the_connection_lives_on() -> None:
    bad = packed({"type": "sync", "ref": 7, "extra": 1})
    frame = len(bad).to_bytes(HEADER, "big") + bad
    invalid, sync = fed(Role.SERVER, State.OPEN, [frame + pack(Sync(ref=8))])
    assert isinstance(invalid, Invalid)
    assert (invalid.ref, invalid.code) == (7, Refusal.MALFORMED)
    assert sync == Sync(ref=8)


def test_an_empty_frame_is_called_that() -> None:
    connection = in_state(Role.SERVER, State.OPEN)
    connection.receive_data(bytes(HEADER))
    with pytest.raises(RemoteProtocolError, match="empty"):
        connection.next_message()


def test_a_bad_hello_is_no_hello() -> None:
    bad = packed({"type": "hello", "protocols": [1]})
    connection = Connection(Role.SERVER, LIMITS)
    connection.receive_data(len(bad).to_bytes(HEADER, "big") + bad)
    with pytest.raises(RemoteProtocolError, match=r"hello: .*name"):
        connection.next_message()


def test_a_server_answers_hello_before_it_reads_on() -> None:
    connection = Connection(Role.SERVER, LIMITS)
    connection.receive_data(pack(HELLO) + pack(Sync(ref=1)))
    assert everything(connection) == [HELLO]
    connection.send(WELCOME)
    assert everything(connection) == [Sync(ref=1)]


def test_nothing_comes_after_bye_nor_after_a_broken_frame() -> None:
    for end in (pack(Bye()), bytes(HEADER), b"\0\0\0\1\x90", b"\xff\xff\xff\xff", pack(HELLO)):
        connection = in_state(Role.SERVER, State.OPEN)
        connection.receive_data(end + pack(Sync(ref=1)))
        assert len(everything(connection)) == 1
        connection.receive_data(pack(Sync(ref=2)))
        assert everything(connection) == []


SAID = st.one_of(
    st.tuples(st.just(Role.CLIENT), st.sampled_from([*FROM_CLIENT.values()])),
    st.tuples(st.just(Role.SERVER), st.sampled_from([*FROM_SERVER.values()])),
)


@given(st.lists(SAID))
def test_both_ends_are_always_in_the_same_state(said: list[tuple[Role, Any]]) -> None:
    ends = {role: in_state(role, State.OPEN) for role in Role}
    for role, message in said:
        (other,) = set(Role) - {role}
        try:
            ends[other].receive_data(ends[role].send(message))
        except LocalProtocolError:
            continue
        assert ends[other].next_message() == message
        assert ends[role].state is ends[other].state


# ---------------------------------------------------------------- the framing

TALK = {
    Role.SERVER: [message for kind, message in FROM_CLIENT.items() if kind is not Hello],
    Role.CLIENT: [message for kind, message in FROM_SERVER.items() if kind is not Welcome],
}


@pytest.mark.parametrize("role", Role)
def test_bytes_may_come_in_pieces_of_any_size(role: Role) -> None:
    stream = b"".join(map(pack, TALK[role]))
    assert fed(role, State.OPEN, [stream]) == TALK[role]
    assert fed(role, State.OPEN, [bytes([byte]) for byte in stream]) == TALK[role]
    for size in range(2, 40):
        pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert fed(role, State.OPEN, pieces) == TALK[role]


@pytest.mark.parametrize("role", Role)
def test_bytes_may_be_split_anywhere(role: Role) -> None:
    stream = b"".join(map(pack, TALK[role]))
    for cut in range(len(stream) + 1):
        assert fed(role, State.OPEN, [stream[:cut], stream[cut:]]) == TALK[role]


@pytest.mark.parametrize("role", Role)
def test_no_part_of_a_frame_is_a_message(role: Role) -> None:
    for message in TALK[role]:
        frame = pack(message)
        for cut in range(len(frame)):
            assert fed(role, State.OPEN, [frame[:cut]]) == []


@pytest.mark.parametrize("role", Role)
def test_bytes_behind_a_frame_wait_for_their_own(role: Role) -> None:
    *messages, _ = TALK[role]
    for message, after in pairwise(messages):
        frame, more = pack(message), pack(after)
        for cut in range(len(more)):
            assert fed(role, State.OPEN, [frame + more[:cut]]) == [message]


@given(st.data())
def test_a_handshake_may_be_split_anywhere_too(data: st.DataObject) -> None:
    stream = pack(HELLO) + pack(Sync(ref=1))
    cut = data.draw(st.integers(0, len(stream)))
    connection = Connection(Role.SERVER, LIMITS)
    connection.receive_data(memoryview(stream)[:cut])
    seen = everything(connection)
    connection.receive_data(bytearray(stream[cut:]))
    seen += everything(connection)
    connection.send(WELCOME)
    assert [*seen, *everything(connection)] == [HELLO, Sync(ref=1)]


def sized(base: Mapping[str, object], size: int) -> bytes:
    """Pack a message with a field of the future that brings it to a size."""
    room = size - len(packed({**base, "extra": ""}))
    made = [packed({**base, "extra": "x" * (room - head)}) for head in range(5)]
    return next(data for data in made if len(data) == size)


LARGEST = [
    (Role.SERVER, State.START, LIMITS.hello_frame),
    (Role.SERVER, State.OPEN, LIMITS.client_frame),
    (Role.CLIENT, State.START, LIMITS.server_frame),
    (Role.CLIENT, State.GREETED, LIMITS.server_frame),
    (Role.CLIENT, State.OPEN, LIMITS.server_frame),
]
LENGTHS = sorted({max(0, 2**n + more) for n in range(32) for more in (-1, 0, 1)} | {2**32 - 1})


@pytest.mark.parametrize(("role", "state", "largest"), LARGEST)
def test_the_length_is_judged_before_anything_else_has_come(
    role: Role, state: State, largest: int
) -> None:
    for length in sorted({*LENGTHS, largest, largest + 1}):
        seen = fed(role, state, [length.to_bytes(HEADER, "big")])
        if length == 0:
            assert seen == [Close.BAD_FRAME]
        else:
            assert seen == ([] if length <= largest else [Close.TOO_BIG])


@pytest.mark.parametrize(("role", "state", "largest"), LARGEST)
def test_a_frame_of_the_largest_size_is_taken(role: Role, state: State, largest: int) -> None:
    base: Mapping[str, object] = {"type": "bye"}
    if role is Role.SERVER and state is State.START:
        base = {"type": "hello", "protocols": [1], "name": "Ann"}
    data = sized(base, largest)
    assert len(fed(role, state, [len(data).to_bytes(HEADER, "big") + data])) == 1


GREETINGS = {
    "TLS": bytes.fromhex("16030100c4010000c00303"),
    "SSL 2": bytes.fromhex("802e0100020015000000100100"),
    "HTTP": b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "HTTP 2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "SSH": b"SSH-2.0-OpenSSH_9.2p1\r\n",
    "SMTP": b"EHLO a\r\n",
    "IRC": b"NICK ann\r\n",
    "telnet": b"\xff\xfb\x1f\xff\xfb\x20",
    "RDP": bytes.fromhex("0300002f2ae00000"),
    "SOCKS 5": b"\x05\x01\x00\x00",
    "SOCKS 4": b"\x04\x01\x00\x50\x7f\x00\x00\x01\x00",
    "Redis": b"*1\r\n$4\r\nPING\r\n",
    "MQTT": b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00",
    "PROXY": b"PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n",
    "PROXY 2": bytes.fromhex("0d0a0d0a000d0a515549540a"),
    "SIP": b"OPTIONS sip:a SIP/2.0\r\n",
    "WebSocket": b"GET /chat HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
    "JSON": b'{"type": "hello"}\n',
    "a bare msgpack map": packed({"type": "hello", "protocols": [1], "name": "Ann"}),
    "a text": b"hello?\n",
}


@pytest.mark.parametrize("greeting", GREETINGS.values(), ids=GREETINGS)
def test_a_foreign_greeting_is_a_length_beyond_the_limit(greeting: bytes) -> None:
    for pieces in ([greeting], [bytes([byte]) for byte in greeting]):
        assert fed(Role.SERVER, State.START, pieces) == [Close.TOO_BIG]


def test_the_first_byte_tells_a_foreign_greeting() -> None:
    for first in range(1, 256):
        assert fed(Role.SERVER, State.START, [bytes([first])]) == [Close.TOO_BIG]
    assert fed(Role.SERVER, State.START, [b"\0", b"\0"]) == []


def test_a_message_that_is_packed_already_is_sent_as_any_other() -> None:
    connection = Connection(Role.SERVER, LIMITS)
    chat = Chat(n=1, name="Ann", text="hello", at=0)
    with pytest.raises(LocalProtocolError, match="Chat"):
        connection.send(prepack(chat))
    connection.receive_data(pack(HELLO))
    assert connection.next_message() == HELLO
    assert connection.send(prepack(WELCOME)) == pack(WELCOME)
    assert connection.send(prepack(chat)) == pack(chat)
    connection.send(prepack(Bye()))
    assert connection.state is State.CLOSED


@given(st.binary(max_size=80))
def test_random_bytes_give_no_message(data: bytes) -> None:
    for role in Role:
        assert set(map(type, fed(role, State.OPEN, [data]))) <= {Close, Invalid}


def test_ten_thousand_frames_in_one_piece_are_all_there() -> None:
    assert fed(Role.SERVER, State.OPEN, [pack(Ping(ref=1)) * 10_000]) == [Ping(ref=1)] * 10_000

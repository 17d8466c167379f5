"""One byte stream as a state machine without I/O: bytes in, messages out, for both roles.

Law: after a RemoteProtocolError or a `bye` the connection is closed and yields nothing more.
The transitions are data, keyed by who sends; both roles walk the same tables.
"""

from collections.abc import Mapping
from enum import Enum
from typing import TypeAlias, get_args

from haydes.protocol.codec import (
    HEADER,
    Invalid,
    Packed,
    RemoteProtocolError,
    pack,
    unpack_client,
    unpack_server,
)
from haydes.protocol.codes import Close
from haydes.protocol.deflate import MARK, from_text, inflate
from haydes.protocol.features import DEFLATE
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Bye, ClientMessage, Hello, ServerMessage, Welcome


class Role(Enum):
    CLIENT = "client"
    SERVER = "server"


class State(Enum):
    START = "start"  # nothing said
    GREETED = "greeted"  # the client has said hello
    OPEN = "open"
    CLOSED = "closed"

    __hash__ = object.__hash__  # that of Enum is slow, and a state is looked up at every frame


class LocalProtocolError(Exception):
    """Our side tried to send what the protocol does not allow now; a bug of ours."""


Message: TypeAlias = ClientMessage | ServerMessage | Invalid
Moves: TypeAlias = Mapping[State, Mapping[type, State]]

_CLIENT_OPEN = {kind: State.OPEN for kind in get_args(ClientMessage) if kind is not Hello}
_SERVER_OPEN = {kind: State.OPEN for kind in get_args(ServerMessage) if kind is not Welcome}

FROM_CLIENT: Moves = {
    State.START: {Hello: State.GREETED, Bye: State.CLOSED},
    State.GREETED: {Bye: State.CLOSED},
    State.OPEN: {**_CLIENT_OPEN, Invalid: State.OPEN, Bye: State.CLOSED},
    State.CLOSED: {},
}
FROM_SERVER: Moves = {
    State.START: {Bye: State.CLOSED},
    State.GREETED: {Welcome: State.OPEN, Bye: State.CLOSED},
    State.OPEN: {**_SERVER_OPEN, Bye: State.CLOSED},
    State.CLOSED: {},
}


class Connection:
    """The protocol of one connection, seen from one of its ends."""

    def __init__(self, role: Role, limits: Limits) -> None:
        self.state = State.START
        self._server = role is Role.SERVER
        self._limits = limits
        self._buffer = bytearray()
        self._dictionary: bytes | None = None  # of the server's deflated frames; None: it has none
        self._sends, self._receives = (
            (FROM_SERVER, FROM_CLIENT) if self._server else (FROM_CLIENT, FROM_SERVER)
        )

    def send(self, message: ClientMessage | ServerMessage | Packed) -> bytes:
        """Return the frame to send; raise LocalProtocolError if it may not be sent now."""
        kind = message.kind if isinstance(message, Packed) else type(message)
        after = self._sends[self.state].get(kind)
        if after is None:
            raise LocalProtocolError(f"{kind.__name__} may not be sent in state {self.state.value}")
        self.state = after
        return message.frame if isinstance(message, Packed) else pack(message)

    def receive_data(self, data: bytes | bytearray | memoryview) -> None:
        """Take in bytes that the peer has sent."""
        if self.state is not State.CLOSED:
            self._buffer += data

    def next_message(self) -> ClientMessage | ServerMessage | Invalid | None:
        """Return the next message, or None until more bytes have come.

        A server gets `Invalid` for a request to refuse. Raises RemoteProtocolError when the
        peer has broken the protocol; the connection is closed then.
        """
        while self.state is not State.CLOSED:
            if self._server and self.state is State.GREETED:
                return None  # a server answers hello before it reads on
            frame = self._next_frame()
            if frame is None:
                return None
            message = self._unpack(frame)
            if message is not None:
                return message
        return None

    def _next_frame(self) -> bytearray | None:
        buffer = self._buffer
        if not buffer:
            return None
        # What is there of the length may be too much already: most foreign greetings are so
        missing = max(0, HEADER - len(buffer))
        length = int.from_bytes(buffer[:HEADER], "big") << 8 * missing
        largest = self._largest_frame()
        if length > largest:
            raise self._broken(Close.TOO_BIG, f"a frame has at most {largest} bytes here")
        if missing:
            return None
        if length == 0:
            raise self._broken(Close.BAD_FRAME, "a frame is not empty")
        end = HEADER + length
        if len(buffer) < end:
            return None
        frame = buffer[HEADER:end]
        del buffer[:end]
        return frame

    def _largest_frame(self) -> int:
        if not self._server:
            return self._limits.server_frame
        if self.state is State.START:
            return self._limits.hello_frame
        return self._limits.client_frame

    def _unpack(self, frame: bytearray) -> ClientMessage | ServerMessage | Invalid | None:
        try:
            message = unpack_client(frame) if self._server else self._unpack_server(frame)
        except RemoteProtocolError:
            self.state = State.CLOSED
            raise
        if message is None:
            return None
        after = self._receives[self.state].get(type(message))
        if after is None:
            raise self._unexpected(message)
        self.state = after
        return message

    def _unpack_server(self, frame: bytearray) -> ServerMessage | None:
        if self._dictionary is not None and frame.startswith(MARK):
            return unpack_server(inflate(frame, self._dictionary, self._limits.server_frame))
        message = unpack_server(frame)
        if isinstance(message, Welcome) and DEFLATE in message.features:
            self._dictionary = from_text(message.dictionary)
        return message

    def _unexpected(self, message: ClientMessage | ServerMessage | Invalid) -> RemoteProtocolError:
        if self.state is State.OPEN:
            kind = type(message).__name__.lower()
            return self._broken(Close.BAD_FRAME, f"{kind} comes once, at the start")
        detail = f"; {message.text}" if isinstance(message, Invalid) else ""
        first = "hello" if self._server else "welcome or bye"
        return self._broken(Close.EXPECTED_HELLO, f"the first message is {first}{detail}")

    def _broken(self, code: Close, sentence: str) -> RemoteProtocolError:
        self.state = State.CLOSED
        return RemoteProtocolError(code, sentence)

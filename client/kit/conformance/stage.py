"""What a case about a client works with: a server that does what the case says, and the client.

The server plays a game of its own: whoever has choices may pass or take one to three coins.
"""

import os
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self, cast

import msgspec

from haydes.client.kit import UsageError
from haydes.client.kit.conformance.case import FailedError, NotCoveredError, expect
from haydes.client.kit.conformance.wire import Message, SilenceError, Wire, frame
from haydes.protocol.codec import Invalid, RemoteProtocolError, unpack_client
from haydes.protocol.limits import Limits

TABLE = "conformance"
TOKEN = "K" * 43
GAME = "coins"
CHOICES: list[dict[str, Any]] = [{"do": "take", "coins": [1, 2, 3]}, {"do": "pass"}]
_ENTRIES = ("open", "join", "watch", "resume")
_GLANCE = 0.2  # seconds between two looks whether the client still runs
_END = 5.0  # seconds for a client to end by itself


class Line:
    """One connection of the client."""

    def __init__(self, stage: "Stage", sock: socket.socket) -> None:
        self.wire = Wire(sock, stage.patience, Limits().client_frame, checked=_valid)
        self.stage = stage
        self.hello: Message = {}
        self.over = False
        self.write: Callable[[bytes], None] = self.wire.write
        self.make: Callable[..., bytes] = frame

    def send(self, kind: str, **fields: object) -> None:
        self.write(self.make(kind, **fields))

    def hear(self, patience: float | None = None) -> Message:
        """Return the next message but a ping, which is answered."""
        deadline = time.monotonic() + (self.stage.patience if patience is None else patience)
        while True:
            message = self.wire.read(max(0.0, deadline - time.monotonic()))
            expect(not self.over or message["type"] == "bye", "SESSION-5: it goes on after bye")
            if message["type"] != "ping":
                self._check_fair(message)
                return message
            self.send("pong", ref=message.get("ref", 0))

    def _check_fair(self, message: Message) -> None:
        kind = message["type"]
        fair = kind in ("reveal", "transcript") or "commitment" in message
        expect(not fair, f"FAIR-1: {kind} with something of the feature fair, which is not there")

    def greet(self, **fields: object) -> Message:
        """Hear the hello and answer it."""
        self.hello = self.hear()
        expect(self.hello["type"] == "hello", "SESSION-1: the first message is no hello")
        expect(1 in self.hello["protocols"], "the client does not speak protocol 1")
        welcome: dict[str, object] = {
            "protocol": 1, "server": "haydes-kit", "name": self.hello["name"],
            "limits": Limits().tree(), **fields,
        }  # fmt: skip
        self.send("welcome", **welcome)
        return self.hello

    def request(self, *kinds: str, patience: float | None = None) -> Message:
        """Return the next request of these kinds; others that any client may make are answered."""
        deadline = time.monotonic() + (self.stage.patience if patience is None else patience)
        while True:
            message = self.hear(deadline - time.monotonic())
            kind = message["type"]
            if kind in kinds:
                return message
            if kind == "bye":
                raise FailedError(f"the client said bye where {' or '.join(kinds)} was due")
            if kind == "pong":
                continue
            expect(kind in ("browse", "ready", "rules", "say"), f"{kind} was not due")
            self.send("done", ref=message["ref"])
            if kind == "browse":
                self.send("lobby", games=_GAMES, tables=_TABLES, people=1)

    def enter(self, **fields: Any) -> None:
        """Let the client come to the table, where a match is on; `fields` go to the snapshot."""
        self.stage.say(self.stage.entry)
        entry = self.request(*_ENTRIES)
        self.send("done", ref=entry["ref"], table=TABLE, seat=0, token=TOKEN)
        self.snapshot(**fields)

    def snapshot(
        self, seq: int = 1, prompt: int = 1, choices: object = CHOICES, **more: Any
    ) -> None:
        you = {"seat": 0, "prompt": prompt, "choices": choices, **more.pop("you", {})}
        table = {**_TABLE, **more.pop("table", {})}
        game = {"coins": 10, "pile": [1, 2], **more.pop("game", {})}
        self.send("snapshot", seq=seq, ply=prompt, table=table, game=game, you=you, **more)

    def update(self, seq: int, prompt: int, choices: object = None, **more: Any) -> None:
        """Send an update with a new prompt, and new choices if there are any."""
        you: dict[str, object] = {"prompt": prompt, **more.pop("you", {})}
        if choices is not None:
            you["choices"] = choices
        self.send("update", seq=seq, ply=prompt, you=you, **more)

    def act(
        self, prompt: int, choices: Sequence[Mapping[str, Any]] = CHOICES, *, typed: bool = True
    ) -> Message:
        """Hear an act, which must be among the choices and answer the prompt; it is not answered.

        `typed`: whether a person would do something for it.
        """
        if typed and self.stage.turn:
            self.alive()  # so that what is typed meets what has been sent
            self.stage.say(self.stage.turn)
        try:
            act = self.request("act")
        except SilenceError:
            raise FailedError(f"no act came for prompt {prompt}, or a person is needed") from None
        check_act(act, prompt, choices)
        return act

    def done(self, request: Message) -> None:
        self.send("done", ref=request["ref"])

    def alive(self) -> None:
        """See that the client answers, and sends nothing else before it does."""
        ref = self.stage.number()
        self.send("ping", ref=ref)
        answer = self.hear()
        told = f"{answer['type']} came where a pong was due"
        expect(answer["type"] == "pong", told)
        expect(answer.get("ref", 0) == ref, "LIFE-1: the pong has another ref")

    def playing(self, seq: int = 1, prompt: int = 1) -> None:
        """See that the client acts and understands what follows."""
        self.done(self.act(prompt))
        self.update(seq + 1, prompt + 1, [{"do": "pass"}], game={"coins": 9})
        self.done(self.act(prompt + 1, [{"do": "pass"}]))

    def bye(self, code: str, **fields: object) -> None:
        self.send("bye", code=code, text="a case of the kit", **fields)
        self.over = True

    def drop(self) -> None:
        self.wire.close()


_TABLE: dict[str, Any] = {
    "id": TABLE, "game": GAME, "phase": "playing", "host": 0, "options": {}, "turn_seconds": 0,
    "match": 1, "watching": 0,
    "seats": {"0": {"kind": "person", "name": "You", "presence": "here"},
              "1": {"kind": "bot", "name": "walker 1", "bot": "walker"}},
}  # fmt: skip
_GAMES: dict[str, Any] = {
    GAME: {"title": "Coins", "version": 1, "seats": [1, 4], "options": {}, "bots": ["walker"]}
}
_TABLES: dict[str, Any] = {
    TABLE: {"game": GAME, "phase": "playing", "seats": 2, "taken": 1, "people": [], "watching": 0,
            "turn_seconds": 0, "options": {}, "opened": 0},
}  # fmt: skip


def check_act(act: Message, prompt: int, choices: Sequence[Mapping[str, Any]]) -> None:
    expect(act["prompt"] == prompt, f"ACT-1: the prompt is {act['prompt']}, not {prompt}")
    action = cast("dict[str, Any]", act["action"])
    fits = any(
        action.keys() == group.keys()
        and all(
            action[key] == group[key] if key == "do" else _among(action[key], group[key])
            for key in group
        )
        for group in choices
    )
    expect(fits, f"CHOICE-1: {action} is not among the choices")


def _among(value: object, values: Sequence[object]) -> bool:
    return any(value == other and type(value) is type(other) for other in values)


class Stage:
    """A listening socket and the client's process, for one case."""

    def __init__(
        self, command: Sequence[str], patience: float, *, entry: str = "", turn: str = ""
    ) -> None:
        self.command = command
        self.patience = patience
        self.entry = entry  # typed for the client when it is to come to a table
        self.turn = turn  # the same when it is to act
        self._numbers = 100

    def __enter__(self) -> Self:
        self._listener = socket.create_server(("127.0.0.1", 0))
        address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        command = [part.replace("{}", address) for part in self.command]
        if command == list(self.command):
            command.append(address)
        try:
            self._process = subprocess.Popen(  # noqa: S603 - it is the user's own command
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "HAYDES_ADDRESS": address},
            )
        except OSError as error:
            self._listener.close()
            raise UsageError(f"cannot run {command[0]!r}: {error.strerror}") from None
        self._lines: list[Line] = []
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
        self._listener.close()
        for line in self._lines:
            line.drop()

    def number(self) -> int:
        self._numbers += 1
        return self._numbers

    def say(self, text: str) -> None:
        """Type something for a client that wants to be typed to."""
        if text and self._process.stdin:
            try:
                self._process.stdin.write(f"{text}\n".encode())
                self._process.stdin.flush()
            except OSError:
                raise FailedError("the client has ended") from None

    def accept(self, patience: float | None = None) -> Line:
        """Wait for the client to connect; SilenceError if it does not, or has ended."""
        deadline = time.monotonic() + (self.patience if patience is None else patience)
        self._listener.settimeout(_GLANCE)
        sock = None
        while sock is None:
            has_ended = self._process.poll() is not None
            try:
                sock, _ = self._listener.accept()
            except TimeoutError:
                if has_ended or time.monotonic() > deadline:
                    raise SilenceError("the client does not connect") from None
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._lines.append(Line(self, sock))
        return self._lines[-1]

    def table(self, **fields: Any) -> Line:
        """Let the client come to a table where it has choices."""
        line = self.accept()
        line.greet()
        line.enter(**fields)
        return line

    def back(self, patience: float = 0.0) -> Line:
        """Wait for the client to connect again, which not every client does."""
        try:
            return self.accept(patience or self.patience)
        except SilenceError:
            raise NotCoveredError("the client does not come back by itself") from None

    def stays_away(self) -> None:
        """See that the client does not connect again."""
        try:
            self.accept(_END)
        except SilenceError:
            return
        raise FailedError("the client has connected again")


def _valid(content: bytes) -> Message:
    """Return what a client has sent, which must be a message of section 8."""
    try:
        message = unpack_client(content)
    except RemoteProtocolError as error:
        raise FailedError(f"FRAME-2: {error}") from None
    if isinstance(message, Invalid):
        raise FailedError(f"TYPE-6: what came is refused: {message.text}")
    return cast("Message", msgspec.msgpack.decode(content))

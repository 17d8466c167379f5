"""A client whose every step a case decides: it answers pings and keeps its view, no more."""

import itertools
import socket
import time
from collections.abc import Callable, Mapping
from typing import Any, cast

from haydes.client.kit.conformance.case import FailedError, expect
from haydes.client.kit.conformance.wire import EndError, Message, SilenceError, Wire, frame
from haydes.protocol.limits import Limits
from haydes.protocol.tree import Tree, merge

BRANCHES = ("table", "game", "you")


class Peer:
    """One connection to the server under test."""

    def __init__(self, sock: socket.socket, patience: float) -> None:
        self.wire = Wire(sock, patience, Limits().server_frame)
        self.patience = patience
        self.welcome: Message = {}
        self.token = ""
        self.view: dict[str, Tree] = {}
        self.seq = self.ply = 0
        self.heard: list[Message] = []  # everything, in order
        self.refs = itertools.count(1)
        self.pongs = True  # whether pings are answered
        self.over = False  # whether bye has come, or the end

    # ------------------------------------------------------------- speaking

    def send(self, kind: str, **fields: object) -> None:
        self.wire.write(frame(kind, **fields))

    def greet(self, name: str, **fields: object) -> Message:
        """Say hello and return the welcome."""
        self.send("hello", **{"protocols": [1], "name": name, **fields})
        self.welcome = self.expect("welcome")
        return self.welcome

    # ------------------------------------------------------------- hearing

    def hear(self, patience: float | None = None) -> Message:
        """Return the next message but pings; EndError at the end of the stream."""
        deadline = time.monotonic() + (self.patience if patience is None else patience)
        while True:
            try:
                message = self.wire.read(max(0.0, deadline - time.monotonic()))
            except EndError:
                self.over = True
                raise
            self.heard.append(message)
            expect(not self.over, "SESSION-5: something came after bye")
            if message["type"] == "ping" and self.pongs:
                self.send("pong", ref=message.get("ref", 0))
                continue
            self._look(message)
            return message

    def expect(self, kind: str) -> Message:
        """Return the next message, which must be of a type."""
        try:
            message = self.hear()
        except EndError:
            raise FailedError(f"the stream ended where {kind} was due") from None
        expect(message["type"] == kind, f"{_told(message)} came where {kind} was due")
        return message

    def until(self, kind: str, fits: Callable[[Message], object] = bool) -> Message:
        """Return the next message that is of a type and fits, passing over others."""
        deadline = time.monotonic() + self.patience
        try:
            while time.monotonic() < deadline:
                message = self.hear(deadline - time.monotonic())
                if message["type"] == kind and fits(message):
                    return message
        except EndError:
            raise FailedError(f"the stream ended where {kind} was due") from None
        except SilenceError:
            pass
        raise SilenceError(f"no {kind} came in time, or not the one that was due")

    def see(self, fits: Callable[["Peer"], object], what: str) -> None:
        """Wait until the view shows something."""
        deadline = time.monotonic() + self.patience
        while not fits(self):
            try:
                self.hear(deadline - time.monotonic())
            except SilenceError:
                raise SilenceError(f"the view did not show {what} in time") from None

    def reach(self, ply: int) -> None:
        """Wait until the view is as late as a ply."""
        self.see(lambda peer: peer.ply >= ply, f"ply {ply}")

    def listed(self, table: str) -> Any:
        """Wait until the lobby lists a table, and return all tables it lists; `browse` before."""
        tables: Tree = self.until("lobby")["tables"]
        while table not in tables:
            tables = merge(tables, self.until("lobby_update").get("tables", {}))
        return tables

    def ends(self, *codes: str, patience: float | None = None) -> Message:
        """Return the bye that comes, with one of the codes, and see the stream end behind it."""
        deadline = time.monotonic() + (self.patience if patience is None else patience)
        try:
            while (message := self.hear(deadline - time.monotonic()))["type"] != "bye":
                pass
        except EndError:
            raise FailedError("the stream ended without bye") from None
        except SilenceError:
            told = f"; last came {_told(self.heard[-1])}" if self.heard else ""
            raise SilenceError(f"no bye came in time{told}") from None
        code = message.get("code", "left")
        expect(not codes or code in codes, f"bye came with {code}, not {' or '.join(codes)}")
        try:
            extra = self.hear()
        except EndError:
            return message
        raise FailedError(f"{_told(extra)} came after bye")

    # ------------------------------------------------------------ requests

    def ask(self, kind: str, **fields: object) -> Message:
        """Make a request and return its answer, `done` or `refused`; waits where it is told to."""
        deadline = time.monotonic() + 30 * self.patience
        while True:
            answer = self.ask_once(kind, **fields)
            if answer.get("code") != "rate" or time.monotonic() > deadline:
                return answer
            time.sleep(1)

    def ask_once(self, kind: str, **fields: object) -> Message:
        if "ref" not in fields:
            fields["ref"] = next(self.refs)
        self.send(kind, **fields)
        return self.answer(cast("int", fields["ref"]))

    def answer(self, ref: int) -> Message:
        """Return the answer with a ref; others must not come before it."""
        deadline = time.monotonic() + self.patience
        while True:
            try:
                message = self.hear(deadline - time.monotonic())
            except EndError:
                raise FailedError("the stream ended where an answer was due") from None
            if message["type"] in ("done", "refused"):
                expect(
                    message.get("ref", 0) == ref,
                    f"REQUEST-2: the answer to {message.get('ref', 0)} came where that to "
                    f"{ref} was due",
                )
                return message

    def do(self, kind: str, **fields: object) -> Message:
        """Make a request that must be carried out."""
        answer = self.ask(kind, **fields)
        expect(answer["type"] == "done", f"{kind} was refused: {answer.get('code')}")
        self.token = answer.get("token") or self.token
        return answer

    def enter(self, kind: str, **fields: object) -> Message:
        """Make a request that leads to a table, and take in its snapshot."""
        done = self.do(kind, **fields)
        self.until("snapshot")
        return done

    def refused(self, codes: str, kind: str, **fields: object) -> Message:
        """Make a request that must be refused with one of the codes, separated by spaces."""
        answer = self.ask(kind, **fields)
        expect(answer["type"] == "refused", f"{kind} was not refused")
        check_refusal(answer, *codes.split())
        return answer

    def alive(self) -> None:
        """See that the connection lives on."""
        self.send("ping", ref=77)
        self.until("pong", lambda message: message.get("ref") == 77)

    def sync(self) -> None:
        """Ask for a snapshot; all that came before has been seen then."""
        self.do("sync")
        self.until("snapshot")

    # ----------------------------------------------------------------- view

    @property
    def table(self) -> Any:
        return self.view.get("table", {})

    @property
    def you(self) -> Any:
        return self.view.get("you", {})

    @property
    def choices(self) -> list[dict[str, Any]]:
        return cast("list[dict[str, Any]]", self.you.get("choices", []))

    def action(self) -> dict[str, Any]:
        """Return the first thing that the choices offer."""
        return combination(self.choices[0])

    def act(self) -> Message:
        """Do the first thing that the choices offer, and see its update."""
        seq = self.seq
        done = self.do("act", prompt=self.you["prompt"], action=self.action())
        self.see(lambda peer: peer.seq > seq, "the act's update")
        return done

    def close(self) -> None:
        self.wire.close()

    def _look(self, message: Message) -> None:
        kind = message["type"]
        if kind == "snapshot":
            self.view = {branch: message.get(branch, {}) for branch in BRANCHES}
            self.seq, self.ply = message["seq"], message["ply"]
        elif kind == "update":
            expect(
                message["seq"] == self.seq + 1,
                f"VIEW-2: an update has seq {message['seq']} after {self.seq}",
            )
            self.seq, self.ply = message["seq"], message["ply"]
            self.view = {
                branch: merge(self.view.get(branch, {}), message.get(branch, {}))
                for branch in BRANCHES
            }
        elif kind == "left":
            self.view = {}
        elif kind == "bye":
            self.over = True


def check_refusal(answer: Message, *codes: str) -> None:
    code = answer.get("code")
    expect(code in codes, f"the code was {code}, not {' or '.join(codes)}")
    expect(
        isinstance(answer.get("text"), str) and answer["text"], "REQUEST-4: a refusal has no text"
    )


def combination(group: Mapping[str, Any], pick: int = 0) -> dict[str, Any]:
    """Return an action of a group: its first value of each parameter, or another."""
    return {key: value if key == "do" else value[pick % len(value)] for key, value in group.items()}


def _told(message: Message) -> str:
    kind, code = message["type"], message.get("code")
    return f"{kind} ({code})" if code else str(kind)

"""Somebody with the real client's head, who plays a match to its end whatever happens."""

import math
from dataclasses import replace
from typing import Protocol

import trio
from msgspec import structs
from tests.faults.broken import BrokenError
from tests.faults.simulated.calls import Call, Lurker
from tests.faults.simulated.fate import Fate
from tests.faults.simulated.link import Link, Weather
from tests.faults.simulated.party import Party
from tests.faults.simulated.sights import Acts, Sights
from tests.faults.simulated.trace import Trace

from haydes.client import changes, pledge
from haydes.client import model as heads
from haydes.client.model import LinkState, Model, View, choices, my_seat, my_turn, phase, prompt
from haydes.client.read import flag, text
from haydes.client.record import Recorder
from haydes.protocol.codec import HEADER
from haydes.protocol.codes import Close, Refusal
from haydes.protocol.fair import FEATURE, SECRET_BYTES
from haydes.protocol.messages import (
    Act,
    Bye,
    Done,
    Hello,
    Join,
    Kick,
    Leave,
    Left,
    Notice,
    Open,
    Pause,
    Ping,
    Pong,
    Ready,
    Refused,
    Request,
    Resume,
    Say,
    ServerMessage,
    Snapshot,
    Start,
    Sync,
    Update,
    Watch,
    Welcome,
)
from haydes.server.line import Line

_CONNECT = 5.0  # seconds until a hello is answered
_BEAT = 5.0  # seconds between two pings
_DEAD = 25.0  # seconds of silence after which a connection is given up
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 30.0
_STUCK = 30.0
_REPEATS = 1_000_000  # refs of acts that are sent again beyond need
_ENTRIES = (Open, Join, Watch, Resume)
_HAS_SEAT = frozenset({Refusal.NAME_TAKEN, Refusal.TABLE_FULL})  # by an earlier join
_GONE = {(Resume, Refusal.UNKNOWN_TOKEN), (Watch, Refusal.UNKNOWN_TABLE)}
_PASSING = frozenset({Refusal.RATE, Refusal.WRONG_PLACE})


class Outside(Protocol):
    """What people can reach from where they are."""

    def dial(self, person: "Person") -> Link:
        """Connect to the server; OSError if it is not there."""
        ...

    def durable(self, table: str) -> int:
        """Return how many inputs of a table are on the disk."""
        ...


class Person:
    """In a seat, or watching."""

    def __init__(
        self, party: Party, number: int, fate: Fate, trace: Trace, outside: Outside
    ) -> None:
        self.party = party
        self.number = number
        self.is_host = number == 0
        self.watches = number >= party.people
        self.name = party.name(number)
        self.fate = fate
        self.weather = Weather()
        self.sights = Sights()
        self.acts = Acts()
        self.call: Call | None = None
        self.calls = 0
        self.token = ""
        self.model = Model(name=self.name)
        self.is_done = False
        self.missed_end = False
        self.secrets: list[str] = []  # that are this person's own
        self.stream = bytearray()  # all that was heard before the match was over
        self.later = bytearray()  # and after
        self.lurking: list[Lurker] = []
        self.recorder = Recorder(None, "simulated")
        self.is_moving = False
        self.longest_wait = 0.0  # seconds for the answer to an act
        self._acted_at = 0.0
        self._repeated = 0
        self._trace = trace
        self._outside = outside
        self._change = trio.Event()
        self._nursery: trio.Nursery

    # --- the connection

    async def run(self) -> None:
        """Stay connected until the match is over for everybody at the table."""
        failures = 0
        async with trio.open_nursery() as self._nursery:
            while True:
                began = trio.current_time()
                try:
                    wait = await self._attend()
                except OSError:
                    wait = 0.0
                self._link(LinkState.OFFLINE)
                if self.is_done:
                    break
                failures = 0 if trio.current_time() - began > _LONGEST_WAIT else failures + 1
                longest = min(_LONGEST_WAIT, _FIRST_WAIT * 2**failures)
                await trio.sleep(max(wait, longest * self.fate.random()))
            for lurker in self.lurking:
                lurker.check()
            self._nursery.cancel_scope.cancel()

    async def _attend(self) -> float:
        """Be connected once; return how many seconds the server wants to be left alone."""
        await trio.sleep(self.weather.latency)
        link = self._outside.dial(self)
        self.calls += 1
        scope = trio.CancelScope()
        line = Line(link.client, self._nursery.start_soon, _STUCK)
        call = self.call = Call(
            self.calls, link.run, link, line, scope, heard_at=trio.current_time()
        )
        try:
            with scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._beat, call)
                    nursery.start_soon(self._live, call)
                    await self._read(call)
                    scope.cancel()
        finally:
            self.call = None
            if not self.lurking or self.lurking[-1].call is not call:
                line.close()
        bye = call.goodbye
        if bye and bye.code == Close.SUPERSEDED:
            raise BrokenError("FENCE", f"{self.name} lost the newest connection to an older one")
        return (bye.retry_ms or 0) / 1000 if bye and bye.retry_ms else 0.0

    async def _read(self, call: Call) -> None:
        view = self.model.view
        features = [FEATURE] if self.party.fair else []
        hello = Hello(
            protocols=[1],
            name=self.name,
            token=self.token,
            ply=view.ply if view else 0,
            features=features,
        )
        call.line.send(call.connection.send(hello), droppable=False)
        while not call.goodbye:
            data = await call.end.receive()
            if not data:
                return
            call.heard_at = trio.current_time()
            self._trace.note("heard", self.name, call.number, data)
            call.connection.receive_data(data)
            while (message := call.connection.next_message()) is not None:
                self._hear(call, message)
            self._keep(call, data)

    def _keep(self, call: Call, data: bytes) -> None:
        """Keep whole frames apart: those before the end of the match must hold no secret."""
        call.frames += data
        while len(call.frames) >= HEADER:
            size = HEADER + int.from_bytes(call.frames[:HEADER], "big")
            if len(call.frames) < size:
                break
            (self.later if self.sights.is_over else self.stream).extend(call.frames[:size])
            del call.frames[:size]

    async def _beat(self, call: Call) -> None:
        with trio.move_on_after(_CONNECT):
            while not call.welcomed:
                await self._change.wait()
        while call.welcomed and trio.current_time() - call.heard_at <= _DEAD:
            self.send(Ping(ref=1))
            await trio.sleep(_BEAT)
        call.scope.cancel()

    def send(self, message: Request | Ping | Pong | Bye) -> None:
        if self.call and self.call.connection.state.value == "open":
            self.call.line.send(self.call.connection.send(message), droppable=False)

    # --- what is heard

    def _hear(self, call: Call, message: object) -> None:
        match message:
            case Ping(ref=ref):
                self.send(Pong(ref=ref))
            case Pong():
                pass
            case Bye():
                call.goodbye = message
            case _:
                self._take(call, message)  # type: ignore[arg-type]  # what servers send
        self._change.set()
        self._change = trio.Event()

    def _take(self, call: Call, message: ServerMessage) -> None:
        if isinstance(message, Welcome):
            call.welcomed = True
            self._link(LinkState.LIVE)
            self._check_welcome(message)
        elif isinstance(message, Notice) and message.code == "older":
            raise BrokenError("I1", f"{self.name} has seen what the server does not know")
        elif isinstance(message, Done | Refused):
            self._answered(message)
        elif isinstance(message, Left) and not self.party.begun.is_set():
            self.token = ""  # a seat is kept in a match only
        before = self.model.view
        reply = changes.receive(self.model, message, trio.current_time())
        self.model = reply.model
        self.recorder.heard(message, reply.model)
        if isinstance(message, Snapshot | Update):
            self.sights.see(message, before, self.model.view)
            if message.ply > self._outside.durable(self.party.id):
                raise BrokenError("I1", f"{self.name} sees what is not durable yet")
            if isinstance(message, Snapshot):
                self._resumed(call)
        for request in reply.send:
            self._send_numbered(request)
        if pledge.has_lost_nonce(self.model):
            self.ask(Ready(ref=0))

    def _check_welcome(self, welcome: Welcome) -> None:
        if not self.token or welcome.table:
            return
        if welcome.refused != Refusal.UNKNOWN_TOKEN:
            raise BrokenError("I1", f"the token of {self.name} is refused: {welcome.refused}")
        self._lose_seat()

    def _lose_seat(self) -> None:
        self.token = ""
        if self.party.begun.is_set():
            self.missed_end = True  # the oracle tells whether the match was over
            self.finish()

    def _answered(self, answer: Done | Refused) -> None:
        request = self.model.asked.get(answer.ref)
        if answer.ref > _REPEATS and isinstance(answer, Refused) and answer.code not in _PASSING:
            raise BrokenError("I3", f"{self.name} repeats an act, and hears {answer.code}")
        if isinstance(answer, Done) and answer.token:
            self.token = answer.token
            self.secrets.append(answer.token)
            if self.is_host:
                self.party.id = answer.table
        if isinstance(request, Act):
            self.acts.answered(request, answer)
            self.longest_wait = max(self.longest_wait, trio.current_time() - self._acted_at)
        if not isinstance(answer, Refused):
            return
        if isinstance(request, Join) and answer.code in _HAS_SEAT:
            self.party.lost.add(self.number)  # the answer to an earlier join was lost
        elif (type(request), answer.code) in _GONE:
            self._lose_seat()

    def _resumed(self, call: Call) -> None:
        """Note what an older connection must not do any more."""
        for lurker in self.lurking:
            if not lurker.replaced_at and lurker.call.number < call.number:
                view = self.model.view
                same = lurker.call.run == call.run
                lurker.replaced(view.seq if view and same else math.inf)
                if view and lurker.act.prompt == prompt(view) and my_turn(view):
                    self.acts.void(lurker.act)

    # --- what is done

    def ask(self, request: Request) -> None:
        model, requests = pledge.pledged(self.model, request, self._nonce)
        self.model = model
        for each in requests:
            reply = changes.ask(self.model, each, trio.current_time())
            self.model = reply.model
            for numbered in reply.send:
                self._send_numbered(numbered)

    def _send_numbered(self, request: Request) -> None:
        if isinstance(request, Act):
            self.acts.sent(request)
            self._acted_at = trio.current_time()
        self.recorder.asked(request)
        self.send(request)

    def _nonce(self) -> str:
        nonce = self.fate.randbytes(SECRET_BYTES).hex()
        self.secrets.append(nonce)
        return nonce

    async def _live(self, call: Call) -> None:
        """Do what is to be done, after a little thought."""
        while True:
            change = self._change
            await trio.sleep(self.fate.between(0.0, 0.8))
            busy = heads.is_busy(self.model) or not call.welcomed
            request = None if busy else self._wish()
            if request is None:
                with trio.move_on_after(1.0):
                    await change.wait()
            elif self.is_moving and isinstance(request, Act):
                self._move(call, request)
            else:
                self.ask(request)
                if not isinstance(request, Act):  # do not hurry: rates are limited
                    await trio.sleep(6 if isinstance(request, _ENTRIES) else 0.5)

    def _wish(self) -> Request | None:
        """Return what this person wants to ask for now."""
        view, party = self.model.view, self.party
        if view is None:
            return self._come()
        at = phase(view)
        if at in ("playing", "over"):
            party.begun.set()
        elif text(view.table, "id") != party.id and not self.watches:
            self.token = ""
            return Leave(ref=0)
        if at == "over":
            return self._end()
        if at == "playing" and my_turn(view) and not flag(view.table, "paused"):
            return self._play(view)
        return self._prepare() if at == "waiting" and not self.watches else self._idle()

    def _idle(self) -> Request | None:
        view = self.model.view
        if view and flag(view.table, "paused") and not self.watches:
            return Pause(ref=0, on=False)
        if self.fate.odds(0.97):
            return None
        # in a variable: the type of what is picked is that of all requests
        pastimes: list[Request] = [Sync(ref=0), Say(ref=0, text="well played")]
        if view and phase(view) == "playing" and not self.watches:
            pastimes.append(Pause(ref=0))
        return self.fate.choice(pastimes)

    def _play(self, view: View) -> Request:
        action = self.fate.choice(choices(view))
        return self._idle() or Act(ref=0, prompt=prompt(view), action=dict(action))

    def _come(self) -> Request | None:
        party = self.party
        if self.model.lobby is None:
            return None
        if self.token:
            return Resume(ref=0, token=self.token)
        if self.watches:
            watch = Watch(ref=0, table=party.id, word=party.wish.word)
            return watch if party.id else None
        if self.is_host:
            return party.wish
        join = Join(ref=0, table=party.id, word=party.wish.word)
        return join if party.id and self.number not in party.lost else None

    def _prepare(self) -> Request | None:
        """Be ready; as host, clear seats whose person cannot come back, and start."""
        view, party = self.model.view, self.party
        assert view
        seats = dict(heads.seats(view))
        mine = my_seat(view)
        if mine is not None and not flag(seats[mine], "ready"):
            return Ready(ref=0)
        if not heads.is_host(view):
            return None
        for seat, tree in seats.items():
            lost = {one for one in party.lost if text(tree, "name") == party.name(one)}
            if lost:
                party.lost -= lost
                return Kick(ref=0, seat=seat)
        party.lost.clear()
        ready = all(flag(tree, "ready") or text(tree, "kind") == "bot" for tree in seats.values())
        return Start(ref=0) if ready else None

    def _end(self) -> Request | None:
        """See that nothing is missing, wait for the others, and go."""
        party = self.party
        if self.number not in party.ready:
            party.ready.add(self.number)
            return Sync(ref=0)
        if party.all_done:
            self.finish()
        return None

    def finish(self) -> None:
        self.party.ready.add(self.number)
        self.is_done = True
        if self.call:
            self.send(Bye())
            self.call.scope.cancel()

    def _link(self, state: LinkState) -> None:
        link = replace(self.model.link, state=state)
        self.model = changes.linked(self.model, link, trio.current_time())

    # --- what goes wrong

    def break_off(self) -> None:
        if self.call:
            self.call.link.reset()

    def vanish(self) -> None:
        """Hear and say nothing any more over this connection, without a word."""
        if self.call:
            self.call.link.hold()

    def move(self) -> None:
        """Come again from elsewhere at the next act, while the older connection looks alive.

        The act is held on its way there, and arrives when the newer connection has the seat.
        """
        self.is_moving = True

    def _move(self, call: Call, act: Act) -> None:
        lurker = Lurker(call, self.name, structs.replace(act, ref=_REPEATS))
        call.link.client.writes.hold()
        self.acts.sent(act)
        self.send(lurker.act)
        self.lurking.append(lurker)
        self._nursery.start_soon(lurker.listen)
        self.is_moving = False
        call.scope.cancel()

    def repeat(self, times: int) -> None:
        """Send the last act that was done again: of no effect, and answered as before."""
        act = self.acts.latest
        if act and self.call and not (heads.is_busy(self.model) or self.model.kept):
            for _ in range(times):
                self._repeated += 1
                self.send(structs.replace(act, ref=_REPEATS + self._repeated))

    def step_out(self) -> None:
        """Go to the lobby in the middle of a match; the seat is kept."""
        view = self.model.view
        if view and phase(view) == "playing" and not heads.is_busy(self.model):
            self.ask(Leave(ref=0))

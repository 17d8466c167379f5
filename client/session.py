"""A client at work: the model, the link and the stored seats together, for any front end.

What the player asked for on the command line happens by itself after the first welcome. After
a lost link the seat is resumed by its token.
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from haydes import __version__
from haydes.client import changes
from haydes.client.cards import Cards
from haydes.client.exits import DONE, REFUSED, UNREACHABLE
from haydes.client.holding import Holding
from haydes.client.link import End, Where, Wire
from haydes.client.model import Link, Model, Voice, games, say
from haydes.client.options import Address, Options
from haydes.client.parsed import Local, Parsed
from haydes.client.read import branch, many, written
from haydes.client.store import Held, Store
from haydes.protocol.codes import Close
from haydes.protocol.limits import PROTOCOL
from haydes.protocol.messages import (
    Hello,
    Join,
    Lobby,
    Open,
    Request,
    Resume,
    ServerMessage,
    Start,
    Watch,
    Welcome,
)
from haydes.protocol.text import TextError, check_name

_EXITS = {End.LEFT: DONE, End.UNREACHABLE: UNREACHABLE, End.REFUSED: REFUSED}

# seats and options of a table for oneself, unless the player says otherwise
_SOLO: dict[str, tuple[int, dict[str, str | int | bool]]] = {
    "haydes": (2, {"map": "quick"}),
    "hounds": (4, {}),
    "holyquest": (1, {}),
}


class Session:
    """One run of the client, made inside its asyncio loop.

    `changed` is called after every change of `model`. `where` finds the server, if it is not
    simply at `options.address`.
    """

    def __init__(
        self,
        options: Options,
        store: Store,
        changed: Callable[[], None] = lambda: None,
        where: Where | None = None,
        *,
        patient: bool = True,
    ) -> None:
        self.model = Model(name=options.name, link=Link(server=options.server))
        self._options = options
        self._changed = changed
        self._where = where or self._address
        self._wire = Wire(options.server, self._where, self, patient=patient)
        self._holding = Holding(store, options.server)
        self.began = False  # what the command line wished for has been asked for
        self._namesakes = 1

    # What a front end does

    async def run(self) -> int:
        """Stay connected until `close` or a refusal; return the program's exit code."""
        end = await self._wire.run()
        while end is End.REFUSED and self._another_name():
            self._wire = Wire(self._options.server, self._where, self, patient=True)
            end = await self._wire.run()
        return _EXITS[end]

    def ask(self, request: Request) -> None:
        """Send a request; without a link an act is kept, and anything else is not sent."""
        self._follow(changes.ask(self.model, self._holding.instead(request), _now()))

    def do(self, parsed: Parsed) -> None:
        """Carry out what a line came to, as far as it is no business of the front end."""
        for line in parsed.lines:
            self.say(line.voice, line.text)
        for request in parsed.requests:
            self.ask(request)
        if parsed.local is Local.UNDO:
            self.undo()
        elif parsed.local is Local.RECONNECT:
            self.retry()
        elif parsed.local is Local.SET:
            self.set(*parsed.setting)

    def set(self, name: str, value: str) -> None:
        """Change a setting; those of a front end are its own business."""
        if name == "cards":
            self._become(replace(self.model, cards=Cards(value)))

    def say(self, voice: Voice, *sentences: str) -> None:
        """Add lines of this side to the log."""
        self._become(say(self.model, voice, *sentences))

    def resume(self, held: Held) -> None:
        """Go back to a seat."""
        self.ask(Resume(ref=0, token=held.token, ply=held.ply))

    def undo(self) -> None:
        """Drop the act that waits for the link."""
        self._become(changes.undo(self.model))

    def retry(self) -> None:
        self._wire.retry()

    async def close(self) -> None:
        """Say goodbye. A seat in a match stays held."""
        await self._wire.close()
        self._holding.rise(self.model)

    def held(self) -> tuple[Held, ...]:
        """Return the seats at this server that the player may come back to."""
        return self._holding.seats()

    # What the link does

    def hello(self) -> Hello:
        held = self._holding.greet(self._first_seat())
        view = self.model.view
        return Hello(
            protocols=[PROTOCOL],
            name=self.model.name,
            client=f"haydes-client {__version__}",
            token=held.token if held else "",
            ply=view.ply if view else held.ply if held else 0,
        )

    def hear(self, message: ServerMessage) -> None:
        self._holding.note(message, self.model)
        self._follow(changes.receive(self.model, message, _now()))
        if isinstance(message, Lobby | Welcome) and not self.began:
            self._begin()
            self._changed()

    def relinked(self, link: Link) -> None:
        self._become(changes.linked(self.model, link, _now()))

    async def _address(self) -> Address:
        return self._options.address

    def _follow(self, reply: changes.Reply) -> None:
        """Take on the next model and send what goes with it."""
        for request in reply.send:
            self._holding.sent(request)
            self._wire.send(request)
        self._become(reply.model)

    def _become(self, model: Model) -> None:
        if model is not self.model:
            self.model = model
            self._changed()

    def _begin(self) -> None:
        """Ask for what the command line wished, as soon as that is possible."""
        options, lobby = self._options, self.model.lobby
        if self.model.asked and lobby is None:
            return  # the lobby is on its way
        self.began = True
        if lobby is None:
            return  # back in a seat
        if options.table:
            kind = Watch if options.watch else Join
            self.ask(kind(ref=0, table=options.table, word=options.word))
        elif options.solo:
            self._open_solo(options.solo)

    def _open_solo(self, game: str) -> None:
        known = branch(games(self.model), game)
        most = max((n for n in many(known, "seats") if isinstance(n, int)), default=1)
        usual, wishes = _SOLO.get(game, (2, {}))
        taken = self._options.seats or min(usual, most)
        bots = self._options.bots if self._options.bots >= 0 else taken - 1
        kinds = [written(bot) for bot in many(known, "bots")][:1]
        settings = {**wishes, **self._options.settings}
        self.ask(Open(ref=0, game=game, seats=taken, bots=kinds * bots, options=settings))
        if bots >= taken - 1:
            self.ask(Start(ref=0))

    def _first_seat(self) -> Held | None:
        """Return the seat to come back to when the program starts."""
        options = self._options
        if self.began or options.watch or options.solo:
            return None
        seats = [h for h in self._holding.seats() if options.table in ("", h.table)]
        return seats[-1] if seats else None

    def _another_name(self) -> bool:
        """Try the next name if the player did not choose the one that is taken."""
        bye = self._wire.goodbye
        if self._options.chosen or bye is None or bye.code != Close.NAME_TAKEN:
            return False
        self._namesakes += 1
        name = f"{self._options.name} {self._namesakes}"
        try:
            self.model = replace(self.model, name=check_name(name))
        except TextError:
            return False
        return True


def _now() -> float:
    return asyncio.get_running_loop().time()

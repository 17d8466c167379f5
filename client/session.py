"""A client at work: the model, the link and the stored seats together, for any front end.

What the player asked for on the command line happens by itself after the first welcome. After
a lost link the seat is resumed by its token.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from haydes import __version__
from haydes.client import changes, clocks, config, dealing, opening, pledge, words
from haydes.client.cards import Cards
from haydes.client.check import check
from haydes.client.exits import DONE, MISUSED, REFUSED, UNREACHABLE, UNTRUSTED
from haydes.client.fair import Verdict
from haydes.client.here import is_here, own_address
from haydes.client.holding import Holding
from haydes.client.link import End, Wire
from haydes.client.model import Link, LinkState, Model, Voice, games, say
from haydes.client.options import Address, Options
from haydes.client.parsed import LOOKS_BACK, Local, Parsed
from haydes.client.past.library import Library
from haydes.client.read import branch, many, written
from haydes.client.record import Recorder
from haydes.client.speech import listed
from haydes.client.store import Held, Store
from haydes.client.trust import Reached, Trust
from haydes.client.tutor import Tutor, load
from haydes.protocol.codes import Close
from haydes.protocol.fair import FEATURE, SECRET_BYTES
from haydes.protocol.features import DEFLATE, HINT
from haydes.protocol.limits import PROTOCOL, WORD
from haydes.protocol.messages import (
    Done,
    Hello,
    Join,
    Lobby,
    Ready,
    Refused,
    Request,
    Resume,
    Script,
    ServerMessage,
    Snapshot,
    Start,
    Sync,
    Update,
    Watch,
    Welcome,
)
from haydes.protocol.text import TextError, check_name

_EXITS = {
    End.LEFT: DONE,
    End.UNREACHABLE: UNREACHABLE,
    End.REFUSED: REFUSED,
    End.UNTRUSTED: UNTRUSTED,
}
Where: TypeAlias = Callable[[], Awaitable[Address]]  # finds the server, once it is up

# seats and options of a table for oneself, unless the player says otherwise
_SOLO: dict[str, tuple[int, dict[str, str | int | bool]]] = {
    "haydes": (2, {"map": "quick"}),
    "hounds": (4, {}),
    "holyquest": (1, {}),
}


_LOCKED = "this server asks everybody for a word. Type it."
_SYNC_SECONDS = 1.0  # after one was refused for coming too soon


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
        self.model = Model(
            name=options.name,
            link=Link(server=options.server),
            cards=options.cards,
            bell=options.bell,
            taught=bool(options.tutorial),
        )
        self._options = options
        self._changed = changed
        self._where = where or self._address
        self._trust = Trust(store, options.use_tls, options.pin)
        self._wire = Wire(options.server, self._reach, self, patient=patient)
        self.asks = False  # the player can be asked for the server's word: `locked`, `unlock`
        self._server_word = options.server_word
        self._unlocking: asyncio.Future[str] | None = None
        self._holding = Holding(store, options.server)
        self._tutor = Tutor(load(options.tutorial)) if options.tutorial else None
        self._recorder = Recorder(store.records(), options.server)
        self.library = Library(store.records())
        self._check: asyncio.Task[None] | None = None
        # gets every message before it changes the model
        self.heard: Callable[[ServerMessage], None] = lambda _: None
        self.began = False  # what the command line wished for has been asked for
        self.problem = ""  # why what the command line wished for cannot be
        self._namesakes = 1
        self._noticed = {""}
        self._wish = 0  # ref of what the command line wished for
        self._taken_up = False  # a solo game goes on, as its first view is to tell
        self._starts = False  # a match is to begin as soon as the table is open
        self._verdict: int | None = None  # exit code, when the wish ends the program
        self._ending: asyncio.Task[None] | None = None

    # What a front end does

    async def run(self) -> int:
        """Stay connected until `close` or a refusal; return the program's exit code."""
        end = await self._wire.run()
        while end is End.REFUSED and (self._renames() or await self._unlocks()):
            self._wire = Wire(self._options.server, self._reach, self, patient=True)
            end = await self._wire.run()
        return _EXITS[end] if self._verdict is None else self._verdict

    def unlock(self, word: str) -> None:
        """Give the server's word, while the model says `locked`."""
        if self._unlocking and not self._unlocking.done():
            self._unlocking.set_result(word)

    def ask(self, request: Request) -> None:
        """Send a request; without a link an act is kept, and anything else is not sent."""
        request = self._holding.instead(request, self.model.name)
        model, requests = pledge.pledged(self.model, request, _nonce)
        self.model = model
        for each in requests:
            self._follow(changes.ask(self.model, each, _now()))

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
        elif parsed.local is Local.TIME and self.model.view is not None:
            self.say(Voice.TABLE, *clocks.left(self.model.view, _now()))
        elif parsed.local in LOOKS_BACK:
            voice, told = self.library.answer(parsed.local, parsed.game, self.model)
            self.say(voice, *told)
        elif parsed.local is Local.SET:
            self.set(*parsed.setting)
            if parsed.saves:
                self._save(*parsed.setting)

    def set(self, name: str, value: str) -> None:
        """Change a setting; those of a front end are its own business."""
        if name == "cards":
            self._become(replace(self.model, cards=Cards(value)))
        elif name == "bell":
            self._become(replace(self.model, bell=value == config.ON))

    def _save(self, name: str, value: str) -> None:
        path = self._options.config
        try:
            config.save(path, name, value)
        except (config.ConfigError, OSError) as problem:
            self.say(Voice.ERROR, f"{problem}.")
        else:
            self.say(Voice.HINT, f"{name} {value} is saved in {path}.")

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
        if self._check:
            self._check.cancel()
            await asyncio.wait({self._check})
        self.unlock("")
        await (self._ending or self._wire.close())
        self._recorder.close()
        self._holding.rise(self.model)

    def held(self) -> tuple[Held, ...]:
        """Return the seats at this server that this player may come back to."""
        return self._holding.seats(self.model.name)

    # What the link does

    def met(self, pin: str, notice: str) -> None:
        self._holding.come_to(pin or self._options.server)
        if notice not in self._noticed:
            self._noticed.add(notice)
            self.say(Voice.LINK, notice)

    def hello(self) -> Hello:
        held = self._holding.greet(self._first_seat())
        view = self.model.view
        return Hello(
            protocols=[PROTOCOL],
            name=self.model.name,
            client=f"haydes-client {__version__}",
            token=held.token if held else "",
            ply=view.ply if view else held.ply if held else 0,
            word=self._server_word,
            # who plays on a server of their own need not be shown that it deals fairly
            features=[HINT] if self._options.solo else [FEATURE, DEFLATE, HINT],
        )

    def hear(self, message: ServerMessage) -> None:
        request = self.model.asked.get(message.ref) if isinstance(message, Refused) else None
        if isinstance(request, Sync):
            asyncio.get_running_loop().call_later(_SYNC_SECONDS, self._sync_again)
        self.heard(message)
        self._holding.note(message, self.model)
        if isinstance(message, Lobby):
            own = tuple((held.table, held.game) for held in self.held())
            self.model = replace(self.model, own=own)
        reply = changes.receive(self.model, message, _now())
        self._recorder.heard(message, reply.model)
        self.library.look(self.model.view, reply.model, self._recorder.path)
        self._follow(self._taught(reply, message))
        if isinstance(message, Script) and message.first + len(message.inputs) >= message.total:
            self._judge()
        if self._taken_up and isinstance(message, Snapshot) and self.model.view:
            self._taken_up = False
            self.say(Voice.LINK, words.taken_up(self.model.view))
        if pledge.has_lost_nonce(self.model):
            self.ask(Ready(ref=0))
        if isinstance(message, Done | Refused) and message.ref == self._wish:
            self._answered(message)
        if isinstance(message, Lobby | Welcome) and not self.began:
            self._begin()
            self._changed()

    def _taught(self, reply: changes.Reply, message: ServerMessage) -> changes.Reply:
        """Set the lesson of a tutorial that fits what has happened."""
        view = reply.model.view
        if self._tutor is None or view is None or not isinstance(message, Snapshot | Update):
            return reply
        events = message.events if isinstance(message, Update) else ()
        lesson = self._tutor.follow(view, events)
        return replace(reply, model=replace(reply.model, lesson=lesson))

    def _sync_again(self) -> None:
        """Ask once more for the cure of a gap, which was refused."""
        if self.model.view is not None and self.model.link.up:
            self._follow(changes.sync(self.model))

    def relinked(self, link: Link) -> None:
        if link.state is LinkState.REFUSED and self._another_name():
            return  # it is not over yet
        if link.state is LinkState.REFUSED and self._wants_word():
            self.model = replace(self.model, link=link)
            return
        if link.up and not self.model.link.up:
            lan = own_address() if is_here(self._options.address.host) else ""
            self.model = replace(self.model, worded=bool(self._server_word), lan=lan)
        self._become(changes.linked(self.model, link, _now()))

    async def _reach(self) -> Reached:
        return await self._trust.reach(await self._where())

    async def _address(self) -> Address:
        return self._options.address

    def _follow(self, reply: changes.Reply) -> None:
        """Take on the next model and send what goes with it."""
        for request in reply.send:
            self._holding.sent(request)
            self._recorder.asked(request)
            self._wire.send(request)
        self._become(reply.model)

    def _become(self, model: Model) -> None:
        if model is not self.model:
            self.model = model
            self._changed()

    def _judge(self) -> None:
        """Have the record of the match that is over checked, as it is whole now."""
        record = self._recorder.path
        self._recorder.close()
        if record is None:
            self._become(changes.judged(self.model, Verdict.UNKNOWN, dealing.UNWRITTEN))
        else:
            self._check = asyncio.create_task(self._have_checked(record))

    async def _have_checked(self, record: Path) -> None:
        verdict, sentences = await check(record)
        self._become(changes.judged(self.model, verdict, *sentences))

    def _begin(self) -> None:
        """Ask for what the command line wished, as soon as that is possible."""
        options, lobby = self._options, self.model.lobby
        if self.model.asked and lobby is None:
            return  # the lobby is on its way
        self.began = True
        if lobby is None:  # back in a seat
            self._taken_up = bool(options.solo)
            return
        if options.table:
            kind = Watch if options.watch else Join
            self._wish_for(kind(ref=0, table=options.table, word=options.word))
        elif options.solo:
            self._open_solo(options.solo)

    def _open_solo(self, game: str) -> None:
        options, all_games = self._options, games(self.model)
        known = branch(all_games, game)
        if not known:
            self._fail(
                f'there is no game "{game}". This server has {listed(list(all_games), "and")}.'
            )
            return
        most = max((n for n in many(known, "seats") if isinstance(n, int)), default=1)
        usual, wishes = _SOLO.get(game, (2, {}))
        taken = options.seats or (1 + options.bots if options.bots >= 0 else min(usual, most))
        bots = options.bots if options.bots >= 0 else taken - 1
        settings = {**wishes, **options.settings}
        line = [f"{name}={written(value)}" for name, value in settings.items()]
        try:
            wish = opening.read(game, ["seats", str(taken), "bots", str(bots), *line], known)
        except opening.MistakeError as mistake:
            self._fail(f"{mistake}.")
            return
        self._starts = bots >= taken - 1
        self._wish_for(wish)

    def _wish_for(self, request: Request) -> None:
        self._wish = self.model.next_ref
        self.ask(request)

    def _answered(self, message: Done | Refused) -> None:
        """Go on after the answer to what the command line wished for."""
        self._wish = 0
        if isinstance(message, Refused):
            self._end(self.model.log[-1].text, REFUSED)
        elif self._starts:
            self.ask(Start(ref=0))

    def _fail(self, sentence: str) -> None:
        """End the program: the command line cannot be meant, as the server's lobby shows."""
        self._end(sentence, MISUSED)
        self.say(Voice.ERROR, sentence)

    def _end(self, problem: str, code: int) -> None:
        self.problem, self._verdict = problem, code
        self._ending = asyncio.create_task(self._wire.close())

    def _first_seat(self) -> Held | None:
        """Return the seat to come back to when the program starts."""
        options = self._options
        if self.began or options.watch:
            return None
        if options.solo:
            anew = options.new or options.seats or options.bots >= 0 or options.settings
            seats = [] if anew else [h for h in self.held() if h.game == options.solo]
        else:
            seats = [h for h in self.held() if options.table in ("", h.table)]
        return seats[-1] if seats else None

    def _wants_word(self) -> bool:
        bye = self._wire.goodbye
        return self.asks and bye is not None and bye.code == Close.WRONG_WORD

    async def _unlocks(self) -> bool:
        """Wait for the server's word, if that is what it wants; False: the player gave none."""
        if not self._wants_word():
            return False
        said = "that is not the word; try again." if self._server_word else _LOCKED
        self._unlocking = asyncio.get_running_loop().create_future()
        self._become(say(replace(self.model, locked=True), Voice.LINK, said))
        word = " ".join((await self._unlocking).split())[:WORD]
        self._server_word = word
        self._become(replace(self.model, locked=False))
        return bool(word)

    def _renames(self) -> bool:
        """Take another name, if that is what it takes."""
        name = self._another_name()
        if name:
            self._namesakes += 1
            self.model = replace(self.model, name=name)
        return bool(name)

    def _another_name(self) -> str:
        """Return the next name if the player did not choose the one that is taken, else ""."""
        bye = self._wire.goodbye
        if self._options.chosen or bye is None or bye.code != Close.NAME_TAKEN:
            return ""
        try:
            return check_name(f"{self._options.name} {self._namesakes + 1}")
        except TextError:
            return ""


def _nonce() -> str:
    from secrets import token_hex  # noqa: PLC0415 - not for the first line of line mode

    return token_hex(SECRET_BYTES)


def _now() -> float:
    return asyncio.get_running_loop().time()

"""What people may ask for, where, how often, and who answers.

Law: every request is answered by `done` or `refused`, before anything that follows from it.
"""

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import UNSET

from haydes.protocol.codes import Refusal
from haydes.protocol.limits import STRING
from haydes.protocol.messages import (
    Act,
    AddBot,
    Browse,
    Done,
    Hint,
    Join,
    Kick,
    Leave,
    MakeHost,
    Open,
    Pause,
    Ready,
    Refused,
    Request,
    Resign,
    Resume,
    Reveal,
    Rules,
    RulesText,
    Say,
    Script,
    Start,
    Swap,
    Sync,
    Transcript,
    Unban,
    Watch,
)
from haydes.protocol.text import TextError, check_chat, safe
from haydes.server.greeting import with_token
from haydes.server.house import House
from haydes.server.refusal import RefusalError
from haydes.server.session import Place, Session
from haydes.server.table import Table, seat_of
from haydes.server.views import wire

_Entry: TypeAlias = Open | Join | Watch | Resume
_OfSeat: TypeAlias = Ready | Reveal | Swap | Act | Resign | Pause
_OfHost: TypeAlias = Start | AddBot | Kick | Unban | MakeHost

_BEGINNINGS = (Open, Join, Watch, Start)  # of what a server that is about to stop does not begin
_LOBBY = frozenset({Place.LOBBY})
_TABLE = frozenset({Place.SEAT, Place.WATCHING})
_SEAT = frozenset({Place.SEAT})
PLACES: Mapping[type[Request], frozenset[Place]] = {
    Browse: _LOBBY,
    Open: _LOBBY,
    Join: _LOBBY,
    Watch: _LOBBY,
    Resume: _LOBBY,
    Leave: _TABLE,
    Sync: _TABLE,
    Say: _LOBBY | _TABLE,
    Transcript: _TABLE,
    Rules: _LOBBY | _TABLE,
    Ready: _SEAT,
    Reveal: _SEAT,
    Act: _SEAT,
    Hint: _SEAT,
    Resign: _SEAT,
    Pause: _SEAT,
    Swap: _SEAT,
    Start: _SEAT,
    AddBot: _SEAT,
    Kick: _SEAT,
    Unban: _SEAT,
    MakeHost: _SEAT,
}


def answer(house: House, session: Session, request: Request, now: float) -> None:
    """Carry a request out and tell everybody concerned, or refuse it."""
    try:
        _check_place(house, session, request)
        match request:
            case Act():  # first, as most are
                _at_table(house, session, request, now)
            case Browse():
                house.outbox.post(session, Done(ref=request.ref))
                house.lobby.show(session)
            case Open() | Join() | Watch() | Resume():
                _enter(house, session, request, now)
            case Say():
                _say(house, session, request, now)
            case Transcript():
                _show_script(house, session, request)
            case Hint():
                _advise(house, session, request)
            case Rules():
                _tell_rules(house, session, request)
            case _:
                _at_table(house, session, request, now)
    except RefusalError as no:
        house.outbox.post(session, Refused(ref=request.ref, code=no.code, text=str(no)))


def _check_place(house: House, session: Session, request: Request) -> None:
    if session.place not in PLACES[type(request)]:
        raise RefusalError(Refusal.WRONG_PLACE, f"not while you are {session.place.value}")
    if house.is_closing and isinstance(request, _BEGINNINGS):
        raise RefusalError(Refusal.CLOSING)


def _enter(house: House, session: Session, request: _Entry, now: float) -> None:
    table, done = _come_in(house, session, request, now)
    house.lobby.leave(session)
    house.outbox.post(session, done)
    if isinstance(request, Resume):
        house.warn(session, table, request.ply)
    table.publish(now)


def _come_in(house: House, session: Session, request: _Entry, now: float) -> tuple[Table, Done]:
    tables = house.tables
    match request:
        case Open():
            table, token = tables.open(session, request, house.date())
            seat = table.seats.host
            return table, Done(ref=request.ref, table=table.id, seat=seat, token=token)
        case Join():
            table = _find(house, session, request, now)
            wanted = None if request.seat is UNSET else request.seat
            seat, token = table.sit(session, wanted)
            return table, Done(ref=request.ref, table=table.id, seat=seat, token=token)
        case Watch():
            table = _find(house, session, request, now)
            tables.check_spectators(table)
            table.watch(session)
            return table, Done(ref=request.ref, table=table.id)
        case Resume():
            table, seat = with_token(house, session, request.token, now)
            house.reopen(session, table, seat, now)
            return table, Done(ref=request.ref, table=table.id, seat=seat)


def _find(house: House, session: Session, request: Join | Watch, now: float) -> Table:
    """Return the table that is meant; a wrong word for it, there or not, is a guess."""
    if not request.word:
        return house.tables.find(request.table, "")
    if not house.meter.may_guess(session, now, request.table):
        raise RefusalError(Refusal.RATE, "too many wrong words; wait a minute")
    try:
        return house.tables.find(request.table, request.word)
    except RefusalError:
        house.meter.missed(session, now, request.table)
        raise


def _say(house: House, session: Session, request: Say, now: float) -> None:
    try:
        text = check_chat(request.text)
    except TextError as error:
        raise RefusalError(Refusal.BAD_TEXT, str(error)) from None
    house.outbox.post(session, Done(ref=request.ref))
    table = house.tables.get(session.table)
    if table:
        table.say(session, text, house.date())
        table.publish(now)
    else:
        house.lobby.say(session.name, text, house.date())


def _show_script(house: House, session: Session, request: Transcript) -> None:
    table = house.tables[session.table]
    deal, total, inputs = table.transcript(request.match, request.first)
    house.outbox.post(session, Done(ref=request.ref))
    house.outbox.post(
        session,
        Script(
            ref=request.ref,
            deal=wire(deal),
            first=request.first,
            total=total,
            inputs=[wire(entry) for entry in inputs],
        ),
    )


def _advise(house: House, session: Session, request: Hint) -> None:
    adviser, seat = house.tables[session.table].adviser, seat_of(session)
    adviser.check(seat)
    house.outbox.post(session, Done(ref=request.ref))
    adviser.consult(session, seat)


def _tell_rules(house: House, session: Session, request: Rules) -> None:
    book = house.rulebooks.get(request.game)
    if book is None:
        raise RefusalError(Refusal.UNKNOWN_GAME)
    lines = book.about(request.about)
    if not lines:
        nothing = f'the rules say nothing about "{safe(request.about)}"'
        text = f"{nothing}; try {', '.join(book.examples())}"
        raise RefusalError(Refusal.UNKNOWN_RULE, text[:STRING])
    house.outbox.post(session, Done(ref=request.ref))
    answer = RulesText(game=request.game, about=request.about, lines=lines)
    house.outbox.post(session, answer)


def _at_table(
    house: House, session: Session, request: Leave | Sync | _OfSeat | _OfHost, now: float
) -> None:
    table = house.tables[session.table]
    match request:
        case Act() | Ready() | Reveal() | Swap() | Resign() | Pause():
            _in_seat(table, session, request, now)
        case Leave():
            table.leave(session, now)
        case Sync():
            table.audience.refresh(session)
        case Start() | AddBot() | Kick() | Unban() | MakeHost():
            _as_host(table, session, request, now)
    house.outbox.post(session, Done(ref=request.ref))
    table.publish(now)


def _in_seat(table: Table, session: Session, request: _OfSeat, now: float) -> None:
    match request:
        case Act():
            table.act(session, request.prompt, request.action)
        case Ready():
            table.ready(session, request.commitment or "")
        case Reveal():
            table.reveal(session, request.nonce, now)
        case Swap():
            table.swap(session, request.seat, request.to)
        case Resign():
            table.resign(session)
        case Pause():
            table.pause(session, on=request.on)


def _as_host(table: Table, session: Session, request: _OfHost, now: float) -> None:
    if session.seat != table.seats.host:
        raise RefusalError(Refusal.NOT_HOST)
    match request:
        case Start():
            table.start(now)
        case AddBot():
            table.add_bot(None if request.seat is UNSET else request.seat, request.bot)
        case Kick():
            table.kick(request.seat, ban=request.ban)
        case Unban():
            table.unban(request.name)
        case MakeHost():
            table.make_host(request.seat)

"""The answer to `hello`: welcome or bye."""

from typing import TypeAlias

from haydes.engine.game import Seat
from haydes.protocol.codes import CLOSES, Close, Refusal
from haydes.protocol.fair import FEATURE
from haydes.protocol.features import DEFLATE, HINT
from haydes.protocol.limits import PROTOCOL
from haydes.protocol.messages import Hello, Welcome
from haydes.protocol.text import TextError, check_name
from haydes.server.house import House
from haydes.server.refusal import PartingError, RefusalError
from haydes.server.session import Place, Session
from haydes.server.table import Table

_Held: TypeAlias = tuple[Table, Seat]

FEATURES = (DEFLATE, FEATURE, HINT)


def greet(house: House, session: Session, hello: Hello, now: float) -> None:
    """Let a stranger in, at once into a seat if the token is good; PartingError if not at all."""
    if PROTOCOL not in hello.protocols:
        raise PartingError(Close.VERSION, f"this server speaks protocol {PROTOCOL}")
    _check_word(house, session, hello, now)
    try:
        name = check_name(hello.name)
    except TextError as error:
        raise PartingError(Close.BAD_NAME, str(error)) from None
    held, refused = _find_seat(house, session, hello, now)
    if held:
        table, seat = held
        if table.seats.person(seat).session is None:
            _make_room(house, session, now, seated=True)
        house.reopen(session, table, seat, now)
        name = table.seats.person(seat).name  # a token speaks for no other name
    else:
        holder = _holder(house, name)
        _make_room(house, session, now, seated=False)
        if holder:
            text = "you were silent, and someone else came with your name"
            house.part(holder, Close.SUPERSEDED, text, now)
    session.name = name
    small = house.small if DEFLATE in hello.features else None
    session.deflater = small.deflater if small else None
    house.door.greet(session)
    house.people.add(session)
    house.outbox.post(
        session,
        Welcome(
            protocol=PROTOCOL,
            server=house.name,
            name=name,
            limits=house.limits.tree(),
            features=[feature for feature in FEATURES if feature in hello.features],
            table=session.table,
            refused=refused,
            dictionary=small.text if small else "",
        ),
    )
    if held:
        table, _ = held
        house.warn(session, table, hello.ply)
        table.publish(now)


def with_token(house: House, session: Session, token: str, now: float) -> _Held:
    """Return the seat that a token opens; PartingError after too many that open none."""
    try:
        return house.tables.with_token(token)
    except RefusalError as no:
        # A good one is never refused for the bad ones of others behind the same address
        if no.code == Refusal.UNKNOWN_TOKEN and not house.meter.missed(session, now):
            raise PartingError(Close.RATE, "too many tokens that open no seat") from None
        raise


def _check_word(house: House, session: Session, hello: Hello, now: float) -> None:
    if house.door.opens_to(""):
        return
    if not house.meter.may_guess(session, now):
        raise PartingError(Close.RATE, "too many wrong words from your address; wait a minute")
    if not house.door.opens_to(hello.word):
        if hello.word:
            house.meter.missed(session, now)
        raise PartingError(Close.WRONG_WORD, CLOSES[Close.WRONG_WORD][0])


def _find_seat(
    house: House, session: Session, hello: Hello, now: float
) -> tuple[_Held | None, str]:
    """Return the seat that a hello takes back, if any, and why it does not."""
    if not hello.token:
        return None, ""
    if not house.meter.allows(session, Hello, now):
        raise PartingError(Close.RATE, "too many have come back from your address at once")
    try:
        return with_token(house, session, hello.token, now), ""
    except RefusalError as no:
        return None, no.code


def _make_room(house: House, session: Session, now: float, *, seated: bool) -> None:
    """See to it that there is a place, if need be that of someone without a seat."""
    if house.door.has_room(seated=seated):
        return
    leaving = house.door.who_yields(session, house.people)
    if leaving is None:
        raise PartingError(Close.FULL, CLOSES[Close.FULL][0])
    house.part(leaving, Close.FULL, "your place goes to someone from elsewhere", now)


def _holder(house: House, name: str) -> Session | None:
    """Return who has to give a name up for a newcomer: who is away and has no seat.

    PartingError if it is in use. Who has a seat keeps the name until the connection is closed:
    told that it was superseded, a client does not come back, and its seat would be lost to
    whoever waited for a bad moment.
    """
    holder = house.people.named(name)
    if holder and (holder.place is Place.SEAT or not holder.away):
        raise PartingError(Close.NAME_TAKEN, CLOSES[Close.NAME_TAKEN][0])
    return holder

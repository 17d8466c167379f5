"""The answer to `hello`: welcome or bye."""

from haydes.protocol.codes import CLOSES, Close
from haydes.protocol.fair import FEATURE
from haydes.protocol.limits import PROTOCOL
from haydes.protocol.messages import Hello, Welcome
from haydes.protocol.text import TextError, check_name
from haydes.server.house import House
from haydes.server.refusal import PartingError, RefusalError
from haydes.server.session import Session

FEATURES = (FEATURE,)


def greet(house: House, session: Session, hello: Hello, now: float) -> None:
    """Let a stranger in, at once into a seat if the token is good; PartingError if not at all."""
    if PROTOCOL not in hello.protocols:
        raise PartingError(Close.VERSION, f"this server speaks protocol {PROTOCOL}")
    try:
        name = check_name(hello.name)
    except TextError as error:
        raise PartingError(Close.BAD_NAME, str(error)) from None
    table, refused = None, ""
    if hello.token:
        try:
            table, seat = house.tables.with_token(hello.token)
            house.reopen(session, table, seat, now)
            name = table.seats.person(seat).name  # a token speaks for no other name
        except RefusalError as no:
            refused = no.code
    if not table:
        _make_room(house, name, now)
    session.name = name
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
            table=table.id if table else "",
            refused=refused,
        ),
    )
    if table:
        house.warn(session, table, hello.ply)
        table.publish(now)


def _make_room(house: House, name: str, now: float) -> None:
    """Take a name over from someone who is away; refuse one that is in use."""
    if not house.door.has_room():
        raise PartingError(Close.FULL, CLOSES[Close.FULL][0])
    holder = house.people.named(name)
    if holder and not holder.away:
        raise PartingError(Close.NAME_TAKEN, CLOSES[Close.NAME_TAKEN][0])
    if holder:
        text = "you were silent, and someone else came with your name"
        house.part(holder, Close.SUPERSEDED, text, now)

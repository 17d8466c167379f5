"""What each record does to a table.

Law: a table changes by its records only, the same way when it happens and when it is restored.
"""

from typing import assert_never

from haydes.engine.game import Event
from haydes.engine.match import Kind
from haydes.server.journal import (
    HostChanged,
    InputTaken,
    MatchStarted,
    Record,
    SeatOpened,
    SeatReady,
    SeatTaken,
    TableClosed,
    TableOpened,
)
from haydes.server.play import Play
from haydes.server.seats import Person, Robot, Seats


def fold(record: Record, seats: Seats, play: Play) -> list[Event]:
    """Do what a record says and return what happened in the match; raises if it does not fit."""
    match record:
        case TableOpened() | TableClosed():
            raise ValueError("a table is opened first and closed last")
        case SeatTaken(seat=seat, name=name, bot=bot, token=token):
            if bot:
                seats.put(seat, Robot(name, bot))
            else:
                seats.put(seat, Person(name, token))
                play.forget(seat)
        case SeatOpened(seat=seat):
            seats.put(seat, None)
        case SeatReady(seat=seat):
            seats.person(seat).ready = True
        case HostChanged(seat=seat):
            seats.host = seat
        case MatchStarted(seed=seed):
            play.begin(seed)
            for _, person in seats.persons:
                person.ready = False
        case InputTaken():
            return _play(record, seats, play)
        case _:
            assert_never(record)
    return []


def _play(record: InputTaken, seats: Seats, play: Play) -> list[Event]:
    entry = record.input
    if entry.kind is Kind.FORFEIT:
        seats.person(entry.seat).give_up()
    events = play.put(entry)
    if record.prompt is not None:
        play.note_answer(entry.seat, record.prompt, entry.action)
    return events

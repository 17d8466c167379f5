"""What each record does to a table.

Law: a table changes by its records only, the same way when it happens and when it is restored.
"""

from typing import assert_never

from haydes.engine.game import Event
from haydes.engine.match import Kind
from haydes.server.deal import Deals
from haydes.server.journal import (
    HostChanged,
    InputTaken,
    MatchStarted,
    NameAllowed,
    NameBanned,
    NonceOpened,
    PauseSet,
    Record,
    SeatOpened,
    SeatReady,
    SeatsSwapped,
    SeatTaken,
    SecretDrawn,
    StartCancelled,
    TableClosed,
    TableOpened,
)
from haydes.server.play import Play
from haydes.server.seats import Person, Robot, Seats


def fold(record: Record, seats: Seats, play: Play, deals: Deals) -> list[Event]:
    """Do what a record says and return what happened in the match; raises if it does not fit."""
    match record:
        case InputTaken():  # first, as most are
            return _play(record, seats, play, deals)
        case TableOpened() | TableClosed():
            raise ValueError("a table is opened first and closed last")
        case SeatTaken() | SeatOpened() | SeatReady() | SeatsSwapped():
            _seat(record, seats, play)
        case HostChanged(seat=seat):
            seats.host = seat
        case NameBanned(name=name):
            seats.ban(name)
        case NameAllowed(name=name):
            seats.allow(name)
        case SecretDrawn() | NonceOpened() | StartCancelled() | MatchStarted():
            _start(record, seats, play, deals)
        case PauseSet(on=on):
            play.is_paused = on
            seats.forget_votes()
        case _:
            assert_never(record)
    return []


def _seat(
    record: SeatTaken | SeatOpened | SeatReady | SeatsSwapped, seats: Seats, play: Play
) -> None:
    match record:
        case SeatTaken(seat=seat, name=name, bot=bot, token=token):
            if bot:
                seats.put(seat, Robot(name, bot))
            else:
                seats.put(seat, Person(name, token))
                play.forget(seat)
        case SeatOpened(seat=seat):
            seats.put(seat, None)
        case SeatReady(seat=seat, commitment=commitment):
            person = seats.person(seat)
            person.ready, person.commitment = True, commitment
        case SeatsSwapped(seat=seat, to=to):
            seats.swap(seat, to)
            play.forget(seat)
            play.forget(to)


def _start(
    record: SecretDrawn | NonceOpened | StartCancelled | MatchStarted,
    seats: Seats,
    play: Play,
    deals: Deals,
) -> None:
    match record:
        case SecretDrawn(secret=secret, commitments=commitments):
            deals.draw(play.started + 1, play.ply, secret, commitments)
        case NonceOpened(seat=seat, nonce=nonce):
            deals.open(seat, nonce)
        case StartCancelled():
            deals.cancel()
            seats.clear_ready()
        case MatchStarted(seed=seed):
            deals.begin(seed)
            play.begin(seed)
            seats.clear_ready()


def _play(record: InputTaken, seats: Seats, play: Play, deals: Deals) -> list[Event]:
    entry = record.input
    if entry.kind is Kind.FORFEIT:
        seats.person(entry.seat).give_up()
    events = play.put(entry)
    if record.prompt is not None:
        play.note_answer(entry.seat, record.prompt, entry.action)
    if play.match and not play.is_running:
        deals.finish(play.match)
    return events

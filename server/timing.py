"""What the clocks of a table are set by: whose turn it is, who is gone, who is there."""

from haydes.server.clocks import Clocks
from haydes.server.play import Play
from haydes.server.seats import Seats
from haydes.server.setup import Absent, Setup


def set_turn(clocks: Clocks, setup: Setup, seats: Seats, play: Play, now: float) -> None:
    """Set the clock of the turn for what is asked now."""
    if setup.turn_seconds and play.is_running:
        _ask(clocks, seats, play, now)


def set_clocks(clocks: Clocks, setup: Setup, seats: Seats, play: Play, now: float) -> None:
    """Set all clocks for who is there, and let them run while someone is there to see."""
    set_turn(clocks, setup, seats, play, now)
    if not play.is_running:
        clocks.stop(now)
    elif setup.absent is not Absent.WAIT:
        clocks.miss(seats.missing, now)
    goes_on = play.is_running and not play.is_paused
    clocks.run(now, running=goes_on and seats.is_anyone_here())


def _ask(clocks: Clocks, seats: Seats, play: Play, now: float) -> None:
    asked = [seat for seat, _ in seats.players if play.asks(seat)]
    question = [(seat, play.questions[seat].prompt) for seat in asked]
    number = play.turn_number
    turn = question if number is None else [(seat, number) for seat in asked]
    clocks.ask(turn, question, now)

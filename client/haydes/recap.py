"""How a match of Escape from Haydes went: the strength that was left, calls and dice."""

from haydes.client.haydes import ground, odds
from haydes.client.model import View, seat_name, seats
from haydes.client.past.course import Course, Recap, compared, mean, over_turns, said
from haydes.client.past.film import Film
from haydes.client.read import many, number, text

MEASURE = "strength turn by turn"
TWO_DICE = 7.0


def recap(film: Film) -> Recap:
    last = film.steps[-1].view
    courses = (_course(film, last, seat) for seat, _ in seats(last))
    return Recap(MEASURE, tuple(courses))


def _course(film: Film, last: View, seat: int) -> Course:
    return Course(
        seat_name(last, seat),
        over_turns(film, lambda view: _strength(view, seat)),
        said((_calls(film, seat), mean("dice", _tests(film, seat), TWO_DICE))),
    )


def _strength(view: View, seat: int) -> int | None:
    """Return the points or wounds that a figure has left; None before they are shared out."""
    figure = ground.figure(view.game, seat)
    if figure.wounds >= 0:
        return figure.wounds
    known = figure.charisma >= 0 or (figure.state == "out" and not figure.at)
    return max(0, figure.charisma) + max(0, figure.endurance) if known else None


def _calls(film: Film, seat: int) -> str:
    """Compare the calls of a seat with the chances that everybody could count."""
    right, made, expected = 0, 0, 0.0
    for before, step in zip(film.steps, film.steps[1:], strict=False):
        for event in step.events:
            if text(event, "event") != "move" or number(event, "seat", -1) != seat:
                continue
            game = before.view.game
            chances = odds.guess(game, text(event, "from"), text(event, "to"))
            if chances is None:
                continue
            call = text(event, "call")
            made += 1
            right += text(event, "result") == "right"
            expected += (chances.higher if call == "higher" else chances.lower) / 100
    return compared("calls", right, made, expected)


def _tests(film: Film, seat: int) -> list[int]:
    return [
        sum(die for die in many(event, "dice") if isinstance(die, int))
        for event in film.events
        if text(event, "event") == "test" and number(event, "seat", -1) == seat
    ]

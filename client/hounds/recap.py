"""How a match of Release the Hounds went: the way along the track, fights and dice."""

from haydes.client.hounds import track
from haydes.client.model import View, seat_name, seats
from haydes.client.past.course import Course, Recap, compared, mean, over_turns, said
from haydes.client.past.film import Film
from haydes.client.read import many, number, text, written

MEASURE = "place on the track turn by turn"
DIE = 3.5
SPOTS = 5.5  # what a card from ace to ten is worth on average


def recap(film: Film) -> Recap:
    last = film.steps[-1].view
    courses = (_course(film, last, seat) for seat, _ in seats(last))
    return Recap(MEASURE, tuple(courses))


def _course(film: Film, last: View, seat: int) -> Course:
    return Course(
        seat_name(last, seat),
        over_turns(film, lambda view: _place(view, seat)),
        said(
            (
                mean("cards", _spots(film, seat), SPOTS),
                _fights(film, seat),
                mean("die", _dice(film, seat), DIE),
            )
        ),
    )


def _place(view: View, seat: int) -> int | None:
    """Return where somebody is: past the track's end who has escaped, before it who is caught.

    None: nobody is on the track yet.
    """
    figure = track.convict(view.game, seat)
    if figure.runs and not figure.at:
        return None
    return track.length(view.game) + 1 if figure.state == "escaped" else figure.at


def _spots(film: Film, seat: int) -> list[int]:
    """Return what the spot cards were worth that a seat has played or laid aside."""
    cards = [
        name
        for event in film.events
        if number(event, "seat", -1) == seat and text(event, "event") in ("play", "discard")
        for name in ([text(event, "card")] if "card" in event else many(event, "cards"))
    ]
    return [abs(steps) for name in cards if (steps := track.steps(written(name)))]


def _fights(film: Film, seat: int) -> str:
    """Compare the fights that a seat has lost with an even chance in each."""
    lost, fought, expected = 0, 0, 0.0
    for event in film.events:
        rivals = track.places(event, "seats")
        if text(event, "event") == "fight" and "loser" in event and seat in rivals:
            fought += 1
            lost += number(event, "loser", -1) == seat
            expected += 1 / len(rivals)
    return compared("lost", lost, fought, expected)


def _dice(film: Film, seat: int) -> list[int]:
    rolls: list[int] = []
    for event in film.events:
        rollers = zip(track.places(event, "seats"), track.places(event, "dice"), strict=False)
        rolls += [die for roller, die in rollers if roller == seat]
        if text(event, "event") == "play" and "die" in event and number(event, "seat", -1) == seat:
            rolls.append(number(event, "die"))
    return rolls

"""How a match of HolyQuest went: the party's experience and wounds, hits, and Fudge dice."""

from haydes.client.holyquest import odds, party
from haydes.client.model import View
from haydes.client.past.course import Course, Recap, compared, mean, over_turns, said
from haydes.client.past.film import Film
from haydes.client.read import branch, flag, many, number, text
from haydes.protocol.tree import Tree

MEASURE = "turn by turn"


def recap(film: Film) -> Recap:
    return Recap(
        MEASURE,
        (
            Course("experience", over_turns(film, _experience), _luck(film, "attack", "hits")),
            Course("wounds", over_turns(film, _wounds), _luck(film, "strike", "their hits")),
        ),
    )


def _experience(view: View) -> int:
    return number(branch(view.game, "party"), "ep")


def _wounds(view: View) -> int:
    return sum(one.hits for one in party.heroes(view.game))


def _luck(film: Film, kind: str, hits: str) -> tuple[str, ...]:
    """Compare attacks of one side with the chances that its powers gave it."""
    fights = [event for event in film.events if text(event, "event") == kind]
    leads = (_power(event, "attack") - _power(event, "defence") for event in fights)
    expected = sum(odds.hit(lead) for lead in leads) / 100
    came = sum(flag(event, "hit") for event in fights)
    rolls = [party.total(many(branch(event, "attack"), "dice")) for event in fights]
    return said((compared(hits, came, len(fights), expected), mean("dice", rolls, 0.0)))


def _power(event: Tree, side: str) -> int:
    return number(branch(event, side), "power")

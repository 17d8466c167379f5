"""Escape from Haydes told in sentences."""

from collections.abc import Callable, Mapping, Sequence

from haydes.client.cards import Cards, the
from haydes.client.haydes import ground, odds
from haydes.client.model import Described, View, my_seat, seat_name
from haydes.client.read import branch, many, number, text, written
from haydes.client.speech import Scene, listed
from haydes.protocol.tree import Tree


def tell(event: Tree, scene: Scene) -> str:
    """Return a sentence about an event, or "" for an unknown one."""
    teller = _TELLERS.get(text(event, "event"))
    return teller(_Tale(event, scene)) if teller else ""


def turn(scene: Scene) -> str:
    """Return where this seat stands, and what its turn is about."""
    view, cards = scene.view, scene.cards
    seat = my_seat(view)
    if seat is None:
        return ""
    figure = ground.figure(view.game, seat)
    stage = text(branch(view.game, "turn"), "phase")
    if stage == "split":
        return "Share out 16 points between Charisma and Endurance, at most 9 for either."
    lying = the_tile(ground.lies(view.game, figure.at), cards)
    if stage == "encounter":
        return f"{_capital(lying)} at {figure.at} bars your way. {tests(figure)}"
    return (
        f"You stand on {figure.at}, {lying.removeprefix('the ')}. "
        f"Charisma {figure.charisma}, Endurance {figure.endurance}."
    )


def deed(action: Described, view: View) -> str:
    """Return an action as a player would type it."""
    do = str(action.get("do", ""))
    if do == "split":
        charisma = action.get("charisma", 0)
        return f"split {charisma} {16 - charisma}" if isinstance(charisma, int) else do
    if do in ("move", "walk"):
        seat = my_seat(view)
        here = ground.figure(view.game, seat).at if seat is not None else ""
        to = str(action.get("to", ""))
        heading = (here and ground.direction(here, to)) or to
        return f"walk {heading}" if do == "walk" else f"{heading} {action.get('call', '')}"
    return do


def the_tile(face: str, cards: Cards) -> str:
    """Return what lies on a tile, in words."""
    if face == ground.HIDING:
        return "face down"
    if face == ground.SEARCHED:
        return "face down, searched"
    if face.endswith(ground.BEATEN):
        return f"{the(face[:-1], cards)}, beaten"
    return the(face, cards)


def tests(figure: ground.Figure) -> str:
    """Return what a figure can do about a creature."""
    ways = [
        f"{do} ({trait.capitalize()} {points}, {odds.test(points)}%)"
        for do, trait, points in (
            ("talk", "charisma", figure.charisma),
            ("brawl", "endurance", figure.endurance),
        )
        if points > 0
    ]
    return f"You can {' or '.join(ways)}." if ways else "You have nothing left to face it with."


class _Tale:
    """An event, and the one it is about: "You go", "Bram goes"."""

    def __init__(self, event: Tree, scene: Scene) -> None:
        seat = number(event, "seat", -1)
        self.event = event
        self.is_me = seat == my_seat(scene.view)
        self.name = "You" if self.is_me else seat_name(scene.view, seat)
        self.figure = ground.figure(scene.view.game, seat)
        self._cards = scene.cards

    def __getitem__(self, name: str) -> str:
        return text(self.event, name)

    @property
    def card(self) -> str:
        return the(self["card"], self._cards)

    def does(self, verb: str, third: str = "") -> str:
        return f"{self.name} {verb if self.is_me else third or verb + 's'}"


def _split(tale: _Tale) -> str:
    points = f"Charisma {tale['charisma']} and Endurance {tale['endurance']}"
    return f"{tale.does('start')} with {points}."


def _move(tale: _Tale) -> str:
    to, call, result = tale["to"], tale["call"], tale["result"]
    ends = _ends(tale)
    if tale.is_me:
        return f"{to} is {tale.card}. {call.capitalize()}: {result}. You stand on {to}.{ends}"
    return f"{tale.name} says {call} and goes to {to}, {tale.card}: {result}.{ends}"


def _ends(tale: _Tale) -> str:
    """Say that a step ends the turn, unless it does not or a creature has the last word."""
    if tale["result"] not in ("wrong", "equal") or ground.is_creature(tale["card"]):
        return ""
    return " Your turn ends." if tale.is_me else " The turn ends."


def _walk(tale: _Tale) -> str:
    equal = ", equal in value" if tale["result"] == "equal" else ""
    return f"{tale.does('walk')} to {tale['to']}, {tale.card}{equal}.{_ends(tale)}"


def _creature(tale: _Tale) -> str:
    met = f"A creature! {tale.does('meet')} {tale.card} at {tale['at']}."
    return f"{met} {tests(tale.figure)}" if tale.is_me else met


def _test(tale: _Tale) -> str:
    dice = [value if isinstance(value, int) else 0 for value in many(tale.event, "dice")]
    talks = tale["with"] == "charisma"
    rolled = f"{' + '.join(map(str, dice))} = {sum(dice)}, needed {tale['need']} or less"
    end = "is overcome" if tale["result"] == "overcome" else "stays"
    left = tale.figure.charisma if talks else tale.figure.endurance
    return (
        f"{tale.does('talk' if talks else 'brawl')}: {rolled}. The creature {end}; "
        f"{tale['with'].capitalize()} is now {left}."
    )


def _joker(tale: _Tale) -> str:
    at = tale["at"]
    pool = [written(place) for place in many(tale.event, "pool")]
    lower = tale["call"] == "lower"
    why = "from another Joker there is no way in" if lower else "only lower leads onto it"
    hides = f"now hides at {listed(pool)}" if pool != [at] else f"stays face down at {at}"
    return f"{tale.does('find')} the red Joker at {at}, but {why}. It {hides}."


def _escape(tale: _Tale) -> str:
    return f"{tale.does('escape')} from Haydes at {tale['at']}!"


def _out(tale: _Tale) -> str:
    if tale["reason"] == "forfeit":
        return f"{tale.does('give')} up."
    return f"{tale.does('are', 'is')} worn out, and out of the game."


def _turn(tale: _Tale) -> str:
    return "" if tale.is_me else f"{tale.name}'s, round {tale['round']}."


def _skipped(tale: _Tale) -> str:
    return f"{tale.does('have', 'has')} nothing left to face the creature with: no turn."


def outcome(winners: Sequence[str], reason: str) -> str:
    """Return how a match ended."""
    if winners:
        return f"{' and '.join(winners)} escaped. All others are trapped for ever."
    return {
        "exhausted": "Haydes wins: nobody has strength left.",
        "turn_limit": "Haydes wins: the turns are used up.",
        "clock": "Haydes wins: the time is up.",
        "trapped": "Haydes wins: nobody can get past the creatures any more.",
        "forfeit": "Haydes wins: everybody gave up.",
    }.get(reason, "Haydes wins.")


# how a match ended is told by the table
_TELLERS: Mapping[str, Callable[[_Tale], str]] = {
    "split": _split,
    "move": _move,
    "walk": _walk,
    "creature": _creature,
    "test": _test,
    "joker": _joker,
    "escape": _escape,
    "out": _out,
    "turn": _turn,
    "skipped": _skipped,
    "renewed": lambda _: "The Replacement Deck ran out; the discards are shuffled into a new one.",
    "expired": lambda _: "Time is up. The turn in progress is the last one.",
}


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]

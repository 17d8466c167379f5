"""Escape from Haydes told in sentences."""

from collections.abc import Callable, Mapping, Sequence

from haydes.client.cards import Cards, the
from haydes.client.haydes import ground
from haydes.client.haydes.creatures import bout, has_denizens, is_mortal, ways
from haydes.client.model import Described, View, my_seat, seat_name
from haydes.client.read import branch, flag, many, number, text, written
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
        out = LAST if is_mortal(view) else ""
        return f"Share out 16 points: Charisma talks creatures over, Endurance brawls.{out}"
    face = ground.lies(view.game, figure.at)
    lying = the_tile(face, cards)
    if stage == "encounter":
        return f"{_capital(lying)} at {figure.at} bars your way. {tests(view, figure, face)}"
    if stage == "bargain":
        return f"{_capital(lying)} offers a bargain: {price(view)} and it is gone. {ANSWERS}"
    if stage == "keys":
        return f"You have the keys of {lying}. Look at a card next to you: peek and a direction."
    return f"You stand on {figure.at}, {lying.removeprefix('the ')}. {_capital(health(figure))}."


def asked_anew(before: View, scene: Scene) -> str:
    """Return what an encounter asks after a test, if it has not asked that before."""
    stages = [text(branch(view.game, "turn"), "phase") for view in (before, scene.view)]
    return turn(scene) if stages[1] in ("bargain", "keys") and stages[0] != stages[1] else ""


ANSWERS = "Type bargain, or stop to refuse; your turn ends either way."


def price(view: View) -> str:
    """Return what a bargain costs."""
    return f"a point of {text(branch(view.game, 'turn'), 'price').capitalize()}"


def health(figure: ground.Figure) -> str:
    """Return what a figure has left."""
    if figure.wounds >= 0:
        return f"{_wounds(figure.wounds)} left"
    return f"Charisma {figure.charisma}, Endurance {figure.endurance}"


def _wounds(n: int) -> str:
    return "1 wound" if n == 1 else f"{n} wounds"


def seen(view: View, place: str) -> str:
    """Return the card that this player has looked at there, or ""."""
    return text(branch(view.you, "seen"), place)


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
    return " ".join([do, *(written(value) for name, value in action.items() if name != "do")])


def the_tile(face: str, cards: Cards) -> str:
    """Return what lies on a tile, in words."""
    if face == ground.HIDING:
        return "face down"
    if face == ground.SEARCHED:
        return "face down, searched"
    if face.endswith(ground.BEATEN):
        return f"{the(face[:-1], cards)}, beaten"
    return the(face, cards)


def tests(view: View, figure: ground.Figure, face: str) -> str:
    """Return what a figure can do about the creature `face`."""
    if figure.wounds >= 0:
        chances = bout(face)
        risks = f"a hit {chances.hit}%, a wound of your own {chances.hurt}%"
        return f"You can fight ({risks}; {health(figure)})."
    told = [
        f"{way.do} ({' and '.join(f'{trait.capitalize()} {need}' for trait, need in way.tests)}, "
        f"{way.chance}%)"
        for way in ways(view, figure, face)
    ]
    if not told:
        return "You have nothing left to face it with."
    last = 1 in (figure.charisma, figure.endurance) and is_mortal(view)
    return f"You can {' or '.join(told)}.{LAST if last else ''}"


LAST = " With one of the two at 0 you are out."


class _Tale:
    """An event, and the one it is about: "You go", "Bram goes"."""

    def __init__(self, event: Tree, scene: Scene) -> None:
        seat = number(event, "seat", -1)
        self.event = event
        self.view = scene.view
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
    return f"{met} {tests(tale.view, tale.figure, tale['card'])}" if tale.is_me else met


def _test(tale: _Tale) -> str:
    dice = [value if isinstance(value, int) else 0 for value in many(tale.event, "dice")]
    talks = tale["with"] == "charisma"
    rolled = f"{' + '.join(map(str, dice))} = {sum(dice)}, needed {tale['need']} or less"
    overcome = tale["result"] == "overcome"
    end = f"It {'is overcome' if overcome else 'stays'}"
    if has_denizens(tale.view):  # Vakhraca is not overcome by one test, others do not stay
        end = "Passed" if overcome else "Failed"
    left = tale.figure.charisma if talks else tale.figure.endurance
    return (
        f"{tale.does('talk' if talks else 'brawl')}: {rolled}. {end}; "
        f"{tale['with'].capitalize()} is now {left}."
    )


def _ride(tale: _Tale) -> str:
    to, call, result = tale["to"], tale["call"], tale["result"]
    stands = f"{tale.does('stay')} on {tale['from']}"
    if result == "right":
        stands = f"{tale.does('ride')} there"
    said = f"{call.capitalize()}: {result}" if call else "Face up"
    if not call and result == "equal":
        said += ", but equal in value"
    return f"The Tuybe to {to}, {tale.card}. {said}. {stands}."


def _marched(tale: _Tale) -> str:
    return f"{tale.does('are', 'is')} marched back to the black Joker at {tale['to']}."


def _bargain(tale: _Tale) -> str:
    price = tale["price"]
    left = tale.figure.charisma if price == "charisma" else tale.figure.endurance
    return (
        f"{tale.does('strike')} a bargain, and the creature is gone; "
        f"{price.capitalize()} is now {left}."
    )


def _peek(tale: _Tale) -> str:
    return f"{tale.does('use')} the keys: a look at the card at {tale['at']}."


def _seen(tale: _Tale) -> str:
    return f"{tale['at']} is {tale.card}; nobody else saw it."


def _fight(tale: _Tale) -> str:
    dice = [
        " against ".join(written(die) for die in many(tale.event, name))
        for name in ("strike", "back")
    ]
    hit, hurt = ("a hit" if flag(tale.event, name) else "no hit" for name in ("hits", "hurts"))
    end = "is overcome" if tale["result"] == "overcome" else "stays"
    return (
        f"{tale.does('fight')}: {dice[0]}, {hit}; the creature {dice[1]}, {hurt}. "
        f"The creature {end}; {health(tale.figure)}."
    )


def _joker(tale: _Tale) -> str:
    at = tale["at"]
    pool = [written(place) for place in many(tale.event, "pool")]
    lower = tale["call"] == "lower"
    why = "from another Joker there is no way in" if lower else "only lower leads onto it"
    stays = f"{tale.does('stay')} on {tale.figure.at}"
    slips = f"slips away to {listed(pool)}, where cards were turned over this turn"
    if pool == [at]:
        slips = f"stays face down at {at}, as no other card was turned over this turn"
    return f"{tale.does('find')} the red Joker at {at}, but {why}. {stays}, and it {slips}."


def _escape(tale: _Tale) -> str:
    return f"{tale.does('escape')} from Haydes at {tale['at']}!"


def _out(tale: _Tale) -> str:
    if tale["reason"] == "forfeit":
        return f"{tale.does('are', 'is')} out of the game."
    if tale["reason"] == "slain":
        return f"{tale.does('are', 'is')} slain, and out of the game."
    return f"{tale.does('are', 'is')} worn out, with Charisma or Endurance at 0: out of the game."


def _turn(tale: _Tale) -> str:
    return "" if tale.is_me else f"{tale.name}'s, round {tale['round']}."


def _skipped(tale: _Tale) -> str:
    return f"{tale.does('have', 'has')} nothing left to face the creature with: no turn."


def outcome(winners: Sequence[str], reason: str) -> str:
    """Return how a match ended."""
    if winners:
        return f"{' and '.join(winners)} escaped. All others are trapped for ever."
    return {
        "exhausted": "Haydes wins: nobody has both Charisma and Endurance left.",
        "slain": "Haydes wins: nobody is left alive.",
        "turn_limit": "Haydes wins: the turns are used up.",
        "clock": "Haydes wins: the time is up.",
        "trapped": "Haydes wins: no way is left past the creatures.",
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
    "ride": _ride,
    "marched": _marched,
    "bargain": _bargain,
    "peek": _peek,
    "seen": _seen,
    "fight": _fight,
    "out": _out,
    "turn": _turn,
    "skipped": _skipped,
    "renewed": lambda _: "The Replacement Deck ran out; the discards are shuffled into a new one.",
    "expired": lambda _: "Time is up. The turn in progress is the last one.",
}


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]

"""Release the Hounds told in sentences."""

from collections.abc import Callable, Mapping, Sequence

from haydes.client.cards import Cards, card, the
from haydes.client.hounds import track
from haydes.client.model import Described, View, my_seat, seat_name
from haydes.client.read import many, number, text, written
from haydes.client.speech import Scene, listed
from haydes.protocol.tree import Tree

TOWARDS = {"escape": "Escape", "hounds": "The Hounds"}


def tell(event: Tree, scene: Scene) -> str:
    """Return a sentence about an event, or "" for an unknown one."""
    teller = _TELLERS.get(text(event, "event"))
    return teller(_Tale(event, scene)) if teller else ""


def turn(scene: Scene) -> str:
    """Return where this seat stands, what it holds, and what it is forced to."""
    view = scene.view
    seat = my_seat(view)
    if seat is None:
        return ""
    me = track.convict(view.game, seat)
    force = track.force(view.game)
    if force is not None:
        return f"{forced(view, force)} {holding(view, scene.cards)}"
    so_far = f", {distance(me.net)} so far" if me.net else ""
    return f"You are on {me.at}{so_far}. {holding(view, scene.cards)}"


def holding(view: View, cards: Cards) -> str:
    """Return the cards in this seat's hand, by number."""
    hand = track.hand(view)
    if not hand:
        return "You hold no cards."
    named = [f"{n} {card(held, cards)}" for n, held in enumerate(hand, 1)]
    return f"You hold {'two cards' if len(hand) > 1 else 'one card'}: {', '.join(named)}."


def forced(view: View, force: track.Force) -> str:
    """Return what a court card demands of whom."""
    by, who = name_of(view, force.by), name_of(view, force.seat)
    whose, colour = "your" if by == "you" else f"{by}'s", "red" if force.red else "black"
    where = f"on {by}" if force.red else f"on others than {by}"
    return _capital(f"{whose} {colour} court card forces {who} to play every card {where}.")


def deed(action: Described, view: View) -> str:
    """Return an action as a player would type it."""
    do = written(action.get("do", ""))
    if "card" not in action:
        return do
    aim = track.target(action)
    joint = "toward" if aim in track.ENDS else "on"
    return f"{do} {written(action['card'])} {joint} {aimed(view, aim)}"


def aimed(view: View, aim: str) -> str:
    """Return a target as a player would type it."""
    if not aim.isdecimal():
        return aim
    return "me" if int(aim) == my_seat(view) else seat_name(view, int(aim))


def name_of(view: View, seat: int) -> str:
    return "you" if seat == my_seat(view) else seat_name(view, seat)


def distance(steps: int) -> str:
    """Return a movement in words."""
    return f"{abs(steps)} towards {TOWARDS['escape' if steps >= 0 else 'hounds']}"


def outcome(winners: Sequence[str], reason: str) -> str:
    """Return how a match ended."""
    if winners:
        return f"{listed(winners, 'and')} escaped."
    if reason == "forfeit":
        return "nobody escaped: everybody who was left gave up."
    return "nobody escaped: the hounds have everybody."


class _Tale:
    """An event, and the one it is about: "You play", "Bram plays"."""

    def __init__(self, event: Tree, scene: Scene) -> None:
        self.seat = number(event, "seat", -1)
        self.event = event
        self.view = scene.view
        self.is_me = self.seat == my_seat(scene.view)
        self.name = self.call(self.seat, start=True)
        self.cards = scene.cards

    def __getitem__(self, name: str) -> str:
        return text(self.event, name)

    def call(self, seat: int, *, start: bool = False) -> str:
        name = name_of(self.view, seat)
        return "You" if start and name == "you" else name

    def number(self, name: str) -> int:
        return number(self.event, name)

    def names(self, key: str) -> list[str]:
        return [self.call(seat) for seat in track.places(self.event, key)]

    def does(self, verb: str, third: str = "") -> str:
        return f"{self.name} {verb if self.is_me else third or verb + 's'}"

    def scores(self) -> str:
        """Return what everybody rolled."""
        dice = track.places(self.event, "dice")
        rolls = zip(self.names("seats"), dice, strict=False)
        return ", ".join(f"{name} {die}" for name, die in rolls)

    def cards_told(self) -> str:
        named = [the(written(name), self.cards) for name in many(self.event, "cards")]
        return listed(named, "and")


def _play(tale: _Tale) -> str:
    held, aim, die = the(tale["card"], tale.cards), track.target(tale.event), tale["die"]
    if aim in track.ENDS:
        rolls = "roll" if tale.is_me else "rolls"
        ahead = f"{tale.does('play')} {held} towards {TOWARDS[aim]} and {rolls} {die}"
        return f"{ahead}: everybody moves {die}."
    on = tale.call(int(aim)) if aim.isdecimal() else aim
    if tale.is_me and aim == str(tale.seat):
        on = "yourself"
    steps = track.steps(tale["card"])
    return f"{tale.does('play')} {held} on {on}{f': {distance(steps)}' if steps else ''}."


def _forced(tale: _Tale) -> str:
    force = track.Force(tale.seat, tale.number("by"), tale["court"] == "red")
    return forced(tale.view, force)


def _discard(tale: _Tale) -> str:
    return f"{tale.does('discard')} {tale.cards_told()}."


def _deal(tale: _Tale) -> str:
    return f"{tale.does('draw')} {tale.cards_told()}."


def _tie(tale: _Tale) -> str:
    return f"A roll for who plays first, from one card: {tale.scores()}."


def _round(tale: _Tale) -> str:
    names = tale.names("order")
    if len(names) == 1:
        be = "are" if names == ["you"] else "is"
        return f"Round {tale['round']}: {names[0]} {be} alone on the track."
    return f"Round {tale['round']}, nearest to Escape first: {', '.join(names)}."


def _turn(tale: _Tale) -> str:
    return "" if tale.is_me else f"{tale.name}'s, round {tale['round']}."


def _move(tale: _Tale) -> str:
    start, to = tale.number("from"), tale.number("to")
    off = track.end(tale.view.game, to)
    return f"{tale.does('move')} {distance(to - start)}, from {start}{'' if off else f' to {to}'}."


def _fight(tale: _Tale) -> str:
    fight = f"A fight on {tale['at']}: {tale.scores()}."
    loser = tale.event.get("loser")
    if not isinstance(loser, int):
        return f"{fight} The lowest are level; all roll again."
    falls = "fall" if loser == my_seat(tale.view) else "falls"
    return f"{fight} {tale.call(loser, start=True)} {falls} back {tale['steps']}."


def _escape(tale: _Tale) -> str:
    return f"{tale.does('escape')}!"


def _caught(tale: _Tale) -> str:
    return f"The hounds have {tale.call(tale.seat)}."


def _out(tale: _Tale) -> str:
    return f"{tale.does('are', 'is')} out of the game."


# how a match ended is told by the table
_TELLERS: Mapping[str, Callable[[_Tale], str]] = {
    "play": _play,
    "forced": _forced,
    "discard": _discard,
    "deal": _deal,
    "tie": _tie,
    "round": _round,
    "turn": _turn,
    "move": _move,
    "fight": _fight,
    "escape": _escape,
    "caught": _caught,
    "out": _out,
    "renewed": lambda _: "The deck ran out; the cards played so far are shuffled into a new one.",
}


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]

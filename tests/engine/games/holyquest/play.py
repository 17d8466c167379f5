"""A table on which a test says what chance brings."""

from collections.abc import Iterable, Sequence

from haydes.engine.dealer import ScriptedDealer
from haydes.engine.game import Event, Outcome, Seat
from haydes.engine.games.holyquest import GAME
from haydes.engine.games.holyquest.asking import ask
from haydes.engine.games.holyquest.cards import NAMES, VICTORY
from haydes.engine.games.holyquest.combat import hurt_foe, hurt_hero
from haydes.engine.games.holyquest.heroes import HEROES
from haydes.engine.games.holyquest.victory import give, look_aside
from haydes.engine.plain import Tree, Value


def drawn(dice: Iterable[int]) -> int:
    """Return what must be drawn for four dice to show this: a number of base 3."""
    return int("".join(str(die + 1) for die in dice), 3)


def throw(total: int) -> int:
    """Return what must be drawn for four dice to show a sum."""
    step = 1 if total > 0 else -1
    dice = [step if place < abs(total) else 0 for place in range(4)]
    assert sum(dice) == total
    return drawn(dice)


def throws(totals: Iterable[int]) -> list[int]:
    return [throw(total) for total in totals]


class Play:
    """One match; a gentle start, so that a test may draw as few cards as it likes."""

    def __init__(self, seats: int = 1, /, **options: str | bool) -> None:
        self.state = GAME.new(
            seats, GAME.settle({"gentle_start": True, **options}), ScriptedDealer(())
        )
        self.seats = range(seats)

    # What a test sets up

    def hurt(self, hero: str, hits: int = 1) -> None:
        for _ in range(hits):
            hurt_hero(self.state, HEROES.index(hero), None)
        ask(self.state)

    def hurt_foe(self, foe: int = 1, hits: int = 1) -> None:
        hurt_foe(self.state, foe - 1, hits, None)
        ask(self.state)

    def hold(self, *cards: str, ep: int = 0, scout: bool = False) -> None:
        """Attach victory cards; arms to the Knight unless they are for the Scout."""
        state = self.state
        state.ep = max(ep, state.ep)
        for card in cards:
            state.victory = without(state.victory, VICTORY[card])
            if scout:
                state.arms = VICTORY[card]
                give(state, HEROES.index("scout"), None)
            else:
                state.aside += bytes([VICTORY[card]])
                look_aside(state, None)
        ask(state)

    # What is done

    def act(  # noqa: PLR0913  # all that an action may say, and what chance brings
        self,
        do: str,
        *rolls: int,
        skill: str = "",
        hero: str = "",
        foe: int = 0,
        seat: Seat = 0,
        first: Sequence[int] = (),
    ) -> list[Tree]:
        """Do it; `first` is what chance brings before the sums of the rolls."""
        state = self.state
        said: dict[str, Value] = {"do": do, "skill": skill, "hero": hero, "foe": foe}
        described = {word: value for word, value in said.items() if value}
        (action,) = [a for a in state.legal(seat) if state.describe(a) == described]
        dealer = ScriptedDealer([*first, *throws(rolls)])
        log: list[Event] = []
        state.apply(seat, action, dealer, log)
        assert dealer.left == 0
        return [event.tree for event in log]

    def draw(self, *cards: str, rolls: Sequence[int] = (), seat: Seat = 0) -> list[Tree]:
        """Draw these cards, whatever the turn."""
        state = self.state
        numbers = bytes(NAMES.index(card) for card in cards)
        for number in numbers:
            state.deck = without(state.deck, number)
        state.deck = numbers + state.deck
        state.turn = len(cards)
        return self.act("draw", *rolls, seat=seat, first=[0] * len(cards))

    def take(self, card: str, seat: Seat = 0) -> list[Tree]:
        """Draw this victory card."""
        number = VICTORY[card]
        self.state.victory = bytes([number]) + without(self.state.victory, number)
        return self.act("take", first=[0], seat=seat)

    def attack(self, hero: str, *rolls: int, foe: int = 1, seat: Seat = 0) -> list[Tree]:
        return self.act("attack", *rolls, hero=hero, foe=foe, seat=seat)

    def use(
        self, skill: str, *rolls: int, hero: str = "", foe: int = 0, seat: Seat = 0
    ) -> list[Tree]:
        return self.act("skill", *rolls, skill=skill, hero=hero, foe=foe, seat=seat)

    def kill(self, foe: int = 1, by: str = "knight", seat: Seat = 0) -> list[Tree]:
        """Beat an opponent with one lucky stroke; it has two hits already."""
        self.hurt_foe(foe, 2)
        return self.attack(by, +4, -4, foe=foe, seat=seat)

    # What is seen

    def legal(self, seat: Seat = 0) -> list[Tree]:
        return [self.state.describe(action) for action in self.state.legal(seat)]

    def may(self, do: str, **facts: Value) -> bool:
        return {"do": do, **facts} in self.legal()

    def deeds(self, seat: Seat = 0) -> set[str]:
        return {str(action["do"]) for action in self.legal(seat)}

    def skills(self, seat: Seat = 0) -> set[str]:
        return {str(action["skill"]) for action in self.legal(seat) if action["do"] == "skill"}

    def heroes(self, word: str) -> set[str]:
        """Return whom an action or a skill may name."""
        return {str(action["hero"]) for action in self.legal() if word in action.values()}

    def foes(self, word: str) -> set[int]:
        return {int(str(action["foe"])) for action in self.legal() if word in action.values()}

    def turn(self) -> Tree:
        return branch(self.state.public(), "turn")

    def party(self) -> Tree:
        return branch(self.state.public(), "party")

    def hero(self, name: str) -> Tree:
        return branch(branch(self.state.public(), "heroes"), name)

    def foe(self, number: int = 1) -> Tree:
        return branch(branch(self.state.public(), "foes"), str(number))

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome()


def branch(tree: Tree, key: str) -> Tree:
    inner = tree[key]
    assert isinstance(inner, dict)
    return inner


def kinds(events: Iterable[Tree]) -> list[str]:
    return [str(event["event"]) for event in events]


def told(events: Iterable[Tree], kind: str) -> Tree:
    """Return the one event of a kind."""
    (event,) = [event for event in events if event["event"] == kind]
    return event


def without(pile: bytes, card: int) -> bytes:
    """Take a card out of a pile if it is there."""
    place = pile.find(card)
    return pile if place < 0 else pile[:place] + pile[place + 1 :]

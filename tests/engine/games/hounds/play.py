"""Rounds of Release the Hounds, played with hands and dice that a test chooses.

After every action the cards are counted, so every test also shows that none is lost.
"""

from collections.abc import Iterable, Sequence

from haydes.engine.cards import NAMES, NUMBERS
from haydes.engine.dealer import ScriptedDealer
from haydes.engine.game import Event, Outcome
from haydes.engine.games.hounds.pieces import HAND, PACK
from haydes.engine.games.hounds.rules import HoundsState
from haydes.engine.plain import Tree


class Play:
    """A match in its first round; every convict is given as his card of the track and his hand.

    Convicts on the same card play in the order of their seats.
    """

    def __init__(
        self, *convicts: tuple[int, str], fight: str = "sum", one_hound_short: bool = False
    ) -> None:
        places = [at for at, _ in convicts]
        self.seats = range(len(convicts))
        self.state = HoundsState(places, best=fight == "best", short=one_hound_short)
        order = sorted(self.seats, key=lambda seat: -places[seat])
        on_one_card = [[s for s in order if places[s] == at] for at in dict.fromkeys(places)]
        on_one_card.sort(key=lambda seats: order.index(seats[0]))
        ties = [5 - n for seats in on_one_card if len(seats) > 1 for n in range(len(seats))]
        cards = [card for seat in order for card in convicts[seat][1].split()]
        self.state.begin(ScriptedDealer([*ties, *draws(cards)]))
        assert self.state.order == tuple(order)
        self.told: list[Event] = []
        self.count()

    # Playing

    def play(self, card: str, on: int, dice: Sequence[int] = ()) -> list[Tree]:
        """Play a card with the dice that follow and return the public events."""
        return self.act({"do": "play", "card": card, "on": on}, dice)

    def joker(self, card: str, toward: str, *dice: int) -> list[Tree]:
        return self.act({"do": "play", "card": card, "toward": toward}, dice)

    def discard(self, *dice: int) -> list[Tree]:
        return self.act({"do": "discard"}, dice)

    def pass_round(self, *dice: int) -> list[Tree]:
        """Have everybody discard who has not played; return the events of the last."""
        number = self.state.round
        while True:
            last = sum(map(bool, self.state.hands)) == 1
            events = self.discard(*(dice if last else ()))
            if self.state.round != number or self.outcome:
                return events

    def act(self, described: Tree, dice: Sequence[int] = ()) -> list[Tree]:
        deals = HAND * len(self.seats)
        dealer = ScriptedDealer([*(score - 1 for score in dice), *[0] * deals])
        self.told = []
        self.state.apply(self.state.seat, self.number(described), dealer, self.told)
        dealt = sum(event.tree["event"] == "deal" for event in self.told)
        assert dealer.left == deals - HAND * dealt
        self.count()
        return [event.tree for event in self.told if event.only is None]

    def forfeit(self, seat: int, *dice: int) -> list[Tree]:
        deals = HAND * len(self.seats)
        log: list[Event] = []
        dealer = ScriptedDealer([*(score - 1 for score in dice), *[0] * deals])
        self.state.forfeit(seat, dealer, log)
        self.count()
        return [event.tree for event in log if event.only is None]

    # Looking

    def number(self, described: Tree) -> int:
        """Return the number of a legal action."""
        legal = self.state.legal(self.state.seat)
        return next(each for each in legal if self.state.describe(each) == described)

    def legal(self, seat: int) -> list[Tree]:
        return [self.state.describe(number) for number in self.state.legal(seat)]

    def targets(self) -> list[int]:
        """Return on whom anything may be played now."""
        ways = self.legal(self.turn)
        return [seat for seat in self.seats if any(way.get("on") == seat for way in ways)]

    def hand(self, seat: int) -> str:
        return " ".join(NAMES[card] for card in self.state.hands[seat])

    @property
    def net(self) -> list[int]:
        return self.state.net

    @property
    def at(self) -> list[int]:
        return self.state.at

    @property
    def turn(self) -> int:
        return self.state.seat

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome()

    def count(self) -> None:
        """Check that every card of the pack is in one place."""
        state = self.state
        hands = [card for hand in state.hands for card in hand]
        cards = [*hands, *state.deck, *state.track, *state.discards]
        assert sorted(cards) == list(PACK)


def draws(cards: Iterable[str], pile: bytes = PACK) -> list[int]:
    """Return the numbers with which these cards are drawn."""
    rest, numbers = list(pile), list[int]()
    for card in cards:
        numbers.append(rest.index(NUMBERS[card]))
        rest[numbers[-1]] = rest[-1]
        del rest[-1]
    return numbers


def kinds(events: Sequence[Tree]) -> list[str]:
    return [str(event["event"]) for event in events]


def of(kind: str, events: Sequence[Tree]) -> list[Tree]:
    """Return the events of one kind."""
    return [event for event in events if event["event"] == kind]

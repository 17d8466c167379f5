"""The engine and the literal reference play the same games.

The reference has shuffled and laid out everything; the engine deals late. The two are coupled at
each draw: from all that the engine could answer, the test takes an answer that shows the very
card that lies on the reference's table. The coupling is exact, because before each draw the test
asks the engine for the outcome of *every* answer: together they must be the cards that the
reference has not shown yet from the pile in question, each as often as it is there. A card laid
face down from a shuffled pile is equally likely to be any of those, and the red Joker equally
likely to lie on any tile where it has not been ruled out; so at every step both give every event
the same probability.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.games.haydes_reference import RED_JOKER, ReferenceTable

from haydes.engine.dealer import Dealer, FairDealer
from haydes.engine.game import Event, State
from haydes.engine.games.haydes.maps import MAPS
from haydes.engine.plain import Tree
from haydes.engine.registry import GAMES

HAYDES = GAMES["haydes"]
OWN = "\n".join(["######", "###@##", *["######"] * 7])  # a host's map


class AskedError(Exception):
    def __init__(self, n: int) -> None:
        self.n = n


class Answers:
    """A dealer that gives the answers it was told and raises at the question after them."""

    def __init__(self, answers: Sequence[int] = ()) -> None:
        self.answers = list(answers)

    def below(self, n: int) -> int:
        if not self.answers:
            raise AskedError(n)
        answer = self.answers.pop(0)
        assert 0 <= answer < n
        return answer


@dataclass
class Pair:
    """One game on two tables."""

    engine: State
    table: ReferenceTable
    seen: Counter[str] = field(default_factory=Counter[str])

    @classmethod
    def set_up(cls, seats: int, options: Mapping[str, str | int], dealer: Dealer) -> "Pair":
        settled = HAYDES.settle(options)
        table = ReferenceTable(seats, settled, dealer)
        pair = cls(HAYDES.new(seats, settled, Answers([table.first])), table)
        pair.compare()
        return pair

    def act(self, seat: int, action: Tree) -> None:
        number = next(a for a in self.engine.legal(seat) if self.engine.describe(a) == action)
        place = str(action.get("at", action.get("to")))
        deals = "call" in action or action["do"] == "peek"
        answers = self.deal(seat, number, place) if deals else []
        told = self.table.act(seat, action)
        for event in told:
            for dice in ("dice", "strike", "back"):
                for die in list_of(event.get(dice, [])):
                    assert self.asked(seat, number, answers) == 6
                    answers.append(int(str(die)) - 1)
        log: list[Event] = []
        dealer = Answers(answers)
        self.engine.apply(seat, number, dealer, log)
        assert not dealer.answers
        self.compare(log, told)

    def expire(self) -> None:
        log: list[Event] = []
        self.engine.expire(Answers(), log)
        self.compare(log, self.table.expire())

    def forfeit(self, seat: int) -> None:
        log: list[Event] = []
        self.engine.forfeit(seat, Answers(), log)
        self.compare(log, self.table.forfeit(seat))

    def compare(self, log: Sequence[Event] = (), told: Sequence[Tree] = ()) -> None:
        assert [*map(heard, log)] == [*told]
        assert self.engine.public() == self.table.public()
        outcome = self.engine.outcome()
        if outcome:
            assert [*outcome.winners] == self.table.winners
            assert outcome.reason == self.table.reason
            self.seen[outcome.reason] += 1
        else:
            assert not self.table.over
        for seat in self.table.figures:
            legal = [] if outcome else [*map(self.engine.describe, self.engine.legal(seat))]
            assert sorted(map(repr, legal)) == sorted(map(repr, self.table.legal(seat)))
            assert self.engine.private(seat) == self.table.private(seat)
        self.seen.update(str(event["event"]) for event in told)

    def deal(self, seat: int, number: int, place: str) -> list[int]:
        """Find the answers that show the card of the reference's table; check all others."""
        table, card = self.table, self.table.tiles[place]
        answers: list[int] = []
        if place in table.seen:  # it is dealt already
            assert self.shown(seat, number, []) == card.name
            return []
        joker_was_seen = any(table.tiles[seen].name == RED_JOKER for seen in table.seen)
        if place in table.hiding and not joker_was_seen:
            n = self.asked(seat, number, answers)
            assert n == len(table.hiding - table.seen.keys())
            assert self.shown(seat, number, [0]) == RED_JOKER
            if card.name == RED_JOKER:
                return [0]
            answers = [n - 1]
        assert card.name != RED_JOKER
        if place in table.mixed:
            answers += self.pick_pile(seat, number, place, answers)
            self.seen["mixed"] += 1
        cards = self.all_shown(seat, number, answers)
        assert Counter(cards) == table.undealt(card.pile)
        return [*answers, cards.index(card.name)]

    def pick_pile(self, seat: int, number: int, place: str, answers: list[int]) -> list[int]:
        """Find the answer that takes the right pile, for a tile of a pool filled from two."""
        table = self.table
        down = [
            p
            for p in table.mixed[place]
            if p in table.mixed and table.tiles[p].name != "JR" and p not in table.seen
        ]
        piles = [table.undealt(table.tiles[p].pile) for p in down]
        offered = [
            Counter(self.all_shown(seat, number, [*answers, i]))
            for i in range(self.asked(seat, number, answers))
        ]
        assert sorted(map(sorted, offered)) == sorted(map(sorted, piles))
        return [offered.index(table.undealt(table.tiles[place].pile))]

    def asked(self, seat: int, number: int, answers: list[int]) -> int:
        with pytest.raises(AskedError) as question:
            self.engine.clone().apply(seat, number, Answers(answers))
        return question.value.n

    def shown(self, seat: int, number: int, answers: list[int]) -> str:
        """Give the card that an answer would show."""
        log: list[Event] = []
        dealer = Answers(answers)
        self.engine.clone().apply(seat, number, dealer, log)
        assert not dealer.answers
        return str(next((e.tree["card"] for e in log if "card" in e.tree), RED_JOKER))

    def all_shown(self, seat: int, number: int, answers: list[int]) -> list[str]:
        n = self.asked(seat, number, answers)
        return [self.shown(seat, number, [*answers, i]) for i in range(n)]


def heard(event: Event) -> Tree:
    return event.tree if event.only is None else {**event.tree, "only": event.only}


def list_of(value: object) -> list[object]:
    assert isinstance(value, list | tuple)
    return [*value]


class Temper(StrEnum):
    ANY = "takes any action"
    SEARCHING = "turns over tiles, rarely steps back or stops"
    KNOWING = "peeps: keeps away from creatures and calls wrongly at the red Joker"


def weight(temper: Temper, table: ReferenceTable, action: Tree) -> int:
    """Say how many lots an action gets."""
    if temper is Temper.ANY:
        return 1
    if temper is Temper.SEARCHING or "call" not in action:
        return 1 if action["do"] in ("walk", "stop") else 8
    here, there = table.figures[table.seat].at, str(action["to"])
    if table.tiles[there].name == RED_JOKER:
        return 0 if action["call"] == "lower" and table.value(here) else 12
    if table.tiles[there].name[0] in "JQK":
        return 0
    lower = table.value(there) < table.value(here)
    return 12 if lower == (action["call"] == "lower") else 4


def play(
    pair: Pair, temper: Temper, dealer: Dealer, plies: int, special: Mapping[int, int]
) -> None:
    """Play on; `special` plies are a time-out (-1) or a seat that gives up."""
    table = pair.table
    for ply in range(plies):
        if table.over:
            return
        if ply in special:
            seat = special[ply]
            if seat < 0:
                pair.expire()
            else:
                pair.forfeit(seat % len(table.figures))
            continue
        actions = [a for a in table.legal(table.seat) for _ in range(weight(temper, table, a))]
        actions = actions or table.legal(table.seat)
        pair.act(table.seat, actions[dealer.below(len(actions))])
        assert len(table.tiles) - 1 + len(table.replacement) + len(table.discards) + len(
            table.removed
        ) == (208 if len(table.places) == 106 else 156)  # HE-14, HA-43


@given(
    seats=st.integers(1, 4),
    options=st.fixed_dictionaries(
        {
            "map": st.sampled_from([*MAPS, OWN]),
            "exhaustion": st.sampled_from(["auto", "either", "never"]),
            "turn_limit": st.sampled_from([0, 0, 1, 2, 5]),
            "encounter": st.sampled_from(["test", "denizens", "brawl"]),
            "tuybe": st.booleans(),
        }
    ),
    temper=st.sampled_from(Temper),
    deal=st.integers(0, 999),
    plan=st.tuples(
        st.integers(1, 80), st.dictionaries(st.integers(0, 60), st.integers(-1, 3), max_size=3)
    ),
)
def test_any_game_is_the_same_on_both_tables(
    seats: int,
    options: Mapping[str, str | int],
    temper: Temper,
    deal: int,
    plan: tuple[int, Mapping[int, int]],
) -> None:
    dealer = FairDealer(deal.to_bytes(32, "big"))
    play(Pair.set_up(seats, options, dealer), temper, dealer, *plan)


def test_long_games_are_the_same_and_show_everything_there_is() -> None:
    seen = Counter[str]()
    for number in (1, 6, 1159, 1595):  # the last two have pools filled from two piles
        dealer = FairDealer(number.to_bytes(32, "big"))
        pair = Pair.set_up(4, {"map": "block", "exhaustion": "never"}, dealer)
        play(pair, Temper.KNOWING, dealer, 400, {})
        play(pair, Temper.SEARCHING, dealer, 400, {})
        seen += pair.seen
    assert seen.keys() >= {"renewed", "joker", "mixed", "escape", "skipped", "trapped"}


def test_long_games_of_the_expansions_are_the_same_and_show_everything_there_is() -> None:
    seen = Counter[str]()
    for number, encounter in ((8, "denizens"), (11, "denizens"), (9, "brawl")):
        dealer = FairDealer(number.to_bytes(32, "big"))
        options: dict[str, str | int] = {"map": "lattice", "encounter": encounter, "tuybe": True}
        pair = Pair.set_up(4, {**options, "exhaustion": "never"}, dealer)
        play(pair, Temper.SEARCHING, dealer, 400, {})
        seen += pair.seen
    assert seen.keys() >= {"ride", "peek", "seen", "marched", "bargain", "fight", "slain"}

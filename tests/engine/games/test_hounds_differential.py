"""The engine and the slow literal table play the same game, card for card and die for die."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.games.hounds_reference import ReferenceTable

from haydes.engine.cards import NAMES, NUMBERS
from haydes.engine.dealer import FairDealer
from haydes.engine.game import Event, OptionValue
from haydes.engine.games.hounds import GAME
from haydes.engine.games.hounds.rules import HoundsState
from haydes.engine.plain import Tree

FORFEIT = 990  # of the 0 to 999 an input may be


class EchoDealer:
    """Gives the engine the dice and the cards that chance brought the reference.

    The reference shuffles early and the engine deals late, so a card is looked up in the
    engine's deck. That is fair to both, because the engine's deck always holds just the cards
    that may lie on top of the reference's, each as likely as the others.
    """

    def __init__(self, chance: list[int | str]) -> None:
        self.chance = chance  # the reference's own list, which goes on growing
        self.drawn = 0
        self.state: HoundsState | None = None

    def below(self, n: int) -> int:
        found = self.chance[self.drawn]
        self.drawn += 1
        if isinstance(found, int):
            assert n == 6
            return found - 1
        assert self.state
        assert n == len(self.state.deck)
        return self.state.deck.index(NUMBERS[found])


class Both:
    """One play on both sides, compared after every input."""

    def __init__(self, seats: int, options: Mapping[str, OptionValue], seed: bytes) -> None:
        settled = GAME.settle(options)
        self.table = ReferenceTable(seats, settled, FairDealer(seed))
        self.dealer = EchoDealer(self.table.chance)
        places = [2 + self.dealer.below(6) + self.dealer.below(6) for _ in range(seats)]
        self.state = HoundsState(
            places, best=settled["fight"] == "best", short=settled["one_hound_short"] is True
        )
        self.dealer.state = self.state
        log: list[Event] = []
        self.state.begin(self.dealer, log)
        self.seats = range(seats)
        self.compare(self.table.events, log)

    def act(self, choice: int) -> None:
        (seat,) = [seat for seat in self.seats if self.state.legal(seat)]
        actions = self.state.legal(seat)
        action = actions[choice % len(actions)]
        told = self.table.act(seat, self.state.describe(action))
        log: list[Event] = []
        self.state.apply(seat, action, self.dealer, log)
        self.compare(told, log)

    def forfeit(self, seat: int) -> None:
        told = self.table.forfeit(seat)
        log: list[Event] = []
        self.state.forfeit(seat, self.dealer, log)
        self.compare(told, log)

    def compare(self, told: list[tuple[Tree, int | None]], log: list[Event]) -> None:
        table, state = self.table, self.state
        assert [(event.tree, event.only) for event in log] == told
        assert self.dealer.drawn == len(table.chance)
        assert state.public() == table.public()
        for seat in self.seats:
            assert state.private(seat) == table.private(seat)
            offered = [state.describe(action) for action in state.legal(seat)]
            assert sorted(map(str, offered)) == sorted(map(str, table.legal(seat)))
        # the deck and, while nobody can tell them apart, the track
        undealt = table.deck if table.shuffles else table.deck + table.track
        assert sorted(NAMES[card] for card in state.deck) == sorted(undealt)
        outcome = state.outcome()
        assert table.over == (outcome is not None)
        if outcome:
            assert (list(outcome.winners), outcome.reason) == (table.winners, table.reason)


@st.composite
def plays(draw: st.DrawFn) -> tuple[Both, list[int]]:
    options: dict[str, OptionValue] = {
        option.name: draw(st.sampled_from(option.values), option.name) for option in GAME.options
    }
    seats = draw(st.sampled_from(GAME.seats), "seats")
    seed = draw(st.binary(min_size=32, max_size=32), "seed")
    length = draw(st.integers(20, 150))
    inputs = draw(st.lists(st.integers(0, 999), min_size=length, max_size=length), "inputs")
    return Both(seats, options, seed), inputs


@given(play=plays())
def test_the_engine_plays_as_the_table_does(play: Any) -> None:
    both, inputs = play
    for choice in inputs:
        if both.state.outcome():
            break
        if choice >= FORFEIT:
            both.forfeit(choice % len(both.seats))
        else:
            both.act(choice)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("fight", ["sum", "best"])
def test_whole_games_are_the_same(seats: int, fight: str) -> None:
    for number in range(12):
        options: dict[str, OptionValue] = {"fight": fight, "one_hound_short": number % 2 == 0}
        both = Both(seats, options, bytes([number]) * 32)
        chooser = FairDealer(bytes([number + 1]) * 32)
        while not both.state.outcome():
            both.act(chooser.below(840))

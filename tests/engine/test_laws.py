"""The laws that every registered game obeys, over any options and any play."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.expand import expand
from tests.engine.toy import PIG

from haydes.engine.choices import factor
from haydes.engine.dealer import FairDealer
from haydes.engine.game import (
    Event,
    Game,
    IllegalActionError,
    Option,
    OptionValue,
    State,
    random_bot,
)
from haydes.engine.match import Match
from haydes.engine.plain import Tree, Value
from haydes.engine.registry import GAMES
from haydes.engine.saved import load, save
from haydes.protocol.tree import diff, merge

SUBJECTS: Mapping[str, Game] = {**GAMES, PIG.name: PIG}
LONGEST = 20_000  # inputs; random play that takes longer is taken for endless
RESERVED = {"seat", "prompt", "choices"}  # what the server adds to a private tree
EVERY = 8  # positions, one is put to the bots, for some of them think for long
OTHER_SEED = b"another thirty-two bytes of seed"


@dataclass(frozen=True)
class Play:
    """A match to play: each of `inputs` picks a legal action, or is one of the rarer inputs."""

    game: Game
    seats: int
    options: Tree
    seed: bytes
    inputs: list[int]

    def set_up(self) -> tuple[State, FairDealer]:
        dealer = FairDealer(self.seed)
        return self.game.new(self.seats, self.game.settle(self.options), dealer), dealer

    def positions(self) -> Iterator[tuple[State, FairDealer]]:
        """Play, stopping at every position; the state goes on changing."""
        state, dealer = self.set_up()
        yield state, dealer
        for choice in self.inputs:
            if state.outcome():
                return
            put(state, choice, self.seats, dealer)
            yield state, dealer

    def last(self) -> tuple[State, FairDealer]:
        *_, last = self.positions()
        return last


EXPIRE, FORFEIT = 990, 995  # of the 0 to 999 an input may be


def put(
    state: State, choice: int, seats: int, dealer: FairDealer, log: list[Event] | None = None
) -> None:
    if EXPIRE <= choice < FORFEIT:
        state.expire(dealer, log)
    elif choice >= FORFEIT:
        state.forfeit(choice % seats, dealer, log)
    else:
        seat, actions = next((s, a) for s in range(seats) if (a := state.legal(s)))
        state.apply(seat, actions[choice % len(actions)], dealer, log)


def values(option: Option) -> st.SearchStrategy[OptionValue]:
    if isinstance(option.values, range):
        return st.integers(option.values[0], option.values[-1])
    return st.sampled_from(option.values)


@st.composite
def plays(draw: st.DrawFn, game: Game) -> Play:
    length = draw(st.integers(0, 80))  # a list of any length would be short most of the time
    return Play(
        game,
        draw(st.sampled_from(game.seats)),
        draw(st.fixed_dictionaries({}, optional={o.name: values(o) for o in game.options})),
        draw(st.binary(min_size=32, max_size=32)),
        draw(st.lists(st.integers(0, 999), min_size=length, max_size=length)),
    )


def law(test: Any) -> Any:
    """Run a test on any play of every game."""

    @pytest.mark.parametrize("name", SUBJECTS)
    @given(data=st.data())
    def any_play_of_every_game(name: str, data: st.DataObject) -> None:
        test(data.draw(plays(SUBJECTS[name]), "play"))

    return any_play_of_every_game


def text(tree: object) -> str:
    """Write plain data so that 1 and True differ."""
    return json.dumps(tree, sort_keys=True)


def views(state: State, seats: int) -> str:
    """Write down all that anybody can see and do."""
    acting = () if state.outcome() else range(seats)
    return text(
        [
            state.public(),
            [state.private(seat) for seat in range(seats)],
            [list(state.legal(seat)) for seat in acting],
            repr(state.outcome()),
        ]
    )


def play_on(state: State, seats: int, dealer: FairDealer) -> None:
    """Play at random to the end."""
    for _ in range(LONGEST):
        if state.outcome():
            return
        seat = next(seat for seat in range(seats) if state.legal(seat))
        state.apply(seat, random_bot(state, seat, dealer), dealer)
    pytest.fail("random play does not end")


def assert_plain(value: Value) -> None:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            assert type(key) is str
            assert_plain(inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        assert type(value) in (list, tuple)
        for inner in value:
            assert_plain(inner)
    else:
        assert type(value) in (str, int, bool)


@law
def test_someone_can_act_until_it_is_over(play: Play) -> None:
    for state, _ in play.positions():
        if not state.outcome():
            assert any(state.legal(seat) for seat in range(play.seats))


@law
def test_random_play_ends_and_winners_are_seats(play: Play) -> None:
    state, dealer = play.last()
    play_on(state, play.seats, dealer)
    outcome = state.outcome()
    assert outcome
    assert outcome.reason
    assert set(outcome.winners) <= set(range(play.seats))
    assert list(outcome.winners) == sorted(set(outcome.winners))


@law
def test_legal_actions_are_sorted_and_the_default_is_one_of_them(play: Play) -> None:
    for state, _ in play.positions():
        for seat in range(play.seats):
            if not state.outcome() and (actions := list(state.legal(seat))):
                assert actions == sorted(set(actions))
                assert state.default(seat) in actions


@law
def test_descriptions_are_one_to_one_and_fixed_for_the_match(play: Play) -> None:
    described: dict[int, str] = {}
    for state, _ in play.positions():
        for seat in range(play.seats):
            for action in state.legal(seat):
                tree = state.describe(action)
                assert_plain(tree)
                assert isinstance(tree["do"], str)
                assert described.setdefault(action, text(tree)) == text(tree)
    assert len(set(described.values())) == len(described)


@law
def test_choices_expand_to_exactly_the_legal_actions(play: Play) -> None:
    for state, _ in play.positions():
        for seat in range(play.seats):
            actions = [state.describe(action) for action in state.legal(seat)]
            offered = [action for group in factor(actions) for action in expand(group)]
            assert sorted(map(text, offered)) == sorted(map(text, actions))


@law
def test_views_and_events_are_plain(play: Play) -> None:
    state, dealer = play.set_up()
    log: list[Event] = []
    for choice in [*play.inputs, None]:
        assert_plain(state.public())
        for seat in range(play.seats):
            private = state.private(seat)
            assert_plain(private)
            assert not RESERVED & set(private)
        for event in log:
            assert_plain(event.tree)
            assert isinstance(event.tree["event"], str)
            assert event.only is None or event.only in range(play.seats)
        log.clear()
        if choice is None or state.outcome():
            break
        put(state, choice, play.seats, dealer, log)


@law
def test_a_view_once_given_does_not_change(play: Play) -> None:
    given_out: list[tuple[Tree, str]] = []
    for state, _ in play.positions():
        trees = [state.public(), *(state.private(seat) for seat in range(play.seats))]
        given_out += [(tree, text(tree)) for tree in trees]
    assert [text(tree) for tree, _ in given_out] == [written for _, written in given_out]


@law
def test_patches_merged_over_any_run_equal_a_fresh_view(play: Play) -> None:
    def everything(state: State) -> Tree:
        return {
            "game": state.public(),
            "you": {str(seat): state.private(seat) for seat in range(play.seats)},
        }

    before: Tree = {}
    merged: Tree = {}
    for state, _ in play.positions():
        merged = merge(merged, diff(before, everything(state)))
        before = everything(state)
        assert text(merged) == text(everything(state))


@law
def test_telling_the_events_changes_nothing_else(play: Play) -> None:
    silent, silent_dealer = play.set_up()
    told, told_dealer = play.set_up()
    for choice in play.inputs:
        if silent.outcome():
            break
        put(silent, choice, play.seats, silent_dealer)
        put(told, choice, play.seats, told_dealer, [])
    assert views(told, play.seats) == views(silent, play.seats)
    assert told_dealer.drawn == silent_dealer.drawn


@law
def test_clones_are_independent(play: Play) -> None:
    for state, _ in play.positions():
        before = views(state, play.seats)
        clone = state.clone()
        assert views(clone, play.seats) == before
    state, _ = play.last()
    before = views(state, play.seats)
    clone, twin = state.clone(), state.clone()
    play_on(clone, play.seats, FairDealer(OTHER_SEED))
    assert views(state, play.seats) == before
    play_on(state, play.seats, FairDealer(OTHER_SEED))
    assert views(state, play.seats) == views(clone, play.seats)
    assert views(twin, play.seats) == before


@law
def test_a_concealed_position_looks_the_same_and_can_be_played(play: Play) -> None:
    hidden_dealer = FairDealer(OTHER_SEED)
    for state, dealer in play.positions():
        before, drawn = views(state, play.seats), dealer.drawn
        for viewer in (None, *range(play.seats)):
            concealed = state.conceal(viewer, hidden_dealer)
            assert text(concealed.public()) == text(state.public())
            assert concealed.outcome() == state.outcome()
            assert concealed.turn_number() == state.turn_number()
            if viewer is not None:
                assert text(concealed.private(viewer)) == text(state.private(viewer))
                assert list(concealed.legal(viewer)) == list(state.legal(viewer))
        assert (views(state, play.seats), dealer.drawn) == (before, drawn)
    state, _ = play.last()
    before = views(state, play.seats)
    for viewer in (None, 0):
        play_on(state.conceal(viewer, hidden_dealer), play.seats, hidden_dealer)
    assert views(state, play.seats) == before


@law
def test_bots_act_legally_and_leave_the_match_alone(play: Play) -> None:
    bot_dealer = FairDealer(OTHER_SEED)
    assert play.game.bots
    for place, (state, dealer) in enumerate(play.positions()):
        if place % EVERY != len(play.inputs) % EVERY:
            continue
        before, drawn = views(state, play.seats), dealer.drawn
        for seat in range(play.seats):
            if not state.outcome() and (actions := state.legal(seat)):
                for bot in play.game.bots.values():
                    assert bot(state.conceal(seat, bot_dealer), seat, bot_dealer) in actions
        assert (views(state, play.seats), dealer.drawn) == (before, drawn)


@law
def test_giving_up_every_seat_ends_the_match(play: Play) -> None:
    state, dealer = play.last()
    for seat in range(play.seats):
        if not state.outcome():
            state.forfeit(seat, dealer)
            again = views(state, play.seats)
            if not state.outcome():
                state.forfeit(seat, dealer)
            assert views(state, play.seats) == again
    assert state.outcome()


def match_of(play: Play) -> Match:
    """Play a match through its door, with time-outs, bots and impossible requests on the way."""
    match = Match(play.game, play.seats, play.options, play.seed)
    bot, *_ = play.game.bots.values()
    bot_dealer = FairDealer(OTHER_SEED)
    for choice in play.inputs:
        if match.outcome:
            break
        seat, actions = next((s, a) for s in range(play.seats) if (a := match.legal(s)))
        if EXPIRE <= choice < FORFEIT:
            match.expire()
        elif choice >= FORFEIT:
            match.forfeit(choice % play.seats)
        elif choice < 200:
            match.play(seat, bot(match.conceal(seat, bot_dealer), seat, bot_dealer))
        elif choice < 250:
            match.play(seat, match.default(seat))
        else:
            match.play(seat, actions[choice % len(actions)])
    return match


def door(match: Match) -> str:
    seats = range(match.seats)
    return text(
        [
            match.public(),
            [match.private(seat) for seat in seats],
            [match.choices(seat) for seat in seats],
            repr(match.outcome),
            match.script,
        ]
    )


@law
def test_seed_and_script_replay_to_the_same_position(play: Play) -> None:
    match = match_of(play)
    again = Match.replay(play.game, play.seats, play.options, play.seed, match.script)
    assert door(again) == door(match)


@law
def test_a_saved_match_plays_on_as_if_it_had_not_been_saved(play: Play) -> None:
    script = match_of(play).script
    stop = sum(play.inputs) % (len(script) + 1)
    match = Match.replay(play.game, play.seats, play.options, play.seed, script[:stop])
    loaded = load(json.loads(json.dumps(save(match))), SUBJECTS)
    assert door(loaded) == door(match)
    for entry in script[stop:]:
        assert loaded.put(entry) == match.put(entry)
        assert door(loaded) == door(match)
    assert loaded.script == script


@law
def test_a_refused_action_changes_nothing(play: Play) -> None:
    match = match_of(play)
    before = door(match)
    for seat in range(play.seats):
        legal = set(match.legal(seat))
        attempts = {-1, 0, 1, 10**9, *(action + 1 for action in legal)} - legal
        for action in attempts:
            with pytest.raises(IllegalActionError):
                match.play(seat, action)
        with pytest.raises(IllegalActionError):
            match.action(seat, {"do": "what no game knows"})
    assert door(match) == before

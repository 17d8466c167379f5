import pytest
from tests.engine.toy import BANK, BANK_WITH_CHARM, PIG, ROLL

from haydes.engine.choices import factor
from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.game import IllegalActionError, OptionError
from haydes.engine.match import Input, Kind, Match
from haydes.engine.registry import GAMES

SEED = bytes(32)  # charms 0, 3; then the dice 3, 2, 3, 5, 1


def pig(**options: int) -> Match:
    return Match(PIG, 2, options, SEED)


def everything(match: Match) -> tuple[object, ...]:
    seats = range(match.seats)
    return (
        match.public(),
        [match.private(seat) for seat in seats],
        [match.choices(seat) for seat in seats],
        match.outcome,
        match.script,
    )


def test_a_new_match_waits_for_its_first_input() -> None:
    match = pig()
    assert (match.ply, match.script, match.outcome) == (0, (), None)
    assert match.options == {"target": 20, "charms": True}
    assert match.legal(0) == (ROLL, BANK, BANK_WITH_CHARM)
    assert match.legal(1) == ()


def test_the_seed_makes_the_chance_of_a_match() -> None:
    dealer = FairDealer(SEED)
    charms = [dealer.below(4) for _ in range(2)]
    match = pig()
    assert [match.private(seat)["charm"] for seat in (0, 1)] == charms
    (event,) = match.play(0, ROLL)
    assert event.tree == {"event": "roll", "seat": 0, "points": 1 + dealer.below(6)}


@pytest.mark.parametrize("seats", [0, 4])
def test_a_match_has_as_many_seats_as_the_game_allows(seats: int) -> None:
    with pytest.raises(ValueError, match=f"Pig with Charms has 1 to 3 seats, not {seats}"):
        Match(PIG, seats, {}, SEED)


def test_a_match_refuses_wrong_options_and_seeds() -> None:
    with pytest.raises(OptionError):
        pig(target=0)
    with pytest.raises(ValueError, match="32 bytes"):
        Match(PIG, 2, {}, b"short")


def test_choices_are_the_legal_actions_in_groups() -> None:
    match = pig()
    assert match.choices(0) == [{"do": "roll"}, {"do": "bank", "charm": [False, True]}]
    assert match.choices(1) == []


def test_the_same_choices_are_the_same_object() -> None:
    match = pig()
    before = match.choices(0)
    match.play(0, BANK)
    assert match.choices(1) is before


def test_choices_are_those_of_now_however_many_came_before() -> None:
    match = Match(GAMES["haydes"], 2, {}, SEED)
    asked: set[tuple[int, ...]] = set()
    while len(asked) < 20:
        seat, legal = next((seat, legal) for seat, legal in enumerate(match.all_legal()) if legal)
        asked.add(legal)
        assert match.choices(seat) == factor(match.describe(action) for action in legal)
        assert [match.action(seat, match.describe(action)) for action in legal] == [*legal]
        match.play(seat, legal[match.ply % len(legal)])


def test_all_legal_is_what_each_seat_may_do() -> None:
    match = pig(target=1)
    assert match.all_legal() == [(ROLL, BANK, BANK_WITH_CHARM), ()]
    match.forfeit(0)
    match.forfeit(1)
    assert match.outcome
    assert match.all_legal() == [(), ()]


def test_a_described_action_finds_its_number() -> None:
    match = pig()
    assert match.action(0, {"do": "bank", "charm": True}) == BANK_WITH_CHARM
    assert match.describe(BANK_WITH_CHARM) == {"do": "bank", "charm": True}


def test_default_is_what_a_seat_does_when_its_clock_runs_out() -> None:
    assert pig().default(0) == BANK


def test_inputs_are_written_down_in_order() -> None:
    match = pig()
    match.play(0, ROLL)
    match.forfeit(0)
    match.expire()
    assert match.script == (
        Input(0, Kind.ACT, 0, ROLL),
        Input(1, Kind.FORFEIT, 0),
        Input(2, Kind.EXPIRE),
    )
    assert match.ply == 3


def test_an_action_out_of_turn_is_refused_and_changes_nothing() -> None:
    match = pig()
    before = everything(match)
    for attempt in (
        lambda: match.play(1, ROLL),
        lambda: match.action(1, {"do": "roll"}),
    ):
        with pytest.raises(IllegalActionError) as refusal:
            attempt()
        assert refusal.value.code == "not_your_turn"
    assert everything(match) == before


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    match = pig()
    match.play(0, BANK_WITH_CHARM)
    match.play(1, BANK)
    before = everything(match)
    for attempt in (
        lambda: match.play(0, BANK_WITH_CHARM),
        lambda: match.play(0, -1),
        lambda: match.action(0, {"do": "bank", "charm": True}),
        lambda: match.action(0, {"do": "fly"}),
    ):
        with pytest.raises(IllegalActionError) as refusal:
            attempt()
        assert refusal.value.code == "illegal_action"
    assert everything(match) == before


def test_after_the_end_everything_is_refused() -> None:
    match = pig(target=1)
    match.play(0, ROLL)
    match.play(0, BANK)
    assert match.outcome is not None
    assert match.outcome.winners == (0,)
    before = everything(match)
    for attempt in (
        lambda: match.play(0, ROLL),
        lambda: match.action(0, {"do": "roll"}),
        match.expire,
        lambda: match.forfeit(1),
    ):
        with pytest.raises(IllegalActionError) as refusal:
            attempt()
        assert refusal.value.code == "game_over"
    assert everything(match) == before
    assert match.legal(0) == match.legal(1) == ()


def test_a_script_played_again_gives_the_same_match() -> None:
    match = pig()
    match.play(0, ROLL)
    match.play(0, BANK_WITH_CHARM)
    match.play(1, ROLL)
    match.forfeit(1)
    match.play(0, ROLL)
    match.expire()
    assert everything(Match.replay(PIG, 2, {}, SEED, match.script)) == everything(match)


def test_a_script_with_a_gap_is_refused() -> None:
    with pytest.raises(ValueError, match="script entry 1 stands where 0 should"):
        Match.replay(PIG, 2, {}, SEED, [Input(1, Kind.ACT, 0, ROLL)])


def test_a_script_that_does_not_fit_is_refused() -> None:
    with pytest.raises(IllegalActionError):
        Match.replay(PIG, 2, {}, SEED, [Input(0, Kind.ACT, 1, ROLL)])


def test_a_concealed_position_leaves_the_match_alone() -> None:
    match = pig()
    before = everything(match)
    concealed = match.conceal(0, ScriptedDealer([1]))
    assert concealed.private(1) == {"charm": 1}
    concealed.apply(0, ROLL, ScriptedDealer([5]))
    assert everything(match) == before

"""The bots."""

import pytest
from tests.engine.games.hounds.play import Play
from tests.engine.toy import PIG

from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.game import Bot, State
from haydes.engine.games.hounds import GAME
from haydes.engine.games.hounds.bot import greedy, rollout
from haydes.engine.plain import Tree

NO_CHANCE = ScriptedDealer([])


def chosen(play: Play) -> Tree:
    """Return what the greedy bot does, and do it."""
    seat = play.turn
    action = play.state.describe(
        greedy(play.state.conceal(seat, FairDealer(b"." * 32)), seat, NO_CHANCE)
    )
    play.act(action, [6] * ("toward" in action))
    return action


def test_greedy_runs_with_red_and_throws_black_at_the_front_runner() -> None:
    play = Play((12, "2C 2D"), (9, "4C 4D"), (15, "5C 5D"))
    assert chosen(play) == {"do": "play", "card": "5D", "on": 2}
    assert chosen(play) == {"do": "play", "card": "5C", "on": 0}
    assert chosen(play) == {"do": "play", "card": "2D", "on": 0}
    assert chosen(play) == {"do": "play", "card": "2C", "on": 2}


def test_greedy_kills_where_it_can() -> None:
    play = Play((12, "4C 6C"), (9, "2C 4D"), (6, "5C 5D"))
    assert chosen(play) == {"do": "play", "card": "6C", "on": 2}
    assert chosen(play) == {"do": "play", "card": "4C", "on": 1}


def test_greedy_throws_court_cards_at_the_front_runner() -> None:
    play = Play((12, "KH QS"), (9, "2C 4D"), (5, "5C 5D"))
    assert chosen(play) == {"do": "play", "card": "KH", "on": 1}
    assert chosen(play) == {"do": "play", "card": "QS", "on": 1}


def test_greedy_gives_red_cards_that_it_is_forced_to_give_to_the_last() -> None:
    play = Play((12, "QS 9C"), (9, "2C 4D"), (7, "5C 5D"), (3, "6C 6D"))
    play.play("QS", 1)
    assert chosen(play) == {"do": "play", "card": "4D", "on": 3}


def test_greedy_alone_discards_what_is_of_no_use() -> None:
    play = Play((12, "9C KC"), (9, "2C 4D"))
    play.forfeit(1)
    assert chosen(play) == {"do": "discard"}


@pytest.mark.parametrize(
    ("own", "rival", "toward"),
    [
        (15, 20, "escape"),  # a 6 saves it
        (14, 15, "hounds"),  # it is in no danger, and the rival would get away
        (6, 6, "escape"),  # the other way it might be caught
        (7, 6, "hounds"),
        (7, 7, "escape"),
    ],
)
def test_greedy_plays_jokers_for_itself_first_and_then_against_others(
    own: int, rival: int, toward: str
) -> None:
    play = Play((own, "9C JR"), (rival, "2C 4D"))
    while play.turn != 0:
        play.discard()
    assert chosen(play) == {"do": "play", "card": "JR", "toward": toward}


def test_greedy_does_not_count_who_gave_up() -> None:
    play = Play((10, "9C JR"), (9, "2C 4D"), (3, "5C 5D"))
    play.forfeit(2)
    assert chosen(play) == {"do": "play", "card": "JR", "toward": "escape"}


def test_rollout_sees_what_greedy_does_not() -> None:
    """With its black 3 on the second rival it is alone on the track, for the first escapes."""
    play = Play((12, "9D 9C"), (11, "2C 4D"), (10, "3C KH"))
    play.play("9D", 0)
    play.play("9C", 1)
    play.discard()
    best = {"do": "play", "card": "3C", "on": 1}
    dealer = FairDealer(bytes(32))
    assert play.state.describe(rollout(play.state.conceal(2, dealer), 2, dealer)) == best
    assert play.state.describe(greedy(play.state, 2, NO_CHANCE)) != best


def test_rollout_does_as_greedy_does_where_it_makes_no_difference() -> None:
    """The rival escapes, whatever happens, and leaves the track to seat 1."""
    play = Play((20, "9D 8D"), (10, "2H 2C"))
    play.play("9D", 0)
    play.play("8D", 0)
    action = rollout(play.state, 1, FairDealer(bytes(32)))
    assert play.state.describe(action) == {"do": "play", "card": "2H", "on": 1}


def test_rollout_alone_gets_on() -> None:
    play = Play((12, "AC AD"), (9, "2C 4D"))
    play.forfeit(1)
    action = rollout(play.state, 0, NO_CHANCE)
    assert play.state.describe(action) == {"do": "play", "card": "AD", "on": 0}


def test_rollout_leaves_the_position_alone() -> None:
    play = Play((12, "2C 2D"), (9, "4C 4D"), (15, "5C 5D"))
    before = play.state.public(), play.state.hands[:], bytes(play.state.deck)
    rollout(play.state, 2, FairDealer(bytes(32)))
    assert (play.state.public(), play.state.hands, bytes(play.state.deck)) == before


@pytest.mark.parametrize("bot", [greedy, rollout])
def test_they_play_no_other_game(bot: Bot[State]) -> None:
    pig = PIG.new(2, PIG.settle({}), FairDealer(bytes(32)))
    with pytest.raises(TypeError, match="Release the Hounds only"):
        bot(pig, 0, NO_CHANCE)


@pytest.mark.parametrize(
    ("seats", "rounds", "escapes"),
    [(2, 5.6, 0.63), (3, 6.5, 0.54), (4, 7.2, 0.50), (6, 8.0, 0.47), (8, 8.7, 0.44)],
)
def test_greedy_games_are_as_long_and_as_deadly_as_those_of_an_older_simulation(
    seats: int, rounds: float, escapes: float
) -> None:
    """It was another program's, of 2,000 games; here only what is far off is noticed."""
    games, played, escaped = 200, 0, 0
    dealer = FairDealer(bytes([seats]) * 32)
    for _ in range(games):
        state = GAME.new(seats, GAME.settle({}), dealer)
        while not (outcome := state.outcome()):
            state.apply(state.seat, greedy(state, state.seat, dealer), dealer)
        played += state.round
        escaped += len(outcome.winners)
    assert played / games == pytest.approx(rounds, abs=0.8)
    assert escaped / games / seats == pytest.approx(escapes, abs=0.08)

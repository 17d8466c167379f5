"""New cards and the renewal of the deck (R-9, R-20, R-21)."""

from collections import Counter

from tests.engine.games.hounds.play import Play, kinds

from haydes.engine.cards import NUMBERS
from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.games.hounds import GAME
from haydes.engine.games.hounds.pieces import PACK

FOUR = ((12, "2C 2D"), (9, "3C 3D"), (7, "4C 4D"), (4, "5C 5D"))


def test_r_20_everybody_draws_two_new_cards_after_all_movement() -> None:
    play = Play(*FOUR)
    events = play.pass_round()
    assert kinds(events) == ["discard", "round", "turn"]
    deals = [event for event in play.told if event.tree["event"] == "deal"]
    assert [event.only for event in deals] == [0, 1, 2, 3]
    assert all(len(hand) == 2 for hand in play.state.hands)


def test_re_13_r_21_the_deck_of_four_players_lasts_four_rounds() -> None:
    play = Play(*FOUR)
    left = [play.state.left]
    for _ in range(3):
        play.pass_round()
        left.append(play.state.left)
    assert left == [26, 18, 10, 2]
    assert len(play.state.discards) == 24
    events = play.pass_round()
    assert kinds(events) == ["discard", "round", "renewed", "turn"]
    assert (play.state.left, len(play.state.discards)) == (26, 0)


def test_ra_27_cards_are_drawn_in_the_order_of_play_and_the_last_of_a_deck_are_used_up() -> None:
    play = Play(*FOUR)
    for _ in range(3):
        play.pass_round()
    seen = set(play.state.discards) | {card for hand in play.state.hands for card in hand}
    play.pass_round()
    assert not set(play.state.hands[0]) & seen  # the leader got the last two
    assert all(set(play.state.hands[seat]) <= seen for seat in (1, 2, 3))
    told = [event.tree["event"] for event in play.told]
    assert told[2:5] == ["deal", "renewed", "deal"]


def test_ra_3_the_track_stays_out_of_play() -> None:
    play = Play(*FOUR)
    for _ in range(4):
        play.pass_round()
    track = set(play.state.track)
    assert len(track) == 20
    for _ in range(9):
        play.pass_round()
        in_play = {card for hand in play.state.hands for card in hand} | set(play.state.discards)
        assert not track & in_play


def test_r_9_every_card_is_drawn_with_the_same_chance() -> None:
    """All answers of the dealer together deal every pair of cards equally often."""
    hands: Counter[tuple[int, ...]] = Counter()
    for first in range(54):
        for second in range(53):
            state = GAME.new(2, GAME.settle({}), ScriptedDealer([5, 5, 0, 0, first, second, 0, 0]))
            hands[state.hands[0]] += 1
    assert len(hands) == 54 * 53 // 2
    assert set(hands.values()) == {2}


def test_a_hand_never_comes_from_two_decks() -> None:
    """The deck has an even number of cards whenever it is dealt from, even after seats give up."""
    dealer = FairDealer(bytes(32))
    for seats in GAME.seats:
        state = GAME.new(seats, GAME.settle({}), dealer)
        while not state.outcome():
            assert state.left % 2 == 0
            if dealer.below(40):
                legal = state.legal(state.seat)
                state.apply(state.seat, legal[dealer.below(len(legal))], dealer)
            else:
                state.forfeit(dealer.below(seats), dealer)


def test_a_play_puts_the_card_on_the_discards() -> None:
    play = Play(*FOUR)
    play.play("2D", 1)
    assert play.state.discards[-1] == NUMBERS["2D"]
    assert len(play.state.deck) == len(PACK) - 8

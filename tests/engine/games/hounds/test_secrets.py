"""What is hidden stays hidden: hands, the deck, the track.

A secret is tested with two positions that differ in it only: whoever may not know it sees, may
do and hears the same in both.
"""

from collections import Counter
from collections.abc import Sequence

from tests.engine.games.hounds.play import Play

from haydes.engine.cards import NUMBERS
from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.game import Event
from haydes.engine.games.hounds import GAME
from haydes.engine.games.hounds.rules import HoundsState

FOUR = ((12, "2C 2D"), (9, "3C 3D"), (7, "4C 4D"), (4, "5C 5D"))
SEED = bytes(32)


def seen(state: HoundsState, viewers: Sequence[int]) -> str:
    """Write down all that these seats, and everybody, can see and do."""
    own = [(state.private(seat), state.legal(seat)) for seat in viewers]
    return repr((state.public(), own, state.outcome()))


def heard(log: Sequence[Event], viewers: Sequence[int]) -> list[object]:
    return [event.tree for event in log if event.only is None or event.only in viewers]


def with_hand(state: HoundsState, seat: int, *cards: str) -> HoundsState:
    """Return a twin in which a seat was dealt other cards."""
    twin = state.clone()
    twin.deck += bytes(twin.hands[seat])
    twin.hands[seat] = tuple(sorted(NUMBERS[card] for card in cards))
    for card in twin.hands[seat]:
        twin.deck.remove(card)
    return twin


def test_a_hand_is_seen_by_its_seat_only() -> None:
    state = Play(*FOUR).state
    for owner in range(4):
        others = [seat for seat in range(4) if seat != owner]
        twin = with_hand(state, owner, "JB", "KH")
        assert seen(twin, others) == seen(state, others)
        assert twin.private(owner) != state.private(owner)


def test_a_hand_is_not_told_by_what_others_do() -> None:
    """A whole part of another seat goes by, and the events are the same."""
    state = Play(*FOUR).state
    twin = with_hand(state, 2, "JB", "KH")
    for each in (0, 0):
        logs: list[list[Event]] = [[], []]
        for position, log in zip((state, twin), logs, strict=True):
            position.apply(each, position.legal(each)[1], ScriptedDealer([]), log)
        assert heard(logs[0], (0, 1, 3)) == heard(logs[1], (0, 1, 3))
        assert seen(twin, (0, 1, 3)) == seen(state, (0, 1, 3))


def test_a_card_still_in_the_hand_is_not_told_by_the_one_that_was_played() -> None:
    state = Play(*FOUR).state
    twin = with_hand(state, 0, "2D", "KH")
    for position in (state, twin):
        action = next(
            each
            for each in position.legal(0)
            if position.describe(each) == {"do": "play", "card": "2D", "on": 1}
        )
        position.apply(0, action, ScriptedDealer([]))
    assert seen(twin, (1, 2, 3)) == seen(state, (1, 2, 3))


def test_only_the_seat_hears_what_it_was_dealt() -> None:
    play = Play(*FOUR)
    play.pass_round()
    for event in play.told:
        dealt = event.tree["event"] == "deal"
        assert (event.only is not None) == dealt
        if dealt:
            assert event.only == event.tree["seat"]


def test_new_cards_are_not_told_to_others() -> None:
    """Two dealers deal seat 1 different cards; nobody else can tell."""
    told: list[tuple[object, str]] = []
    for second in (1, 2):
        play = Play(*FOUR)
        for _ in range(3):
            play.discard()
        log: list[Event] = []
        # in the order of play; seat 1 gets its cards last here, so no other draw depends on them
        play.state.at[1] = 1
        play.state.apply(3, 0, ScriptedDealer([*[0] * 6, second, second]), log)
        told.append((heard(log, (0, 2, 3)), seen(play.state, (0, 2, 3))))
        assert play.state.order == (0, 2, 3, 1)
    assert told[0] == told[1]


def test_the_order_of_the_deck_is_seen_by_nobody() -> None:
    state = Play(*FOUR).state
    twin = state.clone()
    twin.deck.reverse()
    assert seen(twin, range(4)) == seen(state, range(4))


def test_the_track_is_seen_by_nobody() -> None:
    """Which cards lie in the track is not even settled while the first deck lasts."""
    play = Play(*FOUR)
    assert play.state.track == b""
    for _ in range(4):
        play.pass_round()
    # by now seat 0 holds the last two of the first deck, and 22 cards were never seen
    state, twin = play.state, play.state.clone()
    hand = twin.hands[0]
    twin.hands[0] = tuple(sorted(twin.track[:2]))
    twin.track = twin.track[2:] + bytes(hand)
    assert seen(twin, (1, 2, 3)) == seen(state, (1, 2, 3))
    assert twin.private(0) != state.private(0)


def test_concealing_deals_every_hand_that_could_be_with_the_same_chance() -> None:
    """All answers of the dealer together give every pair of unseen cards equally often."""
    state = Play((12, "2C 2D"), (9, "3C 3D")).state
    hands: Counter[tuple[int, ...]] = Counter()
    for first in range(52):
        for second in range(51):
            concealed = state.conceal(0, ScriptedDealer([first, second]))
            assert concealed.hands[0] == state.hands[0]
            hands[concealed.hands[1]] += 1
    assert len(hands) == 52 * 51 // 2
    assert set(hands.values()) == {2}


def test_concealing_after_a_renewal_deals_each_hand_from_its_own_pile() -> None:
    play = Play(*FOUR)
    for _ in range(4):
        play.pass_round()
    state = play.state
    never_seen = {*state.track, *state.hands[0]}
    dealer = FairDealer(SEED)
    leaders: set[tuple[int, ...]] = set()
    for _ in range(60):
        concealed = state.conceal(1, dealer)
        assert concealed.hands[1] == state.hands[1]
        assert set(concealed.hands[0]) | set(concealed.track) == never_seen
        assert not never_seen & {*concealed.hands[2], *concealed.hands[3], *concealed.deck}
        leaders.add(concealed.hands[0])
    assert len(leaders) > 30


def test_concealing_keeps_what_whoever_counts_cards_knows() -> None:
    play = Play(*FOUR)
    for _ in range(8):
        play.pass_round()
    state = play.state
    concealed = state.conceal(None, FairDealer(SEED))
    assert concealed.hands[0] == state.hands[0]  # the last two of a deck that all have seen
    assert sorted(concealed.track) == sorted(state.track)
    assert concealed.hands[1:] != state.hands[1:]


def test_the_hands_of_the_true_position_stay_as_they_are() -> None:
    state = GAME.new(8, GAME.settle({}), FairDealer(SEED))
    hands, deck = list(state.hands), bytes(state.deck)
    state.conceal(3, FairDealer(SEED))
    assert (state.hands, bytes(state.deck)) == (hands, deck)


def test_a_turn_is_counted_by_what_all_can_see() -> None:
    """A turn clock is shown to all, and the choices of who holds both Jokers stay what they are."""
    jokers = Play((12, "JB JR"), (9, "3C 3D"), (7, "4C 4D"))
    spots = Play((12, "2C 2D"), (9, "3C 3D"), (7, "4C 4D"))
    for play in (jokers, spots):
        before, legal = play.state.turn_number(), play.legal(0)
        play.forfeit(1)
        assert (play.legal(0) == legal) is (play is jokers)
        assert play.state.turn_number() != before
    assert jokers.state.turn_number() == spots.state.turn_number()


def test_every_input_begins_a_turn() -> None:
    play = Play((12, "JB 2C"), (9, "3C 3D"), (7, "4C 4D"))
    numbers = [play.state.turn_number()]
    play.play("2C", 2)
    numbers.append(play.state.turn_number())
    play.discard()
    numbers.append(play.state.turn_number())
    play.forfeit(0)  # who has no cards left to show
    numbers.append(play.state.turn_number())
    play.pass_round()
    numbers.append(play.state.turn_number())
    assert len(set(numbers)) == len(numbers)

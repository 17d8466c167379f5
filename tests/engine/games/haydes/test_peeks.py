"""A look at a face-down card: who sees it, what it fixes, and what others may know of it."""

from collections import Counter
from fractions import Fraction
from functools import partial

import pytest
from tests.engine.games.haydes.play import Play
from tests.engine.games.haydes.tiny import (
    A1,
    A2,
    B1,
    C1,
    C2,
    TINY,
    Answers,
    Story,
    cards,
    every_answer,
    mixed_pool,
)

from haydes.engine.cards import NUMBERS, RED_JOKER
from haydes.engine.dealer import FairDealer, ScriptedDealer
from haydes.engine.games.haydes.layout import REFERENCE, UNKNOWN, Layout

KEYS = {"encounter": "denizens"}


def looking(card: str = "7C", seats: int = 2) -> Play:
    """Have seat 0 beat an Infernal on F6 and look at F7."""
    play = Play(seats, options=KEYS)
    play.flip("F6", "higher", "KD")
    play.talk(1, 1)
    play.peek("F7", card)
    return play


def test_all_see_where_and_only_the_seat_sees_which() -> None:
    play = looking()
    peek, seen = play.told
    assert (peek.tree, peek.only) == ({"event": "peek", "seat": 0, "at": "F7"}, None)
    assert seen.tree == {"event": "seen", "seat": 0, "at": "F7", "card": "7C"}
    assert seen.only == 0
    assert play.state.private(0) == {"seen": {"F7": "7C"}}
    assert play.state.private(1) == {}
    assert play.state.public()["peeked"] == {"F7": (0,)}


def test_nothing_public_depends_on_the_card() -> None:
    views = [looking(card).state.public() for card in ("7C", "QS", "JR")]
    assert views[0] == views[1] == views[2]


@pytest.mark.parametrize("card", ["7C", "JR"])
def test_the_counts_of_unseen_cards_do_not_change_by_a_look(card: str) -> None:
    play = Play(2, options=KEYS)
    play.flip("F6", "higher", "KD")
    play.talk(1, 1)
    before = play.state.public()["unseen"]
    play.peek("F7", card)
    assert play.state.public()["unseen"] == before
    assert play.look("F7") == "??"


def test_a_card_of_the_replacement_deck_stays_counted_there() -> None:
    play = Play(2, options=KEYS)
    play.flip("F6", "higher", "2C")
    play.flip("F7", "higher", "4C")
    play.stop()
    play.stop()
    play.flip("F6", "lower", "AC")
    play.stop()
    play.stop()
    assert play.look("F7") == "--"
    play.flip("E6", "higher", "KD")
    play.talk(1, 1)
    before = play.state.public()["unseen"]
    assert play.legal()[-1] == {"do": "peek", "at": "E7"}
    play.peek("E7", "3C")
    assert play.state.public()["unseen"] == before


def test_the_card_that_was_seen_is_the_card_that_comes_up_for_anybody() -> None:
    play = looking("9S")
    play.stop()
    play.walk("F6")
    play.flip("F7", "lower", "9S")  # without a draw
    assert play.look("F7") == "9S"
    assert "peeked" not in play.state.public()
    assert play.state.private(0) == {}


def test_a_red_joker_that_was_seen_is_entered_by_who_says_lower() -> None:
    play = looking("JR")
    assert play.state.private(0) == {"seen": {"F7": "JR"}}
    play.flip("F7", "lower", "JR")
    assert play.outcome is not None
    assert play.outcome.winners == (0,)


def test_once_seen_the_red_joker_is_on_no_other_tile() -> None:
    play = looking("JR")
    play.flip("E6", "lower", "3C")  # one draw: which card
    assert play.state.hiding == 0
    play.walk("F6")
    (missed, _) = play.flip("F7", "higher", "JR")
    assert missed["pool"] == ["E6", "F7"]
    assert play.state.hiding == 2
    assert "peeked" not in play.state.public()


def test_a_tile_that_is_searched_by_a_look_is_marked_for_nobody() -> None:
    play = looking("7C")
    assert play.look("F7") == "??"
    assert play.state.hiding == 103  # of 105, F6 and F7 are not the red Joker


def test_two_seats_may_have_looked_at_the_same_card() -> None:
    play = looking("7C")
    play.stop()
    state = play.state
    assert state.peek(1, play.tile("F7"), ScriptedDealer([])) == NUMBERS["7C"]
    assert state.public()["peeked"] == {"F7": (0, 1)}
    assert state.private(0) == state.private(1) == {"seen": {"F7": "7C"}}


def test_a_concealed_position_keeps_ones_own_looks_and_forgets_those_of_others() -> None:
    for card in ("7C", "JR"):
        play = looking(card, seats=3)
        own = play.state.conceal(0, FairDealer(bytes(32)))
        assert own.peeks == play.state.peeks
        assert own.hiding == play.state.hiding
        for other in (1, 2, None):
            twin = play.state.conceal(other, FairDealer(bytes(32)))
            assert twin.public() == play.state.public()
            assert [peek.card for peek in twin.peeks.values()] == [UNKNOWN]
            assert twin.hiding == 104
            assert Counter(twin.piles[0]) == Counter(play.state.piles[0]) + Counter(
                [] if card == "JR" else [NUMBERS[card]]
            )


def test_concealed_positions_are_the_same_whatever_others_have_seen() -> None:
    seen: list[object] = []
    for card in ("7C", "QS", "JR"):
        twin = looking(card).state.conceal(1, FairDealer(bytes(32)))
        seen.append((twin.piles, twin.hiding, twin.peeks, twin.faces, twin.origin))
    assert seen[0] == seen[1]
    assert seen[0][1:] == seen[2][1:]  # type: ignore[index]  # a tuple


def test_what_was_concealed_can_be_concealed_again() -> None:
    dealer = FairDealer(bytes(32))
    twin = looking().state.conceal(1, dealer)
    again = twin.conceal(0, dealer)
    assert again.public() == twin.public()
    assert again.private(0) == {}  # who looked has forgotten too
    assert (again.piles, again.hiding) == (twin.piles, twin.hiding)


# The odds, by trying every answer of the dealer


LAID = cards("2C", "3C", "4C", "5C")


def fresh() -> Layout:
    return Layout(TINY, (LAID, cards("6C", "7C", "8C", "9C")), 2)


def test_a_look_is_as_likely_any_card_as_a_flip() -> None:
    def looked(dealer: Answers) -> Story:
        return (fresh().peek(0, A1, dealer),)

    chances = every_answer(looked)
    assert chances == {(card,): Fraction(1, 5) for card in (*LAID, RED_JOKER)}


def test_whatever_was_looked_at_the_cards_come_up_as_if_nobody_had() -> None:
    def flipped(dealer: Answers, looks: tuple[int, ...] = ()) -> Story:
        layout = fresh()
        for tile in looks:
            layout.peek(0, tile, dealer)
        return tuple(layout.flip(tile, dealer) for tile in (A2, A1, B1, C2, C1))

    without = every_answer(flipped)
    assert len(without) == 120
    for looks in ((A1,), (A1, C1), (C1, A2, A1, B1, C2)):
        assert every_answer(partial(flipped, looks=looks)) == without


def test_where_the_red_joker_is_given_ones_own_looks_and_not_those_of_others() -> None:
    def layout(first: int, second: int) -> Layout:
        """Seat 0 looks at A1, seat 1 at C1."""
        made = fresh()
        for seat, tile, card in ((0, A1, first), (1, C1, second)):
            numbers = [0] if card == RED_JOKER else [made.hiding - 1] if made.hiding else []
            if card != RED_JOKER:
                numbers.append(made.piles[0].index(card))
            assert made.peek(seat, tile, ScriptedDealer(numbers)) == card
        return made

    two, three = LAID[:2]
    for second in (three, RED_JOKER):
        mine = layout(two, second)
        mine.forget(0)

        def later(dealer: Answers, mine: Layout = mine) -> Story:
            twin = Layout.__new__(Layout)
            mine.copy_to(twin)
            return tuple(twin.flip(tile, dealer) for tile in (A1, A2, B1, C1, C2))

        chances = every_answer(later)
        # the others are dealt in any order, all equally likely
        assert len(chances) == 24
        assert {story[0] for story in chances} == {two}
        assert set(chances.values()) == {Fraction(1, 24)}


def test_a_look_into_a_mixed_pool_can_be_forgotten_again() -> None:
    def after(dealer: Answers, *, look: bool) -> Story:
        layout = mixed_pool()
        if look:
            layout.peek(0, A1, dealer)
            layout.forget(1)
        return tuple(layout.flip(tile, dealer) for tile in (A2, A1, C1))

    assert every_answer(lambda dealer: after(dealer, look=True)) == every_answer(
        lambda dealer: after(dealer, look=False)
    )


def test_a_pile_that_a_seen_card_came_from_is_not_used_again() -> None:
    layout = mixed_pool()
    mixed = layout.origin[A1]
    for tile in (A1, A2):  # neither is the red Joker, and the pool's pile is used up
        dealer = ScriptedDealer([layout.hiding - 1, 0, 0])
        assert layout.peek(0, tile, dealer) != RED_JOKER
    assert not layout.piles[mixed]
    layout.left, layout.up, layout.discards = 0, [B1], bytearray(cards("TC"))
    layout.faces[B1], layout.at = NUMBERS["9D"], [TINY.start]
    assert layout.clean_up() is True
    assert layout.deck != mixed
    layout.forget(None)
    assert len(layout.piles[mixed]) == 2
    assert min(layout.piles[mixed]) >= REFERENCE

"""The number by which a turn clock knows a new turn."""

from hypothesis import given
from hypothesis import strategies as st

from haydes.engine.match import Match
from haydes.engine.registry import GAMES


@given(seats=st.integers(1, 4), picks=st.lists(st.integers(0, 999), max_size=60))
def test_a_turn_is_all_that_a_seat_does_until_a_turn_or_a_split_is_told(
    seats: int, picks: list[int]
) -> None:
    match = Match(GAMES["haydes"], seats, {"map": "quick"}, bytes(32))
    for pick in picks:
        mover = [seat for seat in range(seats) if match.legal(seat)]
        if not mover:
            return
        before, legal = match.turn_number(), match.legal(mover[0])
        events = match.play(mover[0], legal[pick % len(legal)])
        is_new = any(event.tree["event"] in ("turn", "split") for event in events)
        assert match.outcome or (match.turn_number() != before) is is_new


def test_a_game_need_not_name_its_turns() -> None:
    assert Match(GAMES["holyquest"], 2, {}, bytes(32)).turn_number() is None

import pytest

from haydes.engine import cards


def test_a_deck_has_each_rank_in_each_suit_once_and_the_jokers_follow() -> None:
    assert cards.DECK == 52
    assert len(set(cards.NAMES)) == len(cards.NAMES) == cards.DECK + 2
    assert {name[0] for name in cards.NAMES[: cards.DECK]} == set(cards.RANKS)
    assert cards.NAMES[cards.BLACK_JOKER] == "JB"
    assert cards.NAMES[cards.RED_JOKER] == "JR"


def test_names_and_numbers_are_one_to_one() -> None:
    assert [cards.NUMBERS[name] for name in cards.NAMES] == [*range(len(cards.NAMES))]


@pytest.mark.parametrize(
    ("name", "value"), [("AS", 1), ("2C", 2), ("TH", 10), ("JD", 11), ("QC", 12), ("KS", 13)]
)
def test_values_go_from_ace_to_king(name: str, value: int) -> None:
    assert cards.VALUES[cards.NUMBERS[name]] == value


def test_a_joker_counts_nothing() -> None:
    assert cards.VALUES[cards.BLACK_JOKER] == cards.VALUES[cards.RED_JOKER] == 0


def test_court_cards_are_jacks_queens_and_kings() -> None:
    court = {name for name in cards.NAMES if cards.is_court(cards.NUMBERS[name])}
    assert court == {rank + suit for rank in "JQK" for suit in cards.SUITS}


def test_red_cards_are_diamonds_and_hearts() -> None:
    red = {name for name in cards.NAMES[: cards.DECK] if cards.is_red(cards.NUMBERS[name])}
    assert red == {rank + suit for rank in cards.RANKS for suit in "DH"}

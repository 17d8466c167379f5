import pytest
from tests.client.holyquest import positions as quest
from tests.client.hounds import positions as track
from tests.client.positions import RANKS, at_table, game

from haydes.client.config import DEFAULTS, OFF, ON
from haydes.client.grammar import parse
from haydes.client.haydes.creatures import ESCAPEE, FOES, Bout, bout
from haydes.client.haydes.odds import Guess, guess, joker
from haydes.client.haydes.odds import test as chance
from haydes.client.model import Model
from haydes.client.parsed import Typing
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw, press
from haydes.client.screens.ui import Ui, settled
from haydes.engine.games.haydes import encounters
from haydes.protocol.tree import Tree

NONE = dict.fromkeys(RANKS, 0)

# 5 tiles that may hide the red Joker, so 4 cards of the map are unseen: A, 5, 9 and K
FRESH = game(
    """
    ?? ?? --
    ?? 5S JB
    ?? ?? --
    """,
    unseen=(NONE | {"A": 1, "5": 1, "9": 1, "K": 1}, NONE | {"2": 3, "Q": 1}),
)


@pytest.mark.parametrize(
    ("creature", "hit", "hurt"), [("JC", 58, 28), ("QC", 58, 42), ("KC", 42, 42)]
)
def test_a_round_of_combat_has_the_published_odds(creature: str, hit: int, hurt: int) -> None:
    assert bout(creature) == Bout(hit, hurt)


def test_the_fighters_are_those_of_the_rules() -> None:
    assert (encounters.ESCAPEE.strength, encounters.ESCAPEE.toughness) == ESCAPEE
    theirs = {rank: (foe.strength, foe.toughness) for rank, foe in encounters.FOES.items()}
    assert theirs == FOES


def test_an_unsearched_tile_is_the_joker_or_one_of_the_map() -> None:
    # Joker 1/5, each card 1/5: higher 9 K, lower A Joker, equal 5
    assert guess(FRESH, "B2", "A2") == Guess(
        higher=40, lower=40, equal=20, creature=20, best="higher"
    )


def test_a_searched_tile_holds_a_replacement_card() -> None:
    assert guess(FRESH, "B2", "A3") == Guess(
        higher=25, lower=75, equal=0, creature=25, best="lower"
    )


def test_from_the_start_the_joker_is_equal() -> None:
    # 0 = 0: from another Joker it cannot be entered (HA-10)
    assert guess(FRESH, "B3", "A2") == Guess(
        higher=80, lower=0, equal=20, creature=20, best="higher"
    )


def test_a_card_that_lies_face_up_has_no_odds() -> None:
    assert guess(FRESH, "B3", "B2") is None
    assert guess(FRESH, "B2", "Z9") is None


def test_a_joker_without_company_is_certain() -> None:
    alone = game("?? 5S JB", unseen=(NONE, NONE | {"2": 4}))
    assert guess(alone, "A2", "A1") == Guess(0, 100, 0, creature=0, best="lower")
    assert joker(alone, "A1") == 100


def test_after_a_failed_entry_the_pool_holds_replacement_cards() -> None:
    # two tiles hide the Joker and one card of the Replacement Deck, all twos and queens
    tree = game(
        "?? ?? 5S -- -- JB",
        unseen=(NONE | {"K": 1}, NONE | {"2": 3, "Q": 1}),
    )
    # but one map card would do for two tiles just as well: the count says a fresh map
    assert guess(tree, "A3", "A1") == Guess(50, 50, 0, creature=50, best="higher")
    failed = game(
        "?? ?? 5S -- -- -- JB",
        unseen=(NONE | {"K": 2}, NONE | {"2": 3, "Q": 1}),
    )
    # Joker 1/2; else two 3/8, queen 1/8
    assert guess(failed, "A3", "A1") == Guess(13, 87, 0, creature=13, best="lower")
    # a searched tile: 2 of 3 are kings of the map; else two 3/4 or queen 1/4
    assert guess(failed, "A3", "A4") == Guess(75, 25, 0, creature=75, best="higher")


@pytest.mark.parametrize(
    ("points", "percent"),
    [
        (9, 83),
        (8, 72),
        (7, 58),
        (6, 42),
        (5, 28),
        (4, 17),
        (3, 8),
        (2, 3),
        (1, 0),
        (0, 0),
        (12, 100),
    ],
)
def test_two_dice_show_at_most_so_much(points: int, percent: int) -> None:
    assert chance(points) == percent


def test_shares_add_up_to_100() -> None:
    thirds = game("?? 5S JB ?? ??", unseen=(NONE | {"5": 1, "9": 1}, NONE))
    odds = guess(thirds, "A2", "A1")
    assert odds is not None
    assert odds.higher + odds.lower + odds.equal == 100


@pytest.mark.parametrize("tree", [{}, {"tiles": 3}, {"tiles": {"A": {"1": "6C"}}}])
def test_a_tree_without_such_a_tile_has_no_odds(tree: Tree) -> None:
    assert guess(tree, "A2", "A1") is None
    assert joker(tree, "A1") == 0


# ------------------------------------------------- where full screen shows them


def shown(model: Model, ui: Ui) -> str:
    return "\n".join(string(line) for line in draw(model, ui, Area(24, 80)).rows)


def playing(card: str, *, at: int = 8) -> Model:
    """Return Ann with one card, on that place of the track."""
    others = [track.runs(14), track.runs(5)]
    aims: Tree = {"toward": ["escape", "hounds"]} if card == "JR" else {"on": [1, 2]}
    return track.at_table(
        track.game([track.runs(at, 0, 1), *others], (0, 1, 2), None, ()),
        [{"do": "play", "card": card, **aims}],
        hand=[card],
    )


@pytest.mark.parametrize(
    ("model", "keys", "told"),
    [
        (at_table(), "", "n A2  face down ▲"),
        (at_table(), "n", "is it h higher ("),
        (quest.at_table(), "", "a hit "),
        (playing("KD"), "b", "who plays all on you: red "),
        (playing("JR", at=16), "e", "you are off at 5+ (33%)"),
        (playing("JR", at=3), "h", "you are off at 3+ (67%)"),
    ],
)
def test_they_stand_beside_the_choices_unless_switched_off(
    model: Model, keys: str, told: str
) -> None:
    for odds in (True, False):
        ui = settled(model, Ui(settings={**DEFAULTS, "odds": ON if odds else OFF}))
        for name in keys:
            ui = press(model, ui, name).ui
        assert (told in shown(model, ui)) is odds


def test_they_are_switched_by_a_line() -> None:
    parsed = parse(at_table(), "set odds off", Typing())
    assert parsed.setting == ("odds", "off")

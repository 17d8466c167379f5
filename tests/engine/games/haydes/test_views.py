"""The public tree: what it holds, and that what did not change is the same object."""

from collections.abc import Mapping
from copy import deepcopy

from tests.engine.games.haydes.play import Play

from haydes.engine.cards import RANKS
from haydes.engine.games.haydes.layout import REFERENCE
from haydes.engine.plain import Tree, Value


def branch(tree: Tree, *path: str) -> Value:
    value: Value = tree
    for key in path:
        assert isinstance(value, Mapping)
        value = value[key]
    return value


def ranks(**counts: int) -> dict[str, int]:
    return dict.fromkeys(RANKS, 8) | counts


def test_the_whole_tree_of_a_new_match() -> None:
    tree = Play(2, first=1, split=None).state.public()
    tiles = tree["tiles"]
    assert isinstance(tiles, Mapping)
    assert list(tiles) == list("ABCDEFGHIJK")
    assert branch(tree, "tiles", "A") == {str(column): "??" for column in range(2, 10)}
    assert branch(tree, "tiles", "F", "5") == "JB"
    assert {key: value for key, value in tree.items() if key != "tiles"} == {
        "map": "block",
        "start": "F5",
        "first": 1,
        "figures": {"0": {"at": "F5", "is": "free"}, "1": {"at": "F5", "is": "free"}},
        "turn": {"seat": 1, "round": 1, "phase": "split"},
        "piles": {"replacement": 104, "discards": 0, "removed": 0},
        "unseen": {"map": ranks(), "replacement": ranks()},
    }


def test_the_unseen_cards_are_counted_by_rank() -> None:
    play = Play()
    play.flip("F6", "higher", "4C")
    play.flip("F7", "higher", "6C")
    play.stop()
    assert branch(play.state.public(), "unseen") == {
        "map": ranks(**{"4": 7, "6": 7}),
        "replacement": ranks(),
    }
    play.flip("F6", "higher", "9C")
    assert branch(play.state.public(), "unseen", "replacement") == ranks(**{"9": 7})


def test_a_rank_that_is_all_seen_stays_with_0() -> None:
    play = Play(drawing="##\n#@\n##", cards=("2C", "3C", "4C", "5C"))
    play.flip("A2", "higher", "2C")
    assert branch(play.state.public(), "unseen", "map") == dict.fromkeys(RANKS, 0) | {
        "3": 1,
        "4": 1,
        "5": 1,
    }


def test_all_fillings_of_the_deck_are_counted_together() -> None:
    play = Play()
    play.empty_deck(left=1)  # an Ace of Clubs
    for place, card in (("F6", "3C"), ("E6", "4C"), ("E7", "5C")):
        play.flip(place, "higher", card)
    (missed, renewed, _) = play.flip("E8", "higher", "JR")
    assert missed["pool"] == ["F6", "E6", "E8"]
    assert renewed == {"event": "renewed"}
    assert any(entry >= REFERENCE for entry in play.state.piles[-1])
    # of the 104 cards none was seen since, and the 3 and the 4 of the map came in
    assert branch(play.state.public(), "unseen", "replacement") == ranks(**{"3": 9, "4": 9})


def test_faces_of_every_kind() -> None:
    play = Play(2)
    play.lay("E5", "KC", seat=1)
    play.lay("F6", "QDx", seat=0)
    play.search("A2")
    shown = {place: play.look(place) for place in ("A2", "A3", "E5", "F5", "F6")}
    assert shown == {"A2": "--", "A3": "??", "E5": "KC", "F5": "JB", "F6": "QDx"}


def test_what_did_not_change_is_the_same_object() -> None:
    play = Play(3)
    old = play.state.public()
    assert all(new is old[key] for key, new in play.state.public().items() if key != "first")

    play.flip("F6", "higher", "7C")
    new = play.state.public()
    assert branch(new, "tiles", "F", "6") == "7C"
    assert branch(old, "tiles", "F", "6") == "??"
    for row in "ABCDEGHIJK":
        assert branch(new, "tiles", row) is branch(old, "tiles", row)
    for seat in "12":
        assert branch(new, "figures", seat) is branch(old, "figures", seat)
    assert branch(new, "unseen", "replacement") is branch(old, "unseen", "replacement")
    assert new["piles"] is old["piles"]
    assert new["turn"] is old["turn"]

    play.walk("F5")
    newest = play.state.public()
    assert newest["tiles"] is new["tiles"]
    assert newest["unseen"] is new["unseen"]
    assert branch(newest, "figures", "0") == branch(old, "figures", "0")


def test_a_view_that_was_handed_out_never_changes() -> None:
    play = Play(2)
    play.flip("F6", "higher", "7C")
    view = play.state.public()
    kept = deepcopy(view)
    play.flip("F7", "higher", "JC")
    play.talk(1, 1)
    play.stop()
    play.state.public()
    assert view == kept


def test_a_clone_looks_the_same_with_eyes_of_its_own() -> None:
    play = Play(2)
    play.flip("F6", "higher", "7C")
    view = play.state.public()
    twin = play.state.clone()
    assert twin.public() == view
    assert twin.public()["tiles"] is not view["tiles"]

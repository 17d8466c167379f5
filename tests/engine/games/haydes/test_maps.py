"""Maps: shape, names, neighbours, and what a map must have."""

import pytest

from haydes.engine.games.haydes.maps import MAPS, Map, read

RING = """
###
#@#
###
"""


def neighbours(ground: Map, place: str) -> list[str]:
    return [ground.places[tile] for tile in ground.near[ground.places.index(place)]]


def test_ha_6_the_block_is_ten_by_eleven_less_its_corners() -> None:
    block = MAPS["block"]
    assert len(block.places) == 106
    assert block.places[:9] == ("A2", "A3", "A4", "A5", "A6", "A7", "A8", "A9", "B1")
    assert block.places[-1] == "K9"
    assert not {"A1", "A10", "K1", "K10"} & set(block.places)
    assert block.places[block.start] == "F5"
    assert sum(map(len, block.near)) / 106 == pytest.approx(3.60, abs=0.005)


def test_ha_43_the_quick_map_is_six_by_nine() -> None:
    quick = MAPS["quick"]
    assert len(quick.places) == 54
    assert quick.places[0] == "A1"
    assert quick.places[-1] == "F9"
    assert quick.places[quick.start] == "C5"


def test_ha_7_tiles_touch_along_edges_never_at_corners() -> None:
    assert neighbours(MAPS["block"], "F5") == ["E5", "F4", "F6", "G5"]
    assert neighbours(MAPS["block"], "A2") == ["A3", "B2"]
    assert neighbours(MAPS["block"], "B1") == ["B2", "C1"]
    assert neighbours(MAPS["quick"], "F9") == ["E9", "F8"]


@pytest.mark.parametrize("ground", MAPS.values(), ids=MAPS)
def test_touching_is_mutual_and_in_order(ground: Map) -> None:
    for tile, near in enumerate(ground.near):
        assert list(near) == sorted(near)
        assert all(tile in ground.near[other] for other in near)


def test_a_drawing_may_have_holes() -> None:
    ground = read("tiny", ".##\n#@.\n##.")
    assert ground.places == ("A2", "A3", "B1", "B2", "C1", "C2")
    assert ground.places[ground.start] == "B2"
    assert neighbours(ground, "B2") == ["A2", "B1", "C2"]


@pytest.mark.parametrize(
    ("drawing", "complaint"),
    [
        ("##\n##", "one start, not 0"),
        ("#@#\n#@#", "one start, not 2"),
        ("##\n@x", "drawn with #, @ and . only"),
        ("\n".join(["##"] * 26 + ["@#"]), "at most 26 rows, not 27"),
        ("##.#\n#@.#", "no way leads from the start to A4"),
    ],
)
def test_a_wrong_drawing_is_refused_with_a_reason(drawing: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        read("wrong", drawing)


def test_ha_10_every_neighbour_of_the_start_has_another_neighbour() -> None:
    read("right", RING)
    with pytest.raises(ValueError, match="A1 can be entered from the start only"):
        read("wrong", "#@#\n.##")


def test_ha_35_wherever_the_red_joker_lies_somebody_can_enter_it_from_a_number_card() -> None:
    for ground in MAPS.values():
        for tile, near in enumerate(ground.near):
            assert tile == ground.start or any(other != ground.start for other in near)

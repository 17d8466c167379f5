"""Maps: shape, names, neighbours, and what a map must have."""

import pytest
from tests.engine.games.haydes.play import Play

from haydes.engine.dealer import FairDealer
from haydes.engine.game import OptionError, random_bot
from haydes.engine.games.haydes import GAME
from haydes.engine.games.haydes.drawings import QUICK
from haydes.engine.games.haydes.maps import MAPS, Map, read, read_own

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
    ("name", "neighbours", "fewest", "farthest", "steps"),
    [
        ("block", 3.60, 2, 9, 5.1),
        ("blob", 3.45, 1, 7, 4.8),
        ("cross", 3.26, 1, 10, 5.8),
        ("gallery", 3.26, 1, 18, 9.5),
        ("lattice", 2.43, 1, 9, 5.6),
        ("streets", 2.28, 1, 12, 6.7),
        ("fishbone", 1.98, 1, 15, 7.7),
    ],
)
def test_ha_6_the_maps_are_of_their_size_and_as_branched_and_deep_as_published(
    name: str, neighbours: float, fewest: int, farthest: int, steps: float
) -> None:
    ground = MAPS[name]
    near = [*map(len, ground.near)]
    assert len(near) == 106
    assert round(sum(near) / 106, 2) == neighbours
    assert (min(near), max(near)) == (fewest, 4)
    away = distances(ground)
    assert max(away) == farthest
    assert round(sum(away) / 106, 1) == steps


def distances(ground: Map) -> list[int]:
    """Count the steps from the start to every tile."""
    away = {ground.start: 0}
    queue = [ground.start]
    for tile in queue:
        for near in ground.near[tile]:
            if near not in away:
                away[near] = away[tile] + 1
                queue.append(near)
    return [away[tile] for tile in range(len(ground.places))]


def test_ha_39_two_away_is_two_moves_round_corners_too() -> None:
    ground = MAPS["block"]
    beyond = ground.beyond[ground.places.index("F5")]
    assert [ground.places[tile] for tile in beyond] == [
        *("D5", "E4", "E6", "F3", "F7", "G4", "G6", "H5")
    ]
    ring = read("ring", "###/#.#/@##")  # over the hole there is no way
    beyond = ring.beyond[ring.places.index("A2")]
    assert [ring.places[tile] for tile in beyond] == ["B1", "B3"]


def test_every_map_can_be_played() -> None:
    for name in MAPS:
        dealer = FairDealer(bytes(32))
        state = GAME.new(2, GAME.settle({"map": name}), dealer)
        assert state.public()["map"] == name
        while not state.outcome():
            state.apply(state.seat, random_bot(state, state.seat, dealer), dealer)


LINE = "#" * 52


def test_a_host_may_draw_a_map_of_54_or_106_tiles() -> None:
    for drawing in (QUICK, f"#@/##/{LINE[:50]}", f"{LINE}@/{LINE}#"):
        play = Play(2, options={"map": drawing})
        assert play.state.public()["map"] == "own"
        assert len(play.ground.places) in (54, 106)
        assert sum(map(len, play.state.piles)) == 104 + len(play.ground.places) - 2
    assert read_own(QUICK).places == MAPS["quick"].places
    assert read_own(QUICK).near == MAPS["quick"].near


def test_a_maps_lines_end_with_a_newline_or_a_stroke_and_a_space_is_a_dot() -> None:
    ground = read("one", "##.\n#@#\n.##")
    for drawing in ("##/#@#/.##", "## \r\n#@#\r\n ##\r\n", "\n\n  ##\n  #@#\n   ##\n\n"):
        assert read("two", drawing).places == ground.places
        assert read("two", drawing).near == ground.near


@pytest.mark.parametrize(
    ("drawing", "complaint"),
    [
        ("", "^there is no start; it is drawn as @$"),
        ("##\n##", "^there is no start; it is drawn as @$"),
        ("#@#/.../##@", "^line 3, column 3: a second start; the first is line 1, column 2$"),
        ("##\n@x", "^line 2, column 2: 'x' is none of #, @, . and space$"),
        ("##\n@\x1b[", r"^line 2, column 2: '\\x1b' is none of"),
        ("##.#\n#@.#", "^line 1, column 4: no way leads here from the start$"),
        ("#@#\n#..", "^line 1, column 3: this tile can be entered from the start only$"),
        ("@###", "^line 1, column 1: the start touches one tile only, and needs two$"),
        ("\n" + "##\n" * 26 + "@#", "^line 28: a map has at most 26 rows$"),
    ],
)
def test_a_wrong_drawing_is_refused_with_line_column_and_reason(
    drawing: str, complaint: str
) -> None:
    with pytest.raises(ValueError, match=complaint):
        read("wrong", drawing)


def test_a_hosts_map_has_one_deck_or_two() -> None:
    for tiles in (53, 55, 105, 107):
        drawing = f"@{'#' * (tiles - 3)}/##"
        with pytest.raises(ValueError, match=f"^a map has 54 or 106 tiles.* not {tiles}$"):
            read_own(drawing)


def test_the_option_says_what_is_wrong_with_a_map() -> None:
    with pytest.raises(OptionError, match=r"^option map takes block, .*: line 2, column 1: 'b' is"):
        GAME.settle({"map": "#@#\nb"})
    with pytest.raises(OptionError, match="or a text of your own, not 'big': line 1, column 1"):
        GAME.settle({"map": "big"})
    assert GAME.settle({"map": QUICK})["map"] == QUICK


def test_ha_10_every_neighbour_of_the_start_has_another_neighbour() -> None:
    read("right", RING)
    with pytest.raises(ValueError, match="column 1: this tile can be entered from the start only"):
        read("wrong", "#@#\n.##")


def test_ha_10_a_start_with_one_neighbour_would_keep_a_red_joker_there_for_ever() -> None:
    with pytest.raises(ValueError, match="the start touches one tile only"):
        read("wrong", "@##\n.##")


def test_ha_35_wherever_the_red_joker_lies_somebody_can_enter_it_from_a_number_card() -> None:
    for ground in MAPS.values():
        for tile, near in enumerate(ground.near):
            assert tile == ground.start or any(other != ground.start for other in near)

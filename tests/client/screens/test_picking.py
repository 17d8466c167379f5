"""Choosing a live table to watch."""

from dataclasses import replace

import pytest
from tests.client.lines import error, request, typed
from tests.client.screens.live_samples import LOBBY, NOBODY
from tests.client.screens.samples import OTHERS_MOVE

from haydes.client.grammar import complete
from haydes.client.live import ORDERS, live_tables
from haydes.client.screens.clicks import clicked
from haydes.client.screens.rows import Area, Spot, string
from haydes.client.screens.screen import acting, draw, press
from haydes.client.screens.ui import Press, Ui, settled
from haydes.protocol.messages import Watch

PICKING = Ui(live="watchers")


def struck(*names: str) -> Press:
    done = Press(PICKING)
    for name in names:
        done = press(LOBBY, done.ui, name)
    return done


@pytest.mark.parametrize(
    ("order", "ids"),
    [
        ("watchers", ["fokuze", "sokano", "nimobu", "gedapa", "jefojo"]),
        ("acts", ["fokuze", "nimobu", "jefojo", "sokano", "gedapa"]),
        ("players", ["nimobu", "fokuze", "sokano", "gedapa", "jefojo"]),
        ("game", ["sokano", "fokuze", "jefojo", "gedapa", "nimobu"]),
    ],
)
def test_only_running_matches_are_listed_in_the_order_one_likes(order: str, ids: list[str]) -> None:
    assert [live.id for live in live_tables(LOBBY.lobby, order)] == ids
    told = [line.text.split(",")[0].split()[1] for line in typed(LOBBY, f"live {order}").lines]
    assert told == ids


def test_a_row_says_who_plays_how_far_it_is_and_how_many_watch() -> None:
    first, *_, last = typed(LOBBY, "live").lines
    assert first.text == (
        "4 fokuze, Escape from Haydes, Kit, Lou, Max, 140 acts or more, 12 watching."
    )
    assert last.text == "6 jefojo, Escape from Haydes, bots, 20 acts or more, nobody watches."


def test_where_nobody_plays_that_is_said() -> None:
    (line,) = typed(NOBODY, "live").lines
    assert line.text == "nobody plays now. tables lists all tables."
    assert error(LOBBY, "live size").startswith("live is sorted by watchers, acts, players or game")
    assert complete(LOBBY, "live ") == list(ORDERS)


def test_the_number_of_a_row_watches_it() -> None:
    assert request(LOBBY, "watch 4") == Watch(ref=0, table="fokuze")


def test_keys_choose_sort_and_watch() -> None:
    assert struck("enter").ask == (Watch(ref=0, table="fokuze"),)
    assert struck("down", "w").ask == (Watch(ref=0, table="sokano"),)
    assert struck("up", "w").ask == (Watch(ref=0, table="jefojo"),)
    assert struck("o").ui.live == "acts"
    assert struck("down", "o").ui.aim == "sokano"
    assert struck(*"oooo").ui.live == "watchers"
    assert struck("q").ui.live == ""
    assert press(LOBBY, Ui(), "l").ui.live == "watchers"


def test_the_chosen_row_is_marked() -> None:
    rows = [string(line) for line in draw(LOBBY, struck("down").ui, Area(24, 80)).rows]
    assert [row.split()[2] for row in rows if row.startswith("▸")] == ["sokano"]


def test_a_click_chooses_a_row() -> None:
    drawing = draw(LOBBY, PICKING, Area(24, 80))
    line = next(n for n, line in enumerate(drawing.rows) if "sokano" in string(line))
    assert clicked(drawing, acting(LOBBY, PICKING), Spot(line, 30)) == ("down",)


def test_nothing_is_watched_where_nobody_plays() -> None:
    for name in ("enter", "down", "up"):
        assert not press(NOBODY, PICKING, name).ask


def test_at_a_table_the_list_is_gone() -> None:
    assert settled(OTHERS_MOVE, replace(PICKING, aim="fokuze")).live == ""

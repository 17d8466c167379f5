from dataclasses import replace

import pytest
from tests.client.screens.every import SCREENS
from tests.client.screens.samples import AT_100, LOBBY, MY_MOVE

from haydes.client.config import NEXT, SETTINGS
from haydes.client.grammar import parse
from haydes.client.parsed import Local, Typing
from haydes.client.screens import settings
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw, press
from haydes.client.screens.ui import Overlay, Ui

SHOWN = replace(AT_100, overlay=Overlay.SETTINGS)


def test_every_setting_that_counts_at_once_is_listed_and_explained() -> None:
    assert {*settings.names(), *NEXT, *settings.LINES_OF_TEXT} == set(SETTINGS)
    assert set(settings.WHAT) <= set(SETTINGS)


@pytest.mark.parametrize("name", settings.names())
def test_turning_a_setting_types_the_command_that_keeps_it(name: str) -> None:
    ui: Ui = replace(SHOWN, page=settings.names().index(name))
    seen = [ui.settings[name]]
    for _ in SETTINGS[name]:
        line = press(MY_MOVE, ui, "right").types
        parsed = parse(MY_MOVE, line, Typing())
        assert (parsed.local, parsed.saves) == (Local.SET, True)
        assert parsed.setting[0] == name
        seen.append(parsed.setting[1])
        ui = replace(ui, settings={**ui.settings, name: parsed.setting[1]})
    assert (set(seen), seen[0]) == (set(SETTINGS[name]), seen[-1])


@pytest.mark.parametrize("name", ["move_aimed", "encounter", "fight", "holyquest_aimed"])
def test_odds_are_told_only_to_who_wants_them(name: str) -> None:
    one, ui = SCREENS[name]
    unwanted = replace(ui, settings={**ui.settings, "odds": "off"})
    for size in (Area(24, 80), Area(16, 60)):
        with_odds, without = (
            "".join(string(line) for line in draw(one, each, size).rows) for each in (ui, unwanted)
        )
        assert "%" in with_odds or "▲" in with_odds
        assert not {"%", "▲"} & set(without)


def test_up_and_down_go_round() -> None:
    last = press(LOBBY, SHOWN, "up").ui
    assert settings.picked(last) == len(settings.names()) - 1
    assert settings.picked(press(LOBBY, last, "down").ui) == 0


def test_no_other_key_acts_behind_the_settings() -> None:
    for key in ("e", "h", ".", "n", "1"):
        done = press(MY_MOVE, SHOWN, key)
        assert (done.ask, done.types, done.ui.overlay) == ((), "", Overlay.SETTINGS)
    assert press(MY_MOVE, SHOWN, "escape").ui.overlay is Overlay.NONE


@pytest.mark.parametrize("pick", range(len(settings.names())))
@pytest.mark.parametrize("size", [Area(16, 60), Area(24, 80), Area(43, 132)])
def test_the_picked_one_is_in_sight_with_the_cursor_on_it(pick: int, size: Area) -> None:
    drawing = draw(LOBBY, replace(SHOWN, page=pick), size)
    assert f"▸ {settings.names()[pick]}" in string(drawing.rows[drawing.cursor.row])

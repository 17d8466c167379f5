"""The mouse: a click is keys, so whatever keys may not do, it may not do either."""

import pytest
from tests.client.screens.every import SCREENS
from tests.client.screens.samples import AT_100, LOBBY, MY_MOVE

from haydes.client.model import Model
from haydes.client.screens.clicks import clicked, wheeled
from haydes.client.screens.rows import Area, Spot, cells, string
from haydes.client.screens.screen import acting, draw, press
from haydes.client.screens.ui import Press, Ui

SIZE = Area(24, 80)


def click(model: Model, ui: Ui, text: str) -> tuple[str, ...]:
    """Click the last place where a text is drawn."""
    drawing = draw(model, ui, SIZE)
    rows = [string(line) for line in drawing.rows]
    row = max(n for n, line in enumerate(rows) if text in line)
    column = cells(rows[row][: rows[row].rindex(text)])
    return clicked(drawing, acting(model, ui), Spot(row, column))


def after(model: Model, ui: Ui, *names: str) -> Press:
    done = Press(ui)
    for name in names:
        done = press(model, done.ui, name)
    return done


def test_a_click_on_a_card_aims_at_it_and_on_a_hint_does_what_it_says() -> None:
    aimed = after(MY_MOVE, AT_100, *click(MY_MOVE, AT_100, "[e]")).ui
    assert aimed.aim == "E8"
    assert click(MY_MOVE, aimed, "h higher") == ("h",)
    assert click(MY_MOVE, aimed, "higher") == ("h",)
    assert click(MY_MOVE, AT_100, "? help") == ("?",)


def test_a_second_click_on_a_card_face_up_walks_there() -> None:
    aimed = after(MY_MOVE, AT_100, "w").ui
    names = click(MY_MOVE, aimed, "▸K♥")
    assert names == ("enter",)
    assert after(MY_MOVE, aimed, *names).ask


def test_a_click_chooses_from_a_list_and_a_second_one_takes_it() -> None:
    names = click(LOBBY, AT_100, "sokano  ")
    chosen = after(LOBBY, AT_100, *names)
    assert chosen.ui.aim == "sokano"
    assert chosen.ask == ()
    assert click(LOBBY, chosen.ui, "sokano  ") == ("enter",)


def test_a_click_chooses_in_a_form() -> None:
    model, ui = SCREENS["opening"]
    assert after(model, ui, *click(model, ui, "turn clock")).ui.pick == 3


@pytest.mark.parametrize("name", SCREENS)
def test_a_click_is_only_ever_keys_that_act(name: str) -> None:
    model, ui = SCREENS[name]
    drawing = draw(model, ui, SIZE)
    keys = acting(model, ui)
    known = {one for key in keys for one in key.names}
    for row in range(SIZE.rows):
        for column in range(0, SIZE.columns, 2):
            assert set(clicked(drawing, keys, Spot(row, column))) <= known
    assert clicked(drawing, keys, Spot(99, 0)) == ()


def test_a_click_outside_what_looks_like_a_key_does_nothing() -> None:
    assert click(MY_MOVE, AT_100, "red Joker:") == ()


def test_the_wheel_goes_through_texts_and_lists_but_moves_no_figure() -> None:
    assert wheeled(draw(MY_MOVE, AT_100, SIZE), "up", overlaid=False) == ()
    assert wheeled(draw(MY_MOVE, AT_100, SIZE), "up", overlaid=True) == ("up",)
    assert wheeled(draw(LOBBY, AT_100, SIZE), "down", overlaid=False) == ("down",)

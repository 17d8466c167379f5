from dataclasses import replace

from tests.client.screens.unread_samples import LINES, MARK, MODEL, READ

from haydes.client.model import Line, Voice, say
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw, press, seen
from haydes.client.screens.ui import Mode, Overlay, Ui
from haydes.client.screens.unread import read_along

SIZE = Area(24, 80)
AWAY = Ui(read=READ)


def title(ui: Ui, size: Area = SIZE) -> str:
    return string(draw(MODEL, ui, size).rows[0])


def test_chat_of_others_counts_until_it_is_read() -> None:
    assert "chat 2" in title(AWAY)
    assert "chat" not in title(replace(AWAY, read=len(LINES)))
    assert "chat 2" in title(AWAY, Area(16, 60))


def test_who_opens_the_log_or_types_has_read_it() -> None:
    log = press(MODEL, AWAY, "pageup").ui
    assert (log.overlay, log.read, log.mark) == (Overlay.LOG, len(LINES), MARK)
    typing = press(MODEL, AWAY, "/").ui
    assert (typing.mode, typing.read, typing.mark) == (Mode.CHAT, len(LINES), MARK)
    again = press(MODEL, press(MODEL, log, "escape").ui, "pageup").ui
    assert again.mark == -1


def test_who_looks_at_the_log_reads_along() -> None:
    now = say(MODEL, Voice.CHAT, "Bram: see you")
    reading = replace(AWAY, mode=Mode.CHAT)
    assert read_along(now, reading).read == now.logged
    assert read_along(now, AWAY).read == READ


def test_what_the_log_bar_shows_is_read_by_who_is_there() -> None:
    assert seen(MODEL, AWAY, SIZE).read == READ
    now = say(MODEL, Voice.CHAT, "Bram: hello")
    fresh = replace(AWAY, read=len(LINES))
    assert "chat" not in string(draw(now, fresh, SIZE).rows[0])
    assert seen(now, fresh, SIZE).read == now.logged
    assert seen(now, fresh, Area(5, 20)).read == len(LINES)
    hidden = replace(fresh, board_only=True)
    assert "chat 1" in string(draw(now, hidden, SIZE).rows[0])
    assert seen(now, hidden, SIZE).read == len(LINES)


def test_a_line_marks_where_the_unread_part_begins() -> None:
    opened = press(MODEL, AWAY, "pageup").ui
    rows = [string(line) for line in draw(MODEL, opened, SIZE).rows]
    at = next(n for n, row in enumerate(rows) if "─ unread ─" in row)
    assert "anyone for hounds" in rows[at + 1]


def test_lines_that_are_forgotten_are_not_counted() -> None:
    short = replace(MODEL, log=(Line(Voice.EVENT, "x"),), logged=900)
    assert "chat" not in string(draw(short, Ui(), SIZE).rows[0])

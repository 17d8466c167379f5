"""What stands in a file of somebody else's, or came from a bad server, moves no terminal."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.client.past.films import HAYDES, film, game
from tests.client.processes import run

from haydes.client.model import Model
from haydes.client.parsed import Local
from haydes.client.past.film import FilmError
from haydes.client.past.finished import Shelf
from haydes.client.past.library import Library
from haydes.client.past.projector import load
from haydes.client.past.reel import Reel
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw
from haydes.client.screens.ui import Ui

BAD = "\x1b]0;x\x07\u202e\n\x9b2J"
LOBBY = Model(name="Ann")


def hostile(folder: Path) -> Path:
    """Return a record that has odd signs in every string that is no word of the rules."""
    path = folder / "hostile"
    known = HAYDES.read_text()
    for name in ("Ann", "walker 1", "nimobu", "quick"):
        known = known.replace(f'"{name}"', json.dumps(BAD + name))
    path.write_text(known)
    return path


def rows(ui: Ui) -> Iterator[str]:
    return (string(line) for line in draw(LOBBY, ui, Area(24, 80)).rows)


def test_a_replay_is_printable_at_every_step(tmp_path: Path) -> None:
    reel = Reel(load(hostile(tmp_path)), BAD)
    assert reel.film.last == film().last
    for at in range(0, reel.film.last + 1, 7):
        assert all(map(str.isprintable, rows(Ui(reel=replace(reel, at=at)))))
    told = [line.text for line in reel.film.lines]
    assert all(map(str.isprintable, told))


def test_plain_mode_writes_only_lines_that_can_be_printed(tmp_path: Path) -> None:
    ran = run(tmp_path, "--plain", "--replay", str(hostile(tmp_path)), script="play\n")
    assert ran.code == 0
    assert all(map(str.isprintable, ran.lines))


@pytest.mark.parametrize("line", [{"type": BAD}, {BAD: 1}, {"type": "update", "seq": BAD}])
def test_a_complaint_about_a_file_is_one_line(tmp_path: Path, line: dict[str, str]) -> None:
    path = tmp_path / "\x1b[2Jevil"
    path.write_text(json.dumps(line))
    with pytest.raises(FilmError) as caught:
        load(path)
    assert str(caught.value).isprintable()


def test_lists_and_figures_are_printable(tmp_path: Path) -> None:
    Shelf(tmp_path / "haydes" / "records").note(game(game=BAD, players=(BAD, BAD), table=BAD))
    library = Library(tmp_path / "haydes" / "records")
    for local in (Local.GAMES, Local.STATS, Local.FORGET):
        _, told = library.answer(local, 1, LOBBY)
        assert told
        assert all(map(str.isprintable, told))
    Shelf(tmp_path / "haydes" / "records").note(game(game=BAD))
    assert all(map(str.isprintable, run(tmp_path, "--stats").lines))
    assert all(map(str.isprintable, rows(Ui(games=library.games()))))

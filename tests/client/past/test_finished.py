from pathlib import Path

import pytest
from tests.client.past.films import HAYDES, HOLYQUEST, HOUNDS, film, game

from haydes.client.past import finished
from haydes.client.past.finished import FILE, Shelf, remembered
from haydes.client.past.statistics import added_up, told


def test_what_is_remembered_of_a_match() -> None:
    hounds = remembered(film(HOUNDS), 17, "x.jsonl")
    assert (hounds.game, hounds.at, hounds.seat, hounds.film) == ("hounds", 17, 0, "x.jsonl")
    assert hounds.players[0] == "Ann"
    assert len(hounds.players) == 4
    assert hounds.others == hounds.players[1:]
    assert not hounds.won
    assert remembered(film(HAYDES), 17, "").turns == len(film(HAYDES).turns)
    assert remembered(film(HOLYQUEST), 17, "").reason == "defeated"


def test_the_latest_game_is_the_first(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "records")
    assert shelf.games() == ()
    for n in range(3):
        shelf.note(game(n))
    assert shelf.games() == (game(2), game(1), game(0))


def test_a_match_that_is_seen_to_end_twice_is_one(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.note(game(1))
    shelf.note(game(1, at=5))
    assert shelf.games() == (game(1, at=5),)


def test_only_its_owner_may_read_the_list(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "records")
    shelf.note(game())
    assert (tmp_path / "records" / FILE).stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "records").stat().st_mode & 0o777 == 0o700
    shelf.forget(game())
    assert (tmp_path / "records" / FILE).stat().st_mode & 0o777 == 0o600


def test_damaged_lines_count_for_nothing(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.note(game(1))
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'\xff\n{"game":3}\n[]\n{"game":"haydes","table":"x","at":1}\n{"ga')
    assert [each.table for each in shelf.games()] == ["x", "rimuta"]


@pytest.mark.parametrize("at", [-1, 10**12, 10**30])
def test_a_day_that_no_calendar_has_counts_as_damaged(tmp_path: Path, at: int) -> None:
    (tmp_path / FILE).write_text(f'{{"game":"haydes","table":"x","at":{at}}}\n')
    assert not Shelf(tmp_path).games()


def test_a_line_that_was_not_written_to_its_end_spoils_none_that_follows(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.note(game(1))
    with (tmp_path / FILE).open("ab") as file:
        file.write(b'{"game":"haydes","ta')
    shelf.note(game(2))
    assert shelf.games() == (game(2), game(1))


def test_a_game_is_forgotten_with_its_film(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for n in range(3):
        (tmp_path / f"{n}.jsonl").touch()
        shelf.note(game(n))
    shelf.forget(game(1))
    assert shelf.games() == (game(2), game(0))
    assert shelf.film(game(1)) is None
    assert shelf.film(game(2)) == tmp_path / "2.jsonl"


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "", "gone.jsonl", ".", ".."])
def test_no_line_of_the_list_names_a_file_elsewhere(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").touch()
    shelf = Shelf(tmp_path / "records")
    shelf.note(game(1, film=name))
    assert shelf.film(shelf.games()[0]) is None
    shelf.forget(shelf.games()[0])
    assert (tmp_path / "secret").exists()


def test_the_list_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finished, "MOST", 20)
    monkeypatch.setattr(finished, "LARGEST", 4000)
    shelf = Shelf(tmp_path)
    for n in range(100):
        shelf.note(game(n))
        assert shelf.games()[0] == game(n)
    assert 10 <= len(shelf.games()) <= 20
    assert (tmp_path / FILE).stat().st_size < 4000


def test_without_a_folder_or_a_place_to_write_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for shelf in (Shelf(None), Shelf(tmp_path / "file")):
        shelf.note(game())
        assert shelf.games() == ()
    Shelf(None).forget(game())
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_games_are_added_up_by_game_and_watched_ones_are_not() -> None:
    games = [
        *(game(n, turns=10 * n, winners=(0,) if n % 2 else (1,)) for n in range(12, 0, -1)),
        game(game="hounds", seat=2, winners=(1, 2)),
        game(game="hounds", seat=None, winners=(0,)),
    ]
    haydes, hounds = added_up(games)
    assert (haydes.game, haydes.played, haydes.won, haydes.turns) == ("haydes", 12, 6, 65)
    assert haydes.form == "WLWLWLWLWL"
    assert (hounds.played, hounds.won, hounds.percent, hounds.form) == (1, 1, 100, "W")
    assert told(hounds, "Hounds") == (
        "Hounds: 1 played, 1 won (100 %), 10 turns on average; the last, latest at the end: W."
    )
    assert added_up([]) == []

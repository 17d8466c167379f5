from dataclasses import replace
from pathlib import Path

from tests.client.past.films import HAYDES, film, game

from haydes.client.fair import Fair, Verdict
from haydes.client.model import Model, Voice
from haydes.client.parsed import Local
from haydes.client.past.finished import Shelf
from haydes.client.past.library import Library

FILM = film()
OVER = FILM.model(FILM.last)
PLAYING = FILM.model(3)


def kept(folder: Path, model: Model = OVER) -> Library:
    """Return the library of one who has seen a match to its end."""
    record = folder / "match.jsonl"
    record.write_bytes(HAYDES.read_bytes())
    library = Library(folder)
    library.look(PLAYING.view, model, record)
    return library


def test_a_match_that_ends_is_remembered_and_at_hand(tmp_path: Path) -> None:
    library = kept(tmp_path)
    (one,) = library.games()
    assert (one.game, one.film, one.won) == ("haydes", "match.jsonl", False)
    assert library.latest
    assert library.latest.film.last == FILM.last
    assert library.replay(1).film.lines == FILM.lines


def test_it_is_at_hand_until_the_table_shows_another(tmp_path: Path) -> None:
    library = kept(tmp_path)
    library.look(OVER.view, OVER, HAYDES)  # what is said at the table changes nothing
    assert len(library.games()) == 1
    assert library.latest
    library.look(OVER.view, PLAYING, tmp_path / "match.jsonl")
    assert library.latest is None


def test_a_record_of_another_match_shows_nothing_of_this_one(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    record.write_bytes(HAYDES.read_bytes())
    view = OVER.view
    assert view
    library = Library(tmp_path)
    for table in ({"id": "bokafe"}, {"match": 2}):
        elsewhere = replace(OVER, view=replace(view, table={**view.table, **table}))
        library.look(None, elsewhere, record)  # the client was there before, at its own table
        assert library.latest is None
        assert library.games() == ()


def test_a_record_that_ends_before_the_match_is_not_remembered(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    record.write_bytes(b"".join(HAYDES.read_bytes().splitlines(keepends=True)[:-1]))
    library = Library(tmp_path)
    library.look(PLAYING.view, OVER, record)
    assert library.games() == ()


def test_a_replay_that_had_to_make_room_is_listed_as_gone(tmp_path: Path) -> None:
    library = kept(tmp_path)
    (tmp_path / "match.jsonl").unlink()
    assert [one.film for one in library.games()] == [""]
    _, (row,) = library.answer(Local.GAMES, 1, OVER)
    assert row.endswith("25 turns, no replay.")
    assert library.answer(Local.FORGET, 1, OVER)[0] is Voice.TABLE
    assert library.games() == ()


def test_a_match_of_which_there_is_no_record_is_not_remembered(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.look(PLAYING.view, OVER, None)
    library.look(PLAYING.view, OVER, tmp_path / "none")
    assert library.games() == ()
    assert library.latest is None


def test_what_there_is_to_say(tmp_path: Path) -> None:
    library = kept(tmp_path)
    voice, (row,) = library.answer(Local.GAMES, 1, OVER)
    assert voice is Voice.TABLE
    assert row.startswith("1 Escape from Haydes with walker 1, ")
    assert row.endswith(": lost, 25 turns.")
    _, (figures,) = library.answer(Local.STATS, 1, OVER)
    assert figures.startswith("Escape from Haydes: 1 played, 0 won (0 %), 25 turns")
    _, (where,) = library.answer(Local.REPLAY, 1, OVER)
    assert where == f"haydes-client --replay {tmp_path / 'match.jsonl'} shows it."
    _, (forgotten,) = library.answer(Local.FORGET, 1, OVER)
    assert forgotten.startswith("forgotten: 1 Escape from Haydes")
    assert library.games() == ()
    assert not (tmp_path / "match.jsonl").exists()


def test_a_recap_tells_the_end_the_way_there_and_the_dealing(tmp_path: Path) -> None:
    library = kept(tmp_path)
    fair = replace(OVER, fair=Fair(verdict=Verdict.FAIR))
    _, told = library.answer(Local.RECAP, 1, fair)
    assert told[0] == "Haydes wins: the turns are used up."
    assert "Ann, luck: calls 15/29 (16.9), dice 5.0 (7.0)." in told
    assert told[-1] == (
        "Dealt fairly: every card and die follows from numbers that all were bound to before."
    )
    unfair = replace(OVER, fair=Fair(verdict=Verdict.UNFAIR, faults=("the seed is another",)))
    _, told = library.answer(Local.RECAP, 1, unfair)
    assert told[-1] == "NOT DEALT FAIRLY: the seed is another."


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for local in (Local.GAMES, Local.STATS):
        assert library.answer(local, 1, OVER) == (Voice.TABLE, ["no finished games yet."])
    for local in (Local.REPLAY, Local.FORGET):
        assert library.answer(local, 1, OVER) == (Voice.ERROR, ["no finished games yet."])
    assert library.answer(Local.RECAP, 1, PLAYING)[0] is Voice.ERROR
    Shelf(tmp_path).note(game())
    assert "make room for newer ones" in library.answer(Local.REPLAY, 1, OVER)[1][0]
    assert "there is no finished game 2." in library.answer(Local.REPLAY, 2, OVER)[1][0]

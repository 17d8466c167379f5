"""Replays in plain and JSON mode, as whole programs and beside a game."""

import json
from pathlib import Path

from tests.client.past.films import HAYDES, film, game
from tests.client.processes import run, serving
from tests.client.scripts import play

from haydes.client.exits import BAD_FILE, MISUSED
from haydes.client.past.finished import Shelf

FILM = film()


def test_a_file_is_shown_step_by_step(tmp_path: Path) -> None:
    script = "next; next 2\nback\ngo 40 # there\nfoo\nplay\nnext\nquit\nnever\n"
    ran = run(tmp_path, "--replay", str(HAYDES), script=script)
    assert (ran.code, ran.errors) == (0, "")
    steps = FILM.last + 1
    places = [line.split(",")[0] for line in ran.told("Table") if line.startswith("step ")]
    assert places == [f"step {n} of {steps}" for n in (2, 4, 3, 40, steps, steps)]
    assert ran.lines[0].startswith(f"Table: replay of Escape from Haydes, {steps} steps, 24 turns.")
    assert len(ran.told("Error")) == 1
    end = [line.text for line in FILM.lines][-1]
    assert f"Table: {end}" in ran.lines


def test_json_mode_shows_the_view_at_every_place(tmp_path: Path) -> None:
    ran = run(tmp_path, "--json", "--replay", str(HAYDES), script="next\nlast\n")
    told = [json.loads(line) for line in ran.lines]
    views = [line for line in told if line["type"] == "view"]
    assert [view["step"] for view in views] == [1, 2, FILM.last + 1]
    assert views[-1]["game"] == FILM.steps[-1].view.game
    assert ran.code == 0


def test_a_bad_file_is_one_clear_sentence(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.write_text("no match\n")
    for mode in ("--plain", "--json"):
        ran = run(tmp_path, mode, "--replay", str(bad))
        assert (ran.code, ran.lines) == (BAD_FILE, [])
        assert ran.errors.startswith(f"haydes-client: {bad} shows no match: line 1: ")
        assert ran.errors.count("\n") == 1
    ran = run(tmp_path, "somewhere", "--replay", str(HAYDES))
    assert (ran.code, ran.lines) == (MISUSED, [])


def test_statistics_are_told_and_that_is_all(tmp_path: Path) -> None:
    assert run(tmp_path, "--stats").lines == ["No finished games yet."]
    Shelf(tmp_path / "haydes" / "records").note(game(winners=(0,)))
    ran = run(tmp_path, "--stats")
    assert ran.code == 0
    assert ran.lines[0].startswith("Escape from Haydes: 1 played, 1 won (100 %), 10 turns")


def test_a_game_that_was_played_is_told_kept_and_seen_again(tmp_path: Path) -> None:
    script = "games\nstats\nreplay\nnext\nlast\ntables\nforget 1\ngames\n"
    (tmp_path / "server").mkdir()
    with serving(tmp_path / "server") as server:
        play(server, tmp_path, "new haydes seats 1 map=quick turn_limit=2", never="walk")
        ran = run(tmp_path, server, "--name", "Ann", script=script)
    table = ran.told("Table")
    for beginning in (
        "1 Escape from Haydes, ",
        "Escape from Haydes: 1 played",
        "replay of Escape from Haydes",
        "step 2 of ",
    ):
        assert any(line.startswith(beginning) for line in table), beginning
    assert table[-1] == "no finished games yet."
    assert not [*(tmp_path / "haydes" / "records").glob("*_*.jsonl")]

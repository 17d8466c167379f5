"""Keys and commands about matches that are over."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.client.past.films import HAYDES, game
from tests.client.screens.past_samples import ALONE, ENDED, GAMES, HAYDES_REEL, LOBBY, PATH
from tests.client.screens.samples import MY_MOVE, OVER

from haydes.client.model import Model
from haydes.client.parsed import Local, Parsed
from haydes.client.past.finished import Shelf
from haydes.client.past.library import Library
from haydes.client.past.reel import Reel
from haydes.client.screens.looking_back import looked_back, rolled
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw, press
from haydes.client.screens.ui import Overlay, Press, Ui, settled
from haydes.protocol.tree import merge

FILM = HAYDES_REEL.film
AT_40 = Ui(reel=HAYDES_REEL)


def struck(ui: Ui, *names: str, model: Model = LOBBY) -> Press:
    done = Press(ui)
    for name in names:
        done = press(model, done.ui, name)
    return done


def place(ui: Ui) -> int:
    assert ui.reel
    return ui.reel.at


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        (["right"], 41),
        (["left"], 39),
        (["home"], 0),
        (["home", "left"], 0),
        (["end"], FILM.last),
        (["end", "right"], FILM.last),
        (["home", "down"], FILM.turns[1]),
        (["home", "down", "right", "up"], FILM.turns[1]),
    ],
)
def test_keys_lead_through_a_replay(keys: list[str], at: int) -> None:
    assert place(struck(AT_40, *keys).ui) == at


def test_a_replay_plays_by_itself_until_it_is_stopped() -> None:
    rolling = struck(AT_40, "space", "+").ui
    assert rolling.reel
    assert rolling.reel.rolls
    assert rolling.reel.seconds == 0.5
    assert place(rolled(rolling)) == 41
    assert rolled(AT_40) == AT_40
    stopped = struck(rolling, "space").ui
    assert stopped.reel
    assert not stopped.reel.rolls


def test_no_key_of_a_replay_reaches_the_table_or_the_lobby() -> None:
    for name in ("n", "w", "s", "h", "l", "enter", "P", "R", "k", "y", "o"):
        done = struck(AT_40, name, model=ENDED)
        assert not (done.ask)
        assert not (done.types)
        assert not (done.quits)
        assert place(done.ui) == 40


def test_a_replay_is_closed_or_the_program_with_it() -> None:
    assert struck(AT_40, "q").ui.reel is None
    assert not struck(AT_40, "q").quits
    alone = Ui(reel=Reel(FILM, PATH, alone=True))
    assert struck(alone, "q", model=ALONE).quits


def test_the_file_can_be_found_to_give_it_to_somebody() -> None:
    told = struck(AT_40, "f").ui
    assert told.overlay is Overlay.ANSWER
    assert f"haydes-client --replay {PATH} shows it" in told.answer[0]
    assert struck(AT_40, "f", "escape").ui.overlay is Overlay.NONE


def test_overlays_lie_over_a_replay_as_over_the_game() -> None:
    assert struck(AT_40, "?").ui.overlay is Overlay.HELP
    assert place(struck(AT_40, "?", "right").ui) == 40
    log = struck(AT_40, "pageup").ui
    rows = [string(line) for line in draw(LOBBY, log, Area(24, 80)).rows]
    assert any("of" in row and "log" in row for row in rows[:3])


def test_a_match_that_begins_ends_all_looking_back() -> None:
    looking = replace(AT_40, games=GAMES, position=True)
    assert settled(OVER, looking).reel == HAYDES_REEL
    playing = settled(MY_MOVE, looking)
    assert (playing.reel, playing.games, playing.position) == (None, None, False)


def test_a_match_given_up_before_anything_could_be_counted_shows_its_end_too() -> None:
    short = replace(FILM, steps=FILM.steps[:1], turns=(0,))  # the points are not shared out yet
    over = draw(ENDED, Ui(latest=replace(HAYDES_REEL, film=short, at=0)), Area(24, 80))
    assert any("How it went" in string(line) for line in over.rows)


def test_a_match_that_is_over_shows_its_result_its_position_and_its_replay() -> None:
    ui = Ui(latest=HAYDES_REEL)
    assert struck(ui, "o", model=ENDED).ui.position
    assert not struck(ui, "o", "o", model=ENDED).ui.position
    assert struck(ui, "y", model=ENDED).ui.reel == HAYDES_REEL
    assert struck(Ui(), "y", model=ENDED).ui.reel is None


def test_finished_games_are_chosen_shown_and_deleted() -> None:
    listed = Ui(games=GAMES)
    assert struck(listed, "down").ui.pick == 1
    assert struck(listed, "up").ui.pick == len(GAMES) - 1
    assert struck(listed, "enter").types == "replay 1"
    asked = struck(listed, "down", "d").ui
    assert asked.question == "Delete game 2 and its replay? y deletes."
    assert press(LOBBY, asked, "y").types == "forget 2"
    assert not press(LOBBY, asked, "n").types
    assert struck(listed, "q").ui.games is None


def test_where_no_game_is_finished_keys_do_nothing() -> None:
    for name in ("up", "down", "enter", "d"):
        done = struck(Ui(games=()), name)
        assert not (done.types)
        assert not (done.ask)
        assert not (done.ui.question)


def library(folder: Path) -> Library:
    (folder / "0.jsonl").write_bytes(HAYDES.read_bytes())
    Shelf(folder).note(game(0))
    return Library(folder)


def test_commands_open_what_keys_open(tmp_path: Path) -> None:
    kept = library(tmp_path)
    for local in (Local.GAMES, Local.STATS):
        assert looked_back(LOBBY, Ui(), kept, Parsed(local=local)).games == (game(0),)
    shown = looked_back(
        LOBBY, Ui(games=kept.games(), aim="rimuta"), kept, Parsed(local=Local.REPLAY)
    )
    assert shown.reel
    assert shown.reel.film.last == FILM.last
    assert shown.aim == ""
    missing = looked_back(LOBBY, Ui(), kept, Parsed(local=Local.REPLAY, game=2))
    assert missing.reel is None
    assert "no finished game 2" in missing.note
    assert looked_back(LOBBY, Ui(), kept, Parsed(local=Local.RECAP)).note
    over = looked_back(LOBBY, Ui(latest=HAYDES_REEL), kept, Parsed(local=Local.RECAP))
    assert over.overlay is Overlay.INSPECT
    gone = looked_back(LOBBY, Ui(games=kept.games()), kept, Parsed(local=Local.FORGET))
    assert gone.games == ()
    assert gone.note.startswith("forgotten: ")


def test_a_face_draws_every_step_of_a_film() -> None:
    for at in range(FILM.last + 1):
        reel = replace(HAYDES_REEL, at=at)
        rows = draw(LOBBY, Ui(reel=reel), Area(24, 80)).rows
        assert f"REPLAY {at + 1}/{FILM.last + 1}" in string(rows[0])


def test_in_a_match_the_board_stays(tmp_path: Path) -> None:
    kept = library(tmp_path)
    for local in (Local.GAMES, Local.STATS):
        told = looked_back(MY_MOVE, Ui(), kept, Parsed(local=local))
        assert (told.overlay, told.games) == (Overlay.ANSWER, None)
        assert "Escape from Haydes" in told.answer[0]
    refused = looked_back(MY_MOVE, Ui(), kept, Parsed(local=Local.REPLAY))
    assert (refused.reel, refused.note) == (None, "Not in the middle of a match.")


def test_who_has_won_is_marked_among_the_courses() -> None:
    assert ENDED.view
    table = merge(ENDED.view.table, {"outcome": {"winners": [1], "reason": "escaped"}})
    won = replace(ENDED, view=replace(ENDED.view, table=table))
    rows = draw(won, Ui(latest=HAYDES_REEL), Area(24, 80)).rows
    roles = {name.strip(): role for line in rows for role, name in line}
    assert (roles["Ann"], roles["walker 1"]) == ("", "good")

"""The player's finished games: added up above, one by one below, each to be seen again."""

from collections.abc import Sequence
from dataclasses import replace

from haydes.client.model import Model
from haydes.client.past.finished import Finished
from haydes.client.past.statistics import LATEST, Tally, added_up
from haydes.client.past.telling import ended, game_title, when
from haydes.client.screens.frame import Heading
from haydes.client.screens.rows import Area, Drawing, Row, Spot, fill, pad, plain, row
from haydes.client.screens.ui import Key, Press, Ui, key, noted

NAME = 20  # columns of a game's name
COLOURS = {"won": "good", "lost": "", "watched": "dim"}


def heading(_model: Model, ui: Ui) -> Heading:
    count = len(ui.games or ())
    return Heading("FINISHED GAMES", progress="1 game" if count == 1 else f"{count} games")


def height(_model: Model, _ui: Ui) -> int:
    return 100  # as much as there is


def body(_model: Model, ui: Ui, area: Area) -> Drawing:
    games = ui.games or ()
    if not games:
        rows = [row(), row("  No game is finished yet."), row("  Those to come are kept here.")]
        return Drawing(fill(rows, area), Spot(1, 2))
    tallies = added_up(games)
    head: list[Row] = []
    if tallies:
        head = [
            row(("dim", f"  {'game':<{NAME}} played   won      turns  last {LATEST}")),
            *map(_added_up, tallies),
            row(),
        ]
    head += [row(("dim", f"  {'#':>4} {'ended':<10} {'game':<{NAME}} turns"))]
    rows = [_game(n, game, area.columns, picked=n == ui.pick) for n, game in enumerate(games)]
    room = max(1, area.rows - len(head))
    first = max(0, min(ui.pick - room // 2, len(rows) - room))
    shown = [*head, *rows[first : first + room]]
    steps = tuple(range(len(head), min(len(shown), area.rows)))
    spot = Spot(min(len(head) + ui.pick - first, area.rows - 1), 1)
    return Drawing(fill(shown, area), spot, steps)


def now(_model: Model, ui: Ui) -> str:
    game = _picked(ui)
    if game is None:
        return "q goes back."
    if not game.film:
        return "This game's replay is gone."
    return "Enter shows it again, d deletes it."


def keys(_model: Model, ui: Ui) -> tuple[Key, ...]:
    some = bool(ui.games)
    return (
        key("up down", "↑↓", "choose a game", _choose, hint="choose" if some else ""),
        key("enter", "Enter", "see it again", _show, hint="replay" if some else ""),
        key("d", "d", "delete it (asks first)", _forget, hint="delete" if some else ""),
        key("q escape y", "q", "back", _close, hint="back"),
    )


def _added_up(tally: Tally) -> Row:
    name = pad(plain(game_title(tally.game)), NAME)
    won = f"{tally.won} ({tally.percent} %)"
    return row(f"  {name} {tally.played:>6}   {won:<9}{tally.turns:>5.0f}  ", ("bold", tally.form))


def _game(n: int, game: Finished, columns: int, *, picked: bool) -> Row:
    mark = "▸" if picked else " "
    name = pad(plain(game_title(game.game)), NAME)
    others = f"  with {', '.join(map(plain, game.others))}" if game.others else ""
    line = f"{mark} {n + 1:>4} {when(game):<10} {name} {game.turns:>5}  "
    if picked:
        return row(("picked", pad(f"{line}{ended(game)}{others}", columns)))
    return row(line, (COLOURS[ended(game)], ended(game)), others)


def _picked(ui: Ui) -> Finished | None:
    games: Sequence[Finished] = ui.games or ()
    return games[ui.pick] if ui.pick < len(games) else None


def _choose(_model: Model, ui: Ui, name: str) -> Press:
    return Press(
        replace(ui, pick=(ui.pick + (-1 if name == "up" else 1)) % max(1, len(ui.games or ())))
    )


def _show(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(ui, types=f"replay {ui.pick + 1}" if _picked(ui) else "")


def _forget(_model: Model, ui: Ui, _name: str) -> Press:
    if _picked(ui) is None:
        return noted(ui, "There is nothing to delete.")
    asks = f"Delete game {ui.pick + 1} and its replay? y deletes."
    return Press(replace(ui, question=asks, agreed=f"forget {ui.pick + 1}"))


def _close(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, games=None, pick=0))

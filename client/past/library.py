"""A player's finished games while the client runs: the latest is added, all can be asked about."""

import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from haydes.client.model import Model, View, Voice, table_id
from haydes.client.parsed import Local
from haydes.client.past import telling
from haydes.client.past.film import FilmError
from haydes.client.past.finished import Finished, Shelf, is_over, remembered
from haydes.client.past.projector import load
from haydes.client.past.reel import Reel
from haydes.client.read import number


class Library:
    """What is kept in a folder; without one nothing is."""

    def __init__(self, folder: Path | None) -> None:
        self._shelf = Shelf(folder)
        self.latest: Reel | None = None  # of the match at the table that is over

    def look(self, before: View | None, model: Model, record: Path | None) -> None:
        """Remember a match that has just ended, and have it at hand while its table stays."""
        if not is_over(model.view):
            self.latest = None
        elif not is_over(before) and record is not None:
            with suppress(FilmError):
                film = load(record, model.cards)
                # the last record may be that of a match at another table
                if film.is_whole and _match(film.steps[-1].view) == _match(model.view):
                    self._shelf.note(remembered(film, round(time.time()), record.name))
                    self.latest = Reel(film, str(record))

    def games(self) -> tuple[Finished, ...]:
        """Return the finished games, the latest first; `film` is empty where it had to go."""
        shelf = self._shelf
        return tuple(game if shelf.film(game) else replace(game, film="") for game in shelf.games())

    def replay(self, number: int) -> Reel:
        """Return a finished game to be seen again; raises FilmError."""
        path = self._path(number)
        return Reel(load(path), str(path))

    def forget(self, number: int) -> tuple[Voice, Sequence[str]]:
        """Delete a finished game and its film; return what there is to say."""
        try:
            game = self._game(number)
            self._shelf.forget(game)
        except FilmError as problem:
            return Voice.ERROR, [str(problem)]
        except OSError as problem:
            return Voice.ERROR, [f"it cannot be deleted: {problem.strerror}."]
        return Voice.TABLE, [f"forgotten: {telling.game_row(number, game)}"]

    def answer(self, command: Local, number: int, model: Model) -> tuple[Voice, Sequence[str]]:
        """Return what there is to say to one of LOOKS_BACK, about the game of a number."""
        if command is Local.FORGET:
            return self.forget(number)
        try:
            return Voice.TABLE, self._answer(command, number, model)
        except FilmError as problem:
            return Voice.ERROR, [f"{str(problem).rstrip('.')}."]

    def _answer(self, command: Local, number: int, model: Model) -> Sequence[str]:
        if command is Local.RECAP:
            if model.view is None or not is_over(model.view):
                raise FilmError(telling.UNENDED)
            return [*telling.result(model.view, model.fair, self.latest)]
        if command is Local.REPLAY:
            return [f"haydes-client --replay {self._path(number)} shows it."]
        return (telling.statistics if command is Local.STATS else telling.game_rows)(self.games())

    def _path(self, number: int) -> Path:
        path = self._shelf.film(self._game(number))
        if path is None:
            raise FilmError(telling.NO_FILM)
        return path

    def _game(self, number: int) -> Finished:
        games = self._shelf.games()
        if not 0 < number <= len(games):
            raise FilmError(telling.NO_GAME.format(number) if games else telling.NONE)
        return games[number - 1]


def _match(view: View | None) -> tuple[str, int] | None:
    return None if view is None else (table_id(view), number(view.table, "match"))

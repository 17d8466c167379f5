"""The list of a player's finished games, a line of JSON each, in a file that is theirs alone.

A film of a game lies beside it until newer ones need the room; the line outlives it, for
the statistics.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, json

from haydes.client.model import View, game_name, my_seat, phase, seats, table_id
from haydes.client.past.film import Film
from haydes.client.read import branch, many, text
from haydes.client.store import FOLDER, lengthen, write

FILE = "finished.jsonl"
MOST = 1000  # games listed; the oldest are forgotten
LARGEST = 4 * 1024 * 1024  # bytes that are read of the file: more than so many lines take
LAST = 32_503_680_000  # the year 3000, which every calendar has


class Finished(Struct, frozen=True, omit_defaults=True):
    """A game that is over, as one player remembers it."""

    game: str
    table: str
    at: Annotated[int, Meta(ge=0, lt=LAST)]  # when it ended, in seconds since 1970
    turns: int = 0  # how many it had
    seat: int | None = None  # the player's own; None: only watched
    players: tuple[str, ...] = ()  # seat by seat
    winners: tuple[int, ...] = ()
    reason: str = ""  # of its end
    film: str = ""  # name of the file that shows it

    @property
    def won(self) -> bool:
        return self.seat is not None and self.seat in self.winners

    @property
    def others(self) -> tuple[str, ...]:
        """Everybody else who played."""
        return tuple(name for n, name in enumerate(self.players) if n != self.seat)


def remembered(film: Film, at: int, name: str) -> Finished:
    """Return a whole film's game as it goes into the list; `name` is that of the film's file."""
    view: View = film.steps[-1].view
    outcome = branch(view.table, "outcome")
    return Finished(
        game=game_name(view),
        table=table_id(view),
        at=at,
        turns=len(film.turns),
        seat=my_seat(view),
        players=tuple(text(tree, "name") for _, tree in seats(view)),
        winners=tuple(seat for seat in many(outcome, "winners") if isinstance(seat, int)),
        reason=text(outcome, "reason"),
        film=name,
    )


class Shelf:
    """The list and the films, in the folder of a player's records; None: nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def games(self) -> tuple[Finished, ...]:
        """Return what is listed, the latest first; damaged lines count for nothing."""
        path = self._file(FILE)
        if path is None:
            return ()
        known: dict[object, Finished] = {}
        with suppress(OSError), path.open("rb") as file:
            for line in file.read(LARGEST).splitlines():
                with suppress(ValueError):
                    game = _DECODER.decode(line)
                    known[game.film or line] = game  # seen again, it is the same game
        return tuple(reversed(known.values()))[:MOST]

    def note(self, game: Finished) -> None:
        """Add a game; a full disk must not end the client."""
        path = self._file(FILE)
        if path is None:
            return
        with suppress(OSError):
            path.parent.mkdir(FOLDER, parents=True, exist_ok=True)
            descriptor = lengthen(path)
            try:
                os.write(descriptor, json.encode(game) + b"\n")
                long = os.fstat(descriptor).st_size > LARGEST // 2
            finally:
                os.close(descriptor)
            if long:
                self._write(self.games()[: MOST // 2])

    def film(self, game: Finished) -> Path | None:
        """Return the file that shows a game, if it is still there."""
        path = self._file(Path(game.film).name) if game.film else None
        return path if path is not None and path.is_file() else None

    def forget(self, game: Finished) -> None:
        """Delete a game and its film; raises OSError."""
        path = self.film(game)
        if path is not None:
            path.unlink(missing_ok=True)
        self._write([each for each in self.games() if each != game])

    def _write(self, games: Sequence[Finished]) -> None:
        path = self._file(FILE)
        if path is not None:
            write(path, "".join(f"{json.encode(game).decode()}\n" for game in reversed(games)))

    def _file(self, name: str) -> Path | None:
        return None if self._folder is None else self._folder / name


def is_over(view: View | None) -> bool:
    """Tell whether a table shows how its last match ended."""
    return view is not None and view.seq >= 0 and phase(view) == "over"


_DECODER = json.Decoder(Finished)

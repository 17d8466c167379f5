"""Finished games told in sentences, in which nothing of a server's can move a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from time import localtime, strftime

from haydes.client import dealing
from haydes.client.fair import Fair
from haydes.client.model import View
from haydes.client.past.finished import Finished
from haydes.client.past.recap import recap, sentences
from haydes.client.past.reel import Reel
from haydes.client.past.statistics import added_up, told
from haydes.client.speech import Speech, listed
from haydes.client.words import SPEECHES, outcome
from haydes.protocol.text import safe

NONE = "no finished games yet."
NO_FILM = "this game is listed, but its replay had to make room for newer ones."
NO_GAME = "there is no finished game {}. Type games for the list."
UNENDED = "there is no match here that has ended."
UNFINISHED = "Not in the middle of a match."


def game_title(name: str) -> str:
    known: Mapping[str, Speech] = SPEECHES
    return known[name].title if name in known else safe(name)


def ended(game: Finished) -> str:
    """Return how a game ended for the player in a word or two."""
    if game.seat is None:
        return "watched"
    return "won" if game.won else "lost"


def when(game: Finished) -> str:
    """Return the day on which a game ended, here."""
    return strftime("%Y-%m-%d", localtime(game.at))


def length(turns: int) -> str:
    return "1 turn" if turns == 1 else f"{turns} turns"


def game_row(n: int, game: Finished) -> str:
    """Return a finished game in a sentence, with its number."""
    others = f" with {safe(listed(game.others, 'and'))}" if game.others else ""
    kept = "" if game.film else ", no replay"
    return (
        f"{n} {game_title(game.game)}{others}, {when(game)}: {ended(game)}, "
        f"{length(game.turns)}{kept}."
    )


def game_rows(games: Sequence[Finished]) -> list[str]:
    return [game_row(n, game) for n, game in enumerate(games, 1)] or [NONE]


def statistics(games: Sequence[Finished]) -> list[str]:
    """Return the figures of every game in sentences."""
    return [told(tally, game_title(tally.game)) for tally in added_up(games)] or [NONE]


def result(view: View, fair: Fair, reel: Reel | None) -> Iterator[str]:
    """Yield how the match at a table ended, how it went, and how it was dealt."""
    yield outcome(view)
    if reel is not None:
        yield from sentences(recap(reel.film))
    yield from dealing.explained(fair)


def replay_head(reel: Reel) -> str:
    """Return what a replay shows."""
    view = reel.film.steps[0].view
    known = game_title(str(view.table.get("game", "")))
    cut = "" if reel.film.is_whole else "; it ends before the match does"
    return (
        f"replay of {known}, {reel.film.last + 1} steps, {length(len(reel.film.turns))}{cut}. "
        "next, back, go N, turn N, play, last."
    )


def shared(reel: Reel) -> tuple[str, str]:
    """Return how to give a replay to somebody else, in two sentences."""
    return (
        f"haydes-client --replay {safe(reel.path)} shows it, on any machine that has the file.",
        "Mind whom you give it to: what you held in your hand can be seen in it.",
    )

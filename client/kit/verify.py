"""`haydes-kit verify`: deal and play a match again, and compare with what a player saw.

Everything is checked that the record's owner could see: commitments and nonces, every public
and private tree, every event, the owner's own acts, the outcome.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from haydes.client.exits import DONE, MISUSED, UNCHECKED, UNFAIR
from haydes.client.kit.replay import Replay, UnplayableError
from haydes.client.kit.seen import Seen, inputs, load, told, version
from haydes.client.model import game_name, table_id
from haydes.client.read import branch, number, text
from haydes.engine.game import OptionError
from haydes.engine.match import Match
from haydes.engine.registry import GAMES
from haydes.protocol.fair import Terms, seed, unhex
from haydes.protocol.tree import Tree

SUMMARY = "check that a match was dealt and played as the server was bound to"
MOST = 5  # faults that are named

_EPILOG = f"""\
FILE is a record that haydes-client has kept of a match (haydes-client --print-paths shows the
folder). The match is dealt from the secrets that were told at its end, played again by its
script, and compared with everything that the record's owner saw.

exit codes: 0 all fits, {UNFAIR} something does not fit, {UNCHECKED} cannot be told,
{MISUSED} wrong usage.
"""


class UncheckedError(Exception):
    """The record does not hold enough to tell; the sentence says what is missing."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Say what the tool takes; it runs by `run`."""
    parser.set_defaults(run=verify)
    parser.epilog = _EPILOG
    parser.add_argument("file", metavar="FILE", type=Path, help="a record")


def verify(given: argparse.Namespace) -> int:
    """Run the tool, print what it finds, return the exit code; raises UsageError."""
    code, sentences = judge(load(given.file))
    sys.stdout.writelines(f"{sentence}.\n" for sentence in sentences)
    return code


def judge(seen: Seen) -> tuple[int, list[str]]:
    """Return the exit code, and why in sentences."""
    faults = list(dict.fromkeys(seen.faults))
    try:
        if not faults:
            faults = list(_faults(seen))
    except UncheckedError as error:
        return UNCHECKED, [str(error)]
    if not faults:
        return DONE, [_praise(seen)]
    more = len(faults) - MOST
    return UNFAIR, [*faults[:MOST], *([f"and {more} more things do not fit"] if more > 0 else [])]


def _faults(seen: Seen) -> Iterator[str]:
    if not seen.is_over:
        raise UncheckedError("the record ends before the match does")
    script = inputs(seen.scripts)
    if script is None:
        raise UncheckedError("the server's script of the match is not whole in the record")
    deal = seen.scripts[0].deal
    yield from _other_terms(seen, deal)
    if any(part.deal != deal for part in seen.scripts):
        yield "the parts of the script tell of different deals"
    yield from _replayed(seen, deal, script)


def _other_terms(seen: Seen, deal: Tree) -> Iterator[str]:
    """Yield where the deal that was told is not the one that was shown."""
    table = seen.sights[0].view.table
    shown = {
        **told(seen),
        "table": table_id(seen.sights[0].view),
        "game": game_name(seen.sights[0].view),
        "options": branch(table, "options"),
        "seats": len(branch(table, "seats")),
    }
    for key, value in shown.items():
        if deal.get(key) != value:
            yield f"{_TERMS.get(key, key)} in the script: not what the table showed"


_TERMS: Mapping[str, str] = {
    "options": "the options",
    "version": "the version of the rules",
    "game": "the game",
    "table": "the table",
    "match": "the number of the match",
    "seats": "the number of seats",
    "secret": "the server's secret",
    "nonces": "the nonces",
    "commitment": "the server's commitment",
    "commitments": "the seats' commitments",
}


def _replayed(seen: Seen, deal: Tree, script: Sequence[Tree]) -> Iterator[str]:
    """Yield where the match, played again, is not the one that was seen."""
    try:
        replay = Replay(seen, _dealt(seen), number(deal, "ply"))
        yield from replay.faults(script)
    except UnplayableError as error:
        yield str(error)


def _dealt(seen: Seen) -> Match:
    """Deal the match from what was shown and what was told of it."""
    view = seen.sights[0].view
    name, rules = game_name(view), version(seen)
    game = GAMES.get(name)
    if game is None:
        raise UncheckedError(f"this program does not know the game {name!r}")
    if game.version != rules:
        raise UncheckedError(
            f"the match was played by version {rules} of the rules, and this program has "
            f"version {game.version}"
        )
    # Any: scalars, as the type of the message says
    options: Any = branch(view.table, "options")
    now = told(seen)
    nonces = branch(now, "nonces")
    seats = len(branch(view.table, "seats"))
    terms = Terms(
        table=table_id(view),
        match=number(now, "match"),
        game=name,
        version=rules,
        options=options,
    )
    drawn = [unhex(text(nonces, str(seat))) for seat in range(seats)]
    try:
        return Match(game, seats, options, seed(terms, unhex(text(now, "secret")), drawn))
    except (ValueError, OptionError) as error:
        raise UnplayableError(f"the match cannot be dealt: {error}") from None


def _praise(seen: Seen) -> str:
    nonces = branch(told(seen), "nonces")
    parts = ["the server's secret"]
    parts += [
        "your nonce" if n == seen.seat else f"the nonce of {seen.name(n)}"
        for n in sorted(map(int, nonces))
    ]
    views, script = len(seen.sights), seen.scripts[-1].total
    own = f", {len(seen.acts)} of them yours," if seen.acts else ""
    return (
        f"match {number(told(seen), 'match')} at {table_id(seen.sights[0].view)} follows from "
        f"{' and '.join(parts)}; {script} inputs{own} played again give all {views} views that "
        f"were seen, with their events"
    )

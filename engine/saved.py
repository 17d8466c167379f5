"""Saved matches: a match as plain data at any point of it, and back.

What is kept is what a match is a function of, so a match that was loaded plays on with the same
cards and dice. Acts are kept as they are described, for their numbers may change while the rules
do not. The data holds the seed: who reads it knows every card.
"""

from collections.abc import Mapping, Sequence
from typing import assert_never

from haydes.engine.dealer import SEED_BYTES
from haydes.engine.game import Game, Seat
from haydes.engine.match import Input, Kind, Match
from haydes.engine.plain import Tree, Value

FIELDS = ("game", "rules", "seats", "options", "seed", "script")
FIELDS_OF_INPUT: Mapping[Kind, tuple[str, ...]] = {
    Kind.ACT: ("kind", "seat", "action"),
    Kind.EXPIRE: ("kind",),
    Kind.FORFEIT: ("kind", "seat"),
}
HEX = frozenset("0123456789abcdef")


class SavedError(ValueError):
    """A saved match cannot be loaded; the sentence says why, and holds no secret."""


class OtherRulesError(SavedError):
    """A match was saved under another version of its game's rules, and would not be the same."""

    def __init__(self, title: str, saved: int, played: int) -> None:
        super().__init__(
            f"this match of {title} was saved under version {saved} of its rules;"
            f" version {played} is played here"
        )
        self.title = title
        self.saved = saved
        self.played = played


def save(match: Match) -> Tree:
    """Return all that `load` needs, as plain data."""
    return {
        "game": match.game.name,
        "rules": match.game.version,
        "seats": match.seats,
        "options": dict(match.options),
        "seed": match.seed.hex(),
        "script": [_written(match, entry) for entry in match.script],
    }


def load(saved: Value, games: Mapping[str, Game]) -> Match:
    """Play a saved match again up to where it was saved.

    Raises OtherRulesError, or SavedError for anything else that is wrong with the data.
    """
    tree = _fields(saved, FIELDS, "a saved match")
    game = _game(tree["game"], games)
    rules = _number(tree["rules"], "rules")
    if rules != game.version:
        raise OtherRulesError(game.title, rules, game.version)
    seats, seed = _number(tree["seats"], "seats"), _seed(tree["seed"])
    options, script = tree["options"], tree["script"]
    if not isinstance(options, Mapping):
        raise SavedError("options must be a map")
    if isinstance(script, str) or not isinstance(script, Sequence):
        raise SavedError("script must be a list")
    try:
        match = Match(game, seats, options, seed)
    except ValueError as error:
        raise SavedError(str(error)) from error
    for entry in script:
        try:
            _put(match, entry)
        except ValueError as error:
            raise SavedError(f"script entry {match.ply} does not fit: {error}") from error
    return match


def _written(match: Match, entry: Input) -> Tree:
    tree: dict[str, Value] = {
        "kind": entry.kind.value,
        "seat": entry.seat,
        "action": match.describe(entry.action) if entry.kind is Kind.ACT else {},
    }
    return {name: tree[name] for name in FIELDS_OF_INPUT[entry.kind]}


def _put(match: Match, entry: Value) -> None:
    kind = _kind(entry)
    tree = _fields(entry, FIELDS_OF_INPUT[kind], f"an input {kind}")
    match kind:
        case Kind.ACT:
            seat, action = _seat(match, tree), tree["action"]
            if not isinstance(action, Mapping):
                raise SavedError("action must be a map")
            match.play(seat, match.action(seat, action))
        case Kind.EXPIRE:
            match.expire()
        case Kind.FORFEIT:
            match.forfeit(_seat(match, tree))
        case _:
            assert_never(kind)


def _fields(value: Value, names: Sequence[str], what: str) -> Tree:
    if not isinstance(value, Mapping) or set(value) != set(names):
        raise SavedError(f"{what} must be a map with {', '.join(names)} and nothing else")
    return value


def _game(value: Value, games: Mapping[str, Game]) -> Game:
    if not isinstance(value, str) or value not in games:
        raise SavedError(f"there is no game {value!r:.40}; there is {', '.join(games)}")
    return games[value]


def _number(value: Value, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise SavedError(f"{what} must be a whole number")
    return value


def _seed(value: Value) -> bytes:
    if not isinstance(value, str) or len(value) != 2 * SEED_BYTES or not HEX.issuperset(value):
        raise SavedError(f"seed must be {2 * SEED_BYTES} hexadecimal digits in lower case")
    return bytes.fromhex(value)


def _kind(entry: Value) -> Kind:
    kind = entry.get("kind") if isinstance(entry, Mapping) else None
    for known in Kind:
        if kind == known:
            return known
    raise SavedError(f"an input must be a map with a kind: {', '.join(Kind)}")


def _seat(match: Match, tree: Tree) -> Seat:
    seat = _number(tree["seat"], "seat")
    if seat not in range(match.seats):
        raise SavedError(f"seat must be 0 to {match.seats - 1}")
    return seat

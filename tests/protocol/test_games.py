"""The schemas of the games take all that a match shows, and declare nothing else."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pytest
from tests.engine.transcripts import FOLDER as GOLDEN
from tests.engine.transcripts import Transcript, read
from tests.protocol.eye import Eye, declared
from tests.protocol.games import FOLDER, schema_of
from tests.protocol.strangers import validator

from haydes.engine.dealer import SEED_BYTES, Dealer, FairDealer
from haydes.engine.game import Event, Game
from haydes.engine.games.holyquest import HolyQuest
from haydes.engine.games.holyquest.asking import ask
from haydes.engine.games.holyquest.cards import DRAUGHT, HELD
from haydes.engine.games.holyquest.heroes import DEFEATED, KNIGHT, MINISTER, NOBODY
from haydes.engine.games.holyquest.state import HolyQuestState
from haydes.engine.match import Kind, Match
from haydes.engine.plain import Tree, Value
from haydes.engine.registry import GAMES
from haydes.protocol.limits import PROTOCOL

MATCHES = {"haydes": 60, "hounds": 27, "holyquest": 14}  # by chance
LONGEST = 400  # inputs of a match that is looked at
OUT, UP = 9, 40  # after so many inputs seats give up, or the clock is up
NEVER = {
    "game.hurt",  # as long as every creature has one wound; a table of numbers could change it
    "you.banned",  # by a table, not by a match
}


class Rich(HolyQuest):
    """A match in which the party has every skill, and has lost the Knight."""

    def new(self, seats: int, options: Tree, dealer: Dealer) -> HolyQuestState:
        state = super().new(seats, options, dealer)
        state.cards = sum(HELD)
        state.hits = DEFEATED << 2 * KNIGHT
        state.victory, state.victory_discards = b"", bytes([DRAUGHT, DRAUGHT])
        ask(state)
        return state


class Alone(HolyQuest):
    """A match in which the Minister hides, and nobody else is left."""

    def new(self, seats: int, options: Tree, dealer: Dealer) -> HolyQuestState:
        state = super().new(seats, options, dealer)
        state.hits = NOBODY ^ DEFEATED << 2 * MINISTER
        state.hidden = True
        ask(state)
        return state


STAGED: Mapping[str, Sequence[Game]] = {"holyquest": (Rich(), Alone())}


def test_every_game_has_a_schema_that_names_protocol_and_rules() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == set(GAMES)
    for name, game in GAMES.items():
        schema = schema_of(name)
        validator(schema)
        assert schema["$id"] == f"urn:haydes:protocol:{PROTOCOL}:{name}:{game.version}"


@pytest.mark.parametrize("name", GAMES)
def test_a_schema_takes_what_is_shown_and_declares_no_more(name: str) -> None:
    eye = Eye(name)
    for transcript in map(read, sorted(GOLDEN.glob(f"{name}-*.json"))):
        seed = bytes.fromhex(transcript["seed"])
        match = Match(GAMES[name], transcript["seats"], transcript["options"], seed)
        watch(eye, match, scripted(match, transcript))
    for game in (GAMES[name], *STAGED.get(name, ())):
        for number in range(MATCHES[name]):
            watch(eye, *by_chance(game, number))
    things = {thing for part, tree in eye.defs.items() for thing in declared(part, tree)}
    assert things - eye.seen <= NEVER


def watch(eye: Eye, match: Match, inputs: Iterable[Sequence[Event]]) -> None:
    """Show a match while it is played."""
    show(eye, match)
    for events in inputs:
        for event in events:
            eye.look("event" if event.only is None else "private_event", event.tree)
        show(eye, match)
    if outcome := match.outcome:
        eye.look("outcome", {"winners": list(outcome.winners), "reason": outcome.reason})


def show(eye: Eye, match: Match) -> None:
    eye.look("game", match.public())
    for seat in range(match.seats):
        ours: Tree = {"seat": seat, "prompt": match.ply, "choices": list(match.choices(seat))}
        eye.look("you", {**match.private(seat), **ours})


def scripted(match: Match, transcript: Transcript) -> Iterator[Sequence[Event]]:
    """Play what was written down."""
    for entry in transcript["script"]:
        match entry["kind"]:
            case Kind.ACT:
                yield match.play(entry["seat"], match.action(entry["seat"], entry["action"]))
            case Kind.FORFEIT:
                yield match.forfeit(entry["seat"])
            case _:
                yield match.expire()


def by_chance(game: Game, number: int) -> tuple[Match, Iterator[Sequence[Event]]]:
    """Return a match and what happens in it if everybody chooses by chance."""
    seed = bytes([number]) * SEED_BYTES
    match = Match(game, game.seats[number % len(game.seats)], options_of(game, number), seed)
    return match, _chances(match, FairDealer(seed[::-1]), number)


def _chances(match: Match, chooser: Dealer, number: int) -> Iterator[Sequence[Event]]:
    while not match.outcome and match.ply < LONGEST:
        seat = next(seat for seat in range(match.seats) if match.legal(seat))
        legal = match.legal(seat)
        if number % 3 == 0 and match.ply in range(OUT, OUT + 1 + number % 2 * match.seats):
            yield match.forfeit(match.ply % match.seats)
        elif match.options.get("clock") and match.ply == UP:
            yield match.expire()
        else:
            yield match.play(seat, legal[chooser.below(len(legal))])


def options_of(game: Game, number: int) -> dict[str, Value]:
    """Return options that change from match to match, so that all values come up."""
    options: dict[str, Value] = {}
    for place, option in enumerate(game.options):
        values = (0, 10) if isinstance(option.values, range) else option.values
        options[option.name] = values[number // (1 + place) % len(values)]
    return options

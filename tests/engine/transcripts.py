"""Golden transcripts: whole matches written down, so that no rule changes unseen.

A game's rules version changes if and only if one of its transcripts changes. After a change of
rules raise the game's `version`, then `python -m tests.engine.transcripts` records its
transcripts again; read the difference. The same command records a case that is new.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from haydes.engine.dealer import FairDealer
from haydes.engine.game import Event, Game, IllegalActionError, OptionValue, Outcome
from haydes.engine.match import Kind, Match
from haydes.engine.plain import Tree
from haydes.engine.registry import GAMES
from haydes.protocol.tree import Patch, diff, merge

FOLDER = Path(__file__).parent / "golden"
HOW = "raise its version, then run: python -m tests.engine.transcripts"
LONGEST = 2000  # inputs


class Entry(TypedDict):
    """One input and what came of it; `patch` turns what could be seen into what can be."""

    ply: int
    kind: str
    seat: int
    action: Tree  # empty for inputs that are not acts
    events: Sequence[Tree]
    patch: Patch


class Transcript(TypedDict):
    game: str
    rules: int
    seats: int
    options: Mapping[str, OptionValue]
    seed: str
    start: Tree
    script: list[Entry]
    end: Tree
    numbers: str  # digest of the acts as numbers: a server's journal keeps them so


@dataclass(frozen=True)
class Case:
    """What to record: `bots` take the seats in turn, `special` are the inputs at certain plies."""

    game: str
    name: str
    seats: int
    bots: tuple[str, ...]
    options: Mapping[str, OptionValue] = field(default_factory=dict[str, OptionValue])
    special: Mapping[int, tuple[Kind, int]] = field(default_factory=dict[int, tuple[Kind, int]])
    deal: int = 0  # another number, another match

    @property
    def file(self) -> str:
        return f"{self.game}-{self.name}.json"

    def bytes(self, use: str) -> bytes:
        return sha256(f"{use} {self.file} {self.deal}".encode()).digest()


OWN_MAP = "####.######/#.##.#.##.#/##@#######./#..#.#.#.##/#########.#/...##.#####/...####"

CASES: tuple[Case, ...] = (
    Case("haydes", "solo", 1, ("walker",), {"turn_limit": 12}, deal=4),
    Case("haydes", "limit", 1, ("walker",), {"turn_limit": 12}, deal=6),
    Case("haydes", "quick", 2, ("walker",), {"map": "quick", "exhaustion": "either"}, deal=64),
    Case("haydes", "rivals", 4, ("walker",), special={30: (Kind.FORFEIT, 2)}, deal=29),
    Case(
        "haydes",
        "clock",
        3,
        ("random",),
        {"map": "quick", "clock": 45},
        {9: (Kind.FORFEIT, 0), 40: (Kind.EXPIRE, -1)},
        deal=1,
    ),
    Case(
        "haydes", "denizens", 3, ("walker",), {"encounter": "denizens", "map": "lattice"}, deal=37
    ),
    Case(
        "haydes",
        "captive",
        2,
        ("random",),
        {"encounter": "denizens", "map": "quick", "exhaustion": "never"},
        deal=42,
    ),
    Case("haydes", "brawl", 2, ("walker",), {"encounter": "brawl", "map": "fishbone"}, deal=1),
    Case("haydes", "tuybe", 2, ("walker", "random"), {"tuybe": True, "map": "streets"}, deal=6),
    Case("haydes", "own", 1, ("random",), {"map": OWN_MAP, "encounter": "brawl", "tuybe": True}),
    Case("haydes", "trapped", 2, ("random",), {"map": "quick", "exhaustion": "never"}, deal=156),
    Case("hounds", "two", 2, ("greedy",), deal=183),
    Case("hounds", "short", 3, ("random",), {"one_hound_short": True}, deal=151),
    Case("hounds", "best", 4, ("greedy", "random"), {"fight": "best"}, deal=56),
    Case("hounds", "rollout", 3, ("rollout", "greedy"), deal=28),
    Case(
        "hounds",
        "left",
        5,
        ("random",),
        special={5: (Kind.FORFEIT, 1), 21: (Kind.FORFEIT, 3)},
        deal=211,
    ),
    Case("hounds", "eight", 8, ("greedy",), deal=15),
    Case("holyquest", "long", 1, ("captain",), deal=265),
    Case("holyquest", "short", 2, ("captain",), {"goal": "20", "difficulty": "easy"}, deal=64),
    Case(
        "holyquest",
        "dragon",
        4,
        ("captain", "random"),
        {"goal": "dragon", "difficulty": "hard", "gentle_start": True},
        deal=397,
    ),
    Case(
        "holyquest",
        "slip",
        3,
        ("random",),
        {"slip_past": True, "goal": "2", "difficulty": "easy"},
        {12: (Kind.FORFEIT, 1)},
        deal=39,
    ),
)


def record(case: Case, game: Game) -> Transcript:
    seed, dealer = case.bytes("seed"), FairDealer(case.bytes("bots"))
    match = Match(game, case.seats, case.options, seed)
    transcript = Transcript(
        game=game.name,
        rules=game.version,
        seats=case.seats,
        options=match.options,
        seed=seed.hex(),
        start=sight(match),
        script=[],
        end={},
        numbers="",
    )
    while not match.outcome:
        assert match.ply < LONGEST
        before = sight(match)
        kind, seat = case.special.get(match.ply, (Kind.ACT, -1))
        action: Tree = {}
        if kind is Kind.ACT:
            seat = next(seat for seat in range(case.seats) if match.legal(seat))
            bot = game.bots[case.bots[seat % len(case.bots)]]
            action = match.describe(bot(match.conceal(seat, dealer), seat, dealer))
        entry = Entry(ply=match.ply, kind=kind, seat=seat, action=action, events=[], patch={})
        entry["events"] = put(match, entry)
        entry["patch"] = diff(before, sight(match))
        transcript["script"].append(entry)
    transcript["end"] = told_outcome(match.outcome)
    transcript["numbers"] = numbers(match)
    return transcript


def put(match: Match, entry: Entry) -> list[Tree]:
    seat = entry["seat"]
    if entry["kind"] == Kind.ACT:
        events = match.play(seat, match.action(seat, entry["action"]))
    elif entry["kind"] == Kind.EXPIRE:
        events = match.expire()
    else:
        events = match.forfeit(seat)
    return [told(event) for event in events]


def numbers(match: Match) -> str:
    acts = (str(entry.action) for entry in match.script if entry.kind is Kind.ACT)
    return sha256(" ".join(acts).encode()).hexdigest()


def told(event: Event) -> Tree:
    return event.tree if event.only is None else {**event.tree, "only": event.only}


def told_outcome(outcome: Outcome | None) -> Tree:
    return {"winners": list(outcome.winners), "reason": outcome.reason} if outcome else {}


def sight(match: Match) -> Tree:
    """Return all that anybody can see."""
    private = {str(seat): match.private(seat) for seat in range(match.seats)}
    return {"public": match.public(), "private": private}


def difference(transcript: Transcript, game: Game) -> str:
    """Tell where a match played again first differs from its transcript; "" if nowhere."""
    if game.version != transcript["rules"]:
        return f"rules version {transcript['rules']} was recorded, not {game.version}"
    seed = bytes.fromhex(transcript["seed"])
    match = Match(game, transcript["seats"], transcript["options"], seed)
    expected = transcript["start"]
    if not same(sight(match), expected):
        return "the set-up differs"
    for entry in transcript["script"]:
        try:
            events = put(match, entry)
        except IllegalActionError as refusal:
            return f"ply {entry['ply']}: {refusal}"
        expected = merge(expected, entry["patch"])
        if not same(events, entry["events"]):
            return f"ply {entry['ply']}: the events differ"
        if not same(sight(match), expected):
            return f"ply {entry['ply']}: the position differs"
    ends = {
        "the numbers of actions differ": numbers(match) == transcript["numbers"],
        "the outcome differs": same(told_outcome(match.outcome), transcript["end"]),
    }
    return next((why for why, is_same in ends.items() if not is_same), "")


def same(one: object, other: object) -> bool:
    """Compare plain data as JSON does: tuples are lists, 1 is not true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def write(transcript: Transcript) -> str:
    """Write a transcript with one line an input, for reading and for differences."""
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in transcript.items()]
    script = ",\n".join(f"    {json.dumps(entry)}" for entry in transcript["script"])
    place = list(transcript).index("script")
    lines[place] = f'  "script": [\n{script}\n  ]'
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(file: Path) -> Transcript:
    transcript: Transcript = json.loads(file.read_text(encoding="utf-8"))
    return transcript


def renew(folder: Path, cases: Sequence[Case], games: Mapping[str, Game]) -> list[str]:
    """Record what is new or of an older rules version; return complaints, then write nothing."""
    complaints: list[str] = []
    written: dict[Path, str] = {}
    for game in games.values():
        unchanged: list[bool] = []
        for case in (case for case in cases if case.game == game.name):
            file = folder / case.file
            old = read(file) if file.exists() else None
            if old and old["rules"] == game.version:
                if why := difference(old, game):
                    complaints.append(f"{case.file}: {why}; {HOW}")
                continue
            new = record(case, game)
            written[file] = write(new)
            unchanged.append(old is not None and same({**new, "rules": 0}, {**old, "rules": 0}))
        if unchanged and all(unchanged):
            complaints.append(f"{game.name}: no transcript changes; keep its version")
    if not complaints:
        for file, content in written.items():
            file.write_text(content, encoding="utf-8")
    return complaints


if __name__ == "__main__":
    sys.exit("\n".join(renew(FOLDER, CASES, GAMES)))

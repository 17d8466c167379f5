"""Who plays what at one table, and what they tell each other outside of the game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import trio
from tests.faults.simulated.fate import Fate

from haydes.protocol.messages import Open

# games that come to an end when people play at random
_HAYDES: tuple[Mapping[str, str | int | bool], ...] = (
    {"map": "quick", "turn_limit": 4},
    {"map": "quick", "turn_limit": 3, "encounter": "brawl"},
    {"map": "quick", "clock": 2},
    {"map": "cross", "turn_limit": 3, "encounter": "denizens", "tuybe": True},
)
_HOUNDS: tuple[Mapping[str, str | int | bool], ...] = (
    {},
    {"fight": "best", "one_hound_short": True},
)
_HOLYQUEST: tuple[Mapping[str, str | int | bool], ...] = (
    {"goal": "2"},
    {"goal": "4", "difficulty": "easy"},
    {"goal": "2", "gentle_start": True, "slip_past": True},
)
_BOTS = {"haydes": "random", "hounds": "greedy", "holyquest": "random"}
_OPTIONS = {"haydes": _HAYDES, "hounds": _HOUNDS, "holyquest": _HOLYQUEST}
GAMES = tuple(_BOTS)


@dataclass(slots=True)
class Party:
    """The people of one table."""

    number: int
    wish: Open
    people: int  # in seats, the host first
    watchers: int
    fair: bool  # whether they add nonces
    id: str = ""  # of their table, as its host has told the others
    begun: trio.Event = field(default_factory=trio.Event)  # somebody has seen the match
    ready: set[int] = field(default_factory=set[int])  # who has seen the end
    lost: set[int] = field(default_factory=set[int])  # whose seat is taken by nobody: kick

    @property
    def size(self) -> int:
        return self.people + self.watchers

    def name(self, number: int) -> str:
        return f"{'player' if number < self.people else 'watcher'} {self.number} {number}"

    @property
    def all_done(self) -> bool:
        return len(self.ready) == self.size


def party(number: int, game: str, fate: Fate) -> Party:
    """Return people for a table of a game."""
    most = 4 if game != "holyquest" else 3
    people = fate.number(1 if game == "holyquest" else 2, most)
    bots = [_BOTS[game]] if people < most and fate.odds(0.3) else []
    if game == "hounds" and fate.odds(0.2):
        bots = [_BOTS[game]] * 2
    if people + len(bots) < 2 and game == "hounds":
        bots = [_BOTS[game]]
    wish = Open(
        ref=0,
        game=game,
        seats=people + len(bots),
        options=dict(fate.choice(_OPTIONS[game])),
        title=f"table {number}",
        word="sesame" if fate.odds(0.2) else "",
        bots=bots,
        turn_seconds=fate.number(2, 30) if fate.odds(0.3) else 0,
        absent=fate.choice(("wait", "wait", "bot")),
        grace_seconds=fate.number(1, 20),
    )
    return Party(number, wish, people, fate.number(0, 2), fate.odds(0.7))

"""A position of HolyQuest: what lies on the table, and who is asked what.

Everybody sees everything but the order of the decks. A deck is an unordered pile, and a card
gets its place in it when it is drawn: the distribution is that of shuffling first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypeAlias

from haydes.engine.dealer import Dealer
from haydes.engine.game import Event, Outcome, Seat, State
from haydes.engine.games.holyquest.actions import DESCRIBED, Actions
from haydes.engine.games.holyquest.cards import BARE, MONSTER_DECK, VICTORY_DECK
from haydes.engine.games.holyquest.heroes import (
    HEROES,
    LEADS,
    LED,
    MEMBERS,
    NOBODY,
    POWERS,
    STANDING,
)
from haydes.engine.plain import Tree, Value

if TYPE_CHECKING:
    from haydes.engine.games.holyquest.views import Eyes

Log: TypeAlias = list[Event] | None

CAMP, TRAPS, GO, DEFENCE = "camp", "traps", "go", "defence"
PRIZE, ARMING, OVER = "prize", "arms", "over"
STANDARD, EASY, HARD = "standard", "easy", "hard"


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """What a table has chosen. `goal` is in ep; 0: the Dragon must die."""

    goal: int
    difficulty: str
    gentle_start: bool
    slip_past: bool


class Position(State):
    """Sets of heroes and opponents, and their hits, are numbers as `heroes` describes them."""

    __slots__ = (
        "acted",
        "arms",
        "aside",
        "asked",
        "attacked",
        "attackers",
        "blinded",
        "cards",
        "deck",
        "discards",
        "done",
        "draughts",
        "ended",
        "ep",
        "eyes",
        "faced",
        "foe_hits",
        "foe_powers",
        "foes",
        "hidden",
        "hits",
        "idle",
        "leads",
        "led",
        "noticed",
        "phase",
        "powers",
        "prizes",
        "round",
        "terms",
        "terrain",
        "traps",
        "turn",
        "used",
        "victory",
        "victory_discards",
        "worn",
    )

    def __init__(self, terms: Terms, seats: int) -> None:
        self.terms = terms
        self.led = LED[seats]  # by each seat; nobody once it is given up
        self.leads = LEADS[seats]
        self.deck = MONSTER_DECK
        self.discards = b""
        self.victory = VICTORY_DECK
        self.victory_discards = b""
        self.terrain = BARE
        self.ep = 0
        self.draughts = 0
        self.aside = b""  # victory cards that nobody can have yet (QA-27, QA-28)
        self.hits = 0  # of the heroes
        self.powers = list[int](POWERS)  # of the heroes, less hits; of the dead: anything
        self.worn: tuple[bytes, ...] = (b"",) * len(HEROES)  # arms of each hero
        self.cards = 0  # bit c: victory card c is attached to its hero
        self.turn = 1
        self.round = 0  # of the combat; 0: there is none
        self.phase = CAMP
        self.traps = 0  # that have yet to spring
        self.foes = b""  # cards of the opponents
        self.foe_powers: list[int] = []  # less hits and darkness
        self.foe_hits = NOBODY
        self.blinded = 0  # opponents
        self.hidden = False
        self.noticed = 0  # heroes whom the opponents see although the party hides
        self.attacked = 0  # heroes who did, this round
        self.used = 0  # heroes who used a skill, this round or since the last combat
        self.acted = False  # a hero attacked or used a skill other than Hide, this round
        self.idle = False  # there was nothing to do for anybody, this round
        self.faced = 0  # heroes who faced an attack, this round
        self.attackers = 0  # opponents that have yet to attack
        self.done = 0  # bit s: seat s is done with this round, or in the camp
        self.prizes = 0  # victory cards that may be drawn for opponents just beaten
        self.arms = 0  # the arms, if any, that wait for a bearer to be chosen
        self.ended: Outcome | None = None
        self.asked: Sequence[Actions] = ()  # the legal actions of every seat
        self.eyes: Eyes | None = None  # made when somebody looks

    def clone(self) -> Self:
        twin = object.__new__(type(self))
        twin.terms = self.terms
        twin.led = self.led
        twin.leads = self.leads
        twin.deck = self.deck
        twin.discards = self.discards
        twin.victory = self.victory
        twin.victory_discards = self.victory_discards
        twin.terrain = self.terrain
        twin.ep = self.ep
        twin.draughts = self.draughts
        twin.aside = self.aside
        twin.hits = self.hits
        twin.powers = self.powers[:]
        twin.worn = self.worn
        twin.cards = self.cards
        twin.turn = self.turn
        twin.round = self.round
        twin.phase = self.phase
        twin.traps = self.traps
        twin.foes = self.foes
        twin.foe_powers = self.foe_powers[:]
        twin.foe_hits = self.foe_hits
        twin.blinded = self.blinded
        twin.hidden = self.hidden
        twin.noticed = self.noticed
        twin.attacked = self.attacked
        twin.used = self.used
        twin.acted = self.acted
        twin.idle = self.idle
        twin.faced = self.faced
        twin.attackers = self.attackers
        twin.done = self.done
        twin.prizes = self.prizes
        twin.arms = self.arms
        twin.ended = self.ended
        twin.asked = self.asked
        twin.eyes = None
        return twin

    def conceal(self, seat: Seat | None, dealer: Dealer) -> Self:
        return self.clone()  # the order of a deck is not part of a position

    def legal(self, seat: Seat) -> Sequence[int]:
        return self.asked[seat]

    def outcome(self) -> Outcome | None:
        return self.ended

    def private(self, seat: Seat) -> Tree:
        return {}

    def describe(self, action: int) -> Tree:
        return DESCRIBED[action]


def lead_of(p: Position) -> Seat:
    """Return the lowest seat with a living hero, which decides for the party."""
    return p.leads[STANDING[p.hits]]


def seen(p: Position) -> int:
    """Return the heroes whom the opponents can attack (QA-16, QA-18)."""
    alive = STANDING[p.hits]
    return alive & p.noticed if p.hidden else alive


def targets(p: Position) -> int:
    """Return the heroes whom the next opponent, if any, can attack (QA-12)."""
    if not p.attackers:
        return 0
    heroes = seen(p)
    return heroes & ~p.faced or heroes if p.terms.difficulty == STANDARD else heroes


def names_of(heroes: int) -> list[str]:
    return [HEROES[hero] for hero in MEMBERS[heroes]]


def draw(pile: bytes, dealer: Dealer) -> tuple[int, bytes]:
    """Take a card of an unordered pile; return it and what is left."""
    place = dealer.below(len(pile))
    return pile[place], pile[:place] + pile[place + 1 :]


def tell(log: Log, event: str, **facts: Value) -> None:
    if log is not None:
        log.append(Event({"event": event, **facts}))


def finish(p: Position, reason: str, log: Log, *, won: bool) -> None:
    """End the match; who has not given up shares the victory."""
    winners = tuple(seat for seat, led in enumerate(p.led) if led) if won else ()
    p.ended = Outcome(winners, reason)
    p.phase = OVER
    p.asked = ((),) * len(p.led)
    tell(log, "over", winners=list(winners), reason=reason)

"""Escape from Haydes as people play it on a table, slow and literal.

Both packs are shuffled and the map is laid out before the first move, the red Joker lies where
it lies. Nothing here is clever: the rules engine must play the same game, and the differential
test beside this file holds the two against each other.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from haydes.engine.dealer import Dealer
from haydes.engine.games.haydes.drawings import DRAWINGS
from haydes.engine.plain import Tree, Value

Place: TypeAlias = str
Seat: TypeAlias = int

RANKS = "A23456789TJQK"
SUITS = "CDHS"
COURT = "JQK"
BLACK_JOKER, RED_JOKER = "JB", "JR"
MAP = 0  # the number of the pile that the map was laid from; the Replacement Deck's start at 1

# 1.6: strength, toughness, wounds
FIGHTERS = {"J": (3, 3, 1), "Q": (4, 3, 1), "K": (4, 4, 1), "you": (4, 4, 4)}


@dataclass(frozen=True)
class Card:
    name: str
    pile: int


@dataclass
class Figure:
    at: Place
    charisma: int | None = None
    endurance: int | None = None
    wounds: int | None = None
    out: bool = False
    escaped: bool = False


class ReferenceTable:
    """One play, driven by described actions; each call returns the events it caused."""

    def __init__(self, seats: int, options: Mapping[str, object], dealer: Dealer) -> None:
        self.dealer = dealer
        self.map = str(options["map"]) if options["map"] in DRAWINGS else "own"
        self.encounter = str(options["encounter"])
        self.tuybe = bool(options["tuybe"])
        self.turn_limit = int(str(options["turn_limit"]))
        exhaustion = str(options["exhaustion"])
        if exhaustion == "auto":  # H-39 and the options table
            exhaustion = "either" if seats == 1 else "never"
        self.exhaustion = exhaustion
        self.first = dealer.below(seats)  # H-16

        drawing = {
            f"{chr(ord('A') + y)}{x + 1}": mark
            for y, row in enumerate(DRAWINGS.get(self.map, str(options["map"])).split())
            for x, mark in enumerate(row)
            if mark != "."
        }
        (self.start,) = [place for place, mark in drawing.items() if mark == "@"]
        self.places = list(drawing)
        hidden = [place for place in self.places if place != self.start]
        # H-6, H-7, HA-43
        laid = pack(len(hidden) // 52, MAP)
        laid.append(Card(RED_JOKER, MAP))
        self.tiles: dict[Place, Card] = dict(zip(hidden, self.shuffled(laid), strict=True))
        self.pile = MAP + 1
        self.replacement = self.shuffled(pack(2, self.pile))
        self.discards: list[str] = []
        self.removed: list[str] = []

        self.face_up: list[Place] = []  # in the order of flipping; the start apart
        self.flipped: list[Place] = []  # this turn
        self.beaten: set[Place] = set()
        self.hiding = set(hidden)  # where, for all that anybody has seen, the red Joker may be
        self.mixed: dict[Place, frozenset[Place]] = {}  # pools filled from two piles, by tile

        self.seen: dict[Place, set[Seat]] = {}  # face-down cards that somebody has looked at
        self.wounded: dict[Place, int] = {}  # wounds that a creature has taken

        self.figures = {seat: Figure(self.start) for seat in range(seats)}
        self.seat = self.first
        self.round = 1
        self.phase = "split"
        if self.encounter == "brawl":
            self.phase = "move"
            for figure in self.figures.values():
                figure.wounds = FIGHTERS["you"][2]
        self.rode = False
        self.price = ""
        self.expired = False
        self.winners: list[Seat] | None = None
        self.reason = ""
        self.events: list[Tree] = []

    # What may be done

    def legal(self, seat: Seat) -> list[Tree]:
        if self.over or seat != self.seat:
            return []
        figure = self.figures[seat]
        if self.phase == "split":  # H-3, H-4
            return [{"do": "split", "charisma": c} for c in range(17) if c <= 9 and 16 - c <= 9]
        if self.phase == "encounter":
            return [{"do": word} for word in self.tests(seat)]
        if self.phase == "bargain":
            return [{"do": "bargain"}, {"do": "stop"}]
        if self.phase == "keys":
            return [{"do": "peek", "at": place} for place in self.doors(seat)]
        actions: list[Tree] = [{"do": "stop"}]  # H-17, HA-25
        for place in self.neighbours(figure.at):
            if self.shows(place):  # HA-12
                actions.append({"do": "walk", "to": place})
            else:  # H-19
                actions += [{"do": "move", "to": place, "call": c} for c in ("higher", "lower")]
        if self.tuybe and not self.rode:  # H-44, HA-40
            for place in self.two_away(figure.at):
                if self.shows(place):  # HA-41
                    actions.append({"do": "ride", "to": place})
                else:
                    actions += [{"do": "ride", "to": place, "call": c} for c in ("higher", "lower")]
        return actions

    def tests(self, seat: Seat) -> list[str]:
        """Tell what a seat may do to the creature it stands on (H-28, HA-29, 1.5, 1.6)."""
        if self.encounter == "brawl":
            return ["fight"]
        figure = self.figures[seat]
        card = self.tiles[figure.at].name
        words = {"talk": figure.charisma, "brawl": figure.endurance}
        able = [word for word, points in words.items() if points]
        if self.encounter == "denizens":
            if card == "KS":
                return ["face"] if len(able) == 2 else []
            if card[1] == "H":
                return [word for word in able if word == "talk"]
            if card[1] == "C":
                return [word for word in able if word == "brawl"]
        return able

    def doors(self, seat: Seat) -> list[Place]:
        return [p for p in self.neighbours(self.figures[seat].at) if not self.shows(p)]

    def two_away(self, place: Place) -> list[Place]:
        """Give the places that take two moves to get to (HA-39)."""
        near = self.neighbours(place)
        far = {there for between in near for there in self.neighbours(between)}
        return [there for there in self.places if there in far - {place} - set(near)]

    def neighbours(self, place: Place) -> list[Place]:
        """Give the places whose edges touch (H-18, HA-7)."""
        row, column = ord(place[0]), int(place[1:])
        steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
        near = [f"{chr(row + down)}{column + right}" for down, right in steps]
        return [place for place in near if place in self.places]

    def shows(self, place: Place) -> bool:
        return place == self.start or place in self.face_up

    def value(self, place: Place) -> int:
        """Give the value of a shown card (H-15, HA-8)."""
        name = BLACK_JOKER if place == self.start else self.tiles[place].name
        return 0 if name in (BLACK_JOKER, RED_JOKER) else 1 + RANKS.index(name[0])

    def creature(self, place: Place) -> bool:
        """Tell whether an unbeaten creature stands there for all to see."""
        return (
            place in self.face_up
            and place not in self.beaten
            and self.tiles[place].name[0] in COURT
            and self.tiles[place].name != RED_JOKER
        )

    @property
    def over(self) -> bool:
        return self.winners is not None

    @property
    def playing(self) -> list[Seat]:
        return [seat for seat, figure in self.figures.items() if not figure.out]

    # What is done

    def act(self, seat: Seat, action: Tree) -> list[Tree]:
        assert action in self.legal(seat)
        self.events = []
        match action["do"]:
            case "split":
                self.split(seat, int(str(action["charisma"])))
            case "stop":
                self.end_turn()
            case "walk":
                self.walk(seat, str(action["to"]))
            case "move":
                self.move(seat, str(action["to"]), str(action["call"]))
            case "ride":
                self.ride(seat, str(action["to"]), str(action.get("call", "")))
            case "peek":
                self.peek(seat, str(action["at"]))
            case "bargain":
                self.bargain(seat)
            case "fight":
                self.fight(seat)
            case "face":
                self.face(seat)
            case "talk":
                self.test(seat, "charisma")
            case _:
                self.test(seat, "endurance")
        return self.events

    def expire(self) -> list[Tree]:
        """End the game after the turn in progress (H-40, HA-38)."""
        self.events = []
        if not self.expired:
            self.expired = True
            self.tell("expired")
        if self.phase == "split":
            self.finish([], "clock")
        return self.events

    def forfeit(self, seat: Seat) -> list[Tree]:
        self.events = []
        figure = self.figures[seat]
        if figure.out:
            return self.events
        figure.out = True
        self.tell("out", seat=seat, reason="forfeit")
        if seat == self.seat:
            if self.phase == "split" and self.playing:
                self.next_split()
            else:
                self.end_turn(last_out="forfeit")
        return self.events

    def split(self, seat: Seat, charisma: int) -> None:
        figure = self.figures[seat]
        figure.charisma, figure.endurance = charisma, 16 - charisma
        self.tell("split", seat=seat, charisma=charisma, endurance=16 - charisma)
        self.next_split()

    def next_split(self) -> None:
        waiting = [seat for seat in self.order() if self.figures[seat].charisma is None]
        if waiting:
            self.seat = waiting[0]
        else:
            self.begin_turn(self.order()[0])

    def order(self) -> list[Seat]:
        """Give the seats that still play, clockwise from the first (HA-31)."""
        seats = len(self.figures)
        turns = [(self.first + step) % seats for step in range(seats)]
        return [seat for seat in turns if seat in self.playing]

    def walk(self, seat: Seat, to: Place) -> None:
        """Step onto a card that lies face up (HA-12, HA-13)."""
        figure = self.figures[seat]
        equal = self.value(to) == self.value(figure.at)
        card = BLACK_JOKER if to == self.start else self.tiles[to].name
        facts = {"from": figure.at, "to": to, "card": card}
        self.tell("walk", seat=seat, **facts, result="equal" if equal else "right")
        figure.at = to
        self.arrive(seat, stays=equal)

    def move(self, seat: Seat, to: Place, call: str) -> None:
        result = self.turn_over(seat, to, call, "move")
        if result:
            self.step(seat, to, stays=result != "right")

    def ride(self, seat: Seat, to: Place, call: str) -> None:
        """Take the Tuybe (H-44, HA-40, HA-41)."""
        self.rode = True
        figure = self.figures[seat]
        if call:
            result = self.turn_over(seat, to, call, "ride")
        else:
            result = "equal" if self.value(to) == self.value(figure.at) else "right"
            card = BLACK_JOKER if to == self.start else self.tiles[to].name
            facts = {"from": figure.at, "to": to, "card": card}
            self.tell("ride", seat=seat, **facts, result=result)
        if result == "right":
            self.step(seat, to, stays=False)
        elif result:
            self.end_turn()

    def turn_over(self, seat: Seat, to: Place, call: str, event: str) -> str:
        """Flip a card; give the result of the guess, or nothing if the red Joker was missed."""
        figure = self.figures[seat]
        self.face_up.append(to)
        self.flipped.append(to)
        self.hiding.discard(to)
        self.mixed.pop(to, None)
        self.seen.pop(to, None)
        old, new = self.value(figure.at), self.value(to)
        if old == new:
            result = "equal"  # H-21
        elif (call == "higher") == (new > old):
            result = "right"  # H-20
        else:
            result = "wrong"  # H-22
        card = self.tiles[to].name
        if card == RED_JOKER and result != "right":  # H-35, HA-1, HA-2, HA-10
            pool = self.pool()
            self.tell("joker", seat=seat, at=to, call=call, pool=[*pool])
            self.end_turn(pool)
            return ""
        facts = {"from": figure.at, "to": to, "call": call, "card": card, "result": result}
        self.tell(event, seat=seat, **facts)
        return result

    def step(self, seat: Seat, to: Place, *, stays: bool) -> None:
        figure = self.figures[seat]
        figure.at = to
        if to != self.start and self.tiles[to].name == RED_JOKER:  # H-37
            figure.escaped = True
            self.tell("escape", seat=seat, at=to)
            self.finish([seat], "escaped")
            return
        self.arrive(seat, stays=stays)

    def arrive(self, seat: Seat, *, stays: bool) -> None:
        """Meet a creature (H-27, HA-18), or go on, or end the turn."""
        figure = self.figures[seat]
        if self.creature(figure.at):
            self.tell("creature", seat=seat, at=figure.at, card=self.tiles[figure.at].name)
            self.phase = "encounter"
            if not self.legal(seat):
                self.end_turn()
        elif stays:
            self.end_turn()
        else:
            self.phase = "move"

    def roll(self, seat: Seat, name: str) -> bool:
        """Roll two dice against a characteristic (H-29), shifted by who is faced (1.5)."""
        figure = self.figures[seat]
        need = self.points(seat, name)
        if self.encounter == "denizens" and self.tiles[figure.at].name != "KS":
            need += {"J": 1, "Q": 0, "K": -1}[self.tiles[figure.at].name[0]]
        dice = [1 + self.dealer.below(6), 1 + self.dealer.below(6)]
        overcome = sum(dice) <= need
        result = "overcome" if overcome else "failed"
        facts: dict[str, Value] = {"with": name, "dice": dice, "need": need, "result": result}
        self.tell("test", seat=seat, **facts)
        return overcome

    def points(self, seat: Seat, name: str) -> int:
        figure = self.figures[seat]
        points = figure.charisma if name == "charisma" else figure.endurance
        assert points is not None
        return points

    def pay(self, seat: Seat, name: str) -> None:
        figure, points = self.figures[seat], self.points(seat, name)
        if name == "charisma":
            figure.charisma = points - 1
        else:
            figure.endurance = points - 1

    def test(self, seat: Seat, name: str) -> None:
        """Test a characteristic against the creature (H-29 to H-32)."""
        overcome = self.roll(seat, name)
        self.pay(seat, name)
        kind = self.tiles[self.figures[seat].at].name[0] if self.encounter == "denizens" else ""
        if overcome:
            self.win(seat, keys=kind == "K")
        elif self.exhausted(seat):
            pass
        elif kind == "K":
            self.march(seat)
        else:
            other = "endurance" if name == "charisma" else "charisma"
            if kind == "Q" and self.points(seat, other) > 1:
                self.phase, self.price = "bargain", other
            else:
                self.end_turn()

    def face(self, seat: Seat) -> None:
        """Meet Vakhraca: both characteristics, Charisma first (1.5)."""
        for name in ("charisma", "endurance"):
            if not self.roll(seat, name):
                self.pay(seat, name)
                if not self.exhausted(seat):
                    self.march(seat)
                return
        self.pay(seat, "charisma")
        self.pay(seat, "endurance")
        self.win(seat, keys=False)

    def win(self, seat: Seat, *, keys: bool) -> None:
        self.beaten.add(self.figures[seat].at)  # H-31, HA-19
        if not self.exhausted(seat):
            self.phase = "keys" if keys and self.doors(seat) else "move"  # H-30, HA-17

    def exhausted(self, seat: Seat) -> bool:
        """Put a seat out that used a characteristic up (H-39, HA-26, HA-27)."""
        points = self.points(seat, "charisma"), self.points(seat, "endurance")
        if self.exhaustion == "never" or all(points):
            return False
        self.figures[seat].out = True
        self.tell("out", seat=seat, reason="exhausted")
        self.end_turn()
        return True

    def march(self, seat: Seat) -> None:
        figure = self.figures[seat]
        self.tell("marched", seat=seat, **{"from": figure.at, "to": self.start})
        figure.at = self.start
        self.end_turn()

    def bargain(self, seat: Seat) -> None:
        self.pay(seat, self.price)
        self.beaten.add(self.figures[seat].at)
        self.tell("bargain", seat=seat, price=self.price)
        self.end_turn()

    def peek(self, seat: Seat, place: Place) -> None:
        """Look at a card next door; nobody else sees it."""
        self.seen.setdefault(place, set()).add(seat)
        self.phase = "move"
        self.tell("peek", seat=seat, at=place)
        self.events.append(
            {
                "event": "seen",
                "seat": seat,
                "at": place,
                "card": self.tiles[place].name,
                "only": seat,
            }
        )

    def fight(self, seat: Seat) -> None:
        """Fight a round, both at once (1.6)."""
        figure = self.figures[seat]
        assert figure.wounds is not None
        strength, toughness, wounds = FIGHTERS[self.tiles[figure.at].name[0]]
        ours, ours_too, _ = FIGHTERS["you"]
        strike = [1 + self.dealer.below(6), 1 + self.dealer.below(6)]
        back = [1 + self.dealer.below(6), 1 + self.dealer.below(6)]
        hits = strike[0] + ours > strike[1] + toughness
        hurts = back[0] + strength > back[1] + ours_too
        taken = self.wounded.pop(figure.at, 0) + hits
        if taken >= wounds:
            self.beaten.add(figure.at)
        elif taken:
            self.wounded[figure.at] = taken
        figure.wounds -= hurts
        facts: dict[str, Value] = {"strike": strike, "hits": hits, "back": back, "hurts": hurts}
        result = "overcome" if taken >= wounds else "failed"
        self.tell("fight", seat=seat, **facts, result=result)
        if not figure.wounds:
            figure.out = True
            self.tell("out", seat=seat, reason="slain")
            self.end_turn(last_out="slain")
        elif taken >= wounds:
            self.phase = "move"
        else:
            self.end_turn()

    # How a turn ends

    def end_turn(self, pool: list[Place] | None = None, last_out: str = "exhausted") -> None:
        self.clean_up(pool or [])
        if not self.playing:
            self.finish([], last_out)  # HA-30
        elif self.expired:
            self.finish([], "clock")
        elif self.trapped():
            self.finish([], "trapped")
        else:
            self.pass_on()

    def pass_on(self) -> None:
        """Find who is next, leaving out who is stuck with nothing to test."""
        seat = self.seat
        while True:
            seat = (seat + 1) % len(self.figures)
            if seat == self.first:
                if self.round == self.turn_limit:  # H-41, HA-38
                    self.finish([], "turn_limit")
                    return
                self.round += 1
            figure = self.figures[seat]
            if figure.out:
                continue
            if self.creature(figure.at) and not self.tests(seat):
                self.tell("skipped", seat=seat)
                continue
            self.begin_turn(seat)
            return

    def begin_turn(self, seat: Seat) -> None:
        self.seat = seat
        self.rode = False
        self.price = ""
        # H-33, HA-22
        self.phase = "encounter" if self.creature(self.figures[seat].at) else "move"
        self.tell("turn", seat=seat, round=self.round)

    def trapped(self) -> bool:
        """Tell whether nobody can ever move again (HA-28); two dice cannot show 1."""
        return self.exhaustion == "never" and not any(map(self.may_get_away, self.playing))

    def may_get_away(self, seat: Seat) -> bool:
        figure = self.figures[seat]
        if not self.creature(figure.at):
            return True
        card, words = self.tiles[figure.at].name, self.tests(seat)
        if self.encounter == "denizens":
            if card[0] == "K":  # a failure marches him off
                return bool(words)
            points = {"talk": figure.charisma or 0, "brawl": figure.endurance or 0}
            if card[0] == "J":
                return bool(words)
            tests = any(points[word] >= 2 for word in words)
            others = {"talk": "brawl", "brawl": "talk"}
            return tests or any(points[others[word]] >= 2 for word in words)  # by a bargain
        return words == ["fight"] or max(figure.charisma or 0, figure.endurance or 0) >= 2

    def pool(self) -> list[Place]:
        """Give the tiles that a red Joker just missed is shuffled into (HA-3)."""
        occupied = {self.figures[seat].at for seat in self.playing}
        return [place for place in self.flipped if place not in occupied]

    def clean_up(self, pool: list[Place]) -> None:
        """Replace the cards that nobody stands on (H-25, HA-19, HA-21, HA-32)."""
        occupied = {self.figures[seat].at for seat in self.playing}
        empty = [place for place in self.face_up if place not in occupied]
        refill = [place for place in empty if self.tiles[place].name != RED_JOKER]
        for place in refill:
            (self.removed if place in self.beaten else self.discards).append(self.tiles[place].name)
        for place in refill:
            if not self.replacement:  # H-26, HA-33
                self.pile += 1
                self.replacement = self.shuffled([Card(name, self.pile) for name in self.discards])
                self.discards = []
                self.tell("renewed")
            self.tiles[place] = self.replacement.pop()
            self.wounded.pop(place, None)
        self.face_up = [place for place in self.face_up if place in occupied]
        self.beaten &= occupied
        self.flipped = []
        if pool:  # H-35
            for place, card in zip(
                pool, self.shuffled([self.tiles[place] for place in pool]), strict=True
            ):
                self.tiles[place] = card
            self.hiding = set(pool)
            piles = {self.tiles[place].pile for place in pool} - {MAP}
            if len(piles) > 1:
                self.mixed.update(dict.fromkeys(pool, frozenset(pool)))

    def finish(self, winners: list[Seat], reason: str) -> None:
        self.winners, self.reason = winners, reason
        self.tell("over", winners=winners, reason=reason)

    # What is seen

    def tell(self, event: str, **facts: Value) -> None:
        self.events.append({"event": event, **facts})

    def unseen(self, pile: int) -> Counter[str]:
        """Count the cards of a pile that nobody has seen, on the map and in the deck."""
        down = [card for place, card in self.tiles.items() if place not in self.face_up]
        cards = [card for card in down + self.replacement if card.name != RED_JOKER]
        return Counter(card.name for card in cards if card.pile == pile)

    def undealt(self, pile: int) -> Counter[str]:
        """Count those of them that nobody at all has seen."""
        peeked = Counter(
            card.name
            for place, card in self.tiles.items()
            if place in self.seen and card.pile == pile and card.name != RED_JOKER
        )
        return self.unseen(pile) - peeked

    def ranks(self, *piles: int) -> dict[str, int]:
        names = [name for pile in piles for name in self.unseen(pile).elements()]
        return {rank: sum(name[0] == rank for name in names) for rank in RANKS}

    def look(self, place: Place) -> str:
        if place == self.start:
            return BLACK_JOKER
        if place in self.face_up:
            return self.tiles[place].name + "x" * (place in self.beaten)
        return "??" if place in self.hiding else "--"

    def figure(self, seat: Seat) -> Tree:
        figure = self.figures[seat]
        tree: dict[str, Value] = {}
        if figure.out:
            tree["is"] = "out"
        else:
            tree["at"] = figure.at
            stuck = "stuck" if self.creature(figure.at) else "free"
            tree["is"] = "escaped" if figure.escaped else stuck
        if figure.charisma is not None and figure.endurance is not None:
            tree |= {"charisma": figure.charisma, "endurance": figure.endurance}
        if figure.wounds is not None:
            tree["wounds"] = figure.wounds
        return tree

    def private(self, seat: Seat) -> Tree:
        seen = {p: self.tiles[p].name for p, seats in self.seen.items() if seat in seats}
        return {"seen": seen} if seen else {}

    def public(self) -> Tree:
        rows: dict[str, dict[str, str]] = {}
        for place in self.places:
            rows.setdefault(place[0], {})[place[1:]] = self.look(place)
        tree: dict[str, Value] = {
            "map": self.map,
            "start": self.start,
            "first": self.first,
            "tiles": rows,
            "figures": {str(seat): self.figure(seat) for seat in self.figures},
            "piles": {
                "replacement": len(self.replacement),
                "discards": len(self.discards),
                "removed": len(self.removed),
            },
            "unseen": {
                "map": self.ranks(MAP),
                "replacement": self.ranks(*range(MAP + 1, self.pile + 1)),
            },
        }
        if self.seen:
            tree["peeked"] = {place: tuple(sorted(seats)) for place, seats in self.seen.items()}
        if self.wounded:
            tree["hurt"] = dict(self.wounded)
        if not self.over:
            turn: dict[str, Value] = {"seat": self.seat, "round": self.round, "phase": self.phase}
            if self.price:
                turn["price"] = self.price
            if self.rode:
                turn["rode"] = True
            tree["turn"] = turn
        if self.expired:
            tree["expired"] = True
        return tree

    def shuffled(self, cards: list[Card]) -> list[Card]:
        rest, mixed = list(cards), list[Card]()
        while rest:
            mixed.append(rest.pop(self.dealer.below(len(rest))))
        return mixed


def pack(decks: int, pile: int) -> list[Card]:
    """Give that many decks of 52 cards, without Jokers (H-5)."""
    return [Card(rank + suit, pile) for rank in RANKS for suit in SUITS] * decks

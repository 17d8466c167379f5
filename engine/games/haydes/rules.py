"""The position of Escape from Haydes and how it moves (RULES.md explains the clause numbers)."""

from collections.abc import Sequence
from typing import Self

from haydes.engine.cards import NAMES, RED_JOKER
from haydes.engine.dealer import Dealer
from haydes.engine.game import Event, Outcome, Seat, State
from haydes.engine.games.haydes.actions import CALLS, HIGHER, LOWER, WALK
from haydes.engine.games.haydes.encounters import (
    CAPTAIN,
    ESCAPEE,
    LEAST_PAYER,
    MOST,
    POINTS,
    TEMPTER,
    Denizen,
)
from haydes.engine.games.haydes.faces import BEATEN, CREATURE, SEARCHED, VALUE
from haydes.engine.games.haydes.layout import OUT
from haydes.engine.games.haydes.turns import (
    BARGAIN,
    ENCOUNTER,
    KEYS,
    MOVE,
    SPLIT,
    Log,
    Turns,
    tell,
)
from haydes.engine.games.haydes.views import Eyes, seen_by
from haydes.engine.plain import Tree


class HaydesState(Turns, State):
    """One position; `apply` expects what `legal` lists."""

    __slots__ = ()

    def conceal(self, seat: Seat | None, dealer: Dealer) -> Self:
        twin = self.clone()
        if self.peeks:  # else there is nothing in it that not everybody has seen
            twin.forget(seat)
        return twin

    def outcome(self) -> Outcome | None:
        return self.ended

    def legal(self, seat: Seat) -> Sequence[int]:
        if seat != self.seat:
            return ()
        if self.phase == MOVE:
            near, moves = self.actions.moves[self.at[seat]]
            row = moves[self.open & near]
            return row if self.rode or not self.rides else (*row, *self._rides(seat))
        if self.phase == ENCOUNTER:
            return self.tests(seat)
        if self.phase == SPLIT:
            return self.actions.splits
        if self.phase == KEYS:
            return [self.actions.peek + tile for tile in self._doors(seat)]
        return self.actions.bargains if self.phase == BARGAIN else ()

    def default(self, seat: Seat) -> int:
        """Split evenly, test what is higher, look at the first card, stop."""
        if self.phase in (MOVE, BARGAIN):
            return self.actions.stop
        actions = self.legal(seat)
        if self.phase == SPLIT:
            return actions[len(actions) // 2]
        last = self.phase == ENCOUNTER and self.endurance[seat] > self.charisma[seat]
        return actions[-1 if last else 0]

    def turn_number(self) -> int:
        # a seat may walk on over open cards as long as it likes
        return 2 * (self.round * len(self.at) + self.seat) + (self.phase != SPLIT)

    def apply(self, seat: Seat, action: int, dealer: Dealer, log: Log = None) -> None:
        actions = self.actions
        if action < actions.stop:
            how = action % 3
            if how == WALK:
                self._walk(seat, action // 3, log)
            else:
                self._flip(seat, action // 3, how, dealer, log)
        elif action == actions.stop:
            self.end_turn(log)
        elif action < actions.split:
            self._test(seat, action, dealer, log)
        elif action < actions.face:
            self._split(seat, POINTS - MOST + action - actions.split, log)
        else:
            self._apply_expansion(seat, action, dealer, log)

    def _apply_expansion(self, seat: Seat, action: int, dealer: Dealer, log: Log) -> None:
        actions = self.actions
        if action >= actions.ride:
            tile, how = divmod(action - actions.ride, 3)
            self.rode = True
            if how == WALK:
                self._walk(seat, tile, log, ride=True)
            else:
                self._flip(seat, tile, how, dealer, log, ride=True)
        elif action >= actions.peek:
            self._peek(seat, action - actions.peek, dealer, log)
        elif action == actions.bargain:
            self._bargain(seat, log)
        elif action == actions.fight:
            self._fight(seat, dealer, log)
        else:
            self._face(seat, dealer, log)

    def expire(self, dealer: Dealer, log: Log = None) -> None:
        """Let the turn in progress be the last one (HA-38); of no effect a second time."""
        if self.expired or self.ended:
            return
        self.expired = True
        if log is not None:
            tell(log, "expired")
        if self.phase == SPLIT:
            self.finish((), "clock", log)

    def forfeit(self, seat: Seat, dealer: Dealer, log: Log = None) -> None:
        if self.at[seat] == OUT or self.ended:
            return
        self.leave(seat, "forfeit", log)
        if seat != self.seat:
            return
        if self.phase == SPLIT and max(self.at) != OUT:
            self.next_split(log)
        else:
            self.end_turn(log, last_out="forfeit")

    def public(self) -> Tree:
        if self.eyes is None:
            self.eyes = Eyes(self)
        return self.eyes.look(self)

    def private(self, seat: Seat) -> Tree:
        return seen_by(self.map, self.peeks, seat) if self.peeks else {}

    def describe(self, action: int) -> Tree:
        return self.actions.described[action]

    def _split(self, seat: Seat, charisma: int, log: Log) -> None:
        self.charisma[seat] = charisma
        self.endurance[seat] = POINTS - charisma
        if log is not None:
            tell(log, "split", seat=seat, charisma=charisma, endurance=POINTS - charisma)
        self.next_split(log)

    # Moving

    def _rides(self, seat: Seat) -> list[int]:
        """Return the rides of the Tuybe (H-44, HA-39)."""
        numbers: list[int] = []
        for tile in self.map.beyond[self.at[seat]]:
            number = self.actions.ride + 3 * tile
            opened = self.open >> tile & 1
            numbers += [number + WALK] if opened else [number + HIGHER, number + LOWER]
        return numbers

    def _walk(self, seat: Seat, tile: int, log: Log, *, ride: bool = False) -> None:
        """Step, or ride, onto a card that lies face up (HA-12, HA-13, HA-41)."""
        old, face = self.at[seat], self.faces[tile]
        equal = VALUE[face] == VALUE[self.faces[old]]
        if log is not None:
            facts = {"card": NAMES[face % BEATEN], "result": "equal" if equal else "right"}
            tell(log, "ride" if ride else "walk", seat=seat, **self._way(old, tile), **facts)
        if ride and equal:
            self.end_turn(log)
            return
        self.at[seat] = tile
        self.left_behind = True
        if CREATURE[face]:
            self._meet(seat, face, log)
        elif equal:
            self.end_turn(log)

    def _flip(  # noqa: PLR0913  # what a call is, and where its effects go
        self, seat: Seat, tile: int, call: int, dealer: Dealer, log: Log, *, ride: bool = False
    ) -> None:
        """Flip a card after the call and step onto it (H-19 to H-22).

        A ride gets there only if the call was right (HA-40).
        """
        old = self.at[seat]
        value = VALUE[self.faces[old]]
        card = self.flip(tile, dealer)
        new = VALUE[card]
        right = new > value if call == HIGHER else new < value
        if card == RED_JOKER and not right:
            self._miss_joker(seat, tile, call, log)
            return
        self.left_behind = True
        if log is not None:
            result = "right" if right else "equal" if new == value else "wrong"
            facts = {"call": CALLS[call], "card": NAMES[card], "result": result}
            tell(log, "ride" if ride else "move", seat=seat, **self._way(old, tile), **facts)
        if ride and not right:
            self.end_turn(log)
            return
        self.at[seat] = tile
        if CREATURE[card]:
            self._meet(seat, card, log)
        elif not right:
            self.end_turn(log)
        elif card == RED_JOKER:
            self._escape(seat, tile, log)

    def _escape(self, seat: Seat, tile: int, log: Log) -> None:
        """Win (H-37, H-38)."""
        self.faces[tile] = RED_JOKER
        if log is not None:
            tell(log, "escape", seat=seat, at=self.map.places[tile])
        self.finish((seat,), "escaped", log)

    def _miss_joker(self, seat: Seat, tile: int, call: int, log: Log) -> None:
        """Stay (HA-2) and have the red Joker shuffled into this turn's tiles (H-35)."""
        pool = self.joker_pool(tile)
        if log is not None:
            places = self.map.places
            facts = {"at": places[tile], "call": CALLS[call]}
            tell(log, "joker", seat=seat, **facts, pool=[places[each] for each in pool])
        if self.clean_up() and log is not None:
            tell(log, "renewed")
        self.hide_joker(pool)
        self.end_turn(log)

    # Encounters

    def _meet(self, seat: Seat, creature: int, log: Log) -> None:
        """Begin an encounter (H-27, HA-18), if there is anything left to test."""
        if log is not None:
            at = self.map.places[self.at[seat]]
            tell(log, "creature", seat=seat, at=at, card=NAMES[creature])
        if self.tests(seat):
            self.phase = ENCOUNTER
        else:
            self.end_turn(log)

    def _test(self, seat: Seat, action: int, dealer: Dealer, log: Log) -> None:
        """Test a characteristic against the creature (H-29 to H-32)."""
        talks = action == self.actions.talk
        trait, other = self.charisma, self.endurance
        if not talks:
            trait, other = other, trait
        denizen = self.denizens[self.faces[self.at[seat]]]
        name = "charisma" if talks else "endurance"
        overcome = self._roll(seat, name, trait[seat] + denizen.modifier, dealer, log)
        trait[seat] -= 1
        if overcome:
            self._overcome(seat, denizen, log)
        elif self.mortal and not trait[seat]:
            self._exhaust(seat, log)
        elif denizen.power == TEMPTER and other[seat] >= LEAST_PAYER:
            self.phase = BARGAIN
            self.price = "endurance" if talks else "charisma"
        elif denizen.power == CAPTAIN:
            self._march_off(seat, log)
        else:
            self.end_turn(log)

    def _roll(self, seat: Seat, name: str, need: int, dealer: Dealer, log: Log) -> bool:
        first, second = 1 + dealer.below(6), 1 + dealer.below(6)
        overcome = first + second <= need
        if log is not None:
            word = {"with": name}
            result = "overcome" if overcome else "failed"
            tell(log, "test", seat=seat, **word, dice=[first, second], need=need, result=result)
        return overcome

    def _overcome(self, seat: Seat, denizen: Denizen, log: Log) -> None:
        self.faces[self.at[seat]] += BEATEN  # HA-19
        if self.mortal and not (self.charisma[seat] and self.endurance[seat]):
            self._exhaust(seat, log)
        elif denizen.power == CAPTAIN and self._doors(seat):
            self.phase = KEYS
        else:
            self.phase = MOVE  # H-30

    def _exhaust(self, seat: Seat, log: Log) -> None:
        """Put a seat out that has a characteristic at 0 (HA-26, HA-27), and end its turn."""
        self.leave(seat, "exhausted", log)
        self.end_turn(log)

    def _march_off(self, seat: Seat, log: Log) -> None:
        """Take a figure back to the start and end its turn."""
        if log is not None:
            tell(log, "marched", seat=seat, **self._way(self.at[seat], self.map.start))
        self.at[seat] = self.map.start
        self.left_behind = True
        self.end_turn(log)

    def _face(self, seat: Seat, dealer: Dealer, log: Log) -> None:
        """Test Charisma, then Endurance, against Vakhraca."""
        traits = {"charisma": self.charisma, "endurance": self.endurance}
        denizen = self.denizens[self.faces[self.at[seat]]]
        for name, trait in traits.items():
            if not self._roll(seat, name, trait[seat] + denizen.modifier, dealer, log):
                trait[seat] -= 1
                if self.mortal and not trait[seat]:
                    self._exhaust(seat, log)
                else:
                    self._march_off(seat, log)
                return
        for trait in traits.values():
            trait[seat] -= 1
        self._overcome(seat, denizen, log)

    def _bargain(self, seat: Seat, log: Log) -> None:
        """Pay the creature off with a point; the turn is over all the same."""
        trait = self.charisma if self.price == "charisma" else self.endurance
        trait[seat] -= 1
        self.faces[self.at[seat]] += BEATEN
        if log is not None:
            tell(log, "bargain", seat=seat, price=self.price)
        self.end_turn(log)

    def _doors(self, seat: Seat) -> list[int]:
        """Return the face-down neighbours of a figure."""
        near = self.map.near[self.at[seat]]
        return [tile for tile in near if self.faces[tile] >= SEARCHED]

    def _peek(self, seat: Seat, tile: int, dealer: Dealer, log: Log) -> None:
        """Look at a card: all see where, the seat alone sees which."""
        card = self.peek(seat, tile, dealer)
        self.phase = MOVE
        if log is not None:
            place = self.map.places[tile]
            tell(log, "peek", seat=seat, at=place)
            seen: Tree = {"event": "seen", "seat": seat, "at": place, "card": NAMES[card]}
            log.append(Event(seen, only=seat))

    def _fight(self, seat: Seat, dealer: Dealer, log: Log) -> None:
        """Fight a round of combat; both strike at once (H-42)."""
        tile = self.at[seat]
        foe = self.denizens[self.faces[tile]].fighter
        strike, back = (
            (1 + dealer.below(6), 1 + dealer.below(6)),
            (1 + dealer.below(6), 1 + dealer.below(6)),
        )
        hits = strike[0] + ESCAPEE.strength > strike[1] + foe.toughness
        hurts = back[0] + foe.strength > back[1] + ESCAPEE.toughness
        wounds = self.hurt.pop(tile, 0) + hits
        overcome = wounds >= foe.wounds
        if overcome:
            self.faces[tile] += BEATEN
        elif wounds:
            self.hurt[tile] = wounds
        self.wounds[seat] -= hurts
        if log is not None:
            result = "overcome" if overcome else "failed"
            dice = {"strike": [*strike], "back": [*back]}
            tell(log, "fight", seat=seat, **dice, hits=hits, hurts=hurts, result=result)
        if not self.wounds[seat]:
            self.leave(seat, "slain", log)
            self.end_turn(log, last_out="slain")
        elif overcome:
            self.phase = MOVE
        else:
            self.end_turn(log)

    def _way(self, old: int, new: int) -> dict[str, str]:
        return {"from": self.map.places[old], "to": self.map.places[new]}

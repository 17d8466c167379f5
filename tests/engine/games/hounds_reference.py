"""Release the Hounds as people play it on a table, slow and literal.

The whole pack is shuffled and the track is laid out before anybody draws; the deck is a list
that is dealt from the top. Nothing here is clever: the rules engine must play the same game,
and the differential test beside this file holds the two against each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from haydes.engine.dealer import Dealer
from haydes.engine.plain import Tree, Value

Seat = int
Card = str

RANKS = "A23456789TJQK"
RED, BLACK = "DH", "CS"
COURT = "JQK"
JOKERS = ("JB", "JR")
SUITED = [rank + suit for rank in RANKS for suit in "CDHS"]
PACK = [*SUITED, *JOKERS]  # R-3; in this order a hand is held and played out
TRACK = 20


def is_joker(card: Card) -> bool:
    return card in JOKERS


def is_court(card: Card) -> bool:
    return card[0] in COURT and not is_joker(card)


def colour(card: Card) -> str:
    return "red" if card[1] in RED else "black"


def spots(card: Card) -> int:
    return RANKS.index(card[0]) + 1  # RA-28


@dataclass
class Convict:
    at: int
    status: str = "running"  # or escaped, caught, out
    hand: list[Card] = field(default_factory=list[Card])
    pile: int = 0  # which shuffling of the deck the hand was dealt from
    forward: int = 0  # what was played on him this round
    back: int = 0


@dataclass
class Demand:
    """A court card that somebody has to obey (R-15, R-16)."""

    seat: Seat
    by: Seat
    colour: str


class ReferenceTable:
    """One play, driven by described actions; each call returns the events it caused.

    `chance` keeps what chance brought to light, in order: a die as a number, a dealt card by name.
    """

    def __init__(self, seats: int, options: Mapping[str, object], dealer: Dealer) -> None:
        self.dealer = dealer
        self.fight = options["fight"]
        self.one_hound_short = bool(options["one_hound_short"])
        self.chance: list[int | Card] = []
        self.events: list[tuple[Tree, Seat | None]] = []

        self.track = self.shuffled(PACK)
        self.deck = [self.track.pop() for _ in range(len(PACK) - TRACK)]
        self.shuffles = 0
        self.discards: list[Card] = []
        self.hidden: dict[int, list[Card]] = {0: [*PACK]}  # by shuffling, what nobody has seen yet

        self.convicts = {seat: Convict(at=self.die() + self.die()) for seat in range(seats)}
        self.round = 0
        self.order: list[Seat] = []
        self.turn: Seat | None = None  # whose part it is
        self.waiting: list[Seat] = []  # whose parts are still to come
        self.demands: list[Demand] = []  # the newest is last
        self.played: list[Tree] = []
        self.winners: list[Seat] | None = None
        self.reason = ""
        self.new_round()

    # Chance

    def die(self) -> int:
        score = 1 + self.dealer.below(6)
        self.chance.append(score)
        return score

    def shuffled(self, cards: Sequence[Card]) -> list[Card]:
        rest, mixed = list(cards), list[Card]()
        while rest:
            mixed.append(rest.pop(self.dealer.below(len(rest))))
        return mixed

    # What may be done

    @property
    def over(self) -> bool:
        return self.winners is not None

    @property
    def running(self) -> list[Seat]:
        return [seat for seat, convict in self.convicts.items() if convict.status == "running"]

    @property
    def actor(self) -> Seat | None:
        """Give the seat that must decide: who is forced comes before whose part it is (RA-8)."""
        if self.over:
            return None
        return self.demands[-1].seat if self.demands else self.turn

    def legal(self, seat: Seat) -> list[Tree]:
        if seat != self.actor:
            return []
        actions: list[Tree] = []
        if not self.demands:
            actions.append({"do": "discard"})  # R-11, RA-7
        for card in self.convicts[seat].hand:
            if is_joker(card):
                actions += [
                    {"do": "play", "card": card, "toward": end} for end in ("escape", "hounds")
                ]
            else:
                actions += [
                    {"do": "play", "card": card, "on": other} for other in self.targets(seat, card)
                ]
        return actions

    def targets(self, seat: Seat, card: Card) -> list[Seat]:
        """Give the seats that a card, not a Joker, may be played on (RA-26)."""
        if self.demands:
            demand = self.demands[-1]
            if demand.colour == "red":
                return [other for other in self.running if other == demand.by]
            return [other for other in self.running if other not in (demand.by, seat)]
        if is_court(card):  # RA-10
            return [other for other in self.running if other != seat]
        return self.running  # R-11, RA-29

    # What is done

    def act(self, seat: Seat, action: Tree) -> list[tuple[Tree, Seat | None]]:
        assert action in self.legal(seat)
        self.events = []
        if action["do"] == "discard":
            self.discard(seat, [*self.convicts[seat].hand])
        else:
            self.play(seat, action)
        self.go_on()
        return self.events

    def forfeit(self, seat: Seat) -> list[tuple[Tree, Seat | None]]:
        self.events = []
        if self.over or seat not in self.running:
            return self.events
        convict = self.convicts[seat]
        convict.status = "out"
        self.tell("out", seat=seat, reason="forfeit")
        self.discard(seat, [*convict.hand])
        if not self.is_over("forfeit"):
            self.go_on()
        return self.events

    def play(self, seat: Seat, action: Tree) -> None:
        card = str(action["card"])
        self.let_go(seat, card)
        if is_joker(card):
            die = self.die()  # RA-15
            for other in self.running:
                if action["toward"] == "escape":
                    self.convicts[other].forward += die
                else:
                    self.convicts[other].back += die
            self.played.append({**action, "seat": seat, "die": die})
            self.tell("play", seat=seat, card=card, toward=action["toward"], die=die)
            return
        on = int(str(action["on"]))
        self.played.append({**action, "seat": seat})
        self.tell("play", seat=seat, card=card, on=on)
        victim = self.convicts[on]
        if is_court(card):
            if victim.hand:  # RA-9
                self.demands.append(Demand(on, seat, colour(card)))
                self.tell("forced", seat=on, by=seat, court=colour(card))
        elif colour(card) == "red":
            victim.forward += spots(card)
        else:
            victim.back += spots(card)

    def discard(self, seat: Seat, cards: list[Card]) -> None:
        for card in cards:
            self.let_go(seat, card)
            self.played.append({"do": "discard", "card": card, "seat": seat})
        if cards:
            self.tell("discard", seat=seat, cards=cards)

    def let_go(self, seat: Seat, card: Card) -> None:
        convict = self.convicts[seat]
        convict.hand.remove(card)
        self.hidden[convict.pile].remove(card)
        self.discards.append(card)

    def go_on(self) -> None:
        """Obey the court cards, then find whose part is next; after the last all move."""
        while self.demands:
            demand = self.demands[-1]
            hand = self.convicts[demand.seat].hand
            if not hand:
                self.demands.pop()
                continue
            on_somebody = [card for card in hand if not is_joker(card)]
            if on_somebody and not self.targets(demand.seat, on_somebody[0]):  # RA-13
                self.discard(demand.seat, on_somebody)
                continue
            if not self.something_to_decide(demand):
                (first, *_) = self.legal(demand.seat)
                self.play(demand.seat, first)
                continue
            return
        while self.turn is None or not self.convicts[self.turn].hand:
            if not self.waiting:
                self.end_round()
                return
            self.turn = self.waiting.pop(0)
            if self.convicts[self.turn].hand:
                self.tell("turn", seat=self.turn, round=self.round)

    def something_to_decide(self, demand: Demand) -> bool:
        """Tell whether order, target or direction of a forced hand could make a difference."""
        hand = self.convicts[demand.seat].hand
        if any(is_joker(card) for card in hand):
            return True
        if len(self.targets(demand.seat, hand[0])) > 1:
            return True
        return len(hand) > 1 and any(is_court(card) for card in hand)

    # The end of a round

    def end_round(self) -> None:
        for seat in self.order:
            convict = self.convicts[seat]
            net = convict.forward - convict.back
            if convict.status == "running" and net:
                self.tell("move", seat=seat, **{"from": convict.at, "to": convict.at + net})
                convict.at += net
        self.leave_track()
        for card in range(TRACK, 0, -1):  # RA-19
            rivals = [seat for seat in self.running if self.convicts[seat].at == card]
            if len(rivals) >= 2:
                self.settle_fight(card, rivals)
        self.leave_track()
        if not self.is_over("caught"):
            self.new_round()

    def leave_track(self) -> None:
        """Take the figures off that are beyond an end (R-6, R-7, RA-22)."""
        for seat in self.order:
            convict = self.convicts[seat]
            if convict.status == "running" and convict.at > TRACK:
                convict.status = "escaped"
                self.tell("escape", seat=seat)
            elif convict.status == "running" and convict.at < 1:
                convict.status = "caught"
                self.tell("caught", seat=seat)

    def settle_fight(self, card: int, rivals: list[Seat]) -> None:
        """Fight on one card of the track (R-19, RA-16, RA-17)."""
        while True:
            scores = {seat: self.die() for seat in rivals}
            lowest = min(scores.values())
            losers = [seat for seat, score in scores.items() if score == lowest]
            rolled: dict[str, Value] = {"at": card, "seats": rivals, "dice": [*scores.values()]}
            if len(losers) == 1:
                break
            self.tell("fight", **rolled)
        (loser,) = losers
        higher = [score for score in scores.values() if score > lowest]
        steps = max(higher) - lowest if self.fight == "best" else sum(higher) - lowest
        self.convicts[loser].at -= steps
        self.tell("fight", **rolled, loser=loser, steps=steps)

    def is_over(self, how_the_last_one_left: str) -> bool:
        if self.one_hound_short and len(self.running) == 1:  # RA-2
            (last,) = self.running
            others = [convict for seat, convict in self.convicts.items() if seat != last]
            if all(convict.status in ("caught", "out") for convict in others):
                self.convicts[last].status = "escaped"
                self.discard(last, [*self.convicts[last].hand])
                self.tell("escape", seat=last)
        if self.running:
            return False
        escaped = [s for s, convict in self.convicts.items() if convict.status == "escaped"]
        self.winners = escaped
        self.reason = "escaped" if escaped else how_the_last_one_left
        self.demands = []
        self.tell("over", winners=escaped, reason=self.reason)
        return True

    def new_round(self) -> None:
        self.round += 1
        self.played = []
        for convict in self.convicts.values():
            convict.forward = convict.back = 0
        self.order = self.nearest_first(self.running)
        self.tell("round", round=self.round, order=self.order)
        for seat in self.order:  # RA-27
            convict = self.convicts[seat]
            for _ in range(2):
                convict.hand.append(self.draw())
                convict.pile = self.shuffles
            convict.hand.sort(key=PACK.index)
            self.events.append(({"event": "deal", "seat": seat, "cards": [*convict.hand]}, seat))
        self.turn, *self.waiting = self.order
        self.tell("turn", seat=self.turn, round=self.round)

    def nearest_first(self, seats: list[Seat]) -> list[Seat]:
        """Put the seats in order of play (R-10)."""
        order: list[Seat] = []
        for card in range(TRACK, 0, -1):
            order += self.rolled_off([seat for seat in seats if self.convicts[seat].at == card])
        return order

    def rolled_off(self, tied: list[Seat]) -> list[Seat]:
        """Roll for the order of seats on one card, again for those that are still level (RA-30)."""
        if len(tied) < 2:
            return tied
        scores = {seat: self.die() for seat in tied}
        self.tell("tie", seats=tied, dice=[*scores.values()])
        order: list[Seat] = []
        for score in range(6, 0, -1):
            order += self.rolled_off([seat for seat in tied if scores[seat] == score])
        return order

    def draw(self) -> Card:
        if not self.deck:
            self.shuffles += 1
            self.deck = self.shuffled(self.discards)
            self.hidden[self.shuffles] = [*self.discards]
            self.discards = []
            self.tell("renewed")
        card = self.deck.pop()
        self.chance.append(card)
        return card

    # What is seen

    def tell(self, event: str, **facts: Value) -> None:
        self.events.append(({"event": event, **facts}, None))

    def public(self) -> Tree:
        tree: dict[str, Value] = {
            "track": TRACK,
            "figures": {str(seat): self.figure(seat) for seat in self.convicts},
            "order": numbered(self.order),
            "played": numbered(self.played),
            "piles": {"deck": len(self.deck), "discards": len(self.discards)},
            "unseen": {str(pile): count(cards) for pile, cards in self.hidden.items() if cards},
        }
        if self.actor is not None:
            turn: dict[str, Value] = {"seat": self.actor, "round": self.round, "phase": "play"}
            if self.demands:
                demand = self.demands[-1]
                turn |= {"phase": "forced", "by": demand.by, "court": demand.colour}
            tree["turn"] = turn
        return tree

    def figure(self, seat: Seat) -> Tree:
        convict = self.convicts[seat]
        if convict.status != "running":
            return {"is": convict.status}
        return {
            "is": "running",
            "at": convict.at,
            "net": convict.forward - convict.back,
            "hand": len(convict.hand),
            "pile": convict.pile,
        }

    def private(self, seat: Seat) -> Tree:
        return {"hand": numbered(self.convicts[seat].hand)}


def numbered(values: Sequence[Value]) -> Tree:
    return {str(number): value for number, value in enumerate(values)}


def count(cards: Sequence[Card]) -> Tree:
    """Count cards by what they do."""
    tree: dict[str, Value] = {"joker": sum(is_joker(card) for card in cards)}
    for name in ("red", "black"):
        suited = [card for card in cards if not is_joker(card) and colour(card) == name]
        ranks: dict[str, Value] = {
            rank: sum(card[0] == rank for card in suited) for rank in RANKS[:10]
        }
        tree[name] = {**ranks, "court": sum(is_court(card) for card in suited)}
    return tree

"""Small positions of Escape from Haydes, played with cards and dice that a test chooses.

After every action the cards are counted, so every test also shows that none is lost (HE-14).
"""

from collections.abc import Mapping, Sequence

from haydes.engine.cards import DECK, NUMBERS, RED_JOKER
from haydes.engine.dealer import ScriptedDealer
from haydes.engine.game import Event, Outcome
from haydes.engine.games.haydes import GAME, PACK
from haydes.engine.games.haydes.faces import BEATEN, HIDING, SEARCHED
from haydes.engine.games.haydes.layout import REFERENCE
from haydes.engine.games.haydes.maps import Map, read
from haydes.engine.games.haydes.rules import HaydesState
from haydes.engine.plain import Tree, Value

NO_CHANCE = ScriptedDealer([])
EVEN = (8, 8)


class Play:
    """A match past the split, seat 0 to move unless told otherwise."""

    def __init__(  # noqa: PLR0913  # what a test may want to be different
        self,
        seats: int = 1,
        *,
        first: int = 0,
        drawing: str = "",
        cards: Sequence[str] = (),
        split: tuple[int, int] | None = EVEN,
        options: Mapping[str, str | int] | None = None,
    ) -> None:
        settled = GAME.settle(options or {})
        if drawing:
            ground = read("tiny", drawing)
            laid = bytes(NUMBERS[card] for card in cards)
            self.state = HaydesState(ground, (laid, PACK), seats, first, settled)
        else:
            self.state = GAME.new(seats, settled, ScriptedDealer([first]))
        self.cards = sum(map(len, self.state.piles))
        self.told: list[Event] = []  # by the last action
        if split and self.state.phase == "split":
            for _ in range(seats):
                self.act({"do": "split", "charisma": 8})
            self.state.charisma[:] = [split[0]] * seats
            self.state.endurance[:] = [split[1]] * seats

    @property
    def ground(self) -> Map:
        return self.state.map

    def tile(self, place: str) -> int:
        return self.ground.places.index(place)

    # Setting up

    def lay(self, place: str, card: str, seat: int | None = None) -> None:
        """Turn a card face up in an earlier turn; `seat` stands on it."""
        state, tile = self.state, self.tile(place)
        state.piles[state.origin[tile]].remove(NUMBERS[card.rstrip("x")])
        state.hiding -= state.faces[tile] == HIDING
        state.faces[tile] = NUMBERS[card.rstrip("x")] + BEATEN * card.endswith("x")
        state.open |= 1 << tile
        state.up.insert(state.fresh, tile)
        state.fresh += 1
        if seat is not None:
            state.at[seat] = tile

    def empty_deck(self, left: int) -> None:
        """Discard all of the Replacement Deck but its first cards."""
        state = self.state
        state.discards += state.piles[state.deck][left:]
        del state.piles[state.deck][left:]
        state.left = left

    def search(self, *places: str) -> None:
        """Rule out that the red Joker is there."""
        for place in places:
            assert self.state.faces[self.tile(place)] == HIDING
            self.state.faces[self.tile(place)] = SEARCHED
            self.state.hiding -= 1

    def hide(self, *places: str) -> None:
        """Rule out all other places."""
        self.search(*(p for p in self.ground.places if self.look(p) == "??" and p not in places))

    # Playing

    def act(self, described: Tree, numbers: Sequence[int] = ()) -> list[Tree]:
        """Play one action with the dealer's numbers and return the events."""
        state = self.state
        dealer = ScriptedDealer(numbers)
        log: list[Event] = []
        state.apply(state.seat, self.number(described), dealer, log)
        assert not dealer.left
        self.count()
        self.told = log
        return [event.tree for event in log]

    def flip(self, place: str, call: str, card: str) -> list[Tree]:
        """Move onto a face-down tile that turns out to be `card`, "JR" included."""
        return self.act({"do": "move", "to": place, "call": call}, self.deal(place, card))

    def ride(self, place: str, call: str = "", card: str = "") -> list[Tree]:
        """Ride to a face-down tile as in `flip`, or to one that lies face up."""
        if not call:
            return self.act({"do": "ride", "to": place})
        return self.act({"do": "ride", "to": place, "call": call}, self.deal(place, card))

    def peek(self, place: str, card: str) -> list[Tree]:
        return self.act({"do": "peek", "at": place}, self.deal(place, card))

    def deal(self, place: str, card: str) -> list[int]:
        """Return the numbers with which a face-down tile becomes `card`."""
        state, tile = self.state, self.tile(place)
        if tile in state.peeks:
            assert state.peeks[tile].card == NUMBERS[card]
            return []
        numbers: list[int] = []
        if state.faces[tile] == HIDING and state.hiding:
            numbers.append(0 if card == "JR" else state.hiding - 1)
        if card != "JR":
            pile = state.piles[state.origin[tile]]
            numbers.append(pile.index(NUMBERS[card]))
        return numbers

    def walk(self, place: str) -> list[Tree]:
        return self.act({"do": "walk", "to": place})

    def stop(self) -> list[Tree]:
        return self.act({"do": "stop"})

    def talk(self, first: int, second: int) -> list[Tree]:
        return self.act({"do": "talk"}, (first - 1, second - 1))

    def brawl(self, first: int, second: int) -> list[Tree]:
        return self.act({"do": "brawl"}, (first - 1, second - 1))

    def face(self, *dice: int) -> list[Tree]:
        """Face Vakhraca; the second two dice are rolled if the first succeed."""
        return self.act({"do": "face"}, [die - 1 for die in dice])

    def fight(self, *dice: int) -> list[Tree]:
        """Fight a round: your die and its die for your strike, its die and yours for its own."""
        return self.act({"do": "fight"}, [die - 1 for die in dice])

    def expire(self) -> list[Tree]:
        log: list[Event] = []
        self.state.expire(NO_CHANCE, log)
        return [event.tree for event in log]

    def forfeit(self, seat: int) -> list[Tree]:
        log: list[Event] = []
        self.state.forfeit(seat, NO_CHANCE, log)
        self.count()
        return [event.tree for event in log]

    # Looking

    def number(self, described: Tree) -> int:
        """Return the number of a legal action."""
        legal = self.state.legal(self.state.seat)
        return next(each for each in legal if self.state.describe(each) == described)

    def legal(self, seat: int = 0) -> list[Tree]:
        return [self.state.describe(number) for number in self.state.legal(seat)]

    def look(self, place: str) -> str:
        """Return what a tile shows, as in the public tree."""
        rows = self.state.public()["tiles"]
        assert isinstance(rows, Mapping)
        row = rows[place[0]]
        assert isinstance(row, Mapping)
        return str(row[place[1:]])

    def figure(self, seat: int) -> Mapping[str, object]:
        figures = self.state.public()["figures"]
        assert isinstance(figures, Mapping)
        figure = figures[str(seat)]
        assert isinstance(figure, Mapping)
        return figure

    @property
    def piles(self) -> Value:
        return self.state.public()["piles"]

    def at(self, seat: int = 0) -> str:
        return self.ground.places[self.state.at[seat]]

    @property
    def turn(self) -> tuple[int, str]:
        return self.state.seat, self.state.phase

    @property
    def traits(self) -> tuple[int, int]:
        return self.state.charisma[0], self.state.endurance[0]

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome()

    def count(self) -> None:
        """Check that every card is in one place and that the sums kept on the side are right."""
        state = self.state
        peeked = {tile: peek.card for tile, peek in state.peeks.items()}
        unseen = sum(card < DECK for pile in state.piles for card in pile)
        unseen += sum(card != RED_JOKER for card in peeked.values())
        assert unseen + len(state.discards) + len(state.up) + state.removed == self.cards
        if state.ended:
            return
        assert state.open == sum(1 << t for t, face in enumerate(state.faces) if face < SEARCHED)
        assert all(state.faces[tile] >= SEARCHED for tile in peeked)
        hiding = [t for t, face in enumerate(state.faces) if face == HIDING]
        joker_was_seen = RED_JOKER in peeked.values()
        assert state.hiding == (0 if joker_was_seen else sum(t not in peeked for t in hiding))
        assert hiding
        entries = [
            state.origin[tile]
            for tile, face in enumerate(state.faces)
            if face >= SEARCHED and tile not in peeked
        ]
        entries += [e - REFERENCE for pile in state.piles for e in pile if e >= REFERENCE]
        entries += [state.deck] * state.left
        over = [entries.count(n) - len(pile) for n, pile in enumerate(state.piles)]
        # the red Joker's tile is of a pile without being a card of it
        assert sorted(over) == [0] * (len(over) - 1) + [0 if joker_was_seen else 1]


def kinds(events: Sequence[Tree]) -> list[str]:
    return [str(event["event"]) for event in events]

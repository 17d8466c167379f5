"""One play of a game, from set-up to outcome.

A match is a function of game, rules version, seats, options, seed and script: playing the
script again gives the same position. Neither a bot nor a clock is asked again.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, Self, assert_never

from haydes.engine.choices import Group, factor
from haydes.engine.dealer import Dealer, FairDealer
from haydes.engine.game import Event, Game, IllegalActionError, Outcome, Seat, State
from haydes.engine.plain import Tree


class Kind(StrEnum):
    ACT = "act"
    EXPIRE = "expire"
    FORFEIT = "forfeit"


class Input(NamedTuple):
    """One entry of a script; `ply` is the number of inputs before it."""

    ply: int
    kind: Kind
    seat: Seat = 0
    action: int = 0


class _Menu(NamedTuple):
    described: list[Tree]
    groups: Sequence[Group]


_NO_CHOICE = "that is not one of your choices now"
_MENUS = 8  # that a match remembers: the same questions come again and again


class Match:
    """The door to a position: checks what comes in, shows views, keeps the script."""

    def __init__(self, game: Game, seats: int, options: Tree, seed: bytes) -> None:
        """Set up a match.

        `options` may leave out what is default; OptionError and ValueError (seats, seed) name
        what is wrong.
        """
        if seats not in game.seats:
            raise ValueError(
                f"{game.title} has {game.seats[0]} to {game.seats[-1]} seats, not {seats}"
            )
        self.game = game
        self.seats = seats
        self.options = game.settle(options)
        self.seed = seed  # a secret until the match is over
        self._dealer = FairDealer(seed)
        self._state = game.new(seats, self.options, self._dealer)
        self._script: list[Input] = []
        self._menus: dict[tuple[int, ...], _Menu] = {}  # by actions

    @classmethod
    def replay(
        cls, game: Game, seats: int, options: Tree, seed: bytes, script: Iterable[Input]
    ) -> Self:
        """Play a script again; raises IllegalActionError where it does not fit the game."""
        match = cls(game, seats, options, seed)
        for entry in script:
            match.put(entry)
        return match

    @property
    def ply(self) -> int:
        """How many inputs the match has had."""
        return len(self._script)

    @property
    def script(self) -> Sequence[Input]:
        return tuple(self._script)

    @property
    def outcome(self) -> Outcome | None:
        return self._state.outcome()

    def legal(self, seat: Seat) -> Sequence[int]:
        """Return the seat's legal actions; none while it must wait and after the end."""
        return () if self._state.outcome() else self._state.legal(seat)

    def all_legal(self) -> list[tuple[int, ...]]:
        """Return the legal actions of every seat."""
        if self._state.outcome():
            return [()] * self.seats
        return [tuple(self._state.legal(seat)) for seat in range(self.seats)]

    def choices(self, seat: Seat) -> Sequence[Group]:
        """Return what the seat may do now, as groups to combine freely."""
        return self._menu(self.legal(seat)).groups

    def describe(self, action: int) -> Tree:
        return self._state.describe(action)

    def action(self, seat: Seat, described: Tree) -> int:
        """Return the number of the legal action that `described` means; raises as `play` does."""
        legal = self._asked(seat)
        try:
            return legal[self._menu(legal).described.index(described)]
        except ValueError:
            raise IllegalActionError("illegal_action", _NO_CHOICE) from None

    def default(self, seat: Seat) -> int:
        """Return what a seat that has choices does when its turn clock runs out."""
        return self._state.default(seat)

    def turn_number(self) -> int | None:
        """Return the number of the turn; None: every question is a turn of its own."""
        return self._state.turn_number()

    def play(self, seat: Seat, action: int) -> list[Event]:
        """Carry out an action and return what happened.

        Raises IllegalActionError, and changes nothing, if the action is not legal.
        """
        return self.put(Input(self.ply, Kind.ACT, seat, action))

    def expire(self) -> list[Event]:
        """Tell the game that its own time limit is up."""
        return self.put(Input(self.ply, Kind.EXPIRE))

    def forfeit(self, seat: Seat) -> list[Event]:
        """Give up a seat for good."""
        return self.put(Input(self.ply, Kind.FORFEIT, seat))

    def put(self, entry: Input) -> list[Event]:
        """Carry out the next entry of a script; ValueError if it is not the next."""
        ply, kind, seat, action = entry
        if ply != self.ply:
            raise ValueError(f"script entry {ply} stands where {self.ply} should")
        log: list[Event] = []
        match kind:
            case Kind.ACT:
                if action not in self._asked(seat):
                    raise IllegalActionError("illegal_action", _NO_CHOICE)
                self._state.apply(seat, action, self._dealer, log)
            case Kind.EXPIRE:
                self._check_running()
                self._state.expire(self._dealer, log)
            case Kind.FORFEIT:
                self._check_running()
                self._state.forfeit(seat, self._dealer, log)
            case _:
                assert_never(kind)
        self._script.append(entry)
        return log

    def conceal(self, seat: Seat | None, dealer: Dealer) -> State:
        """Return a position for a bot or a hint: all it may know, the rest dealt anew."""
        return self._state.conceal(seat, dealer)

    def public(self) -> Tree:
        return self._state.public()

    def private(self, seat: Seat) -> Tree:
        return self._state.private(seat)

    def _menu(self, legal: Sequence[int]) -> _Menu:
        key = tuple(legal)
        menu = self._menus.get(key)
        if menu is None:
            described = [self._state.describe(action) for action in key]
            menu = _Menu(described, factor(described))
            if len(self._menus) >= _MENUS:
                del self._menus[next(iter(self._menus))]
            self._menus[key] = menu
        return menu

    def _check_running(self) -> None:
        if self._state.outcome():
            raise IllegalActionError("game_over", "the match is over")

    def _asked(self, seat: Seat) -> Sequence[int]:
        """Return the legal actions of a seat that has to act now."""
        self._check_running()
        legal = self._state.legal(seat)
        if not legal:
            raise IllegalActionError("not_your_turn", "it is not your turn")
        return legal

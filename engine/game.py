"""What every game is: a Game makes States, a State answers what a table needs to know.

Legality is the caller's business in `State.apply` (a playout has just asked `legal`);
`Match.play` is the door that checks.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Self, TypeAlias, TypeVar

from haydes.engine.dealer import Dealer
from haydes.engine.plain import Tree, Value

Seat: TypeAlias = int  # 0-based place at a table
OptionValue: TypeAlias = str | int | bool


class IllegalActionError(ValueError):
    """A seat asked for something the rules do not allow now; nothing has changed.

    `code` is for machines: "game_over", "not_your_turn", "illegal_action".
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class OptionError(ValueError):
    """An option has no such name or value; the sentence says which are allowed."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a table may choose about a game.

    `values` are the allowed ones, the default first, or a range of numbers with `default`
    among them. With `read`, any other text is allowed too that `read` takes; its ValueError
    says what is wrong with the text.
    """

    name: str
    values: tuple[OptionValue, ...] | range
    default: OptionValue
    summary: str
    read: Callable[[str], object] | None = None

    def __post_init__(self) -> None:
        self.check(self.default)

    def check(self, value: object) -> OptionValue:
        """Return `value` if it is allowed, of the right type; raise OptionError if not."""
        # True == 1, so the type must match too
        if type(value) is type(self.default) and value in self.values:
            return value
        refusal = f"option {self.name} takes {self.allowed()}, not {value!r:.40}"
        if self.read is None or not isinstance(value, str):
            raise OptionError(refusal)
        try:
            self.read(value)
        except ValueError as error:
            raise OptionError(f"{refusal}: {error}") from None
        return value

    def allowed(self) -> str:
        if isinstance(self.values, range):
            return f"{self.values[0]} to {self.values[-1]}"
        words = ", ".join(
            str(value).lower() if value is True or value is False else str(value)
            for value in self.values
        )
        return f"{words} or a text of your own" if self.read else words

    def tree(self) -> Tree:
        """Describe the option as plain data, for clients that build a form from it."""
        tree: dict[str, Value] = {"default": self.default, "summary": self.summary}
        if isinstance(self.values, range):
            tree |= {"low": self.values[0], "high": self.values[-1]}
        else:
            tree["values"] = list(self.values)
        if self.read:
            tree["text"] = True
        return tree


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, told for telling; no client needs events to know the position.

    `tree` holds "event" (what kind) and its facts. `only` names the one seat that may hear it.
    """

    tree: Tree
    only: Seat | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the seats that won (none: the game won) and a word for the reason."""

    winners: tuple[Seat, ...]
    reason: str


class State(ABC):
    """One position of one match: mutable, cheap to clone, without chance of its own."""

    __slots__ = ()

    @abstractmethod
    def legal(self, seat: Seat) -> Sequence[int]:
        """Return the numbers of the seat's legal actions, sorted; empty: it must wait."""

    @abstractmethod
    def apply(
        self, seat: Seat, action: int, dealer: Dealer, log: list[Event] | None = None
    ) -> None:
        """Carry out an action that `legal(seat)` lists; append what happened to `log`."""

    @abstractmethod
    def default(self, seat: Seat) -> int:
        """Return the legal action that a seat takes when its turn clock runs out."""

    def turn_number(self) -> int | None:
        """Return a number that changes whenever a new turn begins; None: with every question.

        A turn clock gives each turn its full time, so a game in which a seat may act for ever
        within a turn has to name its turns.
        """
        return None

    @abstractmethod
    def expire(self, dealer: Dealer, log: list[Event] | None = None) -> None:
        """Note that the game's own time limit (`Game.time_limit`) is up."""

    @abstractmethod
    def forfeit(self, seat: Seat, dealer: Dealer, log: list[Event] | None = None) -> None:
        """Give up a seat for good; of no effect on a seat that is out already."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""

    @abstractmethod
    def clone(self) -> Self:
        """Return an independent copy."""

    @abstractmethod
    def conceal(self, seat: Seat | None, dealer: Dealer) -> Self:
        """Return a position that `seat` (None: a spectator) cannot tell from this one."""

    @abstractmethod
    def public(self) -> Tree:
        """Return what everybody sees; sub-trees that did not change are the same objects."""

    @abstractmethod
    def private(self, seat: Seat) -> Tree:
        """Return what only this seat sees, besides the keys "seat", "prompt" and "choices"."""

    @abstractmethod
    def describe(self, action: int) -> Tree:
        """Return an action as plain data with a "do"; one to one, and fixed for the match."""


StateT = TypeVar("StateT", bound=State)
# Chooses a legal action; gets a concealed position that it may spoil, and its own dealer.
Bot: TypeAlias = Callable[[StateT, Seat, Dealer], int]


class Game(ABC):
    """The rules of one game, without state."""

    name: str  # for machines: lower-case letters
    title: str
    version: int  # of the rules; a new one if and only if a golden transcript changes
    seats: range
    options: tuple[Option, ...]
    bots: Mapping[str, Bot[State]]  # the first is the one a table seats unless told otherwise
    adviser: str = ""  # the bot whose choices are hints for people; empty: there are none

    @abstractmethod
    def new(self, seats: int, options: Tree, dealer: Dealer) -> State:
        """Set up a match for settled options."""

    def time_limit(self, options: Tree) -> int:
        """Return after how many seconds of play the table calls `expire`; 0: never."""
        return 0

    def reason(self, state: State, seat: Seat, action: int) -> str:
        """Return a word for why the adviser takes an action in a concealed position."""
        return ""

    def rules(self) -> str:
        """Return the text for people, Markdown: RULES.md of the game's folder.

        One heading, paragraph, list item or row of a table a line. What comes before the heading
        "Clauses" is how to play, the rest is for looking things up.
        """
        return files(type(self).__module__).joinpath("RULES.md").read_text("utf-8")

    def settle(self, options: Tree) -> dict[str, OptionValue]:
        """Complete options with the defaults; raise OptionError for one that is not allowed."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise OptionError(
                    f"{self.title} has no option {name!r:.40}; it has {', '.join(known) or 'none'}"
                )
        return {
            name: option.check(options.get(name, option.default)) for name, option in known.items()
        }


def random_bot(state: State, seat: Seat, dealer: Dealer) -> int:
    """Choose any legal action, each as likely as the others."""
    actions = state.legal(seat)
    return actions[dealer.below(len(actions))]

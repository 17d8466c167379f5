"""What a host chooses when opening a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from haydes.engine.game import Game, OptionError, OptionValue
from haydes.engine.plain import Value
from haydes.protocol.codes import Refusal
from haydes.protocol.messages import Open
from haydes.protocol.text import TextError, check_title
from haydes.server.refusal import RefusalError
from haydes.server.tokens import digest


class Absent(StrEnum):
    """What becomes of the seat of a person who is gone from a match for too long."""

    WAIT = "wait"
    BOT = "bot"  # a bot plays on until the person is back
    FORFEIT = "forfeit"


class Hints(StrEnum):
    """Who may ask what a bot would do."""

    ALONE = "alone"  # a person while no other seat is a person's
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices, checked and complete."""

    game: Game
    seats: int
    options: Mapping[str, OptionValue]
    title: str = ""
    word: bytes = field(default=b"", repr=False)  # SHA-256; empty: a public table
    turn_seconds: int = 0
    opened: int = 0  # seconds since 1970
    absent: Absent = Absent.WAIT
    grace_seconds: int = 120
    takeover: bool = False  # people may take the seats of bots
    hints: Hints = Hints.ALONE

    @property
    def usual_bot(self) -> str:
        """The game's first bot; nothing if it has none."""
        return next(iter(self.game.bots), "")

    def tree(self) -> dict[str, Value]:
        """Return what lobby and table show of it alike."""
        tree: dict[str, Value] = {
            "game": self.game.name,
            "options": self.options,
            "turn_seconds": self.turn_seconds,
        }
        if self.title:
            tree["title"] = self.title
        if self.absent is not Absent.WAIT:
            tree |= {"absent": self.absent.value, "grace_seconds": self.grace_seconds}
        if self.takeover:
            tree["takeover"] = True
        if self.hints is not Hints.ALONE:
            tree["hints"] = self.hints.value
        return tree


def settle(wish: Open, games: Mapping[str, Game], date: int) -> Setup:
    """Return the setup that is wished for; refuse what is not to be had."""
    game = games.get(wish.game)
    if game is None:
        raise RefusalError(Refusal.UNKNOWN_GAME)
    if wish.seats not in game.seats:
        few, many = game.seats[0], game.seats[-1]
        raise RefusalError(Refusal.BAD_SEATS, f"{game.title} has {few} to {many} seats")
    if len(wish.bots) >= wish.seats:
        raise RefusalError(Refusal.BAD_SEATS, "bots may have every seat but yours")
    if any(bot and bot not in game.bots for bot in wish.bots):
        raise RefusalError(Refusal.UNKNOWN_BOT)
    if wish.absent not in set(Absent):
        raise RefusalError(Refusal.BAD_OPTION, f"absent takes {', '.join(Absent)}")
    if wish.hints not in set(Hints):
        raise RefusalError(Refusal.BAD_OPTION, f"hints takes {', '.join(Hints)}")
    try:
        options = game.settle(wish.options)
        title = check_title(wish.title)
    except OptionError as error:
        raise RefusalError(Refusal.BAD_OPTION, str(error)) from None
    except TextError as error:
        raise RefusalError(Refusal.BAD_TEXT, str(error)) from None
    word = digest(wish.word)
    return Setup(
        game,
        wish.seats,
        options,
        title,
        word,
        wish.turn_seconds,
        date,
        Absent(wish.absent),
        wish.grace_seconds,
        wish.takeover,
        Hints(wish.hints),
    )

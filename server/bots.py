"""What a bot is asked, and how it answers. It sees what its seat sees, and its own chance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from haydes.engine.dealer import Dealer
from haydes.engine.game import Bot, Seat, State


@dataclass(frozen=True, slots=True)
class Thought:
    """A question put to a bot; `state` is the bot's to spoil.

    `dealer` is not the match's, which must not know that a bot was asked.
    """

    table: str
    seat: Seat
    ply: int
    legal: Sequence[int] = field(repr=False)
    bot: Bot[State] = field(repr=False)
    state: State = field(repr=False)
    dealer: Dealer = field(repr=False)

    def choose(self) -> int:
        """Return the action that the bot takes; ValueError if it is not legal. May take long."""
        action = self.bot(self.state, self.seat, self.dealer)
        if action not in self.legal:
            raise ValueError("the bot chose an action that is not legal")
        return action


Think: TypeAlias = Callable[[Thought], None]

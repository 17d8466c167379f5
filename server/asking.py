"""Which bots of a table are asked what, each question once."""

from haydes.engine.dealer import FastDealer
from haydes.engine.game import Game, Seat
from haydes.server.bots import Think, Thought
from haydes.server.chance import Chance
from haydes.server.play import Play
from haydes.server.seats import Seats


class Asking:
    """What has been put to the bots of one table."""

    def __init__(self, table: str, game: Game, think: Think, chance: Chance) -> None:
        self._table = table
        self._game = game
        self._think = think
        self._chance = chance
        self._asked: dict[Seat, int] = {}  # at which ply

    def ask(self, seats: Seats, play: Play) -> None:
        """Put to bots what is asked of their seats; those that stand in wait for someone here."""
        match, dealer = play.match, FastDealer(self._chance.random)
        if match is None or play.is_paused:
            return
        here = seats.is_anyone_here()
        for seat in range(len(seats)):
            name = seats.bot(seat, standing_in=here)
            if name and play.asks(seat) and self._asked.get(seat) != play.ply:
                self._asked[seat] = play.ply
                bot, legal = self._game.bots[name], play.questions[seat].legal
                state = match.conceal(seat, dealer)
                self._think(Thought(self._table, seat, play.ply, legal, bot, state, dealer))

    def forget(self, seat: Seat) -> None:
        """Let a bot be asked anew in a seat that a person has taken back."""
        self._asked.pop(seat, None)

    def forget_all(self) -> None:
        """Let all be asked anew: their answers were not taken."""
        self._asked.clear()

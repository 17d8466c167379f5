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
        match = play.match
        if match is None or play.is_paused:
            return
        for seat, question in enumerate(play.questions):
            if not (question.legal and seats.bot(seat)):
                continue
            name = seats.bot(seat, standing_in=seats.is_anyone_here())
            if name and self._asked.get(seat) != play.ply:
                self._asked[seat] = play.ply
                bot, legal = self._game.bots[name], question.legal
                dealer = FastDealer(self._chance.random)
                state = match.conceal(seat, dealer)
                self._think(Thought(self._table, seat, play.ply, legal, bot, state, dealer))

    def forget(self, seat: Seat) -> None:
        """Let a bot be asked anew in a seat that a person has taken back."""
        self._asked.pop(seat, None)

    def forget_all(self) -> None:
        """Let all be asked anew: their answers were not taken."""
        self._asked.clear()

"""Hints for people: what the game's best bot would do in their place.

Law: a hint follows from what its seat may know, and from chance of its own. One question gets
one hint, however often it is asked for.
"""

from dataclasses import dataclass, field

from haydes.engine.dealer import FastDealer
from haydes.engine.game import Seat, State
from haydes.protocol.codes import Refusal
from haydes.protocol.messages import Advice
from haydes.server.bots import Thought
from haydes.server.means import Means
from haydes.server.play import Play
from haydes.server.refusal import RefusalError
from haydes.server.seats import Seats
from haydes.server.session import Session
from haydes.server.setup import Hints, Setup
from haydes.server.views import described

ONLY = "only"  # why one does what is the only thing to do


@dataclass(frozen=True, slots=True, kw_only=True)
class Consultation(Thought):
    """A question that a person puts to a bot."""

    sessions: list[Session] = field(repr=False)  # who waits, once for each request
    prompt: int
    position: State = field(repr=False)  # as the bot gets it, which may spoil its own


class Adviser:
    """The hints of one table."""

    def __init__(self, table: str, setup: Setup, means: Means, seats: Seats, play: Play) -> None:
        self._table = table
        self._setup = setup
        self._game = setup.game
        self._means = means
        self._seats = seats
        self._play = play
        self._given: dict[Seat, Advice] = {}  # the last one
        self._asked: dict[Seat, Consultation] = {}  # what is thought about

    def check(self, seat: Seat) -> None:
        """Refuse a hint that is not to be had."""
        hints, company = self._setup.hints, any(other != seat for other, _ in self._seats.persons)
        if hints is Hints.NEVER or (hints is Hints.ALONE and company) or not self._game.adviser:
            raise RefusalError(Refusal.NO_HINTS)
        self._play.check_asked(seat)

    def consult(self, session: Session, seat: Seat) -> None:
        """Tell the hint if it is known, otherwise have a bot think about it."""
        question = self._play.questions[seat]
        given = self._given.get(seat)
        if given and given.prompt == question.prompt:
            self._means.outbox.post(session, given)
            return
        asked = self._asked.get(seat)
        if asked and asked.prompt == question.prompt:
            asked.sessions.append(session)
            return
        dealer = FastDealer(self._means.chance.random)
        state = self._play.conceal(seat, dealer)
        self._asked[seat] = Consultation(
            self._table,
            seat,
            self._play.ply,
            question.legal,
            self._game.bots[self._game.adviser],
            state,
            dealer,
            sessions=[session],
            prompt=question.prompt,
            position=state.clone(),
        )
        self._means.think(self._asked[seat])

    def tell(self, thought: Consultation, action: int | None) -> None:
        """Tell what a bot has come to, None if it has failed: then what is done by default."""
        seat, position = thought.seat, thought.position
        if self._asked.get(seat) is thought:
            del self._asked[seat]
        if action is None:
            action, why = position.default(seat), ""
        else:
            why = ONLY if len(thought.legal) == 1 else self._game.reason(position, seat, action)
        advice = Advice(prompt=thought.prompt, action=described(position, action), why=why)
        self._given[seat] = advice
        for session in thought.sessions:
            if (session.table, session.seat) == (self._table, seat):  # else it has left
                self._means.outbox.post(session, advice)

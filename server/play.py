"""The matches of one table, one after the other: what is asked of each seat, and its answers.

`ply` counts the inputs of all of them, so it never falls. A seat is asked anew, with a new
`prompt`, when its choices change and after each act of its own.
"""

from collections.abc import Mapping

from msgspec import Struct

from haydes.engine.dealer import Dealer
from haydes.engine.game import (
    Event,
    Game,
    IllegalActionError,
    OptionValue,
    Outcome,
    Seat,
    State,
)
from haydes.engine.match import Input, Kind, Match
from haydes.engine.plain import Tree
from haydes.protocol.codes import Refusal
from haydes.protocol.tree import diff
from haydes.server.refusal import RefusalError

_REFUSALS = {
    "game_over": Refusal.NO_MATCH,
    "not_your_turn": Refusal.NOT_YOUR_TURN,
    "illegal_action": Refusal.ILLEGAL_ACTION,
}


class Question(Struct, frozen=True):
    """What a seat may do now; `prompt` is the ply at which it was asked."""

    prompt: int
    legal: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Question({self.prompt})"  # what a seat may do tells what it holds


_NOTHING = Question(0, ())
_NO_TREE: Tree = {}
_NOTHING_SEEN = None, _NO_TREE, _NO_TREE


class Play:
    """A table's match, its questions and the last answer of each seat."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, OptionValue]) -> None:
        self._game = game
        self._options = options
        self._answers: dict[Seat, tuple[int, Tree]] = {}
        self._players: set[Seat] = set()  # seats whose person or bot plays, or played, the match
        self.match: Match | None = None
        self.ply = 0
        self.started = 0
        self.is_running = False
        self.is_paused = False
        self.questions = [_NOTHING] * seats
        # By seat, the last private tree: for which question, the match's own part, the whole
        self._seen: dict[Seat, tuple[Question, Tree, Tree]] = {}

    @property
    def outcome(self) -> Outcome | None:
        return self.match.outcome if self.match else None

    def begin(self, seed: bytes) -> None:
        """Start a match, or the next one."""
        self.match = Match(self._game, len(self.questions), self._options, seed)
        self.started += 1
        self.is_running = self.match.outcome is None
        self._players = set(range(len(self.questions)))
        self._ask(None)

    def is_retry(self, seat: Seat, prompt: int, described: Tree) -> bool:
        """Tell whether this is the seat's last act once more."""
        return self._answers.get(seat) == (prompt, described)

    def check(self, seat: Seat, prompt: int, described: Tree) -> int:
        """Return the action that an act means; refuse what may not be done now."""
        self._check_going_on()
        question = self.questions[seat]
        if prompt != question.prompt:
            raise RefusalError(Refusal.STALE)
        try:
            return self._running().action(seat, described)
        except IllegalActionError as error:
            raise RefusalError(_REFUSALS[error.code], str(error)) from None

    def check_asked(self, seat: Seat) -> None:
        """Refuse whatever is about a question if the seat is asked none."""
        self._check_going_on()
        if not self.asks(seat):
            raise RefusalError(Refusal.NOT_YOUR_TURN)

    def note_answer(self, seat: Seat, prompt: int, action: int) -> None:
        """Remember a seat's act, to know it when it comes again."""
        self._answers[seat] = prompt, self._running().describe(action)

    def forget(self, seat: Seat) -> None:
        """Forget a seat's last act: someone else sits down there.

        After a match its secrets are hidden from them; in a match they play on with them.
        """
        self._answers.pop(seat, None)
        if not self.is_running:
            self._players.discard(seat)

    def entry(self, kind: Kind, seat: Seat = 0, action: int = 0) -> Input:
        """Return what comes next in the running match."""
        return Input(self._running().ply, kind, seat, action)

    def put(self, entry: Input) -> list[Event]:
        """Carry out an input of the running match; raises IllegalActionError as Match does."""
        match = self._running()
        events = match.put(entry)
        self.ply += 1
        self.is_running = match.outcome is None
        self._ask(entry.seat if entry.kind is Kind.ACT else None)
        self.is_paused = self.is_paused and self.is_running
        return events

    def default(self, seat: Seat) -> int:
        """Return what a seat that is asked does when its turn clock runs out."""
        return self._running().default(seat)

    def conceal(self, seat: Seat, dealer: Dealer) -> State:
        """Return a position of the running match that its seat cannot tell from it."""
        return self._running().conceal(seat, dealer)

    @property
    def turn_number(self) -> int | None:
        """The number of the match's turn; None: every question is a turn of its own."""
        return self._running().turn_number()

    def asks(self, seat: Seat) -> bool:
        return bool(self.questions[seat].legal)

    def public(self) -> Tree:
        return self.match.public() if self.match else {}

    def private(self, seat: Seat) -> Tree:
        """Return the whole private tree of a seat, with what it is asked.

        It is the same object as the last time if nothing in it has changed.
        """
        question = self.questions[seat]
        own = self.match.private(seat) if self.match and seat in self._players else _NO_TREE
        asked, before, tree = self._seen.get(seat, _NOTHING_SEEN)
        if asked is question and (own is before or not (own or before) or not diff(before, own)):
            return tree
        choices = self._running().choices(seat) if question.legal else ()
        tree = {"seat": seat, "prompt": question.prompt, "choices": choices, **own}
        self._seen[seat] = question, own, tree
        return tree

    def _check_going_on(self) -> None:
        if not self.is_running:
            raise RefusalError(Refusal.NO_MATCH)
        if self.is_paused:
            raise RefusalError(Refusal.PAUSED)

    def _running(self) -> Match:
        if self.match is None:
            raise IllegalActionError("game_over", "no match has begun")
        return self.match

    def _ask(self, acted: Seat | None) -> None:
        ply, questions = self.ply, self.questions
        for seat, legal in enumerate(self._running().all_legal()):
            if seat == acted or legal != questions[seat].legal:
                questions[seat] = Question(ply, legal)

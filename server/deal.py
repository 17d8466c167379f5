"""How matches are dealt: what everybody is bound to, what is opened, and the seed of it all.

Law: the server's secret and the seats' commitments are shown before any nonce is opened, and
the secret stays hidden until the match is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from haydes.engine.game import Game, OptionValue, Seat
from haydes.engine.match import Match
from haydes.engine.plain import Tree
from haydes.protocol.codes import Refusal
from haydes.protocol.fair import Terms, commitment, fits, seed, unhex
from haydes.protocol.limits import ELEMENTS
from haydes.server.refusal import RefusalError


class Stage(Enum):
    OPENING = "opening"  # waits for the nonces that were promised
    CANCELLED = "cancelled"  # one of them did not come
    BEGUN = "begun"


@dataclass(slots=True, kw_only=True)
class Deal:
    """One start of a match."""

    terms: Terms
    seats: int
    ply: int  # of the table when the match begins
    secret: bytes = field(repr=False)
    commitments: Mapping[Seat, str]  # of the seats that add a nonce
    nonces: dict[Seat, bytes] = field(default_factory=dict[Seat, bytes], repr=False)
    stage: Stage = Stage.OPENING

    @property
    def missing(self) -> list[Seat]:
        """The seats that have promised a nonce and not opened it."""
        return [seat for seat in self.commitments if seat not in self.nonces]

    def seed(self) -> bytes:
        nonces = [self.nonces.get(seat, b"") for seat in range(self.seats)]
        return seed(self.terms, self.secret, nonces)

    def tree(self, *, over: bool) -> Tree:
        """Return what everybody at the table sees of it; the secret only when all is over."""
        tree: dict[str, Tree | list[Seat] | int | str] = {
            "match": self.terms.match,
            "version": self.terms.version,
            "commitment": commitment(self.secret),
            "commitments": {str(seat): shown for seat, shown in self.commitments.items()},
        }
        match self.stage:
            case Stage.OPENING:
                tree["opened"] = sorted(self.nonces)
            case Stage.CANCELLED:
                tree["missing"] = self.missing
            case Stage.BEGUN:
                if over:
                    tree |= self._secrets()
        return tree

    def whole(self) -> Tree:
        """Return all that the seed follows from, when the match is over."""
        return {
            **self.tree(over=True),
            "table": self.terms.table,
            "game": self.terms.game,
            "options": self.terms.options,
            "seats": self.seats,
            "ply": self.ply,
        }

    def _secrets(self) -> dict[str, str | Tree]:
        nonces = {str(seat): self.nonces[seat].hex() for seat in sorted(self.nonces)}
        return {"secret": self.secret.hex(), "nonces": nonces}


class Deals:
    """The starts of one table's matches; the journal's records change them."""

    def __init__(
        self, table: str, game: Game, seats: int, options: Mapping[str, OptionValue]
    ) -> None:
        self.latest: Deal | None = None
        self.finished: tuple[Deal, Match] | None = None  # of the latest match that is over
        self._table = table
        self._game = game
        self._seats = seats
        self._options = options

    @property
    def is_opening(self) -> bool:
        """Whether a match waits for the nonces that were promised; seats are frozen."""
        return self.latest is not None and self.latest.stage is Stage.OPENING

    def check(self, seat: Seat, text: str) -> bytes:
        """Return the nonce that a seat opens, nothing if it is open; refuse one not promised."""
        deal, nonce = self.latest, unhex(text)
        shown = deal.commitments.get(seat) if deal else None
        if deal is None or shown is None or deal.stage is Stage.CANCELLED:
            raise RefusalError(Refusal.NO_OPENING)
        if not (nonce and fits(nonce, shown)):
            raise RefusalError(Refusal.WRONG_NONCE)
        return b"" if seat in deal.nonces else nonce

    def find(self, match: int) -> tuple[Deal, Match]:
        """Return the match of this number if it is the latest that is over; else refuse."""
        if self.finished is None or self.finished[0].terms.match != match:
            raise RefusalError(Refusal.NO_TRANSCRIPT)
        return self.finished

    def draw(self, match: int, ply: int, secret: bytes, commitments: Mapping[Seat, str]) -> None:
        """Bind everybody for a match."""
        terms = Terms(
            table=self._table,
            match=match,
            game=self._game.name,
            version=self._game.version,
            options=self._options,
        )
        self.latest = Deal(
            terms=terms, seats=self._seats, ply=ply, secret=secret, commitments=commitments
        )

    def open(self, seat: Seat, nonce: bytes) -> None:
        self._opening.nonces[seat] = nonce

    def cancel(self) -> None:
        self._opening.stage = Stage.CANCELLED

    def begin(self, seed: bytes) -> None:
        """Note that the match begins; ValueError if this is not the seed that follows."""
        deal = self._opening
        if seed != deal.seed():
            raise ValueError("the seed does not follow from the secret and the nonces")
        deal.stage = Stage.BEGUN

    def finish(self, match: Match) -> None:
        """Note that the match is over."""
        if self.latest:
            self.finished = self.latest, match

    @property
    def _opening(self) -> Deal:
        if self.latest is None or self.latest.stage is not Stage.OPENING:
            raise ValueError("no match is about to begin")
        return self.latest


def page(match: Match, first: int) -> list[Tree]:
    """Return the inputs of a match from one on, as many as a message takes."""
    return [
        {"kind": entry.kind.value, "seat": entry.seat, "action": entry.action}
        for entry in match.script[first : first + ELEMENTS]
    ]

"""How one match is dealt: what everybody is bound to, what is opened, and the seed of it all.

Law: the server's secret and the seats' commitments are shown before any nonce is opened, and
the secret stays hidden until the match is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from haydes.engine.game import Seat
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
    deadline: float = 0.0  # for the last of the nonces
    nonces: dict[Seat, bytes] = field(default_factory=dict[Seat, bytes], repr=False)
    stage: Stage = Stage.OPENING

    @property
    def missing(self) -> list[Seat]:
        """The seats that have promised a nonce and not opened it."""
        return [seat for seat in self.commitments if seat not in self.nonces]

    def check(self, seat: Seat, text: str) -> bytes:
        """Return the nonce that a seat opens; refuse one that it has not promised."""
        nonce, shown = unhex(text), self.commitments.get(seat, "")
        if not shown or self.stage is Stage.CANCELLED:
            raise RefusalError(Refusal.NO_OPENING)
        if not (nonce and fits(nonce, shown)):
            raise RefusalError(Refusal.WRONG_NONCE)
        return nonce

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


def page(match: Match, first: int) -> list[Tree]:
    """Return the inputs of a match from one on, as many as a message takes."""
    return [
        {"kind": entry.kind.value, "seat": entry.seat, "action": entry.action}
        for entry in match.script[first : first + ELEMENTS]
    ]

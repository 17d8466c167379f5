"""A position of Release the Hounds as its face needs it: what is picked, and what is aimed at."""

from dataclasses import dataclass

from haydes.client.hounds import track
from haydes.client.model import View, my_seat
from haydes.client.read import branch, number
from haydes.client.screens.ui import Ui


@dataclass(frozen=True, slots=True)
class Sight:
    view: View
    me: int  # the seat whose figure is "@"; -1: none
    mover: int  # whose decision it is; -1: nobody's
    convicts: tuple[track.Convict, ...]
    order: tuple[int, ...]
    hand: tuple[str, ...]
    card: str  # the one picked to be played; "" unless it is this seat's decision
    targets: tuple[str, ...]  # where it may go
    aim: str  # one of them, or ""

    def net(self, one: track.Convict) -> int:
        """Return how far somebody would move, the picked card included."""
        return one.net + (track.steps(self.card) if self.aim == str(one.seat) else 0)


def sight(view: View, ui: Ui) -> Sight:
    seat = my_seat(view)
    hand = tuple(track.hand(view))
    card = hand[min(ui.pick, len(hand) - 1)] if hand else ""
    targets = tuple(track.targets(view, card))
    sole = targets[0] if len(targets) == 1 else ""
    return Sight(
        view,
        -1 if seat is None else seat,
        number(branch(view.game, "turn"), "seat", -1),
        tuple(track.convicts(view.game)),
        tuple(track.order(view.game)),
        hand,
        card if targets else "",
        targets,
        ui.aim if ui.aim in targets else sole,
    )

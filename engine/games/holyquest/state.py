"""HolyQuest as a State: what the actions do."""

from haydes.engine.dealer import Dealer
from haydes.engine.game import Seat
from haydes.engine.games.holyquest.actions import ACTIONS, DONE
from haydes.engine.games.holyquest.asking import ask
from haydes.engine.games.holyquest.combat import attack, strike
from haydes.engine.games.holyquest.effects import use
from haydes.engine.games.holyquest.heroes import leads_of
from haydes.engine.games.holyquest.position import (
    DEFENCE,
    TRAPS,
    Log,
    Position,
    Terms,
    finish,
    names_of,
    targets,
    tell,
)
from haydes.engine.games.holyquest.rounds import advance, draw_cards, spring, strike_any
from haydes.engine.games.holyquest.victory import decline, drink, give, take
from haydes.engine.games.holyquest.views import Eyes
from haydes.engine.plain import Tree


class HolyQuestState(Position):
    """One position; `apply` expects what `legal` lists."""

    __slots__ = ()

    def __init__(self, terms: Terms, seats: int) -> None:
        super().__init__(terms, seats)
        ask(self)

    def apply(self, seat: Seat, action: int, dealer: Dealer, log: Log = None) -> None:
        chosen = ACTIONS[action]
        match chosen.do:
            case "attack":
                attack(self, chosen.hero, chosen.foe, dealer, log)
            case "skill":
                use(self, chosen, dealer, log)
            case "done":
                self._done(seat, dealer, log)
            case "face":
                strike(self, chosen.hero, dealer, log)
            case "take":
                take(self, dealer, log)
            case "decline":
                decline(self, log)
            case "give":
                give(self, chosen.hero, log)
            case "draw":
                draw_cards(self, dealer, log)
            case _:
                drink(self, chosen.hero, log)
        advance(self, dealer, log)

    def default(self, seat: Seat) -> int:
        """Return what keeps the match going: draw, take, attack; but betray no hiding place."""
        legal = self.asked[seat]
        return DONE if self.hidden and DONE in legal else legal[0]

    def public(self) -> Tree:
        if self.eyes is None:
            self.eyes = Eyes()
        return self.eyes.look(self)

    def expire(self, dealer: Dealer, log: Log = None) -> None:
        if self.ended is None:
            finish(self, "clock", log, won=False)

    def forfeit(self, seat: Seat, dealer: Dealer, log: Log = None) -> None:
        """Give up a seat; the lowest one left leads its heroes on."""
        led = list(self.led)
        orphans, led[seat] = led[seat], 0
        if not orphans or self.ended:
            return
        tell(log, "out", seat=seat, reason="forfeit")
        heir = next((other for other, heroes in enumerate(led) if heroes), None)
        if heir is None:
            finish(self, "forfeit", log, won=False)
            return
        led[heir] |= orphans
        self.led = tuple(led)
        self.leads = leads_of(led)
        self.done &= ~(1 << heir)
        tell(log, "leads", seat=heir, heroes=names_of(orphans))
        advance(self, dealer, log)

    def _done(self, seat: Seat, dealer: Dealer, log: Log) -> None:
        """Finish with this round or with the camp, or let a trap or an opponent come."""
        if self.phase == TRAPS:
            spring(self, dealer, log)
        elif self.phase == DEFENCE:
            strike_any(self, targets(self), dealer, log)
        else:
            self.done |= 1 << seat
            if log is not None:
                tell(log, "done", seat=seat)

"""Victory cards: drawn, attached, kept aside, lost (Q-30 to Q-33)."""

from haydes.engine.dealer import Dealer
from haydes.engine.games.holyquest.cards import (
    ARMS,
    DRAUGHT,
    EP_OF_A_CARD,
    EXPERIENCE,
    HELD,
    VICTORY_CARDS,
)
from haydes.engine.games.holyquest.heroes import (
    BEARERS,
    HEROES,
    POWERS,
    STANDING,
    hits_of,
    with_hits,
)
from haydes.engine.games.holyquest.position import Log, Position, draw, finish, tell


def take(p: Position, dealer: Dealer, log: Log) -> None:
    """Draw a victory card for an opponent beaten."""
    p.prizes -= 1
    if not p.victory:  # QA-33
        p.victory, p.victory_discards = p.victory_discards, b""
        tell(log, "reshuffled", deck="victory")
    card, p.victory = draw(p.victory, dealer)
    tell(log, "took", card=VICTORY_CARDS[card].name)
    if card == EXPERIENCE:
        p.ep += EP_OF_A_CARD
        if p.ep == p.terms.goal:  # QA-34
            finish(p, "ep", log, won=True)
        else:
            look_aside(p, log)
    elif card == DRAUGHT:
        p.draughts += 1
    elif card in ARMS and STANDING[p.hits] & BEARERS == BEARERS:
        p.arms = card
    elif not _place(p, card, log):
        p.aside += bytes([card])
        tell(log, "aside", card=VICTORY_CARDS[card].name)


def decline(p: Position, log: Log) -> None:
    """Leave a victory card undrawn (QA-47)."""
    p.prizes -= 1
    tell(log, "declined")


def give(p: Position, hero: int, log: Log) -> None:
    """Attach the arms that wait to Knight or Scout."""
    _attach(p, p.arms, hero, log)
    p.arms = 0


def look_aside(p: Position, log: Log) -> None:
    """Attach what was kept aside and now has who may hold it (QA-27, QA-28)."""
    p.aside = bytes(card for card in p.aside if not _place(p, card, log))


def strip(p: Position, hero: int) -> bytes:
    """Discard the cards of a hero who is defeated, and return them (QA-32)."""
    lost = cards_of(p, hero)
    if lost:
        p.worn = tuple(b"" if bearer == hero else arms for bearer, arms in enumerate(p.worn))
        p.cards &= ~HELD[hero]
        p.victory_discards += lost
    return lost


def drink(p: Position, hero: int, log: Log) -> None:
    """Let Knight or Scout drink a draught of the party's (QA-31)."""
    p.draughts -= 1
    p.victory_discards += bytes([DRAUGHT])
    heal_hits(p, hero, 1)
    tell(log, "drink", hero=HEROES[hero], hits=hits_of(p.hits, hero))


def heal_hits(p: Position, hero: int, number: int) -> None:
    """Take up to so many hits from a hero."""
    p.hits = with_hits(p.hits, hero, max(0, hits_of(p.hits, hero) - number))
    _weigh(p, hero)


def cards_of(p: Position, hero: int) -> bytes:
    """Return the cards attached to a hero, arms first."""
    cards = p.cards & HELD[hero]
    return p.worn[hero] + bytes(card for card in range(cards.bit_length()) if cards >> card & 1)


def _place(p: Position, card: int, log: Log) -> bool:
    """Attach a card to the one hero who may hold it, if he lives and the ep suffice."""
    row = VICTORY_CARDS[card]
    alive = STANDING[p.hits]
    holders = [hero for hero in row.holders if alive >> hero & 1]
    if not holders or p.ep < row.needs:
        return False
    _attach(p, card, holders[0], log)
    return True


def _attach(p: Position, card: int, hero: int, log: Log) -> None:
    if card in ARMS:
        p.worn = tuple(
            arms + bytes([card]) if bearer == hero else arms for bearer, arms in enumerate(p.worn)
        )
    else:
        p.cards |= 1 << card
    _weigh(p, hero)
    tell(log, "attached", card=VICTORY_CARDS[card].name, hero=HEROES[hero])


def _weigh(p: Position, hero: int) -> None:
    """Add up a hero's power: arms add to each other (QA-30), training is a new base (QA-39)."""
    arms = p.worn[hero]
    training = [VICTORY_CARDS[card].power for card in cards_of(p, hero)[len(arms) :]]
    base = max(POWERS[hero], *training, 0)
    p.powers[hero] = base + sum(VICTORY_CARDS[card].power for card in arms) - hits_of(p.hits, hero)

"""Below the track: one's hand, and what was played this round."""

from haydes.client.cards import card as words
from haydes.client.faces.hounds.sight import Sight
from haydes.client.faces.signs import card as sign
from haydes.client.faces.signs import hinted
from haydes.client.hounds import track
from haydes.client.hounds.sentences import TOWARDS, forced, name_of
from haydes.client.model import advised, phase, seat_name
from haydes.client.read import branch, text
from haydes.client.screens.result import result
from haydes.client.screens.rows import Area, Piece, Row, beside, fill, pad, plain, row, wrap

LARGE = 7  # rows of a hand of large cards, with its title and its keys
HAND = 22  # columns of a hand of large cards
COURTS = {"J": "JACK", "Q": "QUEEN", "K": "KING"}


def panel(eyes: Sight, area: Area) -> tuple[Row, ...]:
    """Draw the hand as large as there is room, and the round beside or below it."""
    if phase(eyes.view) == "over":
        return fill(result(eyes.view, area.columns), area)
    if eyes.me < 0:
        return fill(_round(eyes, area), area)
    if area.rows >= LARGE:
        hand = fill(_large(eyes), Area(area.rows, HAND))
        rest = Area(area.rows, area.columns - HAND)
        return beside(hand, fill(_round(eyes, rest), rest))
    return fill([_small(eyes), *_round(eyes, Area(area.rows - 1, area.columns))], area)


def _large(eyes: Sight) -> list[Row]:
    if not eyes.hand:
        return [row(("title", "YOUR HAND")), row(("dim", _handless(eyes)))]
    cards = [_card(held, picked=held == eyes.card) for held in eyes.hand]
    rows = [tuple(piece for line in lines for piece in line) for lines in zip(*cards, strict=True)]
    hint = (advised(eyes.view) or {}).get("card")
    keys: list[Piece] = []
    for n, held in enumerate(eyes.hand, 1):
        picked = held == eyes.card
        keys += [
            ("picked" if picked else "key", f"[{n}]"),
            ("bold", " ▸" if picked else "  "),
            hinted(holds=held == hint),
            ("", "   "),
        ]
    return [row(("title", "YOUR HAND")), *rows, row("  ", *keys)]


def _card(held: str, *, picked: bool) -> list[Row]:
    """Draw a large card, five rows high."""
    frame = "bold" if picked else "box"
    colour, short = sign(held)
    if track.is_joker(held):
        inner = ["JOKER", words(held).split()[0], " die "]
        lines = [("joker", pad(line, 5)) for line in inner]
    else:
        rank, suit = short[0], short[1:]
        foot = COURTS.get(rank) or f"{track.steps(held):+}"
        lines = [
            (colour, pad(rank, 5)),
            (colour, f"  {suit}  "),
            ("", f"{foot:>5}"),
        ]
    top, bottom = row((frame, "┌─────┐"), "  "), row((frame, "└─────┘"), "  ")
    return [top, *(row((frame, "│"), line, (frame, "│"), "  ") for line in lines), bottom]


def _small(eyes: Sight) -> Row:
    if not eyes.hand:
        return row(("title", "HAND  "), ("dim", _handless(eyes)))
    hint = (advised(eyes.view) or {}).get("card")
    pieces: list[Piece] = [("title", "HAND ")]
    for n, held in enumerate(eyes.hand, 1):
        picked = held == eyes.card
        pieces += [
            ("bold", " ▸" if picked else "  "),
            ("picked" if picked else "key", str(n)),
            hinted(holds=held == hint),
            sign(held),
            ("dim", f" {_does(held)} "),
        ]
    return row(*pieces)


def _handless(eyes: Sight) -> str:
    me = next((one for one in eyes.convicts if one.seat == eyes.me), None)
    return "no cards left" if me and me.runs else "you are off the track"


def _does(held: str) -> str:
    """Return in a word or two what a card does."""
    if track.is_joker(held):
        return "all move a die"
    if track.is_court(held):
        return "forces: on you" if track.is_red(held) else "forces: on others"
    return f"{track.steps(held):+}"


def _round(eyes: Sight, area: Area) -> list[Row]:
    """Return the order of play, what forces whom, and the newest plays that there is room for.

    As long as these are few, what the last round did to this player stands before them.
    """
    if not area.rows:
        return []
    rows = [_order(eyes)]
    force = track.force(eyes.view.game)
    if force is not None:
        told = wrap(plain(forced(eyes.view, force)), area.columns)
        rows += [row(("warn", line)) for line in told]
    plays = [_play(eyes, play) for play in track.plays(eyes.view.game)]
    room = area.rows - len(rows)
    befell = plain(" ".join(eyes.view.befell))
    last = [
        row(("warn", f" {line}"))
        for line in wrap(f"Last round: {befell}", area.columns - 2, "  ")
        if befell
    ]
    if len(last) + len(plays) <= room:
        rows, room = [*rows, *last], room - len(last)
    return [*rows, *(plays[-room:] if room > 0 else [])][: area.rows]


def _order(eyes: Sight) -> Row:
    number = text(branch(eyes.view.game, "turn"), "round")
    pieces: list[Piece] = [("title", f"ROUND {number}" if number else "THE LAST ROUND")]
    for seat in eyes.order:
        now = seat == eyes.mover
        name = plain(name_of(eyes.view, seat))
        pieces += [("", "  "), ("bold" if now else "", f"▸{name}" if now else name)]
    if number and len(eyes.order) == 1:
        pieces.append(("warn", "  alone on the track"))
    return row(*pieces)


def _play(eyes: Sight, play: track.Play) -> Row:
    who = "You" if play.seat == eyes.me else plain(seat_name(eyes.view, play.seat))
    if not play.target:
        return row(f" {who} ", sign(play.card), ("dim", " discarded"))
    if play.target in track.ENDS:
        steps = play.die if play.target == "escape" else -play.die
        where = f" towards {TOWARDS[play.target]}: all "
    else:
        steps = track.steps(play.card)
        itself = str(play.seat) == play.target
        on = plain(name_of(eyes.view, int(play.target))) if play.target.isdecimal() else ""
        where = f" on {'yourself' if itself and play.seat == eyes.me else on} "
    moved: Piece = ("good" if steps > 0 else "bad", f"{steps:+}") if steps else ("dim", "forces")
    return row(f" {who} ", sign(play.card), where, moved)

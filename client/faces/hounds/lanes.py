"""The track, a lane for each convict: where he runs, and where he would come to so far."""

from dataclasses import dataclass

from haydes.client.faces.hounds.sight import Sight
from haydes.client.faces.signs import letter, role
from haydes.client.hounds import track
from haydes.client.model import seat_name
from haydes.client.screens.rows import Area, Drawing, Piece, Row, Spot, cells, clip, pad, plain, row
from haydes.client.screens.seats import presence

PITCHES = (5, 4, 3, 2)  # columns from one card of the track to the next
NAME = 6  # columns a name gets at least
LONGEST = 20
HEAD = 5  # columns of a lane before the name: its place in the order, its letter
TAIL = 9  # after the track: net movement, cards in hand, presence
NET = 4  # columns of a net movement
HAND = 2
NUMBERED = 3  # from this pitch on, every card of the track has its number
GONE = {"caught": ("bad", "◂ caught"), "escaped": ("good", "escaped ▸"), "out": ("dim", "out")}


@dataclass(frozen=True, slots=True)
class Shape:
    """How the columns of a lane are shared out."""

    cards: int
    pitch: int
    name: int

    @property
    def start(self) -> int:
        return HEAD + self.name

    @property
    def run(self) -> int:
        return self.cards * self.pitch


def shape(cards: int, columns: int) -> Shape:
    room = columns - HEAD - TAIL
    pitch = next((p for p in PITCHES if cards * p + NAME <= room), PITCHES[-1])
    return Shape(cards, pitch, max(0, min(LONGEST, room - cards * pitch)))


def draw(eyes: Sight, area: Area) -> Drawing:
    """Draw the numbers of the track and a lane for each seat; the cursor is on who matters."""
    form = shape(track.length(eyes.view.game), area.columns)
    rows: list[Row] = [_axis(form)]
    rows += [_lane(eyes, one, form) for one in eyes.convicts]
    if eyes.aim in track.ENDS:  # of the track, where its words stand
        column = form.start + form.run if eyes.aim == "escape" else 2
        return Drawing(tuple(rows), Spot(0, min(column, area.columns - 1)))
    wanted = eyes.aim or str(eyes.mover if eyes.me < 0 else eyes.me)
    subject = next((one for one in eyes.convicts if str(one.seat) == wanted), None)
    if subject is None:
        return Drawing(tuple(rows))
    ahead = form.pitch * (subject.at - 1)
    if not subject.runs:
        word = GONE.get(subject.state, ("", subject.state))[1]
        ahead = max(0, form.run - 1 - cells(word)) if subject.state == "escaped" else 0
    spot = Spot(1 + eyes.convicts.index(subject), min(form.start + ahead, area.columns - 1))
    return Drawing(tuple(rows), spot)


def _axis(form: Shape) -> Row:
    each = 1 if form.pitch >= NUMBERED else 2
    numbers = "".join(pad(str(n), form.pitch * each) for n in range(1, form.cards + 1, each))
    label = pad("HOUNDS" if form.start >= cells("  HOUNDS ") else "", form.start - 2)
    return row(("title", f"  {label}"), ("dim", pad(numbers, form.run)), ("title", "ESCAPE"))


def _lane(eyes: Sight, one: track.Convict, form: Shape) -> Row:
    me = one.seat == eyes.me
    key = letter(one.seat, -1)
    aimed = eyes.aim == str(one.seat)
    colour = "aim" if aimed else "target" if str(one.seat) in eyes.targets else role(one.seat, -1)
    name = plain(seat_name(eyes.view, one.seat))
    return row(
        _place(eyes, one),
        ("bold", "▸" if aimed else " "),
        (colour, key),
        " ",
        ("bold" if me else "", _short(name, form.name)),
        " ",
        *_run(eyes, one, form),
        *_tail(eyes, one),
    )


def _short(name: str, columns: int) -> str:
    """Return a name with its end, which is what tells bots apart: "gree 1"."""
    head, space, end = name.rpartition(" ")
    room = columns - cells(space + end)
    if cells(name) <= columns or not end.isdecimal() or room < 1:
        return pad(name, columns)
    return pad(clip(head, room + 1)[:-1] + space + end, columns)


def _place(eyes: Sight, one: track.Convict) -> Piece:
    """Return who plays now, or as which he plays this round."""
    if one.seat == eyes.mover:
        return "turn", "▸"
    place = eyes.order.index(one.seat) + 1 if one.seat in eyes.order and one.runs else 0
    return "dim", str(place) if place else " "


def _run(eyes: Sight, one: track.Convict, form: Shape) -> Row:
    if not one.runs:
        colour, word = GONE.get(one.state, ("", one.state))
        gap = max(0, form.run - 1 - cells(word))
        spaces = " " * gap if one.state == "escaped" else ""
        return row(spaces, (colour, word), " " * (form.run - cells(spaces + word)))
    net = eyes.net(one)
    to = one.at + net
    pieces: list[Piece] = []
    for card in range(1, form.cards + 1):
        sign: Piece = ("dim", "·")
        if card == one.at:
            sign = role(one.seat, eyes.me), letter(one.seat, eyes.me)
        elif card == to:
            sign = role(one.seat, -1), "▸" if net > 0 else "◂"
        pieces += [sign, ("", " " * (form.pitch - 1))]
    return tuple(pieces)


def _tail(eyes: Sight, one: track.Convict) -> Row:
    net = eyes.net(one) if one.runs else 0
    off = track.end(eyes.view.game, one.at + net) if one.runs else ""
    mark = {"escape": "▸", "hounds": "◂"}.get(off, " ")
    colour = {"escape": "good", "hounds": "bad"}.get(off, "bold")
    told = f"{net:+}" if net else ""
    cards = "■" * min(one.hand, HAND)
    sign, word = presence(eyes.view, one.seat)
    return row(
        (colour, f"{told:>{NET - 1}}{mark}"), " ", ("", pad(cards, HAND)), " ", sign, " ", word
    )

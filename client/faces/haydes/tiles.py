"""The map of Escape from Haydes: a cell of three columns a tile, and a mark for creatures.

The first column tells who stands there or which key aims there, then rank and suit. A tile
face down is hatched where the red Joker may be and dotted where it cannot be any more.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from haydes.client.faces.signs import JOKERS, card, letter, role
from haydes.client.haydes import ground
from haydes.client.haydes.sentences import seen
from haydes.client.model import View, choices, my_seat
from haydes.client.read import branch, number, text
from haydes.client.screens.rows import Area, Drawing, Piece, Row, Spot, row

RIDE = "u"  # the key that aims at places two moves away
PITCH = 4  # columns from one tile to the next
AXIS = 2  # columns of the row letters
HIDDEN: Mapping[str, tuple[str, str]] = {
    ground.HIDING: ("░░░", "down"),
    ground.SEARCHED: ("···", "searched"),
}


@dataclass(frozen=True, slots=True)
class Sight:
    """A position as the map and the panel need it."""

    view: View
    me: int  # the seat whose figure is "@"; -1: none
    subject: ground.Figure | None  # whom the panel is about: oneself, else whose move it is
    targets: Mapping[str, str]  # places this player may go to, and the key that aims there
    aim: str
    figures: tuple[ground.Figure, ...]
    odds: bool  # are told


def sight(view: View, aim: str, *, odds: bool = True) -> Sight:
    seat = my_seat(view)
    me = -1 if seat is None else seat
    figures = tuple(ground.figures(view.game))
    mover = number(branch(view.game, "turn"), "seat", -1)
    standing = {one.seat: one for one in figures if one.at}
    subject = standing.get(me) or standing.get(mover)
    known = choices(view)
    legal = {str(action.get("to", action.get("at"))) for action in known}
    near = around(view, subject)
    targets = {place: way[0] for way, place in near.items() if place in legal}
    targets |= {str(action.get("to")): RIDE for action in known if action["do"] == "ride"}
    return Sight(view, me, subject, targets, aim if aim in targets else "", figures, odds)


def around(view: View, subject: ground.Figure | None) -> Mapping[str, str]:
    """Return the places next to a figure, by direction."""
    known = subject is not None and ground.is_place(subject.at)
    return ground.around(view.game, subject.at) if subject and known else {}


def cell(eyes: Sight, place: str) -> tuple[Piece, ...]:
    """Return the four columns of a place."""
    face = ground.lies(eyes.view.game, place)
    if not face:
        return (("", " " * PITCH),)
    key = eyes.targets.get(place, "")
    if ground.is_down(face):
        if not key and (peeked := seen(eyes.view, place)):
            return (("dim", "?" + card(peeked)[1]), ("", " "))
        return (_hidden(face, key, aimed=place == eyes.aim), ("", " "))
    colour, sign = card(face)
    mark: Piece = ("", " ")
    if ground.is_creature(face):
        colour, mark = "creature", ("bad", "!")
    elif face.endswith(ground.BEATEN):
        colour, mark = "dim", ("dim", "x")
    seats = [one.seat for one in eyes.figures if one.at == place]
    if eyes.me in seats:
        return (("me", "@" + sign), mark)
    if key and place == eyes.aim:
        return (("aim", "▸" + sign), mark)
    return (_state(eyes, seats, key, face), (colour, sign), mark)


def _hidden(face: str, key: str, *, aimed: bool) -> Piece:
    if not key:
        sign, colour = HIDDEN[face]
        return colour, sign
    if aimed:
        return "aim", f"▸{key}◂"
    return "target", f"[{key}]" if face == ground.HIDING else f"({key})"


def _state(eyes: Sight, seats: list[int], key: str, face: str) -> Piece:
    if seats:
        several = len(seats) > 1
        sign = "+" if several else letter(seats[0], eyes.me)
        return "target" if key else "bold" if several else role(seats[0], eyes.me), sign
    if key:
        return "target", key
    return JOKERS[face][1] if face in JOKERS else "", "*" if face in JOKERS else " "


def extent(view: View) -> tuple[str, int]:
    """Return the letters of the map's rows, and its number of columns."""
    rows = branch(view.game, "tiles")
    columns = [int(name) for letters in rows for name in branch(rows, letters) if name.isdecimal()]
    return "".join(sorted(rows)), max(columns, default=0)


def draw(eyes: Sight, area: Area) -> Drawing:
    """Draw as much of the map as the area holds, around the figure; arrows say where it goes on."""
    letters, columns = extent(eyes.view)
    high = min(len(letters), max(1, area.rows - 1))
    wide = min(columns, max(1, (area.columns - AXIS) // PITCH))
    stand = eyes.subject.at if eyes.subject else text(eyes.view.game, "start")
    down, right = _spot(eyes.aim or stand, letters)
    centre = _spot(stand, letters)
    top = max(0, min(centre[0] - high // 2, len(letters) - high))
    left = max(0, min(centre[1] - wide // 2, columns - wide))
    axis = "".join(f"{column:>2}  " for column in range(left + 1, left + wide + 1))
    if left + wide < columns:
        axis = f"{axis[:-1]}▸"
    rows: list[Row] = [row(("dim", f"{'◂' if left else ' ':<{AXIS}}{axis}"))]
    for n, name in enumerate(letters[top : top + high]):
        above, below = n == 0 and top > 0, n == high - 1 and top + high < len(letters)
        edge = "▲" if above else "▼" if below else " "
        tiles = [cell(eyes, f"{name}{column}") for column in range(left + 1, left + wide + 1)]
        rows.append((("dim", f"{name}{edge}"), *(piece for tile in tiles for piece in tile)))
    cursor = Spot(1 + down - top, AXIS + PITCH * (right - left) + (1 if eyes.aim else 0))
    return Drawing(tuple(rows), cursor)


def _spot(place: str, letters: str) -> tuple[int, int]:
    if not ground.is_place(place) or place[0] not in letters:
        return 0, 0
    return letters.index(place[0]), int(place[1:]) - 1

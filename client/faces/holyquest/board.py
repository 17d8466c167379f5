"""The board of HolyQuest: the party, the monsters, the place, what may be done."""

from collections.abc import Sequence

from haydes.client.faces.holyquest.sight import Sight, kind_of, named
from haydes.client.faces.signs import hinted
from haydes.client.holyquest import party
from haydes.client.holyquest.places import PLACES
from haydes.client.model import phase, seat_name, seats
from haydes.client.read import branch, many, number, text
from haydes.client.screens.result import result
from haydes.client.screens.rows import (
    Area,
    Drawing,
    Piece,
    Row,
    Spot,
    beside,
    cells,
    fill,
    pad,
    plain,
    row,
    rule,
    width,
)
from haydes.client.screens.seats import presence

BODIES = 5  # rows of a heading and four creatures
SHARE, NARROW_SHARE = (11, 20), (3, 5)  # of the columns, for the party
HERO, FOE = 9, 11  # columns of a name
CHANCE = 5
ROOMY = 40  # columns from which there is room for what a hero has
WIDE = 80  # columns from which the way to the goal is drawn at length
STATUS = 2  # rows for place and goal
BAR = 20  # steps towards the goal
DO, CHOOSE = "DO   ", "DO ↑↓"
DID = {"used": "skill"}  # marks that are told in another word
NAME = 12  # columns of a player's name at most


def draw(eyes: Sight, area: Area) -> Drawing:
    """Draw what there is room for; the cursor is on who is aimed at."""
    part, of = SHARE if area.columns >= WIDE else NARROW_SHARE
    left = area.columns * part // of - 1
    right = area.columns - left - 2
    bar = fill([row(("rule", "│ "))] * BODIES, Area(BODIES, 2))
    ours = fill(_party(eyes, left), Area(BODIES, left))
    theirs = fill(_monsters(eyes), Area(BODIES, right))
    rows: list[Row] = list(beside(beside(ours, bar), theirs))
    below = [*_status(eyes, area.columns), *_people(eyes)]
    deeds = result(eyes.view, area.columns) if phase(eyes.view) == "over" else [_deeds(eyes)]
    room = area.rows - len(rows) - len(below) - len(deeds)
    rules = [rule(area.columns)] if room > 0 else []
    rows += [*rules, *below, *(rules if room > 1 else []), *deeds]
    at = _cursor(eyes, left, len(rows) - 1)
    return Drawing(fill(rows, area), Spot(min(at.row, area.rows - 1), at.column))


def height(eyes: Sight) -> int:
    return BODIES + STATUS + len(_people(eyes)) + 3 + (phase(eyes.view) == "over")


def _cursor(eyes: Sight, left: int, last: int) -> Spot:
    if eyes.foe:
        return Spot(min(1 + eyes.foes.index(eyes.foe), BODIES - 1), left + 2)
    own = next((n for n, one in enumerate(eyes.heroes) if one.seat == eyes.me), 0)
    if eyes.hero or not eyes.kinds:
        return Spot(1 + (eyes.heroes.index(eyes.hero) if eyes.hero else own), 0 if eyes.hero else 1)
    ahead = eyes.kinds[: eyes.kinds.index(eyes.kind)]
    before = sum(2 + cells(named(kind, eyes.view)) for kind in ahead)
    return Spot(last, cells(DO) + before + 1)


def _party(eyes: Sight, columns: int) -> list[Row]:
    aim = eyes.foe if eyes.fights else None
    against = f" {'hit by' if eyes.defends else 'hits'} {aim.letter}" if aim else ""
    title = row(("title", pad("PARTY", HERO + 9)), ("dim", f"pow{against}"))
    return [title, *(_hero(eyes, n, one, columns) for n, one in enumerate(eyes.heroes, 1))]


def _hero(eyes: Sight, n: int, one: party.Hero, columns: int) -> Row:
    picked = one == eyes.hero
    free = any(action.get("hero") == one.name for action in eyes.offered)
    colour = "aim" if picked else "target" if free else "key"
    head: list[Piece] = [
        ("bold", "▸") if picked else hinted(holds=eyes.hint.get("hero") == one.name),
        (colour, str(n)),
        ("bold" if one.seat == eyes.me else "", f" {pad(party.titled(one.name), HERO)} "),
    ]
    if not one.stands:
        return row(*head, ("bad", "xxx"), ("dim", "  defeated"))
    chance = f" {eyes.chance(one, eyes.foe):>3}%" if eyes.foe and free and eyes.odds else ""
    first = "faced" if eyes.defends else "attacked"  # what matters now
    did = [DID.get(mark, mark) for mark in sorted(one.marks, key=lambda mark: mark != first)]
    known = row(
        *head,
        *_hits(one.hits),
        ("bold", f" {one.power:>3} "),
        ("", pad(chance, CHANCE) if eyes.fights else ""),
        ("warn", f" {', '.join(did)}" if did else ""),
    )
    gap = "  " if did else " "
    has = _some(one.has, columns - width(known) - len(gap)) if columns >= ROOMY else ""
    return (*known, *row(("dim", f"{gap}{has}" if has else "")))


def _some(names: Sequence[str], columns: int) -> str:
    """Return as many names as there is room for, and whether there are more."""
    told = [plain(party.words(name)) for name in names]
    for n in range(len(told), -1, -1):
        line = ", ".join([*told[:n], *(["…"] if n < len(told) else [])])
        if cells(line) <= columns:
            return line
    return ""


def _monsters(eyes: Sight) -> list[Row]:
    title = row(("title", pad("MONSTERS", FOE + 9)), ("dim", "pow"))
    if not eyes.foes:
        left = text(branch(eyes.view.game, "piles"), "monsters")
        return [title, row(("dim", f"none; {left} cards in the deck"))]
    return [title, *(_foe(eyes, one) for one in eyes.foes)]


def _foe(eyes: Sight, one: party.Foe) -> Row:
    picked = one == eyes.foe
    free = any(action.get("foe") == one.number for action in eyes.offered)
    colour = "aim" if picked else "target" if free else "key"
    head: list[Piece] = [
        ("bold", "▸") if picked else hinted(holds=eyes.hint.get("foe") == one.number),
        (colour, one.letter),
        ("creature" if one.stands else "dim", f" {pad(plain(party.words(one.card)), FOE)}"),
        ("", " "),
    ]
    if not one.stands:
        return row(*head, ("dim", "beaten"))
    blind = ("warn", " blinded") if one.blinded else ("", "")
    return row(*head, *_hits(one.hits), ("bold", f" {one.power:>3}"), blind)


def _hits(hits: int) -> tuple[Piece, ...]:
    """Return a box for each of the three hits that a creature can take."""
    left = max(0, party.MOST_HITS - hits)
    colour = "bad" if left == 1 else "full"
    return (colour, "■" * left), ("dim", "□" * min(hits, party.MOST_HITS))


def _status(eyes: Sight, columns: int) -> list[Row]:
    game = eyes.view.game
    tree = branch(game, "party")
    name = text(game, "terrain")
    place = row(
        ("title", "PLACE "),
        plain(party.words(name)) or "none yet",
        ("dim", f"  {PLACES.get(name, '')}"),
    )
    common = row(
        ("title", "GOAL  "),
        *_goal(eyes, BAR if columns >= WIDE else BAR // 2),
        f"  draughts {number(tree, 'draughts')}",
        ("warn", "  party hidden" if tree.get("hidden") is True else ""),
    )
    label = "  aside: "
    aside = _some(party.names(tree, "aside"), columns - width(common) - len(label))
    return [place, (*common, *row(("dim", f"{label}{aside}" if aside else "")))]


def _goal(eyes: Sight, steps: int) -> Row:
    tree = branch(eyes.view.game, "party")
    ep, goal = number(tree, "ep"), number(tree, "goal")
    if goal <= 0:
        return row(f"slay the Dragon, {ep} ep")
    steps = min(steps, goal)
    full = min(steps, ep * steps // goal)
    return row(("full", "■" * full), ("dim", "□" * (steps - full)), ("bold", f" {ep} of {goal} ep"))


def _people(eyes: Sight) -> list[Row]:
    """Return who leads and who is done, if the party is shared out."""
    known = [seat for seat, _ in seats(eyes.view)]
    if len(known) < 2:  # noqa: PLR2004 - one player has all four
        return []
    turn = branch(eyes.view.game, "turn")
    pieces: list[Piece] = [("title", "SEATS")]
    for seat in known:
        sign, word = presence(eyes.view, seat)
        led = "".join(str(n) for n, one in enumerate(eyes.heroes, 1) if one.seat == seat)
        done = ", done" if seat in many(turn, "done") else ""
        decides = (
            number(turn, "lead", -1) == seat and party.phase(eyes.view.game) != party.ALL_AT_ONCE
        )
        lead = ", decides" if decides else ""
        name = "you" if seat == eyes.me else plain(seat_name(eyes.view, seat))[:NAME]
        pieces += [("", "  "), sign, ("bold" if seat == eyes.me else "", f" {name}")]
        pieces += [
            ("dim", f" {led or '-'}{lead}{done}"),
            *([("", " "), word] if word[1] != "here" else []),
        ]
    return [row(*pieces)]


def _deeds(eyes: Sight) -> Row:
    """Return what this seat may do, by kind, the picked one marked."""
    pieces: list[Piece] = [("title", CHOOSE if len(eyes.kinds) > 1 else DO)]
    for kind in eyes.kinds:
        picked = kind == eyes.kind
        name = named(kind, eyes.view)
        pieces += [
            ("", " "),
            ("bold", "▸") if picked else hinted(holds=kind == kind_of(eyes.hint)),
            ("picked" if picked else "", name),
        ]
    return row(*pieces, *([] if eyes.kinds else [("dim", " nothing now")]))

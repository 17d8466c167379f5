"""The panel beside the map: you, what you may do and at which odds, the others, the piles."""

from collections.abc import Callable

from haydes.client.cards import card as words
from haydes.client.faces.haydes.tiles import HIDDEN, Sight, around, card, letter, role
from haydes.client.haydes import ground, odds
from haydes.client.model import phase, seat_name
from haydes.client.read import branch, number, text
from haydes.client.screens.result import result
from haydes.client.screens.rows import (
    Area,
    Piece,
    Row,
    cells,
    fill,
    pad,
    plain,
    row,
    rule,
    spread,
    wrap,
)
from haydes.client.screens.seats import presence

WIDE = Area(16, 34)  # room for the panel in full; below, every section has a short form
CALL = 7  # columns of a call and its chance
MOST = 9  # a characteristic at the start
SPLITS = (7, 8, 9)
TESTS = (("t", "talk", "Charisma"), ("b", "brawl", "Endurance"))


def panel(eyes: Sight, area: Area) -> tuple[Row, ...]:
    middle = _middle(eyes)(eyes, area)
    if _wide(area):
        sections = [
            _you(eyes, area.columns),
            middle,
            _others(eyes, area.columns),
            _piles(eyes, area),
        ]
        rows = sections[0]
        for section in sections[1:]:
            rows += [rule(area.columns), *section]
        return fill(rows, area)
    rows = [_you_short(eyes), *middle, rule(area.columns), *_others_short(eyes, area.columns)]
    return fill([*rows, *_piles(eyes, area)], area)


def _wide(area: Area) -> bool:
    return area.rows >= WIDE.rows and area.columns >= WIDE.columns


def _middle(eyes: Sight) -> Callable[[Sight, Area], list[Row]]:
    turn = branch(eyes.view.game, "turn")
    stage = text(turn, "phase")
    if phase(eyes.view) == "over":
        return _result
    if stage == "split":
        return _split if number(turn, "seat", -1) == eyes.me else _sharing
    if stage == "encounter" and (eyes.me < 0 or number(turn, "seat", -1) == eyes.me):
        return _encounter
    return _neighbours


def _you(eyes: Sight, columns: int) -> list[Row]:
    figure = eyes.subject
    if figure is None:
        return [row(("title", "WATCHING" if eyes.me < 0 else "OUT OF THE GAME"))]
    seat = figure.seat
    title = "YOU " if seat == eyes.me else "MOVES "
    name = plain(seat_name(eyes.view, seat))
    lying = ground.lies(eyes.view.game, figure.at)
    return [
        spread(
            row(("title", title), (role(seat, eyes.me), letter(seat, eyes.me)), " " + name),
            row(("", "at "), ("bold", figure.at)),
            columns,
        ),
        _bar("Charisma  ", figure.charisma),
        _bar("Endurance ", figure.endurance),
        row("on ", card(lying), "  " + _called(lying, columns - 7)),
    ]


def _called(lying: str, columns: int) -> str:
    """Name the card one stands on, and what it counts; shorter where there is less room."""
    name = words(lying.removesuffix(ground.BEATEN))
    if lying.endswith(ground.BEATEN):
        name = f"beaten {name.split()[0]}"
    told = f"{name}, counts {ground.value(lying)}"
    return told if cells(told) <= columns else f"{name} ({ground.value(lying)})"


def _bar(name: str, points: int) -> Row:
    if points < 0:
        return row(name, ("dim", "not chosen yet"))
    full = min(points, MOST)
    colour = "bad" if points <= 2 else "full"  # noqa: PLR2004 - one lost test from danger
    return row(name, (colour, "■" * full), ("dim", "□" * (MOST - full)), ("bold", f" {points}"))


def _you_short(eyes: Sight) -> Row:
    figure = eyes.subject
    if figure is None:
        return row(("title", "YOU"), " are out")
    seat = figure.seat
    traits = f" C{figure.charisma} E{figure.endurance}" if figure.charisma >= 0 else ""
    lying = ground.lies(eyes.view.game, figure.at)
    return row(
        (role(seat, eyes.me), letter(seat, eyes.me)), f" {figure.at} on ", card(lying), traits
    )


def _neighbours(eyes: Sight, area: Area) -> list[Row]:
    """Tell what lies around: odds for a card face down, what a step would do otherwise."""
    rows: list[Row] = []
    for way, place in around(eyes.view, eyes.subject).items():
        mark = ("bold", "▸" if place == eyes.aim else " ")
        name = ("key" if place in eyes.targets else "dim", way[0])
        rows.append(
            row(mark, name, f" {place:<{4 if _wide(area) else 3}}", *_prospect(eyes, place, area))
        )
    return rows


def _prospect(eyes: Sight, place: str, area: Area) -> Row:
    here = eyes.subject.at if eyes.subject else ""
    lying = ground.lies(eyes.view.game, place)
    guess = odds.guess(eyes.view.game, here, place)
    if guess is None:
        return row(
            card(lying),
            ("bad" if ground.is_creature(lying) else "", f" {_step(eyes, lying, area)}"),
        )
    sign, colour = HIDDEN.get(lying, HIDDEN[ground.HIDING])
    what = "searched " if lying == ground.SEARCHED else "face down"
    best = guess.best if guess.higher or guess.lower else ""
    calls = [("▲", guess.higher, best == "higher"), ("▼", guess.lower, best == "lower")]
    if not _wide(area):
        told = [f"{shape}{chance}{'◂' if likely else ''} " for shape, chance, likely in calls]
        return row((colour, sign[0] + " "), *told, ("dim", f"={guess.equal}"))
    if not best:
        return row(("dim", "cannot be right from here"))
    pieces: list[Piece] = [("dim", f"{what} ")]
    for shape, chance, likely in calls:
        percent, mark = f"{shape}{chance}%", "◂" if likely else ""
        pieces += [("bold" if likely else "", percent), ("good", mark)]
        pieces.append(("", " " * (CALL - cells(percent + mark))))
    return row(*pieces, ("dim", f"={guess.equal}%"))


def _step(eyes: Sight, lying: str, area: Area) -> str:
    """Tell what walking onto a face-up card would do."""
    here = ground.lies(eyes.view.game, eyes.subject.at) if eyes.subject else ""
    if ground.is_creature(lying):
        return "creature: a test" if _wide(area) else "creature"
    if ground.value(lying) == ground.value(here):
        return "walk, ends your turn" if _wide(area) else "walk, ends"
    return "walk, then go on" if _wide(area) else "walk"


def _sharing(eyes: Sight, area: Area) -> list[Row]:
    """Tell those who only wait whose choice it is."""
    name = plain(seat_name(eyes.view, number(branch(eyes.view.game, "turn"), "seat", -1)))
    told = f"{name} shares out 16 points."
    return [row(part) for part in wrap(told, area.columns)]


def _split(_eyes: Sight, area: Area) -> list[Row]:
    rows = [row(("title", "SHARE OUT 16 POINTS"))] if _wide(area) else [row(("title", "16 POINTS"))]
    for charisma in SPLITS:
        both = (charisma, 16 - charisma)
        text_ = "Charisma {}  Endurance {}" if _wide(area) else "Ch {}  En {}"
        rows.append(row(("key", f" {charisma}"), "  " + text_.format(*both)))
    return rows


def _encounter(eyes: Sight, area: Area) -> list[Row]:
    figure = eyes.subject
    if figure is None:
        return []
    lying = ground.lies(eyes.view.game, figure.at)
    head = row(("bad", "CREATURE "), card(lying), f" {words(lying)}" if _wide(area) else "")
    points = {"Charisma": figure.charisma, "Endurance": figure.endurance}
    best = max(points.values())
    rows = [head]
    for key, do, trait in TESTS:
        has = points[trait]
        chance = f"{odds.test(has):>3}%" if has > 0 else "  no"
        mark: Piece = ("good", "◂" if has == best and odds.test(has) else " ")
        if _wide(area):
            need = f"{trait:<9} {has} or less" if has > 0 else f"{trait} is at 0"
            rows.append(
                row(
                    ("key", f" {key} "),
                    f"{do:<6}",
                    pad(need, area.columns - 15),
                    ("bold", chance),
                    mark,
                )
            )
        else:
            rows.append(
                row(("key", f" {key} "), f"{do:<6}{trait[:2]} {has} ", ("bold", chance), mark)
            )
    if _wide(area):
        rows.append(row(("dim", "   two dice; that one drops by 1")))
    return rows


def _result(eyes: Sight, area: Area) -> list[Row]:
    return result(eyes.view, area.columns)


def _others(eyes: Sight, columns: int) -> list[Row]:
    mover = number(branch(eyes.view.game, "turn"), "seat", -1)
    return [_other(eyes, one, columns, moves=one.seat == mover) for one in eyes.figures]


def _other(eyes: Sight, one: ground.Figure, columns: int, *, moves: bool) -> Row:
    name = plain(seat_name(eyes.view, one.seat))
    sign, word = presence(eyes.view, one.seat)
    traits = f"Ch {one.charisma} En {one.endurance}" if one.charisma >= 0 else "undecided"
    return row(
        ("bold", "▸" if moves else " "),
        (role(one.seat, eyes.me), letter(one.seat, eyes.me)),
        " " + pad(name, columns - 25),
        " " + _where(one),
        f" {traits:<9} ",
        sign,
        " ",
        word,
    )


def _where(one: ground.Figure) -> str:
    """Return where somebody is, in four columns; "!" marks one who is stuck."""
    if one.state == "escaped":
        return "won"
    return pad(one.at + ("!" if one.state == "stuck" else "") if one.at else "out", 4)


def _others_short(eyes: Sight, columns: int) -> list[Row]:
    mover = number(branch(eyes.view.game, "turn"), "seat", -1)
    rows: list[Row] = []
    for one in eyes.figures:
        if one.seat == eyes.me:
            continue
        traits = f"C{one.charisma} E{one.endurance}" if one.charisma >= 0 else "     "
        sign, _ = presence(eyes.view, one.seat)
        name = pad(plain(seat_name(eyes.view, one.seat)), columns - 17)
        head = (
            ("bold", "▸" if one.seat == mover else " "),
            (role(one.seat, eyes.me), letter(one.seat, eyes.me)),
        )
        rows.append(row(*head, f" {name} {_where(one)} {traits} ", sign))
    return rows


def _at(hiding: list[str]) -> str:
    return f"at {hiding[0]}" if hiding else "unknown"


def _piles(eyes: Sight, area: Area) -> list[Row]:
    name = "red Joker" if _wide(area) else "Joker"
    game = eyes.view.game
    hiding = [place for place, face in ground.tiles(game) if face == ground.HIDING]
    found = any(face == ground.ESCAPE for _, face in ground.tiles(game))
    where = "found" if found else f"1 of {len(hiding)} ░░░" if len(hiding) > 1 else _at(hiding)
    piles = branch(game, "piles")
    return [
        row(("dim", f"{name}: {where}")),
        row(("dim", f"deck {text(piles, 'replacement')}  discards {text(piles, 'discards')}")),
    ]

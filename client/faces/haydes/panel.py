"""The panel beside the map: you, what you may do and at which odds, the others, the piles."""

from collections.abc import Callable

from haydes.client.cards import card as words
from haydes.client.faces.haydes.keys import LETTERS, extras
from haydes.client.faces.haydes.tiles import HIDDEN, RIDE, Sight, around
from haydes.client.faces.signs import card, hinted, letter, role
from haydes.client.haydes import ground, odds
from haydes.client.haydes.creatures import Way, asked, bout, ways
from haydes.client.haydes.sentences import deed, price, seen
from haydes.client.model import advised, phase, seat_name
from haydes.client.read import branch, number, text
from haydes.client.screens.result import result
from haydes.client.screens.rows import (
    Area,
    Piece,
    Row,
    cells,
    clip,
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
SPLIT_FOR = "    to talk     to brawl"
TRAITS = {"charisma": "Charisma", "endurance": "Endurance"}


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
    if stage == "bargain" and number(turn, "seat", -1) == eyes.me:
        return _bargain
    return _extras if extras(eyes.view) else _neighbours


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
        *_health(figure),
        row("on ", card(lying), "  " + _called(lying, columns - 7)),
    ]


def _health(figure: ground.Figure) -> list[Row]:
    if figure.wounds >= 0:
        colour = "bad" if figure.wounds == 1 else "full"
        left = figure.wounds
        return [row("Wounds left ", (colour, "■" * min(left, MOST)), ("bold", f" {left}"))]
    return [_bar("Charisma  ", figure.charisma), _bar("Endurance ", figure.endurance)]


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
    traits = f" {_traits_short(figure)}".rstrip()
    lying = ground.lies(eyes.view.game, figure.at)
    return row(
        (role(seat, eyes.me), letter(seat, eyes.me)), f" {figure.at} on ", card(lying), traits
    )


def _traits_short(figure: ground.Figure) -> str:
    if figure.wounds >= 0:
        return f"W{figure.wounds}   "
    return f"C{figure.charisma} E{figure.endurance}" if figure.charisma >= 0 else "     "


def _neighbours(eyes: Sight, area: Area) -> list[Row]:
    """Tell what lies around: odds for a card face down, what a step would do otherwise."""
    rows: list[Row] = []
    hint = advised(eyes.view) or {}
    near = [(way[0], place) for way, place in around(eyes.view, eyes.subject).items()]
    if eyes.targets.get(eyes.aim) == RIDE:
        near.append((RIDE, eyes.aim))
    for way, place in near:
        mark = ("bold", "▸") if place == eyes.aim else hinted(holds=place in hint.values())
        name = ("key" if place in eyes.targets else "dim", way)
        rows.append(
            row(mark, name, f" {place:<{4 if _wide(area) else 3}}", *_prospect(eyes, place, area))
        )
    return rows


def _prospect(eyes: Sight, place: str, area: Area) -> Row:
    here = eyes.subject.at if eyes.subject else ""
    lying = ground.lies(eyes.view.game, place)
    if peeked := seen(eyes.view, place):
        return row(card(peeked), " face down, seen" if _wide(area) else " seen")
    guess = odds.guess(eyes.view.game, here, place)
    if guess is None:
        return row(
            card(lying),
            ("bad" if ground.is_creature(lying) else "", f" {_step(eyes, lying, area)}"),
        )
    sign, colour = HIDDEN.get(lying, HIDDEN[ground.HIDING])
    what = "searched " if lying == ground.SEARCHED else "face down"
    if not eyes.odds:
        return row(("dim", what if _wide(area) else what.rsplit(maxsplit=1)[-1]))
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
        fights = eyes.subject is not None and eyes.subject.wounds >= 0
        return f"creature: a {'fight' if fights else 'test'}" if _wide(area) else "creature"
    if ground.value(lying) == ground.value(here):
        return "same value, ends your turn" if _wide(area) else "walk, ends"
    return "walk, then go on" if _wide(area) else "walk"


def _sharing(eyes: Sight, area: Area) -> list[Row]:
    """Tell those who only wait whose choice it is."""
    name = plain(seat_name(eyes.view, number(branch(eyes.view.game, "turn"), "seat", -1)))
    told = f"{name} shares out 16 points."
    return [row(part) for part in wrap(told, area.columns)]


def _split(eyes: Sight, area: Area) -> list[Row]:
    wide = _wide(area)
    rows = [row(("title", "SHARE OUT 16 POINTS" if wide else "16 POINTS"))]
    hint = advised(eyes.view) or {}
    for charisma in SPLITS:
        both = (charisma, 16 - charisma)
        text_ = "Charisma {}  Endurance {}" if wide else "Ch {}  En {}"
        mark = hinted(holds=hint.get("charisma") == charisma)
        rows.append(row(mark, ("key", str(charisma)), "  " + text_.format(*both)))
    if wide:
        rows.append(row(("dim", clip(SPLIT_FOR, area.columns))))
    return rows


def _encounter(eyes: Sight, area: Area) -> list[Row]:
    figure = eyes.subject
    if figure is None:
        return []
    lying = ground.lies(eyes.view.game, figure.at)
    head = row(("bad", "CREATURE "), card(lying), f" {words(lying)}" if _wide(area) else "")
    if figure.wounds >= 0:
        return [head, *_fight(lying, area, odds_=eyes.odds)]
    known = ways(eyes.view, figure, lying)
    best = max((way.chance for way in known), default=0)
    hint = (advised(eyes.view) or {}).get("do")
    rows = [head]
    rows += [
        row(
            hinted(holds=way.do == hint),
            *_way(way, area, odds_=eyes.odds, best=0 < way.chance == best),
        )
        for way in known
    ]
    spent = [
        TRAITS[name] for do, name in asked(eyes.view, lying) if do not in {w.do for w in known}
    ]
    if not any(way.do == "face" for way in known):
        rows += [row(("dim", f"   {name} is at 0")) for name in spent]
    if _wide(area):
        faces = any(way.do == "face" for way in known)
        what = "each in turn drops by 1" if faces else "that one drops by 1"
        rows.append(row(("dim", f"   two dice; {what}")))
    return rows


def _fight(lying: str, area: Area, *, odds_: bool) -> list[Row]:
    """Tell of a round of combat, and its chances."""
    if not odds_:
        return [row(("key", " f "), "fight"), row(("dim", "   both strike at once"))]
    chances = bout(lying)
    told: Row = (("bold", f"{chances.hit}%"), ("", "  wound "), ("bold", f"{chances.hurt}%"))
    if not _wide(area):
        return [row(("key", " f "), "fight: hit ", told[0]), row("   ", *told[1:])]
    more = row(("dim", "   both strike at once, wounds stay"))
    return [row(("key", " f "), "fight   hit ", *told), more]


def _way(way: Way, area: Area, *, odds_: bool, best: bool) -> Row:
    """Tell what one answer to a creature needs, and its chance."""
    name, mark = ("key", f"{LETTERS[way.do]} "), ("good", "◂" if best and odds_ else " ")
    chance = ("bold", f"{way.chance:>3}%" if odds_ else "")
    if len(way.tests) > 1:
        needs = "".join(f"{TRAITS[trait][0]}{need} " for trait, need in way.tests)
        if _wide(area):
            needs = " and ".join(f"{TRAITS[trait][:2]} {need}" for trait, need in way.tests)
    elif _wide(area):
        needs = "".join(f"{TRAITS[trait]:<9} {need} or less" for trait, need in way.tests)
    else:
        needs = "".join(f"{TRAITS[trait][:2]} {need} " for trait, need in way.tests)
    if _wide(area):
        return row(name, f"{way.do:<6}", pad(needs, area.columns - 15), chance, mark)
    return row(name, f"{way.do:<6}{needs}", chance, mark)


def _bargain(eyes: Sight, area: Area) -> list[Row]:
    pays = price(eyes.view)
    return [
        row(("title", "A BARGAIN")),
        row(("key", " g "), f"bargain for {pays}" if _wide(area) else f"for 1 {pays.split()[-1]}"),
        row(("key", " . "), "refuse"),
    ]


def _extras(eyes: Sight, area: Area) -> list[Row]:
    """List by number what no key is for."""
    told = [plain(deed(choice, eyes.view)) for choice in extras(eyes.view)]
    return [
        row(("key", f" {digit} "), pad(what, area.columns - 3))
        for digit, what in enumerate(told, 1)
    ]


def _result(eyes: Sight, area: Area) -> list[Row]:
    return result(eyes.view, area.columns)


def _others(eyes: Sight, columns: int) -> list[Row]:
    mover = number(branch(eyes.view.game, "turn"), "seat", -1)
    return [_other(eyes, one, columns, moves=one.seat == mover) for one in eyes.figures]


def _other(eyes: Sight, one: ground.Figure, columns: int, *, moves: bool) -> Row:
    name = plain(seat_name(eyes.view, one.seat))
    sign, word = presence(eyes.view, one.seat)
    traits = f"Ch {one.charisma} En {one.endurance}" if one.charisma >= 0 else "undecided"
    if one.wounds >= 0:
        traits = f"Wounds {one.wounds}"
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
        traits = _traits_short(one)
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

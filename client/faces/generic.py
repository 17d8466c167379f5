"""The face of a game this client does not know: its trees, folded to fit, and its choices.

Few choices are listed one by one and numbered as in plain mode. Many are listed by kind, with
the values of their parameters to be turned like dials.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from haydes.client.model import Described, Model, View, choices, my_turn, phase, seat_name, seats
from haydes.client.read import many, written
from haydes.client.screens.result import result
from haydes.client.screens.rows import (
    Area,
    Drawing,
    Piece,
    Row,
    Spot,
    beside,
    fill,
    pad,
    plain,
    row,
    rule,
)
from haydes.client.screens.seats import presence
from haydes.client.screens.ui import Key, Press, Ui, act, key, noted
from haydes.client.screens.ui import dropped as carried
from haydes.protocol.tree import Tree, Value

__all__ = ["RULES", "carried", "draw", "height", "inspect", "keys", "mover", "now", "progress"]

DIGITS = 9  # so many choices have a key each
DEEPEST = 6
SHARE = (3, 5)  # of the columns, for the trees
OWN = ("seat", "prompt", "choices")  # parts of the private tree that are shown otherwise

RULES = (
    "This client has no drawing for this game, but any game can be played.",
    "On the left is what everybody sees, on the right what you may do.",
    "Choose with up and down, or by number.",
    "If a choice has several values, left and right change the marked one, Tab marks the next.",
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A choice, or a kind of choices: the values of each parameter."""

    do: str
    parameters: Mapping[str, Sequence[Value]]


def height(_view: View) -> int:
    return 16


def draw(view: View, ui: Ui, area: Area) -> Drawing:
    left = area.columns * SHARE[0] // SHARE[1] - 1
    right = area.columns - left - 2
    head: list[Row] = [*_people(view, right), rule(right)]
    if phase(view) == "over":
        head += [*result(view, right), rule(right)]
    private = {name: value for name, value in view.you.items() if name not in OWN}
    head += [row(line) for line in folded(private, Area(max(3, area.rows // 3), right))]
    listed = _choices(view, ui, Area(max(1, area.rows - len(head)), right))
    at = Spot(len(head) + listed.cursor.row, left + 2 + listed.cursor.column)
    tree = [row(line) for line in folded(view.game, Area(area.rows, left))]
    line = fill([row(("rule", "│ "))] * area.rows, Area(area.rows, 2))
    panel = fill([*head, *listed.rows], Area(area.rows, right))
    whole = beside(beside(fill(tree, Area(area.rows, left)), line), panel)
    spot = Spot(min(at.row, area.rows - 1), min(at.column, area.columns - 1))
    steps = tuple(len(head) + line for line in listed.steps if len(head) + line < area.rows)
    return Drawing(whole, spot, steps)


def keys(view: View, _ui: Ui) -> tuple[Key, ...]:
    mine = my_turn(view)
    dials = mine and any(
        len(values) > 1 for offer in offers(view) for values in offer.parameters.values()
    )
    return (
        key("up down", "↑↓", "choose what to do", _pick, hint="choose" if mine else ""),
        key("left right", "←→", "change the marked value", _turn, hint="value" if dials else ""),
        key("tab", "Tab", "mark the next value", _mark, hint="next value" if dials else ""),
        key("enter", "Enter", "do it", _enter, hint="do it" if mine else ""),
        key("1 2 3 4 5 6 7 8 9", "1-9", "do (or mark) the choice with that number", _number),
    )


def now(view: View, _ui: Ui) -> str:
    return "Your move: choose, then Enter." if my_turn(view) else "Waiting for the others."


def mover(_view: View) -> int | None:
    return None


def progress(_view: View) -> str:
    return ""


def inspect(view: View) -> tuple[str, ...]:
    """Return the whole public tree."""
    return tuple(_lines(view.game, DEEPEST, 76, ""))


def offers(view: View) -> list[Offer]:
    """Return the single choices if there are few, else their kinds."""
    singles = choices(view)
    if len(singles) <= DIGITS:
        return [_offer(action) for action in singles]
    return [_offer(group) for group in many(view.you, "choices") if isinstance(group, dict)]


def _offer(tree: Mapping[str, Value]) -> Offer:
    parameters = {
        name: value if isinstance(value, list) else [value]
        for name, value in tree.items()
        if name != "do"
    }
    return Offer(written(tree.get("do", "")), parameters)


def folded(tree: Tree, area: Area) -> list[str]:
    """Return a tree in so many lines at most, as deep as they allow."""
    for depth in range(DEEPEST, 0, -1):
        lines = list(_lines(tree, depth, area.columns, ""))
        if len(lines) <= area.rows:
            return lines
    lines = list(_lines(tree, 0, area.columns, ""))
    return lines if len(lines) <= area.rows else [*lines[: area.rows - 1], "…"]


def _lines(tree: Tree, depth: int, columns: int, indent: str) -> Iterator[str]:
    for name, value in tree.items():
        line = f"{indent}{plain(name)}: {_flat(value)}"
        if isinstance(value, Mapping) and depth and len(line) > columns and value:
            yield f"{indent}{plain(name)}"
            yield from _lines(value, depth - 1, columns, indent + "  ")
        else:
            yield line


def _flat(value: Value) -> str:
    if isinstance(value, Mapping):
        return (
            ", ".join(f"{plain(name)} {_bracketed(inner)}" for name, inner in value.items()) or "-"
        )
    return plain(written(value))


def _bracketed(value: Value) -> str:
    return f"({_flat(value)})" if isinstance(value, Mapping | list) else _flat(value)


def _people(view: View, columns: int) -> Iterator[Row]:
    for seat, _ in seats(view):
        sign, word = presence(view, seat)
        yield row(
            f"{seat + 1} ",
            pad(plain(seat_name(view, seat)), max(4, columns - 9)),
            " ",
            sign,
            " ",
            word,
        )


def _choices(view: View, ui: Ui, area: Area) -> Drawing:
    """List what may be done, scrolled so that the picked one is in sight."""
    listed = offers(view)
    pick = min(ui.pick, len(listed) - 1)
    rows = [_choice(ui, offer, n, picked=n == pick) for n, offer in enumerate(listed)]
    first = max(0, min(pick - area.rows // 2, len(rows) - area.rows))
    shown = tuple(rows[first : first + area.rows])
    return Drawing(shown, Spot(max(0, pick - first), 0), tuple(range(len(shown))))


def _choice(ui: Ui, offer: Offer, number: int, *, picked: bool) -> Row:
    pieces: list[Piece] = [
        ("bold", "▸" if picked else " "),
        ("key", str(number + 1)),
        ("", f" {plain(offer.do)}"),
    ]
    dials = _dials(ui, offer) if picked else (0,) * len(offer.parameters)
    turning = _turning(offer)
    marked = turning[ui.dial % len(turning)] if turning and picked else ""
    for (name, values), dial in zip(offer.parameters.items(), dials, strict=True):
        pieces.append(("dim", f" {plain(name)} "))
        chosen = plain(written(values[dial]))
        if len(values) > 1:
            chosen = f"<{chosen}>" if name == marked else f"({chosen})"
        pieces.append(("picked" if name == marked else "", chosen))
    return tuple(pieces)


def _dials(ui: Ui, offer: Offer) -> tuple[int, ...]:
    """Return which value of each parameter is chosen."""
    lengths = [len(values) for values in offer.parameters.values()]
    dials = ui.dials if len(ui.dials) == len(lengths) else (0,) * len(lengths)
    return tuple(dial % length for dial, length in zip(dials, lengths, strict=True))


def _turning(offer: Offer) -> list[str]:
    return [name for name, values in offer.parameters.items() if len(values) > 1]


def _picked(model: Model, ui: Ui) -> Offer | None:
    listed = offers(model.view) if model.view else []
    return listed[min(ui.pick, len(listed) - 1)] if listed else None


def _pick(model: Model, ui: Ui, name: str) -> Press:
    listed = offers(model.view) if model.view else []
    if not listed:
        return noted(ui, "Wait for your turn.")
    step = -1 if name == "up" else 1
    return Press(
        replace(ui, pick=(min(ui.pick, len(listed) - 1) + step) % len(listed), dials=(), dial=0)
    )


def _turn(model: Model, ui: Ui, name: str) -> Press:
    offer = _picked(model, ui)
    turning = _turning(offer) if offer else []
    if offer is None or not turning:
        return Press(ui)
    marked = list(offer.parameters).index(turning[ui.dial % len(turning)])
    dials = list(_dials(ui, offer))
    dials[marked] += -1 if name == "left" else 1
    return Press(replace(ui, dials=_dials(replace(ui, dials=tuple(dials)), offer)))


def _mark(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, dial=ui.dial + 1))


def _enter(model: Model, ui: Ui, _name: str) -> Press:
    view, offer = model.view, _picked(model, ui)
    if view is None or offer is None:
        return noted(ui, "Wait for your turn.")
    return act(model, view, ui, _action(ui, offer))


def _number(model: Model, ui: Ui, name: str) -> Press:
    view = model.view
    listed = offers(view) if view else []
    number = int(name) - 1
    if view is None or number >= len(listed):
        return noted(ui, f"There is no choice {name}.")
    if _turning(listed[number]):
        return Press(replace(ui, pick=number, dials=(), dial=0))
    return act(model, view, ui, _action(replace(ui, dials=()), listed[number]))


def _action(ui: Ui, offer: Offer) -> Described:
    action: Described = {"do": offer.do}
    for (name, values), dial in zip(offer.parameters.items(), _dials(ui, offer), strict=True):
        value = values[dial]
        if isinstance(value, str | int):
            action[name] = value
    return action

"""The keys of Release the Hounds, and what the player is told to do now."""

from collections.abc import Sequence
from dataclasses import replace
from string import ascii_lowercase

from haydes.client.cards import card
from haydes.client.faces.hounds.sight import Sight, sight
from haydes.client.faces.signs import letter
from haydes.client.hounds import counts, track
from haydes.client.hounds.sentences import TOWARDS, name_of
from haydes.client.model import Model, View, my_turn, seat_name
from haydes.client.read import branch, text
from haydes.client.screens.rows import plain
from haydes.client.screens.ui import Key, Press, Ui, act, key, noted

DIE = 6
LETTERS = ascii_lowercase[:8]
STEPS = {"up": -1, "down": 1}


def keys(view: View, ui: Ui) -> tuple[Key, ...]:
    """Return all keys of a match; those that can act now have a hint."""
    mine = my_turn(view)
    eyes = sight(view, ui)
    joker = track.is_joker(eyes.card)
    hints = {
        "pick": "card" if mine and len(eyes.hand) > 1 else "",
        "aim": ("direction" if joker else "target") if mine else "",
        "enter": "play it" if eyes.aim else "",
        "discard": "discard" if mine and track.force(view.game) is None else "",
    }
    return (
        key("1 2", "1 2", "pick a card of your hand", _pick, hint=hints["pick"]),
        key(
            " ".join(LETTERS),
            "a-h",
            "aim at that convict; a Joker: e to Escape, h to The Hounds",
            _letter,
        ),
        key("up down right left", "←↑↓→", "aim, one after the other", _arrow, hint=hints["aim"]),
        key("enter", "Enter", "play the card on whom it is aimed at", _enter, hint=hints["enter"]),
        key(
            ". space",
            ".",
            "or Space: discard what you hold, which ends your part",
            _discard,
            hint=hints["discard"],
        ),
    )


def now(view: View, ui: Ui) -> str:
    """Return what this player can do now, or whom the table waits for."""
    eyes = sight(view, ui)
    force = track.force(view.game)
    if not my_turn(view):
        return _waiting(eyes, force)
    name = card(eyes.card)
    if not eyes.aim:
        if track.is_joker(eyes.card):
            return f"The {name}: → runs to Escape, ← to The Hounds. All move by a die."
        keys_ = " ".join(letter(int(aim), -1) for aim in eyes.targets if aim.isdecimal())
        does = f" ({track.steps(eyes.card):+})" if track.steps(eyes.card) else ""
        must = "You are forced: the" if force else "The"
        return f"{must} {name}{does} on whom? {keys_} or arrows."
    if eyes.aim in track.ENDS:
        told = f"Enter: {name}, all move a die towards {TOWARDS[eyes.aim]}"
        return f"{told}{_throws(eyes) if ui.odds else ''}."
    return f"Enter: {name} on {_named(eyes, int(eyes.aim))}{_leads(eyes, odds=ui.odds)}."


def _named(eyes: Sight, seat: int) -> str:
    return "yourself" if seat == eyes.me else plain(seat_name(eyes.view, seat))


def _throws(eyes: Sight) -> str:
    """Return how likely a Joker's die takes this player off the track, if it may."""
    one = track.convict(eyes.view.game, eyes.me)
    stands = one.at + one.net
    needed = track.length(eyes.view.game) + 1 - stands if eyes.aim == "escape" else stands
    if needed > DIE:
        return ""
    return f"; you are off at {max(1, needed)}+ ({counts.die(needed)}%)"


def _leads(eyes: Sight, *, odds: bool) -> str:
    """Return where the picked card would lead to, or what it would do."""
    one = track.convict(eyes.view.game, int(eyes.aim))
    if track.is_court(eyes.card):
        where = "you" if track.is_red(eyes.card) else "others"
        red, black, *_ = counts.chances(eyes.view, one.pile)
        each = f": red {red}%, black {black}%" if odds and one.hand else ""
        return f", who plays all on {where}{each}"
    to = one.at + eyes.net(one)
    off = track.end(eyes.view.game, to)
    return f": {one.at} to {TOWARDS[off] if off else to} so far"


def _waiting(eyes: Sight, force: track.Force | None) -> str:
    if eyes.mover < 0:
        return "The match is over."
    name = plain(seat_name(eyes.view, eyes.mover))
    does = f"{name} plays."
    if force is not None:
        by = plain(name_of(eyes.view, force.by))
        does = f"{name} must play every card on {by if force.red else f'others than {by}'}."
    state = track.convict(eyes.view.game, eyes.me).state if eyes.me >= 0 else ""
    gone = {"escaped": "You have escaped.", "caught": "The hounds have you."}.get(state)
    return f"{gone} {does}" if gone else does


def _pick(model: Model, ui: Ui, name: str) -> Press:
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    held = track.hand(view)
    if int(name) > len(held):
        return noted(ui, f"You hold one card, the {card(held[0])}." if held else "No cards.")
    return Press(replace(ui, pick=int(name) - 1))


def _letter(model: Model, ui: Ui, name: str) -> Press:
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    eyes = sight(view, ui)
    if track.is_joker(eyes.card):
        ends = {end[0]: end for end in track.ENDS}
        if name in ends:
            return Press(replace(ui, aim=ends[name]))
        return noted(ui, "A Joker moves everybody: choose a direction.")
    aim = str(LETTERS.index(name))
    if aim in eyes.targets:
        return Press(replace(ui, aim=aim))
    return noted(ui, _why_not(eyes, int(aim)))


def _why_not(eyes: Sight, seat: int) -> str:
    one = next((one for one in eyes.convicts if one.seat == seat), None)
    if one is None:
        return f"There is no convict {letter(seat, -1)}."
    if not one.runs:
        return f"{plain(seat_name(eyes.view, seat))} has left the track."
    if track.force(eyes.view.game) is not None:
        allowed = " ".join(letter(int(aim), -1) for aim in eyes.targets if aim.isdecimal())
        return f"You are forced to play on {allowed}."
    return "A court card is for others than yourself."


def _arrow(model: Model, ui: Ui, name: str) -> Press:
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    eyes = sight(view, ui)
    if not eyes.targets:
        return Press(ui)
    if eyes.targets[0] in track.ENDS and name in ("left", "right"):
        return Press(replace(ui, aim="escape" if name == "right" else "hounds"))
    return Press(replace(ui, aim=_next(eyes.targets, eyes.aim, back=name in ("up", "left"))))


def _next(targets: Sequence[str], aim: str, *, back: bool) -> str:
    if aim not in targets:
        return targets[-1 if back else 0]
    return targets[(targets.index(aim) + (-1 if back else 1)) % len(targets)]


def _enter(model: Model, ui: Ui, _name: str) -> Press:
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    eyes = sight(view, ui)
    if not eyes.aim:
        return noted(ui, "Aim first: a letter, or the arrows.")
    return act(model, view, ui, track.action(eyes.card, eyes.aim))


def _discard(model: Model, ui: Ui, _name: str) -> Press:
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    if text(branch(view.game, "turn"), "phase") == "forced":
        return noted(ui, "You are forced to play your cards, not to discard them.")
    return act(model, view, ui, {"do": "discard"})

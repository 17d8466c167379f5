"""The keys of HolyQuest, and what the player is told to do now."""

from dataclasses import replace

from haydes.client.faces.holyquest.sight import (
    UNDECIDED,
    Sight,
    chosen,
    kind_of,
    named,
    place,
    sight,
)
from haydes.client.holyquest import party
from haydes.client.holyquest.commands import idle
from haydes.client.holyquest.sentences import deed, question, trap_ahead, waits
from haydes.client.model import Model, View, choices, my_turn
from haydes.client.screens.rows import plain
from haydes.client.screens.ui import Key, Press, Ui, act, key, noted, unpicked

WAIT = "Wait for the others."
ENDS = ("done", "draw")  # what "." does, whichever is possible


def keys(view: View, ui: Ui) -> tuple[Key, ...]:
    """Return all keys of a match; those that can act now have a hint."""
    eyes = sight(view, ui)
    several = len(eyes.offered) > 1
    heroes = {action.get("hero") for action in eyes.offered}
    foes = {action.get("foe") for action in eyes.offered}
    end = next((kind for kind in ENDS if kind in eyes.kinds), "")
    return (
        key(
            "up down s",
            "↑↓",
            "or s: pick what to do",
            _kind,
            hint="deed" if len(eyes.kinds) > 1 else "",
        ),
        key("1 2 3 4", "1-4", "pick a hero", _hero, hint="hero" if len(heroes) > 1 else ""),
        key("a b c d", "a-d", "pick a monster", _foe, hint="monster" if len(foes) > 1 else ""),
        key("left right", "←→", "pick the next hero or monster", _turn),
        key("enter", "Enter", "do it", _enter, hint="do it" if several or eyes.action else ""),
        key(
            ". space",
            ".",
            "or Space: be done with your go; in the camp, draw",
            _end,
            hint=end and named(end, view),
        ),
    )


def now(view: View, ui: Ui) -> str:
    """Return what this player can do now, or whom the table waits for."""
    eyes = sight(view, ui)
    if eyes.action is not None:
        return " ".join(filter(None, (_asked(view, eyes), f"Enter: {eyes.told}.")))
    told = plain(waits(view))
    return told[:1].upper() + told[1:] if told else "The match is over."


def carried(before: View, after: View, ui: Ui) -> Ui:
    """Keep the picked action through the acts of others; if it is gone, Enter does no other."""
    old, blank = sight(before, ui).action, unpicked(ui)
    if old is None or not my_turn(after):
        return blank
    kinds, kind = sight(after, blank).kinds, kind_of(old)
    nearest = replace(blank, pick=kinds.index(kind) if kind in kinds else 0, dials=place(old))
    gone = "" if old in choices(after) else plain(deed(old, before))
    return replace(nearest, halted=gone)


def _asked(view: View, eyes: Sight) -> str:
    """Return what is to be decided, as far as the picked action does not tell it."""
    if eyes.defends:
        return "Who faces it?"  # the whole question would push the chance off the line
    if party.phase(view.game) == "traps":
        return trap_ahead(view)  # what can be done stands above
    return "" if party.phase(view.game) == party.ALL_AT_ONCE else plain(question(view))


def _kind(model: Model, ui: Ui, name: str) -> Press:
    eyes = _mine(model, ui)
    if eyes is None:
        return noted(ui, WAIT)
    at = eyes.kinds.index(eyes.kind) + (-1 if name == "up" else 1)
    return Press(replace(ui, pick=at % len(eyes.kinds)))


def _hero(model: Model, ui: Ui, name: str) -> Press:
    eyes = _mine(model, ui)
    if eyes is None:
        return noted(ui, WAIT)
    hero = int(name) - 1
    if all(place(action)[0] != hero for action in eyes.offered):
        return noted(ui, _why_not(eyes, eyes.heroes[hero]))
    return _aim(eyes, ui, hero, place(eyes.action)[1] if eyes.action else -1)


def _foe(model: Model, ui: Ui, name: str) -> Press:
    eyes = _mine(model, ui)
    if eyes is None:
        return noted(ui, WAIT)
    foe = party.LETTERS.index(name) + 1
    if all(place(action)[1] != foe for action in eyes.offered):
        known = next((one for one in eyes.foes if one.number == foe), None)
        if known is None:
            return noted(ui, f"There is no monster {name}.")
        beaten = f"{plain(known.card)} is beaten."
        return noted(ui, f"No monster for: {eyes.kind}." if known.stands else beaten)
    return _aim(eyes, ui, place(eyes.action)[0] if eyes.action else -1, foe)


def _aim(eyes: Sight, ui: Ui, hero: int, foe: int) -> Press:
    action = chosen(eyes.offered, (hero, foe))
    return Press(replace(ui, dials=place(action) if action else UNDECIDED))


def _why_not(eyes: Sight, one: party.Hero) -> str:
    name = f"The {party.titled(one.name)}"
    if why := idle(one, eyes.kind, eyes.view):
        return f"{name} {plain(why)}."
    what = named(eyes.kind, eyes.view)
    others = len(eyes.kinds) > 1
    then = ", ↑↓ picks something else." if others else "."
    if any("hero" in action for action in eyes.offered):
        return f"{name} cannot {what} now{then}"
    if user := party.SKILLS.get(eyes.kind):
        aims = any("foe" in action for action in eyes.offered)
        how = "a-d picks the monster" if aims else "Enter does it"
        return f"{what.capitalize()} is the {party.titled(user)}'s: {how}{then}"
    return f"No hero is picked for: {what}{then}"


def _turn(model: Model, ui: Ui, name: str) -> Press:
    eyes = _mine(model, ui)
    if eyes is None or eyes.action is None:
        return noted(ui, WAIT)
    step = -1 if name == "left" else 1
    action = eyes.offered[(eyes.offered.index(eyes.action) + step) % len(eyes.offered)]
    return Press(replace(ui, dials=place(action)))


def _enter(model: Model, ui: Ui, _name: str) -> Press:
    eyes = _mine(model, ui)
    if eyes is None or eyes.action is None:
        return noted(ui, WAIT)
    if ui.halted:
        return noted(ui, f"Not possible any more: {ui.halted}. Now Enter: {eyes.told}.")
    return act(model, eyes.view, ui, eyes.action)


def _end(model: Model, ui: Ui, _name: str) -> Press:
    eyes = _mine(model, ui)
    if eyes is None:
        return noted(ui, WAIT)
    end = next((kind for kind in ENDS if kind in eyes.kinds), "")
    return act(model, eyes.view, ui, {"do": end}) if end else noted(ui, "Choose first.")


def _mine(model: Model, ui: Ui) -> Sight | None:
    view = model.view
    return sight(view, ui) if view is not None and my_turn(view) else None

"""The keys of Escape from Haydes, and what the player is told to do now."""

from dataclasses import replace

from haydes.client.cards import card, the
from haydes.client.faces.haydes.tiles import Sight, around, sight
from haydes.client.haydes import ground, odds
from haydes.client.model import (
    Described,
    Model,
    View,
    choices,
    my_seat,
    my_turn,
    seat_name,
)
from haydes.client.read import branch, number, text
from haydes.client.screens.rows import plain
from haydes.client.screens.ui import Key, Press, Ui, act, key, noted

AIMS = {"n": "north", "e": "east", "s": "south", "w": "west"}
ARROWS = {"up": "north", "right": "east", "down": "south", "left": "west"}
CALLS = {"h": "higher", "+": "higher", "=": "higher", "l": "lower", "-": "lower"}
DEEDS = {"t": "talk", "b": "brawl", ".": "stop", "space": "stop"}


def keys(view: View, ui: Ui) -> tuple[Key, ...]:
    """Return all keys of a match; those that can act now have a hint."""
    can = {str(action["do"]) for action in choices(view)}
    face = ground.lies(view.game, ui.aim) if ui.aim else ""
    moves, down = "stop" in can, ground.is_down(face)
    guess = "higher" if down else ""
    hints = {
        "aim": "aim" if moves else "",
        "higher": guess,
        "lower": "lower" if down else "",
        "walk": "walk" if face and not down else "",
        "stop": "end turn" if moves else "",
    }
    return (
        key(
            "n e s w up right down left",
            "←↑↓→",
            "or n e s w: aim at a card",
            _aim,
            hint=hints["aim"],
        ),
        key("h + =", "h", "or +: guess that it is higher", _guess, hint=hints["higher"]),
        key("l -", "l", "or -: guess that it is lower", _guess, hint=hints["lower"]),
        key("enter", "Enter", "walk onto the aimed card, face up", _walk, hint=hints["walk"]),
        key("t", "t", "talk to a creature (Charisma)", _deed, hint="talk" if "talk" in can else ""),
        key("b", "b", "brawl with it (Endurance)", _deed, hint="brawl" if "brawl" in can else ""),
        key(
            "7 8 9",
            "7 8 9",
            "share out: so much Charisma",
            _split,
            hint="Charisma" if "split" in can else "",
        ),
        key(". space", ".", "or Space: end your turn", _deed, hint=hints["stop"]),
    )


def now(view: View, ui: Ui) -> str:
    """Return what this player can do now, or whom the table waits for."""
    turn = branch(view.game, "turn")
    mover = number(turn, "seat", -1)
    stage = text(turn, "phase")
    if not my_turn(view):
        return _waiting(view, mover, stage)
    if stage == "split":
        return "Press 7, 8 or 9 for your Charisma, out of 16 points."
    eyes = sight(view, ui.aim)
    figure = eyes.subject
    if figure is None:
        return "Your move."
    if stage == "encounter":
        name = the(ground.lies(view.game, figure.at))
        ways = [
            way
            for way, points in (("t talks", figure.charisma), ("b brawls", figure.endurance))
            if points > 0
        ]
        return f"{name[:1].upper()}{name[1:]} bars your way: {', '.join(ways)}."
    return _move(eyes, figure)


def _move(eyes: Sight, figure: ground.Figure) -> str:
    game = eyes.view.game
    if not eyes.aim:
        ways = " ".join(eyes.targets.values())
        return f"Your move: aim with {ways} or arrows; a period ends it."
    lying = ground.lies(game, eyes.aim)
    guess = odds.guess(game, figure.at, eyes.aim)
    if guess:
        return (
            f"{eyes.aim}: is it h higher ({guess.higher}%) or l lower ({guess.lower}%)"
            f" than {_count(ground.lies(game, figure.at))}?"
        )
    name = card(lying.removesuffix(ground.BEATEN))
    if ground.is_creature(lying):
        return f"{eyes.aim}: Enter walks to {the(lying)}, and you must test the creature."
    equal = ground.value(lying) == ground.value(ground.lies(game, figure.at))
    then = ", which ends your turn (same value)" if equal else ""
    return f"{eyes.aim}: Enter walks to the {name}{then}."


def _count(lying: str) -> str:
    return "0" if lying == ground.START else str(ground.value(lying))


def _waiting(view: View, mover: int, stage: str) -> str:
    seat = my_seat(view)
    if mover < 0:
        return "The match is over."
    name = plain(seat_name(view, mover))
    does = {"split": "shares out the points", "encounter": "faces a creature"}.get(stage, "moves")
    mine = ground.figure(view.game, seat) if seat is not None else None
    if mine and mine.state == "out":
        return f"You are out; watch the others, or q leaves. {name} {does}."
    if mine and mine.state == "stuck":
        return f"{name} {does}. You are stuck with your creature until your turn."
    return f"{name} {does}."


def _aim(model: Model, ui: Ui, name: str) -> Press:
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    eyes = sight(view, ui.aim)
    way = AIMS.get(name) or ARROWS[name]
    place = around(view, eyes.subject).get(way, "")
    if not eyes.targets:
        return noted(ui, "You cannot move now: " + now(view, ui))
    if place not in eyes.targets:
        stand = eyes.subject.at if eyes.subject else "here"
        return noted(ui, f"There is no card {way} of {stand}.")
    return Press(replace(ui, aim=place))


def _guess(model: Model, ui: Ui, name: str) -> Press:
    call = CALLS[name]
    return _target(
        model, ui, {"do": "move", "to": ui.aim, "call": call}, f"Aim first, then {call}."
    )


def _walk(model: Model, ui: Ui, _name: str) -> Press:
    return _target(model, ui, {"do": "walk", "to": ui.aim}, "Aim at a card first.")


def _target(model: Model, ui: Ui, action: Described, unaimed: str) -> Press:
    """Act on the aimed card, or say why not."""
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    if action in choices(view):
        return act(model, view, ui, action)
    if not any(choice["do"] == "stop" for choice in choices(view)):
        return noted(ui, "You cannot move now: " + now(view, ui))
    if not ui.aim:
        return noted(ui, unaimed)
    if action["do"] == "walk":
        return noted(ui, f"{ui.aim} is face down: say h higher or l lower.")
    return noted(ui, f"{ui.aim} is face up: Enter walks there.")


def _deed(model: Model, ui: Ui, name: str) -> Press:
    do = DEEDS[name]
    no = {
        "talk": "There is nobody you could talk to.",
        "brawl": "There is nobody you could brawl with.",
        "stop": "You cannot end your turn now.",
    }
    return _one(model, ui, {"do": do}, no[do])


def _split(model: Model, ui: Ui, name: str) -> Press:
    return _one(
        model, ui, {"do": "split", "charisma": int(name)}, "There are no points to share out."
    )


def _one(model: Model, ui: Ui, action: Described, otherwise: str) -> Press:
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    return act(model, view, ui, action) if action in choices(view) else noted(ui, otherwise)

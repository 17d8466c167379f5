"""The keys of Escape from Haydes, and what the player is told to do now."""

from dataclasses import replace

from haydes.client.cards import card, the
from haydes.client.faces.haydes.tiles import RIDE, Sight, around, sight
from haydes.client.haydes import ground, odds
from haydes.client.haydes.creatures import ways
from haydes.client.haydes.sentences import price, seen
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
DEEDS = {
    "t": ("talk",),
    "b": ("brawl",),
    "f": ("fight", "face"),
    "g": ("bargain",),
    ".": ("stop",),
    "space": ("stop",),
}
LETTERS = {do: name for name, does in DEEDS.items() if name != "space" for do in does}
DOING = {
    "split": "shares out the points",
    "encounter": "faces a creature",
    "bargain": "is offered a bargain",
    "keys": "has the keys to look at a card",
}
AIMED = ("move", "walk", "ride", "peek")  # what is done to the aimed card


def keys(view: View, ui: Ui) -> tuple[Key, ...]:
    """Return all keys of a match; those that can act now have a hint."""
    can = {str(action["do"]) for action in choices(view)}
    face = ground.lies(view.game, ui.aim) if ui.aim else ""
    peeks, down = "peek" in can, ground.is_down(face)
    guesses = down and not peeks
    enters = "ride" if sight(view, ui.aim).targets.get(ui.aim) == RIDE else "walk"
    hints = {
        "aim": "aim" if can & {"move", "walk", "peek"} else "",
        "ride": "ride" if "ride" in can else "",
        "higher": "higher" if guesses else "",
        "lower": "lower" if guesses else "",
        "walk": ("look" if peeks else enters) if face and not guesses else "",
        "stop": ("refuse" if "bargain" in can else "end turn") if "stop" in can else "",
        "fight": next(iter(can & {"fight", "face"}), ""),
    }
    return (
        key(
            "n e s w up right down left",
            "←↑↓→",
            "or n e s w: aim at a card",
            _aim,
            hint=hints["aim"],
        ),
        key(RIDE, RIDE, "aim at a card two moves away, to ride there", _ride, hint=hints["ride"]),
        key("h + =", "h", "or +: guess that it is higher", _guess, hint=hints["higher"]),
        key("l -", "l", "or -: guess that it is lower", _guess, hint=hints["lower"]),
        key(
            "enter",
            "Enter",
            "walk onto the aimed card, face up; look at it with the keys",
            _walk,
            hint=hints["walk"],
        ),
        key("t", "t", "talk to a creature (Charisma)", _deed, hint="talk" if "talk" in can else ""),
        key("b", "b", "brawl with it (Endurance)", _deed, hint="brawl" if "brawl" in can else ""),
        key("f", "f", "fight a creature, or face Vakhraca", _deed, hint=hints["fight"]),
        key("g", "g", "strike a bargain", _deed, hint="bargain" if "bargain" in can else ""),
        key(
            "1 2 3 4 5 6 7 8 9",
            "7 8 9",
            "share out: so much Charisma",
            _digit,
            hint="Charisma" if "split" in can else "",
        ),
        key(". space", ".", "or Space: end your turn, refuse a bargain", _deed, hint=hints["stop"]),
    )


def now(view: View, ui: Ui) -> str:
    """Return what this player can do now, or whom the table waits for."""
    turn = branch(view.game, "turn")
    mover = number(turn, "seat", -1)
    stage = text(turn, "phase")
    if not my_turn(view):
        return _waiting(view, mover, stage)
    if stage == "split":
        return "7, 8 or 9: Charisma, to talk past creatures; the rest Endurance, to brawl."
    eyes = sight(view, ui.aim, odds=ui.odds)
    figure = eyes.subject
    if figure is None:
        return "Your move."
    return _asked(eyes, figure, stage) or _move(eyes, figure)


def _asked(eyes: Sight, figure: ground.Figure, stage: str) -> str:
    """Return what a player is asked who is not simply to move, or ""."""
    view = eyes.view
    if stage == "encounter":
        face = ground.lies(view.game, figure.at)
        name = the(face)
        does = ["fight"] if figure.wounds >= 0 else [way.do for way in ways(view, figure, face)]
        told = ", ".join(f"{LETTERS[do]} {do}s" for do in does)
        return f"{name[:1].upper()}{name[1:]} bars your way: {told}."
    if stage == "bargain":
        return f"A bargain: g pays {price(view)}, a period refuses."
    if stage == "keys" and eyes.aim:
        return f"Enter looks at {eyes.aim}; only you will see the card."
    if stage == "keys":
        return f"You have the keys: aim with {' '.join(eyes.targets.values())}, and Enter looks."
    extra = extras(view)
    return f"Your move: choose by number, 1 to {len(extra)}." if extra else ""


def _move(eyes: Sight, figure: ground.Figure) -> str:
    game = eyes.view.game
    if not eyes.aim:
        keys_ = " ".join(dict.fromkeys(eyes.targets.values()))
        return f"Your move: aim with {keys_} or arrows; a period ends it."
    lying = ground.lies(game, eyes.aim)
    rides = eyes.targets[eyes.aim] == RIDE
    goes = "rides" if rides else "walks"
    if peeked := seen(eyes.view, eyes.aim):
        return f"{eyes.aim}: {the(peeked)}, as you saw. Say h higher or l lower."
    guess = odds.guess(game, figure.at, eyes.aim)
    if guess:
        higher, lower = (f" ({n}%)" if eyes.odds else "" for n in (guess.higher, guess.lower))
        than = _count(ground.lies(game, figure.at))
        return f"{eyes.aim}: is it h higher{higher} or l lower{lower} than {than}?"
    name = card(lying.removesuffix(ground.BEATEN))
    if ground.is_creature(lying):
        return f"{eyes.aim}: Enter {goes} to {the(lying)}, and you must meet the creature."
    equal = ground.value(lying) == ground.value(ground.lies(game, figure.at))
    then = ", which ends your turn (same value)" if equal else ""
    return f"{eyes.aim}: Enter {goes} to the {name}{then}."


def _count(lying: str) -> str:
    return "0" if lying == ground.START else str(ground.value(lying))


def _waiting(view: View, mover: int, stage: str) -> str:
    seat = my_seat(view)
    if mover < 0:
        return "The match is over."
    name = plain(seat_name(view, mover))
    does = DOING.get(stage, "moves")
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
        return noted(ui, "You cannot move now. " + now(view, ui))
    if place not in eyes.targets:
        stand = eyes.subject.at if eyes.subject else "here"
        return noted(ui, f"There is no card {way} of {stand}.")
    return Press(replace(ui, aim=place))


def _ride(model: Model, ui: Ui, _name: str) -> Press:
    """Aim at the next place to ride to."""
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    targets = sight(view, ui.aim).targets
    places = [place for place, name in targets.items() if name == RIDE]
    if not places:
        return noted(ui, "There is no ride now.")
    last = places.index(ui.aim) if ui.aim in places else -1
    return Press(replace(ui, aim=places[(last + 1) % len(places)]))


def _guess(model: Model, ui: Ui, name: str) -> Press:
    call = CALLS[name]
    return _target(model, ui, call, f"Aim first, then {call}.")


def _walk(model: Model, ui: Ui, _name: str) -> Press:
    return _target(model, ui, "", "Aim at a card first.")


def _target(model: Model, ui: Ui, call: str, unaimed: str) -> Press:
    """Act on the aimed card, or say why not."""
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    known = [choice for choice in choices(view) if choice["do"] in AIMED]
    for choice in known:
        place, said = choice.get("to", choice.get("at")), choice.get("call", "")
        if ui.aim and (place, said) == (ui.aim, call):
            return act(model, view, ui, choice)
    if not known:
        note = "You cannot move now. " + now(view, ui)
    elif not ui.aim:
        note = unaimed
    elif known[0]["do"] == "peek":
        note = "You have the keys: Enter looks at the aimed card."
    elif not call:
        note = f"{ui.aim} is face down: say h higher or l lower."
    else:
        goes = "rides" if sight(view, ui.aim).targets.get(ui.aim) == RIDE else "walks"
        note = f"{ui.aim} is face up: Enter {goes} there."
    return noted(ui, note)


def _deed(model: Model, ui: Ui, name: str) -> Press:
    view = model.view
    legal = [choice["do"] for choice in choices(view)] if view else []
    do = next((do for do in DEEDS[name] if do in legal), DEEDS[name][0])
    no = {
        "fight": "There is nobody you could fight or face.",
        "bargain": "Nobody offers you a bargain.",
        "talk": "There is nobody you could talk to.",
        "brawl": "There is nobody you could brawl with.",
        "stop": "You cannot end your turn now.",
    }
    return _one(model, ui, {"do": do}, no[DEEDS[name][0]])


def extras(view: View) -> list[Described]:
    """Return the choices that no key is for; digits choose them."""
    known = {*AIMED, *LETTERS, "split"}
    return [choice for choice in choices(view) if choice["do"] not in known]


def _digit(model: Model, ui: Ui, name: str) -> Press:
    extra = extras(model.view) if model.view else []
    if int(name) <= len(extra):
        return _one(model, ui, extra[int(name) - 1], "")
    return _one(
        model, ui, {"do": "split", "charisma": int(name)}, "There are no points to share out."
    )


def _one(model: Model, ui: Ui, action: Described, otherwise: str) -> Press:
    view = model.view
    if view is None or not my_turn(view):
        return noted(ui, "Wait for your turn.")
    return act(model, view, ui, action) if action in choices(view) else noted(ui, otherwise)

"""The commands of Escape from Haydes: a line of words becomes an action, an answer or an error.

A direction alone aims, a guess alone uses the aim; a slip never costs a turn.
"""

from collections.abc import Mapping, Sequence

from haydes.client import generic
from haydes.client.haydes import ground, looks
from haydes.client.haydes.creatures import asked
from haydes.client.haydes.hints import why
from haydes.client.haydes.sentences import (
    asked_anew,
    deed,
    outcome,
    tell,
    tests,
    the_tile,
    turn,
)
from haydes.client.haydes.stand import LETTERS, direction, stand, there
from haydes.client.model import View, choices
from haydes.client.read import branch, flag, text
from haydes.client.speech import Command, Said, Scene, Speech, listed, matches

GUESSES = ("higher", "lower")
SIGNS = {"+": "higher", "-": "lower", "h": "higher", "l": "lower"}
SPLITS = ("9", "8", "7")
POINTS = 16


def _guess(word: str) -> str:
    found = matches(SIGNS.get(word, word), GUESSES)
    return found[0] if len(found) == 1 else ""


def _barred(view: View) -> str:
    """Return why this seat cannot move now, or ""."""
    stage = text(branch(view.game, "turn"), "phase")
    if stage == "split":
        return "first share out your points: split 9 7, split 8 8 or split 7 9."
    if stage == "encounter":
        return f"a creature bars your way. {_tests(view)}"
    if stage == "bargain":
        return "first answer the offer: bargain, or stop to refuse."
    if stage == "keys":
        return f"first look at a card with the keys: peek {listed(_peeks(view))}."
    return ""


def _tests(view: View) -> str:
    figure = stand(view)
    return tests(view, figure, ground.lies(view.game, figure.at))


def _peeks(view: View) -> list[str]:
    """Return the directions in which one may look with the keys."""
    near = ground.around(view.game, stand(view).at)
    return [to for to, place in near.items() if ground.is_down(ground.lies(view.game, place))]


def _way(view: View, heading: str) -> tuple[str, str]:
    """Return the place in a direction and "", or "" and why there is no going there now."""
    barred = _barred(view)
    return ("", barred) if barred else there(view, heading)


def _move(scene: Scene, heading: str, call: str) -> Said:
    place, error = _way(scene.view, heading)
    if error:
        return Said(error=error)
    face = ground.lies(scene.view.game, place)
    if not ground.is_down(face):
        lying = the_tile(face, scene.cards).removeprefix("the ")
        return Said(error=f"{place} is already face up ({lying}). Use: walk {heading}.")
    return Said({"do": "move", "to": place, "call": call}, aim="")


def _walk(words: Sequence[str], scene: Scene) -> Said:
    heading = direction(words[0]) if words else scene.aim
    if not heading:
        bad = f', not "{words[0]}"' if words else ""
        return Said(error=f"walk needs a direction: {listed(list(ground.DIRECTIONS))}{bad}.")
    if len(words) > 1:
        return Said(error=f'after "walk {heading}" I need nothing more, not "{words[1]}".')
    place, error = _way(scene.view, heading)
    if error:
        return Said(error=error)
    if ground.is_down(ground.lies(scene.view.game, place)):
        return Said(error=f"{place} is face down. Guess: {heading} higher or {heading} lower.")
    return Said({"do": "walk", "to": place}, aim="")


def _go(heading: str) -> Command:
    def go(words: Sequence[str], scene: Scene) -> Said:
        if not words:
            return _aim(scene, heading)
        call = _guess(words[0])
        if not call:
            return Said(error=f'after "{heading}" I need higher or lower, not "{words[0]}".')
        if len(words) > 1:
            return Said(error=f'after "{heading} {call}" I need nothing more, not "{words[1]}".')
        return _move(scene, heading, call)

    return go


def _aim(scene: Scene, heading: str) -> Said:
    place, error = _way(scene.view, heading)
    if error:
        return Said(error=error)
    face = ground.lies(scene.view.game, place)
    then = "higher or lower?" if ground.is_down(face) else "walk?"
    return Said(lines=(f"{heading}, {place}, {the_tile(face, scene.cards)}: {then}",), aim=heading)


def _call(call: str) -> Command:
    def say(words: Sequence[str], scene: Scene) -> Said:
        heading = direction(words[0]) if words else scene.aim
        if words and (not heading or len(words) > 1):
            return Said(error=f'after "{call}" I need a direction, not "{" ".join(words)}".')
        if not heading:
            return Said(
                error=_barred(scene.view) or f'"{call}" needs a direction first: north {call}.'
            )
        return _move(scene, heading, call)

    return say


def _guess_at(words: Sequence[str], scene: Scene) -> Said:
    heading = direction(words[0]) if words else ""
    if not heading:
        return Said(error="guess needs a direction and higher or lower: guess north higher.")
    return _go(heading)(words[1:], scene)


def _plain(do: str) -> Command:
    def act(words: Sequence[str], scene: Scene) -> Said:
        if words:
            return Said(error=f'after "{do}" I need nothing more, not "{words[0]}".')
        error = "" if {"do": do} in choices(scene.view) else _cannot(do, scene.view)
        return Said(error=error) if error else Said({"do": do}, aim="")

    return act


NOBODY = {
    "talk": "there is no creature to talk to.",
    "brawl": "there is no creature to brawl with.",
    "face": "there is nobody to face.",
    "fight": "there is no creature to fight.",
    "bargain": "nobody offers you a bargain.",
}


def _cannot(do: str, view: View) -> str:
    """Return why this seat cannot do now what is not among its choices."""
    stage = text(branch(view.game, "turn"), "phase")
    if do == "stop" or stage == "split":
        return _barred(view)
    if stage != "encounter" or do == "bargain":
        return NOBODY[do]
    figure = stand(view)
    spent = {"talk": figure.charisma == 0, "brawl": figure.endurance == 0}.get(do, False)
    if spent and do in dict(asked(view, ground.lies(view.game, figure.at))):
        return f"you have nothing left to {do} with. {_tests(view)}"
    return f"{do} is of no use here. {_tests(view)}"


def _peek(words: Sequence[str], scene: Scene) -> Said:
    view = scene.view
    if text(branch(view.game, "turn"), "phase") != "keys":
        return Said(error="you have no keys to look at a card with.")
    heading = direction(words[0]) if words else ""
    place, missing = there(view, heading) if heading else ("", "")
    if missing:
        return Said(error=missing)
    return generic.act("peek", [place.lower(), *words[1:]] if place else words, view)


def _ride(words: Sequence[str], scene: Scene) -> Said:
    view = scene.view
    if barred := _barred(view):
        return Said(error=barred)
    if flag(branch(view.game, "turn"), "rode"):
        return Said(error="you have had your ride this turn.")
    if not any(choice["do"] == "ride" for choice in choices(view)):
        return Said(error="there is no Tuybe to ride at this table.")
    return generic.act("ride", [_guess(word) or word for word in words], view)


def _split(words: Sequence[str], scene: Scene) -> Said:
    if text(branch(scene.view.game, "turn"), "phase") != "split":
        return Said(error="your points are shared out already.")
    ways = {(charisma, str(POINTS - int(charisma))) for charisma in SPLITS}
    whole = (words[0], str(POINTS - int(words[0]))) if words and words[0] in SPLITS else ("", "")
    if tuple(words) in (whole, whole[:1]) and whole in ways:
        return Said({"do": "split", "charisma": int(whole[0])})
    bad = f', not "{" ".join(words)}"' if words else ""
    return Said(error=f"split takes Charisma and Endurance: 9 7, 8 8 or 7 9{bad}.")


def _follow(words: Sequence[str], view: View) -> Sequence[str]:
    """Return what may come after these words."""
    first, more = words[0], len(words)
    here = stand(view).at
    near = ground.around(view.game, here) if here else {}
    down = [to for to, place in near.items() if ground.is_down(ground.lies(view.game, place))]
    if first in ("odds", "guess") and more == 1:
        return down
    if first in ("walk", "go") and more == 1:
        return [heading for heading in near if heading not in down]
    if (first in down and more == 1) or (first == "guess" and more == 2):  # noqa: PLR2004 - words
        return GUESSES
    if first in ("ride", "peek"):
        ways = _peeks(view) if first == "peek" and more == 1 else ()
        return [*ways, *generic.follow(words, view)]
    if first == "split":
        return SPLITS if more == 1 else [str(POINTS - int(words[1]))] if more == 2 else ()  # noqa: PLR2004 - words
    return {"map": looks.MAPS, "look": (*near, "here")}.get(first, ()) if more == 1 else ()


ACTS: Mapping[str, Command] = {
    **{heading: _go(heading) for heading in ground.DIRECTIONS},
    **{call: _call(call) for call in GUESSES},
    "guess": _guess_at,
    "walk": _walk,
    "go": _walk,
    "talk": _plain("talk"),
    "brawl": _plain("brawl"),
    "face": _plain("face"),
    "fight": _plain("fight"),
    "bargain": _plain("bargain"),
    "peek": _peek,
    "ride": _ride,
    "stop": _plain("stop"),
    "end": _plain("stop"),
    "split": _split,
}
HAYDES = Speech(
    title="Escape from Haydes",
    tell=tell,
    turn=turn,
    deed=deed,
    outcome=outcome,
    acts=ACTS,
    asks={"look": looks.look, "map": looks.map_, "path": looks.path, "odds": looks.odds_},
    follow=_follow,
    question=asked_anew,
    why=why,
    aliases=LETTERS | SIGNS | {"where": "look"},
    help=(
        ("split 9 7", "share out 16 points: Charisma, then Endurance (9 7, 8 8 or 7 9)"),
        ("north higher, n h", "guess the card to the north: higher (h, +) or lower (l, -)"),
        ("n", "aim; then higher or lower is enough"),
        ("walk west, go w", "step onto a card that lies face up"),
        ("talk, brawl", "test Charisma or Endurance against a creature"),
        ("face, fight", "meet Vakhraca among denizens; fight a round, if the table plays so"),
        ("bargain", "pay a creature off when it offers that; stop refuses"),
        ("peek north, peek D6", "look at a card next to you, with the keys of a king"),
        ("ride D6 lower", "ride the Tuybe to a card two moves away, if the table plays so"),
        ("stop, end", "end your turn"),
        ("look [place]", "what lies here, at I9, or north"),
        ("map [near|all]", "what lies around you, or everywhere"),
        ("path PLACE", "a shortest way"),
        ("odds [direction]", "chances, counted from the cards nobody has seen"),
    ),
)

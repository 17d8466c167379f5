"""The commands of Escape from Haydes: a line of words becomes an action, an answer or an error.

A direction alone aims, a guess alone uses the aim; a slip never costs a turn.
"""

from collections.abc import Mapping, Sequence

from haydes.client.haydes import ground, looks
from haydes.client.haydes.sentences import deed, outcome, tell, tests, the_tile, turn
from haydes.client.haydes.stand import LETTERS, direction, stand, there
from haydes.client.model import View
from haydes.client.read import branch, text
from haydes.client.speech import Command, Said, Scene, Speech, listed, matches

GUESSES = ("higher", "lower")
SIGNS = {"+": "higher", "-": "lower", "h": "higher", "l": "lower"}
SPLITS = ("9", "8", "7")
POINTS = 16
TESTS = ("talk", "brawl")


def _guess(word: str) -> str:
    found = matches(SIGNS.get(word, word), GUESSES)
    return found[0] if len(found) == 1 else ""


def _barred(view: View) -> str:
    """Return why this seat cannot move now, or ""."""
    stage = text(branch(view.game, "turn"), "phase")
    if stage == "split":
        return "first share out your points: split 9 7, split 8 8 or split 7 9."
    if stage == "encounter":
        return f"a creature bars your way. {tests(stand(view))}"
    return ""


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
        stage = text(branch(scene.view.game, "turn"), "phase")
        if do == "stop":
            return (
                Said(error=barred) if (barred := _barred(scene.view)) else Said({"do": do}, aim="")
            )
        if stage == "split":
            return Said(error=_barred(scene.view))
        if stage != "encounter":
            return Said(error=f"there is no creature to {do} {'with' if do == 'brawl' else 'to'}.")
        figure = stand(scene.view)
        if not (figure.charisma if do == "talk" else figure.endurance):
            return Said(error=f"you have nothing left to {do} with. {tests(figure)}")
        return Said({"do": do}, aim="")

    return act


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
    aliases=LETTERS | SIGNS,
    help=(
        ("split 9 7", "share out 16 points: Charisma, then Endurance (9 7, 8 8 or 7 9)"),
        ("north higher, n h", "guess the card to the north: higher (h, +) or lower (l, -)"),
        ("n", "aim; then higher or lower is enough"),
        ("walk west, go w", "step onto a card that lies face up"),
        ("talk, brawl", "test Charisma or Endurance against a creature"),
        ("stop, end", "end your turn"),
        ("look [place]", "what lies here, at I9, or north"),
        ("map [near|all]", "what lies around you, or everywhere"),
        ("path PLACE", "a shortest way"),
        ("odds [direction]", "chances, counted from the cards nobody has seen"),
    ),
)

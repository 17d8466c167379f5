"""The words of a game the client has never heard of: everything is told and typed as it came.

An action is typed as its "do" and the values of its parameters, in any order; the names of
the parameters may stand between them.
"""

from collections.abc import Mapping, Sequence

from haydes.client.model import Described, View, choices, seat_name
from haydes.client.read import text, written
from haydes.client.speech import Said, Scene, Speech, listed
from haydes.protocol.tree import Tree

_SELF_EVIDENT = ("event", "seat", "do")


def tell(event: Tree, scene: Scene) -> str:
    """Return an event's facts: "Ann: move, to H8, call higher."."""
    facts = [f"{name} {written(value)}" for name, value in event.items() if _is_fact(name, value)]
    told = ", ".join([text(event, "event"), *facts])
    seat = event.get("seat")
    if not isinstance(seat, int) or isinstance(seat, bool):
        return f"{told}."
    return f"{seat_name(scene.view, seat)}: {told}."


def deed(action: Described, _view: View) -> str:
    """Return an action as it may be typed: "move to H8 call higher"."""
    parameters = (f"{name} {written(value)}" for name, value in action.items() if name != "do")
    return " ".join([written(action.get("do", "")), *parameters])


def outcome(winners: Sequence[str], reason: str) -> str:
    return f"{' and '.join(winners) or 'Nobody'} won ({reason})."


def act(do: str, words: Sequence[str], view: View) -> Said:
    """Find the one action that a "do" and some values mean."""
    actions = [action for action in choices(view) if action.get("do") == do]
    left = [(action, _parameters(action)) for action in actions]
    heard = do
    for word in words:
        if any(word in parameters for _, parameters in left):
            continue
        fitting = _fitting(word, left)
        if not fitting:
            needs = listed(_values(left)) or "nothing more"
            return Said(error=f'after "{heard}" I need {needs}, not "{word}".')
        left = fitting
        heard += f" {word}"
    if len(left) > 1:
        return Said(error=f'"{heard}" could go on: {listed(_values(left))}.')
    return Said(left[0][0])


def follow(words: Sequence[str], view: View) -> Sequence[str]:
    """Return the values that may come next."""
    left = [(a, _parameters(a)) for a in choices(view) if a.get("do") == words[0]]
    for word in words[1:]:
        left = _fitting(word, left)
    return _values(left)


_Left = list[tuple[Described, dict[str, str]]]


def _fitting(word: str, left: _Left) -> _Left:
    """Keep the actions with a value that is `word`, or else that begins with it."""
    for fits in (str.__eq__, str.startswith):
        found = [
            (action, {name: value for name, value in parameters.items() if name != hit})
            for action, parameters in left
            for hit in [next((n for n, v in parameters.items() if fits(v, word)), None)]
            if hit is not None
        ]
        if found:
            return found
    return []


def _parameters(action: Described) -> dict[str, str]:
    return {name: written(value).lower() for name, value in action.items() if name != "do"}


def _values(left: _Left) -> list[str]:
    """Return the values of the first parameter that is still open."""
    found: dict[str, None] = {}
    for _, parameters in left:
        found.update(dict.fromkeys(list(parameters.values())[:1]))
    return list(found)


def _is_fact(name: str, value: object) -> bool:
    return name not in _SELF_EVIDENT and not isinstance(value, Mapping)


GENERIC = Speech(
    tell=tell,
    turn=lambda _: "",
    deed=deed,
    outcome=outcome,
    acts={},
    asks={},
    follow=follow,
    help=(("1, 2, 3 ...", "do the action with that number"),),
)

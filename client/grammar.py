"""One line of text becomes requests, lines for the player, or something to do on this side.

Case does not matter; words may be cut to any unique beginning, but not those of WHOLE_WORDS;
";" separates commands, a word with "#" before it begins a comment. Nothing that is not
understood is ever sent.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from haydes.client import affairs, generic, words
from haydes.client.commands import COMMANDS, SAVE, WHOLE_WORDS
from haydes.client.config import SETTINGS
from haydes.client.live import ORDERS
from haydes.client.model import (
    Described,
    Line,
    Model,
    View,
    Voice,
    choices,
    lobby_rows,
    my_seat,
    my_turn,
    phase,
    prompt,
)
from haydes.client.options import TAUGHT
from haydes.client.parsed import Asked, Local, Parsed, Place, Typing, error, told
from haydes.client.speech import Said, Scene, Speech, listed, matches
from haydes.protocol.messages import Act
from haydes.protocol.text import safe

END = re.compile(r";|(?<!\S)#")  # of a command; within a word "#" may be part of a map


def split(line: str) -> list[str]:
    """Return the commands of a line; chat takes all that is left of it."""
    commands: list[str] = []
    rest = line.strip()
    while rest and not rest.startswith("#"):
        if rest.startswith("/") or rest.split(maxsplit=1)[0].lower() == "say":
            return [*commands, rest]
        mark = END.search(rest)
        end = mark.start() if mark else len(rest)
        if command := rest[:end].strip():
            commands.append(command)
        rest = rest[end:].removeprefix(";").strip()
    return commands


def parse(model: Model, command: str, typing: Typing) -> Parsed:
    """Return what one command of `split` comes to; `typing` is that of the last one."""
    typing = _current(typing, model)
    asked, typing = typing.question, replace(typing, question="")
    line = (f"say {command[1:]}" if command.startswith("/") else command).split()
    if not line:
        return Parsed(typing=typing)
    first = line[0].lower()
    if first == "yes" and asked:
        return parse(model, asked, typing)
    if first in ("yes", "no"):
        return replace(_answer(first, asked), typing=typing)
    if first.isdecimal():
        return replace(_number(first, line[1:], model), typing=typing)
    if first in ("help", "?") or (line[-1] == "?" and first != "say"):
        return replace(_help(model, [word for word in line if word != "?"]), typing=typing)
    parsed = _command(model, first, line[1:], typing)
    kept = parsed.typing if parsed.typing != Typing() else typing
    return replace(parsed, typing=kept)


def act(model: Model, action: Described, typing: Typing, answers: int | None) -> Parsed:
    """Return what an action comes to that was not typed; `answers` is the prompt it was made for.

    None: that of now.
    """
    view = model.view
    if view is None:
        return error("there is nothing to do; you are at no table.")
    if early := _early(view):
        return replace(early, typing=typing)
    if answers not in (None, prompt(view)):
        return error(f"prompt {answers} is not asked now, but {prompt(view)}.")
    if action not in choices(view):
        return error("this action is not among the choices.")
    return replace(_act(view, action), typing=typing)


def complete(model: Model, line: str) -> list[str]:
    """Return the words that may stand where the last word of a line stands."""
    command = line.rpartition(";")[2]
    before = command.lower().split()
    last = before.pop() if before and not command[-1:].isspace() else ""
    return [word for word in _follow(model, before) if word.lower().startswith(last)]


def _current(typing: Typing, model: Model) -> Typing:
    """Return what still holds: an aim ends with the prompt at which it was taken."""
    here = prompt(model.view) if model.view is not None else -1
    return typing if typing.aimed_at == here else replace(typing, aim="", aimed_at=-1)


def _answer(word: str, asked: str) -> Parsed:
    if word == "no" and asked:
        return told(Voice.HINT, "all stays as it was.")
    return error(f'there is no question to say "{word}" to.')


def _number(digits: str, more: Sequence[str], model: Model) -> Parsed:
    """A number stands for the choice, or for the table, of that number."""
    if model.view is None:
        return COMMANDS["join"].run(Asked([digits, *more], model))
    if more:
        return error(f'after the number of a choice I need nothing more, not "{more[0]}".')
    if early := _early(model.view):
        return early
    known = choices(model.view)
    if not 0 < int(digits) <= len(known):
        return error(f"there is no choice {digits}. There are 1 to {len(known)}.")
    return _act(model.view, known[int(digits) - 1])


def _command(model: Model, first: str, rest: Sequence[str], typing: Typing) -> Parsed:
    pool = _pool(model)
    view = model.view
    if view is not None:
        first = words.speech(view).aliases.get(first, first)
    if first not in pool and first in COMMANDS:
        where = "in the lobby" if COMMANDS[first].place is Place.LOBBY else "at a table"
        return error(f"{first} is for {where}; you are not there.")
    found = _meant(first, pool)
    if len(found) > 1:
        return error(f'"{first}" could be {listed(found)}. Type one more letter.')
    if not found:
        return _unknown(model, first, rest, typing)
    word = found[0]
    if view is not None:
        return _at_table(model, view, word, rest, typing)
    return COMMANDS[word].run(Asked(rest, model))


def _meant(first: str, pool: Sequence[str]) -> list[str]:
    """Return what a first word may stand for."""
    return matches(first, [word for word in pool if word not in WHOLE_WORDS or word == first])


def _at_table(model: Model, view: View, word: str, rest: Sequence[str], typing: Typing) -> Parsed:
    speech = words.speech(view)
    scene = Scene(view, model.cards, typing.aim)
    lowered = [part.lower() for part in rest]
    if word in speech.asks:
        return _said(speech.asks[word](lowered, scene), view)
    if word in COMMANDS:
        return COMMANDS[word].run(Asked(rest, model))
    if early := _early(view):
        return early
    if word in speech.acts:
        return _said(speech.acts[word](lowered, scene), view)
    return _said(generic.act(word, lowered, view), view)


def _said(said: Said, view: View) -> Parsed:
    if said.error:
        return error(said.error)
    if said.action is not None:
        if said.action not in choices(view):
            return error(f'"{words.deed(said.action, view)}" is not possible now.')
        return _act(view, said.action)
    parsed = told(Voice.YOU, *said.lines)
    if said.aim is None:
        return parsed
    return replace(parsed, typing=Typing(aim=said.aim, aimed_at=prompt(view)))


def _act(view: View, action: Described) -> Parsed:
    return Parsed((Act(ref=0, prompt=prompt(view), action=action),))


def _early(view: View) -> Parsed | None:
    """Return the answer to an act of one whose turn it is not."""
    if my_turn(view):
        return None
    if my_seat(view) is None:
        return error("you are watching, and have no turn.")
    again = " Your line was not sent. Type it again on your turn." if phase(view) != "over" else ""
    return replace(error(f"{words.waiting(view)}{again}"), early=True)


def _unknown(model: Model, first: str, rest: Sequence[str], typing: Typing) -> Parsed:
    """Say that a word is not known, and what may be meant."""
    known = _pool(model)
    for word in WHOLE_WORDS:
        if word in known and word.startswith(first):
            return error(f'"{first}" is too short: {word} has to be typed in full.')
    guess = _closest(first, [word for word in known if word not in WHOLE_WORDS])
    meant = _command(model, guess, rest, typing) if guess else Parsed(early=True)
    if meant.early or any(line.voice is Voice.ERROR for line in meant.lines):
        return error(f'no command "{first}". Type help for what there is.')
    line = _canonical(meant, " ".join([guess, *rest]), model)
    asks = f'no command "{first}". Did you mean "{line}"? Type yes, or help.'
    return replace(error(asks), typing=replace(typing, question=line))


def _closest(word: str, known: Sequence[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only slips need it

    return next(iter(get_close_matches(word, known, n=1)), "")


def _canonical(parsed: Parsed, line: str, model: Model) -> str:
    """Return a line in whole words, if it acts."""
    for request in parsed.requests:
        if isinstance(request, Act) and model.view is not None:
            return words.deed(request.action, model.view)
    return line


def _pool(model: Model) -> list[str]:
    """Return the first words that mean something here, the game's own first."""
    if model.view is None:
        return [word for word, command in COMMANDS.items() if command.place is not Place.TABLE]
    speech = words.speech(model.view)
    deeds = [str(action.get("do", "")) for action in choices(model.view)]
    shared = [word for word, command in COMMANDS.items() if command.place is not Place.LOBBY]
    return list(dict.fromkeys([*speech.acts, *deeds, *speech.asks, *shared]))


# What can be typed here


def _help(model: Model, line: Sequence[str]) -> Parsed:
    asked = [word.lower() for word in line if word.lower() != "help"]
    if line and line[0].lower() != "help":
        options = _follow(model, asked)
        return told(Voice.CHOICES, f"{', '.join(options) or 'nothing more'}.")
    known = _usages(model)
    if asked:
        found = [usage for usage in known if any(word.startswith(asked[0]) for word in usage[1])]
        if not found:
            return error(f'there is no help on "{asked[0]}".')
        known = found
    lines = tuple(Line(Voice.HINT, safe(f"{usage}: {does}.")) for usage, _, does in known)
    return Parsed(lines=lines, local=Local.HELP)


def _usages(model: Model) -> list[tuple[str, list[str], str]]:
    """Return usage, the words it is found by, and what it does."""
    speech: Speech | None = words.speech(model.view) if model.view is not None else None
    own = (
        [(usage, usage.replace(",", " ").split(), does) for usage, does in speech.help]
        if speech
        else []
    )
    hidden = {"names", *(speech.asks if speech else ())}
    shared = [
        (COMMANDS[word].usage, [word], COMMANDS[word].does)
        for word in _pool(model)
        if word in COMMANDS and word not in hidden
    ]
    numbers = ("1, 2, 3", ["numbers", "choices"], "do the choice with that number")
    return [*([numbers] if speech else ()), *own, *shared]


def _follow(model: Model, before: Sequence[str]) -> list[str]:
    """Return the words that may come after those of a line."""
    view = model.view
    if not before:
        return [word for word in _pool(model) if _offered(word, model)]
    pool = _pool(model)
    alias: Mapping[str, str] = words.speech(view).aliases if view is not None else {}
    spelled = [alias.get(word, word) for word in before]
    found = _meant(spelled[0], pool)
    if len(found) != 1:
        return []
    line = [found[0], *spelled[1:]]
    if view is not None:
        own = words.speech(view).follow(line, view)
        deeds = generic.follow(line, view) if line[0] not in words.speech(view).acts else ()
        if own or deeds:
            return list(dict.fromkeys([*own, *deeds]))
    return _follow_command(model, line)


def _follow_command(model: Model, line: Sequence[str]) -> list[str]:
    if len(line) == 1 and line[0] in ("join", "watch") and model.lobby:
        return lobby_rows(model.lobby)
    if line == ["tutorial"]:
        return list(TAUGHT)
    if len(line) == 1 and line[0] in ("new", "rules") and model.lobby and not model.view:
        return list(model.lobby.games)
    if line == ["live"]:
        return list(ORDERS)
    if line[0] == "set":
        known = list(SETTINGS), SETTINGS.get("".join(line[1:2]), ()), [SAVE]
        return list(known[len(line) - 1]) if len(line) <= len(known) else []
    return affairs.follow(line, model.view) if model.view else []


def _offered(word: str, model: Model) -> bool:
    """Whether a word makes sense now: acts only on one's own turn."""
    if word in COMMANDS or model.view is None:
        return True
    return word in words.speech(model.view).asks or my_turn(model.view)

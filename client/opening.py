"""A line that opens a table, read into the request for it."""

from collections.abc import Mapping, Sequence

from haydes.client.read import branch, flag, many, number, written
from haydes.client.speech import listed, matches
from haydes.protocol.messages import Open
from haydes.protocol.text import TextError, check_title
from haydes.protocol.tree import Tree, Value

NUMBERS = ("seats", "bots", "turn", "grace")
HINTS = ("alone", "always", "never")  # who may ask what a bot would do
ABSENT = ("wait", "bot", "forfeit")  # what becomes of the seat of a person who is gone
GRACE = 120  # seconds
TAKES = (
    "seats N, bots N, turn N, absent wait|bot|forfeit, grace N, takeover, hints H, word W, title T "
    "and name=value"
)


class MistakeError(Exception):
    """What is wrong with a line, as a sentence."""


def read(game: str, args: Sequence[str], known: Tree) -> Open:
    """Read "seats 2 bots 1 map=quick turn 30 word x title My table".

    MistakeError says what is wrong with it.
    """
    rest = list(args)
    numbers: dict[str, int] = {}
    texts: dict[str, str] = {}
    options: dict[str, str | bool | int] = {}
    while rest:
        head = rest.pop(0)
        name, equals, value = head.partition("=")
        if equals and name not in (*NUMBERS, "absent", "hints"):
            options[name] = _option(name, value, branch(known, "options"))
        elif name in NUMBERS:
            numbers[name] = _whole(name, value if equals else _next(name, rest))
        elif name in ("absent", "hints", "word"):
            texts[name] = value if equals else _next(name, rest)
        elif name in ("takeover", "title"):
            texts[name] = " ".join(rest) if name == "title" else name
            rest = [] if name == "title" else rest
        else:
            raise MistakeError(f'new {game} takes {TAKES}, not "{head}"')
    title = texts.get("title", "")
    few, most = _range(known)
    taken = numbers.get("seats", min(2, most))
    if not few <= taken <= most:
        raise MistakeError(f"{game} is played by {few} to {most}, not by {taken}")
    bots = numbers.get("bots", 0)
    if bots >= taken:
        raise MistakeError(f"of {taken} seats {taken - 1} may be bots, not {bots}")
    kinds = [written(bot) for bot in many(known, "bots")]
    try:
        check_title(title)
    except TextError as problem:
        raise MistakeError(str(problem)) from None
    return Open(
        ref=0,
        game=game,
        seats=taken,
        options=options,
        title=title,
        word=texts.get("word", ""),
        bots=kinds[:1] * bots,
        turn_seconds=numbers.get("turn", 0),
        absent=_one_of(ABSENT, "absent", texts),
        grace_seconds=numbers.get("grace", GRACE),
        takeover="takeover" in texts,
        hints=_one_of(HINTS, "hints", texts),
    )


def _one_of(known: Sequence[str], name: str, texts: Mapping[str, str]) -> str:
    """Return what was typed for a name, the first of the known ones if nothing was."""
    value = texts.get(name, known[0])
    found = matches(value.lower(), known)
    if len(found) == 1:
        return found[0]
    raise MistakeError(f'{name} takes {listed(known)}, not "{value}"')


def _option(name: str, value: str, known: Tree) -> str | bool | int:
    """Return an option's value in the type the game wants."""
    if name not in known:
        raise MistakeError(f'there is no option "{name}". There are {listed(list(known), "and")}')
    option = branch(known, name)
    if "low" in option:
        low, high = number(option, "low"), number(option, "high")
        if value.isdecimal() and low <= int(value) <= high:
            return int(value)
        raise MistakeError(f'{name} takes {low} to {high}, not "{value}"')
    allowed = [choice for choice in many(option, "values") if isinstance(choice, str | int)]
    for choice in allowed:
        if value.lower() in _spellings(choice):
            return choice
    if flag(option, "text") and value:
        return value  # the server says what is wrong with it, if anything is
    names = listed([written(choice) for choice in allowed])
    names += " or a text of your own" if flag(option, "text") else ""
    raise MistakeError(f'{name} takes {names}, not "{value}"')


def _spellings(value: Value) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("yes", "on", "true") if value else ("no", "off", "false")
    return (written(value).lower(),)


def _whole(name: str, value: str) -> int:
    if not value.isdecimal():
        raise MistakeError(f'{name} takes a number, not "{value}"')
    return int(value)


def _next(name: str, rest: list[str]) -> str:
    if not rest:
        raise MistakeError(f"{name} needs a value after it")
    return rest.pop(0)


def _range(known: Tree) -> tuple[int, int]:
    few, most = (*[n for n in many(known, "seats") if isinstance(n, int)], 1, 1)[:2]
    return few, most

"""A line that opens a table, read into the request for it."""

from collections.abc import Sequence

from haydes.client.read import branch, flag, many, number, written
from haydes.client.speech import listed
from haydes.protocol.messages import Open
from haydes.protocol.text import TextError, check_title
from haydes.protocol.tree import Tree, Value


class MistakeError(Exception):
    """What is wrong with a line, as a sentence."""


def read(game: str, args: Sequence[str], known: Tree) -> Open:
    """Read "seats 2 bots 1 map=quick turn 30 word x title My table".

    MistakeError says what is wrong with it.
    """
    rest = list(args)
    numbers: dict[str, int] = {}
    options: dict[str, str | bool | int] = {}
    word = title = ""
    while rest:
        head = rest.pop(0)
        name, equals, value = head.partition("=")
        if equals and name not in ("seats", "bots", "turn"):
            options[name] = _option(name, value, branch(known, "options"))
        elif name in ("seats", "bots", "turn"):
            numbers[name] = _whole(name, value if equals else _next(name, rest))
        elif name == "word":
            word = _next(name, rest)
        elif name == "title":
            title, rest = " ".join(rest), []
        else:
            takes = "seats N, bots N, turn N, word W, title T and name=value"
            raise MistakeError(f'new {game} takes {takes}, not "{head}"')
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
        word=word,
        bots=kinds[:1] * bots,
        turn_seconds=numbers.get("turn", 0),
    )


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

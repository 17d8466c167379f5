"""Commands for the affairs of a table: who sits where, who has to go, when to pause."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from msgspec import UNSET

from haydes.client.model import View, my_seat, seats
from haydes.client.parsed import Asked, Parsed, Run, error
from haydes.client.read import many, text, written
from haydes.client.speech import listed, matches
from haydes.protocol.messages import AddBot, Kick, MakeHost, Pause, Request, Swap, Unban

BAN = "ban"
_Make: TypeAlias = Callable[[int], Request]


def bots(asked: Asked) -> Parsed:
    deed = matches(asked.args[0].lower(), ("add", "kick")) if asked.args else []
    rest = asked.args[1:]
    if deed == ["kick"]:
        return kick(Asked(rest, asked.model))
    if deed != ["add"]:
        return error(f"bots takes add [bot] [seat], or kick SEAT{but_not(asked.args)}.")
    seat = next((int(arg) - 1 for arg in rest if arg.isdecimal() and int(arg)), UNSET)
    bot = next((arg for arg in rest if not arg.isdecimal()), "")
    return Parsed((AddBot(ref=0, seat=seat, bot=bot),))


def kick(asked: Asked) -> Parsed:
    args = list(asked.args)
    ban = len(args) > 1 and args[-1].lower() == BAN
    return _about("kick", lambda seat: Kick(ref=0, seat=seat, ban=ban))(
        Asked(args[:-1] if ban else args, asked.model)
    )


def host(asked: Asked) -> Parsed:
    return _about("host", lambda seat: MakeHost(ref=0, seat=seat))(asked)


def unban(asked: Asked) -> Parsed:
    view, wanted = asked.model.view, " ".join(asked.args)
    known = banned(view) if view else []
    named = {name.lower(): name for name in known}
    found = matches(wanted.lower(), named) if wanted else []
    if len(found) == 1:
        return Parsed((Unban(ref=0, name=named[found[0]]),))
    if not known:
        return error("you know of no name that is banned here.")
    return error(f"unban needs a name: {listed(known)}{but_not([wanted] if wanted else [])}.")


def sit(asked: Asked) -> Parsed:
    view = asked.model.view
    mine = my_seat(view) if view else None
    if view is None or mine is None:
        return error("you have no seat here.")
    return _about("sit", lambda seat: Swap(ref=0, seat=mine, to=seat))(asked)


def swap(asked: Asked) -> Parsed:
    view, args = asked.model.view, asked.args
    for end in range(1, len(args)):
        one, other = _find(view, args[:end]), _find(view, args[end:])
        if one is not None and other is not None:
            return Parsed((Swap(ref=0, seat=one, to=other),))
    return error(f"swap needs two seats, by number or name: {_named(view)}{but_not(args)}.")


def pause(asked: Asked) -> Parsed:
    if not asked.args:
        return Parsed((Pause(ref=0),))
    if len(asked.args) == 1 and matches(asked.args[0].lower(), ("off",)):
        return Parsed((Pause(ref=0, on=False),))
    return error(f"pause takes nothing, or off{but_not(asked.args)}.")


def follow(line: Sequence[str], view: View) -> list[str]:
    """Return the words that may come after those of a line; none if it is no line of these."""
    command, more = line[0], len(line) - 1
    names = [name for _, tree in seats(view) if (name := text(tree, "name"))]
    if command == "kick" and more == 1:
        return [BAN]
    offers: dict[str, tuple[Iterable[str], int]] = {
        "kick": (names, 1),
        "host": (names, 1),
        "swap": (names, 2),
        "sit": ((str(n + 1) for n, tree in seats(view) if text(tree, "kind") == "open"), 1),
        "unban": (banned(view), 1),
        "pause": (("off",), 1),
        "bots": (("add", "kick"), 1),
    }
    words, most = offers.get(command, ((), 0))
    return list(words) if more < most else []


def banned(view: View) -> list[str]:
    """Return the names that may not come to this table, as far as this player may know."""
    return [written(name) for name in many(view.you, "banned")]


def but_not(args: Sequence[str]) -> str:
    return f', not "{args[0]}"' if args else ""


def _about(command: str, request: _Make) -> Run:
    """Return a command that needs a seat, by number or name."""

    def run(asked: Asked) -> Parsed:
        seat = _find(asked.model.view, asked.args)
        if seat is not None:
            return Parsed((request(seat),))
        wanted = " ".join(asked.args)
        needs = f"{command} needs a seat or a name: {_named(asked.model.view)}"
        return error(f"{needs}{but_not([wanted] if wanted else [])}.")

    return run


def _find(view: View | None, args: Sequence[str]) -> int | None:
    """Return the seat that a number or a name means."""
    wanted = " ".join(args)
    taken = {n: text(tree, "name") for n, tree in seats(view)} if view else {}
    if wanted.isdecimal() and int(wanted) - 1 in taken:
        return int(wanted) - 1
    named = {name.lower(): n for n, name in taken.items() if name}
    found = matches(wanted.lower(), named) if wanted else []
    return named[found[0]] if len(found) == 1 else None


def _named(view: View | None) -> str:
    names = [text(tree, "name") for _, tree in seats(view)] if view else []
    return listed([name for name in names if name])

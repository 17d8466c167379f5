"""The commands that every game shares, with what they come to; a game adds its own.

A command returns requests for the server, lines for the player, or something the front end
does by itself. None sends anything that it did not understand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from unicodedata import normalize

from msgspec import UNSET, UnsetType

from haydes.client import affairs, company, opening, words
from haydes.client.affairs import but_not
from haydes.client.config import ANYTHING, NEXT, SETTINGS
from haydes.client.here import is_here
from haydes.client.live import ORDERS, USUAL, live_row, live_tables
from haydes.client.model import (
    Line,
    Model,
    View,
    Voice,
    game_name,
    games,
    lobby_rows,
    my_turn,
    phase,
    seats,
    table_id,
)
from haydes.client.options import TAUGHT
from haydes.client.parsed import Asked, Command, Local, Parsed, Place, Run, Typing, error, told
from haydes.client.read import branch, flag, many, number, written
from haydes.client.speech import Scene, listed, matches
from haydes.protocol.features import HINT
from haydes.protocol.invite import Invite, InviteError, read_address
from haydes.protocol.limits import KEY
from haydes.protocol.messages import (
    Hint,
    Join,
    Leave,
    Ready,
    Request,
    Resign,
    Rules,
    Say,
    Start,
    Watch,
)
from haydes.protocol.text import TextError, check_chat, check_name, safe

LOG_LINES = 10
SAVE = "save"


def _say(asked: Asked) -> Parsed:
    try:
        line = check_chat(normalize("NFC", " ".join(asked.args)))
    except TextError as problem:
        return error(f"{problem}.")
    return Parsed((Say(ref=0, text=line),))


def _who(asked: Asked) -> Parsed:
    view, lobby = asked.model.view, asked.model.lobby
    if view is not None:
        here = [f"{words.seat(view, n, tree)}." for n, tree in seats(view)]
        watching = number(view.table, "watching")
        if watching:
            here.append(f"{watching} watching.")
        if banned := affairs.banned(view):
            here.append(f"banned: {', '.join(banned)}.")
        return told(Voice.TABLE, *here)
    if lobby is None:
        return _nothing_yet()
    at_tables = {
        written(name) for id_ in lobby.tables for name in many(branch(lobby.tables, id_), "people")
    }
    known = f" At tables: {', '.join(sorted(at_tables))}." if at_tables else ""
    return told(Voice.TABLE, f"{lobby.people} online; you are {asked.model.name}.{known}")


# In the lobby


def _tables(asked: Asked) -> Parsed:
    lobby = asked.model.lobby
    if lobby is None:
        return _nothing_yet()
    rows = [
        words.table_row(n, id_, branch(lobby.tables, id_), lobby.games)
        for n, id_ in enumerate(lobby_rows(lobby), 1)
    ]
    rows += [words.own_row(*one, lobby.games) for one in asked.model.own]
    return told(Voice.TABLE, *(rows or ["no open tables. Type new and a game to open one."]))


def _live(asked: Asked) -> Parsed:
    if asked.model.lobby is None:
        return _nothing_yet()
    found = matches(asked.args[0].lower(), ORDERS) if asked.args else [USUAL]
    if len(found) != 1 or len(asked.args) > 1:
        return error(f"live is sorted by {listed(list(ORDERS))}{but_not(asked.args)}.")
    rows = [live_row(live) for live in live_tables(asked.model.lobby, found[0])]
    return told(Voice.TABLE, *(rows or ["nobody plays now. tables lists all tables."]))


def _join(asked: Asked) -> Parsed:
    table, problem = _table(asked, "join")
    if problem:
        return error(problem)
    rest = list(asked.args[1:])
    seat: int | UnsetType = UNSET
    if len(rest) > 1 and rest[0].lower() == "seat" and rest[1].isdecimal() and int(rest[1]):
        seat = int(rest[1]) - 1
        rest = rest[2:]
    return Parsed((Join(ref=0, table=table, seat=seat, word=" ".join(rest)),))


def _watch(asked: Asked) -> Parsed:
    table, problem = _table(asked, "watch")
    word = " ".join(asked.args[1:])
    return error(problem) if problem else Parsed((Watch(ref=0, table=table, word=word),))


def _table(asked: Asked, command: str) -> tuple[str, str]:
    """Return the id of the table that is meant and "", or "" and what is wrong."""
    rows = lobby_rows(asked.model.lobby) if asked.model.lobby else []
    if not asked.args:
        return "", f"{command} needs a table: its id, or its number in the list of tables."
    wanted = asked.args[0]
    if not wanted.isdecimal():
        return wanted.lower(), ""
    if 0 < int(wanted) <= len(rows):
        return rows[int(wanted) - 1], ""
    known = f"There are {len(rows)}" if rows else "There are no tables"
    return "", f'there is no table number "{wanted}". {known}.'


def _new(asked: Asked) -> Parsed:
    if asked.model.lobby is None:
        return _nothing_yet()
    game, problem = _game(asked, "new")
    if problem:
        return error(problem)
    try:
        known = branch(games(asked.model), game)
        return Parsed((opening.read(game, asked.args[1:], known),))
    except opening.MistakeError as mistake:
        return error(f"{mistake}.")


def _game(asked: Asked, command: str) -> tuple[str, str]:
    """Return the name of the game that is meant and "", or "" and what is wrong."""
    known = games(asked.model)
    found = matches(asked.args[0].lower(), known) if asked.args else list(known)
    if len(found) == 1:
        return found[0], ""
    return "", f"{command} needs a game: {listed(list(known))}{but_not(asked.args)}."


# At a table


def _resign(asked: Asked) -> Parsed:
    if list(asked.args) == ["yes"]:
        return Parsed((Resign(ref=0),))
    asks = "give your seat up for good? Type yes; anything else keeps it."
    return Parsed(lines=(Line(Voice.HINT, asks),), typing=Typing(question="resign yes"))


def _hint(asked: Asked) -> Parsed:
    view = asked.model.view
    if HINT not in asked.model.features:
        return error("this server gives no hints.")
    if view is not None and not my_turn(view):
        return replace(error(words.waiting(view)), early=True)
    return _send(Hint(ref=0))(asked)


def _look(asked: Asked) -> Parsed:
    if asked.model.view is None:
        return _tables(asked)
    return Parsed(lines=tuple(_now(asked.model.view, asked.model)))


def _now(view: View, model: Model) -> list[Line]:
    if my_turn(view) and not company.is_paused(view):
        return [
            Line(Voice.TURN, safe(words.turn(Scene(view, model.cards)))),
            Line(Voice.CHOICES, safe(words.numbered(view))),
        ]
    if phase(view) == "over":
        return [Line(Voice.TABLE, safe(words.outcome(view)))]
    return [Line(Voice.TURN, safe(words.waiting(view)))]


# Anywhere


def _rules(asked: Asked) -> Parsed:
    if asked.model.view is not None:
        return _read(game_name(asked.model.view), asked.args)
    if asked.model.lobby is None:
        return _nothing_yet()
    game, problem = _game(asked, "rules")
    return error(problem) if problem else _read(game, asked.args[1:])


def _read(game: str, words_: Sequence[str]) -> Parsed:
    about = " ".join(words_)
    if len(about) > KEY:
        return error("rules takes a word or a clause, not a whole story.")
    return Parsed((Rules(ref=0, game=game, about=about),))


def _status(asked: Asked) -> Parsed:
    model = asked.model
    link = Line(Voice.LINK, safe(words.standing(model.link, model.name)))
    if model.view is not None:
        table = Line(Voice.TABLE, safe(words.table(model.view, games(model))))
        return Parsed(lines=(link, table, *_now(model.view, model)))
    if model.lobby is not None:
        return Parsed(lines=(link, Line(Voice.TABLE, f"lobby, {len(model.lobby.tables)} tables.")))
    return Parsed(lines=(link,))


def _invite(asked: Asked) -> Parsed:
    model, view = asked.model, asked.model.view
    if not model.link.up:
        return error("there is no link; an invite tells its server's key.")
    try:
        host, port = read_address(model.link.server)
    except InviteError:
        return error("this server is your own; nobody else can reach it.")
    line = str(Invite(host, port, table_id(view) if view else "", model.link.pin))
    notes = [f"{line} for all who are to come; they start haydes-client with it."]
    if view and flag(view.table, "private"):
        notes.append("The table is private: tell them its word too.")
    if model.worded:
        notes.append("The server asks everybody for a word: tell them that one as well.")
    if is_here(host):
        notes.append(f"{host} is this computer; for others, put in how they reach it.")
        if model.lan:
            there = Invite(model.lan, port, table_id(view) if view else "", model.link.pin)
            notes.append(f"In your network that is {there}, if the server listens there.")
    return told(Voice.TABLE, *notes)


def _log(asked: Asked) -> Parsed:
    if asked.args and not asked.args[0].isdecimal():
        return error(f'log takes a number of lines, not "{asked.args[0]}".')
    lines = int(asked.args[0]) if asked.args else LOG_LINES
    return Parsed(lines=asked.model.log[-lines:] if lines else (), local=Local.LOG)


def _set(asked: Asked) -> Parsed:
    found = matches(asked.args[0].lower(), SETTINGS) if asked.args else []
    if len(found) != 1:
        return error(f"set takes {listed(list(SETTINGS))} and a value{but_not(asked.args)}.")
    name, rest = found[0], list(asked.args[1:])
    saves = len(rest) > 1 and rest[-1].lower() == SAVE
    value, problem = _value(name, rest[:-1] if saves else rest)
    if problem:
        return error(problem)
    if not saves and name in NEXT:
        return error(f"{name} counts from the next start on. Type set {name} {value} save.")
    said = Parsed() if name in NEXT else told(Voice.HINT, f"{name} is set to {value}.")
    return replace(said, local=Local.SET, setting=(name, value), saves=saves)


def _value(name: str, typed: Sequence[str]) -> tuple[str, str]:
    """Return what a setting is set to and "", or "" and what is wrong."""
    if SETTINGS[name] == ANYTHING:
        try:
            return check_name(" ".join(typed)), ""
        except TextError as problem:
            return "", f"{problem}."
    found = matches(typed[0].lower(), SETTINGS[name]) if len(typed) == 1 else []
    if len(found) == 1:
        return found[0], ""
    return "", f"set {name} takes {listed(SETTINGS[name])}{but_not(typed)}."


def _tutorial(asked: Asked) -> Parsed:
    game = matches(asked.args[0].lower(), TAUGHT) if len(asked.args) == 1 else []
    if len(game) == 1:
        return Parsed(teaches=game[0])
    return error(f"tutorial needs a game: {listed(TAUGHT)}{but_not(asked.args)}.")


def _finished(local: Local) -> Run:
    """Return what takes the number of a finished game; the first is meant if there is none."""

    def run(asked: Asked) -> Parsed:
        if len(asked.args) > 1 or not "".join(asked.args or "1").isdecimal():
            return error(f"{local.value} takes the number of a game{but_not(asked.args)}.")
        if local is Local.FORGET and not asked.args:
            return error("forget takes the number of a game. Type games for the list.")
        return Parsed(local=local, game=int("".join(asked.args)[:9] or 1))

    return run


def _send(request: Request) -> Run:
    def send(asked: Asked) -> Parsed:
        if asked.args:
            return error(f'I need nothing more here, not "{asked.args[0]}".')
        return Parsed((request,))

    return send


def _do(local: Local) -> Run:
    return lambda _: Parsed(local=local)


def _nothing_yet() -> Parsed:
    return error("the server has not told yet. Try again in a moment.")


WHOLE_WORDS = ("leave", "resign", "quit", "pause")  # never cut short, never guessed
_NEW = (
    "new GAME [seats N] [bots N] [option=value] [turn N] [absent wait|bot|forfeit] [grace N] "
    "[takeover] [hints always|never] [word W] [title ...]"
)
_RULES = "rules [word], in the lobby rules GAME [word]"
COMMANDS: Mapping[str, Command] = {
    "tables": Command(_tables, "tables", "list the tables", Place.LOBBY),
    "join": Command(
        _join, "join TABLE [seat N] [word]", "take a seat (table by id or number)", Place.LOBBY
    ),
    "live": Command(
        _live, "live [watchers|acts|players|game]", "list the matches to watch", Place.LOBBY
    ),
    "watch": Command(_watch, "watch TABLE [word]", "look on", Place.LOBBY),
    "new": Command(_new, _NEW, "open a table", Place.LOBBY),
    "tutorial": Command(
        _tutorial,
        "tutorial GAME",
        "learn a game in four minutes, on a server of your own",
        Place.LOBBY,
    ),
    "start": Command(_send(Start(ref=0)), "start", "begin the match (host)", Place.TABLE),
    "ready": Command(_send(Ready(ref=0)), "ready", "say that you are ready", Place.TABLE),
    "bots": Command(affairs.bots, "bots add [bot] [seat]", "let a bot play (host)", Place.TABLE),
    "sit": Command(affairs.sit, "sit SEAT", "move to an open seat, between matches", Place.TABLE),
    "swap": Command(
        affairs.swap, "swap NAME NAME", "let two change places, between matches (host)", Place.TABLE
    ),
    "kick": Command(
        affairs.kick, "kick NAME [ban]", "clear a seat, and ban the name (host)", Place.TABLE
    ),
    "unban": Command(affairs.unban, "unban NAME", "let a banned name back in (host)", Place.TABLE),
    "host": Command(affairs.host, "host NAME", "hand the table over (host)", Place.TABLE),
    "hint": Command(_hint, "hint", "ask what a bot would do in your place", Place.TABLE),
    "pause": Command(
        affairs.pause, "pause [off]", "agree to a pause of the match; off ends it", Place.TABLE
    ),
    "leave": Command(
        _send(Leave(ref=0)), "leave", "go to the lobby; in a match the seat is kept", Place.TABLE
    ),
    "resign": Command(_resign, "resign", "give the seat up for good (asks)", Place.TABLE),
    "recap": Command(_do(Local.RECAP), "recap", "how the match that is over went", Place.TABLE),
    "games": Command(_do(Local.GAMES), "games", "your finished games"),
    "replay": Command(
        _finished(Local.REPLAY), "replay [N]", "see a finished game again; the latest is 1"
    ),
    "forget": Command(_finished(Local.FORGET), "forget N", "delete a finished game and its replay"),
    "look": Command(_look, "look", "what there is to do now"),
    "repeat": Command(_look, "repeat", "say the turn and its choices again, or the tables"),
    "where": Command(_status, "where", "where you are"),
    "time": Command(_do(Local.TIME), "time", "how much is left on the clocks", Place.TABLE),
    "who": Command(_who, "who", "who is here"),
    "names": Command(_who, "names", "who is here"),
    "invite": Command(_invite, "invite", "the line that brings others here"),
    "rules": Command(_rules, _RULES, "how to play, or what the rules say about a word or a clause"),
    "status": Command(_status, "status", "the link, the table, the turn"),
    "stats": Command(_do(Local.STATS), "stats", "your finished games, added up"),
    "say": Command(_say, "say TEXT, / TEXT", "chat"),
    "log": Command(_log, "log [N]", "the last lines again"),
    "set": Command(
        _set, "set NAME VALUE [save]", f"a setting, save keeps it: {', '.join(SETTINGS)}"
    ),
    "undo": Command(_do(Local.UNDO), "undo", "drop a line that waits for the link"),
    "reconnect": Command(_do(Local.RECONNECT), "reconnect", "try the link now"),
    "help": Command(_do(Local.HELP), "help [word]", "this"),
    "quit": Command(_do(Local.QUIT), "quit", "end the program; a seat in a match is kept"),
}

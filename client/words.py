"""Sentences for the player about the table, the link and what happened.

What a game says in its own words is in its `Speech`; any other game is told as it came.
"""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from haydes.client import company
from haydes.client.cards import card
from haydes.client.dealing import OPENING, begun, cancelled
from haydes.client.generic import GENERIC
from haydes.client.haydes.commands import HAYDES
from haydes.client.holyquest.commands import HOLYQUEST
from haydes.client.hounds.commands import HOUNDS
from haydes.client.model import (
    Described,
    Link,
    LinkState,
    View,
    advised,
    choices,
    game_name,
    is_host,
    my_seat,
    my_turn,
    phase,
    seat_name,
    seats,
    table_id,
)
from haydes.client.read import branch, flag, many, number, text, written
from haydes.client.speech import Scene, Speech
from haydes.protocol.codes import CLOSES, Close, Refusal
from haydes.protocol.messages import Chat, Left
from haydes.protocol.tree import Tree

AGAIN = "Type start for another match"
ALL_HERE = "Type start when all are here"
LONGEST = 16  # signs of an option's value, where all are told
SPEECHES: Mapping[str, Speech] = {"haydes": HAYDES, "hounds": HOUNDS, "holyquest": HOLYQUEST}


def speech(view: View) -> Speech:
    """Return the words of the game at this table."""
    return SPEECHES.get(game_name(view), GENERIC)


def tell(event: Tree, scene: Scene) -> str:
    """Return a sentence about an event, or "" if it is not worth one."""
    return speech(scene.view).tell(event, scene)


def turn(scene: Scene) -> str:
    """Return that it is this seat's turn, and where it stands."""
    return " ".join(filter(None, ("yours.", speech(scene.view).turn(scene))))


def question(before: View, scene: Scene) -> str:
    """Return what this seat is asked now, or "" if it was asked that before."""
    return speech(scene.view).question(before, scene)


def time_left(view: View) -> str:
    """Return how long a turn may take from now on, if its clock has just been set."""
    turn_ms = view.clock.turn if view.clock else UNSET
    return "" if turn_ms is UNSET else f" You have {round(turn_ms / 1000)} s."


def deed(action: Described, view: View) -> str:
    return speech(view).deed(action, view)


def advice(scene: Scene) -> str:
    """Return what was advised to do now and why, or "" if nothing was."""
    view = scene.view
    action = advised(view)
    if action is None or view.advice is None:
        return ""
    why = _ONLY if view.advice.why == "only" else speech(view).why(view.advice.why, action, view)
    told = deed(action, view)
    for value in action.values():  # cards stand in it as they are sent
        name = written(value)
        told = f" {told} ".replace(f" {name} ", f" {card(name, scene.cards)} ").strip()
    return f"{told}{why and f': {why}'}."


_ONLY = "there is nothing else to do"


def may_ask_for_hints(view: View) -> bool:
    """Whether the table gives this seat hints."""
    hints, me = text(view.table, "hints"), my_seat(view)
    others = any(text(tree, "kind") == "person" for n, tree in seats(view) if n != me)
    return me is not None and hints != "never" and (hints == "always" or not others)


def numbered(view: View) -> str:
    """Return everything this seat may do, by number: "1 north higher, 2 north lower, ..."."""
    deeds = (f"{n} {deed(action, view)}" for n, action in enumerate(choices(view), 1))
    return f"{', '.join(deeds)}."


def outcome(view: View) -> str:
    """Return how the last match ended, or "" if it has not."""
    tree = branch(view.table, "outcome")
    if not tree:
        return ""
    winners = [
        "you" if seat == my_seat(view) else seat_name(view, seat)
        for seat in many(tree, "winners")
        if isinstance(seat, int)
    ]
    sentence = speech(view).outcome(winners, text(tree, "reason"))
    return sentence[:1].upper() + sentence[1:]


def title(view: View, games: Tree) -> str:
    """Return what the table plays, by name."""
    known = speech(view).title or game_name(view)  # before the lobby has been seen
    return text(branch(games, game_name(view)), "title", known)


def options(tree: Tree) -> str:
    """Return options as they are typed: "map=quick turn_limit=12"; long texts are cut short."""
    return " ".join(f"{name}={_brief(written(value))}" for name, value in tree.items())


def _settled(chosen: Tree) -> str:
    """Return options in words: "Map quick, turn limit 12, with tuybe."; "" if there are none."""
    switches = {"yes": "with {}", "no": "without {}"}
    parts = [
        switches.get(written(value), f"{{}} {_brief(written(value))}").format(
            name.replace("_", " ")
        )
        for name, value in chosen.items()
    ]
    told = ", ".join(parts)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def _brief(value: str) -> str:
    return value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"


def table(view: View, games: Tree) -> str:
    """Return a table in a sentence: what it plays, and who sits where."""
    named = f' "{text(view.table, "title")}"' if "title" in view.table else ""
    who = ", ".join(seat(view, n, tree) for n, tree in seats(view))
    usual = branch(games, game_name(view), "options")
    settled = _settled(
        {
            name: value
            for name, value in branch(view.table, "options").items()
            if name in usual and value != branch(usual, name).get("default")
        }
    )
    stands = "paused" if company.is_paused(view) else _PHASES[phase(view)]
    head = f"{table_id(view)}{named}, {title(view, games)}, {stands}. {who}."
    return " ".join(filter(None, (head, settled, company.rule(view))))


def seat(view: View, n: int, tree: Tree) -> str:
    """Return a seat in some words: "1 Ann (you, host)"."""
    marks = [
        word
        for word, holds in (
            ("you", n == my_seat(view)),
            ("bot", text(tree, "kind") == "bot"),
            ("host", n == number(view.table, "host", -1)),
            (text(tree, "presence"), text(tree, "presence") in ("away", "gone")),
            ("a bot plays", "stand_in" in tree),
            ("wants a pause", flag(tree, "pause")),
            ("ready", flag(tree, "ready")),
            ("out", flag(tree, "forfeit")),
        )
        if holds
    ]
    name = text(tree, "name", "open")
    return f"{n + 1} {name} ({', '.join(marks)})" if marks else f"{n + 1} {name}"


def table_row(n: int, id_: str, tree: Tree, games: Tree) -> str:
    """Return a table of the lobby in a line."""
    game = text(tree, "game")
    named = f' "{text(tree, "title")}"' if "title" in tree else ""
    people = ", ".join(written(name) for name in many(tree, "people"))
    parts = [
        f"{n} {id_}{named}",
        text(branch(games, game), "title", game),
        f"{number(tree, 'taken')} of {number(tree, 'seats')} seats taken",
        _PHASES.get(text(tree, "phase"), ""),
        people,
        options(branch(tree, "options")),
    ]
    return f"{', '.join(filter(None, parts))}."


def waiting(view: View) -> str:
    """Return whose turn it is, for one whose turn it is not."""
    if phase(view) == "waiting":
        can = ALL_HERE if is_host(view) else "The host starts it"
        return f"the match has not begun. {can}."
    if phase(view) == "opening":
        return f"the match is about to begin. {OPENING}"
    if phase(view) == "over":
        return "the match is over. The host may start another one."
    if company.is_paused(view):
        return f"the match is paused. {company.GOES_ON}."
    seat_now = number(branch(view.game, "turn"), "seat", number(view.game, "turn", -1))
    if seat_now < 0:
        return speech(view).waits(view) or "it is not your turn."
    name = seat_name(view, seat_now)
    return f"it is {name}'s turn.{_if_gone(view, seat_now, name)}"


def _if_gone(view: View, seat: int, name: str) -> str:
    """Return what those who wait for somebody gone can do, or what comes by itself."""
    tree = branch(view.table, "seats", str(seat))
    if text(tree, "stand_in"):
        return f" A bot plays for {name}."
    if not is_gone(view, seat):
        return ""
    if fate := company.fate(view, seat)[1]:
        return f" {name} is gone; soon {fate}."
    return f" {name} is gone: kick {name} goes on without." if is_host(view) else ""


def is_gone(view: View, seat: int) -> bool:
    """Whether a seat's person is not connected."""
    return text(branch(view.table, "seats", str(seat)), "presence") == "gone"


def table_news(old: View, new: View) -> Iterator[str]:
    """Return a sentence for each change of the table that people want to hear of."""
    for n, tree in seats(new):
        yield from _seat_news(new, n, branch(old.table, "seats", str(n)), tree)
    host = number(new.table, "host", -1)
    if host != number(old.table, "host", -1):
        yield (
            "you are the host now." if is_host(new) else f"{seat_name(new, host)} is the host now."
        )
    watching = number(new.table, "watching")
    if watching != number(old.table, "watching"):
        yield f"{watching} watching."
    yield from company.pause_news(old, new)
    if phase(new) != phase(old) or number(new.table, "match") != number(old.table, "match"):
        yield from _phase_news(new)
    if phase(old) == "opening" and phase(new) in ("waiting", "over"):
        yield cancelled(new)


def _seat_news(view: View, n: int, old: Tree, new: Tree) -> Iterator[str]:
    name = seat_name(view, n)
    if new.get("name") != old.get("name") or new.get("kind") != old.get("kind"):
        if text(old, "name"):
            yield f"{text(old, 'name')} left seat {n + 1}."
        if text(new, "name"):
            bot = " (bot)" if text(new, "kind") == "bot" else ""
            yield f"{name}{bot} takes seat {n + 1}."
        return
    if n == my_seat(view):
        if flag(new, "ready") and not flag(old, "ready"):
            yield "you are ready." if is_host(view) else "you are ready; the host sees it."
        return
    if flag(new, "forfeit"):
        return  # a notice has told why
    if text(new, "presence") != text(old, "presence"):
        yield _presence_news(view, n, name, text(new, "presence"))
    yield from company.stand_in_news(name, old, new)
    if flag(new, "ready") and not flag(old, "ready"):
        yield f"{name} is ready."


def _presence_news(view: View, n: int, name: str, presence: str) -> str:
    seconds, fate = company.fate(view, n)
    if presence == "gone" and fate:
        return f"{name} is gone; in {seconds} s {fate}."
    then = f"; in {seconds} s {fate}" if fate else ""
    return f"{name} {_PRESENCES.get(presence, 'is back')}{then}."


def _phase_news(view: View) -> Iterator[str]:
    if phase(view) == "opening":
        yield f"the match is about to begin. {OPENING}"
    elif phase(view) == "playing":
        begins = f"match {number(view.table, 'match')} begins.{begun(view)}"
        yield " ".join(filter(None, (begins, speech(view).part(view))))
    elif phase(view) == "over":
        again = f" {AGAIN}." if is_host(view) else ""
        yield f"the match is over. {outcome(view)}{again}"


_PHASES = {
    "opening": "about to begin",
    "waiting": "waiting to start",
    "playing": "playing",
    "over": "match over",
}
_PRESENCES = {
    "here": "is back",
    "away": "has not been heard of for a while",
    "gone": "is gone; the seat is kept",
}


def link(now: Link, before: LinkState, name: str, at: float) -> str:
    """Return what became of the link."""
    wait = max(0, round(now.retry_at - at))
    back = before is LinkState.SLOW
    return {
        LinkState.CONNECTING: f"connecting to {now.server}.",
        LinkState.LIVE: "answering again." if back else f"connected to {now.server} as {name}.",
        LinkState.SLOW: "slow: no answer for two seconds.",
        LinkState.OFFLINE: f"offline: {now.reason}; next try in {wait} s.",
        LinkState.REFUSED: f"refused: {now.reason}",
        LinkState.CLOSED: now.reason,
    }[now.state]


def standing(now: Link, name: str) -> str:
    """Return how the link is."""
    speed = f", {now.latency_ms} ms" if now.latency_ms >= 0 else ""
    reason = f": {now.reason}" if now.reason else ""
    secret = (", encrypted" if now.pin else ", not encrypted") if now.up else ""
    return f"{now.state.value} to {now.server} as {name}{speed}{secret}{reason}."


def offline(now: Link, deed: str, at: float) -> str:
    """Return that an act waits for the link."""
    return f'{since(now, at)}. "{deed}" is kept and will be sent once. Type undo to drop it.'


def goodbye(code: str, sentence: str) -> str:
    """Return why the server said goodbye, and what a player can do about it."""
    meanings = {str(known): meaning for known, (meaning, _) in CLOSES.items()} | _GOODBYES
    return meanings.get(code, sentence or code)


_GOODBYES: dict[str, str] = {
    Close.TLS_ONLY: f"{CLOSES[Close.TLS_ONLY][0]}; connect with --tls",
    Close.VERSION: f"{CLOSES[Close.VERSION][0]}; update the older side",
    Close.BAD_NAME: "the server does not take this name; choose another with --name",
    Close.NAME_TAKEN: f"{CLOSES[Close.NAME_TAKEN][0]}; choose another with --name",
    Close.WRONG_WORD: "this server asks for a word; give the right one with --server-word",
    Close.RATE: "too many requests",
}


def since(now: Link, at: float) -> str:
    """Return how long the link has been down: "offline 6 s, next try in 4 s"."""
    gone = max(0, round(at - now.since))
    wait = round(now.retry_at - at)
    then = f"next try in {wait} s" if wait > 0 else "trying now"
    return f"{now.state.value} {gone} s, {then}"


def refusal(code: str, sentence: str, view: View | None) -> str:
    """Return why a request was refused, in words that help; else the server's own."""
    if view is not None and code in (Refusal.NOT_YOUR_TURN, Refusal.NO_MATCH) and not my_turn(view):
        return f"{waiting(view)} Your line changed nothing."
    return _REFUSALS.get(code, f"{sentence.rstrip('.') or code}.")


_REFUSALS: Mapping[str, str] = {
    Refusal.STALE: "too late: the table has moved on. Look at the latest choices.",
    Refusal.UNKNOWN_TABLE: "there is no such table, or it is private and the word is wrong.",
    Refusal.UNKNOWN_TOKEN: "your seat is no longer kept.",
    Refusal.OTHER_RULES: "your table is kept, but for other rules. Ask the operator.",
    Refusal.DAMAGED: "your table is kept, but damaged. Ask the operator.",
    Refusal.CLOSING: "the server is about to stop. Your line changed nothing.",
    Refusal.NO_HINTS: "this table gives no hints, or not while others play.",
    Refusal.NO_SPACE: "the server's disk is nearly full; tell the operator.",
    Refusal.NOT_HOST: "only the host of the table may do this.",
    Refusal.SEATS_OPEN: "a match needs every seat taken. Wait, or type: bots add.",
    Refusal.MATCH_RUNNING: "not in the middle of a match.",
    Refusal.PAUSED: f"the match is paused. {company.GOES_ON}.",
    Refusal.BANNED: "the host has banned your name from that table.",
    Refusal.RATE: "too fast for the server. Wait a moment and type it again.",
}


def taken_up(view: View) -> str:
    """Return that a game of one's own goes on, and where it stands, if it counts rounds."""
    round_ = text(branch(view.game, "turn"), "round")
    return f"your game goes on{round_ and f': round {round_}'}. --new begins another one."


def own_row(table: str, game: str, all_games: Tree) -> str:
    """Return how the list of tables shows a seat that the player has left."""
    title = text(branch(all_games, game), "title", game)
    return f"{table}, {title}: your seat is kept. Type: join {table}."


def gone(table: str) -> str:
    """Return that a table did not outlast a lost link, nor did its match."""
    return f"table {table} and its match are gone: the server does not keep them any more."


def closed(table: str) -> str:
    """Return that a table which was watched is no more, for one cause or another."""
    return f"table {table} is gone: it was closed, or the server no longer keeps it."


def left(message: Left) -> str:
    """Return why one is back in the lobby."""
    known = {
        "left": f"you left {message.table}.",
        "resigned": f"you gave up your seat at {message.table}.",
        "kicked": f"the host has cleared your seat at {message.table}.",
        "banned": f"the host has cleared your seat at {message.table} and banned your name there.",
        "absent": f"you were away for too long: your seat at {message.table} is given up.",
        "closed": f"table {message.table} is closed.",
    }
    return known.get(message.code, message.text or f"you left {message.table}.")


def chat(message: Chat) -> str:
    return f"{message.name}: {message.text}"

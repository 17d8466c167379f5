"""What happened and how things stand, as the fields of the lines of JSON mode."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import UNSET, to_builtins

from haydes.client import words
from haydes.client.model import (
    Link,
    LinkState,
    Lobby,
    Model,
    View,
    choices,
    my_turn,
    prompt,
)
from haydes.protocol.messages import Advice, Chat, Left, Notice, RulesText, ServerMessage, Update

Fields: TypeAlias = Mapping[str, object]


def happened(message: ServerMessage, model: Model) -> Iterator[tuple[str, Fields]]:
    """Return type and fields of what a message tells beside how things stand after it.

    `model` is what was known before: what it will not take in is not told.
    """
    match message:
        case Update() if model.view and 0 <= model.view.seq == message.seq - 1:
            yield from (("event", {"event": event}) for event in message.events)
            for event in message.private_events:
                yield "event", {"event": event, "private": True}
        case Chat() if (message.at, message.n) > model.heard:
            seat = {} if message.seat is UNSET else {"seat": message.seat}
            yield "chat", {"name": message.name, "text": message.text, "at": message.at, **seat}
        case Advice():
            about = {"prompt": message.prompt, "action": message.action, "why": message.why}
            yield "advice", about
        case Notice():
            yield "notice", {"code": message.code, "say": message.text}
        case Left():
            yield "left", {"table": message.table, "code": message.code, "say": message.text}
        case RulesText():
            book = {"game": message.game, "about": message.about, "lines": message.lines}
            yield "rules", book
        case _:
            return


def changed(old: Model, new: Model) -> Iterator[tuple[str, Fields]]:
    """Return type and fields of everything that stands otherwise now."""
    if (link := _link(new)) != _link(old) and new.link.state is not LinkState.CONNECTING:
        yield "link", link
    if new.view is None:
        if new.lobby and (new.lobby is not old.lobby or old.view is not None or new.own != old.own):
            yield "lobby", _lobby(new, new.lobby)
    elif new.view is not old.view and new.view.seq >= 0:
        yield "view", shown(new, new.view)


def possible(model: Model) -> list[Fields]:
    """Return what may be done now, numbered as a player would type it."""
    if model.view is None:
        return []
    return [
        {"n": n, "say": words.deed(action, model.view), "action": action}
        for n, action in enumerate(choices(model.view), 1)
    ]


def _link(model: Model) -> Fields:
    link: Link = model.link
    return {
        "state": link.state,
        "server": link.server,
        "name": model.name,
        "reason": link.reason,
        "pin": link.pin,
    }


def _lobby(model: Model, lobby: Lobby) -> Fields:
    own = [{"table": table, "game": game} for table, game in model.own]
    return {"games": lobby.games, "tables": lobby.tables, "people": lobby.people, "own": own}


def shown(model: Model, view: View) -> Fields:
    """Return a view as a line of JSON mode tells it."""
    return {
        "ply": view.ply,
        "table": view.table,
        "game": view.game,
        "you": view.you,
        "clock": to_builtins(view.clock),
        "my_turn": my_turn(view),
        "prompt": prompt(view),
        "choices": possible(model),
        "dealt": model.fair.verdict.value,
    }

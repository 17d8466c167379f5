"""Lines as a player types them, and what they come to."""

from haydes.client.grammar import parse, split
from haydes.client.model import Described, Model, Voice
from haydes.client.parsed import Parsed
from haydes.protocol.messages import Act, Request


def typed(model: Model, *lines: str) -> Parsed:
    """Type lines one after the other; return what the last command came to."""
    parsed = Parsed()
    for line in lines:
        for command in split(line):
            parsed = parse(model, command, parsed.typing)
    return parsed


def request(model: Model, *lines: str) -> Request:
    parsed = typed(model, *lines)
    assert not parsed.lines, parsed.lines
    (only,) = parsed.requests
    return only


def action(model: Model, *lines: str) -> Described:
    act = request(model, *lines)
    assert isinstance(act, Act)
    assert act.prompt == 14
    return act.action


def error(model: Model, *lines: str) -> str:
    parsed = typed(model, *lines)
    assert not parsed.requests
    (line,) = parsed.lines
    assert line.voice is Voice.ERROR
    return line.text

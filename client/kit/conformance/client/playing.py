"""1 Framing, 2 life, 3 what is unknown, 4 acts, 5 views."""

import time
from typing import Any, cast

from haydes.client.kit.conformance.case import expect, recommend
from haydes.client.kit.conformance.client.book import BOOK
from haydes.client.kit.conformance.stage import Line, Stage
from haydes.client.kit.conformance.wire import Message, frame, framed, payload

_PASS: list[dict[str, Any]] = [{"do": "pass"}]


@BOOK.case(101, "SESSION-1 FRAME-2 TYPE-6", "the client says hello and comes to a table")
def hello(stage: Stage) -> None:
    stage.table().playing()


@BOOK.case(102, "FRAME-5", "one byte per segment is understood")
def slices(stage: Stage) -> None:
    line = stage.accept()
    whole = line.wire.write

    def dribble(data: bytes) -> None:
        for byte in data:
            whole(bytes([byte]))

    line.write = dribble
    line.greet()
    line.enter()
    line.playing()


@BOOK.case(103, "FRAME-5", "many frames in one segment are understood")
def many(stage: Stage) -> None:
    line = stage.table(choices=[])
    you = {"prompt": 5, "choices": _PASS}
    line.write(
        frame("update", seq=2, ply=2, game={"coins": 9})
        + frame("update", seq=3, ply=3, game={"coins": 8})
        + frame("update", seq=4, ply=5, you=you)
    )
    line.done(line.act(5, _PASS))


@BOOK.case(104, "FRAME-2", "values packed wider than they need are understood")
def wide(stage: Stage) -> None:
    line = stage.accept()

    def make(kind: str, **fields: object) -> bytes:
        return framed(_wide({"type": kind, **fields}))

    line.make = make
    line.greet()
    line.enter()
    line.playing()


def _wide(value: Any) -> bytes:
    """Pack a value in the widest form there is for it."""
    if isinstance(value, bool) or value is None:
        return payload(value)
    if isinstance(value, int):
        return b"\xd3" + value.to_bytes(8, "big", signed=True)
    if isinstance(value, str):
        return b"\xdb" + len(value.encode()).to_bytes(4, "big") + value.encode()
    size = len(value).to_bytes(4, "big")
    if type(value) is dict:
        pairs = cast("Message", value)
        return b"\xdf" + size + b"".join(_wide(key) + _wide(pairs[key]) for key in pairs)
    return b"\xdd" + size + b"".join(map(_wide, value))


# ---------------------------------------------------------------------- life


@BOOK.case(201, "LIFE-1", "ping is answered with its ref, at a table")
def ping(stage: Stage) -> None:
    line = stage.table(choices=[])
    for _ in range(3):
        line.alive()


@BOOK.case(202, "LIFE-1", "a ping without ref is answered with 0 or none")
def bare_ping(stage: Stage) -> None:
    line = stage.table(choices=[])
    line.send("ping")
    answer = line.hear()
    expect(answer["type"] == "pong" and answer.get("ref", 0) == 0, "it is not")


@BOOK.case(203, "LIFE-1", "ping is answered while the client may think about its choices")
def ping_thinking(stage: Stage) -> None:
    line = stage.table()
    line.send("ping", ref=9)
    kinds: list[str] = []
    while "pong" not in kinds:
        kinds.append(line.hear()["type"])


@BOOK.case(204, "LIFE-1 LIFE-3", "a ping that overtakes the answer to a request is answered")
def ping_overtakes(stage: Stage) -> None:
    line = stage.table()
    act = line.act(1)
    line.alive()
    line.done(act)
    line.update(2, 2, _PASS)
    line.done(line.act(2, _PASS))


# ----------------------------------------------------------- what is unknown


_UNKNOWN: dict[str, dict[str, Any]] = {
    "without fields": {},
    "with a ref": {"ref": 1},
    "with trees and nil": {"tree": {"a": [1, {"b": "c"}]}, "none": {"x": None}},
}


@BOOK.rows(301, "TYPE-7 CHANGE-2", "a message of an unknown type is passed over: {}", _UNKNOWN)
def unknown_type(stage: Stage, fields: dict[str, Any]) -> None:
    line = stage.table(choices=[])
    line.send("x-unheard-of", **fields)
    line.alive()
    line.update(2, 2, _PASS)
    line.done(line.act(2, _PASS))


@BOOK.case(304, "TYPE-7 CHANGE-1", "unknown fields, features and limits in welcome are passed over")
def unknown_welcome(stage: Stage) -> None:
    line = stage.accept()
    line.greet(features=["x-unheard-of"], news={"a": 1})
    line.enter()
    line.playing()


@BOOK.case(305, "TYPE-7 CHANGE-2", "unknown fields of known messages are passed over")
def unknown_fields(stage: Stage) -> None:
    line = stage.table(x_news=[1, 2])
    act = line.act(1)
    line.send("done", ref=act["ref"], x_news="more")
    line.update(2, 2, _PASS, x_news={"a": 1})
    line.done(line.act(2, _PASS))


@BOOK.case(306, "TYPE-7 CHANGE-2", "unknown keys of trees are passed over")
def unknown_keys(stage: Stage) -> None:
    line = stage.table(table={"x_news": {"a": 1}}, game={"x_news": [1]}, you={"x_news": True})
    line.playing()


@BOOK.case(307, "TYPE-7 VIEW-4", "unknown events are passed over")
def unknown_events(stage: Stage) -> None:
    line = stage.table()
    line.done(line.act(1))
    events = [{"event": "x-unheard-of", "of": [1]}, {"event": "over"}]
    line.update(2, 2, _PASS, events=events, private_events=events[:1])
    line.done(line.act(2, _PASS))


@BOOK.case(308, "TYPE-7", "unknown notices and chat are passed over")
def unknown_notice(stage: Stage) -> None:
    line = stage.table(choices=[])
    line.send("notice", code="x-unheard-of", text="news")
    line.send("chat", n=1, name="Bob", text="hello", at=1)
    line.alive()
    line.update(2, 2, _PASS)
    line.done(line.act(2, _PASS))


# ---------------------------------------------------------------------- acts


@BOOK.case(401, "ACT-1 CHOICE-1", "an act is one combination, for the prompt beside it")
def act(stage: Stage) -> None:
    line = stage.table(prompt=7)
    line.done(line.act(7))


@BOOK.case(402, "ACT-1", "after an update the next act answers the new prompt")
def next_prompt(stage: Stage) -> None:
    line = stage.table()
    seq, prompt = 1, 1
    for n in range(4):
        line.done(line.act(prompt, [{"do": "take", "coins": [n]}] if n else _COINS))
        seq, prompt = seq + 1, prompt + 3
        line.update(seq, prompt, [{"do": "take", "coins": [n + 1]}])


_COINS: list[dict[str, Any]] = [{"do": "take", "coins": [1, 2, 3]}, {"do": "pass"}]


@BOOK.case(403, "ACT-5", "without choices the client waits")
def waits(stage: Stage) -> None:
    line = stage.table(choices=[])
    line.alive()
    line.send("update", seq=2, ply=1, game={"coins": 7})
    line.alive()
    line.update(3, 4, _PASS)
    line.done(line.act(4, _PASS))


@BOOK.case(404, "CHOICE-1", "values are sent with the type that they have")
def types(stage: Stage) -> None:
    choices: list[dict[str, Any]] = [{"do": "x", "n": [0, 1], "b": [True], "s": ["1"]}]
    line = stage.table(choices=choices)
    line.done(line.act(1, choices))


@BOOK.case(405, "ACT-6", "a prompt is not answered twice while its answer is due")
def once(stage: Stage) -> None:
    line = stage.table()
    act = line.act(1)
    line.send("update", seq=2, ply=1, game={"coins": 8})
    line.send("ping", ref=3)
    recommend(line.hear()["type"] == "pong", "it is")
    line.done(act)
    line.update(3, 2, _PASS)
    line.done(line.act(2, _PASS))


@BOOK.case(406, "ACT-4", "after stale the client chooses from what it sees now")
def stale(stage: Stage) -> None:
    line = stage.table()
    act = line.act(1)
    line.update(2, 2, _PASS)
    line.send("refused", ref=act["ref"], code="stale", text="too late")
    line.done(line.act(2, _PASS))


@BOOK.case(407, "TYPE-8 ACT-5", "after rate the act is sent again, not at once")
def rate(stage: Stage) -> None:
    line = stage.table()
    act = line.act(1)
    refused = time.monotonic()
    line.send("refused", ref=act["ref"], code="rate", text="too fast")
    if stage.turn:  # a person sees it, and does it again
        time.sleep(1)
    again = line.act(1)
    expect(time.monotonic() - refused > 0.4, "it came at once")
    expect(again["action"] == act["action"], "it is another action")
    line.done(again)
    recommend(time.monotonic() - refused >= 0.9, "it came before a second was over")


@BOOK.case(411, "REQUEST-3 ACT-6", "an update that is not yet the act's asks for no other act")
def others_first(stage: Stage) -> None:
    line = stage.table()
    line.done(line.act(1))
    line.send("update", seq=2, ply=1, table={"watching": 1})
    line.send("ping", ref=3)
    recommend(line.hear()["type"] == "pong", "it acts again")
    line.update(3, 2, _PASS)
    line.done(line.act(2, _PASS))


@BOOK.case(408, "REQUEST-1", "requests have different refs")
def refs(stage: Stage) -> None:
    line = stage.table()
    first = line.act(1)
    line.done(first)
    line.update(2, 2, _PASS)
    second = line.act(2, _PASS)
    expect(first["ref"] != second["ref"], "two have the same")


@BOOK.case(410, "REQUEST-1", "refs are counted up")
def counted(stage: Stage) -> None:
    line = stage.table()
    first = line.act(1)
    line.done(first)
    line.update(2, 2, _PASS)
    second = line.act(2, _PASS)
    recommend(second["ref"] > first["ref"], "they are not")


@BOOK.case(409, "FAIR-1", "without the feature fair nothing of it is asked for or promised")
def no_fair(stage: Stage) -> None:
    line = stage.table(table={"phase": "waiting", "match": 0, "host": 1}, choices=[])
    line.alive()
    fair: dict[str, Any] = {"match": 1, "version": 1, "commitment": "0" * 64, "commitments": {}}
    line.send("update", seq=2, ply=1, table={"phase": "playing", "match": 1, "fair": fair})
    line.update(3, 2, _PASS)
    line.done(line.act(2, _PASS))
    over = {"phase": "over", "outcome": {"winners": [0], "reason": "coins"}}
    line.send("update", seq=4, ply=3, table=over, you={"prompt": 3, "choices": []})
    line.send("ping", ref=5)
    while line.hear()["type"] not in ("pong", "bye"):
        pass


# --------------------------------------------------------------------- views


@BOOK.case(501, "VIEW-1", "a snapshot that comes unasked is the new view")
def unasked(stage: Stage) -> None:
    line = stage.table(choices=[])
    line.snapshot(seq=40, prompt=9, choices=_PASS)
    line.done(line.act(9, _PASS))
    line.update(41, 10, _PASS)
    line.done(line.act(10, _PASS))


def _gap(line: Line) -> Any:
    line.send("update", seq=5, ply=9, you={"prompt": 9, "choices": [{"do": "wrong"}]})
    return line.request("sync")


@BOOK.case(502, "VIEW-2", "after a gap the client sends sync and waits for the snapshot")
def gap(stage: Stage) -> None:
    line = stage.table(choices=[])
    sync = _gap(line)
    line.send("update", seq=6, ply=9, you={"prompt": 9, "choices": [{"do": "wrong"}]})
    line.alive()
    line.done(sync)
    line.snapshot(seq=6, prompt=11, choices=_PASS)
    line.done(line.act(11, _PASS))


@BOOK.case(503, "VIEW-2 TYPE-8", "a sync that is refused with rate is sent again")
def gap_rate(stage: Stage) -> None:
    line = stage.table(choices=[])
    sync = _gap(line)
    line.send("refused", ref=sync["ref"], code="rate", text="too fast")
    line.done(line.request("sync"))
    line.snapshot(seq=6, prompt=11, choices=_PASS)
    line.done(line.act(11, _PASS))


@BOOK.case(504, "VIEW-3", "absent branches of an update have not changed")
def absent_branches(stage: Stage) -> None:
    line = stage.table(choices=[])
    line.send("update", seq=2, ply=1, game={"coins": 5})
    line.send("update", seq=3, ply=2, you={"prompt": 2, "choices": _PASS})
    line.done(line.act(2, _PASS))


@BOOK.case(505, "VIEW-3", "a list in a patch replaces the old one whole")
def whole_lists(stage: Stage) -> None:
    line = stage.table()
    line.done(line.act(1))
    for seq in range(2, 8):  # so often that no client is right by chance
        choices: list[dict[str, Any]] = [{"do": "take", "coins": [seq + 7]}]
        line.update(seq, seq, choices)
        line.done(line.act(seq, choices))


@BOOK.case(506, "VIEW-3 VIEW-7", "nil in a patch removes a key, and a map makes missing ones")
def patches(stage: Stage) -> None:
    line = stage.table(game={"a": {"b": 1}, "c": 2})
    line.done(line.act(1))
    line.update(2, 2, _PASS, game={"a": None, "c": {"d": {"e": 1}}, "none": None})
    line.done(line.act(2, _PASS))

"""6 Coming back, 7 the end."""

import time
from contextlib import suppress

from haydes.client.kit.conformance.case import expect, recommend
from haydes.client.kit.conformance.client.book import BOOK
from haydes.client.kit.conformance.stage import TABLE, TOKEN, Stage
from haydes.client.kit.conformance.wire import EndError, SilenceError

_LOSSES = {
    "reset": "",
    "bye silent": "silent",
    "bye slow": "slow",
    "bye full": "full",
    "bye rate": "rate",
    "bye internal": "internal",
    "bye shutdown": "shutdown",
}


@BOOK.rows(601, "RESUME-2", "after {} the client comes back with its token and ply", _LOSSES)
def comes_back(stage: Stage, code: str) -> None:
    line = stage.table(prompt=6, choices=[])
    line.alive()
    if code:
        line.bye(code)
    line.drop()
    back = stage.back()
    hello = back.greet(table=TABLE)
    expect(hello.get("token") == TOKEN, "the token is another")
    expect(hello.get("ply") == 6, f"the ply is {hello.get('ply')}")
    back.snapshot(seq=1, prompt=8, choices=[{"do": "pass"}])
    back.done(back.act(8, [{"do": "pass"}]))


_FINAL = {
    "superseded": "superseded",
    "bad_frame": "bad_frame",
    "too_big": "too_big",
    "an unknown code": "x-unheard-of",
}


@BOOK.rows(611, "SESSION-6", "after bye with {} the client does not connect again", _FINAL)
def stays_away(stage: Stage, code: str) -> None:
    line = stage.table(choices=[])
    line.alive()
    line.bye(code)
    line.drop()
    stage.stays_away()


_TURNED_AWAY = {
    code: code for code in ("name_taken", "bad_name", "version", "wrong_word", "expected_hello")
}


@BOOK.rows(
    615, "SESSION-4 SESSION-6 SESSION-7", "turned away with {} it does not try again", _TURNED_AWAY
)
def turned_away(stage: Stage, code: str) -> None:
    line = stage.accept()
    expect(line.hear()["type"] == "hello", "SESSION-1: the first message is no hello")
    line.bye(code)
    line.drop()
    stage.stays_away()


@BOOK.case(621, "RESUME-7", "after bye with retry_ms the client waits at least so long")
def retry(stage: Stage) -> None:
    line = stage.table(choices=[])
    line.alive()
    line.bye("shutdown", retry_ms=3000)
    said = time.monotonic()
    line.drop()
    stage.back(3 + stage.patience)
    recommend(time.monotonic() - said >= 2.9, "it came sooner")


@BOOK.case(622, "RESUME-2 RESUME-12", "a token that the server calls unknown is not used again")
def dead_token(stage: Stage) -> None:
    line = stage.table(choices=[])
    line.alive()
    line.drop()
    back = stage.back()
    back.greet(refused="unknown_token")
    with suppress(EndError, SilenceError):
        back.request("open", "join", patience=2.0)
    back.drop()
    try:
        again = stage.accept()
    except SilenceError:
        return
    expect(not again.greet().get("token"), "it is")


@BOOK.case(623, "RESUME-5 ACT-3", "an act that was not answered comes again, or is chosen anew")
def act_again(stage: Stage) -> None:
    line = stage.table()
    line.act(1)
    line.drop()
    back = stage.back()
    back.greet(table=TABLE)
    back.snapshot(seq=1, prompt=1)
    back.done(back.act(1, typed=False))


@BOOK.case(701, "SESSION-5", "after bye the client sends nothing but bye")
def after_bye(stage: Stage) -> None:
    line = stage.table(choices=[])
    line.alive()
    line.bye("superseded")
    line.send("ping", ref=3)
    try:
        while True:
            line.hear(2.0)  # says what is wrong with it
    except (EndError, SilenceError):
        pass


@BOOK.case(702, "SESSION-5", "the client says bye before it closes")
def says_bye(stage: Stage) -> None:
    line = stage.table(choices=[])
    line.alive()
    outcome = {"winners": [0], "reason": "coins"}
    line.send("update", seq=2, ply=2, table={"phase": "over", "outcome": outcome})
    try:
        while (message := line.hear(3.0))["type"] != "bye":
            expect(message["type"] in ("pong", "start", "ready", "browse", "leave"), "not due")
    except SilenceError:
        return  # it stays at the table
    except EndError:
        recommend(False, "it does not")  # noqa: FBT003
    line.send("bye")

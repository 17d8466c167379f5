"""2 Hello and versions, 3 identity."""

from typing import Any

from haydes.client.kit.conformance.case import NotCoveredError, expect
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.wire import EndError, frame
from haydes.client.kit.conformance.world import World
from haydes.protocol.limits import Limits

_STRANGE: dict[str, dict[str, Any]] = {
    "a ping": {"type": "ping"},
    "a request": {"type": "browse", "ref": 1},
    "an unknown type": {"type": "helo", "protocols": [1], "name": "Ann"},
    "a hello without protocols": {"type": "hello", "name": "Ann"},
    "a hello with an empty list of protocols": {"type": "hello", "protocols": [], "name": "Ann"},
    "a hello with 17 protocols": {"type": "hello", "protocols": [1] * 17, "name": "Ann"},
    "a hello with a text for protocols": {"type": "hello", "protocols": "1", "name": "Ann"},
    "a hello with a text as protocol": {"type": "hello", "protocols": ["1"], "name": "Ann"},
    "a hello with a negative protocol": {"type": "hello", "protocols": [-1], "name": "Ann"},
    "a hello without a name": {"type": "hello", "protocols": [1]},
    "a hello with a number as name": {"type": "hello", "protocols": [1], "name": 1},
    "a hello with nil as name": {"type": "hello", "protocols": [1], "name": None},
    "a hello with a token of 44 characters": {
        "type": "hello", "protocols": [1], "name": "Ann", "token": "x" * 44,
    },
    "a hello with 17 features": {
        "type": "hello", "protocols": [1], "name": "Ann", "features": ["x"] * 17,
    },
    "a hello with a negative ply": {"type": "hello", "protocols": [1], "name": "Ann", "ply": -1},
    "a hello with a word of 65 characters": {
        "type": "hello", "protocols": [1], "name": "Ann", "word": "x" * 65,
    },
}  # fmt: skip


@BOOK.rows(201, "SESSION-1", "{} as the first frame is answered by bye expected_hello", _STRANGE)
def strange_start(world: World, message: dict[str, Any]) -> None:
    peer = world.stranger()
    peer.send(message["type"], **{key: value for key, value in message.items() if key != "type"})
    peer.ends("expected_hello")


@BOOK.case(221, "SESSION-1", "a second hello is answered by bye bad_frame")
def second_hello(world: World) -> None:
    peer = world.guest()
    peer.send("hello", protocols=[1], name=world.name())
    peer.ends("bad_frame")


@BOOK.case(222, "SESSION-2", "a hello without a common protocol is answered by bye version")
def no_common_protocol(world: World) -> None:
    peer = world.stranger()
    peer.send("hello", protocols=[9_007_199_254_740_991], name=world.name())
    peer.ends("version")


@BOOK.case(223, "SESSION-2", "the highest common protocol is taken, whatever the order")
def highest_protocol(world: World) -> None:
    peer = world.guest(protocols=[9_007_199_254_740_991, 1, 0])
    expect(peer.welcome["protocol"] == 1, f"the protocol is {peer.welcome['protocol']}")


@BOOK.case(224, "SESSION-2", "welcome has all its fields, of their types")
def welcome(world: World) -> None:
    name = world.name()
    peer = world.guest(name)
    expect(peer.welcome["name"] == name, "the name is another")
    expect(isinstance(peer.welcome["server"], str), "server is no string")
    limits = peer.welcome["limits"]
    expect(all(type(value) is int and value >= 0 for value in limits.values()), "a limit is odd")
    missing = Limits().tree().keys() - limits.keys()
    expect(not missing, f"limits are missing: {', '.join(sorted(missing))}")
    expect("table" not in peer.welcome or peer.welcome["table"] == "", "it names a table")


@BOOK.case(225, "SESSION-3", "requests behind hello are answered after welcome")
def pipelined(world: World) -> None:
    peer = world.stranger()
    hello = frame("hello", protocols=[1], name=world.name(), word=world.word)
    peer.wire.write(hello + frame("browse", ref=1) + frame("ping", ref=2))
    peer.expect("welcome")
    peer.answer(1)
    peer.until("lobby")


@BOOK.case(226, "SESSION-3", "requests behind a bad hello are not answered")
def pipelined_badly(world: World) -> None:
    peer = world.stranger()
    peer.wire.write(frame("hello", protocols=[1], name="") + frame("browse", ref=1))
    expect(peer.hear()["type"] == "bye", "something came before bye")


@BOOK.case(227, "SESSION-1", "who says no hello gets bye hello_timeout")
def hello_timeout(world: World) -> None:
    wait = world.waits("hello_seconds")
    world.stranger().ends("hello_timeout", patience=wait)


@BOOK.case(228, "SESSION-1", "half a hello, a byte now and then, does not put the time-out off")
def dribble(world: World) -> None:
    wait = world.waits("hello_seconds")
    peer = world.stranger()
    peer.wire.write(frame("hello", protocols=[1], name=world.name())[:-1])
    peer.ends("hello_timeout", patience=wait)


@BOOK.case(229, "CHANGE-3", "features that the server does not know are not in welcome")
def unknown_feature(world: World) -> None:
    peer = world.guest(features=["fair", "x-unheard-of"])
    expect("x-unheard-of" not in peer.welcome.get("features", []), "it claims to know it")


@BOOK.case(230, "CHANGE-3", "no feature is in welcome that hello has not named")
def unasked_feature(world: World) -> None:
    peer = world.guest()
    expect(not peer.welcome.get("features"), "features came unasked")


@BOOK.case(231, "SESSION-5", "bye instead of hello ends the connection")
def bye_first(world: World) -> None:
    peer = world.stranger()
    peer.send("bye")
    try:
        while True:
            expect(peer.hear()["type"] == "bye", "something but bye came")
    except EndError:
        pass


@BOOK.case(232, "SESSION-7", "a wrong word is answered by bye wrong_word")
def wrong_word(world: World) -> None:
    if not world.word:
        raise NotCoveredError("the server asks for no word, or give --word")
    peer = world.stranger()
    peer.send("hello", protocols=[1], name=world.name(), word="not " + world.word[:50])
    peer.ends("wrong_word", "rate")


# ------------------------------------------------------------------ identity

_BAD_NAMES: dict[str, str] = {
    "an empty name": "",
    "a name of spaces": "  ",
    "a name of 25 letters": "a" * 25,
    "a name of 33 cells": "\u6f22" * 16 + "a",
    "a name with a control character": "Ann\x07",
    "a name with a line break": "Ann\nBob",
    "a name with an escape sequence": "\x1b[31mAnn",
    "a name that begins with a space": " Ann",
    "a name that ends with a space": "Ann ",
    "a name with two spaces in a row": "Ann  Bob",
    "a name with a no-break space": "Ann\u00a0Bob",
    "a name not in NFC": "Zoe\u0308",
    "a name with a right-to-left override": "Ann\u202eBob",
    "a name with a zero-width space": "Ann\u200bBob",
    "a name with a private character": "Ann\ue000",
    "a name with an unassigned character": "Ann\u0378",
    "a name with a blank letter": "Ann\u3164",
    "a name that begins with a mark": "\u0301Ann",
    "a name with five marks on a letter": "A\u0323\u0330\u0331\u0332\u0333nn",
    "a name with a variation selector": "Ann\ufe0f",
    "a name with a bracket": "Ann<",
    "a name without letter or digit": "-_.",
    "a name with an emoji": "Ann \U0001f600",
}


@BOOK.rows(301, "TEXT-1 TEXT-2 TEXT-3 TEXT-4 TEXT-6", "{} is answered by bye bad_name", _BAD_NAMES)
def bad_name(world: World, name: str) -> None:
    peer = world.stranger()
    peer.send("hello", protocols=[1], name=name, word=world.word)
    peer.ends("bad_name")


_GOOD_NAMES: dict[str, str] = {
    "a name of 24 letters": "Q" * 24,
    "a name of 32 cells": "\u6f22\u5b57" * 8,
    "a name with signs": "J.-P. O'Neil_2",
    "a name with an accent": "Zo\u00eb Kit",
    "a Cyrillic name": "\u041b\u044e\u0434\u043c\u0438\u043b\u0430",
    "a Devanagari name": "\u0926\u0947\u0935\u0940",
    "an Arabic name": "\u0641\u0627\u0637\u0645\u0629",
    "a name of one digit": "7",
}


@BOOK.rows(331, "TEXT-4", "{} is taken as it is", _GOOD_NAMES)
def good_name(world: World, name: str) -> None:
    peer = world.guest(name)
    expect(peer.welcome["name"] == name, "it was changed")


_LOOK_ALIKE: dict[str, tuple[str, str]] = {
    "the same": ("Kitty A", "Kitty A"),
    "the same in capitals": ("Kitty B", "KITTY B"),
    "the same with a Cyrillic letter": ("Kitty C", "K\u0456tty C"),
    "the same with a Greek letter": ("Kittyo D", "Kitty\u03bf D"),
    "the same in full-width letters": ("Kitty", "\uff2b\uff49\uff54\uff54\uff59"),
}


@BOOK.rows(351, "SESSION-4 TEXT-5", "a name that is {} is answered by bye name_taken", _LOOK_ALIKE)
def name_taken(world: World, names: tuple[str, str]) -> None:
    first, second = names
    world.guest(first)
    peer = world.stranger()
    peer.send("hello", protocols=[1], name=second, word=world.word)
    peer.ends("name_taken")


@BOOK.case(361, "SESSION-4", "a name is free again once its connection is closed")
def name_free(world: World) -> None:
    name = world.name()
    peer = world.guest(name)
    peer.send("bye")
    peer.ends("left")
    world.guest(name)


@BOOK.case(362, "TABLE-11", "who looks like a seat's person cannot join or watch: name_taken")
def seat_name(world: World) -> None:
    host, guest = world.match()
    name = host.table["seats"][str(guest.you["seat"])]["name"]
    guest.send("bye")
    guest.ends("left")
    peer = world.guest(name)
    peer.refused("name_taken", "watch", table=host.table["id"])
    peer.refused("name_taken table_full", "join", table=host.table["id"])

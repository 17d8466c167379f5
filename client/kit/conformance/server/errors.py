"""13 Errors and codes, 14 draining, 15 every request."""

from typing import Any

from haydes.client.kit.conformance.case import expect
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.server.samples import ALL
from haydes.client.kit.conformance.wire import EndError, frame
from haydes.client.kit.conformance.world import World


@BOOK.case(1301, "SESSION-5", "bye is answered by bye, then the end")
def bye(world: World) -> None:
    peer = world.guest()
    peer.send("bye")
    peer.ends("left")


@BOOK.case(1302, "SESSION-5", "what is sent behind bye is not answered")
def behind_bye(world: World) -> None:
    peer = world.guest()
    peer.wire.write(frame("bye") + frame("browse", ref=1))
    expect(peer.hear()["type"] == "bye", "it was answered")
    peer.over = True
    try:
        while True:
            peer.hear()
    except EndError:
        pass


@BOOK.case(1303, "REQUEST-2", "requests in front of bye are answered")
def before_bye(world: World) -> None:
    peer = world.guest()
    peer.wire.write(frame("rules", ref=1, game="none") + frame("bye"))
    peer.answer(1)
    peer.ends("left")


@BOOK.case(1304, "REQUEST-2", "an unknown type is refused with unknown_type and its ref")
def unknown_type(world: World) -> None:
    peer = world.guest()
    peer.refused("unknown_type", "no such request")
    peer.alive()


@BOOK.case(1305, "REQUEST-2", "a type that only servers send is refused with unknown_type")
def servers_type(world: World) -> None:
    peer = world.guest()
    for kind in ("welcome", "done", "snapshot", "update"):
        peer.refused("unknown_type", kind)


@BOOK.case(1306, "REQUEST-4", "twenty refusals later the connection still works")
def patient(world: World) -> None:
    peer = world.guest()
    for _ in range(10):
        peer.refused("malformed", "say")
        peer.refused("wrong_place", "leave")
    peer.do("browse")


@BOOK.case(1307, "SESSION-5", "bye says in words why")
def bye_text(world: World) -> None:
    peer = world.stranger()
    peer.send("hello", protocols=[1], name="", word=world.word)
    expect(peer.ends("bad_name").get("text"), "there are none")


@BOOK.case(1308, "REQUEST-2", "answers to good and bad requests come in their order")
def order(world: World) -> None:
    peer = world.guest()
    peer.wire.write(
        frame("rules", ref=1, game="none")
        + frame("no such request", ref=2)
        + frame("browse", ref=3)
        + frame("say", ref=4)
        + frame("leave", ref=5)
    )
    for ref in range(1, 6):
        peer.answer(ref)


@BOOK.case(1309, "SESSION-5", "a client that closes its half gets the answers to what it sent")
def half_closed(world: World) -> None:
    peer = world.guest()
    peer.send("rules", ref=1, game="none")
    peer.send("bye")
    peer.wire.shut()
    peer.answer(1)
    peer.ends("left")


# -------------------------------------------------------------- every request

_REFS: dict[str, Any] = {
    "a negative ref": -1,
    "a ref of 2^31": 2**31,
    "a text as ref": "1",
    "nil as ref": None,
}


@BOOK.rows(1501, "REQUEST-1", "a request with {} is refused as malformed", _REFS)
def odd_ref(world: World, ref: object) -> None:
    peer = world.guest()
    peer.send("browse", ref=ref)
    answer = peer.answer(0)
    expect(answer.get("code") == "malformed", f"the code is {answer.get('code')}")
    peer.alive()


@BOOK.case(1505, "REQUEST-1", "refs need not be counted up, nor differ")
def any_ref(world: World) -> None:
    peer = world.guest()
    for ref in (5, 3, 3, 0, 2**31 - 1):
        peer.send("rules", ref=ref, game="none")
        peer.answer(ref)


@BOOK.rows(1511, "REQUEST-1", "{} without a ref is refused as malformed",
           {kind: kind for kind in ALL})  # fmt: skip
def no_ref(world: World, kind: str) -> None:
    peer = world.guest()
    peer.send(kind, **ALL[kind])
    answer = peer.answer(0)
    expect(answer.get("code") == "malformed", f"the code is {answer.get('code')}")


@BOOK.rows(1541, "TYPE-6", "{} with a field that is not named is refused as malformed",
           {kind: kind for kind in ALL})  # fmt: skip
def unnamed_field(world: World, kind: str) -> None:
    peer = world.guest()
    peer.refused("malformed", kind, **ALL[kind], unheard_of=1)


_NEEDED: dict[str, tuple[str, str]] = {
    f"{kind} without {field}": (kind, field)
    for kind, fields in ALL.items()
    for field in fields
    if (kind, field) != ("ready", "commitment")
}


@BOOK.rows(1571, "TYPE-4", "{} is refused as malformed", _NEEDED)
def missing_field(world: World, row: tuple[str, str]) -> None:
    kind, field = row
    fields = {key: value for key, value in ALL[kind].items() if key != field}
    world.guest().refused("malformed", kind, **fields)

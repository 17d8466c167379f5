"""11 Text that people write, 12 limits."""

from haydes.client.kit.conformance.case import NotCoveredError, expect
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.wire import frame
from haydes.client.kit.conformance.world import World

_BAD: dict[str, str] = {
    "nothing": "",
    "spaces only": "   ",
    "281 characters": "x" * 281,
    "a bell": "a\x07",
    "a line break": "a\nb",
    "a tab": "a\tb",
    "an escape": "a\x1b[2J",
    "a C1 control": "a\u009b",
    "a line separator": "a\u2028b",
    "a paragraph separator": "a\u2029b",
    "a no-break space": "a\u00a0b",
    "an ideographic space": "a\u3000b",
    "a right-to-left override": "a\u202eb",
    "a zero-width joiner": "a\u200db",
    "a byte order mark": "a\ufeffb",
    "a tag character": "a\U000e0041",
    "a private character": "a\ue000",
    "an unassigned character": "a\u0378",
    "a decomposed letter": "e\u0301",
    "a Hangul filler": "a\u3164",
    "a Braille blank": "a\u2800",
    "a Hangul choseong filler": "a\u115f",
    "a half-width filler": "a\uffa0",
    "a mark at the beginning": "\u0323a",
    "five marks on a letter": "q\u0323\u0330\u0331\u0332\u0333",
}


@BOOK.rows(1101, "TEXT-1 TEXT-2 TEXT-3 TEXT-6", "chat of {} is refused with bad_text", _BAD)
def bad_chat(world: World, text: str) -> None:
    host = world.host()
    host.refused("bad_text", "say", text=text)
    host.sync()
    expect(all(message["type"] != "chat" for message in host.heard), "it was said all the same")


_GOOD: dict[str, str] = {
    "280 characters": "y" * 280,
    "four marks on a letter": "q\u0323\u0330\u0331\u0332",
    "an emoji": "well \U0001f600",
    "Japanese": "\u3053\u3093\u306b\u3061\u306f",
    "spaces at the ends": " hello ",
    "signs": "<b>100 %</b> {0} %s \\ ;",
}


@BOOK.rows(1131, "TEXT-6 REQUEST-3", "chat of {} comes to all at the table, unchanged", _GOOD)
def good_chat(world: World, text: str) -> None:
    host, guest = world.pair()
    guest.do("say", text=text)
    for peer in (host, guest):
        line = peer.until("chat")
        expect(line["text"] == text, "the text was changed")
        expect(line.get("seat") == 1, "the seat is another")
        expect(line["name"] == guest.welcome["name"], "the name is another")
        expect(isinstance(line["at"], int), "at is no integer")


@BOOK.case(1141, "REQUEST-5", "lines of chat are counted one by one")
def counted(world: World) -> None:
    host = world.host()
    for text in ("one", "two", "three"):
        host.do("say", text=text)
    host.sync()
    numbers = [message["n"] for message in host.heard if message["type"] == "chat"]
    expect(len(numbers) == 3, "not all lines came")
    expect(numbers == list(range(numbers[0], numbers[0] + 3)), f"the numbers are {numbers}")


@BOOK.case(1142, "REQUEST-3", "chat in the lobby comes to the lobby, a moment later")
def lobby_chat(world: World) -> None:
    one, other = world.guest(), world.guest()
    text = f"hello from {one.welcome['name']}"
    one.do("say", text=text)
    for peer in (one, other):
        line = peer.until("chat", lambda message: message["text"] == text)
        expect("seat" not in line, "a seat is named")


@BOOK.case(1143, "REQUEST-3", "chat of who watches comes to the table without a seat")
def watcher_chat(world: World) -> None:
    host = world.host()
    world.spectator(host).do("say", text="psst")
    expect("seat" not in host.until("chat"), "a seat is named")


@BOOK.case(1144, "TEXT-6", "a join word may be anything")
def any_word(world: World) -> None:
    word = "\x00\u202e e\u0301"
    host = world.host(word=word)
    world.joiner(host, word=word)


# -------------------------------------------------------------------- limits


@BOOK.case(1201, "TYPE-8", "requests beyond the rate are refused with rate, the others answered")
def rate(world: World) -> None:
    burst = world.limits["acts_burst"]
    if burst > 500:
        raise NotCoveredError(f"acts_burst is {burst}")
    peer = world.guest()
    total = burst + 10
    peer.wire.write(b"".join(frame("rules", ref=n, game="none") for n in range(1, total + 1)))
    codes = [peer.answer(ref).get("code") for ref in range(1, total + 1)]
    expect("rate" in codes, "none was refused")
    early = codes[: burst // 2]
    expect("rate" not in early, "it was refused within the burst")


@BOOK.case(1202, "TYPE-8", "a ping beyond the rate gets refused with its ref instead of a pong")
def ping_rate(world: World) -> None:
    burst = world.limits["acts_burst"]
    if burst > 500:
        raise NotCoveredError(f"acts_burst is {burst}")
    peer = world.guest()
    total = burst + 10
    peer.wire.write(b"".join(frame("ping", ref=n) for n in range(1, total + 1)))
    answers = [peer.hear() for _ in range(total)]
    refs = [answer.get("ref") for answer in answers]
    expect(refs == list(range(1, total + 1)), "some have no answer with their ref")
    expect(any(answer.get("code") == "rate" for answer in answers), "none was refused")


@BOOK.case(1203, "TYPE-8", "chat beyond its rate is refused with rate, and not said")
def chat_rate(world: World) -> None:
    burst = world.limits["chat_burst"]
    if burst > 100:
        raise NotCoveredError(f"chat_burst is {burst}")
    host = world.host()
    answers = [host.ask_once("say", text=f"line {n}") for n in range(burst + 4)]
    refused = [answer for answer in answers if answer["type"] == "refused"]
    expect(refused, "none was refused")
    expect(all(answer["code"] == "rate" for answer in refused), "the code is another")
    host.sync()
    said = [message for message in host.heard if message["type"] == "chat"]
    expect(len(said) == len(answers) - len(refused), "a refused line was said")


@BOOK.case(1204, "TYPE-8", "who goes on beyond the rate for long gets bye with rate")
def rate_for_long(world: World) -> None:
    burst = world.limits["acts_burst"]
    if burst > 500:
        raise NotCoveredError(f"acts_burst is {burst}")
    peer = world.guest()
    requests = [frame("rules", ref=n, game="none") for n in range(1, burst + 400)]
    peer.wire.write(b"".join(requests))
    peer.ends("rate")


@BOOK.case(1205, "TYPE-8", "a second later a request is taken again")
def rate_recovers(world: World) -> None:
    burst = world.limits["acts_burst"]
    if burst > 500:
        raise NotCoveredError(f"acts_burst is {burst}")
    peer = world.guest()
    for n in range(1, burst + 6):
        peer.send("rules", ref=n, game="none")
    for n in range(1, burst + 6):
        peer.answer(n)
    peer.do("browse")  # asks again after a second, as a client should


@BOOK.case(1206, "TYPE-8", "one connection's rate is not another's")
def rate_of_one(world: World) -> None:
    burst = world.limits["acts_burst"]
    if burst > 500:
        raise NotCoveredError(f"acts_burst is {burst}")
    peer, other = world.guest(), world.guest()
    for n in range(1, burst + 6):
        peer.send("rules", ref=n, game="none")
    for n in range(1, burst + 6):
        peer.answer(n)
    expect(other.ask_once("browse")["type"] == "done", "the other was refused")

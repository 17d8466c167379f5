"""16 Life and clocks, 18 pause, absence and takeover, 19 reading the rules."""

import re
import time
from contextlib import suppress
from typing import Any

from haydes.client.kit.conformance.case import NotCoveredError, expect
from haydes.client.kit.conformance.peer import Peer
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.wire import SilenceError
from haydes.client.kit.conformance.world import World


@BOOK.case(1601, "LIFE-3", "ping is answered by pong with the same ref")
def ping(world: World) -> None:
    peer = world.guest()
    for ref in (1, 2**31 - 1, 0):
        peer.send("ping", ref=ref)
        expect(peer.expect("pong").get("ref", 0) == ref, "the ref is another")


@BOOK.case(1602, "LIFE-3", "a ping without ref is answered")
def bare_ping(world: World) -> None:
    peer = world.guest()
    peer.send("ping")
    expect(peer.expect("pong").get("ref", 0) == 0, "the ref is another")


@BOOK.case(1603, "LIFE-1", "pong is not answered")
def pong(world: World) -> None:
    peer = world.guest()
    peer.send("pong", ref=1)
    peer.send("ping", ref=2)
    expect(peer.expect("pong").get("ref") == 2, "it was")


@BOOK.case(1604, "LIFE-1", "the server pings after ping_seconds of silence")
def server_pings(world: World) -> None:
    wait = world.waits("ping_seconds")
    peer = world.guest()
    peer.pongs = False
    expect(peer.hear(wait)["type"] == "ping", "something else came")


@BOOK.case(
    1605, "LIFE-2", "who is silent for away_seconds is shown as away, and here again at once"
)
def away(world: World) -> None:
    wait = world.waits("away_seconds")
    host, guest = world.pair()
    guest.pongs = False
    deadline = time.monotonic() + wait
    while host.table["seats"]["1"].get("presence") != "away":
        expect(time.monotonic() < deadline, "it is not")
        host.hear(wait)
    guest.send("pong")
    host.see(lambda peer: peer.table["seats"]["1"]["presence"] == "here", "who is here again")


@BOOK.case(1606, "LIFE-2", "who is silent for dead_seconds gets bye silent; the seat is kept")
def silent(world: World) -> None:
    wait = world.waits("dead_seconds")
    host, guest = world.pair()
    guest.pongs = False
    closing = time.monotonic() + wait
    while not guest.over:
        expect(time.monotonic() < closing, "it does not")
        host.alive()
        with suppress(SilenceError):
            guest.hear(0.2)
    expect(guest.heard[-1].get("code") == "silent", "the code is another")
    back = world.guest(token=guest.token)
    expect(back.welcome.get("table"), "the seat is lost")


@BOOK.case(1607, "CLOCK-1 CLOCK-3", "a turn clock is sent, runs, and acts in the end")
def turn_clock(world: World) -> None:
    one, other = world.match(turn_seconds=1)
    clock = next(m["clock"] for m in reversed(one.heard) if "clock" in m)
    expect(0 < clock["turn"] <= 1000, f"the clock shows {clock.get('turn')}")
    expect(clock.get("running") is True, "it does not run")
    ply = one.ply
    deadline = time.monotonic() + 1 + one.patience
    while other.ply == ply:
        expect(time.monotonic() < deadline, "nothing was done at 0")
        other.hear(one.patience)


@BOOK.case(1608, "CLOCK-1", "every snapshot and update of a match with a turn clock carries it")
def always_clock(world: World) -> None:
    one, other = world.match(turn_seconds=600)
    one.act()
    other.see(lambda peer: peer.ply == one.ply, "the act")
    for message in other.heard:
        if message["type"] in ("snapshot", "update") and message.get("game"):
            expect("turn" in message.get("clock", {}), f"{message['type']} has none")


@BOOK.case(1609, "CLOCK-4", "clocks stand still while nobody is here: in a pause")
def paused_clock(world: World) -> None:
    one, other = world.match(turn_seconds=600)
    for peer in (one, other):
        peer.do("pause")
    one.see(lambda peer: peer.table.get("paused"), "the pause")
    one.sync()
    clock = one.heard[-1].get("clock", {})
    expect(not clock.get("running"), "they run")


@BOOK.case(1610, "CLOCK-5", "a turn clock starts anew when other seats have choices")
def next_turn(world: World) -> None:
    one, other = world.match(turn_seconds=600)
    time.sleep(1.5)
    for _ in range(12):
        one.act()
        other.reach(one.ply)
        if other.choices:
            break
    if one.choices or not other.choices:
        raise NotCoveredError("the turn does not pass on within some acts")
    left = other.heard[-1].get("clock", {}).get("turn", 0)
    expect(left > 599_000, f"it shows {left} ms")


@BOOK.case(
    1611, "CLOCK-6", "a new prompt within a turn finds 5 seconds; the turn ends all the same"
)
def same_turn(world: World) -> None:
    seconds = 6
    peer = world.host(1, turn_seconds=seconds, game="haydes", options={"map": "block"})
    peer.do("start")
    peer.see(lambda one: one.choices, "choices")
    peer.act()  # before the first turn
    longest, began = 2 * seconds * 1000, time.monotonic()
    time.sleep(2)
    turn = _turn(peer)
    peer.act()
    if _turn(peer) != turn or not peer.choices:
        raise NotCoveredError("the turn was over with its first act")
    left = peer.heard[-1].get("clock", {}).get("turn", 0)
    expect(left >= 4900, f"it shows {left} ms")  # some pass on the way
    expect(left + 1000 * (time.monotonic() - began) <= longest + 1000, "it goes on for too long")


def _turn(peer: Peer) -> dict[str, object]:
    """Return whose turn it is and which, whatever is to be done in it."""
    turn: Any = peer.view["game"].get("turn", {})
    return {key: item for key, item in turn.items() if key != "phase"}


# ------------------------------------------------------------------- pause


@BOOK.case(1801, "PAUSE-1", "one who agrees is shown; the match is paused when all agree")
def pause(world: World) -> None:
    one, other = world.match()
    seat = str(one.you["seat"])
    one.do("pause")
    other.see(lambda peer: peer.table["seats"][seat].get("pause"), "who agrees")
    expect(not other.table.get("paused"), "it is paused already")
    other.do("pause")
    one.see(lambda peer: peer.table.get("paused"), "the pause")


@BOOK.case(1802, "PAUSE-2", "in a pause act is refused with paused")
def no_act(world: World) -> None:
    one, other = world.match()
    for peer in (one, other):
        peer.do("pause")
    one.see(lambda peer: peer.table.get("paused"), "the pause")
    one.refused("paused", "act", prompt=one.you["prompt"], action=one.action())


@BOOK.case(1803, "PAUSE-3", "anybody in a seat ends the pause")
def go_on(world: World) -> None:
    one, other = world.match()
    for peer in (one, other):
        peer.do("pause")
    one.see(lambda peer: peer.table.get("paused"), "the pause")
    other.do("pause", on=False)
    one.see(lambda peer: not peer.table.get("paused"), "the end of the pause")
    one.act()


@BOOK.case(1804, "PAUSE-1", "who has agreed can take it back")
def take_back(world: World) -> None:
    one, other = world.match()
    seat = str(one.you["seat"])
    one.do("pause")
    one.do("pause", on=False)
    other.do("pause")
    other.sync()
    expect(not other.table["seats"][seat].get("pause"), "it still stands")
    expect(not other.table.get("paused"), "the match is paused")


@BOOK.case(1811, "ABSENT-1", "a table says what becomes of who is gone, and after how long")
def absent(world: World) -> None:
    host = world.host(absent="forfeit", grace_seconds=30)
    expect(host.table.get("absent") == "forfeit", "table.absent is another")
    expect(host.table.get("grace_seconds") == 30, "table.grace_seconds is another")


@BOOK.case(1812, "ABSENT-3", "the grace of who is gone is in clock.grace by seat")
def grace(world: World) -> None:
    one, other = world.match(absent="forfeit", grace_seconds=600)
    seat = str(one.you["seat"])
    one.close()
    one.over = True
    other.see(lambda peer: peer.table["seats"][seat]["presence"] == "gone", "who is gone")
    other.sync()
    left = other.heard[-1].get("clock", {}).get("grace", {}).get(seat)
    expect(left is not None and 0 < left <= 600_000, f"it shows {left}")


@BOOK.case(1813, "ABSENT-2 ABSENT-6", "after the grace the seat is given up, and its token")
def forfeit(world: World) -> None:
    one, other = world.match(absent="forfeit", grace_seconds=1)
    one.close()
    one.over = True
    other.until("notice", lambda message: message["code"] == "absent")
    back = world.guest(token=one.token)
    expect(back.welcome.get("refused") == "unknown_token", "the token still opens it")


@BOOK.case(1814, "ABSENT-4 ABSENT-5", "after the grace a bot plays; who comes back has the seat")
def stand_in(world: World) -> None:
    one, other = world.match(absent="bot", grace_seconds=1)
    seat = str(one.you["seat"])
    one.close()
    one.over = True
    other.see(lambda peer: peer.table["seats"][seat].get("stand_in"), "the bot")
    expect(other.table["seats"][seat]["kind"] == "person", "the seat is no longer the person's")
    back = world.guest(token=one.token)
    expect(back.welcome.get("table"), "the token is dead")
    back.until("snapshot")
    expect("stand_in" not in back.table["seats"][seat], "the bot still plays")


@BOOK.case(1821, "TAKEOVER-1 TAKEOVER-2", "where it is allowed a person joins on a bot's seat")
def takeover(world: World) -> None:
    host = world.host(bots=[""], takeover=True)
    expect(host.table.get("takeover") is True, "table.takeover is not set")
    host.do("start")
    guest = world.joiner(host)
    expect(guest.you["seat"] == 1, "the seat is another")
    host.see(lambda peer: peer.table["seats"]["1"]["kind"] == "person", "the person")


@BOOK.case(1822, "TAKEOVER-1", "elsewhere nobody joins on a bot's seat")
def no_takeover(world: World) -> None:
    host = world.host(bots=[""])
    peer = world.guest()
    peer.refused("table_full", "join", table=host.table["id"])
    peer.refused("seat_taken table_full", "join", table=host.table["id"], seat=1)


# ------------------------------------------------------------------- rules


@BOOK.case(1901, "RULES-1 RULES-4 RULES-5", "rules of each game can be read in the lobby")
def rules(world: World) -> None:
    peer = world.guest()
    for game in world.games:
        peer.do("rules", game=game)
        text = peer.until("rules_text")
        expect(text["game"] == game, "game is another")
        expect(text["lines"], "there are no lines")
        expect(len(text["lines"]) <= 512, "there are too many lines")
        expect(sum(map(len, text["lines"])) <= 16000, "there is too much text")


@BOOK.case(1902, "RULES-1", "rules can be read at a table")
def rules_seated(world: World) -> None:
    host = world.host()
    host.do("rules", game=host.table["game"])
    host.until("rules_text")


@BOOK.case(1903, "RULES-1", "rules of a game that is not there are refused with unknown_game")
def rules_of_none(world: World) -> None:
    world.guest().refused("unknown_game", "rules", game="no such game")


@BOOK.case(1904, "RULES-2", "a word that the rules do not have is refused with unknown_rule")
def unknown_rule(world: World) -> None:
    world.guest().refused("unknown_rule", "rules", game=world.game(), about="zzyzxq")


@BOOK.case(1905, "RULES-2", "capitals and small letters are alike")
def capitals(world: World) -> None:
    peer = world.guest()
    found: list[object] = []
    for about in ("CARD", "card"):
        peer.do("rules", game=world.game(), about=about)
        found.append(peer.until("rules_text")["lines"])
    expect(found[0] == found[1], "they are not")


@BOOK.case(1906, "RULES-3", "lines are headings, items, rows of tables, paragraphs, or empty")
def lines(world: World) -> None:
    peer = world.guest()
    peer.do("rules", game=world.game())
    shown: list[str] = peer.until("rules_text")["lines"]
    for line in shown:
        expect(line == line.rstrip(), f"a line ends with spaces: {line!r:.60}")
        marked = re.match(r"[#>+~]|\d+[.)] |[*-](?!\*)|    ", line)
        plain = re.match(r"#{1,3} \S|- \S|\*\S", line)
        expect(not marked or plain, f"a line is none of these: {line!r:.60}")

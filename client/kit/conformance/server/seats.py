"""5 Seats: joining, hosting, starting, leaving."""

from typing import Any

from haydes.client.kit.conformance.case import FailedError, NotCoveredError, expect
from haydes.client.kit.conformance.peer import check_refusal
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.world import World

_MOST_RECORDS = 500  # that a case waits for


@BOOK.case(501, "REQUEST-3", "join gives a seat, a token and a snapshot; the host sees who came")
def join(world: World) -> None:
    host, guest = world.pair()
    expect(guest.you["seat"] == 1, "the seat is not the open one")
    expect(len(guest.token) == 43 and guest.token != host.token, "the token is odd")
    host.see(lambda peer: peer.table["seats"]["1"]["kind"] == "person", "who came")
    expect(host.table["seats"]["1"]["presence"] == "here", "presence is not here")


@BOOK.case(502, "REQUEST-4", "a seat that is taken is refused with seat_taken")
def seat_taken(world: World) -> None:
    host = world.host()
    world.guest().refused("seat_taken", "join", table=host.table["id"], seat=0)


@BOOK.case(503, "REQUEST-4", "a seat that the table has not is refused with unknown_seat")
def unknown_seat(world: World) -> None:
    host = world.host()
    world.guest().refused("unknown_seat", "join", table=host.table["id"], seat=15)


@BOOK.case(504, "REQUEST-4", "a full table is refused with table_full")
def table_full(world: World) -> None:
    host, _ = world.pair()
    world.guest().refused("table_full", "join", table=host.table["id"])


@BOOK.rows(505, "REQUEST-4", "{} a table that is not there is refused with unknown_table",
           {"join": "join", "watch": "watch"})  # fmt: skip
def unknown_table(world: World, verb: str) -> None:
    world.guest().refused("unknown_table", verb, table="qqqqqqqq")


_HOSTS: dict[str, dict[str, Any]] = {
    "start": {},
    "add_bot": {},
    "kick": {"seat": 0},
    "unban": {"name": "nobody"},
    "make_host": {"seat": 1},
}


@BOOK.rows(511, "TABLE-2", "{} by another than the host is refused with not_host",
           {kind: kind for kind in _HOSTS})  # fmt: skip
def not_host(world: World, kind: str) -> None:
    _, guest = world.pair()
    guest.refused("not_host", kind, **_HOSTS[kind])


@BOOK.case(516, "TABLE-2", "start with an open seat is refused with seats_open")
def seats_open(world: World) -> None:
    world.host().refused("seats_open", "start")


@BOOK.case(517, "TABLE-2", "start begins the match; the table shows it")
def start(world: World) -> None:
    host, guest = world.match()
    for peer in (host, guest):
        expect(peer.table["match"] == 1, "table.match is not 1")
        expect("outcome" not in peer.table, "there is an outcome already")
        expect(peer.view["game"], "the branch game is empty")


@BOOK.case(521, "TABLE-2", "start in a match gets done and does nothing")
def start_again(world: World) -> None:
    one, other = world.match()
    host = one if one.you["seat"] == one.table["host"] else other
    host.do("start")
    host.do("sync")
    expect(host.table["match"] == 1, "another match has begun")


_NOT_NOW: dict[str, dict[str, Any]] = {
    "ready": {},
    "add_bot": {},
    "swap": {"seat": 0, "to": 1},
}


@BOOK.rows(522, "REQUEST-4", "{} in a match is refused with match_running",
           {kind: kind for kind in _NOT_NOW})  # fmt: skip
def match_running(world: World, kind: str) -> None:
    one, other = world.match()
    host = one if one.you["seat"] == one.table["host"] else other
    host.refused("match_running", kind, **_NOT_NOW[kind])


@BOOK.case(526, "TABLE-6", "kick of a bot in a match is refused with match_running")
def kick_bot_in_match(world: World) -> None:
    host = world.host(bots=[""])
    host.do("start")
    host.refused("match_running", "kick", seat=1)


@BOOK.case(531, "TABLE-3", "ready is shown, and ready again changes nothing")
def ready(world: World) -> None:
    host, guest = world.pair()
    guest.do("ready")
    host.see(lambda peer: peer.table["seats"]["1"].get("ready"), "who is ready")
    host.sync()
    seq = host.seq
    guest.do("ready")
    host.sync()
    expect(host.seq == seq, "an update came for what was so already")


@BOOK.case(532, "TABLE-3", "ready is cleared when the match begins")
def ready_cleared(world: World) -> None:
    host, guest = world.pair()
    guest.do("ready")
    host.do("start")
    host.see(lambda peer: peer.table["phase"] == "playing", "the match")
    expect("ready" not in host.table["seats"]["1"], "it is not cleared")


@BOOK.case(533, "REQUEST-4", "add_bot fills an open seat; another one is refused with table_full")
def add_bot(world: World) -> None:
    host = world.host()
    host.do("add_bot")
    host.see(lambda peer: peer.table["seats"]["1"]["kind"] == "bot", "the bot")
    host.refused("table_full", "add_bot")
    host.refused("seat_taken table_full", "add_bot", seat=1)
    host.refused("unknown_seat", "add_bot", seat=15)


@BOOK.case(534, "REQUEST-4", "add_bot with a bot that is not there is refused with unknown_bot")
def add_unknown_bot(world: World) -> None:
    world.host().refused("unknown_bot", "add_bot", bot="no such bot")


@BOOK.case(535, "TABLE-6", "kick sends a bot away")
def kick_bot(world: World) -> None:
    host = world.host(bots=[""])
    host.do("kick", seat=1)
    host.see(lambda peer: peer.table["seats"]["1"]["kind"] == "open", "the seat open")


@BOOK.case(536, "TABLE-6 TABLE-12", "kick sends a person to the lobby: left with kicked")
def kick(world: World) -> None:
    host, guest = world.pair()
    spectator = world.spectator(host)
    host.do("kick", seat=1)
    expect(guest.until("left")["code"] == "kicked", "the code of left is another")
    guest.refused("wrong_place", "sync")
    spectator.until("notice", lambda message: message["code"] == "kicked")
    host.see(lambda peer: peer.table["seats"]["1"]["kind"] == "open", "the seat open")


@BOOK.case(537, "REQUEST-4", "kick of an open seat, or of none, is refused with unknown_seat")
def kick_nobody(world: World) -> None:
    host = world.host()
    host.refused("unknown_seat", "kick", seat=1)
    host.refused("unknown_seat", "kick", seat=15)


@BOOK.case(538, "TABLE-15", "a banned name can neither join nor watch; the host alone sees it")
def ban(world: World) -> None:
    host, guest = world.pair()
    spectator = world.spectator(host)
    name = host.table["seats"]["1"]["name"]
    token = guest.token
    host.do("kick", seat=1, ban=True)
    expect(guest.until("left")["code"] == "banned", "the code of left is another")
    table = host.table["id"]
    guest.refused("banned", "join", table=table)
    guest.refused("banned", "watch", table=table)
    guest.refused("unknown_token", "resume", token=token)
    host.see(lambda peer: peer.you.get("banned") == [name], "the name in you.banned")
    spectator.sync()
    expect(not spectator.you, "who watches has a branch you")
    host.refused("unknown_seat", "kick", seat=0, ban=True)


@BOOK.case(539, "TABLE-15", "unban lets a name come back")
def unban(world: World) -> None:
    host, guest = world.pair()
    name = host.table["seats"]["1"]["name"]
    host.do("kick", seat=1, ban=True)
    guest.until("left")
    host.do("unban", name=name)
    guest.enter("join", table=host.table["id"])


@BOOK.case(540, "REQUEST-4", "make_host hands the table over, to persons only")
def make_host(world: World) -> None:
    host, guest = world.pair()
    host.refused("unknown_seat", "make_host", seat=15)
    host.do("make_host", seat=1)
    guest.see(lambda peer: peer.table["host"] == 1, "the new host")
    host.refused("not_host", "start")
    guest.do("start")


@BOOK.case(541, "TABLE-7", "when the host leaves the lowest seat of a person becomes host")
def next_host(world: World) -> None:
    host, guest = world.pair()
    host.do("leave")
    guest.see(lambda peer: peer.table["host"] == 1, "the new host")


@BOOK.case(542, "TABLE-14", "swap moves the host's own seat with its token and makes a snapshot")
def swap(world: World) -> None:
    host = world.host()
    host.do("swap", seat=0, to=1)
    host.until("snapshot")
    expect(host.you["seat"] == 1, "the seat is the old one")
    expect(host.table["host"] == 1, "who is host has changed")


@BOOK.case(543, "TABLE-14", "swap by others with a seat that is taken, or not theirs, is refused")
def swap_refused(world: World) -> None:
    _, guest = world.pair()
    guest.refused("seat_taken", "swap", seat=1, to=0)
    guest.refused("not_host", "swap", seat=0, to=1)


@BOOK.case(544, "TABLE-4", "leave between matches opens the seat and kills the token")
def leave(world: World) -> None:
    host, guest = world.pair()
    guest.do("leave")
    expect(guest.until("left")["code"] == "left", "the code of left is another")
    host.see(lambda peer: peer.table["seats"]["1"]["kind"] == "open", "the seat open")
    guest.refused("unknown_token", "resume", token=guest.token)


@BOOK.case(545, "TABLE-4", "leave in a match keeps the seat for its token")
def leave_match(world: World) -> None:
    one, other = world.match()
    seat = one.you["seat"]
    one.do("leave")
    one.until("left")
    other.see(lambda peer: peer.table["seats"][str(seat)]["presence"] == "gone", "who is gone")
    world.guest().refused("table_full", "join", table=other.table["id"])
    one.enter("resume", token=one.token)
    expect(one.you["seat"] == seat, "the seat is another")


@BOOK.case(546, "SESSION-5", "bye between matches gives the seat up")
def bye(world: World) -> None:
    host, guest = world.pair()
    guest.send("bye")
    guest.ends("left")
    host.see(lambda peer: peer.table["seats"]["1"]["kind"] == "open", "the seat open")


@BOOK.case(547, "SESSION-5", "a connection that ends without bye gives no seat up")
def lost(world: World) -> None:
    host, guest = world.pair()
    guest.close()
    guest.over = True
    host.see(lambda peer: peer.table["seats"]["1"].get("presence") == "gone", "who is gone")
    expect(host.table["seats"]["1"]["kind"] == "person", "the seat is open")


@BOOK.case(548, "TABLE-5 TABLE-12", "resign gives the seat up for the match, and its token")
def resign(world: World) -> None:
    one, other = world.match()
    seat = str(one.you["seat"])
    one.do("resign")
    expect(one.until("left")["code"] == "resigned", "the code of left is another")
    other.until("notice", lambda message: message["code"] == "resigned")
    other.until("update")
    over = other.table["phase"] == "over"
    expect(over or other.table["seats"][seat].get("forfeit"), "the seat is not given up")
    one.refused("unknown_token", "resume", token=one.token)


@BOOK.case(549, "REQUEST-4", "resign and pause without a match are refused with no_match")
def no_match(world: World) -> None:
    host = world.host()
    host.refused("no_match", "resign")
    host.refused("no_match", "pause")


@BOOK.case(550, "TABLE-2 TABLE-10", "a match that is over has an outcome, and start is the rematch")
def rematch(world: World) -> None:
    one, other = world.match(**world.short())
    world.play(one, other)
    for peer in (one, other):
        outcome = peer.table["outcome"]
        expect(isinstance(outcome["winners"], list), "winners is no list")
        expect(isinstance(outcome["reason"], str), "reason is no string")
        expect(not peer.choices, "there are choices after the end")
    host = one if one.you["seat"] == one.table["host"] else other
    host.do("start")
    host.see(lambda peer: peer.table["match"] == 2, "the second match")
    expect("outcome" not in host.table, "the old outcome still stands")


@BOOK.case(551, "TABLE-16", "a table that has seen table_records takes no acts; it can be left")
def worn_out(world: World) -> None:
    most = world.limits.get("table_records", 0)
    if not 0 < most <= _MOST_RECORDS:
        raise NotCoveredError(f"table_records is {most}, not at most {_MOST_RECORDS}")
    peer = world.host(1, game=world.game(1))
    for _ in range(most):
        request: dict[str, Any] = {"kind": "start"}
        if peer.choices:
            request = {"kind": "act", "prompt": peer.you["prompt"], "action": peer.action()}
        answer = peer.ask(**request)
        if answer["type"] == "refused":
            check_refusal(answer, "too_many")
            peer.do("leave")
            return
        peer.until("update")
    raise FailedError("nothing was refused")

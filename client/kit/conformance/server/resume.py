"""8 Resuming."""

import time

from haydes.client.kit.conformance.case import expect
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.world import World


@BOOK.case(801, "RESUME-2", "a token in hello leads back to the seat; a snapshot follows")
def resume(world: World) -> None:
    one, other = world.match()
    seat, view = one.you["seat"], dict(one.view)
    one.close()
    one.over = True
    other.see(lambda peer: peer.table["seats"][str(seat)]["presence"] == "gone", "who is gone")
    back = world.guest(token=one.token, ply=one.ply)
    expect(back.welcome.get("table") == other.table["id"], "welcome.table is another")
    back.until("snapshot")
    expect(back.you["seat"] == seat, "the seat is another")
    expect(back.you == view["you"], "the branch you is another")
    expect(back.view["game"] == view["game"], "the branch game is another")
    other.see(lambda peer: peer.table["seats"][str(seat)]["presence"] == "here", "who is back")


@BOOK.case(802, "RESUME-3", "the newest connection has the seat; the older gets superseded")
def superseded(world: World) -> None:
    one, other = world.match()
    back = world.guest(token=one.token)
    back.until("snapshot")
    one.ends("superseded")
    back.act()
    other.see(lambda peer: peer.ply >= back.ply, "the act")


@BOOK.case(803, "RESUME-4", "resume in the lobby does the same as a token in hello")
def in_lobby(world: World) -> None:
    one, _ = world.match()
    seat = one.you["seat"]
    back = world.guest()
    done = back.enter("resume", token=one.token)
    expect(done.get("seat") == seat, "done.seat is another")
    expect(done.get("table") == back.table["id"], "done.table is another")
    one.ends("superseded")


@BOOK.case(804, "RESUME-2", "a dead token in hello: welcome.refused unknown_token, and the lobby")
def dead(world: World) -> None:
    peer = world.guest(token="A" * 43)
    expect(peer.welcome.get("refused") == "unknown_token", "welcome.refused is another")
    expect(not peer.welcome.get("table"), "welcome names a table")
    peer.do("browse")


@BOOK.case(805, "RESUME-4", "resume with a dead token is refused with unknown_token")
def dead_in_lobby(world: World) -> None:
    world.guest().refused("unknown_token", "resume", token="B" * 43)


@BOOK.case(806, "RESUME-6", "who has seen a later ply than the server gets the notice older")
def older(world: World) -> None:
    one, _ = world.match()
    back = world.guest(token=one.token, ply=one.ply + 1000)
    kinds: list[str] = []
    while "snapshot" not in kinds:
        message = back.hear()
        kinds.append("older" if message.get("code") == "older" else message["type"])
    expect("older" in kinds, "it did not come before the snapshot")


@BOOK.case(807, "RESUME-6", "who has seen no later ply gets no notice older")
def not_older(world: World) -> None:
    one, _ = world.match()
    back = world.guest(token=one.token, ply=one.ply)
    back.until("snapshot")
    codes = [message.get("code") for message in back.heard]
    expect("older" not in codes, "it came")


@BOOK.case(808, "RESUME-10", "a good token decides the name")
def name(world: World) -> None:
    one, other = world.match()
    seat = str(one.you["seat"])
    back = world.guest(world.name(), token=one.token)
    expect(back.welcome["name"] == other.table["seats"][seat]["name"], "welcome.name is another")


@BOOK.case(809, "RESUME-10", "resume in the lobby changes no names")
def lobby_name(world: World) -> None:
    one, other = world.match()
    seat = str(one.you["seat"])
    name = other.table["seats"][seat]["name"]
    back = world.guest()
    back.enter("resume", token=one.token)
    other.sync()
    expect(other.table["seats"][seat]["name"] == name, "the seat has another name")


@BOOK.case(810, "RESUME-5 ACT-3", "an act that was done is recognised after a loss")
def act_again(world: World) -> None:
    one, _ = world.match()
    prompt, action = one.you["prompt"], one.action()
    one.act()
    ply = one.ply
    one.close()
    one.over = True
    back = world.guest(token=one.token, ply=ply)
    back.until("snapshot")
    back.do("act", prompt=prompt, action=action)
    back.sync()
    expect(back.ply == ply, "it was done twice")


@BOOK.case(811, "RESUME-1", "a token works again and again")
def repeatedly(world: World) -> None:
    one, _ = world.match()
    for _ in range(3):
        back = world.guest(token=one.token)
        back.until("snapshot")
        back.close()
        back.over = True


@BOOK.case(812, "RESUME-1", "a token works between matches too, while its connection is lost")
def between_matches(world: World) -> None:
    host, guest = world.pair()
    guest.close()
    guest.over = True
    host.see(lambda peer: peer.table["seats"]["1"].get("presence") == "gone", "who is gone")
    back = world.guest(token=guest.token)
    back.until("snapshot")
    expect(back.you["seat"] == 1, "the seat is another")


@BOOK.case(813, "RESUME-2", "a token changed in one character opens nothing")
def changed(world: World) -> None:
    one, _ = world.match()
    first = "A" if one.token[0] != "A" else "B"
    peer = world.guest(token=first + one.token[1:])
    expect(peer.welcome.get("refused") == "unknown_token", "it opens a seat")


@BOOK.case(814, "RESUME-8 RESUME-1", "watch gives no token")
def no_token(world: World) -> None:
    host = world.host()
    done = world.guest().do("watch", table=host.table["id"])
    expect(not done.get("token") and "seat" not in done, "it does")


@BOOK.case(815, "SESSION-5 RESUME-1", "bye in a match keeps the seat for its token")
def bye_in_match(world: World) -> None:
    one, _ = world.match()
    one.send("bye")
    one.ends("left")
    back = world.guest(token=one.token)
    expect(back.welcome.get("table"), "the token is dead")


@BOOK.case(816, "TABLE-13", "a match that everybody has left is not listed, and its token opens it")
def parked(world: World) -> None:
    one, other = world.match()
    table, ply = one.table["id"], one.ply
    peer = world.guest()
    peer.do("browse")
    peer.listed(table)
    for player in (one, other):
        player.send("bye")
        player.ends("left")
    tables = peer.until("lobby_update", lambda message: table in message.get("tables", {}))
    expect(tables["tables"][table] is None, "it is still listed")
    world.guest().enter("watch", table=table)
    back = world.guest(token=one.token, ply=ply)
    back.until("snapshot")
    expect(back.table["phase"] == "playing", "the match is over")


@BOOK.case(817, "RESUME-9", "who is away without a seat loses their name to who says it in hello")
def lost_name(world: World) -> None:
    deadline = time.monotonic() + world.waits("away_seconds")
    name = world.name()
    silent = world.guest(name)
    silent.pongs = False
    while True:
        peer = world.stranger()
        peer.send("hello", protocols=[1], name=name, word=world.word)
        first = peer.hear()
        if first["type"] == "welcome":
            break
        expect(first.get("code") == "name_taken", f"bye came with {first.get('code')}")
        expect(time.monotonic() < deadline, "they keep it")
        time.sleep(0.25)
    silent.ends("superseded")


@BOOK.case(818, "RESUME-9", "who is away in a seat keeps the name")
def kept_name(world: World) -> None:
    wait = world.waits("away_seconds")
    host, guest = world.pair()
    guest.pongs = False
    deadline = time.monotonic() + wait
    while host.table["seats"]["1"].get("presence") != "away":
        expect(time.monotonic() < deadline, "they are never away")
        host.hear(wait)
    peer = world.stranger()
    name = host.table["seats"]["1"]["name"]
    peer.send("hello", protocols=[1], name=name, word=world.word)
    peer.ends("name_taken")

"""9 Watching, 10 hidden information."""

from haydes.client.kit.conformance.case import expect
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.server.samples import ALL, NOT_FOR_WATCHERS
from haydes.client.kit.conformance.wire import Message
from haydes.client.kit.conformance.world import World


@BOOK.case(901, "REQUEST-3", "watch is answered by done, then snapshot with an empty branch you")
def watch(world: World) -> None:
    host = world.host()
    peer = world.guest()
    done = peer.enter("watch", table=host.table["id"])
    expect(done.get("table") == host.table["id"], "done.table is another")
    expect(not peer.you, "the branch you is not empty")
    host.see(lambda seen: seen.table["watching"] == 1, "who watches")


@BOOK.rows(911, "REQUEST-2", "{} by who watches is refused with wrong_place",
           {kind: kind for kind in sorted(NOT_FOR_WATCHERS)})  # fmt: skip
def wrong_place(world: World, kind: str) -> None:
    host = world.host()
    world.spectator(host).refused("wrong_place", kind, **ALL[kind])


@BOOK.case(931, "REQUEST-2", "who watches cannot join; after leave they can")
def join(world: World) -> None:
    host = world.host()
    peer = world.spectator(host)
    peer.refused("wrong_place", "join", table=host.table["id"])
    peer.do("leave")
    expect(peer.until("left")["code"] == "left", "the code of left is another")
    peer.enter("join", table=host.table["id"])


@BOOK.case(932, "REQUEST-3", "who comes later gets the kept lines of chat behind the snapshot")
def kept_chat(world: World) -> None:
    host = world.host()
    host.do("say", text="first")
    host.do("say", text="second")
    peer = world.guest()
    peer.do("watch", table=host.table["id"])
    kinds = [peer.hear() for _ in range(3)]
    expect([message["type"] for message in kinds] == ["snapshot", "chat", "chat"], "the order")
    expect([message.get("text") for message in kinds[1:]] == ["first", "second"], "the lines")


@BOOK.case(933, "TABLE-9", "who watches a table that closes gets left with closed, or it stays")
def closed(world: World) -> None:
    host = world.host()
    peer = world.spectator(host)
    host.do("leave")
    host.until("left")
    peer.alive()
    answer = peer.ask("sync")
    expect(
        answer["type"] == "done" or any(message.get("code") == "closed" for message in peer.heard),
        "the table went without a word",
    )


@BOOK.case(934, "REQUEST-5", "watching is counted down when who watches is gone")
def counted(world: World) -> None:
    host = world.host()
    peer = world.spectator(host)
    host.see(lambda seen: seen.table["watching"] == 1, "who watches")
    peer.close()
    peer.over = True
    host.see(lambda seen: seen.table["watching"] == 0, "that nobody watches")


# -------------------------------------------------------- hidden information


@BOOK.case(1001, "VIEW-6", "who watches never gets a branch you or private events")
def nothing_private(world: World) -> None:
    one, other = world.match()
    spectator = world.spectator(one)
    world.moves(one, other)
    spectator.reach(one.ply)
    for message in spectator.heard:
        expect(not message.get("you"), f"{message['type']} has a branch you")
        expect(not message.get("private_events"), f"{message['type']} has private events")


@BOOK.case(1002, "VIEW-6", "the shared branches and events are the same for all")
def same_for_all(world: World) -> None:
    one, other = world.match()
    spectator = world.spectator(one)
    start = spectator.seq
    world.moves(one, other)
    streams: list[list[object]] = []
    for peer in (one, other, spectator):
        peer.reach(one.ply)
        streams.append(
            [
                (message["seq"], message.get("table"), message.get("game"), message.get("events"))
                for message in peer.heard
                if message["type"] == "update" and start < message["seq"] <= one.seq
            ]
        )
    expect(streams[0] == streams[1] == streams[2], "they differ")


@BOOK.case(1003, "VIEW-6 RESUME-1", "a token comes in done alone, and only to its own seat")
def tokens(world: World) -> None:
    one, other = world.match()
    spectator = world.spectator(one)
    world.moves(one, other)
    for owner, peers in ((one, (other, spectator)), (other, (one, spectator))):
        for peer in peers:
            expect(owner.token not in repr(peer.heard), "another has got it")
        elsewhere = [message for message in owner.heard if message["type"] != "done"]
        expect(owner.token not in repr(elsewhere), "it came elsewhere")


@BOOK.case(1004, "VIEW-6 TABLE-1", "the word of a private table is told to nobody")
def words(world: World) -> None:
    word = "Sesame-of-the-kit"
    host = world.host(word=word)
    guest = world.joiner(host, word=word)
    stranger = world.guest()
    stranger.do("browse")
    stranger.listed(world.host().table["id"])
    for peer in (host, guest, stranger):
        peer.alive()
        expect(word not in repr(peer.heard), "it was told")


@BOOK.case(1005, "VIEW-6 FAIR-7", "the secret of a deal is not told before the match is over")
def secret(world: World) -> None:
    one, other = world.match(**world.short())
    world.moves(one, other)
    for peer in (one, other):
        for message in peer.heard:
            if message["type"] not in ("snapshot", "update"):
                continue
            table: Message = message.get("table", {})
            told = "secret" in (table.get("fair") or ())
            expect(not told or table.get("phase") == "over", "it was")


@BOOK.case(1006, "VIEW-6", "a private table's lobby entry, name and host are not told")
def private_people(world: World) -> None:
    host = world.host(word="sesame")
    name = host.welcome["name"]
    peer = world.guest()
    peer.do("browse")
    tables = peer.listed(world.host().table["id"])
    expect(name not in repr(tables), "its host is named")


@BOOK.case(1007, "VIEW-6", "choices of one seat are not sent to the other")
def choices(world: World) -> None:
    one, other = world.match()
    if other.choices:
        return
    theirs = repr(one.choices)
    expect(theirs not in repr(other.heard), "they were")


@BOOK.case(1008, "VIEW-5", "an event that one seat was told for itself was told to nobody else")
def private_events(world: World) -> None:
    one, other = world.match(game=world.game())
    watcher = world.spectator(one)
    world.moves(one, other)
    told = {
        peer: [event for message in peer.heard for event in message.get("private_events", [])]
        for peer in (one, other, watcher)
    }
    expect(not told[watcher], "who watches was told")
    for mine, others in ((one, other), (other, one)):
        public = [event for message in others.heard for event in message.get("events", [])]
        for event in told[mine]:
            expect(event not in public, f"{event.get('event')} is in the events of all")

"""7 Sequence: snapshots, updates, patches."""

from haydes.client.kit.conformance.case import expect
from haydes.client.kit.conformance.peer import Peer
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.world import World


@BOOK.case(701, "VIEW-2", "everybody gets every seq, one after the other")
def every_seq(world: World) -> None:
    one, other = world.match()
    spectator = world.spectator(one)
    world.moves(one, other)
    for peer in (one, other, spectator):
        peer.reach(one.ply)  # hearing checks for gaps


@BOOK.case(
    702, "VIEW-1 VIEW-3 VIEW-7", "patches lead to what a fresh snapshot shows, for a seat that acts"
)
def patched_actor(world: World) -> None:
    one, other = world.match()
    world.moves(one, other)
    _compare(one)


@BOOK.case(703, "VIEW-1 VIEW-3", "and for the other seat")
def patched_other(world: World) -> None:
    one, other = world.match()
    world.moves(one, other)
    _compare(other)


@BOOK.case(704, "VIEW-1 VIEW-3", "and for who watches")
def patched_spectator(world: World) -> None:
    one, other = world.match()
    spectator = world.spectator(one)
    world.moves(one, other)
    spectator.reach(one.ply)
    _compare(spectator)


def _compare(peer: Peer) -> None:
    seq, view = peer.seq, peer.view
    peer.sync()
    expect(peer.seq == seq, "the snapshot has another seq than the last update")
    for branch, tree in view.items():
        expect(peer.view[branch] == tree, f"the branch {branch} is another")


@BOOK.case(705, "REQUEST-3", "sync is answered by done, then snapshot")
def sync(world: World) -> None:
    host = world.host()
    host.send("sync", ref=5)
    kinds = [host.hear()["type"] for _ in range(2)]
    expect(kinds == ["done", "snapshot"], f"{' and '.join(kinds)} came")


@BOOK.case(706, "VIEW-2", "an update comes to a seat although nothing in it is for it")
def nothing_for_it(world: World) -> None:
    host, guest = world.pair()
    guest.sync()
    seq = guest.seq
    host.do("ready")
    guest.see(lambda peer: peer.seq == seq + 1, "the update")


@BOOK.case(707, "REQUEST-3", "done comes before the update of the request")
def done_first(world: World) -> None:
    host = world.host()
    host.send("ready", ref=5)
    kinds = [host.hear()["type"] for _ in range(2)]
    expect(kinds == ["done", "update"], f"{' and '.join(kinds)} came")


@BOOK.case(708, "VIEW-4", "events are maps with a name")
def events(world: World) -> None:
    one, other = world.match()
    world.moves(one, other, most=8)
    told = [event for message in one.heard for event in message.get("events", [])]
    expect(told, "no events came in eight acts")
    expect(all(isinstance(event.get("event"), str) for event in told), "an event has no name")


@BOOK.case(709, "RESUME-11", "ply never falls")
def ply(world: World) -> None:
    one, other = world.match()
    world.moves(one, other)
    plies = [message["ply"] for message in other.heard if "ply" in message]
    expect(plies == sorted(plies), "it fell")


@BOOK.case(710, "REQUEST-4", "a refused request changes no seq")
def refused_changes_nothing(world: World) -> None:
    host, guest = world.pair()
    guest.sync()
    seq = guest.seq
    guest.refused("not_host", "start")
    guest.refused("no_match", "act", prompt=0, action={"do": "x"})
    host.refused("unknown_seat", "kick", seat=15)
    guest.sync()
    expect(guest.seq == seq, "it did")


@BOOK.case(711, "CLOCK-1", "without a clock snapshot and update carry none")
def no_clock(world: World) -> None:
    host, guest = world.pair()
    guest.do("ready")
    host.sync()
    for message in host.heard:
        turn = message.get("clock", {})
        expect("turn" not in turn, "a turn clock came at a table without")

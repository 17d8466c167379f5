"""21 Deflated updates, of servers that have the feature."""

from haydes.client.kit.conformance.case import FailedError, NotCoveredError, expect
from haydes.client.kit.conformance.peer import Peer
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.wire import framed
from haydes.client.kit.conformance.world import World
from haydes.protocol.codec import RemoteProtocolError
from haydes.protocol.deflate import DICTIONARY, MARK, from_text


def _thrifty(world: World) -> Peer:
    """Connect as a client that takes deflated updates."""
    peer = world.guest(features=["deflate"])
    if "deflate" not in peer.welcome.get("features", []):
        raise NotCoveredError("the server deflates nothing")
    try:
        peer.wire.dictionary = from_text(peer.welcome.get("dictionary", ""))
    except RemoteProtocolError as error:
        raise FailedError(f"DEFLATE-1: {error}") from None
    return peer


@BOOK.case(2101, "DEFLATE-1", "welcome brings a dictionary to who asks, and to nobody else")
def dictionary(world: World) -> None:
    size = len(_thrifty(world).wire.dictionary)
    expect(0 < size <= DICTIONARY, f"it has {size} bytes")
    expect("dictionary" not in world.guest().welcome, "who has not asked gets one too")


@BOOK.case(2102, "DEFLATE-2", "who takes deflated updates has the same view as who does not")
def same_view(world: World) -> None:
    host = _thrifty(world)
    host.enter("open", game=world.game(), seats=2)
    watcher, guest = world.guest(), world.joiner(host)
    watcher.enter("watch", table=host.table["id"])
    host.do("start")
    for peer in (host, guest):
        peer.see(lambda one: one.table["phase"] == "playing", "the match")
    for _ in range(4):
        actor = host if host.choices else guest
        if actor.choices:
            actor.act()
    for peer in (host, watcher):
        peer.do("sync")
        peer.until("snapshot")
    expect(host.view["game"] == watcher.view["game"], "they are not the same")
    if not host.wire.deflated:
        raise NotCoveredError("nothing was deflated")


@BOOK.case(2103, "DEFLATE-4", "a deflated frame from a client is a bad frame")
def from_client(world: World) -> None:
    peer = _thrifty(world)
    peer.wire.write(framed(MARK + bytes(4)))
    peer.ends("bad_frame")

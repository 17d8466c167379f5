"""20 Hints, of servers that have the feature."""

from haydes.client.kit.conformance.case import NotCoveredError, expect
from haydes.client.kit.conformance.peer import Peer
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.world import World


def _host(world: World, **fields: object) -> Peer:
    """Open a table for a guest who understands hints."""
    peer = world.guest(features=["hint"])
    if "hint" not in peer.welcome.get("features", []):
        raise NotCoveredError("the server gives no hints")
    peer.enter("open", game=world.game(), seats=2, **fields)
    return peer


def _advised(peer: Peer) -> dict[str, object]:
    """Wait for choices, and return the advice that is asked for then."""
    peer.see(lambda one: bool(one.choices), "choices")
    peer.do("hint")
    return peer.until("advice")


@BOOK.case(2001, "HINT-1 HINT-2 HINT-4", "who plays alone gets a hint that is one of the choices")
def hint(world: World) -> None:
    host = _host(world, bots=[""])
    host.do("start")
    advice = _advised(host)
    seq, prompt = host.seq, host.you["prompt"]
    expect(advice["prompt"] == prompt, "it is about another prompt")
    expect(_advised(host) == advice, "the second one is another")
    expect(host.seq == seq, "something has changed")
    host.do("act", prompt=prompt, action=advice["action"])


@BOOK.case(2002, "HINT-5", "hints are refused while another seat is a person's")
def company(world: World) -> None:
    host = _host(world)
    guest = world.joiner(host)
    expect("hints" not in host.table, "table.hints is there")
    host.do("start")
    for peer in (host, guest):
        peer.see(lambda one: one.table["phase"] == "playing", "the match")
        peer.refused("no_hints", "hint")


@BOOK.case(2003, "HINT-5", "a table may give hints always")
def always(world: World) -> None:
    host = _host(world, hints="always")
    expect(host.table.get("hints") == "always", "table.hints is not always")
    guest = world.joiner(host)
    host.do("start")
    for peer in (host, guest):
        peer.see(lambda one: one.table["phase"] == "playing", "the match")
    _advised(host if host.choices else guest)


@BOOK.case(2004, "HINT-5", "a table may give hints never")
def never(world: World) -> None:
    host = _host(world, bots=[""], hints="never")
    expect(host.table.get("hints") == "never", "table.hints is not never")
    host.do("start")
    host.see(lambda one: bool(one.choices), "choices")
    host.refused("no_hints", "hint")


@BOOK.case(2005, "HINT-5", "hints of another kind are a bad option")
def bad(world: World) -> None:
    _host(world).do("leave")
    world.guest().refused("bad_option", "open", game=world.game(), seats=2, hints="often")


@BOOK.case(2006, "HINT-1", "without a match there is no hint")
def no_match(world: World) -> None:
    _host(world, bots=[""]).refused("no_match", "hint")


@BOOK.case(
    2007, "HINT-6", "a hint has a word for its reason or none; of one thing to do it is only"
)
def reason(world: World) -> None:
    host = _host(world, bots=[""])
    host.do("start")
    for _ in range(6):
        host.see(lambda one: bool(one.choices) or one.table["phase"] == "over", "choices")
        if not host.choices:
            return
        why = _advised(host).get("why", "")
        expect(isinstance(why, str), "it is no word")
        few = len(host.choices) == 1 and all(
            key == "do" or len(values) == 1 for key, values in host.choices[0].items()
        )
        expect(why == "only" if few else why != "only", f"it is {why!r} where that is not so")
        host.act()

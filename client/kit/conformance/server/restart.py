"""14 Draining: what a server does that is told to stop, and what it knows when it is back."""

from haydes.client.kit.conformance.case import FailedError, NotCoveredError, expect
from haydes.client.kit.conformance.peer import Peer
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.world import World


def _closing(peer: Peer) -> None:
    peer.until("notice", lambda message: message.get("code") == "closing")


@BOOK.case(
    1401, "TABLE-12 RESUME-11", "a server that stops says closing, then bye shutdown with retry_ms"
)
def goodbye(world: World) -> None:
    with world.own() as (own, there):
        guest = there.guest()
        one, other = there.match()
        own.stop()
        for peer in (guest, one, other):
            _closing(peer)
            bye = peer.ends("shutdown")
            expect(isinstance(bye.get("retry_ms"), int), "there is no retry_ms")
        own.ended()


@BOOK.case(1402, "TABLE-12", "a server that stops opens no table, lets nobody in, starts no match")
def no_more(world: World) -> None:
    with world.own() as (own, there):
        guest, (host, _) = there.guest(), there.pair()
        empty = there.host(2)
        own.stop()
        for peer in (guest, host):
            _closing(peer)
        try:
            answers = (
                guest.ask_once("open", game=there.game(), seats=2),
                guest.ask_once("join", table=empty.table["id"]),
                host.ask_once("start"),
            )
        except FailedError:
            if guest.over or host.over:
                raise NotCoveredError("it was gone before it could be asked") from None
            raise
        codes = {answer.get("code", "done") for answer in answers}
        expect(codes == {"closing"}, f"the codes are {', '.join(sorted(codes))}")


@BOOK.case(
    1403, "RESUME-11 ACT-3 PAUSE-4", "tokens, prompts, the last act and a pause outlive a server"
)
def restart(world: World) -> None:
    with world.own() as (own, there):
        one, other = there.match(turn_seconds=600)
        prompt, action = one.you["prompt"], one.action()
        one.act()
        other.reach(one.ply)
        for peer in (one, other):
            peer.do("pause")
        one.see(lambda peer: peer.table.get("paused"), "the pause")
        one.sync()
        was, ply = one.view, one.ply
        own.stop()
        for peer in (one, other):
            peer.ends("shutdown")
        own.ended()
        own.start()
        back = there.guest(token=one.token, ply=ply)
        expect(back.welcome.get("table") == was["table"]["id"], "the token opens another table")
        back.until("snapshot")
        codes = [message.get("code") for message in back.heard]
        expect("older" not in codes, "it has lost something")
        expect(back.ply == ply, f"ply was {ply} and is {back.ply}")
        expect(back.you == was["you"], "the branch you is another")
        expect(back.view["game"] == was["game"], "the branch game is another")
        expect(back.table.get("paused"), "the pause is over")
        back.do("act", prompt=prompt, action=action)
        back.sync()
        expect(back.ply == ply, "the last act was done twice")
        guest = there.guest(token=other.token, ply=ply)
        expect(guest.welcome.get("table"), "the other token opens nothing")


@BOOK.case(1404, "TABLE-13", "a table that everybody left in a match outlives the server")
def parked(world: World) -> None:
    with world.own() as (own, there):
        one, _ = there.match()
        ply, table = one.ply, one.table["id"]
        own.stop()
        own.ended()
        own.start()
        peer = there.guest()
        peer.do("browse")
        expect(table not in peer.until("lobby")["tables"], "the lobby lists it")
        there.guest().enter("watch", table=table)
        back = there.guest(token=one.token, ply=ply)
        back.until("snapshot")
        expect(back.table["phase"] == "playing", "the match is over")

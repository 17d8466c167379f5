import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.client.loops import jumping
from tests.client.servers import FakeServer, Peer
from tests.client.tables import Table, lobby
from tests.server.secure import identity

from haydes.client.exits import MISUSED, REFUSED, UNTRUSTED
from haydes.client.fair import Verdict
from haydes.client.model import LinkState, Voice, choices, prompt
from haydes.client.options import Address, Options, UseTls
from haydes.client.parsed import Local, Parsed
from haydes.client.session import Session
from haydes.client.store import Held, Store
from haydes.protocol.fair import commitment
from haydes.protocol.messages import (
    Act,
    Browse,
    Bye,
    ClientMessage,
    Done,
    Hello,
    Join,
    Left,
    Open,
    Ready,
    Refused,
    Resume,
    Reveal,
    Script,
    Snapshot,
    Start,
    Transcript,
    Update,
    Watch,
)
from haydes.protocol.pin import pin_of

OPENS = "seat 0"  # a token


class Client:
    """A session whose changes can be waited for."""

    def __init__(self, address: Address, store: Store | None = None, **options: object) -> None:
        """`asks` among the options: the player can be asked for the server's word."""
        asks = bool(options.pop("asks", False))
        self.store = store or Store(None)
        self._news = asyncio.Event()
        settled = Options(**{"address": address, "name": "Ann", **options})  # type: ignore[arg-type]
        self.session = Session(settled, self.store, self._news.set)
        self.session.asks = asks
        self.task = asyncio.create_task(self.session.run())

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(300):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def end(self) -> None:
        await self.session.close()
        await self.task


@asynccontextmanager
async def seated(
    server: FakeServer, table: Table, store: Store | None = None
) -> AsyncGenerator[tuple[Client, Peer], None]:
    """Return a client in seat 0 of a table, and its peer."""
    client = Client(server.address, store, table="rimuta")
    peer = await server.accept()
    await peer.greet()
    await expect(peer, Browse(ref=1), Done(ref=1), lobby())
    await expect(peer, Join(ref=2, table="rimuta"))
    peer.say(Done(ref=2, table="rimuta", seat=0, token=OPENS), table.snapshot())
    await client.until(lambda: client.session.model.view is not None)
    yield client, peer
    await client.end()


def errors(client: Client) -> list[str]:
    return [line.text for line in client.session.model.log if line.voice is Voice.ERROR]


async def expect(peer: Peer, request: ClientMessage, *answers: object) -> None:
    assert await peer.hear() == request
    peer.say(*answers)  # type: ignore[arg-type]


def run(test: Callable[[FakeServer], Coroutine[object, object, None]]) -> None:
    async def main() -> None:
        async with FakeServer() as server:
            await test(server)

    jumping(main())


def test_it_browses_and_joins_what_the_command_line_names() -> None:
    async def main(server: FakeServer) -> None:
        store = Store(None)
        async with seated(server, Table(), store):
            (held,) = store.held(str(server.address), "Ann")
            assert (held.table, held.token) == ("rimuta", OPENS)

    run(main)


def test_it_watches_what_the_command_line_names() -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, table="rimuta", watch=True, word="sesame")
        peer = await server.accept()
        await peer.greet()
        await expect(peer, Browse(ref=1), Done(ref=1), lobby())
        await expect(peer, Watch(ref=2, table="rimuta", word="sesame"))
        await client.end()

    run(main)


def test_solo_opens_a_table_with_bots_and_starts() -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, solo="haydes", settings={"turn_limit": 12})
        peer = await server.accept()
        await peer.greet()
        await expect(peer, Browse(ref=1), Done(ref=1), lobby())
        options: dict[str, str | int | bool] = {"map": "quick", "turn_limit": 12}
        await expect(
            peer,
            Open(ref=2, game="haydes", seats=2, bots=["walker"], options=options),
            Done(ref=2, table="rimuta", seat=0, token=OPENS),
        )
        await expect(peer, Start(ref=3))
        await client.end()

    run(main)


@pytest.mark.parametrize(
    ("given", "seats", "bots"),
    [({"bots": 0}, 1, 0), ({"bots": 3}, 4, 3), ({"seats": 3}, 3, 2), ({}, 2, 1)],
)
def test_a_solo_table_has_seats_for_the_player_and_the_bots(
    given: dict[str, int], seats: int, bots: int
) -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, None, **{"solo": "haydes", **given})
        peer = await server.accept()
        await peer.greet()
        await expect(peer, Browse(ref=1), Done(ref=1), lobby())
        opening = await peer.hear()
        assert isinstance(opening, Open)
        assert (opening.seats, len(opening.bots)) == (seats, bots)
        peer.say(Done(ref=2, table="rimuta", seat=0, token=OPENS))
        await expect(peer, Start(ref=3))
        await client.end()

    run(main)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"solo": "chess"}, 'there is no game "chess". This server has haydes.'),
        ({"settings": {"encounter": "huge"}}, 'encounter takes test or brawl, not "huge".'),
        ({"seats": 9}, "haydes is played by 1 to 4, not by 9."),
        ({"bots": 7}, "haydes is played by 1 to 4, not by 8."),
    ],
)
def test_what_cannot_be_meant_is_told_once_and_ends_the_program(
    given: dict[str, object], sentence: str
) -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, None, **{"solo": "haydes", **given})
        peer = await server.accept()
        await peer.greet()
        await expect(peer, Browse(ref=1), Done(ref=1), lobby())
        assert await peer.hear() == Bye()
        peer.drop()
        assert await client.task == MISUSED
        assert client.session.problem == sentence
        assert errors(client) == [sentence]

    run(main)


@pytest.mark.parametrize("wish", [{"solo": "haydes"}, {"table": "nope"}])
def test_what_the_server_refuses_is_told_once_and_ends_the_program(wish: dict[str, str]) -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, None, **wish)
        peer = await server.accept()
        await peer.greet()
        await expect(peer, Browse(ref=1), Done(ref=1), lobby())
        await peer.hear()
        peer.say(Refused(ref=2, code="too_many", text="no more tables"))
        assert await peer.hear() == Bye()
        peer.drop()
        assert await client.task == REFUSED
        assert errors(client) == ["no more tables."]

    run(main)


def test_solo_with_open_seats_waits_for_people() -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, solo="haydes", seats=3, bots=1)
        peer = await server.accept()
        await peer.greet()
        await expect(peer, Browse(ref=1), Done(ref=1), lobby())
        opening = await peer.hear()
        assert isinstance(opening, Open)
        assert (opening.seats, opening.bots) == (3, ["walker"])
        assert client.session.model.asked.keys() == {2}
        await client.end()

    run(main)


def test_after_a_lost_link_the_seat_is_resumed_and_the_act_sent_once() -> None:
    async def main(server: FakeServer) -> None:
        table = Table(seats=1)
        async with seated(server, table) as (client, peer):
            view = client.session.model.view
            assert view is not None
            act = Act(ref=0, prompt=prompt(view), action=choices(view)[0])
            client.session.ask(act)
            assert isinstance(await peer.hear(), Act)
            peer.drop()
            newer = await server.accept()
            hello = await newer.greet(table="rimuta")
            assert (hello.token, hello.ply) == (OPENS, 0)
            newer.say(table.snapshot())
            again = await newer.hear()
            assert isinstance(again, Act)
            assert (again.prompt, again.action) == (act.prompt, act.action)
            newer.say(Done(ref=again.ref), table.act(again))
            await client.until(lambda: not client.session.model.asked)
            assert client.session.model.kept is None

    run(main)


def test_after_a_restart_the_seat_is_resumed() -> None:
    async def main(server: FakeServer) -> None:
        store = Store(None)
        store.keep(Held(str(server.address), "rimuta", OPENS, "Ann", ply=7))
        client = Client(server.address, store)
        peer = await server.accept()
        hello = await peer.greet(table="rimuta")
        assert (hello.token, hello.ply) == (OPENS, 7)
        peer.say(Table().snapshot())
        await client.until(lambda: client.session.model.view is not None)
        await client.end()
        (held,) = store.held(str(server.address), "Ann")
        assert held.pid == 0

    run(main)


def test_a_token_that_is_no_longer_good_is_forgotten() -> None:
    async def main(server: FakeServer) -> None:
        store = Store(None)
        store.keep(Held(str(server.address), "rimuta", OPENS, "Ann"))
        client = Client(server.address, store)
        peer = await server.accept()
        await peer.greet(refused="unknown_token")
        await expect(peer, Browse(ref=1), Done(ref=1), lobby())
        assert store.held(str(server.address), "Ann") == ()
        await client.end()

    run(main)


def test_joining_a_table_where_a_seat_is_held_takes_it_back() -> None:
    async def main(server: FakeServer) -> None:
        store = Store(None)
        store.keep(Held(str(server.address), "bokafe", OPENS, "Ann", ply=7))
        client = Client(server.address, store, watch=True, table="rimuta")
        peer = await server.accept()
        assert (await peer.greet()).token == ""
        await expect(peer, Browse(ref=1), Done(ref=1), lobby())
        await expect(peer, Watch(ref=2, table="rimuta"))
        peer.say(Done(ref=2), Table(viewer=None).snapshot(), Left(table="rimuta", code="left"))
        await expect(peer, Browse(ref=3), Done(ref=3), lobby())
        await client.until(lambda: not client.session.model.asked)
        client.session.ask(Join(ref=0, table="bokafe"))
        await expect(peer, Resume(ref=4, token=OPENS, ply=7))
        peer.say(Refused(ref=4, code="unknown_token", text="no"))
        await client.until(lambda: not client.session.model.asked)
        assert store.held(str(server.address), "Ann") == ()
        await client.end()

    run(main)


def test_the_seat_of_somebody_else_on_this_machine_is_not_taken() -> None:
    async def main(server: FakeServer) -> None:
        store = Store(None)
        store.keep(Held(str(server.address), "rimuta", "Bob's", "Bob"))
        client = Client(server.address, store, table="rimuta")
        peer = await server.accept()
        assert (await peer.greet()).token == ""
        await expect(peer, Browse(ref=1), Done(ref=1), lobby())
        await expect(peer, Join(ref=2, table="rimuta"))
        assert client.session.held() == ()
        await client.end()

    run(main)


@pytest.mark.parametrize(
    ("code", "kept"), [("left", True), ("resigned", False), ("kicked", False), ("closed", False)]
)
def test_only_a_seat_left_in_a_match_is_kept(code: str, kept: bool) -> None:  # noqa: FBT001 - a table of cases
    async def main(server: FakeServer) -> None:
        store = Store(None)
        async with seated(server, Table(), store) as (client, peer):
            peer.say(Left(table="rimuta", code=code))
            await expect(peer, Browse(ref=3))
            assert bool(store.held(str(server.address), "Ann")) is kept
            assert client.session.model.view is None

    run(main)


def test_a_name_that_was_not_chosen_gives_way() -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, chosen=False)
        await (await server.accept()).turn_away(Bye(code="name_taken"))
        assert (await (await server.accept()).greet()).name == "Ann 2"
        await client.until(lambda: client.session.model.link.state is LinkState.LIVE)
        told = [line.text for line in client.session.model.log]
        assert told == [f"connected to {server.address} as Ann 2."]
        await client.end()

    run(main)


def test_a_name_that_was_chosen_does_not() -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address)
        await (await server.accept()).turn_away(Bye(code="name_taken"))
        assert await client.task == REFUSED
        assert client.session.model.log[-1].voice is Voice.LINK
        assert "--name" in client.session.model.log[-1].text

    run(main)


def test_the_servers_word_is_asked_for_until_it_is_the_right_one() -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, asks=True)
        for given, said in (("", "Type it"), ("sesam", "not the word")):
            peer = await server.accept()
            hello = await peer.hear()
            assert isinstance(hello, Hello)
            assert hello.word == given
            peer.say(Bye(code="wrong_word"))
            await client.until(lambda: client.session.model.locked)
            assert said in client.session.model.log[-1].text
            client.session.unlock({"": "sesam", "sesam": " open  sesame "}[given])
        hello = await (await server.accept()).greet()
        assert hello.word == "open sesame"
        await client.until(lambda: client.session.model.link.up)
        model = client.session.model
        assert (model.locked, model.worded) == (False, True)
        assert "sesam" not in repr(model)
        await client.end()

    run(main)


def test_who_gives_no_word_ends_there() -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, asks=True)
        await (await server.accept()).turn_away(Bye(code="wrong_word"))
        await client.until(lambda: client.session.model.locked)
        await client.session.close()
        assert await client.task == REFUSED

    run(main)


def test_no_word_is_asked_for_where_nobody_can_type_one() -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address)
        await (await server.accept()).turn_away(Bye(code="wrong_word"))
        assert await client.task == REFUSED
        assert "--server-word" in client.session.model.log[-1].text

    run(main)


def test_what_a_line_came_to_is_carried_out() -> None:
    async def main(server: FakeServer) -> None:
        async with seated(server, Table()) as (client, peer):
            client.session.do(Parsed((Start(ref=0),)))
            await expect(peer, Start(ref=3))
            client.session.do(Parsed(local=Local.SET, setting=("cards", "short")))
            assert client.session.model.cards == "short"
            client.session.do(Parsed(local=Local.UNDO))
            assert client.session.model.log[-1].voice is Voice.ERROR

    run(main)


SEAT = {"kind": "person", "name": "Ann", "presence": "here"}
SECRET = bytes(32)


def table_of(phase: str, match: int, **more: object) -> dict[str, Any]:
    return {"id": "rimuta", "game": "pig", "phase": phase, "match": match, "host": 0, **more}


def test_the_host_promises_a_nonce_opens_it_and_has_the_match_checked() -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, Store(None), table="rimuta")
        peer = await server.accept()
        hello = await peer.greet()
        assert hello.features == ["fair", "deflate", "hint"]
        await expect(peer, Browse(ref=1), Done(ref=1), lobby())
        waiting = table_of("waiting", 0, seats={"0": SEAT})
        you: Any = {"seat": 0, "prompt": 0, "choices": []}
        await expect(
            peer,
            Join(ref=2, table="rimuta"),
            Done(ref=2, table="rimuta", seat=0, token=OPENS),
            Snapshot(seq=1, ply=0, table=waiting, you=you),
        )
        await client.until(lambda: client.session.model.view is not None)
        client.session.ask(Start(ref=0))
        ready = await peer.hear()
        assert isinstance(ready, Ready)
        assert isinstance(ready.commitment, str)
        assert await peer.hear() == Start(ref=4)
        bound = {
            "match": 1,
            "version": 1,
            "commitment": commitment(SECRET),
            "commitments": {"0": ready.commitment},
        }
        promised: Any = {"0": {"commitment": ready.commitment}}
        begins: Any = {"phase": "opening", "fair": {**bound, "opened": []}}
        peer.say(
            Done(ref=3),
            Update(seq=2, ply=0, table={"seats": promised}),
            Done(ref=4),
            Update(seq=3, ply=0, table=begins),
        )
        reveal = await peer.hear()
        assert isinstance(reveal, Reveal)
        assert commitment(bytes.fromhex(reveal.nonce)) == ready.commitment
        told: Any = {"secret": SECRET.hex(), "nonces": {"0": reveal.nonce}}
        playing: Any = {"phase": "playing", "match": 1, "fair": {"opened": None}}
        playing["seats"] = {"0": {"commitment": None}}
        peer.say(
            Done(ref=5),
            Update(seq=4, ply=0, table=playing),
            Update(seq=5, ply=1, table={"phase": "over", "fair": told}),
        )
        assert await peer.hear() == Transcript(ref=6, match=1)
        one: Any = {"kind": "act", "seat": 0, "action": 1}
        peer.say(Done(ref=6), Script(ref=6, deal={}, first=0, total=2, inputs=[one]))
        assert await peer.hear() == Transcript(ref=7, match=1, first=1)
        peer.say(Done(ref=7), Script(ref=7, deal={}, first=1, total=2, inputs=[one]))
        await client.until(lambda: client.session.model.fair.verdict is Verdict.UNKNOWN)
        assert errors(client) == [
            "Dealing could not be checked: what this client saw could not be written down."
        ]

    run(main)


def test_a_token_is_for_the_server_that_gave_it() -> None:
    async def main() -> None:
        store = Store(None)
        async with FakeServer(identity().context) as server:
            for host in (str(server.address), pin_of(b"another")):
                store.keep(Held(host, "rimuta", "secret", "Ann"))
            client = Client(server.address, store, use_tls=UseTls.ALWAYS)
            assert (await (await server.accept()).greet()).token == ""
            await client.end()
            store.keep(Held(identity().pin, "rimuta", OPENS, "Ann"))
            client = Client(server.address, store, use_tls=UseTls.ALWAYS)
            assert (await (await server.accept()).greet()).token == OPENS
            await client.end()

    jumping(main())


def test_no_token_goes_over_a_plain_link_to_a_server_known_by_its_key() -> None:
    async def main(server: FakeServer) -> None:
        store = Store(None)
        store.keep(Held(identity().pin, "rimuta", "secret", "Ann"))
        store.know(server.address, identity().pin)
        client = Client(server.address, store, use_tls=UseTls.NEVER)
        assert (await (await server.accept()).greet()).token == ""
        await client.end()

    run(main)


def test_on_a_server_of_ones_own_nothing_is_promised() -> None:
    async def main(server: FakeServer) -> None:
        client = Client(server.address, Store(None), solo="haydes")
        peer = await server.accept()
        assert (await peer.greet()).features == ["hint"]
        await client.end()

    run(main)


def test_another_key_than_before_ends_it_with_an_exit_code_of_its_own() -> None:
    async def main() -> None:
        store = Store(None)
        async with FakeServer(identity().context) as server:
            store.know(server.address, pin_of(b"another"))
            client = Client(server.address, store, use_tls=UseTls.ALWAYS)
            assert await client.task == UNTRUSTED
            model = client.session.model
            assert model.link.state is LinkState.REFUSED
            assert "another key than before" in model.log[-1].text
            assert server.accepted <= 1

    jumping(main())


def test_the_first_meeting_is_told_once_and_the_link_is_called_encrypted() -> None:
    async def main() -> None:
        async with FakeServer(identity().context) as server:
            client = Client(server.address, use_tls=UseTls.ALWAYS)
            peer = await server.accept()
            await peer.greet()
            await client.until(lambda: client.session.model.link.up)
            assert client.session.model.link.pin == identity().pin
            peer.drop()
            await (await server.accept()).greet()
            await client.until(lambda: client.session.model.link.up)
            told = [line.text for line in client.session.model.log if "fingerprint" in line.text]
            assert len(told) == 1
            await client.end()

    jumping(main())

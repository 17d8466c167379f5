"""A table is a function of its records: after a restart it is as it was."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.restarted import restarted
from tests.server.world import Peer, World

from haydes.engine.registry import GAMES
from haydes.protocol.fair import commitment
from haydes.protocol.messages import (
    Act,
    AddBot,
    Bye,
    Done,
    Join,
    Kick,
    Leave,
    MakeHost,
    Open,
    Pause,
    Ready,
    Request,
    Resign,
    Resume,
    Reveal,
    Start,
    Swap,
    Transcript,
    Unban,
    Watch,
)
from haydes.server.journal import InputTaken, MatchStarted, SecretDrawn, StartCancelled
from haydes.server.setup import Absent
from haydes.server.table import Table


def look(world: World, table: Table) -> dict[str, Any]:
    """Return everything about a table that outlives connections; everybody must be gone."""
    play, match = table.play, table.play.match
    for _, person in table.seats.persons:
        person.stand_in = ""  # after a restart a bot stands in again only after a grace
    table.note_presence()
    table.publish(world.now)
    acts = [
        (record.input.seat, record.prompt, match.describe(record.input.action))
        for record in world.journal.of(InputTaken)
        if match and record.table == table.id and record.prompt is not None
    ]
    deals = table.deals
    return {
        "deal": deals.latest,
        "finished": deals.finished and (deals.finished[0], deals.finished[1].script),
        "tree": table.tree,
        "setup": table.setup,
        "banned": table.seats.banned,
        "ply": play.ply,
        "public": play.public(),
        "private": [play.private(seat) for seat in range(len(table.seats))],
        "questions": play.questions,
        "retries": [play.is_retry(*act) for act in acts],
        "tokens": {seat: person.token for seat, person in table.seats.persons},
        "script": match.script if match else (),
    }


def everybody_goes(world: World) -> None:
    for peer in list(world.peers.values()):
        if not peer.is_closed:
            peer.leave()


def same_after_restart(world: World) -> World:
    """Kill and start a server; check its tables, and return it."""
    everybody_goes(world)
    again = restarted(world)
    if any(table.deals.is_opening for table in world.tables):
        world.wait(world.limits.opening_seconds + 1)  # a start ends with the server, or so
    before = {table.id: look(world, table) for table in world.tables}
    after = {table.id: look(again, table) for table in again.tables}
    assert after == before
    return again


NAMES = ("Ann", "Bob", "Eve")
NONCES = (bytes(32), b"n" * 32)
seats = st.integers(0, 3)


class Crowd:
    """Three people who do anything at one table."""

    def __init__(self, absent: str) -> None:
        self.world = World()
        self.peers: dict[str, Peer] = {}
        self.tokens: dict[str, str] = {}
        host = self.world.join("Ann")
        self.peers["Ann"] = host
        wish = Open(ref=1, game="pig", seats=3, bots=["careful"], absent=absent, grace_seconds=20)
        done = host.do(wish)
        self.table, self.tokens["Ann"] = done.table, done.token

    def step(self, name: str, what: str, number: int) -> None:
        peer = self.peers.get(name)
        if peer is None or peer.is_closed:
            peer = self.peers[name] = self.world.join(name, self.tokens.get(name, ""))
            return
        request = self.request(peer, name, what, number)
        if request is None:
            self.do(peer, what, number)
            return
        peer.heard.clear()
        peer.send(request)
        for answer in peer.find(Done):
            if answer.token:
                self.tokens[name] = answer.token

    def request(self, peer: Peer, name: str, what: str, seat: int) -> Request | None:
        if what == "act" and not peer.you.get("choices"):
            return None
        requests: dict[str, Callable[[], Request]] = {
            "join": lambda: Join(ref=1, table=self.table, seat=seat),
            "watch": lambda: Watch(ref=1, table=self.table),
            "resume": lambda: Resume(ref=1, token=self.tokens.get(name, "x" * 43)),
            "act": lambda: Act(
                ref=1, prompt=peer.prompt, action=peer.action(seat % len(peer.choices))
            ),
            "ready": lambda: Ready(ref=1),
            "promise": lambda: Ready(ref=1, commitment=commitment(NONCES[seat % 2])),
            "reveal": lambda: Reveal(ref=1, nonce=NONCES[seat % 2].hex()),
            "start": lambda: Start(ref=1),
            "leave": lambda: Leave(ref=1),
            "resign": lambda: Resign(ref=1),
            "swap": lambda: Swap(ref=1, seat=int(str(peer.you.get("seat", 0))), to=seat),
            "pause": lambda: Pause(ref=1, on=seat > 0),
            "kick": lambda: Kick(ref=1, seat=seat, ban=name == "Eve"),
            "unban": lambda: Unban(ref=1, name=NAMES[seat % 3]),
            "bot": lambda: AddBot(ref=1, bot="random"),
            "host": lambda: MakeHost(ref=1, seat=seat),
        }
        return requests[what]() if what in requests else None

    def do(self, peer: Peer, what: str, number: int) -> None:
        match what:
            case "vanish":
                peer.leave()
            case "bye":
                peer.send(Bye())
            case "wait":
                self.world.wait(number * 25)
            case _:
                self.world.bots_play()


STEPS = st.tuples(
    st.sampled_from(NAMES),
    st.sampled_from([
        "join", "join", "watch", "resume", "act", "act", "act", "act", "ready", "start", "start",
        "promise", "promise", "reveal", "reveal", "reveal",
        "leave", "resign", "swap", "swap", "pause", "pause", "kick", "unban", "bot",
        "host", "vanish", "bye", "wait", "bots",
    ]),
    seats,
)  # fmt: skip


@settings(max_examples=150)
@given(steps=st.lists(STEPS, max_size=60), absent=st.sampled_from(Absent))
def test_whatever_people_do_a_table_is_as_it_was(
    steps: list[tuple[str, str, int]], absent: Absent
) -> None:
    crowd = Crowd(absent)
    for step in steps:
        crowd.step(*step)
    again = same_after_restart(crowd.world)
    for name, token in crowd.tokens.items():
        old = crowd.world.join(name, token)
        new = again.join(name, token)
        assert (new.welcome.table, new.you, new.game) == (old.welcome.table, old.you, old.game)
        new.leave()
        old.leave()


def play_on(world: World, tokens: Mapping[str, str], picks: list[int]) -> list[Any]:
    """Let everybody come, act, and go; return what they saw."""
    people = [world.join(name, token) for name, token in tokens.items()]
    for pick in picks:
        for peer in people:
            if peer.choices and peer.table["phase"] == "playing":
                peer.act(pick % len(peer.choices))
    seen = [(peer.ply, peer.game, peer.you, peer.table) for peer in people]
    for peer in people:
        peer.leave()
    return seen


@pytest.mark.parametrize("name", GAMES)
@given(picks=st.lists(st.integers(0, 10_000), min_size=2, max_size=40))
@settings(max_examples=15)
def test_every_game_goes_on_with_the_same_cards_and_dice(name: str, picks: list[int]) -> None:
    world = World(GAMES)
    ann, bob = world.join("Ann"), world.join("Bob")
    done = ann.do(Open(ref=1, game=name, seats=2))
    tokens = {"Ann": done.token, "Bob": bob.do(Join(ref=1, table=done.table)).token}
    ann.do(Start(ref=2))
    everybody_goes(world)
    half = len(picks) // 2
    play_on(world, tokens, picks[:half])
    again = same_after_restart(world)
    assert play_on(again, tokens, picks[half:]) == play_on(world, tokens, picks[half:])


def promised(world: World, *names: str) -> tuple[list[Peer], list[str]]:
    """Return people who have all promised a nonce, and their tokens; the host has started."""
    people = [world.join(name) for name in names]
    done = people[0].do(Open(ref=1, game="pig", seats=len(names)))
    tokens = [done.token]
    tokens += [peer.do(Join(ref=1, table=done.table)).token for peer in people[1:]]
    for peer, nonce in zip(people, NONCES, strict=False):
        peer.do(Ready(ref=1, commitment=commitment(nonce)))
    people[0].do(Start(ref=1))
    return people, tokens


def test_a_start_that_waits_for_nonces_is_called_off_by_a_restart() -> None:
    world = World()
    (ann, _), (token, _) = promised(world, "Ann", "Bob")
    ann.do(Reveal(ref=1, nonce=NONCES[0].hex()))
    again = same_after_restart(world)
    assert [type(record) for record in again.journal.records[-1:]] == [StartCancelled]
    back = again.join("Ann", token)
    assert back.table["phase"] == "waiting"
    assert "ready" not in back.seat(0)
    assert back.refusal(Reveal(ref=1, nonce=NONCES[1].hex())) == "no_opening"
    back.do(Ready(ref=1, commitment=commitment(NONCES[1])))
    back.do(Start(ref=1))
    back.do(Reveal(ref=1, nonce=NONCES[1].hex()))
    assert back.table["phase"] == "playing"
    same_after_restart(again)


def test_a_promise_outlives_a_restart() -> None:
    world = World()
    ann = world.join("Ann")
    token = ann.do(Open(ref=1, game="pig", seats=1)).token
    ann.do(Ready(ref=1, commitment=commitment(NONCES[0])))
    back = same_after_restart(world).join("Ann", token)
    back.do(Start(ref=1))
    back.do(Reveal(ref=1, nonce=NONCES[0].hex()))
    assert back.table["phase"] == "playing"


def test_secret_and_transcript_are_told_whenever_the_server_was_restarted() -> None:
    world = World()
    (ann, bob), tokens = promised(world, "Ann", "Bob")
    ann.do(Reveal(ref=1, nonce=NONCES[0].hex()))
    bob.do(Reveal(ref=1, nonce=NONCES[1].hex()))
    ann.act()
    half = same_after_restart(world)
    ann, bob = half.join("Ann", tokens[0]), half.join("Bob", tokens[1])
    assert "secret" not in ann.table["fair"]  # type: ignore[operator]  # it is a map
    while ann.table["phase"] == "playing":
        (ann if ann.choices else bob).act(1 if ann.game["pot"] else 0)
    told = ann.table["fair"]
    assert "secret" in told  # type: ignore[operator]  # it is a map
    back = same_after_restart(half).join("Ann", tokens[0])
    assert back.table["fair"] == told
    back.do(Transcript(ref=1, match=1))


def test_a_seed_that_does_not_follow_is_damage() -> None:
    world = World()
    (ann, bob), _ = promised(world, "Ann", "Bob")
    ann.do(Reveal(ref=1, nonce=NONCES[0].hex()))
    bob.do(Reveal(ref=1, nonce=NONCES[1].hex()))
    records = world.journal.records
    (at,) = [n for n, record in enumerate(records) if isinstance(record, SecretDrawn)]
    drawn = records[at]
    assert isinstance(drawn, SecretDrawn)
    records[at] = SecretDrawn(drawn.table, bytes(32), drawn.commitments)
    assert not list(restarted(world).tables)
    records[at] = drawn
    assert len(list(restarted(world).tables)) == 1
    records[:] = [record for record in records if not isinstance(record, SecretDrawn)]
    assert any(isinstance(record, MatchStarted) for record in records)
    assert not list(restarted(world).tables)

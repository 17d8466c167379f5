"""A match that everybody has left rests until someone comes back: a saved game."""

from dataclasses import replace

from tests.server.restarted import restarted
from tests.server.world import BANK, GENEROUS, Peer, World, opened

from haydes.protocol.messages import (
    Act,
    Browse,
    Join,
    Lobby,
    LobbyUpdate,
    MakeHost,
    Open,
    Pause,
    Resign,
    Start,
    Watch,
)

DAY = 24 * 60 * 60.0


def parked(world: World, name: str, acts: int = 0, source: str = "10.0.0.1") -> str:
    """Begin a match, act so often, and leave it alone; return the token."""
    peer = world.join(name, source=source)
    token = peer.do(Open(ref=1, game="pig", seats=1)).token
    peer.do(Start(ref=2))
    for _ in range(acts):
        peer.act()
    peer.leave()
    return token


def is_kept(world: World, token: str) -> bool:
    peer = world.join("Eve", token)
    peer.leave()
    return bool(peer.welcome.table)


def listed(peer: Peer) -> list[str]:
    peer.do(Browse(ref=9))
    return list(peer.last(Lobby).tables)


def test_a_parked_table_is_kept_for_90_days_and_opened_by_its_token() -> None:
    world = World()
    token = parked(world, "Ann")
    world.now += 90 * DAY - 1
    world.core.tick(world.now)
    ann = world.join("Ann", token)
    assert ann.table["phase"] == "playing"
    ann.leave()
    world.now += 90 * DAY
    world.wait(6)
    assert list(world.tables) == []


def test_a_table_where_someone_is_is_never_closed() -> None:
    world = World()
    (ann,) = opened(world, "Ann", spare=1)
    for _ in range(200):
        world.now += DAY
        ann.session.heard = world.now
        world.core.tick(world.now)
    assert len(list(world.tables)) == 1


def test_the_days_go_on_while_the_server_is_down_and_the_date_is_read_once() -> None:
    world = World()
    token = parked(world, "Ann", acts=1)
    again = restarted(world, days=89)
    again.core.tick(again.now)
    assert is_kept(again, token)
    late = restarted(world, days=91)
    late.core.tick(late.now)
    assert not is_kept(late, token)
    early = restarted(world, days=-4000)
    early.now += 89 * DAY
    early.core.tick(early.now)
    assert is_kept(early, token)


def test_the_lobby_does_not_list_it_until_someone_is_there() -> None:
    world = World()
    token = parked(world, "Ann")
    eve = world.join("Eve")
    assert listed(eve) == []
    ann = world.join("Ann", token)
    world.wait(1)
    assert list(eve.last(LobbyUpdate).tables) == [ann.id]
    ann.leave()
    world.wait(1)
    assert eve.last(LobbyUpdate).tables == {ann.id: None}
    eve.do(Watch(ref=1, table=ann.id))
    assert eve.table["phase"] == "playing"
    assert listed(world.join("Bob")) == [ann.id]


def test_it_takes_no_room_from_others() -> None:
    world = World(limits=replace(GENEROUS, tables=2, tables_per_source=2, tables_per_player=1))
    tokens = [parked(world, "Ann") for _ in range(5)]
    for name in ("Bob", "Cat"):
        world.join(name).do(Open(ref=1, game="pig", seats=1))
    assert world.join("Dan").refusal(Open(ref=1, game="pig", seats=1)) == "too_many"
    back = [world.join("Ann", token) for token in tokens]
    assert all(peer.table for peer in back)
    assert len(listed(world.join("Eve"))) == 2, "a lobby has to fit into a frame"


def test_when_there_are_too_many_the_one_that_was_hardly_begun_goes() -> None:
    world = World(limits=replace(GENEROUS, parked_tables=3))
    long, short, middle = (parked(world, "Ann", acts) for acts in (9, 1, 5))
    new = parked(world, "Bob")
    assert [is_kept(world, token) for token in (long, short, middle, new)] == [
        True, False, True, True,
    ]  # fmt: skip


def test_an_address_that_parks_many_pushes_out_its_own() -> None:
    world = World(limits=replace(GENEROUS, parked_tables=3))
    ours = parked(world, "Ann", acts=1)
    theirs = [parked(world, "Mal", acts=9, source="10.9.9.9") for _ in range(20)]
    assert is_kept(world, ours)
    assert sum(is_kept(world, token) for token in theirs) == 2


def test_a_table_that_has_been_played_at_for_too_long_lets_people_only_go() -> None:
    world = World(limits=replace(GENEROUS, table_records=6))
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Start(ref=1))
    ann.do(Act(ref=2, prompt=0, action=BANK))
    assert len(world.journal.records) == 6
    again = restarted(world)
    assert again.only_table.records == 6
    for refused in (Act(ref=3, prompt=1, action=BANK), Pause(ref=4)):
        assert bob.refusal(refused) == "too_many"
    ann.do(Act(ref=5, prompt=0, action=BANK))  # done already, and known again
    assert ann.refusal(MakeHost(ref=6, seat=1)) == "too_many"
    bob.do(Resign(ref=8))
    assert world.join("Eve").refusal(Join(ref=1, table=ann.id)) == "too_many"
    ann.do(Resign(ref=9))  # the match is over, and nobody is left
    world.wait(1)
    assert list(world.tables) == []

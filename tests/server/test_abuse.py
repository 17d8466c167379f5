"""What a hostile peer tried once, and no longer can."""

from dataclasses import replace

from tests.server.world import GENEROUS, World, started

from haydes.protocol.messages import Bye, Hello, Join, Leave, Open, Resign, Start


def test_an_address_opens_so_many_tables_whatever_names_it_takes() -> None:
    world = World(limits=replace(GENEROUS, tables_per_source=3))
    for number in range(3):
        world.join(f"Mallory {number}").do(Open(ref=1, game="pig", seats=1))
    assert world.join("Mallory 3").refusal(Open(ref=1, game="pig", seats=1)) == "too_many"
    honest = world.stranger("10.0.0.2")
    honest.send(Hello(protocols=[1], name="Ann"))
    honest.do(Open(ref=1, game="pig", seats=1))


def test_a_full_server_closes_the_table_that_was_lonely_longest() -> None:
    world = World(limits=replace(GENEROUS, tables=3))
    kept = world.join("Ann").do(Open(ref=1, game="pig", seats=1)).table
    lonely: list[str] = []
    for name in ("Bob", "Cat"):
        peer = world.join(name)
        lonely.append(peer.do(Open(ref=1, game="pig", seats=1)).table)
        peer.leave()
        world.wait(2)
    world.join("Dan").do(Open(ref=1, game="pig", seats=1))
    assert [table.id for table in world.tables][:2] == [kept, lonely[1]]


def test_two_matches_left_alone_do_not_keep_their_opener_from_a_third() -> None:
    world = World(limits=replace(GENEROUS, tables_per_player=1))
    ann = world.join("Ann")
    for _ in range(3):
        ann.do(Open(ref=1, game="pig", seats=1))
        ann.do(Start(ref=2))
        ann.do(Leave(ref=3))
    assert len(list(world.tables)) == 3


def test_a_token_speaks_for_no_other_name_than_its_seats() -> None:
    world = World()
    mallory = world.join("Mallory")
    token = mallory.do(Open(ref=1, game="pig", seats=1)).token
    mallory.do(Start(ref=2))
    mallory.leave()
    world.join("Ann")
    assert world.join("Ann", token).welcome.name == "Mallory"


def test_who_comes_back_by_token_cannot_take_a_name_that_was_taken_meanwhile_to_the_lobby() -> None:
    world = World()
    first = world.join("Ann")
    token = first.do(Open(ref=1, game="pig", seats=1)).token
    first.do(Start(ref=2))
    first.leave()
    second = world.join("Ann")
    back = world.join("Ann", token)
    back.do(Leave(ref=1))
    world.wait(1)
    assert back.last(Bye).code == "name_taken"
    assert not second.is_closed


def test_a_match_that_everybody_has_given_up_is_not_kept_for_the_bots() -> None:
    world = World()
    ann = world.join("Ann")
    ann.do(Open(ref=1, game="pig", seats=2, bots=["careful"]))
    ann.do(Start(ref=2))
    ann.do(Resign(ref=3))
    world.wait(1)
    assert list(world.tables) == []


def test_who_sits_down_after_a_match_does_not_see_its_secrets() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    assert "charm" in bob.you
    bob.do(Resign(ref=1))
    while ann.table["phase"] == "playing":
        ann.act(0 if ann.game["pot"] == 0 else -1)
    cat = world.join("Cat")
    cat.do(Join(ref=1, table=ann.id))
    assert cat.table["phase"] == "over"
    assert "charm" not in cat.you
    assert "charm" in ann.you

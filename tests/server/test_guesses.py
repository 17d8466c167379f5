"""Words and tokens cannot be found by trying."""

from dataclasses import replace
from ipaddress import ip_network

import pytest
from tests.server.world import GENEROUS, Peer, World

from haydes.protocol.limits import Limits
from haydes.protocol.messages import Bye, Done, Hello, Join, Open, Resume, Start, Watch
from haydes.server.door import Door
from haydes.server.tokens import digest

LIMITS = replace(GENEROUS, guesses_per_minute=10, guesses_per_minute_per_table=30)
WORD = "sesame"


def private(world: World) -> str:
    """Return the id of a table that takes a word."""
    ann = world.join("Ann", source="10.9.0.1")
    return ann.do(Open(ref=1, game="pig", seats=3, word=WORD)).table


def test_wrong_words_from_one_address_are_throttled_whatever_connection_they_come_over() -> None:
    world = World(limits=LIMITS)
    table = private(world)
    codes: list[str] = []
    for number in range(4):
        eve = world.join(f"Eve {number}")
        codes += [eve.refusal(Join(ref=1, table=table, word=f"w{n}")) for n in range(5)]
        eve.leave()
    assert codes == ["unknown_table"] * 10 + ["rate"] * 10
    assert world.join("Eve").refusal(Watch(ref=1, table=table, word=WORD)) == "rate"
    world.join("Bob", source="10.0.0.2").do(Join(ref=1, table=table, word=WORD))


def test_ten_thousand_guesses_in_a_quarter_of_an_hour_are_some_hundreds() -> None:
    world = World(limits=LIMITS)
    table = private(world)
    tried = 0
    for number in range(900):
        source = f"10.0.{number % 200}.1"
        eve = world.join("Eve", source=source)
        for guess in range(11):
            tried += eve.refusal(Join(ref=1, table=table, word=str(guess))) != "rate"
        eve.leave()
        world.now += 1
    assert tried <= 30 + 900 * 30 / 60 + 1


def test_a_table_that_is_not_there_is_guessed_at_as_one_that_is() -> None:
    world = World(limits=LIMITS)
    answers: list[list[bytes]] = []
    for number, table in enumerate((private(world), "xxxxxx")):
        said: list[bytes] = []
        for guess in range(40):
            eve = world.join("Eve", source=f"10.{number}.{guess}.1")
            eve.writes.clear()
            eve.ask(Join(ref=1, table=table, word="w"))
            said += eve.writes
            eve.leave()
        answers.append(said)
    assert answers[0] == answers[1]
    assert len(set(answers[0])) == 2


def test_a_table_that_is_guessed_at_from_everywhere_opens_again_soon() -> None:
    world = World(limits=LIMITS)
    table = private(world)
    for number in range(40):
        eve = world.join("Eve", source=f"10.1.{number}.1")
        eve.ask(Join(ref=1, table=table, word="w"))
        eve.leave()
    bob = world.join("Bob", source="10.0.0.2")
    assert bob.refusal(Join(ref=1, table=table, word=WORD)) == "rate"
    world.wait(2.2)
    bob.do(Join(ref=1, table=table, word=WORD))


def test_no_word_is_no_guess_and_a_right_one_costs_nothing() -> None:
    world = World(limits=LIMITS)
    table = private(world)
    eve = world.join("Eve")
    for _ in range(30):
        assert eve.refusal(Join(ref=1, table=table)) == "unknown_table"
    for number in range(20):
        peer = world.join(f"W{number}")
        peer.do(Watch(ref=1, table=table, word=WORD))
        peer.leave()


def test_wrong_tokens_end_the_connection_and_a_good_one_is_good_all_the_same() -> None:
    world = World(limits=LIMITS)
    token = kept_seat(world)
    eve = world.join("Eve")
    for _ in range(10):
        assert eve.refusal(Resume(ref=1, token="x" * 43)) == "unknown_token"
    eve.send(Resume(ref=1, token="y" * 43))
    assert eve.last(Bye).code == "rate"
    assert world.join("Eve", "z" * 43).last(Bye).code == "rate"
    assert world.join("Cat", token).welcome.table


def kept_seat(world: World) -> str:
    """Return a token of a seat in a match, from the address of those who guess."""
    peer = world.join("Cat")
    token = peer.do(Open(ref=1, game="pig", seats=1)).token
    peer.do(Start(ref=2))
    peer.leave()
    return token


# --- the word of the whole server


def closed_world(limits: Limits = LIMITS) -> World:
    return World(door=Door(limits, word=digest(WORD), exempt=[ip_network("10.7.0.0/16")]))


def greeted(world: World, word: str, source: str = "10.0.0.1", name: str = "Ann") -> Peer:
    peer = world.stranger(source)
    peer.send(Hello(protocols=[1], name=name, word=word))
    return peer


@pytest.mark.parametrize("word", ["", "Sesame", "sesam", "x" * 64])
def test_without_the_servers_word_nobody_comes_in(word: str) -> None:
    world = closed_world()
    assert greeted(world, word).last(Bye).code == "wrong_word"
    assert len(world.house.people) == 0
    assert greeted(world, WORD).welcome.name == "Ann"


def test_a_token_does_not_stand_for_the_servers_word() -> None:
    world = closed_world()
    ann = greeted(world, WORD)
    token = ann.do(Open(ref=1, game="pig", seats=1)).token
    ann.do(Start(ref=2))
    ann.leave()
    peer = world.stranger()
    peer.send(Hello(protocols=[1], name="Ann", token=token))
    assert peer.last(Bye).code == "wrong_word"
    peer = world.stranger()
    peer.send(Hello(protocols=[1], name="Ann", token=token, word=WORD))
    assert peer.welcome.table == ann.id


def test_a_server_without_a_word_takes_any() -> None:
    assert greeted(World(), "whatever").welcome.name == "Ann"


def test_guesses_at_the_servers_word_are_throttled_by_address() -> None:
    world = closed_world()
    codes = [greeted(world, f"w{number}").last(Bye).code for number in range(12)]
    assert codes == ["wrong_word"] * 10 + ["rate"] * 2
    assert greeted(world, WORD).last(Bye).code == "rate"
    assert greeted(world, WORD, "10.0.0.2").welcome.name == "Ann"
    world.wait(6.2)
    assert greeted(world, WORD, name="Bob").welcome.name == "Bob"


def test_one_of_many_behind_an_address_cannot_lock_the_others_out() -> None:
    world = closed_world()
    for number in range(20):
        assert greeted(world, f"w{number}", "10.7.0.1").last(Bye).code == "wrong_word"
    ann = greeted(world, WORD, "10.7.0.1")
    assert isinstance(ann.ask(Open(ref=1, game="pig", seats=1)), Done)


def test_the_word_is_shown_nowhere() -> None:
    world = closed_world()
    eve = greeted(world, "Sesame")
    assert b"esame" not in b"".join(eve.writes)
    assert "esame" not in repr(vars(world.house.door))

"""Deflated updates, as the server makes them."""

from msgspec.structs import replace
from tests.server.world import WISH, World

from haydes.engine.registry import GAMES
from haydes.protocol.codec import HEADER
from haydes.protocol.deflate import DICTIONARY, MARK, from_text
from haydes.protocol.features import DEFLATE
from haydes.protocol.messages import Join, Start
from haydes.server.small import Small

FOR_TWO = replace(WISH, seats=2)
HOUNDS = replace(WISH, game="hounds", seats=2)


def payloads(writes: list[bytes]) -> list[bytes]:
    data, found = b"".join(writes), list[bytes]()
    while data:
        end = HEADER + int.from_bytes(data[:HEADER], "big")
        found.append(data[HEADER:end])
        data = data[end:]
    return found


def test_who_asks_gets_updates_deflated_and_the_same_view_as_who_does_not() -> None:
    world = World()
    thrifty, plain = world.join("Ann", features=[DEFLATE]), world.join("Bram")
    done = thrifty.do(Join(ref=1, table=plain.do(FOR_TWO).table))
    assert done.seat == 1
    plain.do(Start(ref=1))
    for _ in range(6):
        (thrifty if thrifty.choices else plain).act()
    assert thrifty.game == plain.game
    begins = {payload[:1] for payload in payloads(thrifty.writes)}
    assert begins == {MARK} | {b for b in begins if 0x80 <= b[0] <= 0x8F}
    assert MARK not in {payload[:1] for payload in payloads(plain.writes)}


def test_a_welcome_brings_a_dictionary_to_who_asks_only() -> None:
    world = World()
    asks, does_not = world.join("Ann", features=[DEFLATE]), world.join("Bram")
    assert 0 < len(from_text(asks.welcome.dictionary)) <= DICTIONARY
    assert asks.welcome.features == [DEFLATE]
    assert does_not.welcome.dictionary == ""


def test_the_dictionary_follows_from_the_games_alone() -> None:
    assert Small(GAMES).text == Small(GAMES).text
    assert len(from_text(Small(GAMES).text)) == DICTIONARY // len(GAMES) * len(GAMES)
    assert Small({}).text == ""


def test_deflated_updates_take_a_third_of_the_bytes_or_little_more() -> None:
    world = World(GAMES)
    thrifty = world.join("Ann", features=[DEFLATE])
    thrifty.do(HOUNDS)
    plain = world.join("Bram")
    plain.do(Join(ref=1, table=thrifty.id))
    thrifty.do(Start(ref=1))
    for person in (thrifty, plain):
        person.writes.clear()
    for _ in range(40):
        (thrifty if thrifty.choices else plain).act()
    assert len(b"".join(thrifty.writes)) < 0.4 * len(b"".join(plain.writes))

"""How much may be asked for in how little time."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from tests.server.world import GENEROUS, World, opened

from haydes.protocol.limits import Limits
from haydes.protocol.messages import (
    AddBot,
    Browse,
    Bye,
    Chat,
    Done,
    Join,
    Kick,
    Leave,
    Open,
    Pause,
    Ping,
    Pong,
    Refused,
    Request,
    Resume,
    Say,
    Start,
    Swap,
    Watch,
)
from haydes.server.bucket import Bucket
from haydes.server.rates import Rates

LIMITS = Limits()


def test_a_bucket_gives_a_burst_and_then_a_rate() -> None:
    bucket = Bucket(3, 2, 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5) for _ in range(2)] == [True, False]
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]


def test_too_many_requests_are_refused_and_nothing_is_lost() -> None:
    world = World(limits=LIMITS)
    ann = world.join("Ann")
    answers = [ann.ask(Browse(ref=number)) for number in range(LIMITS.acts_burst + 3)]
    assert [type(answer) for answer in answers] == [Done] * LIMITS.acts_burst + [Refused] * 3
    assert isinstance(answers[-1], Refused)
    assert answers[-1].code == "rate"
    world.wait(1)
    ann.do(Browse(ref=99))


def test_chat_and_joins_have_buckets_of_their_own() -> None:
    world = World(limits=LIMITS)
    ann = world.join("Ann")
    said = [type(ann.ask(Say(ref=1, text="spam"))) for _ in range(LIMITS.chat_burst + 1)]
    assert said == [Done] * LIMITS.chat_burst + [Refused]
    codes = [ann.refusal(Join(ref=1, table="xxxxxx")) for _ in range(LIMITS.joins_burst + 1)]
    assert codes == ["unknown_table"] * LIMITS.joins_burst + ["rate"]
    ann.do(Browse(ref=1))


def test_who_does_not_slow_down_is_sent_away() -> None:
    world = World(limits=LIMITS)
    ann, bob = world.join("Ann"), world.join("Bob")
    for number in range(200):
        if not ann.is_closed:
            ann.send(Browse(ref=number))
    assert ann.last(Bye).code == "rate"
    assert not bob.is_closed


def test_junk_and_pings_count_too() -> None:
    world = World(limits=replace(LIMITS, acts_burst=5))
    ann = world.join("Ann")
    for _ in range(6):
        ann.send(Ping(ref=1))
    assert ann.last(Refused).code == "rate"
    ann.leave()
    junk = world.join("Ann")
    for _ in range(6):
        junk.write(b"\x00\x00\x00\x01\x80")
    assert [refused.code for refused in junk.find(Refused)] == ["unknown_type"] * 5 + ["rate"]


def test_pongs_are_never_answered_but_not_suffered_for_ever() -> None:
    world = World(limits=LIMITS)
    ann = world.join("Ann")
    for _ in range(LIMITS.acts_burst + 5):
        ann.send(Pong())
    assert ann.find(Refused) == []
    for _ in range(100):
        if not ann.is_closed:
            ann.send(Pong())
    assert ann.last(Bye).code == "rate"


def test_rates_are_kept_by_key() -> None:
    rates = Rates(2, 1, most=10)
    assert [rates.take("a", 0.0) for _ in range(3)] == [True, True, False]
    assert not rates.has("a", 0.5)
    assert rates.has("b", 0.5)
    assert rates.take("b", 0.5)
    assert rates.has("a", 1.0)


def test_rates_forget_what_is_full_again() -> None:
    rates = Rates(2, 1, most=1_000)
    for number in range(100):
        rates.take(str(number), number / 10)
    assert len(rates) <= 1 + 2 * 10


def test_rates_keep_so_many_keys_and_no_more() -> None:
    rates = Rates(2, 1, most=10)
    for number in range(100):
        assert rates.take(str(number), 0.0)
    assert len(rates) == 10
    rates.take("99", 0.0)
    assert not rates.take("99", 0.0)


def test_a_rate_of_nothing_lets_nothing_through() -> None:
    rates = Rates(0, 0)
    assert not rates.has("a", 0.0)
    assert not rates.take("a", 0.0)


SMALL = replace(
    GENEROUS,
    joins_burst_per_source=3,
    joins_per_minute_per_source=60,
    chat_burst_per_source=3,
    chat_per_10_seconds_per_source=10,
)


def test_a_new_connection_and_a_new_name_give_no_more_joins() -> None:
    world = World(limits=SMALL)
    codes: list[str] = []
    for number in range(6):
        peer = world.join(f"Mallory {number}")
        codes.append(peer.refusal(Watch(ref=1, table="xxxxxx")))
        peer.leave()
    assert codes == ["unknown_table"] * 3 + ["rate"] * 3
    world.join("Ann", source="10.0.0.2").do(Browse(ref=1))
    assert world.join("Bob").refusal(Browse(ref=1)) == "rate"
    world.wait(1)
    world.join("Cat").do(Browse(ref=1))


def test_a_new_connection_gives_no_more_chat() -> None:
    world = World(limits=SMALL)
    said = 0
    for number in range(6):
        peer = world.join(f"Mallory {number}")
        said += isinstance(peer.ask(Say(ref=1, text="spam")), Done)
        peer.leave()
    assert said == 3
    world.join("Ann", source="10.0.0.2").do(Say(ref=1, text="hello"))


def test_tokens_in_hello_are_joins_of_their_address() -> None:
    world = World(limits=SMALL)
    ann = world.join("Ann", source="10.0.0.2")
    for _ in range(3):
        world.join("Mallory", "x" * 43).leave()
    assert world.join("Mallory", "x" * 43).last(Bye).code == "rate"
    assert world.join("Bob").welcome.name == "Bob"
    assert not ann.is_closed


def test_all_together_say_so_much_at_one_place() -> None:
    world = World(limits=replace(GENEROUS, chat_burst_per_place=3))
    ann, bob = opened(world, "Ann", "Bob")
    for number in range(3):
        (ann, bob)[number % 2].do(Say(ref=1, text="hello"))
    assert bob.refusal(Say(ref=1, text="hello")) == "rate"
    eve = world.join("Eve")
    eve.do(Say(ref=1, text="hello in the lobby"))


ARRANGEMENTS: Mapping[str, tuple[Request, Request]] = {
    "bots": (Kick(ref=1, seat=2), AddBot(ref=1, seat=2)),
    "places": (Swap(ref=1, seat=0, to=1), Swap(ref=1, seat=1, to=0)),
    "pauses": (Pause(ref=1), Pause(ref=1, on=False)),
}


@pytest.mark.parametrize("what", ARRANGEMENTS)
def test_who_arranges_a_table_writes_so_much_into_the_journal(what: str) -> None:
    world = World(limits=replace(LIMITS, acts_burst=10_000))
    ann = world.join("Ann")
    ann.do(Open(ref=1, game="pig", seats=3, bots=["careful", "careful"]))
    if what == "pauses":
        ann.do(Start(ref=1))
    before = len(world.journal.records)
    seconds = 6
    for _ in range(5 * seconds):
        for request in ARRANGEMENTS[what]:
            ann.send(request)
        world.wait(0.2)
    assert not ann.is_closed
    most = LIMITS.changes_burst + seconds * LIMITS.changes_per_minute // 60
    assert 0 < len(world.journal.records) - before <= most


def test_hopping_in_and_out_ends_with_the_rate() -> None:
    world = World(limits=LIMITS)
    (ann,) = opened(world, "Ann", spare=1)
    bob = world.join("Bob", source="10.0.0.2")
    joined = 0
    for _ in range(50):
        if isinstance(bob.ask(Join(ref=1, table=ann.id)), Done):
            joined += 1
            bob.do(Leave(ref=2))
    assert joined == LIMITS.joins_burst
    assert ann.seat(1) == {"kind": "open"}


def test_one_who_floods_the_chat_does_not_cost_others_their_seat() -> None:
    world = World(limits=LIMITS)
    ann, bob = opened(world, "Ann", "Bob")
    for _ in range(10_000):
        if not bob.is_closed:
            bob.send(Say(ref=1, text="x" * 280))
    assert bob.last(Bye).code == "rate"
    assert len(ann.find(Chat)) == LIMITS.chat_burst
    assert sum(map(len, ann.writes)) < LIMITS.seat_backlog


def test_who_resumes_too_often_is_refused_but_not_forgotten() -> None:
    world = World(limits=replace(GENEROUS, joins_burst=2, joins_per_minute=60))
    bob = world.join("Bob")
    for _ in range(2):
        assert bob.refusal(Resume(ref=1, token="x" * 43)) == "unknown_token"
    assert bob.refusal(Resume(ref=1, token="x" * 43)) == "rate"

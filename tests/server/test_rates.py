"""How much may be asked for in how little time."""

from dataclasses import replace

from tests.server.world import World

from haydes.protocol.limits import Limits
from haydes.protocol.messages import Browse, Bye, Done, Join, Ping, Pong, Refused, Say
from haydes.server.bucket import Bucket

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

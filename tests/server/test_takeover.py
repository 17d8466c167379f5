"""Taking the seat of a bot, in the middle of a match too."""

from msgspec.structs import replace
from tests.server import world as worlds
from tests.server.restarted import restarted
from tests.server.world import BANK, World, opened, started

from haydes.protocol.messages import Act, Join, Snapshot, Start, Update, Watch

WISH = replace(worlds.WISH, bots=["careful", "random"], takeover=True)


def test_the_bots_seat_is_the_persons_at_once() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WISH)
    bob = world.join("Bob")
    done = bob.do(Join(ref=1, table=ann.id, seat=2))
    assert (done.seat, len(done.token)) == (2, 43)
    assert ann.seat(2) == {"kind": "person", "name": "Bob", "presence": "here"}
    assert bob.table["phase"] == "playing"


def test_what_the_seat_holds_is_told_to_the_new_person_only() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WISH)
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=ann.id))
    match = world.only_table.play.match
    assert match
    bob = world.join("Bob")
    bob.do(Join(ref=1, table=ann.id, seat=1))
    assert bob.last(Snapshot).you == {"seat": 1, "prompt": 0, "choices": [], **match.private(1)}
    assert ann.last(Update).you == {}
    assert eve.you == {}


def test_what_the_bot_was_thinking_about_is_dropped() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WISH)
    ann.do(Act(ref=1, prompt=0, action=BANK))
    (thought,) = world.thoughts
    bob = world.join("Bob")
    bob.do(Join(ref=1, table=ann.id, seat=1))
    world.core.bot_acts(thought, thought.choose(), world.now)
    assert bob.ply == 1
    bob.do(Act(ref=2, prompt=bob.prompt, action=BANK))
    assert ann.ply == 2


def test_without_a_seat_an_open_one_is_taken_before_a_bots() -> None:
    world = World()
    (ann,) = opened(world, "Ann", wish=replace(WISH, bots=["random"]), spare=1)
    assert world.join("Bob").do(Join(ref=1, table=ann.id)).seat == 1
    assert world.join("Cat").do(Join(ref=1, table=ann.id)).seat == 2
    assert world.join("Dan").refusal(Join(ref=1, table=ann.id)) == "table_full"
    assert world.join("Eve").refusal(Join(ref=1, table=ann.id, seat=1)) == "table_full"


def test_a_persons_seat_is_not_to_be_had_whoever_plays_it() -> None:
    world = World()
    wish = replace(WISH, bots=["random"], absent="bot", grace_seconds=5)
    ann, bob = started(world, "Ann", "Bob", wish=wish)
    bob.leave()
    world.wait(6)
    assert ann.seat(1)["stand_in"] == "careful"
    assert world.join("Cat").refusal(Join(ref=1, table=ann.id, seat=1)) == "seat_taken"


def test_a_host_who_does_not_want_it_has_bots_that_stay() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=replace(WISH, takeover=False))
    assert world.join("Bob").refusal(Join(ref=1, table=ann.id, seat=1)) == "table_full"
    assert "takeover" not in ann.table


def test_after_a_match_its_secrets_stay_the_bots() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=replace(WISH, options={"target": 1}))
    while ann.table["phase"] == "playing":
        if ann.choices:
            ann.act(0 if ann.game["pot"] == 0 else 1)
        world.bots_play()
    bob = world.join("Bob")
    bob.do(Join(ref=1, table=ann.id, seat=1))
    assert "charm" not in bob.you
    ann.do(Start(ref=1))
    assert "charm" in bob.you


def test_after_a_restart_the_person_plays_on() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WISH)
    bob = world.join("Bob")
    token = bob.do(Join(ref=1, table=ann.id, seat=1)).token
    ann.do(Act(ref=1, prompt=0, action=BANK))
    act = bob.act(1)
    again = restarted(world)
    back = again.join("Bob", token)
    assert (back.ply, back.you) == (bob.ply, bob.you)
    back.do(act)
    assert back.ply == bob.ply
    assert again.join("Cat").do(Join(ref=1, table=back.id)).seat == 2

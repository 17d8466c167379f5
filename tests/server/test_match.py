"""A match at a table: start, acts, retries, outcome, rematch, giving up."""

from tests.server.world import BANK, BANK_WITH_CHARM, DATE, WITH_BOT, Peer, World, opened, started

from haydes.engine.match import Input, Kind
from haydes.protocol.messages import (
    Act,
    Join,
    Kick,
    Leave,
    Left,
    Notice,
    Open,
    Resign,
    Start,
    Update,
)
from haydes.server.journal import InputTaken, MatchStarted


def told(peer: Peer) -> list[tuple[str, str]]:
    return [(notice.code, notice.text) for notice in peer.find(Notice)]


def play_out(*people: Peer) -> None:
    """Let everyone do what comes last among the choices until the match is over."""
    while people[0].table["phase"] == "playing":
        for person in people:
            if person.table and person.table["phase"] == "playing" and person.choices:
                person.act(0 if person.game["pot"] == 0 else -1)


def test_only_the_host_starts_and_only_with_every_seat_taken() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", spare=1)
    assert bob.refusal(Start(ref=1)) == "not_host"
    assert ann.refusal(Start(ref=1)) == "seats_open"
    assert ann.table["phase"] == "waiting"


def test_the_start_shows_each_seat_its_own_and_everybody_the_public_tree() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    assert ann.table["phase"] == "playing"
    assert ann.table["match"] == 1
    assert ann.game == bob.game == {
        "pot": 0, "scores": {"0": 0, "1": 0}, "charms": {}, "out": {"0": False, "1": False},
        "turn": 0,
    }  # fmt: skip
    assert ann.choices == [{"do": "roll"}, {"do": "bank", "charm": [False, True]}]
    assert bob.choices == []
    assert "charm" in ann.you
    assert "charm" in bob.you


def test_a_start_in_a_match_does_nothing() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    seq = ann.seq
    ann.do(Start(ref=1))
    assert (ann.seq, ann.table["match"]) == (seq, 1)
    assert bob.refusal(Start(ref=1)) == "not_host"


def test_the_seed_is_journaled_and_never_shown() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    record = world.journal.of(MatchStarted)[0]
    assert len(record.seed) == 32
    assert "seed" not in repr(record)
    said = b"".join(ann.writes + bob.writes)
    assert record.seed not in said
    assert record.seed.hex().encode() not in said


def test_an_act_is_answered_first_and_then_shown_in_one_write_to_everybody() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    ann.writes.clear()
    bob.writes.clear()
    ann.do(Act(ref=5, prompt=0, action=BANK))
    assert [type(m) for m in ann.heard] == [Update]
    assert len(ann.writes) == len(bob.writes) == 1
    assert bob.last(Update).events == [{"event": "bank", "seat": 0, "points": 0}]
    assert bob.ply == ann.ply == 1
    assert world.journal.records[-1] == InputTaken(ann.id, Input(0, Kind.ACT, 0, 1), 0, at=DATE)


def test_a_private_event_reaches_its_seat_alone() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    ann.do(Act(ref=5, prompt=0, action=BANK_WITH_CHARM))
    assert [event["event"] for event in ann.last(Update).private_events] == ["charm"]
    assert [event["event"] for event in ann.last(Update).events] == ["bank"]
    assert bob.last(Update).private_events == []
    assert bob.last(Update).you == {
        "prompt": 1, "choices": [{"do": "roll"}, {"do": "bank", "charm": [False, True]}]
    }  # fmt: skip


def test_a_seat_is_asked_anew_after_its_own_act_even_if_the_choices_are_the_same() -> None:
    world = World()
    (ann,) = started(world, "Ann")
    before = ann.choices
    for _ in range(20):
        prompt, ply = ann.prompt, ann.ply
        ann.act()
        assert ann.choices == before
        assert ann.prompt == ply + 1 > prompt


def test_a_prompt_stays_while_others_act_and_the_choices_stay() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    ann.do(Act(ref=1, prompt=0, action=BANK))
    bob.do(Act(ref=1, prompt=1, action=BANK))
    assert (ann.prompt, bob.prompt) == (2, 2)
    while ann.choices:
        ann.act()
    assert bob.prompt == ann.prompt == ann.ply


def test_the_same_act_again_is_done_again_and_does_nothing() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    act = ann.act()
    seq, ply, records = ann.seq, ann.ply, len(world.journal.records)
    ann.do(act)
    ann.do(act)
    assert (ann.seq, ann.ply, bob.seq) == (seq, ply, seq)
    assert len(world.journal.records) == records


def test_the_last_act_of_a_match_may_come_again_after_its_end() -> None:
    world = World()
    (ann,) = started(world, "Ann")
    act = None
    while ann.table["phase"] == "playing":
        act = ann.act(0 if ann.game["pot"] == 0 else 1)
    assert act is not None
    ann.do(act)
    assert ann.refusal(Act(ref=1, prompt=act.prompt, action={"do": "roll"})) == "no_match"


def test_an_old_prompt_with_another_action_is_stale() -> None:
    world = World()
    (ann,) = started(world, "Ann")
    ann.do(Act(ref=1, prompt=0, action=BANK))
    ply = ann.ply
    assert ann.refusal(Act(ref=1, prompt=0, action={"do": "roll"})) == "stale"
    assert ann.refusal(Act(ref=1, prompt=77, action={"do": "roll"})) == "stale"
    assert ann.ply == ply


def test_acts_out_of_turn_unoffered_or_without_a_match_are_refused() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    assert ann.refusal(Act(ref=1, prompt=0, action=BANK)) == "no_match"
    ann.do(Start(ref=1))
    assert bob.refusal(Act(ref=1, prompt=0, action=BANK)) == "not_your_turn"
    assert ann.refusal(Act(ref=1, prompt=0, action={"do": "fly"})) == "illegal_action"
    assert ann.refusal(Act(ref=1, prompt=0, action={})) == "illegal_action"
    assert ann.refusal(Act(ref=1, prompt=0, action={"do": "bank"})) == "illegal_action"
    assert (ann.ply, ann.seq) == (0, bob.seq)


def test_the_end_shows_the_outcome_and_leaves_no_choices() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    play_out(ann, bob)
    assert ann.table == bob.table
    assert ann.table["phase"] == "over"
    winner = 0 if ann.score(0) >= 20 else 1
    assert ann.table["outcome"] == {"winners": [winner], "reason": "banked"}
    assert ann.choices == bob.choices == []


def test_a_rematch_keeps_seats_and_counts_on() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    play_out(ann, bob)
    ply, seats = ann.ply, ann.table["seats"]
    ann.do(Start(ref=1))
    assert ann.table["match"] == 2
    assert ann.table["phase"] == "playing"
    assert "outcome" not in ann.table
    assert ann.table["seats"] == seats
    assert ann.ply == ann.prompt == ply
    assert ann.game["scores"] == {"0": 0, "1": 0}
    ann.act()
    assert ann.ply == ply + 1


def test_a_resigned_seat_is_forfeited_and_its_token_spent() -> None:
    world = World()
    ann = world.join("Ann")
    ann.do(Open(ref=1, game="pig", seats=3))
    bob, cat = world.join("Bob"), world.join("Cat")
    token = bob.do(Join(ref=1, table=ann.id)).token
    cat.do(Join(ref=1, table=ann.id))
    assert bob.refusal(Resign(ref=1)) == "no_match"
    ann.do(Start(ref=1))
    bob.do(Resign(ref=1))
    assert bob.last(Left).code == "resigned"
    assert told(ann) == [("resigned", "Bob has given up seat 2.")]
    assert ann.seat(1)["forfeit"] is True
    assert ann.game["out"] == {"0": False, "1": True, "2": False}
    assert world.journal.records[-1] == InputTaken(ann.id, Input(0, Kind.FORFEIT, 1), at=DATE)
    bob.leave()
    assert world.join("Bob", token).welcome.refused == "unknown_token"


def test_someone_cleared_out_of_a_match_forfeits() -> None:
    world = World()
    ann, bob, cat = started(world, "Ann", "Bob", "Cat")
    ann.do(Kick(ref=1, seat=1))
    assert bob.last(Left).code == "kicked"
    assert ann.seat(1)["forfeit"] is True
    assert told(ann) == [("kicked", "Ann has cleared seat 2 of Bob.")]
    assert told(cat) == told(ann)
    assert [type(m) for m in cat.heard[-2:]] == [Notice, Update]
    assert told(bob) == []
    ann.act()
    assert len(told(cat)) == 1
    assert ann.refusal(Kick(ref=1, seat=1)) == "unknown_seat"


def test_a_bot_stays_to_the_end_of_the_match() -> None:
    world = World()
    (ann,) = started(world, "Ann", wish=WITH_BOT)
    assert ann.refusal(Kick(ref=1, seat=1)) == "match_running"


def test_given_up_seats_are_open_after_the_match_and_kept_ones_are_not() -> None:
    world = World()
    ann, bob, cat = started(world, "Ann", "Bob", "Cat")
    bob.do(Resign(ref=1))
    cat.do(Leave(ref=1))
    ann.do(Kick(ref=1, seat=2))
    play_out(ann)
    assert ann.seat(1) == {"kind": "open"}
    assert ann.seat(2) == {"kind": "open"}
    assert ann.refusal(Start(ref=1)) == "seats_open"

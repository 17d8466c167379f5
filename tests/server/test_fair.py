"""Fair dealing: who is bound to what, when a match begins, and what is told afterwards."""

from typing import Any, cast

from msgspec.structs import replace
from tests.server.world import BANK, ROLL, WITH_BOT, Diary, Peer, World, opened

from haydes.engine.match import Input, Kind, Match
from haydes.protocol.fair import Terms, commitment, seed
from haydes.protocol.limits import ELEMENTS, Limits
from haydes.protocol.messages import (
    Act,
    AddBot,
    Bye,
    Join,
    Kick,
    Leave,
    Notice,
    Ready,
    Resign,
    Resume,
    Reveal,
    Script,
    Start,
    Swap,
    Transcript,
    Update,
    Watch,
)
from haydes.protocol.tree import Tree
from haydes.server.journal import MatchStarted, NonceOpened, SecretDrawn, StartCancelled

NONCES = [bytes([n + 1] * 32) for n in range(4)]
SECONDS = Limits().opening_seconds


def promise(peer: Peer, nonce: bytes) -> None:
    peer.do(Ready(ref=1, commitment=commitment(nonce)))


def reveal(peer: Peer, nonce: bytes) -> None:
    peer.do(Reveal(ref=1, nonce=nonce.hex()))


def start(world: World, *names: str) -> list[Peer]:
    """Return people who have promised a nonce each, in the phase opening."""
    people = opened(world, *names)
    for person, nonce in zip(people, NONCES, strict=False):
        promise(person, nonce)
    people[0].do(Start(ref=1))
    return people


def fair(peer: Peer) -> dict[str, Any]:
    return cast(dict[str, Any], peer.table["fair"])


def play(*people: Peer) -> None:
    """Play the toy game to its end."""
    while people[0].table["phase"] != "over":
        person = next(person for person in people if person.choices)
        person.do(Act(ref=1, prompt=person.prompt, action=BANK if person.game["pot"] else ROLL))


def terms(world: World, match: int = 1) -> Terms:
    setup = world.only_table.setup
    return Terms(
        table=world.only_table.id,
        match=match,
        game=setup.game.name,
        version=setup.game.version,
        options=setup.options,
    )


def drawn(diary: Diary) -> bytes:
    return diary.of(SecretDrawn)[-1].secret


# What is shown before


def test_a_promise_is_shown_and_the_last_one_counts() -> None:
    ann, bob = opened(World(), "Ann", "Bob")
    promise(bob, NONCES[0])
    promise(bob, NONCES[1])
    assert ann.seat(1)["ready"] is True
    assert ann.seat(1)["commitment"] == commitment(NONCES[1])
    bob.do(Ready(ref=1))
    assert ann.seat(1)["ready"] is True
    assert "commitment" not in ann.seat(1)


def test_the_start_shows_all_commitments_before_anything_is_opened() -> None:
    world = World()
    ann, bob = start(world, "Ann", "Bob")
    for person in (ann, bob):
        assert person.table["phase"] == "opening"
        assert fair(person) == {
            "match": 1,
            "version": world.only_table.setup.game.version,
            "commitment": commitment(drawn(world.journal)),
            "commitments": {"0": commitment(NONCES[0]), "1": commitment(NONCES[1])},
            "opened": [],
        }
        assert person.game == {}
        assert person.choices == []


def test_the_secret_is_in_the_journal_before_its_commitment_is_shown() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    promise(bob, NONCES[1])
    world.journal.is_slow = True
    ann.send(Start(ref=9))
    (record,) = world.journal.of(SecretDrawn)
    assert record.commitments == {1: commitment(NONCES[1])}
    assert "fair" not in bob.table
    world.journal.finish()
    assert fair(bob)["commitment"] == commitment(record.secret)


# The openings


def test_the_match_begins_with_the_last_nonce_and_its_seed_follows_from_all() -> None:
    world = World()
    ann, bob = start(world, "Ann", "Bob")
    reveal(bob, NONCES[1])
    assert fair(ann)["opened"] == [1]
    assert ann.table["phase"] == "opening"
    reveal(ann, NONCES[0])
    assert ann.table["phase"] == "playing"
    assert ann.table["match"] == 1
    assert world.journal.of(NonceOpened) == [
        NonceOpened(ann.id, 1, NONCES[1]), NonceOpened(ann.id, 0, NONCES[0]),
    ]  # fmt: skip
    (begun,) = world.journal.of(MatchStarted)
    assert begun.seed == seed(terms(world), drawn(world.journal), NONCES[:2])
    assert ann.game == Match(world.only_table.setup.game, 2, {}, begun.seed).public()


def test_promises_and_marks_are_void_once_the_match_begins() -> None:
    ann, bob = start(World(), "Ann", "Bob")
    assert "commitment" in ann.seat(1)
    reveal(ann, NONCES[0])
    reveal(bob, NONCES[1])
    for seat in (0, 1):
        assert "ready" not in bob.seat(seat)
        assert "commitment" not in bob.seat(seat)


def test_bots_and_seats_without_a_promise_add_nothing() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", wish=WITH_BOT)
    promise(bob, NONCES[1])
    ann.do(Ready(ref=1))
    ann.do(Start(ref=1))
    assert fair(ann)["commitments"] == {"1": commitment(NONCES[1])}
    reveal(bob, NONCES[1])
    (begun,) = world.journal.of(MatchStarted)
    assert begun.seed == seed(terms(world), drawn(world.journal), [b"", NONCES[1], b""])


def test_without_any_promise_the_match_begins_at_once_from_the_secret_alone() -> None:
    world = World()
    ann, _ = opened(world, "Ann", "Bob")
    ann.do(Start(ref=1))
    assert ann.table["phase"] == "playing"
    assert fair(ann)["commitments"] == {}
    (begun,) = world.journal.of(MatchStarted)
    assert begun.seed == seed(terms(world), drawn(world.journal), [b"", b""])


def test_a_wrong_nonce_is_refused_and_the_right_one_still_counts() -> None:
    ann, bob = start(World(), "Ann", "Bob")
    assert bob.refusal(Reveal(ref=1, nonce=NONCES[0].hex())) == "wrong_nonce"
    assert fair(bob)["opened"] == []
    reveal(bob, NONCES[1])
    reveal(ann, NONCES[0])
    assert bob.table["phase"] == "playing"


def test_a_nonce_that_is_open_may_be_sent_again_even_when_the_match_runs() -> None:
    world = World()
    ann, bob = start(world, "Ann", "Bob")
    reveal(bob, NONCES[1])
    reveal(bob, NONCES[1])
    reveal(ann, NONCES[0])
    reveal(bob, NONCES[1])
    assert len(world.journal.of(NonceOpened)) == 2
    assert len(world.journal.of(MatchStarted)) == 1


def test_there_is_nothing_to_open_for_who_has_promised_nothing() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    assert bob.refusal(Reveal(ref=1, nonce=NONCES[1].hex())) == "no_opening"
    promise(bob, NONCES[1])
    assert bob.refusal(Reveal(ref=1, nonce=NONCES[1].hex())) == "no_opening"
    ann.do(Start(ref=1))
    assert ann.refusal(Reveal(ref=1, nonce=NONCES[0].hex())) == "no_opening"


# Seats are frozen


def test_in_the_opening_seats_are_frozen() -> None:
    world = World()
    ann, bob = start(world, "Ann", "Bob")
    assert bob.refusal(Ready(ref=1)) == "match_running"
    assert ann.refusal(AddBot(ref=1)) == "match_running"
    assert ann.refusal(Kick(ref=1, seat=1)) == "match_running"
    assert ann.refusal(Act(ref=1, prompt=0, action=BANK)) == "no_match"
    assert bob.refusal(Resign(ref=1)) == "no_match"
    assert ann.refusal(Swap(ref=1, seat=0, to=1)) == "match_running"
    assert world.join("Eve").refusal(Join(ref=1, table=ann.id)) == "table_full"
    assert ann.seat(1)["commitment"] == commitment(NONCES[1])


def test_in_the_opening_nobody_takes_a_bots_seat() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob", wish=replace(WITH_BOT, takeover=True))
    promise(bob, NONCES[1])
    ann.do(Start(ref=1))
    assert world.join("Eve").refusal(Join(ref=1, table=ann.id, seat=2)) == "table_full"
    reveal(bob, NONCES[1])
    assert world.join("Dan").do(Join(ref=1, table=ann.id)).seat == 2


def test_a_promise_moves_with_its_person() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    promise(bob, NONCES[1])
    ann.do(Swap(ref=1, seat=0, to=1))
    ann.do(Start(ref=1))
    assert list(fair(ann)["commitments"]) == ["0"]
    reveal(bob, NONCES[1])
    assert ann.table["phase"] == "playing"


def test_a_bot_cannot_be_sent_away_in_the_opening() -> None:
    ann, bob = opened(World(), "Ann", "Bob", wish=WITH_BOT)
    promise(bob, NONCES[1])
    ann.do(Start(ref=1))
    assert ann.refusal(Kick(ref=1, seat=2)) == "match_running"


def test_who_leaves_in_the_opening_keeps_the_seat_and_can_come_back_to_open() -> None:
    world = World()
    ann = world.join("Ann")
    table = ann.do(replace(WITH_BOT, seats=3)).table
    bob = world.join("Bob")
    token = bob.do(Join(ref=1, table=table)).token
    promise(bob, NONCES[1])
    ann.do(Start(ref=1))
    bob.do(Leave(ref=1))
    assert ann.seat(1)["presence"] == "gone"
    bob.do(Resume(ref=1, token=token))
    reveal(bob, NONCES[1])
    assert ann.table["phase"] == "playing"


def test_a_polite_goodbye_in_the_opening_keeps_the_seat() -> None:
    ann, bob = start(World(), "Ann", "Bob")
    bob.send(Bye())
    assert ann.seat(1)["name"] == "Bob"
    assert ann.seat(1)["presence"] == "gone"


def test_start_in_the_opening_is_done_already() -> None:
    world = World()
    ann, bob = start(world, "Ann", "Bob")
    seq = ann.seq
    ann.do(Start(ref=2))
    assert ann.seq == seq
    reveal(ann, NONCES[0])
    reveal(bob, NONCES[1])
    ann.do(Start(ref=3))  # the host has not seen yet that the match has begun
    assert bob.refusal(Start(ref=3)) == "not_host"
    assert len(world.journal.of(SecretDrawn)) == 1


# A missing opening


def test_a_missing_nonce_cancels_the_start_for_all_to_see() -> None:
    world = World()
    ann, bob, cat = start(world, "Ann", "Bob", "Cat")
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=ann.id))
    reveal(ann, NONCES[0])
    world.wait(SECONDS - 0.5)
    assert ann.table["phase"] == "opening"
    world.wait(1)
    for person in (ann, bob, cat, eve):
        assert person.table["phase"] == "waiting"
        assert person.table["match"] == 0
        assert fair(person)["missing"] == [1, 2]
        assert "secret" not in fair(person)
        (notice,) = person.find(Notice)
        assert notice.code == "cancelled"
        assert "Bob, Cat" in notice.text
        assert [person.seat(seat)["name"] for seat in range(3)] == ["Ann", "Bob", "Cat"]
        assert not any("ready" in person.seat(seat) for seat in range(3))
    assert len(world.journal.of(StartCancelled)) == 1
    assert world.journal.of(MatchStarted) == []


def test_after_a_cancelled_start_a_late_nonce_opens_nothing_and_the_next_start_works() -> None:
    world = World()
    ann, bob = start(world, "Ann", "Bob")
    world.wait(SECONDS + 1)
    assert bob.refusal(Reveal(ref=1, nonce=NONCES[1].hex())) == "no_opening"
    before = drawn(world.journal)
    promise(ann, NONCES[2])
    ann.do(Start(ref=1))
    assert drawn(world.journal) != before
    assert fair(bob)["commitments"] == {"0": commitment(NONCES[2])}
    reveal(ann, NONCES[2])
    assert bob.table["phase"] == "playing"
    assert bob.table["match"] == 1


def test_a_cancelled_rematch_leaves_the_match_before_as_it_was() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Start(ref=1))
    play(ann, bob)
    outcome, game = ann.table["outcome"], ann.game
    promise(bob, NONCES[1])
    ann.do(Start(ref=1))
    assert ann.table["phase"] == "opening"
    assert "outcome" not in ann.table
    world.wait(SECONDS + 1)
    assert ann.table["phase"] == "over"
    assert ann.table["outcome"] == outcome
    assert ann.game == game
    ann.do(Transcript(ref=1, match=1))


# What is told afterwards


def test_secret_and_nonces_are_told_when_the_match_is_over_and_not_before() -> None:
    world = World()
    ann, bob = start(world, "Ann", "Bob")
    shown = fair(ann)
    reveal(ann, NONCES[0])
    reveal(bob, NONCES[1])
    running = {name: value for name, value in shown.items() if name != "opened"}
    assert fair(bob) == running
    assert bob.refusal(Transcript(ref=1, match=1)) == "no_transcript"
    play(ann, bob)
    nonces = {"0": NONCES[0].hex(), "1": NONCES[1].hex()}
    assert fair(bob) == running | {"secret": drawn(world.journal).hex(), "nonces": nonces}


def test_no_message_holds_secret_or_nonce_before_the_end() -> None:
    world = World()
    ann, bob = start(world, "Ann", "Bob")
    ann.writes.clear()
    reveal(bob, NONCES[1])
    reveal(ann, NONCES[0])
    ann.act()
    secrets = (drawn(world.journal).hex(), NONCES[1].hex())
    assert not any(secret.encode() in b"".join(ann.writes) for secret in secrets)


def test_the_transcript_deals_and_plays_the_match_again() -> None:
    world = World()
    ann, bob = start(world, "Ann", "Bob")
    reveal(ann, NONCES[0])
    reveal(bob, NONCES[1])
    play(ann, bob)
    done = bob.do(Transcript(ref=7, match=1))
    (script,) = bob.find(Script)
    assert script.ref == done.ref == 7
    assert script.total == len(script.inputs) == world.only_table.play.ply
    deal = cast(dict[str, Any], script.deal)
    assert deal == fair(bob) | {
        "table": bob.id,
        "game": "pig",
        "options": bob.table["options"],
        "seats": 2,
        "ply": 0,
    }
    again = Match.replay(
        world.only_table.setup.game,
        deal["seats"],
        deal["options"],
        seed(
            Terms(**{name: deal[name] for name in Terms.__slots__}),
            bytes.fromhex(deal["secret"]),
            [bytes.fromhex(deal["nonces"][str(seat)]) for seat in range(2)],
        ),
        [entry(ply, tree) for ply, tree in enumerate(script.inputs)],
    )
    assert again.public() == bob.game
    assert again.outcome == world.only_table.play.outcome


def entry(ply: int, tree: Tree) -> Input:
    kind, seat, action = tree["kind"], tree["seat"], tree["action"]
    assert isinstance(kind, str)
    assert isinstance(seat, int)
    assert isinstance(action, int)
    return Input(ply, Kind(kind), seat, action)


def test_a_spectator_may_ask_for_the_transcript() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=ann.id))
    ann.do(Start(ref=1))
    play(ann, bob)
    eve.do(Transcript(ref=1, match=1))
    assert eve.find(Script)


def test_a_long_script_comes_in_pages() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Start(ref=1))
    for _ in range(ELEMENTS):  # nothing banked, nothing won
        person = ann if ann.choices else bob
        person.do(Act(ref=1, prompt=person.prompt, action=BANK))
    play(ann, bob)
    bob.do(Transcript(ref=1, match=1))
    first = bob.last(Script)
    assert len(first.inputs) == ELEMENTS
    bob.do(Transcript(ref=2, match=1, first=ELEMENTS))
    second = bob.last(Script)
    assert second.first == ELEMENTS
    assert ELEMENTS + len(second.inputs) == first.total == second.total
    assert second.deal == first.deal
    bob.do(Transcript(ref=3, match=1, first=first.total))
    assert bob.last(Script).inputs == []


def test_a_given_up_seat_stands_in_the_script() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Start(ref=1))
    bob.do(Resign(ref=1))
    play(ann)
    ann.do(Transcript(ref=1, match=1))
    assert ann.last(Script).inputs[0] == {"kind": "forfeit", "seat": 1, "action": 0}


def test_the_transcript_lasts_until_the_next_match_is_over() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Start(ref=1))
    play(ann, bob)
    ann.do(Start(ref=1))
    bob.do(Transcript(ref=1, match=1))
    assert bob.refusal(Transcript(ref=1, match=2)) == "no_transcript"
    play(ann, bob)
    bob.do(Transcript(ref=1, match=2))
    (script,) = bob.find(Script)
    assert cast(dict[str, Any], script.deal)["match"] == 2
    assert bob.refusal(Transcript(ref=1, match=1)) == "no_transcript"
    assert bob.refusal(Transcript(ref=1, match=2, first=script.total + 1)) == "no_transcript"


def test_the_ply_of_the_second_match_is_that_of_its_beginning() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    ann.do(Start(ref=1))
    play(ann, bob)
    first = world.only_table.play.ply
    ann.do(Start(ref=1))
    play(ann, bob)
    ann.do(Transcript(ref=1, match=2))
    script = ann.last(Script)
    assert script.deal["ply"] == first
    assert script.total == world.only_table.play.ply - first


# The feature


def test_the_feature_is_named_to_those_who_know_it() -> None:
    world = World()
    assert world.join("Ann").welcome.features == []
    assert world.join("Bob", features=["later", "fair"]).welcome.features == ["fair"]


def test_everybody_hears_of_a_start_in_the_update_that_begins_it() -> None:
    ann, bob = opened(World(), "Ann", "Bob")
    promise(bob, NONCES[1])
    bob.heard.clear()
    ann.do(Start(ref=1))
    (update,) = bob.find(Update)
    assert update.table["phase"] == "opening"

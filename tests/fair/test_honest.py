"""What an honest server does is found fair by everybody who saw it."""

from pathlib import Path

import pytest
from tests.fair.player import play, settle
from tests.fair.table import SHORT, Sitting, verdict

from haydes.client.exits import DONE, UNCHECKED
from haydes.client.kit.seen import Seen
from haydes.protocol.messages import Pause, Ready, Resign, Snapshot, Start, Swap


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("game", SHORT)
def test_everybody_finds_the_match_fair(tmp_path: Path, game: str, number: int) -> None:
    sitting = Sitting(tmp_path, game, 100 * number)
    sitting.play()
    for player in sitting.all:
        assert player.faults == ()
        assert player.is_done
        code, sentence = verdict(player)
        assert code == DONE, sentence
    assert "your nonce and the nonce of Bob" in verdict(sitting.ann)[1]
    assert "the nonce of Ann and your nonce" in verdict(sitting.bob)[1]


@pytest.mark.parametrize("game", SHORT)
def test_a_match_is_found_fair_across_restarts_of_server_and_clients(
    tmp_path: Path, game: str
) -> None:
    sitting = Sitting(tmp_path, game, 42)
    sitting.begin()
    for acts in (3, 4):
        play(*sitting.all, most=acts)
        sitting.restart()
    play(*sitting.all)
    for player in sitting.all:
        assert player.faults == ()
        code, sentence = verdict(player)
        assert code == DONE, sentence
    assert "your nonce" in verdict(sitting.ann)[1]


def test_a_nonce_that_was_lost_with_the_client_is_promised_anew(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "hounds", 42)
    sitting.bob.wish(Ready(ref=0))
    settle(*sitting.all)
    sitting.restart()
    sitting.ann.wish(Start(ref=0))
    play(*sitting.all)
    assert "your nonce" in verdict(sitting.bob)[1]


def test_a_rematch_has_nonces_and_a_record_of_its_own(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "hounds", 42)
    sitting.play()
    first = sitting.ann.recorder.path
    sitting.play()
    assert sitting.ann.recorder.path != first
    for player in sitting.all:
        assert player.faults == ()
        assert verdict(player)[0] == DONE
        assert verdict(player)[1].startswith("match 2 at ")


def test_the_affairs_of_a_table_leave_a_match_fair(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "hounds", 42)
    ann, bob = sitting.ann, sitting.bob
    sitting.table.seats.ban("Zoe")  # shown to the host in the branch of its seat
    ann.wish(Swap(ref=0, seat=0, to=1))
    settle(*sitting.all)
    sitting.begin()
    play(*sitting.all, most=3)
    for on in (True, False):
        ann.wish(Pause(ref=0, on=on))
        bob.wish(Pause(ref=0, on=on))
        settle(*sitting.all)
    play(*sitting.all)
    ann.wish(Swap(ref=0, seat=0, to=1))
    settle(*sitting.all)
    for player in sitting.all:
        assert player.faults == ()
        code, sentence = verdict(player)
        assert code == DONE, sentence


def test_one_who_resigns_knows_nothing_of_the_end_and_the_others_do(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "haydes", 42)
    sitting.begin()
    play(*sitting.all, most=3)
    sitting.bob.wish(Resign(ref=0))
    play(*sitting.all)
    assert verdict(sitting.ann)[0] == DONE
    assert verdict(sitting.eve)[0] == DONE
    assert verdict(sitting.bob)[0] == UNCHECKED


def test_who_moves_after_the_match_has_played_it_from_the_old_seat() -> None:
    seen = Seen()
    for seq, (phase, seat) in enumerate((("playing", 0), ("over", 0), ("over", 1))):
        seen.take(Snapshot(seq=seq, ply=seq, table={"phase": phase}, you={"seat": seat}))
    assert (seen.seat, len(seen.sights)) == (0, 2)

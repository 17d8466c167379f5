"""A server that cheats is caught, and what is said names what was wrong."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from tests.fair.cheats import CLIENT, UNSAFE, VERIFY, Cheat, Deaf, crooked, dealing
from tests.fair.player import settle
from tests.fair.table import Sitting, verdict

from haydes.client.exits import UNCHECKED, UNFAIR
from haydes.client.fair import Verdict
from haydes.client.model import phase
from haydes.protocol.messages import Ready, Request, Reveal, Start, Transcript

TRIES = 30  # deals, until one offers what the cheat is about


def cheated(folder: Path, game: str, cheat: Cheat) -> Sitting:
    """Play a match in which the server has cheated."""
    for number in range(TRIES):
        sitting = Sitting(folder / str(number), game, 1000 + 10 * number)
        cheat(sitting)
        sitting.play()
        if sitting.ann.lie is None and sitting.ann.twist is None:
            return sitting
        if sitting.ann.lied:
            return sitting
    raise AssertionError("there was no occasion to cheat")


@pytest.mark.parametrize("name", CLIENT)
def test_the_client_says_at_once_what_is_wrong(tmp_path: Path, name: str) -> None:
    cheat, game, sentence = CLIENT[name]
    sitting = cheated(tmp_path, game, cheat)
    assert sentence in sitting.ann.faults
    assert sitting.ann.model.fair.verdict is Verdict.UNFAIR
    assert any(sentence in line.text for line in sitting.ann.model.log)
    code, found = verdict(sitting.ann)
    assert code == UNFAIR
    assert sentence in found


@pytest.mark.parametrize("name", VERIFY)
def test_verify_says_what_is_wrong(tmp_path: Path, name: str) -> None:
    cheat, game, sentence = VERIFY[name]
    sitting = cheated(tmp_path, game, cheat)
    assert sitting.ann.faults == ()
    code, found = verdict(sitting.ann)
    assert code == UNFAIR, found
    assert re.search(sentence, found), found


@pytest.mark.parametrize("name", UNSAFE)
def test_the_client_does_not_open_its_nonce_when_that_is_not_safe(
    tmp_path: Path, name: str
) -> None:
    cheat, sentence = UNSAFE[name]
    sitting = Sitting(tmp_path, "hounds", 7)
    cheat(sitting)
    sent: list[Request] = []

    def overhear(request: Request) -> Request:
        sent.append(request)
        return request

    sitting.ann.twist = overhear
    sitting.play()
    assert sentence in sitting.ann.faults
    assert not any(isinstance(request, Reveal) for request in sent)
    sitting.world.wait(6)
    settle(*sitting.all)
    for player in sitting.all:
        assert player.model.view
        assert phase(player.model.view) == "waiting"


def test_a_server_that_will_not_have_heard_a_nonce_is_told_of(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "hounds", 7)
    dealing(crooked(Deaf))(sitting)
    sitting.begin()
    sitting.world.wait(6)
    settle(*sitting.all)
    sentence = "your random number did not come, but this client has sent it"
    assert any(sentence in line.text for line in sitting.ann.model.log)
    assert not any(sentence in line.text for line in sitting.bob.model.log)


def test_a_server_that_does_not_show_the_script_is_told_so(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "hounds", 7)
    sitting.ann.twist = lambda request: (
        Transcript(ref=request.ref, match=99) if isinstance(request, Transcript) else request
    )
    sitting.play()
    assert sitting.ann.model.fair.verdict is Verdict.UNFAIR
    assert "does not show how the match was played" in sitting.ann.model.log[-1].text
    assert verdict(sitting.ann)[0] == UNCHECKED


def test_rules_of_another_version_cannot_be_checked(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "hounds", 7)

    sitting.ann.lie = _renumber
    sitting.play()
    assert sitting.ann.lied
    assert sitting.ann.faults == ()
    code, sentence = verdict(sitting.ann)
    assert code == UNCHECKED
    assert "version 2 of the rules, and this program has version 1" in sentence


def _renumber(message: dict[str, Any]) -> bool:
    """Tell of version 2 wherever it was version 1; tell whether it was anywhere."""
    text = json.encode(message)
    other = text.replace(b'"version":1,', b'"version":2,')
    message.update(json.decode(other))
    return other != text


def test_a_cancelled_start_is_no_fault_and_the_next_one_is_checked(tmp_path: Path) -> None:
    sitting = Sitting(tmp_path, "hounds", 7)
    sitting.bob.is_mute = True
    sitting.bob.wish(Ready(ref=0))
    settle(*sitting.all)
    sitting.ann.wish(Start(ref=0))
    settle(*sitting.all)
    sitting.world.wait(6)
    settle(*sitting.all)
    sitting.bob.is_mute = False
    sitting.play()
    for player in sitting.all:
        assert player.faults == ()
        assert verdict(player)[0] == 0

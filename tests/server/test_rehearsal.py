"""Chance that comes out alike: for a private server only, and no secret follows from it."""

import pytest
from msgspec.structs import replace
from tests.server.world import WISH, World

from haydes.server.rehearsal import Rehearsal
from haydes.server.settings import SettingsError, read

PRIVATE = ("--volatile", "--host", "127.0.0.1")


def test_ids_and_what_bots_do_follow_from_the_text_and_tokens_do_not() -> None:
    seen: list[tuple[str, list[float]]] = []
    tokens: set[str] = set()
    for text in ("one", "one", "two"):
        chance = Rehearsal(text)
        world = World(chance=chance)
        ann = world.join("Ann")
        done = ann.do(replace(WISH, seats=2))
        seen.append((done.table, [chance.random() for _ in range(3)]))
        tokens.add(done.token)
    assert seen[0] == seen[1] != seen[2]
    assert len(tokens) == len(seen)


def test_the_secret_follows_from_the_text() -> None:
    assert Rehearsal("one").secret() == Rehearsal("one").secret() != Rehearsal("two").secret()


def test_a_private_server_may_rehearse() -> None:
    settings, _ = read([*PRIVATE, "--rehearse", "one"], {})
    assert settings.rehearse == "one"


@pytest.mark.parametrize("flags", [(), PRIVATE[:1], PRIVATE[1:], ("--volatile", "--host", "::")])
def test_no_other_server_may(flags: tuple[str, ...]) -> None:
    with pytest.raises(SettingsError, match="--rehearse is for"):
        read([*flags, "--rehearse", "one"], {})

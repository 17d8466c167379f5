"""Every registered game is played at a table, by bots and by people who know only `you.choices`."""

import pytest
from tests.server.world import Peer, World, opened, started

from haydes.engine.registry import GAMES
from haydes.protocol.messages import Open, Resign, Start, Sync, Watch

LONG_ENOUGH = 60  # acts of each person


def synced(peer: Peer) -> bool:
    """Tell whether what was merged is what a fresh snapshot shows."""
    merged = (peer.seq, peer.ply, peer.table, peer.game, peer.you)
    peer.do(Sync(ref=1))
    return merged == (peer.seq, peer.ply, peer.table, peer.game, peer.you)


@pytest.mark.parametrize("name", GAMES)
def test_merged_updates_are_what_a_snapshot_shows(name: str) -> None:
    world = World(GAMES)
    seats = GAMES[name].seats[-1]
    bots = list(GAMES[name].bots)[: max(0, seats - 2)]
    people = opened(
        world, *["Ann", "Bob"][: seats - len(bots)], wish=Open(ref=1, game=name, seats=0, bots=bots)
    )
    eve = world.join("Eve")
    eve.do(Watch(ref=1, table=people[0].id))
    people[0].do(Start(ref=1))
    for turn in range(LONG_ENOUGH):
        world.bots_play()
        for person in people:
            if person.choices:
                person.act(turn % len(person.choices))
        assert all(synced(peer) for peer in (*people, eve))
        assert eve.game == people[0].game
    assert eve.you == {}
    assert people[0].ply > 0


@pytest.mark.parametrize("name", GAMES)
def test_bots_finish_a_match_by_themselves(name: str) -> None:
    world = World(GAMES)
    bot, *_ = GAMES[name].bots
    wish = Open(ref=1, game=name, seats=0, bots=[bot] * (GAMES[name].seats[-1] - 1))
    ann, eve = *started(world, "Ann", wish=wish), world.join("Eve")
    eve.do(Watch(ref=1, table=ann.id))
    ann.do(Resign(ref=1))
    world.bots_play(100_000)
    assert eve.table["outcome"]

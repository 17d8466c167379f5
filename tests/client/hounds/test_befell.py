"""What a round did to a player is told until the next one has gone on for a while."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.client.hounds.positions import at_table, game, runs
from tests.client.screens.samples import AT_100
from tests.client.tables import wire, wire_patch

from haydes.client.changes import receive
from haydes.client.model import Model
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw
from haydes.protocol.messages import Update
from haydes.protocol.tree import Tree, diff

BEFORE = game(
    [runs(16, 3), runs(14), runs(5)],
    played=[
        {"do": "play", "seat": 0, "card": "9H", "on": 0},
        {"do": "play", "seat": 1, "card": "6C", "on": 0},
        {"do": "play", "seat": 1, "card": "6D", "on": 1},
        {"do": "play", "seat": 2, "card": "JB", "toward": "hounds", "die": 2},
        {"do": "play", "seat": 2, "card": "KC", "on": 0},
    ],
)
AFTER = game([runs(13), runs(14), runs(5)], played=[])
LAST: Tree = {"event": "play", "seat": 2, "card": "4S", "on": 0}
MOVE: Tree = {"event": "move", "seat": 0, "from": 16, "to": 13}
OTHERS: Tree = {"event": "move", "seat": 1, "from": 8, "to": 14}
FIGHT: Tree = {"event": "fight", "at": 13, "seats": [0, 1], "dice": [2, 5], "loser": 0, "steps": 3}
MOVED = ("You move 3 towards The Hounds, from 16 to 13: you +9, Bram -6, Cleo -2 and Cleo -4.",)


def after(*events: Tree) -> Model:
    update = Update(
        seq=8,
        ply=21,
        game=wire_patch(diff(BEFORE, AFTER)),
        events=[wire(event) for event in events],
    )
    return receive(at_table(BEFORE), update, 0.0).model


def befell(model: Model) -> Sequence[str]:
    assert model.view
    return model.view.befell


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((LAST, OTHERS, MOVE), MOVED),
        ((LAST, MOVE, FIGHT), (*MOVED, "A fight on 13: You 2, Bram 5. You fall back 3.")),
        ((LAST, OTHERS), ()),
    ],
)
def test_how_one_was_moved_and_by_whom_is_kept(events: Sequence[Tree], told: Sequence[str]) -> None:
    assert befell(after(*events))[:1] == tuple(told)[:1]
    assert len(befell(after(*events))) == len(told)


def test_it_stands_beside_the_hand_until_there_is_something_newer() -> None:
    model = after(LAST, MOVE)
    shown = "\n".join(string(line) for line in draw(model, AT_100, Area(24, 80)).rows)
    assert "Last round: You move 3 towards The Hounds" in shown
    assert model.view
    quiet = Update(seq=9, ply=22, events=[])
    assert befell(receive(model, quiet, 0.0).model) == MOVED
    anew = Update(seq=9, ply=22, events=[wire({"event": "round", "round": 4, "order": [1, 2]})])
    assert befell(receive(model, anew, 0.0).model) == ()
    full = replace(model.view, game=BEFORE)
    rows = draw(replace(model, view=full), AT_100, Area(16, 60)).rows
    assert not any("Last round" in string(line) for line in rows)

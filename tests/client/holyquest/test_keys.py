"""What keys do on the board of HolyQuest, and what the player is told to do."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.client.holyquest.positions import (
    ARMS,
    CAMP,
    DEAD,
    DEFENCE,
    FACE,
    FIGHT,
    GIVE,
    LEFT,
    PRIZE,
    REST,
    TAKE,
    TRAP,
    at_table,
    game,
    stands,
    view,
)
from tests.client.holyquest.positions import GO as ROUND
from tests.client.screens.samples import AT_100

from haydes.client.faces.holyquest.keys import now
from haydes.client.holyquest.places import PLACES
from haydes.client.model import Described, Model
from haydes.client.screens.screen import press, renewed
from haydes.client.screens.ui import Press, Ui, settled
from haydes.engine.games.holyquest.cards import TERRAINS
from haydes.protocol.messages import Act
from haydes.protocol.tree import Tree

GO = at_table()
FACED = at_table(game(DEFENCE), FACE)
IN_CAMP = at_table(game(CAMP, ()), REST)
TRAPPED = at_table(game(TRAP, ()), LEFT)
WEAK = at_table(game(TRAP, (), {"knight": stands(6, 2)}), LEFT)
WAIT = at_table(choices=())
DONE = at_table(game({**ROUND, "done": [0]}), ())


def strike(model: Model, *names: str, ui: Ui = AT_100) -> Press:
    done = Press(ui)
    for name in names:
        assert not done.ask
        done = press(model, done.ui, name)
    return done


def attack(hero: str, foe: int) -> Described:
    return {"do": "attack", "hero": hero, "foe": foe}


@pytest.mark.parametrize(
    ("model", "pressed", "action"),
    [
        (GO, ("enter",), attack("knight", 1)),
        (GO, ("2", "c", "enter"), attack("scout", 3)),
        (GO, ("b", "4", "enter"), attack("prophet", 2)),
        (GO, ("right", "enter"), attack("knight", 2)),
        (GO, ("left", "enter"), attack("prophet", 3)),
        (GO, ("s", "s", "4", "enter"), {"do": "skill", "skill": "heal", "hero": "prophet"}),
        (GO, ("s", "s", "s", "c", "enter"), {"do": "skill", "skill": "missile", "foe": 3}),
        (GO, ("up", "enter"), {"do": "drink", "hero": "knight"}),
        (GO, (".",), {"do": "done"}),
        (FACED, ("3", "enter"), {"do": "face", "hero": "minister", "foe": 1}),
        (TRAPPED, (".",), {"do": "done"}),
        (TRAPPED, ("enter",), {"do": "done"}),
        (WEAK, ("enter",), {"do": "drink", "hero": "knight"}),
        (WEAK, ("down", "enter"), {"do": "done"}),
        (IN_CAMP, (".",), {"do": "draw"}),
        (IN_CAMP, ("enter",), {"do": "draw"}),
        (at_table(game(PRIZE), TAKE), ("down", "enter"), {"do": "decline"}),
        (at_table(game(ARMS), GIVE), ("2", "enter"), {"do": "give", "hero": "scout"}),
    ],
)
def test_keys_pick_a_deed_a_hero_and_a_monster(
    model: Model, pressed: tuple[str, ...], action: Described
) -> None:
    (request,) = strike(model, *pressed).ask
    assert isinstance(request, Act)
    assert request.action == action


@pytest.mark.parametrize(
    ("model", "pressed", "note"),
    [
        (GO, ("3",), "The Minister may only defend."),
        (GO, ("d",), "elf is beaten."),
        (FACED, ("1",), "The Knight cannot face now."),
        (at_table(game(heroes={"prophet": stands(1, 0, faced=True)}), FACE), ("4",),
         "The Prophet has faced an attack already."),
        (GO, ("s", "s", "2"), "The Scout has no hits."),
        (GO, ("s", "s", "s", "4"),
         "Missile is the Prophet's: a-d picks the monster, ↑↓ picks something else."),
        (GO, ("s", "s", "s", "s", "4"),
         "Hide is the Prophet's: Enter does it, ↑↓ picks something else."),
        (GO, ("s", "4"), "No hero is picked for: done, ↑↓ picks something else."),
        (at_table(game(heroes={"knight": DEAD}), [attack("scout", 1)]), ("1",),
         "The Knight is defeated."),
        (IN_CAMP, ("a",), "There is no monster a."),
        (FACED, (".",), "Choose first."),
        *((WAIT, (name,), "Wait for the others.") for name in (*"1a.", "up", "left", "enter")),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(model: Model, pressed: tuple[str, ...], note: str) -> None:
    done = strike(model, *pressed)
    assert (done.ask, done.ui.note) == ((), note)


@pytest.mark.parametrize(
    ("model", "ui", "sentence"),
    [
        (GO, AT_100, "Enter: attack ogre with knight, a hit 74%."),
        (GO, strike(GO, "s", "s").ui, "Enter: heal knight, 62%."),
        (
            FACED,
            AT_100,
            "Who faces it? Enter: face ogre with scout, a hit on him 74%.",
        ),
        (IN_CAMP, AT_100, "The party is ready for the next cards. Enter: draw."),
        (TRAPPED, AT_100, "A trap lies ahead. Enter: go on."),
        (WEAK, AT_100, "A trap lies ahead: last hit of Knight. Enter: drink knight."),
        (WAIT, AT_100, "Your heroes can do nothing now; the others have their go."),
        (DONE, AT_100, "The others have their go."),
        (at_table(game({**CAMP, "lead": 1}), (), ("Ann", "Bram")), AT_100, "Bram decides."),
        (at_table(game(CAMP), ()), AT_100, "Others decide."),
        (at_table(game({}), ()), AT_100, "The match is over."),
    ],
)
def test_the_player_is_told_what_enter_would_do(model: Model, ui: Ui, sentence: str) -> None:
    assert model.view
    assert now(model.view, ui) == sentence


def test_who_watches_is_told_who_decides() -> None:
    assert now(view(game(CAMP), (), seat=None), AT_100) == "Ann decides."


def test_every_terrain_has_its_words() -> None:
    assert set(PLACES) == {terrain.name for terrain in TERRAINS}
    assert all(PLACES[one.name].startswith(f"{one.adds:+}") for one in TERRAINS)


AT_QUESTION = settled(GO, AT_100)


def after_an_act(model: Model, choices: Sequence[Tree]) -> Model:
    """Return what is known once another player has acted: a new question."""
    assert model.view is not None
    you: Tree = {"seat": 0, "prompt": 15, "choices": list(choices)}
    return replace(model, view=replace(model.view, you=you))


def without_the_ogre() -> Sequence[Tree]:
    attack_: Tree = {"do": "attack", "hero": ["knight", "scout", "prophet"], "foe": [2, 3]}
    return ({"do": "done"}, attack_, *FIGHT[2:])


def test_what_is_picked_outlives_the_acts_of_others() -> None:
    picked = strike(GO, "2", "c", ui=AT_QUESTION).ui
    later = after_an_act(GO, without_the_ogre())
    ui = renewed(GO, later, picked)
    done = strike(later, "enter", ui=ui)
    assert done.ask == (Act(ref=0, prompt=15, action=attack("scout", 3)),)


def test_enter_does_nothing_else_if_the_picked_deed_is_gone() -> None:
    picked = strike(GO, "2", "a", ui=AT_QUESTION).ui
    later = after_an_act(GO, without_the_ogre())
    ui = renewed(GO, later, picked)
    done = press(later, ui, "enter")
    assert done.ask == ()
    assert done.ui.note.startswith("Not possible any more: attack ogre with scout. Now Enter: ")
    second = strike(later, "enter", ui=done.ui)
    assert second.ask == (Act(ref=0, prompt=15, action=attack("scout", 2)),)
    assert strike(later, "s", "enter", ui=ui).ask, "who has looked goes on"


def test_after_ones_own_act_nothing_stays_picked() -> None:
    picked = strike(GO, "2", "c", ui=AT_QUESTION).ui
    asked = replace(GO, asked={1: Act(ref=1, prompt=14, action=attack("scout", 3))})
    ui = renewed(asked, after_an_act(GO, FIGHT), picked)
    assert (ui.pick, ui.dials, ui.halted) == (0, (), "")


def test_nothing_stays_picked_once_it_is_not_ones_turn() -> None:
    picked = strike(GO, "2", "c", ui=AT_QUESTION).ui
    assert renewed(GO, after_an_act(GO, ()), picked).dials == ()

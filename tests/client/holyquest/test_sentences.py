from dataclasses import replace

import pytest
from tests.client.holyquest.positions import (
    ARMS,
    CAMP,
    DEAD,
    DEFENCE,
    GO,
    PRIZE,
    TRAP,
    at_table,
    game,
    stands,
    view,
)
from tests.client.tables import wire_patch

from haydes.client import words
from haydes.client.changes import receive
from haydes.client.holyquest.party import HEROES
from haydes.client.model import new_lines
from haydes.client.speech import Scene
from haydes.engine.dealer import FairDealer
from haydes.engine.match import Match
from haydes.engine.registry import GAMES
from haydes.protocol.messages import Update
from haydes.protocol.tree import Tree, diff

VIEW = view(names=("Ann", "Bram"))
OURS: Tree = {"dice": [1, 0, 1, -1], "power": 6, "total": 7}
THEIRS: Tree = {"dice": [-1, 1, 0, 0], "power": 4, "total": 4}
BLOW: Tree = {"hero": "knight", "foe": 1, "attack": OURS, "defence": THEIRS, "hit": True}
GO_ON = (
    "Against you: ogre (power 4, 1 hit), goblins b (power 1, no hits) "
    "and goblins c (power 1, 2 hits)."
)
SILENT = {"over", "hit", "done"}  # told by the table, by what follows, or to the others only


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            {"event": "attack", **BLOW},
            ("The Knight attacks the Ogre: +1 and power 6 make 7, 0 and power 4 make 4 against it:"
            " a hit."),
        ),
        (
            {"event": "strike", **BLOW, "foe": 2, "attack": THEIRS, "defence": OURS, "hit": False},
            ("The Goblins b attack the Knight: 0 and power 4 make 4, +1 and power 6 make 7 against"
            " it: no hit."),
        ),
        ({"event": "hit", "foe": 2, "hits": 1}, "The Goblins b have 1 hit; the third defeats."),
        ({"event": "defeated", "foe": 2, "card": "goblins"}, "The Goblins b are defeated."),
        ({"event": "surrendered", "foe": 2, "card": "goblins"}, "The Goblins b surrender."),
        ({"event": "blinded", "foe": 2}, "The Goblins b are blinded: 4 power less."),
        ({"event": "hit", "foe": 1, "hits": 2}, "The Ogre has 2 hits; the third defeats."),
        ({"event": "hit", "hero": "scout", "hits": 1}, "The Scout has 1 hit; the third defeats."),
        ({"event": "hit", "hero": "scout", "hits": 3}, ""),
        ({"event": "defeated", "foe": 1, "card": "ogre"}, "The Ogre is defeated."),
        (
            {"event": "defeated", "hero": "knight", "lost": ["arms_3", "advanced_combat"]},
            "The Knight is defeated and loses arms +3 and advanced combat.",
        ),
        ({"event": "surrendered", "foe": 9, "card": "ogre"}, "Monster 9 surrenders."),
        (
            {"event": "skill", "by": "minister", "skill": "advanced_heal", "hero": "scout",
             "dice": [1, 1, 0, 0], "sum": 2, "success": True},
            "The Minister tries advanced heal on the Scout: +2, it works.",
        ),
        (
            {"event": "skill", "by": "prophet", "skill": "hide", "dice": [-1, 0, 0, 0],
             "sum": -1, "success": False},
            "The Prophet tries hide: -1, it fails.",
        ),
        ({"event": "healed", "hero": "knight", "hits": 0}, "The Knight is healed, no hits left."),
        ({"event": "drink", "hero": "knight", "hits": 1}, "The Knight drinks a draught, 1 hit "),
        (
            {"event": "trap", "dice": [0, 0, 0, 0], "sum": 0, "result": "avoided"},
            "A trap: the Scout rolls 0, avoided.",
        ),
        ({"event": "trap", "result": "sprung"}, "A trap, and no Scout: it springs on everybody."),
        ({"event": "draw", "cards": ["trap", "ogre", "hut"]}, "Drawn: trap, ogre and hut."),
        ({"event": "terrain", "card": "low_wall", "discarded": []}, "The place is now: low wall."),
        ({"event": "turn", "turn": 4}, "4, the party is in camp."),
        ({"event": "round", "round": 2}, "Round 2 of the fight."),
        ({"event": "took", "card": "experience"}, "A victory card: experience, 2 ep."),
        ({"event": "took", "card": "arms_4"}, "A victory card: arms +4."),
        ({"event": "attached", "card": "fire", "hero": "prophet"}, "The Prophet gets fire."),
        ({"event": "aside", "card": "raise"}, "Raise is kept aside until it can be used."),
        ({"event": "done", "seat": 0}, ""),
        ({"event": "done", "seat": 1}, "Bram is done."),
        ({"event": "out", "seat": 1, "reason": "forfeit"}, "Bram is out of the game."),
        ({"event": "out", "seat": 0, "reason": "forfeit"}, "You are out of the game."),
        ({"event": "leads", "seat": 0, "heroes": ["scout", "prophet"]},
         "You lead the Scout and the Prophet now."),
        ({"event": "leads", "seat": 1, "heroes": ["scout"]}, "Bram leads the Scout now."),
        ({"event": "unheard"}, ""),
    ],
)  # fmt: skip
def test_what_happens_is_told(event: Tree, sentence: str) -> None:
    told = words.tell(event, Scene(VIEW))
    assert told.startswith(sentence)
    assert bool(told) == bool(sentence)


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        (CAMP, "yours. Turn 9, 12 of 80 ep. The party is ready for the next cards."),
        (TRAP, "yours. Turn 9, 12 of 80 ep. A trap lies ahead. Drink first, or go on?"),
        (DEFENCE, "yours. Turn 9, round 2, 12 of 80 ep. The Ogre attacks. Who faces it?"),
        (PRIZE, "yours. Turn 9, round 2, 12 of 80 ep. 2 victory cards may be drawn."),
        (ARMS, "yours. Turn 9, round 2, 12 of 80 ep. Who gets arms +4?"),
    ],
)
def test_a_turn_says_how_far_it_is_and_what_is_to_be_decided(turn: Tree, sentence: str) -> None:
    assert words.turn(Scene(view(game(turn)))) == sentence


def test_a_go_names_the_monsters_that_stand() -> None:
    assert words.turn(Scene(VIEW)).endswith(
        "Against you: ogre (power 4, 1 hit), goblins b (power 1, no hits)"
        " and goblins c (power 1, 2 hits)."
    )


@pytest.mark.parametrize(
    ("winners", "reason", "sentence"),
    [
        ([0], "ep", "You have reached the goal."),
        ([1], "ep", "Bram has reached the goal."),
        ([0, 1], "dragon", "You and Bram have slain the Dragon."),
        ([], "defeated", "The party is lost: all four are defeated."),
        ([], "forfeit", "The party is lost: everybody gave up."),
    ],
)
def test_a_match_ends_in_a_sentence(winners: list[int], reason: str, sentence: str) -> None:
    table: Tree = {**VIEW.table, "outcome": {"winners": winners, "reason": reason}}
    seen = view(names=("Ann", "Bram"))
    assert words.outcome(type(seen)(7, 20, table, seen.game, seen.you)) == sentence


def test_one_is_told_whom_one_leads_and_whom_one_waits_for() -> None:
    shared = {name: stands(1, seat=n // 2) for n, name in enumerate(HEROES)}
    people = ("Ann", "Bram")
    waiting = view(game({**CAMP, "lead": 1}, heroes=shared), (), names=people)
    begun = replace(waiting, table={**waiting.table, "match": 2})
    led = "match 2 begins. You lead the Knight and the Scout."
    assert list(words.table_news(waiting, begun)) == [led]
    assert words.waiting(waiting) == "Bram decides."
    go = view(game(GO, heroes={**shared, "scout": DEAD}), (), names=people)
    assert words.waiting(go) == "your Knight can do nothing now; the others have their go."
    assert words.waiting(view(game(GO), (), seat=None)) == "the others have their go."
    alone = view(game(CAMP), ())
    begun = replace(alone, table={**alone.table, "match": 2})
    assert list(words.table_news(alone, begun)) == ["match 2 begins."]


@pytest.mark.parametrize(
    ("before", "after", "question"),
    [
        (GO, DEFENCE, "The Ogre attacks. Who faces it?"),
        (DEFENCE, {**DEFENCE, "foe": 2}, "The Goblins b attack. Who faces it?"),
        (DEFENCE, {**GO, "round": 3}, GO_ON),
        (CAMP, GO, GO_ON),
        ({**PRIZE, "prizes": 3}, PRIZE, "2 victory cards may be drawn."),
        (PRIZE, ARMS, "Who gets arms +4?"),
        (CAMP, TRAP, "A trap lies ahead. Drink first, or go on?"),
        (GO, {**GO, "done": [1]}, ""),
        (TRAP, {**TRAP, "lead": 1}, ""),
    ],
)
def test_what_is_asked_anew_is_said_and_nothing_twice(
    before: Tree, after: Tree, question: str
) -> None:
    model = at_table(game(before))
    assert model.view is not None
    update = Update(
        seq=8, ply=21, game=wire_patch(diff(game(before), game(after))), you={"prompt": 21}
    )
    told = receive(model, update, 0.0).model
    assert [line.text for line in new_lines(told, model.logged)] == [question] * bool(question)


def test_every_event_of_a_match_has_a_sentence() -> None:
    heard: set[str] = set()
    bot = GAMES["holyquest"].bots["captain"]
    for number in range(6):
        options = {"slip_past": True, "difficulty": ("standard", "easy", "hard")[number % 3]}
        match = Match(GAMES["holyquest"], 1 + number % 4, options, bytes([number]) * 32)
        dealer = FairDealer(bytes(32))
        while not match.outcome:
            seat = next(seat for seat in range(match.seats) if match.legal(seat))
            action = bot(match.conceal(seat, dealer), seat, dealer)
            for event in match.play(seat, action):
                name = str(event.tree["event"])
                told = words.tell(event.tree, Scene(view(match.public())))
                assert told or name in SILENT, name
                heard.add(name)
    assert heard >= {"attack", "strike", "skill", "trap", "took", "victorious", "round"}

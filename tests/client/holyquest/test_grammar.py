import pytest
from tests.client.holyquest.positions import (
    ARMS,
    CAMP,
    DEAD,
    DEFENCE,
    FACE,
    GIVE,
    LEFT,
    PRIZE,
    REST,
    TAKE,
    TRAP,
    at_table,
    game,
    stands,
)
from tests.client.lines import action, error, typed

from haydes.client.grammar import complete
from haydes.client.holyquest import odds, party
from haydes.client.model import Described, Model
from haydes.client.words import numbered
from haydes.engine.games.holyquest.dice import SKILL_CHANCE, hit_chance
from haydes.engine.games.holyquest.skills import SKILLS

GO = at_table()
FACED = at_table(game(DEFENCE), FACE)
REST_NOW = at_table(game(CAMP, ()), REST)
TAKEN = at_table(game(PRIZE), TAKE)
GIVEN = at_table(game(ARMS), GIVE)
TRAPPED = at_table(game(TRAP, ()), LEFT)
WAIT = at_table(choices=())
IDLE = "your heroes can do nothing now; the others have their go."
DONE_SO_FAR = at_table(
    game(
        heroes={
            "knight": stands(6, 1, attacked=True),
            "scout": DEAD,
            "minister": stands(1, 0, "heal", used=True),
            "prophet": stands(0, 0, "missile", "hide", seat=1),
        }
    ),
    ({"do": "done"},),
    ("Ann", "Bram"),
)


def attack(hero: str, foe: int) -> Described:
    return {"do": "attack", "hero": hero, "foe": foe}


def skill(name: str, **aim: str | int) -> Described:
    return {"do": "skill", "skill": name, **aim}


@pytest.mark.parametrize(
    ("model", "line", "expected"),
    [
        (GO, "attack ogre with knight", attack("knight", 1)),
        (GO, "ATTACK THE OGRE WITH THE KNIGHT", attack("knight", 1)),
        (GO, "a knight ogre", attack("knight", 1)),
        (GO, "a 1 a", attack("knight", 1)),
        (GO, "a a 1", attack("knight", 1)),
        (GO, "a scout goblins b", attack("scout", 2)),
        (GO, "attack gob c with pro", attack("prophet", 3)),
        (GO, "heal prophet", skill("heal", hero="prophet")),
        (GO, "heal 1", skill("heal", hero="knight")),
        (GO, "skill heal knight", skill("heal", hero="knight")),
        (GO, "missile ogre", skill("missile", foe=1)),
        (GO, "missile at c", skill("missile", foe=3)),
        (GO, "missile 2", skill("missile", foe=2)),
        (GO, "hide", skill("hide")),
        (GO, "done", {"do": "done"}),
        (GO, "end", {"do": "done"}),
        (GO, "drink", {"do": "drink", "hero": "knight"}),
        (GO, "1", attack("knight", 1)),
        (FACED, "face ogre with scout", {"do": "face", "foe": 1, "hero": "scout"}),
        (FACED, "face minister", {"do": "face", "foe": 1, "hero": "minister"}),
        (REST_NOW, "draw", {"do": "draw"}),
        (TAKEN, "take", {"do": "take"}),
        (TAKEN, "decline", {"do": "decline"}),
        (GIVEN, "give knight", {"do": "give", "hero": "knight"}),
        (TRAPPED, "drink knight", {"do": "drink", "hero": "knight"}),
    ],
)
def test_a_deed_in_many_words(model: Model, line: str, expected: Described) -> None:
    assert action(model, line) == expected


USABLE = "Skills to use now: heal, missile or hide."


@pytest.mark.parametrize(
    ("model", "line", "sentence"),
    [
        (
            GO,
            "a minister ogre",
            (
                "The Minister may only defend. Heroes who can attack: Knight, Scout and Prophet."
                " Monsters: ogre, goblins b and goblins c."
            ),
        ),
        (
            GO,
            "attack",
            (
                'after "attack" I need a monster: ogre, goblins b or goblins c,'
                " and a hero: knight, scout or prophet."
            ),
        ),
        (GO, "a knight goblins", 'after "attack" I need a monster: goblins b or goblins c.'),
        (
            GO,
            "a knight dragon",
            (
                'after "attack" I need a monster: ogre, goblins b or goblins c,'
                ' and a hero: knight, scout or prophet, not "dragon".'
            ),
        ),
        (
            GO,
            "a knight elf",
            (
                "Elf is beaten. Heroes who can attack: Knight, Scout and Prophet."
                " Monsters: ogre, goblins b and goblins c."
            ),
        ),
        (GO, "heal", 'after "heal" I need a hero: knight or prophet.'),
        (GO, "heal scout", "The Scout has no hits. Heroes: Knight and Prophet."),
        (GO, "heal zoe", 'after "heal" I need a hero: knight or prophet, not "zoe".'),
        (GO, "hide ogre", 'after "hide" I need nothing more, not "ogre".'),
        (GO, "hail", f"The Prophet has not learned hail. {USABLE}"),
        (GO, "skill", "skill needs one: heal, missile or hide."),
        (GO, "skill dance", 'no skill "dance". To use now: heal, missile or hide.'),
        (GO, "skill hail", f"The Prophet has not learned hail. {USABLE}"),
        (
            GO,
            "draw",
            "there is nothing to draw now. Possible: attack, done, heal, missile, hide or drink.",
        ),
        (GO, "done now", 'after "done" I need nothing more, not "now".'),
        (GO, "party me", 'after "party" I need nothing more, not "me".'),
        (
            GO,
            "attak ogre with knight",
            'no command "attak". Did you mean "attack ogre with knight"? Type yes, or help.',
        ),
        (FACED, "face ogre with knight", "that is not possible now."),
        (DONE_SO_FAR, "heal knight", "The Minister has used a skill already."),
        (DONE_SO_FAR, "sneak ogre", "The Scout is defeated."),
        (DONE_SO_FAR, "hide", "The Prophet is led by Bram."),
        (DONE_SO_FAR, "a knight ogre", "there is nothing to attack now. Possible: done."),
        (WAIT, "done", f"{IDLE} Your line was not sent."),
    ],
)
def test_an_error_says_what_is_wrong_and_what_is_possible(
    model: Model, line: str, sentence: str
) -> None:
    assert error(model, line).capitalize().startswith(sentence.capitalize())


@pytest.mark.parametrize(
    ("model", "line", "offers"),
    [
        (GO, "attack ", ["ogre", "goblins b", "goblins c"]),
        (GO, "attack ogre ", ["with"]),
        (GO, "attack ogre with ", ["knight", "scout", "prophet"]),
        (GO, "attack ogre with knight ", []),
        (GO, "heal ", ["knight", "prophet"]),
        (GO, "missile o", ["ogre"]),
        (GO, "skill ", ["heal", "missile", "hide"]),
        (FACED, "face ogre with m", ["minister"]),
        (REST_NOW, "dr", ["draw", "drink"]),
        (GIVEN, "give ", ["knight", "scout"]),
    ],
)
def test_only_what_is_possible_is_offered(model: Model, line: str, offers: list[str]) -> None:
    assert complete(model, line)[: len(offers) or None] == offers


def test_the_party_the_monsters_and_the_place_are_told_at_any_time() -> None:
    for model in (GO, WAIT):
        assert [line.text for line in typed(model, "party").lines] == [
            "Knight: power 6, 1 hit; has arms +3.",
            "Scout: power 2, no hits; has detect.",
            "Minister: power 1, no hits; has heal.",
            "Prophet: power -1, 1 hit; has missile and hide.",
            "The party has 12 of 80 ep and 1 draught.",
        ]
        assert [line.text for line in typed(model, "monsters").lines] == [
            "a ogre: power 4, 1 hit.",
            "b goblins: power 1, no hits.",
            "c goblins: power 1, 2 hits.",
            "d elf: beaten.",
        ]
        assert [line.text for line in typed(model, "place").lines] == [
            "you are at: stake barrier (-2 all monsters)."
        ]
    told = " ".join(line.text for line in typed(DONE_SO_FAR, "party").lines)
    assert "Scout: defeated." in told
    assert "Prophet: power 0, no hits, led by Bram; has missile and hide." in told
    assert [line.text for line in typed(REST_NOW, "monsters").lines] == ["there are no monsters."]


def test_odds_are_those_of_four_fudge_dice() -> None:
    assert odds.skill() == round(100 * SKILL_CHANCE)
    for lead in range(-9, 11):
        assert odds.hit(lead) == round(100 * hit_chance(lead))
    told = [line.text for line in typed(GO, "odds").lines]
    assert told[0] == "a skill works in 62% of tries."
    assert told[1] == (
        "ogre: hit by knight 74%, scout 14%, minister 6% or prophet 1%;"
        " hits knight 14%, scout 74%, minister 86% or prophet 98%."
    )


def test_every_skill_of_the_game_is_known() -> None:
    assert {skill.name: party.HEROES[skill.user] for skill in SKILLS} == party.SKILLS


def test_choices_are_numbered_in_words_that_can_be_typed() -> None:
    assert REST_NOW.view
    assert numbered(REST_NOW.view) == "1 draw, 2 heal knight, 3 heal prophet, 4 drink knight."


def test_there_is_help_on_every_word() -> None:
    lines = " ".join(line.text for line in typed(GO, "help").lines)
    for word in ("attack ogre with knight", "heal scout", "draw", "take", "party", "odds"):
        assert word in lines

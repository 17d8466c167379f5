import pytest
from tests.client.hounds.positions import FORCED, FORCED_AWAY, game, runs, view

from haydes.client import words
from haydes.client.cards import Cards
from haydes.client.model import View
from haydes.client.speech import Scene
from haydes.engine.dealer import FairDealer
from haydes.engine.game import random_bot
from haydes.engine.match import Match
from haydes.engine.registry import GAMES
from haydes.protocol.tree import Tree

VIEW = view(game())
PLAY: Tree = {"event": "play", "seat": 1}
FALL: Tree = {"loser": 0, "steps": 6}
SILENT = {"over"}  # told by the table


def told(event: Tree, cards: Cards = Cards.WORDS, seen: View = VIEW) -> str:
    return words.tell(event, Scene(seen, cards))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            {**PLAY, "card": "9D", "on": 0},
            "Bram plays the nine of diamonds on you: 9 towards Escape.",
        ),
        (
            {**PLAY, "card": "TC", "on": 2},
            "Bram plays the ten of clubs on Cleo: 10 towards The Hounds.",
        ),
        (
            {**PLAY, "card": "AH", "on": 1},
            "Bram plays the ace of hearts on Bram: 1 towards Escape.",
        ),
        (
            {**PLAY, "seat": 0, "card": "AH", "on": 0},
            "You play the ace of hearts on yourself: 1 towards Escape.",
        ),
        ({**PLAY, "card": "KH", "on": 0}, "Bram plays the king of hearts on you."),
        (
            {**PLAY, "card": "JR", "toward": "hounds", "die": 4},
            "Bram plays the red Joker towards The Hounds and rolls 4: everybody moves 4.",
        ),
        (
            {**PLAY, "seat": 0, "card": "JB", "toward": "escape", "die": 1},
            "You play the black Joker towards Escape and roll 1: everybody moves 1.",
        ),
        (
            {"event": "forced", "seat": 0, "by": 1, "court": "red"},
            "Bram's red court card forces you to play every card on Bram.",
        ),
        (
            {"event": "forced", "seat": 2, "by": 0, "court": "black"},
            "Your black court card forces Cleo to play every card on others than you.",
        ),
        (
            {"event": "discard", "seat": 1, "cards": ["2C", "5D"]},
            "Bram discards the two of clubs and the five of diamonds.",
        ),
        ({"event": "deal", "seat": 0, "cards": ["2C", "JB"]}, "You draw the two of clubs and "),
        (
            {"event": "tie", "seats": [0, 2], "dice": [3, 5]},
            "A roll for who plays first, from one card: you 3, Cleo 5.",
        ),
        (
            {"event": "round", "round": 3, "order": [1, 0, 2]},
            "Round 3, nearest to Escape first: Bram, you, Cleo.",
        ),
        (
            {"event": "round", "round": 9, "order": [1]},
            "Round 9: Bram is alone on the track.",
        ),
        ({"event": "round", "round": 9, "order": [0]}, "Round 9: you are alone on the track."),
        ({"event": "turn", "seat": 1, "round": 3}, "Bram's, round 3."),
        ({"event": "turn", "seat": 0, "round": 3}, ""),
        (
            {"event": "move", "seat": 0, "from": 8, "to": 13},
            "You move 5 towards Escape, from 8 to 13.",
        ),
        (
            {"event": "move", "seat": 1, "from": 3, "to": -1},
            "Bram moves 4 towards The Hounds, from 3.",
        ),
        (
            {"event": "fight", "at": 9, "seats": [0, 1, 2], "dice": [1, 4, 3], **FALL},
            "A fight on 9: you 1, Bram 4, Cleo 3. You fall back 6.",
        ),
        (
            {"event": "fight", "at": 9, "seats": [1, 2], "dice": [2, 2]},
            "A fight on 9: Bram 2, Cleo 2. The lowest are level; all roll again.",
        ),
        ({"event": "escape", "seat": 1}, "Bram escapes!"),
        ({"event": "caught", "seat": 0}, "The hounds have you."),
        ({"event": "out", "seat": 1, "reason": "forfeit"}, "Bram is out of the game."),
        (
            {"event": "renewed"},
            "The deck ran out; the cards played so far are shuffled into a new one.",
        ),
        ({"event": "unheard"}, ""),
    ],
)  # fmt: skip
def test_what_happens_is_told(event: Tree, sentence: str) -> None:
    assert told(event).startswith(sentence)
    assert bool(told(event)) == bool(sentence)


def test_cards_may_be_told_short() -> None:
    assert told({**PLAY, "card": "9D", "on": 2}, Cards.SHORT) == (
        "Bram plays 9D on Cleo: 9 towards Escape."
    )


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        (VIEW, "yours. You are on 8. You hold two cards: 1 nine of diamonds, 2 jack of clubs."),
        (
            view(game([runs(8, -3), runs(9), runs(5)]), hand=["JC"]),
            "yours. You are on 8, 3 towards The Hounds so far. You hold one card: 1 jack of clubs.",
        ),
        (
            view(game(turn=FORCED), hand=["2C"]),
            (
                "yours. Bram's red court card forces you to play every card on Bram."
                " You hold one card: 1 two of clubs."
            ),
        ),
        (
            view(game(turn=FORCED_AWAY), hand=["2C"]),
            (
                "yours. Bram's black court card forces you to play every card on others than Bram."
                " You hold one card: 1 two of clubs."
            ),
        ),
    ],
)
def test_a_turn_says_where_one_stands_and_what_one_holds(seen: View, sentence: str) -> None:
    assert words.turn(Scene(seen)) == sentence


@pytest.mark.parametrize(
    ("winners", "reason", "sentence"),
    [
        ([0, 2], "escaped", "You and Cleo escaped."),
        ([], "caught", "Nobody escaped: the hounds have everybody."),
        ([], "forfeit", "Nobody escaped: everybody who was left gave up."),
    ],
)
def test_a_match_ends_in_a_sentence(winners: list[int], reason: str, sentence: str) -> None:
    table: Tree = {**VIEW.table, "outcome": {"winners": winners, "reason": reason}}
    assert words.outcome(View(1, 1, table, VIEW.game, VIEW.you)) == sentence


def test_every_event_of_a_match_is_told() -> None:
    heard: set[str] = set()
    for seed in range(12):
        match = Match(GAMES["hounds"], 6, {}, bytes([seed]) * 32)
        dealer = FairDealer(bytes(32))
        while not match.outcome:
            seat = next(seat for seat in range(6) if match.legal(seat))
            for event in match.play(seat, random_bot(match.conceal(seat, dealer), seat, dealer)):
                kind = str(event.tree["event"])
                heard.add(kind)
                watching = view(match.public(), seat=None)
                assert bool(told(event.tree, seen=watching)) == (kind not in SILENT)
    assert {"fight", "renewed", "forced", "discard", "escape"} <= heard

from dataclasses import replace

import pytest
from tests.client.hounds.positions import (
    FORCED,
    FORCED_AWAY,
    JOKERS,
    at_table,
    game,
    runs,
    view,
)
from tests.client.lines import action, error, typed

from haydes.client.grammar import complete
from haydes.client.hounds import counts
from haydes.client.model import Described, Model
from haydes.client.words import numbered
from haydes.protocol.tree import Tree

PART = at_table()
JOKER = at_table(choices=JOKERS, hand=("9D", "JB"))
FORCE = at_table(game(turn=FORCED), [{"do": "play", "card": "9D", "on": 1}], ["9D"])
AWAY = at_table(game(turn=FORCED_AWAY), [{"do": "play", "card": "9D", "on": 2}], ["9D"])
WAIT = at_table(game(turn={"turn": {"seat": 2, "round": 3, "phase": "play"}}), ())
WATCH = replace(PART, view=view(game(), (), seat=None))
HOLD = "You hold two cards: 1 nine of diamonds, 2 jack of clubs."


def nine(seat: int) -> Described:
    return {"do": "play", "card": "9D", "on": seat}


JACK = {"do": "play", "card": "JC", "on": 2}
RUN = {"do": "play", "card": "JB", "toward": "escape"}


@pytest.mark.parametrize(
    ("model", "line", "expected"),
    [
        (PART, "play 9d on bram", nine(1)),
        (PART, "PLAY 9D ON BRAM", nine(1)),
        (PART, "p 1 on 2", nine(1)),
        (PART, "p 1 b", nine(1)),
        (PART, "play nine of diamonds on me", nine(0)),
        (PART, "play nine me", nine(0)),
        (PART, "p 9d ann", nine(0)),
        (PART, "p 2 on cleo", JACK),
        (PART, "play jack of clubs on c", JACK),
        (PART, "play jc at 3", JACK),
        (PART, "2", nine(0)),
        (PART, "discard", {"do": "discard"}),
        (PART, "pass", {"do": "discard"}),
        (PART, "disc", {"do": "discard"}),
        (JOKER, "play joker toward escape", RUN),
        (JOKER, "p jb e", RUN),
        (JOKER, "p black joker towards the hounds", {**RUN, "toward": "hounds"}),
        (JOKER, "p 2 h", {**RUN, "toward": "hounds"}),
        (FORCE, "p 9d", nine(1)),
        (FORCE, "p 1 on bram", nine(1)),
    ],
)
def test_a_card_in_many_words(model: Model, line: str, expected: Described) -> None:
    assert action(model, line) == expected


def test_a_ten_is_said_as_it_is_read() -> None:
    model = at_table(choices=[{"do": "play", "card": "TH", "on": [0, 1, 2]}], hand=["TH"])
    for line in ("p 10h on me", "p th me", "p ten me", "p 1 me"):
        assert action(model, line) == {"do": "play", "card": "TH", "on": 0}


@pytest.mark.parametrize(
    ("model", "line", "sentence"),
    [
        (PART, "play", f"play needs a card. {HOLD}"),
        (PART, "p 3", f'there is no "3" in your hand. {HOLD}'),
        (PART, "p 4s on ann", f'there is no "4s" in your hand. {HOLD}'),
        (PART, "p 9d", 'after "play 9D" I need on and a name: me, Bram or Cleo.'),
        (PART, "p 9d on zoe", 'there is no "zoe" here. 9D can go on me, Bram or Cleo.'),
        (PART, "p 9d on dov", "Dov has left the track. It can go on me, Bram or Cleo."),
        (
            PART,
            "p jc on me",
            "JC is a court card, which is for others than yourself. It can go on Bram or Cleo.",
        ),
        (JOKER, "p joker", 'after "play JB" I need toward escape or hounds.'),
        (JOKER, "p joker bram", 'after "play JB" I need toward escape or hounds, not "bram".'),
        (PART, "discard jc", 'after "discard" I need nothing more, not "jc".'),
        (FORCE, "pass", "Bram's red court card forces you to play every card on Bram."),
        (
            AWAY,
            "p 9d on bram",
            ("Bram's black court card forces you to play every card on others than Bram."
            " It can go on Cleo."),
        ),
        (PART, "pley 9d on bram", ('no command "pley". Did you mean "play 9D on Bram"?'
         " Type yes, or help.")),
        (WAIT, "p 1 me", "it is Cleo's turn. Your line was not sent. Type it again on your turn."),
        (WATCH, "hand", "you are watching, and hold no cards."),
        (PART, "track me", 'after "track" I need nothing more, not "me".'),
    ],
)  # fmt: skip
def test_an_error_says_what_is_wrong_and_what_is_possible(
    model: Model, line: str, sentence: str
) -> None:
    assert error(model, line) == sentence


def test_what_may_mean_two_cards_is_not_guessed() -> None:
    nines: list[Tree] = [{"do": "play", "card": ["9D", "9S"], "on": [0, 1, 2]}]
    both = at_table(choices=nines, hand=["9D", "9S"])
    assert error(both, "p nine on me").startswith(
        '"nine" could be nine of diamonds or nine of spades: say 9D or 9S.'
    )
    twos: list[Tree] = [{"do": "play", "card": ["2D", "9S"], "on": [0, 1, 2]}]
    second = at_table(choices=twos, hand=["2D", "9S"])
    assert error(second, "p 2 on me").startswith('"2" could be nine of spades or two of diamonds')
    assert action(second, "p 9s on me") == {"do": "play", "card": "9S", "on": 0}


def test_what_may_mean_two_people_is_not_guessed() -> None:
    six = at_table(
        game([runs(n + 2) for n in range(6)], range(6)),
        [{"do": "play", "card": "9D", "on": [0, 1, 2, 3, 4, 5]}],
    )
    assert error(six, "p 1 on greedy") == '"greedy" could be greedy 1 or greedy 2.'
    assert action(six, "p 1 on greedy 2") == nine(5)


@pytest.mark.parametrize(
    ("model", "line", "offers"),
    [
        (PART, "", ["play", "discard"]),
        (PART, "p ", ["9D", "JC"]),
        (PART, "play j", ["JC"]),
        (PART, "play 9d ", ["on"]),
        (PART, "play 9d on ", ["me", "Bram", "Cleo"]),
        (PART, "p 2 on ", ["Bram", "Cleo"]),
        (PART, "p 2 on b", ["Bram"]),
        (PART, "p 7s ", []),
        (PART, "p 1 on me ", []),
        (JOKER, "play jb ", ["toward"]),
        (JOKER, "play joker toward ", ["escape", "hounds"]),
        (WAIT, "play ", []),
    ],
)
def test_only_what_is_possible_is_offered(model: Model, line: str, offers: list[str]) -> None:
    assert complete(model, line)[: len(offers) or None] == offers


def test_the_hand_and_the_track_are_told_at_any_time() -> None:
    for model in (PART, WAIT):
        assert [line.text for line in typed(model, "hand").lines] == [HOLD]
        assert [line.text for line in typed(model, "track").lines] == [
            "Bram on 14 of 20, 9 towards Escape so far, plays first, no cards.",
            "You on 8 of 20, plays second, 2 cards.",
            "Cleo on 5 of 20, 6 towards The Hounds so far, plays last, 2 cards.",
            "Dov: caught by the hounds.",
        ]


def test_odds_count_the_cards_that_are_unseen() -> None:
    (line,) = typed(PART, "odds").lines
    assert line.text == (
        "each card in the hand of Cleo: red ace to ten 37%, black ace to ten 38%, red court 12%,"
        " black court 10%, Joker 4%."
    )
    alone = at_table(game([runs(8), {"is": "caught"}], (0,)))
    assert [line.text for line in typed(alone, "odds").lines] == ["nobody else holds cards."]


def test_ones_own_cards_are_not_in_other_hands() -> None:
    assert PART.view is not None
    hidden = counts.unseen(PART.view, 0)
    assert (hidden.colours["red"]["9"], hidden.colours["black"]["court"]) == (1, 5)
    assert sum(hidden.kinds) == 52
    assert JOKER.view is not None
    assert counts.unseen(JOKER.view, 0).jokers == 1
    # they are from another deal, so this one has them all
    other = game([runs(8, pile=1), runs(9)], (0, 1))
    assert sum(counts.unseen(view(other), 0).kinds) == 54


def test_choices_are_numbered_in_words_that_can_be_typed() -> None:
    assert PART.view is not None
    assert numbered(PART.view) == (
        "1 discard, 2 play 9D on me, 3 play 9D on Bram, 4 play 9D on Cleo, 5 play JC on Bram,"
        " 6 play JC on Cleo."
    )


def test_there_is_help_on_every_word() -> None:
    lines = " ".join(line.text for line in typed(PART, "help").lines)
    for word in ("play 9D on Ann", "discard, pass", "hand", "track", "odds"):
        assert word in lines

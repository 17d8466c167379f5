import pytest
from tests.engine.toy import BANK, PIG, Pig

from haydes.engine.dealer import ScriptedDealer
from haydes.engine.game import Event, IllegalActionError, Option, OptionError, random_bot

TARGET, CHARMS = PIG.options
MAP = Option("map", ("block", "quick"), "block", "shape of the tiles")


def test_an_option_takes_its_values_and_no_others() -> None:
    assert [TARGET.check(value) for value in (1, 20, 100)] == [1, 20, 100]
    for value in (0, 101, "20", 20.0, None, True):
        with pytest.raises(OptionError, match="option target takes 1 to 100, not"):
            TARGET.check(value)
    with pytest.raises(OptionError, match="option map takes block, quick, not 'Quick'"):
        MAP.check("Quick")


def test_yes_and_no_are_not_numbers() -> None:
    assert CHARMS.check(value=False) is False
    with pytest.raises(OptionError, match="option charms takes true, false, not 1"):
        CHARMS.check(1)


def test_a_wrong_value_is_not_echoed_at_length() -> None:
    with pytest.raises(OptionError) as refusal:
        MAP.check("x" * 10_000)
    assert len(str(refusal.value)) < 100


def test_an_option_has_an_allowed_default() -> None:
    with pytest.raises(OptionError, match="option limit takes 1 to 9, not 0"):
        Option("limit", range(1, 10), 0, "turns")


def test_an_option_describes_itself_for_forms() -> None:
    assert TARGET.tree() == {"default": 20, "summary": "points that win", "low": 1, "high": 100}
    assert MAP.tree() == {
        "default": "block",
        "summary": "shape of the tiles",
        "values": ["block", "quick"],
    }


def whole(text: str) -> None:
    if "." not in text:
        raise ValueError("line 1: no full stop")


STORY = Option("story", ("none", "long"), "none", "what is told", read=whole)


def test_an_option_may_take_a_text_of_ones_own_and_says_what_is_wrong_with_it() -> None:
    assert [STORY.check(value) for value in ("long", "It was.")] == ["long", "It was."]
    allowed = "option story takes none, long or a text of your own"
    with pytest.raises(OptionError, match=f"^{allowed}, not 'It is': line 1: no full stop$"):
        STORY.check("It is")
    with pytest.raises(OptionError, match=f"^{allowed}, not 7$"):
        STORY.check(7)


def test_an_option_tells_forms_that_it_takes_a_text() -> None:
    assert STORY.tree() == {
        "default": "none",
        "summary": "what is told",
        "values": ["none", "long"],
        "text": True,
    }


def test_settled_options_are_complete() -> None:
    assert PIG.settle({}) == {"target": 20, "charms": True}
    assert PIG.settle({"target": 7}) == {"target": 7, "charms": True}


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="Pig with Charms has no option 'limit'; it has target"):
        PIG.settle({"limit": 7})


def test_a_game_without_options_says_so() -> None:
    class Plain(Pig):
        title = "Plain Pig"
        options = ()

    with pytest.raises(OptionError, match="Plain Pig has no option 'limit'; it has none"):
        Plain().settle({"limit": 7})


def test_a_game_has_no_time_limit_unless_it_says_so() -> None:
    assert PIG.time_limit(PIG.settle({})) == 0


def test_an_event_is_for_everybody_unless_it_says_so() -> None:
    assert Event({"event": "roll"}).only is None


def test_an_illegal_action_has_a_code_and_a_sentence() -> None:
    refusal = IllegalActionError("not_your_turn", "it is not your turn")
    assert (refusal.code, str(refusal)) == ("not_your_turn", "it is not your turn")


def test_the_random_bot_takes_any_legal_action() -> None:
    state = PIG.new(2, PIG.settle({}), ScriptedDealer([0, 0]))
    chosen = [random_bot(state, 0, ScriptedDealer([number])) for number in range(3)]
    assert chosen == list(state.legal(0))
    assert BANK in chosen

import pytest

from haydes.client.model import Line, Voice
from haydes.client.parsed import Local, Parsed, Typing
from haydes.client.screens.typed import answered, completed, mistaken
from haydes.client.screens.ui import Overlay, Ui


@pytest.mark.parametrize(
    ("line", "offers", "result"),
    [
        ("n hig", ["higher"], "n higher "),
        ("n ", ["higher", "lower"], "n "),
        ("re", ["ready", "repeat", "reconnect"], "re"),
        ("rep", ["repeat"], "repeat "),
        ("n h; so", ["south"], "n h; south "),
        ("n h;so", ["south"], "n h;south "),
        ("wa", ["walk", "wander"], "wa"),
        ("w", ["walk", "walks"], "walk"),
        ("xyz", [], "xyz"),
    ],
)
def test_a_word_is_completed_as_far_as_it_is_certain(
    line: str, offers: list[str], result: str
) -> None:
    assert completed(line, offers) == result


def said(*sentences: str, voice: Voice = Voice.YOU, typing: Typing | None = None) -> Parsed:
    return Parsed(lines=tuple(Line(voice, one) for one in sentences), typing=typing or Typing())


def test_one_line_is_a_remark_and_more_are_a_page() -> None:
    assert answered(Ui(), said("yes."), 80).note == "yes."
    assert answered(Ui(), said("one", "two"), 80).answer == ("one", "two")
    assert answered(Ui(), said("x" * 81), 80).overlay is Overlay.ANSWER
    assert answered(Ui(), said(), 80) == Ui()
    assert answered(Ui(), Parsed(local=Local.LOG), 80).overlay is Overlay.LOG


def test_a_question_waits_for_an_answer() -> None:
    asks = said("sure?", voice=Voice.HINT, typing=Typing(question="resign yes"))
    ui = answered(Ui(), asks, 80)
    assert (ui.question, ui.agreed) == ("sure?", "yes")


def test_only_a_mistake_keeps_the_line() -> None:
    assert mistaken(said("what?", voice=Voice.ERROR))
    assert not mistaken(said("what?", voice=Voice.ERROR, typing=Typing(question="north higher")))
    assert not mistaken(said("fine."))

from tests.client.screens.captures import CAPTIONS, END, README, START, with_captures


def test_readme_shows_the_screens_as_they_are() -> None:
    text = README.read_text("utf-8")
    assert text.count(START) == text.count(END) == 1
    assert text == with_captures(text), "python -m tests.client.screens.captures draws them anew"
    assert text.count("<details>") >= len(CAPTIONS)

"""Contrast as WCAG measures it, of every role against the grounds its theme is made for."""

import re
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from prompt_toolkit.output.vt100 import ANSI_COLORS_TO_RGB

from haydes.client.look import SIXTEEN_BITS, roles
from haydes.client.options import Theme

GROUNDS = {
    Theme.DARK: ("#000000", "#1e1e1e", "#282828"),
    Theme.LIGHT: ("#ffffff", "#fdf6e3"),
}
READABLE = 4.5  # WCAG's AA for text
NEAREST = 4.3  # where a terminal of 256 colours takes the nearest one
LARGE = 3.0  # WCAG's AA for large and bold signs; sixteen colours leave no more choice
COLOUR = r"#[0-9a-f]{6}|ansi[a-z]+"


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    less, more = sorted((luminance(one), luminance(other)))
    return (more + 0.05) / (less + 0.05)


def exact(colour: str) -> str:
    return colour


def of_256(colour: str) -> str:
    """Return the nearest of xterm's colours, but for the first sixteen, which differ."""
    steps = (0, 95, 135, 175, 215, 255)
    greys = [(8 + 10 * n,) * 3 for n in range(24)]
    wanted = [int(colour[n : n + 2], 16) for n in (1, 3, 5)]

    def distance(other: tuple[int, ...]) -> int:
        return sum((one - two) ** 2 for one, two in zip(wanted, other, strict=True))

    return "#{:02x}{:02x}{:02x}".format(*min([*product(steps, repeat=3), *greys], key=distance))


def of_16(colour: str) -> str:
    return "#{:02x}{:02x}{:02x}".format(*ANSI_COLORS_TO_RGB[colour])


def pairs(theme: Theme, depth: int, seen: Callable[[str], str]) -> Iterator[tuple[str, str, str]]:
    """Yield every role that has a colour, with that and the ground it stands on."""
    for role, attributes in roles(theme, depth).items():
        front = re.search(rf"(?<![:\w])({COLOUR})", attributes)
        back = re.search(rf"bg:({COLOUR})", attributes)
        if front:
            for ground in [seen(back[1])] if back else GROUNDS[theme]:
                yield role, seen(front[0]), ground


@pytest.mark.parametrize("theme", GROUNDS)
@pytest.mark.parametrize(
    ("depth", "seen", "least"), [(24, exact, READABLE), (8, of_256, NEAREST), (4, of_16, LARGE)]
)
def test_every_role_can_be_read(
    theme: Theme, depth: int, seen: Callable[[str], str], least: float
) -> None:
    measured = {
        (role, ground): round(contrast(front, ground), 1)
        for role, front, ground in pairs(theme, depth, seen)
    }
    assert len(measured) > 20
    assert {one: ratio for one, ratio in measured.items() if ratio < least} == {}


@pytest.mark.parametrize("theme", GROUNDS)
def test_the_suits_differ_where_there_are_sixteen_colours(theme: Theme) -> None:
    known = roles(theme, SIXTEEN_BITS)
    assert len({known[suit] for suit in ("spades", "hearts", "diamonds", "clubs")}) == 4


@pytest.mark.parametrize("theme", Theme)
def test_sixteen_colours_are_called_by_their_names(theme: Theme) -> None:
    assert not any("#" in attributes for attributes in roles(theme, SIXTEEN_BITS).values())

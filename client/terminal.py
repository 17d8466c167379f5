"""What prompt_toolkit needs for a drawing: text, colours, keys, where cursor and mouse are."""

from collections.abc import Callable, Mapping
from functools import cache, partial

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Filter
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import BufferControl, FormattedTextControl
from prompt_toolkit.layout.processors import BeforeInput, ConditionalProcessor, PasswordProcessor
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from haydes.client import look as looks
from haydes.client.options import Theme
from haydes.client.screens.rows import Row, Spot, cells, in_ascii

DEPTHS = {
    1: ColorDepth.DEPTH_1_BIT, 4: ColorDepth.DEPTH_4_BIT, 8: ColorDepth.DEPTH_8_BIT,
    24: ColorDepth.DEPTH_24_BIT,
}  # fmt: skip
KEYS = {
    "up": "up", "down": "down", "left": "left", "right": "right", "enter": "enter",
    "escape": "escape", "tab": "tab", "home": "home", "end": "end",
    "pageup": "pageup", "pagedown": "pagedown", " ": "space", "f2": "f2",
}  # fmt: skip
BITS = {depth: bits for bits, depth in DEPTHS.items()}
WHEEL = {MouseEventType.SCROLL_UP: "up", MouseEventType.SCROLL_DOWN: "down"}


class Board(FormattedTextControl):
    """A drawing as prompt_toolkit shows it, which tells where the mouse is."""

    def __init__(
        self,
        rows: Callable[[], StyleAndTextTuples],
        cursor: Callable[[], Point],
        pointed: Callable[[MouseEvent], None],
    ) -> None:
        super().__init__(rows, focusable=True, show_cursor=True, get_cursor_position=cursor)
        self._pointed = pointed

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        self._pointed(mouse_event)


def line(buffer: Buffer, prompt: Callable[[], str], hidden: Filter) -> BufferControl:
    """Return the line editor; what is typed is not shown while `hidden`."""
    masked = ConditionalProcessor(PasswordProcessor(), hidden)
    return BufferControl(buffer, input_processors=[masked, BeforeInput(prompt, "class:key")])


def bindings(
    keys: Filter,
    pressed: Callable[[str], None],
    pasted: Callable[[str], None],
    others: Mapping[str, tuple[Callable[[], object], Filter]],
) -> KeyBindings:
    """Return what keys do: those of the screens while `keys`, others when they say."""
    bound = KeyBindings()

    def bind(sent: str, do: Callable[[], object], when: Filter) -> None:
        def handle(_event: KeyPressEvent) -> None:
            do()

        bound.add(sent, filter=when, eager=sent == "escape")(handle)

    def any_other(event: KeyPressEvent) -> None:
        pressed(event.data)

    def paste_in(event: KeyPressEvent) -> None:
        pasted(event.data)

    for sent, name in KEYS.items():
        bind(sent, partial(pressed, name), keys)
    bound.add("<any>", filter=keys)(any_other)
    bound.add("<bracketed-paste>", filter=keys)(paste_in)
    for sent, (do, when) in others.items():
        bind(sent, do, when)
    return bound


def let_go(app: Application[int]) -> None:
    """Put the terminal back as it was, after a frame that could not be drawn."""
    app.renderer.reset()
    app.output.reset_attributes()
    app.output.enable_autowrap()
    app.output.flush()


@cache
def style(theme: Theme, depth: ColorDepth) -> Style:
    return Style.from_dict(dict(looks.roles(theme, BITS[depth])))


def text(rows: tuple[Row, ...], *, ascii_only: bool) -> StyleAndTextTuples:
    fragments: StyleAndTextTuples = []
    for line in rows:
        shown = in_ascii(line) if ascii_only else line
        fragments += [(f"class:{role}" if role else "", part) for role, part in shown]
        fragments.append(("", "\n"))
    return fragments[:-1]


def point(rows: tuple[Row, ...], spot: Spot) -> Point:
    """Return a place in characters, of which wide ones make fewer than cells."""
    x, used = 0, 0
    for c in "".join(part for _, part in rows[spot.row]) if spot.row < len(rows) else "":
        if used >= spot.column:
            break
        used += cells(c)
        x += 1
    return Point(x, spot.row)


def spot(rows: tuple[Row, ...], place: Point) -> Spot:
    """Return the cell of a place in characters."""
    line = "".join(part for _, part in rows[place.y]) if place.y < len(rows) else ""
    return Spot(place.y, cells(line[: place.x]))

"""The whole screen: which one it is, how it is put together, which keys it has.

`draw` and `press` are all a front end needs: model, ui and size in, a drawing out; model, ui
and a key in, a `Press` out.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from haydes.client.faces import face
from haydes.client.model import LinkState, Model, my_turn, phase
from haydes.client.screens import (
    everywhere,
    finished,
    frame,
    lobby,
    nearby,
    opening,
    overlays,
    picking,
    replaying,
    settings,
    table,
    unread,
    waiting,
)
from haydes.client.screens.frame import LEAST, Heading
from haydes.client.screens.rows import (
    Area,
    Drawing,
    Row,
    Spot,
    box,
    cells,
    fill,
    fit,
    row,
    rule,
)
from haydes.client.screens.ui import Key, Mode, Overlay, Press, Ui, noted, settled, strike, waits


class Screen(Protocol):
    """What a module in this folder offers to be one."""

    def heading(self, model: Model, ui: Ui, /) -> Heading: ...

    def height(self, model: Model, ui: Ui, /) -> int:
        """Return how many rows the body would like."""
        ...

    def body(self, model: Model, ui: Ui, area: Area, /) -> Drawing: ...

    def now(self, model: Model, ui: Ui, /) -> str:
        """Return what the player can do now, in a sentence."""
        ...

    def keys(self, model: Model, ui: Ui, /) -> tuple[Key, ...]: ...


def screen(model: Model, ui: Ui) -> Screen:
    if ui.near is not None:
        return nearby
    if ui.reel is not None:
        return replaying
    if ui.games is not None:
        return finished
    if ui.live and model.view is None:
        return picking
    if model.view is not None:
        return waiting if phase(model.view) in ("waiting", "opening") else table
    return opening if ui.opening is not None else lobby


def _shown(model: Model, ui: Ui) -> Model:
    """Return what is shown: in a replay what was known then, over the link of now."""
    return replace(ui.reel.model, link=model.link) if ui.reel else model


def fits(size: Area) -> bool:
    """Whether a screen can be drawn; if not, no key acts."""
    return size.rows >= LEAST.rows and size.columns >= LEAST.columns


def draw(model: Model, ui: Ui, size: Area) -> Drawing:
    """Return exactly `size.rows` rows of `size.columns` cells each."""
    if not fits(size):
        return _too_small(size)
    waiting_chat = 0 if ui.reel else unread.unread(model, ui, _log_area(model, ui, size))
    model = _shown(model, ui)
    one = screen(model, ui)
    bound = acting(model, ui)
    lesson = _lesson(model, size)
    body_area, log_area = _areas(model, ui, size)
    body = overlays.laid_over(one.body(model, ui, body_area), model, ui, keys(model, ui), body_area)
    heading = replace(one.heading(model, ui), unread=waiting_chat)
    rows: list[Row] = [frame.title(model, ui, heading, size.columns), *body.rows]
    if log_area.rows:
        label = _label(model)
        left = Area(log_area.rows - len(lesson), log_area.columns)
        rows += [rule(size.columns, label), *lesson]
        rows += frame.latest(model.log, left) if lesson else unread.bar(model, ui, left)
    cursor = Spot(body.cursor.row + 1, body.cursor.column)
    steps = tuple(line + 1 for line in body.steps)
    if ui.mode is Mode.KEYS:
        rows += [fit(row(_now(model, ui, one)), size.columns), frame.hints(bound, size.columns)]
    else:
        cursor = Spot(len(rows), min(size.columns - 1, cells(frame.prompt(ui.mode) + ui.typed)))
        rows += [frame.typed(ui, size.columns), frame.typing_hints(ui, size.columns)]
    return Drawing(fill(rows, size), cursor, steps)


def seen(model: Model, ui: Ui, size: Area) -> Ui:
    """Return the ui of a player who is there, which a key has shown: the log bar has been read."""
    if ui.reel is not None or not fits(size):
        return ui
    return unread.seen(model, ui, _log_area(model, ui, size))


def _areas(model: Model, ui: Ui, size: Area) -> tuple[Area, Area]:
    """Return the room of the body, and that of the log with the lesson above it."""
    told = len(_lesson(model, size))
    overlaid = ui.overlay is not Overlay.NONE  # and wants all the room there is
    height = size.rows if overlaid else screen(model, ui).height(model, ui)
    return frame.lay_out(size, height, board_only=ui.board_only or overlaid, told=told)


def _log_area(model: Model, ui: Ui, size: Area) -> Area:
    area = _areas(model, ui, size)[1]
    return Area(max(0, area.rows - len(_lesson(model, size))), area.columns)


def _label(model: Model) -> str:
    if model.lesson:
        return f"lesson {model.lesson.title}"
    learns = model.taught and model.view is not None and phase(model.view) != "over"
    return "log; another lesson comes when there is one" if learns else "log"


def _lesson(model: Model, size: Area) -> Sequence[Row]:
    return frame.lesson(model.lesson, size.columns) if model.lesson else ()


def renewed(before: Model, model: Model, ui: Ui) -> Ui:
    """Return the ui after the model changed; see `settled`.

    What is picked outlives the acts of others, as far as the game's face lets it.
    """
    after = settled(model, ui)
    same_table = after.stage != ui.stage and after.stage[0] == ui.stage[0]
    if not same_table or before.view is None or model.view is None or waits(before):
        return after
    kept = face(model.view).carried(before.view, model.view, ui)
    return replace(
        after, aim=kept.aim, pick=kept.pick, dials=kept.dials, dial=kept.dial, halted=kept.halted
    )


def press(model: Model, ui: Ui, name: str) -> Press:
    """Return what a key does, on a screen that is drawn and while nothing is typed."""
    done = _press(_shown(model, ui), replace(ui, note=""), name)
    return replace(done, ui=replace(done.ui, halted=""))


def _press(model: Model, ui: Ui, name: str) -> Press:
    if ui.question:
        yes, no = everywhere.ANSWERS
        return strike((yes,), model, ui, name) or no.do(model, ui, name)
    if ui.opening is not None and ui.overlay is Overlay.NONE:
        written = opening.typed(model, ui, name)
        if written is not None:
            return written
    done = strike(acting(model, ui), model, ui, name)
    if done is None:
        return _idle(ui, name)
    there = model.view is not None and ui.reel is None
    if done.ui.note and there and not model.link.up:
        return noted(done.ui, f"The link is down. {done.ui.note}")
    return done


def paste(model: Model, ui: Ui, text: str) -> Press:
    """Return what a pasted text does; it never acts as keys."""
    ui = replace(ui, note="")
    if ui.opening is None or ui.overlay is not Overlay.NONE or ui.question:
        return noted(ui, "There is nothing to paste into here.")
    return opening.pasted(model, ui, text)


def _idle(ui: Ui, name: str) -> Press:
    """Say that a key does nothing here, unless it is one that no one means to press."""
    if ui.overlay is not Overlay.NONE or name == "escape" or not name.isprintable():
        return Press(ui)
    return noted(ui, f"{name} does nothing here; ? tells the keys.")


def keys(model: Model, ui: Ui) -> tuple[Key, ...]:
    """Return every key of the screen, for its help."""
    if ui.reel is not None:
        own = screen(model, ui).keys(model, ui)
        return (*own, *everywhere.IN_A_REPLAY, everywhere.TERMINAL)
    if model.link.state is LinkState.REFUSED:
        return (everywhere.WORD, everywhere.QUIT) if model.locked else (everywhere.QUIT,)
    at_table = everywhere.AT_A_TABLE if model.view is not None else ()
    own = screen(model, ui).keys(model, ui)
    taken = {name for one in own for name in one.names}
    if ui.near is not None:
        return (*own, everywhere.HELP, everywhere.TERMINAL)
    if ui.games is not None:
        return (*own, everywhere.HELP, everywhere.COMMAND, everywhere.LOG, everywhere.TERMINAL)
    if model.view is None and ui.opening is not None and opening.takes_text(model, ui):
        return (*own, everywhere.TERMINAL)
    shared = [one for one in everywhere.ANYWHERE if taken.isdisjoint(one.names)]
    if model.link.state is LinkState.OFFLINE and taken.isdisjoint(everywhere.RETRY.names):
        shared.insert(0, everywhere.RETRY)
    return (*own, *shared, *at_table, everywhere.TERMINAL)


def acting(model: Model, ui: Ui) -> tuple[Key, ...]:
    """Return the keys that act now: none reaches the board while something lies over it."""
    if ui.question:
        return everywhere.ANSWERS
    if ui.overlay is Overlay.TUTORIALS:
        return (*everywhere.TUTORIALS, *everywhere.OVERLAY)
    if ui.overlay is Overlay.SETTINGS:
        return settings.KEYS
    return everywhere.OVERLAY if ui.overlay is not Overlay.NONE else keys(model, ui)


def _now(model: Model, ui: Ui, one: Screen) -> tuple[str, str]:
    """Return the line above the hints: what was just said, else what can be done."""
    view = model.view
    if ui.question:
        return "warn", ui.question
    if ui.note:
        return "warn", ui.note
    if model.kept is not None and not model.link.up:
        return "warn", "The link is down: your move is kept, and sent on return."
    if waits(model):
        return "dim", "Sent; waiting for the server."
    if view is not None and view.seq < 0:
        return "warn", "Catching up with the table."
    mine = view is not None and (my_turn(view) or phase(view) != "playing")
    return "bold" if mine else "", one.now(model, ui)


def _too_small(size: Area) -> Drawing:
    lines = [
        f"This window has {size.columns} x {size.rows};",
        f"{LEAST.columns} x {LEAST.rows} are needed.",
        "Make it larger to go on.",
        "Ctrl-C twice quits.",
    ]
    rows: Sequence[Row] = [row(line) for line in lines]
    if size.columns >= max(cells(line) for line in lines) + 4 and size.rows >= len(lines) + 2:
        rows = box(rows)
    elif size.rows < len(lines):
        rows = [row(f"{size.columns}x{size.rows}, need {LEAST.columns}x{LEAST.rows}")]
    return Drawing(fill(rows, size))

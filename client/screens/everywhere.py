"""The keys that every screen has, and those of what lies over one."""

from dataclasses import replace

from haydes.client.config import OFF, ON
from haydes.client.model import Model, engaged, game_name, my_seat
from haydes.client.options import TAUGHT
from haydes.client.screens.ui import Deed, Mode, Overlay, Press, Ui, key, noted, reads
from haydes.client.screens.unread import opened

LEAP = 8  # lines by which a page key scrolls
ABOVE = 6  # lines of the log below the first unread one when it is opened


def _log(model: Model, ui: Ui, _name: str) -> Press:
    ui = opened(model, ui)
    back = model.logged - ui.mark - ABOVE if ui.mark >= 0 else 0
    return Press(replace(ui, overlay=Overlay.LOG, page=max(0, back)))


def _chat(model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(opened(model, ui), mode=Mode.CHAT, typed=""))


def _types(mode: Mode) -> Deed:
    return lambda _model, ui, _name: Press(replace(ui, mode=mode, typed=""))


def _shows(overlay: Overlay) -> Deed:
    return lambda _model, ui, _name: Press(replace(ui, overlay=overlay, page=0))


def _board(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, board_only=not ui.board_only))


def _unaim(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, aim="", dials=(), dial=0, board_only=False))


def _ask_to_leave(model: Model, ui: Ui, _name: str) -> Press:
    kept = parting(model)
    if model.taught:
        return Press(replace(ui, question="End the tutorial? y ends it.", agreed="quit"))
    if not model.link.up:  # the server cannot be told
        return Press(replace(ui, question=f"Quit?{kept} y quits.", agreed="quit"))
    return Press(replace(ui, question=f"Leave the table?{kept} y leaves.", agreed="leave"))


def _agree(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, question="", agreed=""), types=ui.agreed)


def _disagree(_model: Model, ui: Ui, _name: str) -> Press:
    return noted(replace(ui, question="", agreed=""), "No.")


def parting(model: Model) -> str:
    """Return what becomes of the seat of one who quits, or "" if there is none."""
    return " Your seat is kept." if seated(model) and not model.taught else ""


def seated(model: Model) -> bool:
    """Whether this player has a seat in a match that goes on."""
    view = model.view
    return view is not None and my_seat(view) is not None and engaged(view)


def _rules(model: Model, ui: Ui, _name: str) -> Press:
    return reads(ui, game_name(model.view)) if model.view else Press(ui)


def _mouse(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(ui, types=f"set mouse {OFF if ui.settings['mouse'] == ON else ON}")


def _retry(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(ui, retries=True)


def _quit(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(ui, quits=True)


def _teach(_model: Model, ui: Ui, name: str) -> Press:
    return Press(replace(ui, overlay=Overlay.NONE), teaches=TAUGHT[int(name) - 1])


def _close(_model: Model, ui: Ui, _name: str) -> Press:
    return Press(replace(ui, overlay=Overlay.NONE, page=0))


def _scroll(_model: Model, ui: Ui, name: str) -> Press:
    step = LEAP if name in ("pagedown", "pageup", "space") else 1
    towards_end = name in ("pagedown", "down", "space")
    # the log is read from its end, so there the page counts upwards
    forwards = towards_end is not (ui.overlay is Overlay.LOG)
    return Press(replace(ui, page=max(0, ui.page + (step if forwards else -step))))


HELP = key("?", "?", "this help", _shows(Overlay.HELP))
COMMAND = key(":", ":", "type a command; Tab completes", _types(Mode.COMMAND), hint="command")
CHAT = key("/", "/", "chat with everybody here", _chat, hint="chat")
LOG = key("pageup", "PgUp", "the whole log", _log)
RULES = key("v", "v", "view the rules", _rules, hint="rules")
INSPECT = key("i", "i", "details: the cards nobody has seen", _shows(Overlay.INSPECT))
SETTINGS = key(
    "S", "S", "settings: colours, signs, odds, bell, motion, mouse", _shows(Overlay.SETTINGS)
)
MOUSE = key("f2", "F2", "mouse on or off; hold Shift to select text", _mouse)
BOARD = key("m", "m", "only the board, without the log", _board)
UNAIM = key("escape", "Esc", "drop the aim", _unaim)
LEAVE = key("q", "q", "leave the table (asks first)", _ask_to_leave, hint="leave")
RETRY = key("r", "r", "connect again at once", _retry, hint="try again now")
WORD = key("enter", "Enter", "type the server's word", _types(Mode.WORD), hint="type the word")
QUIT = key("q", "q", "quit", _quit, hint="quit")
# Handled by the terminal's side, told here so that the help is complete.
TERMINAL = key("", "Ctrl-C", "twice: quit; Ctrl-L redraws, Ctrl-Z suspends", _unaim)

TUTORIAL = key("t", "t", "learn a game in four minutes", _shows(Overlay.TUTORIALS), hint="tutorial")
ANYWHERE = (HELP, CHAT, RULES, COMMAND, LOG, SETTINGS, MOUSE)
IN_A_REPLAY = (HELP, COMMAND, LOG, INSPECT, BOARD, SETTINGS, MOUSE)
AT_A_TABLE = (INSPECT, BOARD, UNAIM, LEAVE)
ANSWERS = (
    key("y Y", "y", "yes", _agree, hint="yes"),
    key("n N escape", "any other key", "no", _disagree, hint="no"),
)
TUTORIALS = (
    key(
        " ".join(str(n) for n, _ in enumerate(TAUGHT, 1)),
        f"1-{len(TAUGHT)}",
        "begin the tutorial of that game",
        _teach,
        hint="begin",
    ),
)
OVERLAY = (
    key("escape ? q enter i v", "Esc", "close", _close, hint="closes"),
    key("up down pageup pagedown space", "PgUp PgDn", "scroll", _scroll, hint="scroll"),
)

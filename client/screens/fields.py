"""The lines of the form for a new table: what each holds, and how turning and typing change it.

A line holds one of its values, or text that is typed. A line of a game's option may take both:
then what was typed is one value more, and is kept while another one is chosen.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from haydes.client.model import Lobby
from haydes.client.opening import ABSENT, GRACE, HINTS
from haydes.client.read import branch, flag, many, number, text, written
from haydes.client.screens.rows import clip
from haydes.client.screens.ui import Opening
from haydes.protocol.limits import SEATS, STRING, TITLE
from haydes.protocol.tree import Tree, Value

FATES = {"wait": "is waited for", "bot": "has a bot play on", "forfeit": "loses the seat"}
HINTED = {"alone": "while nobody else plays", "always": "who asks gets them", "never": "none"}
TURN_CLOCKS = (0, 15, 30, 60, 120, 300, 600)  # seconds
GRACES = (15, 30, 60, GRACE, 300, 600, 1800)  # seconds
RUBOUT = ("\x7f", "\b", "backspace")
TURNING = ("space", "-", "+")  # turn a line as long as no text is in it
LEAP = 10  # values by which a page key turns
MOST_VALUES = 1000  # that a line can be turned through
ROWS = "/"  # stands between the rows of a text that has several


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    values: Sequence[Value]
    value: Value
    shown: str
    note: str = ""
    most: int = 0  # signs that may be typed; 0: none
    written: bool = False  # what it holds is text that was typed

    @property
    def takes_text(self) -> bool:
        return self.most > 0


def blank(lobby: Lobby, game: str = "") -> Opening:
    """Return a form for a game with what suits most: one bot to play against."""
    game = game or next(iter(lobby.games))
    least, most = _seats(branch(lobby.games, game))
    seats = min(max(2, least), most)
    return Opening(game, seats, seats - 1)


def fields(lobby: Lobby, form: Opening) -> list[Field]:
    game = branch(lobby.games, form.game)
    least, most = _seats(game)
    bots = [written(bot) for bot in many(game, "bots")]
    seconds = f"{form.turn_seconds} seconds" if form.turn_seconds else "none"
    return [
        Field("game", list(lobby.games), form.game, text(game, "title", form.game)),
        Field("seats", range(least, most + 1), form.seats, str(form.seats), _free(form)),
        Field("bots", range(form.seats), form.bots, str(form.bots), bots[0] if bots else ""),
        Field(
            "turn clock", TURN_CLOCKS, form.turn_seconds, seconds, "per turn; then the server plays"
        ),
        _line("title", form.title, "a name for it", TITLE),
        _line("join word", form.word, "private, joined by its id and this word", TITLE),
        *_absence(form),
        *(_option(form, name, branch(game, "options", name)) for name in branch(game, "options")),
        Field("hints", HINTS, form.hints, HINTED[form.hints], "what a bot would do"),
    ]


def turned(form: Opening, field: Field, step: int, lobby: Lobby) -> Opening:
    """Return the form with another value chosen; ten steps do not go round."""
    known = list(field.values)
    at = known.index(field.value) if field.value in known else 0
    to = max(0, min(at + step, len(known) - 1)) if abs(step) == LEAP else (at + step) % len(known)
    return chosen(form, field.name, known[to], lobby)


def moved(form: Opening, field: Field, name: str) -> Opening | None:
    """Return the form with the cursor moved in a text; None: the text ends there."""
    signs = len(field.shown)
    back = {"left": form.back + 1, "right": form.back - 1, "pageup": signs, "pagedown": 0}
    to = back.get(name, form.back)
    return replace(form, back=to) if 0 <= to <= signs else None


def typed(form: Opening, field: Field, name: str) -> Opening | None:
    """Return the form after a sign, or a rub-out, in a line of text; None: it is neither."""
    if not field.written and (name in TURNING or (name in RUBOUT and field.values)):
        return None
    sign = " " if name == "space" else name
    if name not in RUBOUT and (len(sign) != 1 or not sign.isprintable()):
        return None
    old = field.shown if field.written else form.own.get(field.name, "")
    back = form.back if field.written else 0
    before, after = old[: len(old) - back], old[len(old) - back :]
    before = before[:-1] if name in RUBOUT else before + sign
    if len(before + after) > field.most:
        return form
    return replace(write(form, field, before + after), back=back)


def write(form: Opening, field: Field, words: str) -> Opening:
    """Return the form with a text in a line."""
    if field.name == "title":
        return replace(form, title=words)
    if field.name == "join word":
        return replace(form, word=words)
    options = {name: value for name, value in form.options.items() if name != field.name}
    own = {name: value for name, value in form.own.items() if name != field.name}
    if words:
        options, own = {**options, field.name: words}, {**own, field.name: words}
    return replace(form, options=options, own=own)


def counted(form: Opening, field: Field, digit: str, lobby: Lobby) -> Opening | None:
    """Return the form after a digit: it chooses the first value that begins with those typed.

    None: there is no such value.
    """
    for digits in (form.digits + digit, digit):
        found = [value for value in field.values if written(value).startswith(digits)]
        exact = [value for value in found if written(value) == digits]
        for value in (*exact, *found):
            return replace(chosen(form, field.name, value, lobby), digits=digits)
    return None


def chosen(form: Opening, name: str, value: Value, lobby: Lobby) -> Opening:
    """Return the form with a value in a line; another game makes it a new form."""
    if name == "game":
        return blank(lobby, written(value))
    count = value if isinstance(value, int) else 0
    changed = {
        "seats": replace(form, seats=count, bots=min(form.bots, count - 1)),
        "bots": replace(form, bots=count),
        "turn clock": replace(form, turn_seconds=count),
        "who is gone": replace(form, absent=written(value)),
        "grace": replace(form, grace_seconds=count),
        "bots give way": replace(form, takeover=value is True),
        "hints": replace(form, hints=written(value)),
    }
    return changed.get(name) or replace(form, options={**form.options, name: value}, back=0)


def window(field: Field, back: int, columns: int) -> tuple[str, int]:
    """Return what can be seen of a text in so many columns, and the cursor's column in it."""
    shown = field.shown
    at = len(shown) - back
    if len(shown) < columns:
        return clip(shown, columns), at
    first = max(0, min(at - columns // 2, len(shown) + 1 - columns))
    part = shown[first : first + columns]
    part = f"…{part[1:]}" if first else part
    part = f"{part[:-1]}…" if first + columns < len(shown) else part
    return part, at - first


def whereabouts(field: Field, back: int) -> str:
    """Return in which row and column of a text the cursor stands, as refusals count them."""
    before = field.shown[: len(field.shown) - back]
    return f"line {before.count(ROWS) + 1}, column {len(before) - before.rfind(ROWS)}"


def pasted(pasted_text: str) -> Iterable[str]:
    """Return the signs of a pasted text, its rows parted as they are on one line."""
    rows = pasted_text.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    return (" " if sign == "\t" else sign for sign in ROWS.join(rows))


def _absence(form: Opening) -> list[Field]:
    """Return what is asked about people who go, and about those who come late."""
    gone = Field("who is gone", ABSENT, form.absent, FATES[form.absent], "from a match")
    grace = Field(
        "grace", GRACES, form.grace_seconds, f"{form.grace_seconds} seconds", "before that"
    )
    late = Field(
        "bots give way", (False, True), form.takeover, written(form.takeover),
        "people may take a bot's seat, in a match too",
    )  # fmt: skip
    graces = [grace] if form.absent != ABSENT[0] else []
    return [gone, *graces, *([late] if form.bots else [])]


def _line(name: str, given: str, note: str, most: int) -> Field:
    return Field(name, (), given, given, "" if given else f"type here; {note}", most, written=True)


def _option(form: Opening, name: str, option: Tree) -> Field:
    value = form.options.get(name, option.get("default", ""))
    low, high = number(option, "low"), number(option, "high")
    listed = many(option, "values") or range(low, min(high, low + MOST_VALUES) + 1)
    own = form.own.get(name, "")
    values = [*listed, *([own] if own and own not in listed else [])]
    note = text(option, "summary")
    if not flag(option, "text"):
        return Field(name, values, value, written(value), note)
    is_own = value not in listed
    note = "" if is_own else f"{note}; or type your own"
    field = Field(name, values, value, written(value), note, STRING, is_own)
    return replace(field, note=whereabouts(field, form.back)) if is_own else field


def _seats(game: Tree) -> tuple[int, int]:
    bounds = [value for value in many(game, "seats") if isinstance(value, int)]
    return (min(bounds[0], SEATS), min(bounds[-1], SEATS)) if bounds else (1, 1)


def _free(form: Opening) -> str:
    free = form.seats - form.bots - 1
    return f"{free} free for other people" if free else "for you and the bots"

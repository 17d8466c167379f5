"""What a typed line does to the screen: completion while it is typed, its answer afterwards."""

from collections.abc import Sequence
from dataclasses import replace

from haydes.client.model import Voice
from haydes.client.parsed import Local, Parsed
from haydes.client.screens.rows import cells
from haydes.client.screens.ui import Overlay, Ui


def completed(line: str, offers: Sequence[str]) -> str:
    """Return a line with its last word completed as far as all offers agree."""
    start = 1 + max(line.rfind(" "), line.rfind(";"))
    if not offers:
        return line
    least, most = min(offers), max(offers)
    alike = (n for n, (one, other) in enumerate(zip(least, most, strict=False)) if one != other)
    shared = least if len(offers) == 1 else least[: next(alike, len(least))]
    whole = line[:start] + shared + (" " if len(offers) == 1 else "")
    return whole if len(whole) > len(line) else line


def answered(ui: Ui, parsed: Parsed, columns: int) -> Ui:
    """Return the ui that shows what a command had to say: a remark, a question or a page."""
    said = tuple(line.text for line in parsed.lines)
    if parsed.local is Local.LOG:
        return replace(ui, overlay=Overlay.LOG, page=0)
    if parsed.typing.question:
        return replace(ui, question=" ".join(said), agreed="yes")
    if len(said) > 1 or (said and cells(said[0]) > columns):
        return replace(ui, overlay=Overlay.ANSWER, answer=said, page=0)
    return replace(ui, note=said[0]) if said else ui


def mistaken(parsed: Parsed) -> bool:
    """Whether a line should stay, to be corrected."""
    return any(line.voice is Voice.ERROR for line in parsed.lines) and not parsed.typing.question

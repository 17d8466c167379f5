"""Chat that was not read, at a table where much has happened since."""

from collections.abc import Mapping
from dataclasses import replace

from tests.client.screens.samples import LOG, MY_MOVE

from haydes.client.model import Line, Model, Voice
from haydes.client.screens.ui import Mode, Overlay, Ui

CHAT = (
    Line(Voice.CHAT, "Bram: anyone for hounds after this?"),
    Line(Voice.CHAT, "Ann: yes"),
    Line(Voice.CHAT, "Cleo: count me in"),
)
LINES = (*LOG, *LOG, *CHAT, *(line for line in LOG * 4 if line.voice is not Voice.CHAT))
READ = 10  # lines, those before the chat
MARK = READ
MODEL: Model = replace(MY_MOVE, log=LINES, logged=len(LINES))

UNREAD_SCREENS: Mapping[str, tuple[Model, Ui]] = {
    "unread": (MODEL, Ui(read=READ)),
    "unread_log": (MODEL, Ui(overlay=Overlay.LOG, read=len(LINES), mark=MARK, page=8)),
    "unread_typing": (
        replace(MODEL, log=LINES[:14], logged=14),
        Ui(mode=Mode.CHAT, read=14, mark=MARK, typed="so do I"),
    ),
}

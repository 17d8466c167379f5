"""What draws one game and takes its keys; a module with these names is a face."""

from typing import Protocol

from haydes.client.model import View
from haydes.client.screens.rows import Area, Drawing
from haydes.client.screens.ui import Key, Ui


class Face(Protocol):
    @property
    def RULES(self) -> tuple[str, ...]:  # noqa: N802 - a constant of the module
        """The rules in short, a paragraph each; and what the marks mean."""
        ...

    def height(self, view: View, /) -> int:
        """Return how many rows the drawing would like to have."""
        ...

    def draw(self, view: View, ui: Ui, area: Area, /) -> Drawing:
        """Draw the game; the cursor stands on what this player should look at."""
        ...

    def keys(self, view: View, ui: Ui, /) -> tuple[Key, ...]:
        """Return the keys of a match in progress."""
        ...

    def carried(self, before: View, after: View, ui: Ui, /) -> Ui:
        """Return what stays picked when another player's act changed what may be done."""
        ...

    def now(self, view: View, ui: Ui, /) -> str:
        """Return what this player can do now, or whom the table waits for."""
        ...

    def mover(self, view: View, /) -> int | None:
        """Return the one seat whose move it is, if the public tree says so."""
        ...

    def progress(self, view: View, /) -> str:
        """Return how far the match has come ("round 3")."""
        ...

    def inspect(self, view: View, /) -> tuple[str, ...]:
        """Return details that have no room on the board."""
        ...

"""What a player saw and did in a match, written down as haydes-client does, to be verified."""

from pathlib import Path

from msgspec import json
from tests.faults.party import fair
from tests.faults.player import Player

from haydes.client.kit.main import run
from haydes.client.record import Head, Noted
from haydes.protocol.messages import Script, Snapshot, Welcome
from haydes.server.views import wire


class Record:
    def __init__(self) -> None:
        self._lines: list[Head | Noted] = []

    @property
    def is_whole(self) -> bool:
        """Whether the script of the match has been told to its end."""
        last = self._lines[-1] if self._lines else None
        return isinstance(last, Script) and last.first + len(last.inputs) == last.total

    def take(self, player: Player, message: object) -> None:
        """Note what a player has heard or asked for."""
        view = player.view
        if view:
            deal = fair(view)
            if not deal or "missing" in deal:
                self._lines.clear()
                return
            if not self._lines:
                self._lines.append(self._head(player))
                whole = Snapshot(
                    seq=player.seq,
                    ply=view.ply,
                    table=wire(view.table),
                    game=wire(view.game),
                    you=wire(view.you),
                )
                self._lines.append(whole)
                return
        if self._lines and isinstance(message, Welcome):
            self._lines.append(self._lines[0])
        elif self._lines and isinstance(message, Noted):
            self._lines.append(message)

    def _head(self, player: Player) -> Head:
        view = player.view
        promise = fair(view)["commitments"].get(str(view.you["seat"]), "") if view else ""
        return Head("test", "test", player.nonces[promise].hex() if promise else "")

    def verdict(self, path: Path) -> int:
        """Return the exit code of haydes-kit for this record, written to a file."""
        path.write_bytes(b"".join(json.encode(line) + b"\n" for line in self._lines))
        return run(["verify", str(path)])

"""What a journal says, held against what the players know."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.faults.broken import BrokenError
from tests.faults.player import Deed, Player, Sight
from tests.faults.replay import Moment, Replayed, stored


class Audit:
    """The invariants, to be checked whenever no server runs."""

    def __init__(self, folder: Path, players: Iterable[Player]) -> None:
        self._folder = folder
        self._scratch = folder.parent / "scratch"
        self._players = {player.name: player for player in players}
        self._identity = b""
        self.tables: dict[str, Replayed] = {}
        self._ever: set[str] = set()
        self._at: dict[str, tuple[int, str, int]] = {}  # by player: connection, table, moment
        self._lines: dict[str, int] = {}  # by player: the connection at the last check
        self._floors: dict[str, int] = {}  # by table: its last moment at the last check
        self.records = self.sights = 0

    def check(self, opened: int) -> None:
        """Compare the journal with what players know; `opened`: how often one asked for a table."""
        identity, tables = stored(self._folder, self._scratch)
        if self._identity and identity != self._identity:
            raise BrokenError("I1", "the store is another one")
        self._identity = identity
        for name in list(self.tables):
            if name not in tables:
                self._let_go(name)
        for name, bodies in tables.items():
            self._follow(name, bodies)
        self._ever |= set(tables)
        if len(self._ever) > opened:
            raise BrokenError("I2", f"{len(self._ever)} tables where {opened} were asked for")
        for player in self._players.values():
            self._check_player(player)
        self._lines = {name: player.line for name, player in self._players.items()}
        self._floors = {name: len(table.moments) - 1 for name, table in self.tables.items()}

    def _follow(self, name: str, bodies: list[bytes]) -> None:
        table = self.tables.setdefault(name, Replayed(name))
        known = len(table.bodies)
        if bodies[:known] != table.bodies:
            raise BrokenError("I1", f"{name}: {known} records were durable, {len(bodies)} are left")
        for body in bodies[known:]:
            table.add(body)
            self.records += 1
        for who, prompt, action in table.acts:
            self._check_act(table, who, prompt, action)
        table.acts.clear()

    def _let_go(self, name: str) -> None:
        """Forget a table that was closed: everybody must have left it."""
        for player in self._players.values():
            if player.token and player.table == name and not player.leaving:
                raise BrokenError("I1", f"{name} is lost, and {player.name} has a seat there")
        del self.tables[name]

    def _check_act(self, table: Replayed, name: str, prompt: int, action: Any) -> None:
        deed = self._players[name].deeds.get((table.name, prompt))
        if deed is None or deed.action != action:
            raise BrokenError("I2", f"{table.name}: {name} has not asked for what was done")
        if deed.applied:
            raise BrokenError("I3", f"{table.name}: act {prompt} of {name} is applied twice")
        deed.applied = True

    def _check_player(self, player: Player) -> None:
        if player.token and not player.leaving:
            table = self.tables.get(player.table)
            kept = table.tokens.get(player.name) if table else None
            if kept != sha256(player.token.encode()).digest():
                raise BrokenError("I1", f"the seat of {player.name} at {player.table} is lost")
        for sight in player.sights:
            self._check_sight(player, sight)
        player.sights.clear()
        for (name, prompt), deed in list(player.deeds.items()):
            if name not in self.tables:
                del player.deeds[name, prompt]
            else:
                _check_deed(f"{name}: act {prompt} of {player.name}", deed)

    def _check_sight(self, player: Player, sight: Sight) -> None:
        table = self.tables.get(sight.name)
        if table is None:
            if player.leaving or player.table != sight.name:
                return  # seen before everybody left it
            raise BrokenError("I1", f"{player.name} saw {sight.name}, which the journal has not")
        since = self._since(player, sight)
        moments = table.moments
        until = next((n for n in range(since, len(moments)) if moments[n].shows(sight)), None)
        if until is None:
            rule = "I1" if sight.ply > table.ply else "I5"
            seen = f"{player.name} saw {table.name} at {sight.ply}"
            raise BrokenError(rule, f"{seen}, as it has not been; the journal ends at {table.ply}")
        if sight.events is not None:
            _check_events(player, sight, moments[since + 1 : until + 1])
        self._at[player.name] = sight.line, sight.name, until
        self.sights += 1

    def _since(self, player: Player, sight: Sight) -> int:
        """Return the moment that the player has come to; no earlier one may be seen any more."""
        line, name, at = self._at.get(player.name, (0, "", 0))
        if (line, name) == (sight.line, sight.name):
            return at
        # What was durable when the connection began must show on it
        began_later = sight.line > self._lines.get(player.name, 0)
        return self._floors.get(sight.name, 0) if began_later else 0


def _check_events(player: Player, sight: Sight, passed: Iterable[Moment]) -> None:
    """What led from one view to the next has been told, and nothing that others may not hear."""
    told = [event for moment in passed for event in moment.events]
    public = [tree for only, tree in told if only is None]
    private = [tree for only, tree in told if only == sight.you["seat"]]
    if [*public, *private] != sight.events:
        raise BrokenError("I5", f"{player.name} heard of other events at {sight.ply}")


def _check_deed(what: str, deed: Deed) -> None:
    refused = [answer for answer in deed.answers if answer != "done"]
    if "done" in deed.answers and not deed.applied:
        raise BrokenError("I1", f"{what} is acknowledged, and the journal knows nothing of it")
    if refused and deed.applied:
        raise BrokenError("I3", f"{what} is applied, and {refused[0]} when it came again")

"""Tables as they were, from what the journal has kept of them."""

from collections.abc import Iterator, Mapping, Sequence

from haydes.engine.game import Game
from haydes.protocol.codes import Refusal
from haydes.server.chain import Kept
from haydes.server.fold import fold
from haydes.server.journal import InputTaken, MatchStarted, Record, SeatTaken, TableOpened
from haydes.server.means import Means
from haydes.server.setup import Absent, Hints, Setup
from haydes.server.table import Table


class UnservedError(Exception):
    """A table is kept but cannot be played on; `code` is for those who come back to it."""

    def __init__(self, code: Refusal, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def restore(kept: Kept, games: Mapping[str, Game], means: Means, now: float) -> Table:
    """Return a table as its records have left it, with nobody there; raises UnservedError."""
    if kept.damage:
        raise UnservedError(Refusal.DAMAGED, kept.damage)
    opened, *others = kept.records
    if not isinstance(opened, TableOpened):
        raise UnservedError(Refusal.DAMAGED, "record 1 does not open the table")
    table = Table(kept.table, _setup(opened, games), means)
    for n, record in enumerate(others, 2):
        try:
            fold(record, table.seats, table.play, table.deals)
        except Exception as error:  # rules may fail in any way on what they have not made
            problem = f"record {n} cannot be done again: {type(error).__name__}"
            raise UnservedError(Refusal.DAMAGED, problem) from error
    table.records = len(kept.records)
    table.wake(_match_ms(others), max(0, means.date() - _last_date(kept.records)), now)
    return table


def tokens(kept: Kept) -> Iterator[bytes]:
    """Return the digests of tokens that open, or have opened, a seat of the table."""
    return (record.token for record in kept.records if isinstance(record, SeatTaken))


def _setup(opened: TableOpened, games: Mapping[str, Game]) -> Setup:
    game = games.get(opened.game)
    if game is None or game.version != opened.version:
        rules = f"{opened.game}, version {opened.version}"
        raise UnservedError(Refusal.OTHER_RULES, f"it is played by the rules of {rules}")
    return Setup(
        game,
        opened.seats,
        opened.options,
        opened.title,
        opened.word,
        opened.turn_seconds,
        opened.at,
        Absent(opened.absent),
        opened.grace_seconds,
        opened.takeover,
        Hints(opened.hints),
    )


def _last_date(records: Sequence[Record]) -> int:
    return max(
        record.at
        for record in records
        if isinstance(record, TableOpened | MatchStarted | InputTaken)
    )


def _match_ms(records: Sequence[Record]) -> int | None:
    """Return what was left on the match's clock when its last input came.

    None: all of it. 0: it has none, or none any more.
    """
    for record in reversed(records):
        if isinstance(record, InputTaken):
            return 0 if record.match_ms is None else max(1, record.match_ms)
        if isinstance(record, MatchStarted):
            break
    return None

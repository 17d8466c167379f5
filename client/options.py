"""What the command line asked for, settled before a front end starts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from haydes.client.cards import Cards
from haydes.client.config import DEFAULTS
from haydes.protocol.limits import DEFAULT_PORT

GIVE_UP = 60.0  # seconds
TAUGHT = ("haydes", "hounds", "holyquest")  # games that have a tutorial


class Colour(StrEnum):
    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class Glyphs(StrEnum):
    AUTO = "auto"
    UNICODE = "unicode"
    ASCII = "ascii"


class Theme(StrEnum):
    DARK = "dark"
    LIGHT = "light"
    NONE = "none"


class UseTls(StrEnum):
    AUTO = "auto"  # unless the server is on this machine
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens."""

    host: str = "localhost"
    port: int = DEFAULT_PORT

    def __str__(self) -> str:
        return self._bare if self.port == DEFAULT_PORT else self.whole

    @property
    def whole(self) -> str:
        """Return host and port, whatever port it is."""
        return f"{self._bare}:{self.port}"

    @property
    def _bare(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    address: Address = Address()
    near: bool = False  # no address was given: one of those nearby is to be chosen first
    pin: str = ""  # the fingerprint of an invite
    use_tls: UseTls = UseTls.AUTO
    name: str
    chosen: bool = True  # the player gave the name; a taken one is not changed then
    table: str = ""  # to join, or to watch
    watch: bool = False
    word: str = field(default="", repr=False)  # of a private table
    server_word: str = field(default="", repr=False)  # what the operator asks everybody for
    solo: str = ""  # a game to play at once on a server of one's own
    replay: str = ""  # a file that shows a match; nothing else is done then
    new: bool = False  # not the solo game that is kept
    seats: int = 0  # of the solo table; 0: as many as suit
    bots: int = -1  # of the solo table; -1: in every other seat
    tutorial: str = ""  # a game that is taught, on a server of one's own
    settings: Mapping[str, str | int | bool] = field(default_factory=dict[str, str | int | bool])
    colour: Colour = Colour.AUTO
    glyphs: Glyphs = Glyphs.AUTO
    theme: Theme = Theme.DARK
    bell: bool = True  # may ring
    cards: Cards = Cards.WORDS  # how they are told
    choices: bool = True  # plain mode tells them unasked
    interrupt: bool = False  # plain mode tells news while a line is typed
    # every setting that has a value, those above too
    settled: Mapping[str, str] = field(default_factory=lambda: DEFAULTS, compare=False)
    config: Path | None = None  # where settings are saved
    give_up: float = GIVE_UP  # seconds without a link, once the input of a line mode has ended
    log: Path | None = None  # a file for diagnostics

    @property
    def server(self) -> str:
        """Return what players call the server."""
        return "your own server" if self.solo else str(self.address)

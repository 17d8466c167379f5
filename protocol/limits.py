"""Every limit of the wire and the door, in one frozen object that `welcome` announces."""

from dataclasses import asdict, dataclass

PROTOCOL = 1
DEFAULT_PORT = 7345
NAME = 24  # code points
NAME_CELLS = 32  # terminal cells; wide characters take two
CHAT = 280  # code points
TITLE = 40  # code points
WORD = 64  # code points of a join word
TOKEN = 43  # a 256-bit number in unpadded base64url
TABLE = 16  # characters of a table's id
STRING = 1024  # code points of any other string
DEPTH = 8  # containers inside containers in a frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a server allows. Times are in seconds, sizes in bytes, rates are (burst, per second)."""

    hello_frame: int = 1024
    client_frame: int = 16 * 1024
    server_frame: int = 256 * 1024
    hello_seconds: int = 5  # from accept to a whole hello
    ping_seconds: int = 5  # of silence before a ping
    away_seconds: int = 9  # of silence before a peer is shown as away
    dead_seconds: int = 45  # of silence before a connection is closed
    connections: int = 512
    connections_per_source: int = 16
    strangers: int = 128  # connections that have not said hello
    strangers_per_source: int = 8
    tables: int = 256
    tables_per_player: int = 2
    spectators_per_table: int = 32
    spectators: int = 256
    acts_burst: int = 20
    acts_per_second: int = 10
    chat_burst: int = 10
    chat_per_10_seconds: int = 10
    joins_burst: int = 10
    joins_per_minute: int = 10
    seat_backlog: int = 256 * 1024  # bytes waiting for a slow seat
    spectator_backlog: int = 64 * 1024
    stuck_seconds: int = 10  # a backlog that never empties for so long ends the connection
    empty_table_seconds: int = 60
    idle_table_seconds: int = 30 * 60
    chat_lines: int = 50  # kept per table

    def tree(self) -> dict[str, int]:
        return asdict(self)

"""Every limit of the wire and the door, in one frozen object that `welcome` announces.

The comment beside a limit is its meaning in SPEC.md.
"""

from dataclasses import asdict, dataclass

PROTOCOL = 1
DEFAULT_PORT = 7345
NAME = 24  # code points of a player's name
NAME_CELLS = 32  # terminal cells of a player's name; wide characters take two
CHAT = 280  # code points of a line of chat
TITLE = 40  # code points of a table's title
MARKS = 4  # combining marks on one character
WORD = 64  # code points of a join word
TOKEN = 43  # characters of a token: a 256-bit number in unpadded base64url
DICTIONARY = 10_923  # characters of a dictionary: 8,192 bytes in unpadded base64url
TABLE = 16  # characters of a table's id
KEY = 64  # code points of a name for machines: a code, a game, an option, an action's key
STRING = 1024  # code points of any other string
LARGEST = 2**53 - 1  # the largest integer, either side of zero; every language holds it
SEATS = 16  # of a table, whatever its game
ELEMENTS = 512  # entries of one map or list
DEPTH = 8  # maps and lists inside each other, the frame's own map included
TREE_DEPTH = 6  # the same inside a tree or a patch, its own map included


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a server allows. Times are in seconds, sizes in bytes."""

    hello_frame: int = 1024  # bytes of the first frame from a client
    client_frame: int = 16 * 1024  # bytes of every later frame from a client
    server_frame: int = 256 * 1024  # bytes of a frame from the server
    hello_seconds: int = 5  # from the connection's start to a whole hello
    ping_seconds: int = 5  # of silence before the server pings
    away_seconds: int = 9  # of silence before a player is shown as away
    dead_seconds: int = 45  # of silence before a connection is closed
    connections: int = 512  # at a time, in all
    connections_per_source: int = 16  # at a time, from one address
    accepts_burst: int = 40  # new connections from one address, after a rest
    accepts_per_second: int = 20  # of these in the long run
    strangers: int = 128  # connections that have not said hello
    strangers_per_source: int = 8  # such connections from one address
    tables: int = 256  # open at a time, in all, without the parked ones
    tables_per_player: int = 2  # with somebody connected, opened under one name
    tables_per_source: int = 16  # open at a time, opened from one address, without the parked ones
    table_records: int = 100_000  # a table has seen: inputs, seats taken, matches begun, ...
    parked_tables: int = 1024  # in a match, with nobody connected
    parked_days: int = 90  # until a parked table is closed
    spectators_per_table: int = 32  # watching one table
    spectators: int = 256  # watching in all
    acts_burst: int = 20  # of acts, pings, pongs and what is not named below, after a rest
    acts_per_second: int = 10  # of these in the long run
    chat_burst: int = 10  # of lines of chat, after a rest
    chat_per_10_seconds: int = 10  # of these in the long run
    chat_burst_per_source: int = 40  # the same from one address, whatever connections it has
    chat_per_10_seconds_per_source: int = 40  # of these in the long run
    chat_burst_per_place: int = 20  # the same at one table, or in the lobby, by all together
    chat_per_10_seconds_per_place: int = 50  # of these in the long run
    joins_burst: int = 10  # of open, join, watch and resume, after a rest
    joins_per_minute: int = 10  # of these in the long run
    joins_burst_per_source: int = 60  # the same, browse and tokens in hello, from one address
    joins_per_minute_per_source: int = 60  # of these in the long run
    changes_burst: int = 20  # of ready, swap, start, pause, hint, add_bot, kick, unban, make_host
    changes_per_minute: int = 60  # of these in the long run
    guesses_per_minute: int = 10  # wrong words and tokens from one address
    guesses_per_minute_per_table: int = 30  # wrong words for one table, there or not
    seat_backlog: int = 256 * 1024  # bytes waiting for a slow reader in a seat or in the lobby
    spectator_backlog: int = 64 * 1024  # bytes waiting for a slow reader who watches
    stuck_seconds: int = 10  # a backlog that never empties for so long ends the connection
    empty_table_seconds: int = 60  # until a table without match and without anybody is closed
    opening_seconds: int = 5  # from the start of a match until every promised nonce is open
    chat_lines: int = 50  # kept per table, for those who come later

    def tree(self) -> dict[str, int]:
        return asdict(self)

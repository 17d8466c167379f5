"""Servers that each break one requirement, and the case that is meant for it."""

from typing import NamedTuple


class Mutant(NamedTuple):
    case: int
    change: str  # Python, before the server's main


MUTANTS = {
    "a length is never too much": Mutant(
        121,
        """
from haydes.protocol.connection import Connection
Connection._largest_frame = lambda self: 1 << 40
""",
    ),
    "bytes behind the map are passed over": Mutant(
        107,
        """
import msgspec
from haydes.protocol import connection
strict = connection.unpack_client
def unpack_client(frame):
    for end in range(len(frame), 0, -1):
        try:
            msgspec.msgpack.decode(frame[:end])
            return strict(frame[:end])
        except msgspec.DecodeError:
            pass
    return strict(frame)
connection.unpack_client = unpack_client
""",
    ),
    "fields that are not named are passed over": Mutant(
        1541,
        """
import msgspec
from haydes.protocol import connection
strict = connection.unpack_client
def unpack_client(frame):
    message = msgspec.msgpack.decode(frame)
    message.pop("unheard_of", None)
    return strict(msgspec.msgpack.encode(message))
connection.unpack_client = unpack_client
""",
    ),
    "any protocol number will do": Mutant(
        222,
        """
from haydes.server import greeting
class All:
    def __eq__(self, other): return True
    __hash__ = None
greeting.PROTOCOL, real = All(), greeting.PROTOCOL
greeting.Welcome = lambda protocol, make=greeting.Welcome, **rest: make(protocol=real, **rest)
""",
    ),
    "names that only look alike are two": Mutant(
        353,
        """
from haydes.server import people
people.skeleton = str.casefold
""",
    ),
    "a private table is told from a missing one": Mutant(
        428,
        """
from haydes.protocol.codes import Refusal
from haydes.server.refusal import RefusalError
from haydes.server.tables import Tables
find = Tables.find
def telling(self, name, word):
    if word and name in self._tables and not self._tables[name].setup.word == word:
        try:
            return find(self, name, word)
        except RefusalError:
            raise RefusalError(Refusal.UNKNOWN_TABLE, "the word is wrong") from None
    return find(self, name, word)
Tables.find = telling
""",
    ),
    "anybody may start": Mutant(
        511,
        """
from haydes.server import requests
as_host = requests._as_host
def lenient(table, session, request, now):
    seat, session.seat = session.seat, table.seats.host
    try:
        as_host(table, session, request, now)
    finally:
        session.seat = seat
requests._as_host = lenient
""",
    ),
    "an act is done as often as it comes": Mutant(
        604,
        """
from haydes.server.play import Play
Play.is_retry = lambda self, seat, prompt, described: False
""",
    ),
    "an act may answer any prompt": Mutant(
        602,
        """
from haydes.server.play import Play
check = Play.check
def lenient(self, seat, prompt, described):
    return check(self, seat, self.questions[seat].prompt, described)
Play.check = lenient
""",
    ),
    "a seq is left out": Mutant(
        701,
        """
from haydes.server.views import Views
advance = Views.advance
def skipping(self, new, events):
    self._seq += self._seq == 4
    return advance(self, new, events)
Views.advance = skipping
""",
    ),
    "a patch forgets what has gone": Mutant(
        702,
        """
from haydes.server import views
diff = views.diff
def keeping(old, new):
    return {key: value for key, value in diff(old, new).items() if key != "figures"}
views.diff = keeping
""",
    ),
    "the older connection is not told": Mutant(
        802,
        """
from haydes.server.house import House
def reopen(self, session, table, seat, now):
    older = table.seats.person(seat).session
    if older:
        self._let_go(older, now)
    table.resume(session, seat)
House.reopen = reopen
""",
    ),
    "nobody is told that the server knows less": Mutant(
        806,
        """
from haydes.server.house import House
House.warn = lambda self, session, table, ply: None
""",
    ),
    "who watches gets what seat 0 sees": Mutant(
        1001,
        """
from haydes.server.views import Views
snapshot = Views.snapshot
Views.snapshot = lambda self, seat: snapshot(self, 0 if seat is None else seat)
""",
    ),
    "chat is not looked at": Mutant(
        1113,
        """
from haydes.server import requests
requests.check_chat = lambda text: text
""",
    ),
    "nothing is too fast": Mutant(
        1201,
        """
from haydes.server.bucket import Bucket
Bucket.take = lambda self, now, *rest: True
""",
    ),
    "pong has no ref": Mutant(
        1601,
        """
from haydes.server import core
answer = core.Core._answer
def forgetful(self, session, message, now):
    if isinstance(message, core.Ping):
        self._outbox.post(session, core.Pong())
    else:
        answer(self, session, message, now)
core.Core._answer = forgetful
""",
    ),
    "the secret is told at once": Mutant(
        1005,
        """
from haydes.server.deal import Deal
tree = Deal.tree
Deal.tree = lambda self, over: {**tree(self, over=over), **self._secrets()}
""",
    ),
    "a match that everybody has left is listed": Mutant(
        816,
        """
from haydes.server.table import Table
Table.is_parked = property(lambda self: False)
""",
    ),
    "a turn's clock goes on for the next turn": Mutant(
        1610,
        """
from haydes.server.clocks import Clocks
ask = Clocks.ask
Clocks.ask = lambda self, turn, question, now: ask(self, turn and ("one",), question, now)
""",
    ),
    "a question late in a turn has no time of its own": Mutant(
        1611,
        """
from haydes.server import clocks
clocks.FLOOR = 0.0
""",
    ),
}

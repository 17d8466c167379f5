"""Every message of the wire as a type; the types are the schema.

A message that exists is valid as far as types and sizes go. `hello`, `welcome` and `bye` are
frozen for ever and tolerant of unknown fields. Other messages from clients refuse unknown
fields; clients ignore those of the server. The comment beside a field is its meaning in SPEC.md
and schema.json.
"""

from typing import Annotated, TypeAlias, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType

from haydes.protocol.fair import DIGEST
from haydes.protocol.limits import (
    DICTIONARY,
    ELEMENTS,
    KEY,
    LARGEST,
    SEATS,
    STRING,
    TABLE,
    TOKEN,
    WORD,
)

Int: TypeAlias = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Ref: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=SEATS - 1)]
String: TypeAlias = Annotated[str, Meta(max_length=STRING)]
TableId: TypeAlias = Annotated[str, Meta(max_length=TABLE)]
Token: TypeAlias = Annotated[str, Meta(max_length=TOKEN)]
Dictionary: TypeAlias = Annotated[str, Meta(max_length=DICTIONARY)]
Word: TypeAlias = Annotated[str, Meta(max_length=WORD)]
Key: TypeAlias = Annotated[str, Meta(max_length=KEY)]
Digest: TypeAlias = Annotated[
    str, Meta(pattern=f"^[0-9a-f]{{{DIGEST}}}$", min_length=DIGEST, max_length=DIGEST)
]

T = TypeVar("T")
_List: TypeAlias = Annotated[list[T], Meta(max_length=ELEMENTS)]
_Map: TypeAlias = Annotated[dict[Key, T], Meta(max_length=ELEMENTS)]
Scalar: TypeAlias = String | bool | Int
# Trees, unrolled: what is nested deeper, the decoder refuses.
_T1: TypeAlias = Scalar | _List[Scalar] | _Map[Scalar]
_T2: TypeAlias = Scalar | _List[_T1] | _Map[_T1]
_T3: TypeAlias = Scalar | _List[_T2] | _Map[_T2]
_T4: TypeAlias = Scalar | _List[_T3] | _Map[_T3]
_T5: TypeAlias = Scalar | _List[_T4] | _Map[_T4]
Tree: TypeAlias = _Map[_T5]
# The same with None in maps, where it removes a key. Lists are replaced whole.
_P1: TypeAlias = Scalar | _List[Scalar] | _Map[Scalar | None] | None
_P2: TypeAlias = Scalar | _List[_T1] | _Map[_P1] | None
_P3: TypeAlias = Scalar | _List[_T2] | _Map[_P2] | None
_P4: TypeAlias = Scalar | _List[_T3] | _Map[_P3] | None
_P5: TypeAlias = Scalar | _List[_T4] | _Map[_P4] | None
Patch: TypeAlias = _Map[_P5]
Described: TypeAlias = Annotated[dict[Key, Scalar], Meta(max_length=16)]


# Fields that may open something, or hold what is hidden from others
UNTOLD = frozenset(
    {"token", "word", "commitment", "nonce", "secret", "action", "you", "private_events"}
)


class _Tolerant(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    def __repr__(self) -> str:
        """Tell what it is without a secret: it may end up in a log or in a traceback."""
        parts = [
            f"{name}=..." if name in UNTOLD and value else f"{name}={value!r}"
            for name in self.__struct_fields__
            if (value := getattr(self, name)) is not UNSET
        ]
        return f"{type(self).__name__}({', '.join(parts)})"


class _Strict(_Tolerant, frozen=True, forbid_unknown_fields=True):
    pass


class _Request(_Strict, frozen=True):
    """A client's request; the server answers with `done` or `refused` and the same `ref`."""

    ref: Ref  # your number for this request


# ------------------------------------------------------------------ both ways


class Ping(_Tolerant, frozen=True, tag="ping"):
    """Are you there? Answered by `pong` with the same `ref`."""

    ref: Ref = 0  # comes back in the answer


class Pong(_Tolerant, frozen=True, tag="pong"):
    """I am here."""

    ref: Ref = 0  # that of the `ping`


class Bye(_Tolerant, frozen=True, tag="bye"):
    """The last message of a connection."""

    code: Key = "left"  # why, see Codes of bye
    text: String = ""  # the same in a sentence for people
    retry_ms: Count | UnsetType = UNSET  # connect again after so many milliseconds


# ---------------------------------------------------------- client to server


class Hello(_Tolerant, frozen=True, tag="hello"):
    """The first message of a client. Frozen for ever."""

    # the protocol numbers you speak; the server takes the highest that it speaks too
    protocols: Annotated[list[Count], Meta(min_length=1, max_length=16)]
    name: String  # of the player, by the rules of Text
    client: Annotated[str, Meta(max_length=64)] = ""  # your program and its version
    features: Annotated[list[Key], Meta(max_length=16)] = []  # optional things that you understand
    token: Token = ""  # takes back the seat it stands for, at once
    ply: Count = 0  # with `token`: the last ply you have seen at that table
    word: Word = ""  # what the operator asks everybody for, if anything


class Browse(_Request, frozen=True, tag="browse"):
    """Show me the lobby, and keep me up to date until I leave it."""


class Open(_Request, frozen=True, tag="open"):
    """Open a table, become its host and take its first seat."""

    game: Key  # a name from `lobby.games`
    seats: Count  # how many, yours and those of bots included
    options: Annotated[dict[Key, Scalar], Meta(max_length=32)] = {}  # what is not the default
    title: String = ""  # by the rules of Text
    word: Word = ""  # if not empty the table is private: not listed, and entered with this word
    bots: Annotated[list[Key], Meta(max_length=15)] = []  # for the last seats; "" is the usual
    turn_seconds: Annotated[int, Meta(ge=0, le=24 * 3600)] = 0  # a clock for each turn; 0: none
    absent: Key = "wait"  # what becomes of the seat of a person who is gone from a match
    grace_seconds: Annotated[int, Meta(ge=1, le=24 * 3600)] = 120  # before that
    takeover: bool = False  # whether people may join on the seats of bots, in a match too
    hints: Key = "alone"  # who may ask for hints: "alone", "always" or "never", see Hints


class Join(_Request, frozen=True, tag="join"):
    """Take a seat."""

    table: TableId  # its id
    seat: Seat | UnsetType = UNSET  # which; absent: the first that is to be had
    word: Word = ""  # of a private table


class Watch(_Request, frozen=True, tag="watch"):
    """Watch a table without a seat."""

    table: TableId  # its id
    word: Word = ""  # of a private table


class Resume(_Request, frozen=True, tag="resume"):
    """Take back the seat that a token stands for."""

    token: Token  # from `done`
    ply: Count = 0  # the last ply you have seen at that table


class Leave(_Request, frozen=True, tag="leave"):
    """Go to the lobby. In a match the seat is kept for its token, otherwise it is given up."""


class Ready(_Request, frozen=True, tag="ready"):
    """I am ready for the next match."""

    commitment: Digest | UnsetType = UNSET  # to your nonce; absent: your seat adds none


class Reveal(_Request, frozen=True, tag="reveal"):
    """Open the nonce that the seat is committed to, before a match."""

    nonce: Digest  # 32 random bytes, that you have used for nothing else


class Transcript(_Request, frozen=True, tag="transcript"):
    """Show me how a match that is over was dealt and played."""

    match: Count  # its number at the table
    first: Count = 0  # of the script, from which input on


class Swap(_Request, frozen=True, tag="swap"):
    """Change places, between matches: the host with any two seats, you with an open one."""

    seat: Seat  # which; yours, if you are not host
    to: Seat  # with which


class Start(_Request, frozen=True, tag="start"):
    """Start a match, or the next one (host)."""


class Act(_Request, frozen=True, tag="act"):
    """Do one of the things in `you.choices`."""

    prompt: Count  # the `you.prompt` that this answers
    action: Described  # one combination out of one group


class Hint(_Request, frozen=True, tag="hint"):
    """Tell me what a bot would do in my place."""


class Resign(_Request, frozen=True, tag="resign"):
    """Give the seat up for good and go to the lobby."""


class Pause(_Request, frozen=True, tag="pause"):
    """Agree to a pause of the match, or go on."""

    on: bool = True  # false: take that back, or end the pause


class Say(_Request, frozen=True, tag="say"):
    """Chat with everybody at the table, or in the lobby."""

    text: String  # by the rules of Text


class Rules(_Request, frozen=True, tag="rules"):
    """Let me read the rules of a game."""

    game: Key  # a name from `lobby.games`
    about: Key = ""  # a word, or the number of a clause; empty: how the game is played


class AddBot(_Request, frozen=True, tag="add_bot"):
    """Let a bot take an open seat (host, between matches)."""

    seat: Seat | UnsetType = UNSET  # which; absent: the first open one
    bot: Key = ""  # its name; empty: the game's first


class Kick(_Request, frozen=True, tag="kick"):
    """Clear a seat: send the person to the lobby, or the bot away (host)."""

    seat: Seat  # which
    ban: bool = False  # whether the person's name is banned from the table


class Unban(_Request, frozen=True, tag="unban"):
    """Let a banned name come back (host)."""

    name: String  # as in `you.banned`


class MakeHost(_Request, frozen=True, tag="make_host"):
    """Hand the table over to another person's seat (host)."""

    seat: Seat  # which


class Sync(_Request, frozen=True, tag="sync"):
    """Send me a fresh snapshot."""


# ---------------------------------------------------------- server to client


class Welcome(_Tolerant, frozen=True, tag="welcome"):
    """The answer to a good `hello`. Frozen for ever."""

    protocol: Count  # the protocol number that is spoken from here on
    server: String  # its program and version
    name: String  # the player's, as others see it
    limits: dict[str, Count]  # see Limits
    features: list[Key] = []  # optional things that both sides understand
    table: TableId = ""  # the token was good: you are at this table, in your seat
    refused: Key = ""  # the token was not: the code of the refusal; you are in the lobby
    dictionary: Dictionary = ""  # if `deflate` is in `features`: what deflated updates refer to


class Done(_Tolerant, frozen=True, tag="done"):
    """The request was carried out."""

    ref: Ref  # that of the request
    table: TableId = ""  # after open, join, watch, resume: where you are
    seat: Seat | UnsetType = UNSET  # after open, join, resume: yours
    token: Token = ""  # after open, join: the secret that takes the seat back; keep it


class Refused(_Tolerant, frozen=True, tag="refused"):
    """The request changed nothing."""

    code: Key  # why, see Codes of refused
    text: String  # the same in a sentence for people
    ref: Ref = 0  # that of the request; 0 if it could not be read


class Left(_Tolerant, frozen=True, tag="left"):
    """You are no longer at the table but in the lobby."""

    table: TableId  # the one you were at
    code: Key  # "left", "resigned", "kicked", "banned", "absent" or "closed"
    text: String = ""  # the same in a sentence for people


class Lobby(_Tolerant, frozen=True, tag="lobby"):
    """The whole lobby; the answer to `browse`, after its `done`."""

    games: Tree  # what can be played here, by name
    tables: Tree  # those that are not private, by id
    people: Count = 0  # connected to the server


class LobbyUpdate(_Tolerant, frozen=True, tag="lobby_update"):
    """What changed in the lobby since the last message about it."""

    tables: Patch = {}  # of `lobby.tables`
    people: Count | UnsetType = UNSET  # absent: as before


class Clock(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Milliseconds left, to count down from receipt while `running`."""

    running: bool = False  # whether the times go down now
    turn: Count | UnsetType = UNSET  # for each seat that has choices; absent: no turn clock
    match: Count | UnsetType = UNSET  # for the whole match; absent: no limit
    grace: _Map[Count] = {}  # by seat, until something becomes of one whose person is gone


class Snapshot(_Tolerant, frozen=True, tag="snapshot"):
    """A whole view of a table."""

    seq: Count  # the next update has one more
    ply: Count  # how many inputs the table has had
    table: Tree  # the table itself
    game: Tree = {}  # what everybody sees of the match; empty before the first
    you: Tree = {}  # what your seat sees; empty for a spectator
    clock: Clock | UnsetType = UNSET  # absent: no clock is set


class Update(_Tolerant, frozen=True, tag="update"):
    """What changed in the view: patches of its branches, and what happened."""

    seq: Count  # one more than the last
    ply: Count  # how many inputs the table has had
    table: Patch = {}  # of the branch `table`
    game: Patch = {}  # of the branch `game`
    you: Patch = {}  # of the branch `you`
    events: _List[Tree] = []  # what happened, in order, for telling
    private_events: _List[Tree] = []  # what else happened, for this seat only
    clock: Clock | UnsetType = UNSET  # as it is now; absent: no clock is set


class Script(_Tolerant, frozen=True, tag="script"):
    """A part of the script of a match that is over; the answer to `transcript`."""

    ref: Ref  # that of the request
    deal: Tree  # what the seed follows from
    first: Count  # the number of the first of the inputs
    total: Count  # inputs in the whole script
    inputs: _List[Tree] = []  # of this part, in order


class Chat(_Tolerant, frozen=True, tag="chat"):
    """A line of chat, of the table or of the lobby you are in."""

    n: Count  # counts the lines of this place
    name: String  # who said it
    text: String  # what was said
    at: Count  # when, in seconds since 1970 (UTC)
    seat: Seat | UnsetType = UNSET  # of who said it; absent: not seated here


class RulesText(_Tolerant, frozen=True, tag="rules_text"):
    """What the rules of a game say; the answer to `rules`, after its `done`."""

    game: Key  # that of the request
    lines: _List[String]  # Markdown, see Reading the rules
    about: Key = ""  # that of the request


class Advice(_Tolerant, frozen=True, tag="advice"):
    """What a bot would do in your place; the answer to `hint`, some time after its `done`."""

    prompt: Count  # the `you.prompt` that it is about
    action: Described  # one combination out of one group
    why: Key = ""  # a word for the reason, see Hints


class Notice(_Tolerant, frozen=True, tag="notice"):
    """A word from the server itself, never from a person."""

    code: Key  # see Notices
    text: String  # the same in a sentence for people


ClientMessage: TypeAlias = (
    Hello | Browse | Open | Join | Watch | Resume | Leave | Ready | Reveal | Swap | Start | Act
    | Hint | Resign | Pause | Say | Rules | AddBot | Kick | Unban | MakeHost | Sync | Transcript
    | Ping | Pong | Bye
)  # fmt: skip
ServerMessage: TypeAlias = (
    Welcome | Done | Refused | Left | Lobby | LobbyUpdate | Snapshot | Update | Script | Chat
    | RulesText | Advice | Notice | Ping | Pong | Bye
)  # fmt: skip
Request: TypeAlias = (
    Browse | Open | Join | Watch | Resume | Leave | Ready | Reveal | Swap | Start | Act
    | Hint | Resign | Pause | Say | Rules | AddBot | Kick | Unban | MakeHost | Sync | Transcript
)  # fmt: skip

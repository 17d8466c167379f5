"""Every message of the wire as a type; the types are the schema.

A message that exists is valid as far as types and sizes go. `hello`, `welcome` and `bye` are
frozen for ever and tolerant of unknown fields. Other messages from clients refuse unknown
fields; clients ignore those of the server.
"""

from typing import Annotated, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from haydes.protocol.limits import STRING, TABLE, TOKEN, WORD

Int: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]  # what every language can hold
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Ref: TypeAlias = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
String: TypeAlias = Annotated[str, Meta(max_length=STRING)]
TableId: TypeAlias = Annotated[str, Meta(max_length=TABLE)]
Token: TypeAlias = Annotated[str, Meta(max_length=TOKEN)]
Word: TypeAlias = Annotated[str, Meta(max_length=WORD)]
Key: TypeAlias = Annotated[str, Meta(max_length=64)]

Scalar: TypeAlias = String | bool | Int
# Trees, unrolled: deeper ones are refused by the decoder. Lists hold at most one more level.
_T1: TypeAlias = Scalar | list[Scalar] | dict[str, Scalar]
_T2: TypeAlias = Scalar | list[_T1] | dict[str, _T1]
_T3: TypeAlias = Scalar | list[_T2] | dict[str, _T2]
_T4: TypeAlias = Scalar | list[_T3] | dict[str, _T3]
_T5: TypeAlias = Scalar | list[_T4] | dict[str, _T4]
Tree: TypeAlias = dict[str, _T5]
# The same with None, which in a patch removes a key.
_P1: TypeAlias = _T1 | None
_P2: TypeAlias = Scalar | list[_T1] | dict[str, _P1] | None
_P3: TypeAlias = Scalar | list[_T2] | dict[str, _P2] | None
_P4: TypeAlias = Scalar | list[_T3] | dict[str, _P3] | None
_P5: TypeAlias = Scalar | list[_T4] | dict[str, _P4] | None
Patch: TypeAlias = dict[str, _P5]
Described: TypeAlias = Annotated[dict[Key, Scalar], Meta(max_length=16)]


class _Tolerant(Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True):
    pass


class _Strict(_Tolerant, frozen=True, forbid_unknown_fields=True):
    pass


class _Request(_Strict, frozen=True):
    """A client's request; the server answers with `done` or `refused` and the same `ref`."""

    ref: Ref


# ------------------------------------------------------------------ both ways


class Ping(_Tolerant, frozen=True, tag="ping"):
    """Are you there? Answered by `pong` with the same `ref`."""

    ref: Ref = 0


class Pong(_Tolerant, frozen=True, tag="pong"):
    ref: Ref = 0


class Bye(_Tolerant, frozen=True, tag="bye"):
    """The last message of a connection."""

    code: Key = "left"
    text: String = ""
    retry_ms: Count | UnsetType = UNSET  # when to connect again; absent: see the code


# ---------------------------------------------------------- client to server


class Hello(_Tolerant, frozen=True, tag="hello"):
    """The first message of a client."""

    protocols: Annotated[list[Count], Meta(min_length=1, max_length=16)]
    name: String  # of the player
    client: Annotated[str, Meta(max_length=64)] = ""  # program and version
    features: Annotated[list[Key], Meta(max_length=16)] = []
    token: Token = ""  # reopens a seat at once
    ply: Count = 0  # the last ply this client has seen of that match
    word: Word = ""  # a server-wide join word


class Browse(_Request, frozen=True, tag="browse"):
    """Show me the lobby, and keep me up to date while I am in it."""


class Open(_Request, frozen=True, tag="open"):
    """Open a table, become its host and take its first seat."""

    game: Key
    seats: Count
    options: Annotated[dict[Key, Scalar], Meta(max_length=32)] = {}
    title: String = ""
    word: Word = ""  # not empty: a private table
    bots: Annotated[list[Key], Meta(max_length=15)] = []  # for the last seats
    turn_seconds: Annotated[int, Meta(ge=0, le=24 * 3600)] = 0  # a turn clock; 0: none


class Join(_Request, frozen=True, tag="join"):
    """Take a seat."""

    table: TableId
    seat: Seat | UnsetType = UNSET  # absent: the first open one
    word: Word = ""


class Watch(_Request, frozen=True, tag="watch"):
    """Watch a table without a seat."""

    table: TableId
    word: Word = ""


class Resume(_Request, frozen=True, tag="resume"):
    """Take back the seat that a token stands for."""

    token: Token
    ply: Count = 0


class Leave(_Request, frozen=True, tag="leave"):
    """Go to the lobby. In a match the seat is kept for its token, otherwise it is given up."""


class Ready(_Request, frozen=True, tag="ready"):
    """I am ready for the next match."""

    # For fair dealing: the hash of a nonce that the client opens after `start`.
    commitment: Annotated[str, Meta(max_length=64)] = ""


class Start(_Request, frozen=True, tag="start"):
    """Start a match, or the next one (host)."""


class Act(_Request, frozen=True, tag="act"):
    """Do one of the things in `you.choices`."""

    prompt: Count  # the `you.prompt` that this answers
    action: Described


class Resign(_Request, frozen=True, tag="resign"):
    """Give the seat up for good and go to the lobby."""


class Say(_Request, frozen=True, tag="say"):
    """Chat with everybody at the table, or in the lobby."""

    text: String


class AddBot(_Request, frozen=True, tag="add_bot"):
    """Let a bot take an open seat (host, between matches)."""

    seat: Seat | UnsetType = UNSET
    bot: Key = ""  # empty: the game's first


class Kick(_Request, frozen=True, tag="kick"):
    """Clear a seat: send the person to the lobby, or the bot away (host)."""

    seat: Seat


class MakeHost(_Request, frozen=True, tag="make_host"):
    """Hand the table over to another person's seat (host)."""

    seat: Seat


class Sync(_Request, frozen=True, tag="sync"):
    """Send me a fresh snapshot."""


# ---------------------------------------------------------- server to client


class Welcome(_Tolerant, frozen=True, tag="welcome"):
    """The answer to a good `hello`."""

    protocol: Count
    server: String  # program and version
    name: String  # the player's, as others see it
    limits: dict[str, Count]
    features: list[Key] = []
    table: TableId = ""  # the token was good: you are at this table, in your seat
    refused: Key = ""  # the token was not: the refusal code


class Done(_Tolerant, frozen=True, tag="done"):
    """The request was carried out."""

    ref: Ref
    table: TableId = ""  # open, join, watch, resume
    seat: Seat | UnsetType = UNSET  # open, join, resume
    token: Token = ""  # open, join: the secret that reopens the seat


class Refused(_Tolerant, frozen=True, tag="refused"):
    """The request changed nothing."""

    code: Key
    text: String  # a sentence for people
    ref: Ref = 0  # 0 if the request was too broken to tell


class Left(_Tolerant, frozen=True, tag="left"):
    """You are no longer at the table but in the lobby."""

    table: TableId
    code: Key  # "left", "resigned", "kicked", "closed"
    text: String = ""


class Lobby(_Tolerant, frozen=True, tag="lobby"):
    """The whole lobby; the answer to `browse`, after its `done`."""

    games: Tree
    tables: Tree
    people: Count = 0  # connected to the server


class LobbyUpdate(_Tolerant, frozen=True, tag="lobby_update"):
    """What changed in the lobby since the last message about it."""

    tables: Patch = {}
    people: Count | UnsetType = UNSET


class Clock(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Milliseconds left, to count down from receipt while `running`."""

    running: bool = False
    turn: Count | UnsetType = UNSET  # for each seat that has choices
    match: Count | UnsetType = UNSET  # the game's own time limit


class Snapshot(_Tolerant, frozen=True, tag="snapshot"):
    """A whole view of a table."""

    seq: Count
    ply: Count
    table: Tree
    game: Tree = {}  # empty before the first match
    you: Tree = {}  # empty for a spectator
    clock: Clock | UnsetType = UNSET


class Update(_Tolerant, frozen=True, tag="update"):
    """What changed in the view: patches of its branches, and what happened."""

    seq: Count  # one more than the last
    ply: Count
    table: Patch = {}
    game: Patch = {}
    you: Patch = {}
    events: list[Tree] = []
    private_events: list[Tree] = []  # for this seat only
    clock: Clock | UnsetType = UNSET


class Chat(_Tolerant, frozen=True, tag="chat"):
    """A line of chat, of the table or of the lobby you are in."""

    n: Count  # counts the lines of this place
    name: String
    text: String
    at: Count  # seconds since 1970
    seat: Seat | UnsetType = UNSET  # absent: not seated here


class Notice(_Tolerant, frozen=True, tag="notice"):
    """A word from the server itself, never from a person."""

    code: Key
    text: String


ClientMessage: TypeAlias = (
    Hello | Browse | Open | Join | Watch | Resume | Leave | Ready | Start | Act | Resign | Say
    | AddBot | Kick | MakeHost | Sync | Ping | Pong | Bye
)  # fmt: skip
ServerMessage: TypeAlias = (
    Welcome | Done | Refused | Left | Lobby | LobbyUpdate | Snapshot | Update | Chat | Notice
    | Ping | Pong | Bye
)  # fmt: skip
Request: TypeAlias = (
    Browse | Open | Join | Watch | Resume | Leave | Ready | Start | Act | Resign | Say
    | AddBot | Kick | MakeHost | Sync
)  # fmt: skip

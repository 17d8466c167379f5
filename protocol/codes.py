"""Why a request is refused and why a connection is closed: codes, meanings, cures.

The two tables are the only list; SPEC.md is generated from them.
"""

from enum import StrEnum


class Refusal(StrEnum):
    """The `code` of a `refused`. The request changed nothing."""

    MALFORMED = "malformed"
    UNKNOWN_TYPE = "unknown_type"
    WRONG_PLACE = "wrong_place"
    RATE = "rate"
    BAD_TEXT = "bad_text"
    NAME_TAKEN = "name_taken"
    BANNED = "banned"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_RULE = "unknown_rule"
    BAD_OPTION = "bad_option"
    BAD_SEATS = "bad_seats"
    UNKNOWN_BOT = "unknown_bot"
    UNKNOWN_TABLE = "unknown_table"
    UNKNOWN_SEAT = "unknown_seat"
    UNKNOWN_TOKEN = "unknown_token"  # noqa: S105 - a code, no secret
    CLOSING = "closing"
    NO_SPACE = "no_space"
    OTHER_RULES = "other_rules"
    DAMAGED = "damaged"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    TOO_MANY = "too_many"
    NOT_HOST = "not_host"
    SEATS_OPEN = "seats_open"
    MATCH_RUNNING = "match_running"
    NO_MATCH = "no_match"
    PAUSED = "paused"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    ILLEGAL_ACTION = "illegal_action"
    NO_HINTS = "no_hints"
    NO_OPENING = "no_opening"
    WRONG_NONCE = "wrong_nonce"
    NO_TRANSCRIPT = "no_transcript"


class Close(StrEnum):
    """The `code` of a `bye`."""

    EXPECTED_HELLO = "expected_hello"
    BAD_FRAME = "bad_frame"
    TOO_BIG = "too_big"
    TLS_ONLY = "tls_only"
    VERSION = "version"
    BAD_NAME = "bad_name"
    WRONG_WORD = "wrong_word"
    NAME_TAKEN = "name_taken"
    HELLO_TIMEOUT = "hello_timeout"
    SILENT = "silent"
    SLOW = "slow"
    SUPERSEDED = "superseded"
    FULL = "full"
    RATE = "rate"
    SHUTDOWN = "shutdown"
    LEFT = "left"
    INTERNAL = "internal"


# code: (what it means, what a client does about it)
REFUSALS: dict[Refusal, tuple[str, str]] = {
    Refusal.MALFORMED: (
        "the message lacks a field, has one too many, or one of a wrong type or size",
        "mend the client",
    ),
    Refusal.UNKNOWN_TYPE: ("no request has this type", "mend the client"),
    Refusal.WRONG_PLACE: (
        "the request is for the lobby, for a table, or for a seat, and you are elsewhere",
        "leave or join first",
    ),
    Refusal.RATE: ("too many requests of this kind in a short time", "wait a moment and try again"),
    Refusal.BAD_TEXT: ("a text breaks a rule of the section Text", "let the person change it"),
    Refusal.NAME_TAKEN: ("someone at the table has a name that looks the same", "change the name"),
    Refusal.BANNED: ("the host has banned this name from the table", "find another table"),
    Refusal.UNKNOWN_GAME: ("the server has no such game", "take one that `lobby` lists"),
    Refusal.UNKNOWN_RULE: (
        "the rules of the game have neither such a word nor such a clause",
        "try another word; the sentence names some",
    ),
    Refusal.BAD_OPTION: ("an option has no such name or value", "take what `lobby` lists"),
    Refusal.BAD_SEATS: ("the game is not played by so many", "take a number that `lobby` lists"),
    Refusal.UNKNOWN_BOT: ("the game has no such bot", "take one that `lobby` lists"),
    Refusal.UNKNOWN_TABLE: (
        "there is no such table, or it is private and the word is wrong",
        "browse again, or ask for the word",
    ),
    Refusal.UNKNOWN_SEAT: ("the table has no such seat, or nobody sits there", "look at the table"),
    Refusal.UNKNOWN_TOKEN: ("the token opens no seat", "forget the token"),
    Refusal.CLOSING: ("the server is about to stop", "wait for `bye`, and connect again"),
    Refusal.NO_SPACE: ("the server's disk is nearly full", "tell the operator"),
    Refusal.OTHER_RULES: (
        "the token opens a table of another version of its rules, which is kept but not served",
        "keep the token, and ask the operator",
    ),
    Refusal.DAMAGED: (
        "the token opens a table whose record is damaged, which is kept but not served",
        "keep the token, and ask the operator",
    ),
    Refusal.SEAT_TAKEN: ("someone sits there", "take another seat, or none"),
    Refusal.TABLE_FULL: ("every seat is taken", "watch instead"),
    Refusal.TOO_MANY: (
        "a limit on tables, spectators, banned names or a table's records is reached",
        "close one, open another table, or try later",
    ),
    Refusal.NOT_HOST: ("only the table's host may do this", "ask the host"),
    Refusal.SEATS_OPEN: ("a match needs every seat taken", "wait, or add bots"),
    Refusal.MATCH_RUNNING: (
        "this cannot be done in the middle of a match, nor while one is about to begin",
        "wait for its end",
    ),
    Refusal.NO_MATCH: ("no match is running", "wait for the start"),
    Refusal.PAUSED: ("the match is paused", "wait, or end the pause"),
    Refusal.NOT_YOUR_TURN: ("the seat has no choices now", "wait for choices"),
    Refusal.STALE: (
        "the act answers a prompt that is no longer open",
        "look at the latest choices",
    ),
    Refusal.ILLEGAL_ACTION: ("the action is not among the choices", "take one of the choices"),
    Refusal.NO_HINTS: (
        "this table gives no hints, or not while another seat is a person's",
        "choose without",
    ),
    Refusal.NO_OPENING: (
        "no match is about to begin, or your seat has promised no nonce",
        "send `ready` with a commitment before the next start",
    ),
    Refusal.WRONG_NONCE: ("the nonce does not fit the seat's commitment", "mend the client"),
    Refusal.NO_TRANSCRIPT: (
        "that match is not over, or a later one is, or its script is shorter",
        "ask when the match is over, before the next one is",
    ),
}

CLOSES: dict[Close, tuple[str, str]] = {
    Close.EXPECTED_HELLO: (
        "the first frame was not a hello, or not a valid one",
        "mend the client",
    ),
    Close.BAD_FRAME: (
        "a frame was empty, was not one msgpack map with string keys, or was a second hello",
        "mend the client",
    ),
    Close.TOO_BIG: ("a frame was longer than the limit", "mend the client"),
    Close.TLS_ONLY: ("this server takes no plain connections", "connect with TLS"),
    Close.VERSION: ("no protocol number in common", "update the older side"),
    Close.BAD_NAME: ("the name in hello breaks a rule of the section Text", "change the name"),
    Close.WRONG_WORD: (
        "this server asks everybody for a word, and the one in hello was not it",
        "ask the person for the word, and the operator tells it",
    ),
    Close.NAME_TAKEN: ("someone here has a name that looks the same", "change the name"),
    Close.HELLO_TIMEOUT: ("no hello came in time", "connect again"),
    Close.SILENT: ("nothing was heard from you for too long", "connect again"),
    Close.SLOW: ("you read too slowly", "connect again"),
    Close.SUPERSEDED: (
        "another connection took your seat back, or your name while you were away",
        "do not connect again by yourself",
    ),
    Close.FULL: ("the server has no room", "connect again"),
    Close.RATE: (
        "too much of something in a short time: connections, requests, wrong words or tokens",
        "connect again, and ask for less",
    ),
    Close.SHUTDOWN: ("the server stops", "connect again"),
    Close.LEFT: ("you said bye yourself", "nothing"),
    Close.INTERNAL: ("the server failed; it is its fault", "connect again"),
}

"""A well-formed message of each request, for a table with two seats and a lobby."""

from typing import Any

# Any: fields as they stand in a message
IN_LOBBY: dict[str, dict[str, Any]] = {
    "browse": {},
    "open": {"game": "none", "seats": 2},
    "join": {"table": "none"},
    "watch": {"table": "none"},
    "resume": {"token": "none"},
}
IN_SEAT: dict[str, dict[str, Any]] = {
    "leave": {},
    "ready": {},
    "reveal": {"nonce": "0" * 64},
    "swap": {"seat": 0, "to": 1},
    "start": {},
    "act": {"prompt": 0, "action": {"do": "nothing"}},
    "hint": {},
    "resign": {},
    "pause": {},
    "sync": {},
    "transcript": {"match": 1},
    "add_bot": {},
    "kick": {"seat": 1},
    "unban": {"name": "nobody"},
    "make_host": {"seat": 1},
}
ANYWHERE: dict[str, dict[str, Any]] = {
    "say": {"text": "hello"},
    "rules": {"game": "none"},
}
ALL = IN_LOBBY | IN_SEAT | ANYWHERE
NOT_FOR_WATCHERS = IN_SEAT.keys() - {"leave", "sync", "transcript"}

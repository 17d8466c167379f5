"""The way to a server or a table in one line: `haydes://HOST:PORT/TABLE#FINGERPRINT`."""

from dataclasses import dataclass

from haydes.protocol.limits import DEFAULT_PORT, TABLE
from haydes.protocol.pin import PinError, check_pin

SCHEME = "haydes://"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_HOST = frozenset(f"{_LETTERS}0123456789-._")
_IPV6 = frozenset("0123456789abcdef:.")
_PORTS = range(1, 1 << 16)
_LONGEST_HOST = 253  # as in the domain name system


class InviteError(ValueError):
    """A text is no invite, or no address; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Invite:
    host: str
    port: int = DEFAULT_PORT
    table: str = ""  # empty: the lobby
    pin: str = ""  # empty: the server is not known by its key

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        port = "" if self.port == DEFAULT_PORT else f":{self.port}"
        table = f"/{self.table}" if self.table else ""
        pin = f"#{self.pin}" if self.pin else ""
        return f"{SCHEME}{host}{port}{table}{pin}"


def is_invite(text: str) -> bool:
    """Tell whether a text is meant as an invite."""
    return text[: len(SCHEME)].lower() == SCHEME


def read_invite(text: str) -> Invite:
    """Read an invite; raises InviteError."""
    if not is_invite(text):
        raise InviteError(f"an invite begins with {SCHEME}")
    way, hash_, pin = text[len(SCHEME) :].partition("#")
    where, _, table = way.partition("/")
    host, port = read_address(where)
    table = table.lower()
    if len(table) > TABLE or not set(table) <= set(_LETTERS):
        raise InviteError(f"no table: {table!r}; it has letters, at most {TABLE}")
    if hash_:
        try:
            check_pin(pin)
        except PinError as error:
            raise InviteError(str(error)) from None
    return Invite(host, port, table, pin)


def read_address(text: str) -> tuple[str, int]:
    """Read HOST, HOST:PORT, [IPV6]:PORT or a bare IPv6 address; raises InviteError."""
    if text.startswith("["):
        host, closed, rest = text[1:].partition("]")
        colon, port = rest[:1], rest[1:]
        valid = bool(closed) and colon in ("", ":") and ":" in host
    elif text.count(":") > 1:
        host, colon, port, valid = text, "", "", True
    else:
        host, colon, port = text.partition(":")
        valid = True
    if not (valid and _is_host(host.lower()) and (port or not colon)):
        raise _no_address(text)
    return host.lower(), _port(port, text) if port else DEFAULT_PORT


def _is_host(host: str) -> bool:
    bare, percent, zone = host.partition("%")
    if ":" in host:
        return set(bare) <= _IPV6 and bool(zone) == bool(percent) and set(zone) <= _HOST
    return 0 < len(host) <= _LONGEST_HOST and set(host) <= _HOST


def _port(port: str, text: str) -> int:
    if not (port.isascii() and port.isdecimal() and len(port) <= 5 and int(port) in _PORTS):  # noqa: PLR2004 - digits of the largest
        raise _no_address(text)
    return int(port)


def _no_address(text: str) -> InviteError:
    return InviteError(f"no address: {text!r}; write HOST, HOST:PORT or [IPV6]:PORT")

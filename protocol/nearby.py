"""What a server tells of itself on the local network, as multicast DNS (RFC 6763) carries it."""

from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import normalize

from haydes.protocol.limits import PROTOCOL, TITLE
from haydes.protocol.pin import PinError, check_pin
from haydes.protocol.text import TextError, check_title

SERVICE = "_haydes._tcp.local."
_MOST = 9999  # tables, or seats
_VERSION = 32  # characters


@dataclass(frozen=True, slots=True)
class Advert:
    """One server's own words, which anybody on the network could say as well."""

    name: str = ""  # a title, as its operator gave it
    version: str = ""  # of the program
    pin: str = ""  # empty: it takes no TLS
    tables: int = 0  # that anyone may join
    free: int = 0  # seats at them

    def properties(self) -> dict[str, str]:
        """Return the keys and values of the TXT record."""
        return {
            "protocol": str(PROTOCOL),
            "name": self.name,
            "version": self.version,
            "pin": self.pin,
            "tables": str(min(self.tables, _MOST)),
            "free": str(min(self.free, _MOST)),
        }


def read_advert(properties: Mapping[bytes, bytes | None]) -> Advert | None:
    """Read a TXT record; None if it is no server that speaks this protocol."""
    told = {key: (value or b"").decode("utf-8", "replace") for key, value in properties.items()}
    if told.get(b"protocol") != str(PROTOCOL):
        return None
    try:
        return Advert(
            name=check_title(normalize("NFC", told.get(b"name", ""))[:TITLE]),
            version=check_title(told.get(b"version", "")[:_VERSION]),
            pin=check_pin(told[b"pin"]) if told.get(b"pin") else "",
            tables=_number(told.get(b"tables", "")),
            free=_number(told.get(b"free", "")),
        )
    except (TextError, PinError):
        return None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(_MOST)) else 0

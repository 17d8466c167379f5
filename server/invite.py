"""The line with which players find this server."""

import socket

from haydes.protocol.invite import Invite
from haydes.server.listen import ANY

_ELSEWHERE = ("192.0.2.1", 9)  # an address kept for documentation; nothing is sent there


def invite(host: str, port: int, pin: str) -> str:
    """Return the invite to a server that listens on a host; ANY: on all addresses."""
    where = (own_address() or socket.gethostname()) if host == ANY else host
    return str(Invite(where.lower(), port, pin=pin))


def own_address() -> str:
    """Return the address with which this machine goes out, or "" if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(_ELSEWHERE)
            return str(sock.getsockname()[0])
        except OSError:
            return ""

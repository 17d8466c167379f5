"""The line with which players find this server."""

import socket

from haydes.protocol.invite import Invite
from haydes.server.listen import ANY

_ELSEWHERE = ("192.0.2.1", 9)  # an address kept for documentation; nothing is sent there


def invite(host: str, port: int, pin: str) -> str:
    """Return the invite to a server that listens on a host; ANY: on all addresses."""
    return str(Invite(_own_address() if host == ANY else host.lower(), port, pin=pin))


def _own_address() -> str:
    """Return the address with which this machine goes out, else its name."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(_ELSEWHERE)
            return str(sock.getsockname()[0])
        except OSError:
            return socket.gethostname()

"""This machine, as others and it itself call it."""

import socket
from ipaddress import ip_address

_ELSEWHERE = ("192.0.2.1", 9)  # an address kept for documentation; nothing is sent there


def is_here(host: str) -> bool:
    """Tell whether a host is this machine, by its name alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def own_address() -> str:
    """Return the address with which this machine goes out, or "" if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect(_ELSEWHERE)
            return str(sock.getsockname()[0])
        except OSError:
            return ""

"""What the tools' arguments are read as, and addresses written as."""

import argparse
from collections.abc import Callable

from haydes.protocol.limits import DEFAULT_PORT


def between(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number in a range."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"it is a number from {least} to {most}")
        return int(text)

    return read


def address(text: str) -> tuple[str, int]:
    """Read HOST:PORT, or HOST alone."""
    return _address(text, 1)


def listening(text: str) -> tuple[str, int]:
    """Read HOST:PORT or PORT to listen on, on this machine if HOST is not said; 0: any port."""
    return _address(text if ":" in text else f"127.0.0.1:{text}", 0)


def written(at: tuple[str, int]) -> str:
    """Write an address as it is read."""
    host, port = at
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _address(text: str, least: int) -> tuple[str, int]:
    host, colon, port = text.rpartition(":")
    if not colon:
        host, port = text, str(DEFAULT_PORT)
    if not (host and port.isascii() and port.isdecimal() and least <= int(port) < 1 << 16):
        raise argparse.ArgumentTypeError("it is HOST:PORT")
    return host.strip("[]"), int(port)

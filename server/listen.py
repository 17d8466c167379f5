"""Sockets to listen on."""

import errno
import socket

BACKLOG = 1024  # a shorter one makes honest peers wait a second when strangers crowd in
_TRIES = 10  # for a port that is free for every address
ANY = ""  # host: every address of this machine


def listen(host: str, port: int) -> list[socket.socket]:
    """Return non-blocking listening sockets for a host name or address; raises OSError.

    With port 0 the system chooses one, the same for all sockets.
    """
    for _ in range(_TRIES if port == 0 else 0):
        try:
            return _listen(host, port)
        except OSError as error:  # the port chosen for one address is in use at another
            if error.errno != errno.EADDRINUSE:
                raise
    return _listen(host, port)


def name_of(listener: socket.socket) -> str:
    """Return where a socket listens, as `address:port`."""
    host, port, *_ = listener.getsockname()
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _addresses(host: str) -> list[tuple[socket.AddressFamily, str]]:
    if host == ANY:
        if socket.has_dualstack_ipv6():
            return [(socket.AF_INET6, "::")]
        return [(socket.AF_INET, "0.0.0.0")]  # noqa: S104 - this is what the caller asks for
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return list(dict.fromkeys((family, str(address[0])) for family, _, _, _, address in found))


def _listen(host: str, port: int) -> list[socket.socket]:
    sockets: list[socket.socket] = []
    try:
        for family, address in _addresses(host):
            sock = socket.socket(family, socket.SOCK_STREAM)
            sockets.append(sock)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, host != ANY)
            sock.bind((address, port))
            sock.listen(BACKLOG)
            sock.settimeout(0)
            port = sock.getsockname()[1]
    except OSError:
        for sock in sockets:
            sock.close()
        raise
    return sockets

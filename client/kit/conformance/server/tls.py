"""22 TLS, on the same port as everything else."""

import socket
import ssl
from contextlib import suppress

from haydes.client.kit.conformance.case import FailedError, NotCoveredError, expect
from haydes.client.kit.conformance.peer import Peer
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.world import World

_OURS = frozenset({"NO_PROTOCOLS_AVAILABLE", "NO_CIPHERS_AVAILABLE", "UNSUPPORTED_PROTOCOL"})


def _context() -> ssl.SSLContext:
    """Return a context that believes every certificate: the kit sends nothing secret."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _begin(world: World) -> socket.socket:
    """Send the beginning of a handshake, and see the first byte of what comes."""
    sock, begun = world.connect(), ssl.MemoryBIO()
    with suppress(ssl.SSLWantReadError):
        _context().wrap_bio(ssl.MemoryBIO(), begun).do_handshake()
    sock.sendall(begun.read())
    return sock


def _speaks_tls(world: World) -> bool:
    sock = _begin(world)
    with sock:
        return sock.recv(1, socket.MSG_PEEK) not in (b"\0", b"")


def _secure(world: World, **fields: object) -> Peer:
    """Connect with TLS and say hello."""
    if not _speaks_tls(world):
        raise NotCoveredError("the server takes no TLS")
    try:
        peer = world.meet(_context().wrap_socket(world.connect()))
    except ssl.SSLError as error:
        raise FailedError(f"the handshake fails: {error.reason}") from None
    peer.greet(world.name(), word=world.word, **fields)
    return peer


@BOOK.case(2201, "TLS-1 TLS-2", "within TLS everything is as without it")
def within(world: World) -> None:
    peer = _secure(world)
    peer.enter("open", game=world.game(), seats=2, bots=[""])
    peer.do("start")
    peer.see(lambda one: one.table["phase"] == "playing", "the match")
    peer.alive()
    peer.send("bye")
    peer.ends("left")


@BOOK.case(2202, "TLS-5", "a server without TLS answers a handshake with a plain bye too_big")
def without(world: World) -> None:
    if _speaks_tls(world):
        raise NotCoveredError("the server takes TLS")
    world.meet(_begin(world)).ends("too_big")


@BOOK.case(2203, "TLS-3", "versions of TLS before 1.2 are refused")
def old_version(world: World) -> None:
    if not _speaks_tls(world):
        raise NotCoveredError("the server takes no TLS")
    context = _context()
    try:
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
        context.wrap_socket(world.connect()).close()
    except ssl.SSLError as error:
        if error.reason in _OURS:
            raise NotCoveredError("this machine speaks no older versions itself") from None
        return
    except OSError:
        return
    raise FailedError("one is spoken")


@BOOK.case(2204, "TLS-6", "an end without TLS's own closing message gives no seat up")
def cut_off(world: World) -> None:
    peer = _secure(world)
    peer.enter("open", game=world.game(), seats=2)
    peer.close()  # sends no closing message
    peer.over = True
    back = _secure(world, token=peer.token)
    expect(back.welcome.get("table"), "the seat is given up")


@BOOK.case(2205, "TLS-3", "TLS 1.2 is spoken, and no certificate asked for")
def no_certificate(world: World) -> None:
    context = _context()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    if not _speaks_tls(world):
        raise NotCoveredError("the server takes no TLS")
    sock = context.wrap_socket(world.connect())
    expect(sock.version() == "TLSv1.2", "TLS 1.2 is not spoken")
    peer = world.meet(sock)
    peer.greet(world.name(), word=world.word)
    peer.alive()

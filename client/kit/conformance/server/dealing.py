"""17 Dealing: commitments, openings, scripts."""

import secrets
from hashlib import sha256
from typing import Any

from haydes.client.kit.conformance.case import NotCoveredError, expect
from haydes.client.kit.conformance.peer import Peer
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.world import World

_DIGITS = frozenset("0123456789abcdef")


def _commitment(nonce: bytes) -> str:
    parts = (b"haydes fair commitment 1", nonce)
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()


def _pair(world: World, **fields: Any) -> tuple[Peer, Peer]:
    host = world.guest(features=["fair"])
    if "fair" not in host.welcome.get("features", []):
        raise NotCoveredError("the server does not know the feature fair")
    host.enter("open", **{"game": world.game(), "seats": 2, **fields})
    guest = world.guest(features=["fair"])
    guest.enter("join", table=host.table["id"])
    return host, guest


def _promise(peer: Peer) -> bytes:
    nonce = secrets.token_bytes(32)
    peer.do("ready", commitment=_commitment(nonce))
    return nonce


def _begin(host: Peer, guest: Peer) -> None:
    for peer in (host, guest):
        peer.see(lambda one: one.table["phase"] == "playing", "the match")


@BOOK.case(1701, "FAIR-3", "a promise is shown at its seat")
def promise(world: World) -> None:
    host, guest = _pair(world)
    nonce = _promise(guest)
    host.see(
        lambda peer: peer.table["seats"]["1"].get("commitment") == _commitment(nonce), "the promise"
    )


@BOOK.case(1702, "FAIR-5", "start with a promise waits for it, and binds the server first")
def opening(world: World) -> None:
    host, guest = _pair(world)
    nonce = _promise(guest)
    host.do("start")
    guest.see(lambda peer: peer.table["phase"] == "opening", "the phase opening")
    fair = guest.table["fair"]
    expect(fair["commitments"] == {"1": _commitment(nonce)}, "the commitments are others")
    expect(set(fair["commitment"]) <= _DIGITS and len(fair["commitment"]) == 64, "no digest")
    expect("secret" not in fair, "the secret is told")
    guest.do("reveal", nonce=nonce.hex())
    _begin(host, guest)


@BOOK.case(1703, "FAIR-2", "a nonce that does not fit is refused with wrong_nonce")
def wrong_nonce(world: World) -> None:
    host, guest = _pair(world)
    nonce = _promise(guest)
    host.do("start")
    guest.see(lambda peer: peer.table["phase"] == "opening", "the phase opening")
    guest.refused("wrong_nonce", "reveal", nonce="0" * 64)
    guest.do("reveal", nonce=nonce.hex())
    _begin(host, guest)


@BOOK.case(1704, "FAIR-4", "in the phase opening the seats are frozen")
def frozen(world: World) -> None:
    host, guest = _pair(world)
    nonce = _promise(guest)
    host.do("start")
    guest.see(lambda peer: peer.table["phase"] == "opening", "the phase opening")
    guest.refused("match_running", "ready")
    host.refused("match_running", "kick", seat=1)
    host.do("start")
    guest.do("reveal", nonce=nonce.hex())
    _begin(host, guest)
    expect(host.table["match"] == 1, "start has begun two matches")


@BOOK.case(1705, "FAIR-5", "a nonce that is open already gets done")
def opened_twice(world: World) -> None:
    host, guest = _pair(world)
    nonce, other = _promise(guest), _promise(host)
    host.do("start")
    guest.see(lambda peer: peer.table["phase"] == "opening", "the phase opening")
    guest.do("reveal", nonce=nonce.hex())
    guest.do("reveal", nonce=nonce.hex())
    host.do("reveal", nonce=other.hex())
    _begin(host, guest)


@BOOK.case(1706, "FAIR-5", "reveal without an opening is refused with no_opening")
def no_opening(world: World) -> None:
    host, _ = _pair(world)
    host.refused("no_opening", "reveal", nonce="0" * 64)


@BOOK.case(1707, "FAIR-3", "ready without commitment takes a promise back")
def taken_back(world: World) -> None:
    host, guest = _pair(world)
    _promise(guest)
    guest.do("ready")
    host.do("start")
    _begin(host, guest)


@BOOK.case(1708, "FAIR-6", "a nonce that does not come cancels the start, for all to see")
def cancelled(world: World) -> None:
    wait = world.waits("opening_seconds")
    host, guest = _pair(world)
    _promise(guest)
    host.do("start")
    host.see(lambda peer: peer.table["phase"] == "opening", "the phase opening")
    notice = False
    while host.table["phase"] == "opening" or not notice:
        notice = host.hear(wait).get("code") == "cancelled" or notice
    expect(host.table["phase"] == "waiting", "the phase is not what it was")
    expect(host.table["fair"].get("missing") == [1], "missing is another")


@BOOK.rows(
    1709,
    "FAIR-2",
    "a commitment of {} is malformed",
    {"63 digits": "a" * 63, "65 digits": "a" * 65, "capitals": "A" * 64, "no digits": "g" * 64},
)
def odd_commitment(world: World, commitment: str) -> None:
    host, _ = _pair(world)
    host.refused("malformed", "ready", commitment=commitment)


@BOOK.case(1713, "FAIR-7", "when all is over the secret and the nonces fit what was shown")
def told(world: World) -> None:
    host, guest = _pair(world, **world.short())
    nonce = _promise(guest)
    host.do("start")
    guest.see(lambda peer: peer.table["phase"] == "opening", "the phase opening")
    shown = guest.table["fair"]["commitment"]
    guest.do("reveal", nonce=nonce.hex())
    _begin(host, guest)
    world.play(host, guest)
    fair = host.table["fair"]
    expect(fair["commitment"] == shown, "the commitment has changed")
    expect(_commitment(bytes.fromhex(fair["secret"])) == shown, "the secret does not fit")
    expect(fair["nonces"] == {"1": nonce.hex()}, "the nonces are others")


@BOOK.case(1714, "FAIR-8", "the script of a match that is over can be read; of another it cannot")
def script(world: World) -> None:
    host, guest = _pair(world, **world.short())
    host.do("start")
    _begin(host, guest)
    host.refused("no_transcript", "transcript", match=1)
    world.play(host, guest)
    host.do("transcript", match=1)
    part = host.until("script")
    deal = part["deal"]
    expect(len(part.get("inputs", [])) == min(part["total"], 512), "inputs are missing")
    expect(deal["table"] == host.table["id"] and deal["seats"] == 2, "the deal is another's")
    host.refused("no_transcript", "transcript", match=2)
    host.refused("no_transcript", "transcript", match=1, first=part["total"] + 1)


@BOOK.case(1715, "FAIR-1", "who has not named fair plays as ever")
def without(world: World) -> None:
    one, other = world.match()
    one.act()
    other.see(lambda peer: peer.ply == one.ply, "the act")
    expect(one.table["fair"]["commitments"] == {}, "a seat has added a nonce")

import pytest

from haydes.protocol.codec import HEADER, pack
from haydes.protocol.connection import Connection, Role
from haydes.protocol.limits import (
    CHAT,
    ELEMENTS,
    KEY,
    NAME,
    SEATS,
    STRING,
    TABLE,
    TITLE,
    TOKEN,
    WORD,
    Limits,
)
from haydes.protocol.messages import Act, Hello, Open, Welcome

WIDE = "\U0001f0a1"  # four bytes


def size(frame: bytes) -> int:
    return len(frame) - HEADER


def test_a_client_learns_every_limit_from_welcome() -> None:
    limits = Limits(tables=3)
    welcome = Welcome(protocol=1, server="s", name="Ann", limits=limits.tree())
    connection = Connection(Role.CLIENT, limits)
    connection.send(Hello(protocols=[1], name="Ann"))
    connection.receive_data(pack(welcome))
    assert connection.next_message() == welcome
    assert welcome.limits["tables"] == 3
    assert set(welcome.limits) == set(Limits.__slots__)


def test_limits_do_not_change() -> None:
    with pytest.raises(AttributeError):
        Limits().tables = 3  # type: ignore[misc] # that is the point


def test_a_silent_peer_is_asked_before_it_is_given_up() -> None:
    limits = Limits()
    assert limits.ping_seconds < limits.away_seconds < limits.dead_seconds


def test_whatever_a_name_is_made_of_a_hello_fits_into_its_frame() -> None:
    hello = Hello(
        protocols=[2**53 - 1] * 16,
        name=WIDE * NAME,
        client=WIDE * KEY,
        token="x" * TOKEN,
        ply=2**53 - 1,
        word=WIDE * WORD,
    )
    assert size(pack(hello)) <= Limits().hello_frame


def test_the_largest_requests_fit_into_their_frame() -> None:
    keys = [WIDE * (KEY - 2) + f"{n:02}" for n in range(16)]
    assert size(pack(Act(ref=1, prompt=1, action=dict.fromkeys(keys, 1)))) < Limits().client_frame
    table = Open(
        ref=1,
        game=WIDE * KEY,
        seats=SEATS,
        title=WIDE * TITLE,
        word=WIDE * WORD,
        bots=[WIDE * KEY] * (SEATS - 1),
    )
    assert size(pack(table)) < Limits().client_frame


def test_whatever_is_checked_later_passes_the_decoder() -> None:
    assert max(NAME, CHAT, TITLE, TABLE, TOKEN, WORD) <= STRING
    assert Limits().tables <= ELEMENTS  # entries of one lobby

"""Where a server listens."""

import socket

import pytest

from haydes.server.listen import ANY, listen, name_of


def test_an_address_is_named_as_people_write_it() -> None:
    (listener,) = listen("127.0.0.1", 0)
    with listener:
        assert name_of(listener) == f"127.0.0.1:{listener.getsockname()[1]}"


def test_without_a_host_every_address_is_served() -> None:
    (listener,) = listen(ANY, 0)
    port = listener.getsockname()[1]
    with listener:
        for host in ("127.0.0.1", "::1") if listener.family == socket.AF_INET6 else ("127.0.0.1",):
            socket.create_connection((host, port), timeout=60).close()


def test_a_name_with_more_than_one_address_has_one_port() -> None:
    listeners = listen("localhost", 0)
    try:
        assert len({listener.getsockname()[1] for listener in listeners}) == 1
    finally:
        for listener in listeners:
            listener.close()


def test_a_port_in_use_is_an_error_and_leaves_nothing_open() -> None:
    (listener,) = listen("127.0.0.1", 0)
    with listener, pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", listener.getsockname()[1])

import argparse

import pytest

from haydes.client.kit.arguments import address, between, listening, written
from haydes.protocol.limits import DEFAULT_PORT


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("play.example.net:80", ("play.example.net", 80)),
        ("[::1]:7000", ("::1", 7000)),
    ],
)
def test_an_address_is_written_as_it_is_read(text: str, at: tuple[str, int]) -> None:
    assert address(text) == at
    assert written(at) == text


def test_a_server_has_the_usual_port_unless_it_is_said() -> None:
    assert address("localhost") == ("localhost", DEFAULT_PORT)


def test_who_listens_does_so_on_this_machine_unless_it_is_said() -> None:
    assert listening("0") == ("127.0.0.1", 0)
    assert listening("0.0.0.0:80") == ("0.0.0.0", 80)  # noqa: S104 - nobody listens


@pytest.mark.parametrize(
    "text", ["", ":80", "host:", "host:0", "host:65536", "host:x", "host:\u0661"]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        address(text)


@pytest.mark.parametrize("text", ["0", "5", "x", "", "-1", "\u0661"])
def test_a_number_is_within_its_range(text: str) -> None:
    read = between(1, 4)
    assert [read(str(number)) for number in range(1, 5)] == [1, 2, 3, 4]
    with pytest.raises(argparse.ArgumentTypeError, match="from 1 to 4"):
        read(text)

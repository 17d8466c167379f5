"""The line that a server prints for those who are to come."""

import re

from haydes.protocol.invite import read_invite
from haydes.server.invite import invite
from haydes.server.listen import ANY

PIN = "A" * 43


def test_a_server_on_one_address_is_found_there() -> None:
    assert invite("192.0.2.7", 7345, PIN) == f"haydes://192.0.2.7#{PIN}"
    assert invite("Play.Example.Net", 7400, "") == "haydes://play.example.net:7400"
    assert invite("::1", 7400, "") == "haydes://[::1]:7400"


def test_a_server_on_all_addresses_names_one_of_this_machine() -> None:
    found = read_invite(invite(ANY, 7345, PIN))
    assert found.pin == PIN
    assert re.fullmatch(r"[\w.-]+", found.host)
    assert set(found.host) != set("0.")

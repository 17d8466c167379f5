"""Invites and addresses: what passes, and that it comes back as it was written."""

from contextlib import suppress
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.protocol.test_pin import PINS
from tests.protocol.test_vectors import Case, named, read

from haydes.protocol.invite import Invite, InviteError, is_invite, read_address, read_invite
from haydes.protocol.pin import spoken

HOSTS = st.sampled_from(
    ["play.example.net", "localhost", "192.0.2.7", "::1", "fe80::1%eth0", "a_b-c"]
)
INVITES = st.builds(
    Invite,
    HOSTS,
    st.integers(1, 65535),
    st.text(ascii_lowercase, max_size=16),
    st.just("") | PINS,
)
CASES = read("invites.json")


@given(INVITES)
def test_an_invite_is_read_as_it_was_written(invite: Invite) -> None:
    assert is_invite(str(invite))
    assert read_invite(str(invite)) == invite


@given(st.text(max_size=40) | st.text("[]:/#%.-ah1", max_size=12))
def test_other_text_is_refused_or_read(text: str) -> None:
    with suppress(InviteError):
        invite = read_invite(f"haydes://{text}")
        assert read_invite(str(invite)) == invite
    with suppress(InviteError):
        host, port = read_address(text)
        assert read_address(f"[{host}]:{port}" if ":" in host else f"{host}:{port}") == (host, port)


@pytest.mark.parametrize("case", [case for case in CASES if "host" in case], ids=named)
def test_golden_invites(case: Case) -> None:
    invite = read_invite(case["invite"])
    assert invite == Invite(case["host"], case["port"], case["table"], case["pin"])
    assert (str(invite) == case["invite"]) is case["exact"]
    assert case["words"] == (spoken(invite.pin) if invite.pin else "")


@pytest.mark.parametrize("case", [case for case in CASES if "host" not in case], ids=named)
def test_bad_invites(case: Case) -> None:
    with pytest.raises(InviteError):
        read_invite(case["invite"])

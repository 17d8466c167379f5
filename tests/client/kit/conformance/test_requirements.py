"""Every rule of SPEC.md has a case of the kit or a reason why not; every MUST is in a rule."""

import re
from pathlib import Path

from tests.protocol.generated import SPEC

from haydes.client.kit.conformance.client import BOOK as CLIENT
from haydes.client.kit.conformance.server import BOOK as SERVER

TESTS = Path(__file__).parents[3]
TEXT = SPEC.read_text("utf-8")
# a rule goes on to an empty line, the next rule or a table
RULES = {
    found[1]: found[2]
    for found in re.finditer(
        r"^- \*\*([A-Z]+-\d+)\*\*(.*?)(?=^- |^$|^\||\Z)", TEXT, re.MULTILINE | re.DOTALL
    )
}
BY_SERVERS = {rule for case in SERVER for rule in case.rules}
BY_CLIENTS = {rule for case in CLIENT for rule in case.rules}
TESTED = BY_SERVERS | BY_CLIENTS
_UNSEEN = "what a client thinks or draws cannot be seen from outside"
# Rules without a case: tests of ours that see to them, or why there is none
NO_CASE = {
    "FRAME-6": "every frame that comes is read so, in all cases",
    "FRAME-7": "protocol/test_vectors.py",
    "CHOICE-3": _UNSEEN,
    "TEXT-7": _UNSEEN,
    "TEXT-8": _UNSEEN,
    "CLOCK-2": _UNSEEN,
    "FAIR-9": "client/test_fair.py",
    "CHANGE-4": "there is one protocol number only",
    "DEFLATE-3": "protocol/test_deflate.py",
    "HINT-3": "faults/test_noninterference.py",
    "TLS-4": "server/test_tls.py",  # the kit comes without TLS, and would not get in
    "PIN-1": "protocol/test_pin.py",
    "PIN-2": "client/test_trust.py",
    "PIN-3": "client/test_secure.py",
    "PIN-4": "protocol/test_pin.py",
    "INVITE-1": "protocol/test_invite.py",
    "INVITE-2": "client/test_secure.py",
    "INVITE-3": "server/test_invite.py",
    "NEARBY-1": "client/test_nearby.py",
}
# What binds clients too, and has cases about servers only
NO_CASE_OF_CLIENTS = {
    "TLS-3": "the kit's server speaks no TLS; client/test_secure.py sees to it",
    "TLS-5": "the same",
    "FRAME-1": "every frame of a client is judged as it comes, in all cases",
    "FRAME-3": "the same",
    "FRAME-4": "the same",
    "TYPE-1": "the same",
    "TYPE-2": "the same, but a key that comes twice is not seen",
    "TYPE-5": "the same",
    "TEXT-1": "the kit's client says nothing by itself",
    "TEXT-2": "the same",
    "RESUME-1": "what a client shows cannot be seen from outside",
    "CLOCK-1": _UNSEEN,
    "FAIR-2": "the kit's server deals without nonces",
    "FAIR-5": "the same",
}


def test_every_rule_has_a_case_or_a_reason() -> None:
    assert len(RULES) > 130
    assert RULES.keys() - TESTED == NO_CASE.keys()


def test_tests_that_stand_for_a_case_are_there() -> None:
    files = {reason for reason in NO_CASE.values() if reason.endswith(".py")}
    assert len(files) > 5
    assert all((TESTS / file).is_file() for file in files)


def test_every_must_of_clients_has_a_case_about_clients_or_a_reason() -> None:
    musts = {rule for rule, text in RULES.items() if re.search(r"\bMUST\b", text)}
    assert len(musts) > 25
    assert musts - BY_CLIENTS - NO_CASE.keys() == NO_CASE_OF_CLIENTS.keys()


def test_every_must_stands_in_a_rule_with_a_number() -> None:
    rest = TEXT.replace("MUST, SHOULD and MAY are meant as", "")
    for text in RULES.values():
        rest = rest.replace(text, "")
    assert re.findall(r".*\bMUST\b.*", rest) == []


def test_cases_name_rules_that_there_are() -> None:
    assert TESTED - RULES.keys() == set()

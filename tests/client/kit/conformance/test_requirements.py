"""Every MUST of SPEC.md has a number, and a case of the kit or a reason why there is none."""

import re

from tests.protocol.generated import SPEC

from haydes.client.kit.conformance.client import BOOK as CLIENT
from haydes.client.kit.conformance.server import BOOK as SERVER

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
_OF_ITS_OWN = "the kit's side of TLS is missing; tests of our own server and client see to it"
_UNSEEN = "what a client thinks cannot be seen from outside"
NO_CASE = {
    "TEXT-8": _UNSEEN,
    "TLS-3": _OF_ITS_OWN,
    "TLS-5": _OF_ITS_OWN,
    "PIN-2": _OF_ITS_OWN,
    "PIN-3": _OF_ITS_OWN,
    "INVITE-2": _OF_ITS_OWN,
    "NEARBY-1": _UNSEEN,
}
# What binds clients too, and has cases about servers only
NO_CASE_OF_CLIENTS = {
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


def test_every_must_has_a_case_or_a_reason() -> None:
    musts = {rule for rule, text in RULES.items() if re.search(r"\bMUST\b", text)}
    assert len(musts) > 25
    assert musts - TESTED == set(NO_CASE)
    assert musts - BY_CLIENTS - set(NO_CASE) == set(NO_CASE_OF_CLIENTS)


def test_every_must_stands_in_a_rule_with_a_number() -> None:
    rest = TEXT.replace("MUST, SHOULD and MAY are meant as", "")
    for text in RULES.values():
        rest = rest.replace(text, "")
    assert re.findall(r".*\bMUST\b.*", rest) == []


def test_cases_name_rules_that_there_are() -> None:
    assert TESTED - RULES.keys() == set()

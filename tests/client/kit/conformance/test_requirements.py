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
TESTED = {rule for case in (*SERVER, *CLIENT) for rule in case.rules}
NO_CASE = {
    "TEXT-8": "what a program looks at cannot be seen from outside",
    "TLS-3": "the kit speaks no TLS; tests of our own do",
    "TLS-5": "a client's TLS is its own; tests of ours do",
    "PIN-2": "the kit speaks no TLS",
    "PIN-3": "the kit speaks no TLS",
    "INVITE-2": "the kit speaks no TLS",
    "NEARBY-1": "what a client trusts cannot be seen from outside",
}


def test_every_must_has_a_case_or_a_reason() -> None:
    musts = {rule for rule, text in RULES.items() if re.search(r"\bMUST\b", text)}
    assert len(musts) > 25
    assert musts - TESTED == set(NO_CASE)


def test_every_must_stands_in_a_rule_with_a_number() -> None:
    rest = TEXT
    for text in RULES.values():
        rest = rest.replace(text, "")
    assert re.findall(r".*\bMUST\b.*", rest) == [
        "MUST, SHOULD and MAY are meant as in RFC 2119. A rule has a name such as **FRAME-1**; no name is"
    ]


def test_cases_name_rules_that_there_are() -> None:
    assert TESTED - RULES.keys() == set()


def test_nearly_every_rule_about_servers_has_a_case() -> None:
    untested = {rule for rule in RULES if rule.split("-")[0] in {"TABLE", "ACT", "PAUSE"}} - TESTED
    assert untested == {"TABLE-13", "PAUSE-4", "ACT-6"} - TESTED

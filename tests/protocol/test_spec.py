"""SPEC.md and schema.json say what the code does."""

import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.protocol.generated import SCHEMA, SPEC, filled, meanings, schema, schema_text
from tests.protocol.strangers import packed, unpacked, validator
from tests.protocol.strategies import (
    CLIENT_TYPES,
    SERVER_TYPES,
    client_messages,
    server_messages,
)

from haydes.protocol.codec import (
    HEADER,
    Invalid,
    RemoteProtocolError,
    pack,
    unpack_client,
    unpack_server,
)
from haydes.protocol.limits import Limits
from haydes.protocol.messages import ClientMessage, ServerMessage
from haydes.protocol.tree import merge

TEXT = SPEC.read_text("utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
CHECK = validator(schema())


def frame(block: str) -> bytes:
    """Return the bytes of a hex block; what stands behind two spaces is a comment."""
    lines = [re.split(r" {2,}", line)[0] for line in block.splitlines()]
    return bytes.fromhex("".join(lines))


def is_message(message: object) -> bool:
    for union in (ClientMessage, ServerMessage):
        try:
            msgspec.convert(message, union)
        except msgspec.ValidationError:
            continue
        return True
    return False


# -------------------------------------------------------------------- SPEC.md


def test_the_tables_are_those_of_the_code() -> None:
    assert filled(TEXT) == TEXT, "run python -m tests.protocol.generated"


def test_every_field_and_limit_has_a_meaning() -> None:
    for kind in (*CLIENT_TYPES, *SERVER_TYPES):
        assert set(kind.__struct_fields__) == set(meanings(kind))
        assert all(meanings(kind).values())
    assert all(meanings(Limits).values())


@pytest.mark.parametrize("block", [text for kind, text in BLOCKS if kind == "json"])
def test_every_json_block_is_json_and_a_message_if_it_has_a_type(block: str) -> None:
    example = json.loads(block)
    if "type" in example:
        assert is_message(example)
        assert CHECK.is_valid(example)


@pytest.mark.parametrize("at", [at for at, (kind, _) in enumerate(BLOCKS) if kind == "hex"])
def test_every_hex_block_is_the_frame_of_the_json_block_behind_it(at: int) -> None:
    data = frame(BLOCKS[at][1])
    assert int.from_bytes(data[:HEADER], "big") == len(data) - HEADER
    kind, example = BLOCKS[at + 1]
    assert kind == "json"
    assert unpacked(data[HEADER:]) == json.loads(example)


def test_there_are_no_blocks_of_another_kind() -> None:
    assert {kind for kind, _ in BLOCKS} == {"hex", "json", "text"}


def test_the_worked_patch_turns_before_into_after() -> None:
    section = TEXT[TEXT.index("Before:") : TEXT.index("## 6")]
    examples = re.findall(r"^```json\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    before, update, after = map(json.loads, examples)
    assert merge(before, update["game"]) == after


def test_the_small_patches_turn_before_into_after() -> None:
    rows = re.findall(r"^\| `(.*)` \| `(.*)` \| `(.*)` \|$", TEXT, re.MULTILINE)
    cases = [tuple(map(json.loads, row)) for row in rows if row[0].startswith("{")]
    assert len(cases) > 10
    for before, patch, after in cases:
        assert merge(before, patch) == after


def test_every_rule_has_a_name_of_its_own_and_says_how_strict_it_is() -> None:
    names = re.findall(r"^- \*\*([A-Z]+)-(\d+)\*\*", TEXT, re.MULTILINE)
    for word in dict.fromkeys(word for word, _ in names):
        numbers = [int(number) for other, number in names if other == word]
        assert numbers == list(range(1, len(numbers) + 1)), word
    assert len(names) > 60
    defined = {f"{word}-{number}" for word, number in names}
    assert set(re.findall(r"\b[A-Z]{3,}-\d+\b", TEXT)) - {"UTF-8", "SHA-256"} <= defined


def test_the_sections_are_those_of_the_contents() -> None:
    titles = re.findall(r"^## (\d+) (.+)$", TEXT, re.MULTILINE)
    assert [int(number) for number, _ in titles] == list(range(1, len(titles) + 1))
    contents = " ".join(TEXT[TEXT.index("Contents:") : TEXT.index("Beside this file")].split())
    for number, title in titles:
        assert f"{number} {title}." in contents


# ---------------------------------------------------------------- schema.json


def test_the_schema_is_that_of_the_code() -> None:
    assert SCHEMA.read_text("utf-8") == schema_text(), "run python -m tests.protocol.generated"


def side(name: str) -> Any:
    whole = schema()
    return validator({"$ref": f"#/$defs/{name}", "$defs": whole["$defs"]})


CLIENT, SERVER = side("client"), side("server")


@given(st.one_of(client_messages, server_messages))
def test_the_schema_takes_every_message(message: Any) -> None:
    check = CLIENT if type(message) in CLIENT_TYPES else SERVER
    assert check.is_valid(unpacked(pack(message)[HEADER:]))


ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 16, 2**31, 2**53, -(2**53), "", "x" * 65, "x" * 1025, [], [1], [None],
     {}, {"a": 1}, {"a": None}, {"a": {"b": [1]}}, {"x" * 65: 1}, {"a": {"x" * 65: 1}},
     [0] * 513, [{}], [{"a": None}]]
)  # fmt: skip


@given(st.one_of(client_messages, server_messages), st.data())
def test_the_schema_refuses_what_the_code_refuses(message: Any, data: st.DataObject) -> None:
    fields = unpacked(pack(message)[HEADER:])
    name = data.draw(st.sampled_from([*message.__struct_fields__, "extra"]))
    fields[name] = data.draw(ODD)
    if type(message) in CLIENT_TYPES:
        taken = not isinstance(unpack_client(packed(fields)), Invalid)
        assert CLIENT.is_valid(fields) == taken
    if type(message) in SERVER_TYPES:
        assert SERVER.is_valid(fields) == takes(fields)


def takes(fields: object) -> bool:
    try:
        unpack_server(packed(fields))
    except RemoteProtocolError:
        return False
    return True

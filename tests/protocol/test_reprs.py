"""What would open a seat, or show a hand, does not show in what may be logged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import asdict, replace
from tests.protocol.strategies import CLIENT_TYPES, SERVER_TYPES, client_messages, server_messages

from haydes.protocol.codec import prepack
from haydes.protocol.messages import UNTOLD, Done, Hello, Token, Update, Welcome

CANARY = "Raw_qCOu"
TYPES = list(dict.fromkeys((*CLIENT_TYPES, *SERVER_TYPES)))


@given(st.one_of(client_messages, server_messages), st.data())
def test_no_message_shows_a_secret(message: Struct, data: st.DataObject) -> None:
    hidden = sorted(UNTOLD.intersection(asdict(message)))
    field = data.draw(st.sampled_from(hidden)) if hidden else ""
    value: object = {CANARY: CANARY} if field in ("you", "action") else CANARY
    told = repr(replace(message, **{field: value}) if field else message)
    assert told.startswith(type(message).__name__)
    assert CANARY not in told


@pytest.mark.parametrize("kind", TYPES)
def test_every_token_and_word_is_among_the_untold(kind: type[Struct]) -> None:
    for name, hint in kind.__annotations__.items():
        assert name in UNTOLD or (hint != Token and "word" not in name)


def test_what_is_no_secret_is_told() -> None:
    assert repr(Done(ref=3, table="rimuta", token=CANARY)) == (
        "Done(ref=3, table='rimuta', token=...)"
    )
    assert "token=''" in repr(Hello(protocols=[1], name="Ann"))


def test_packed_messages_show_nothing_of_themselves() -> None:
    update = Update(seq=1, ply=1, you={"hand": CANARY})
    welcome = Welcome(protocol=1, server=CANARY, name="Ann", limits={})
    for told in (repr(update), repr(prepack(update)), repr(prepack(welcome))):
        assert CANARY not in told

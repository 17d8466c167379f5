"""Random messages, made from their types, and random trees."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, get_args

from hypothesis import strategies as st
from msgspec import Struct, inspect

from haydes.protocol.messages import ClientMessage, ServerMessage
from haydes.protocol.tree import Tree

Strategy: TypeAlias = st.SearchStrategy[Any]  # of values of any type

TEXT = st.text("ab_0é李\u202e\x1b", max_size=4)
SCALAR: Strategy = st.one_of(st.integers(-3, 300), st.booleans(), TEXT)

CLIENT_TYPES: tuple[type[Struct], ...] = get_args(ClientMessage)
SERVER_TYPES: tuple[type[Struct], ...] = get_args(ServerMessage)


def _struct(of: inspect.StructType) -> Strategy:
    needed = {field.name: _values(field.type) for field in of.fields if field.required}
    spare = {field.name: _values(field.type) for field in of.fields if not field.required}
    return st.fixed_dictionaries(needed, optional=spare).map(lambda given: of.cls(**given))


def _values(of: inspect.Type) -> Strategy:
    return _MAKERS[type(of)](of)


def _texts(of: inspect.StrType) -> Strategy:
    return TEXT if of.pattern is None else st.from_regex(of.pattern, fullmatch=True)


_MAKERS: Mapping[type[inspect.Type], Callable[[Any], Strategy]] = {
    inspect.StructType: _struct,
    inspect.UnionType: lambda of: st.one_of([_values(one) for one in of.types]),
    inspect.IntType: lambda of: st.integers(of.ge, of.le),
    inspect.ListType: lambda of: st.lists(
        _values(of.item_type), min_size=of.min_length or 0, max_size=2
    ),
    inspect.DictType: lambda of: st.dictionaries(TEXT, _values(of.value_type), max_size=2),
    inspect.StrType: _texts,
    inspect.BoolType: lambda _: st.booleans(),
    inspect.NoneType: lambda _: st.none(),
}


def of_type(kind: type[Struct]) -> Strategy:
    """Return a strategy for the messages of one type."""
    return _values(inspect.type_info(kind))


client_messages: Strategy = st.one_of([of_type(kind) for kind in CLIENT_TYPES])
server_messages: Strategy = st.one_of([of_type(kind) for kind in SERVER_TYPES])

trees: st.SearchStrategy[Tree] = st.dictionaries(
    TEXT,
    st.recursive(
        SCALAR,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(TEXT, inner, max_size=3)
        ),
        max_leaves=12,
    ),
    max_size=4,
)

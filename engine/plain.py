"""Plain data: what views, options, events and described actions are made of.

A tree goes over the wire as it is: string keys, no None (leave the key out), no floats.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = "str | int | bool | Sequence[Value] | Mapping[str, Value]"
Tree: TypeAlias = Mapping[str, Value]

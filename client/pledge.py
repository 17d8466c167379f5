"""Promising a nonce for the next match: along with which requests, and which nonce."""

from collections.abc import Callable
from dataclasses import replace

from msgspec import structs

from haydes.client.model import Model, is_host, my_seat, phase
from haydes.client.read import branch, text
from haydes.protocol.fair import FEATURE
from haydes.protocol.messages import Ready, Request, Start


def pledged(
    model: Model, request: Request, draw: Callable[[], str]
) -> tuple[Model, tuple[Request, ...]]:
    """Let the seat promise a nonce along with `ready`, and with the host's `start`.

    `draw` makes a new nonce, in hexadecimal, if none is promised yet.
    """
    view = model.view
    between = view is not None and phase(view) in ("waiting", "over")
    if model.taught or view is None or not between or not model.link.up:
        return model, (request,)  # a tutorial is dealt as its course says, also once more
    if FEATURE not in model.features:
        return model, (request,)
    shown = text(branch(view.table, "seats", str(my_seat(view))), "commitment")
    stands = bool(shown) and shown == model.fair.commitment
    if isinstance(request, Start) and is_host(view) and not stands:
        ready: Ready = Ready(ref=0)
        rest: tuple[Request, ...] = (request,)
    elif isinstance(request, Ready):
        ready, rest = request, ()
    else:
        return model, (request,)
    if not stands:
        model = replace(model, fair=replace(model.fair, nonce=draw(), pledged=False, opened=False))
    ready = structs.replace(ready, commitment=model.fair.commitment)
    return model, (ready, *rest)


def has_lost_nonce(model: Model) -> bool:
    """Tell whether the seat has promised a nonce that only an earlier run of the client knew."""
    view = model.view
    if view is None or phase(view) not in ("waiting", "over") or model.fair.nonce:
        return False
    waits = any(isinstance(request, Ready) for request in model.asked.values())
    seat = branch(view.table, "seats", str(my_seat(view)))
    return "commitment" in seat and not waits

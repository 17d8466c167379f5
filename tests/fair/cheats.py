"""Ways for a server to cheat: what it does at the table, or what it tells Ann."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from msgspec import structs
from tests.fair.player import Lie
from tests.fair.table import Sitting

from haydes.client.model import choices
from haydes.engine.game import Seat
from haydes.protocol.fair import commitment
from haydes.protocol.messages import Act, Request
from haydes.server.deal import Deal, Deals
from haydes.server.play import Play

OTHER = bytes(range(100, 132))

Told: TypeAlias = dict[str, Any]  # a message, or a part of one
Cheat: TypeAlias = Callable[[Sitting], object]


def _fair(message: Told) -> Told:
    """Return what a message says of `table.fair`; nothing of other messages."""
    table: Told = message.get("table", {}) if message["type"] in ("snapshot", "update") else {}
    found: Told = table.get("fair") or {}
    return found


def telling(lie: Lie) -> Cheat:
    """Cheat in what Ann is told."""

    def cheat(sitting: Sitting) -> None:
        sitting.ann.lie = lie

    return cheat


def once(lie: Lie) -> Lie:
    """Lie a single time."""
    told: list[bool] = []

    def lie_once(message: Told) -> bool:
        if not told and lie(message):
            told.append(True)
            return True
        return False

    return lie_once


def at_end(edit: Callable[[Told], object]) -> Cheat:
    """Cheat in what is told of the deal when the match is over, everywhere alike."""

    def lie(message: Told) -> bool:
        deal = message["deal"] if message["type"] == "script" else _fair(message)
        if "secret" not in deal:
            return False
        edit(deal)
        return True

    return telling(lie)


def at_start(edit: Callable[[Told], object]) -> Cheat:
    """Cheat in what all are bound to."""

    def lie(message: Told) -> bool:
        if message.get("table", {}) and "commitments" in (fair := _fair(message)):
            edit(fair)
            return True
        return False

    return telling(lie)


def in_script(edit: Callable[[list[Told]], object]) -> Cheat:
    def lie(message: Told) -> bool:
        if message["type"] != "script":
            return False
        edit(message["inputs"])
        message["total"] = len(message["inputs"])
        return True

    return telling(lie)


# What is told of the deal


def swap_commitment(message: Told) -> bool:
    """Show another commitment as soon as all nonces are open."""
    if message["type"] != "update" or message.get("table", {}).get("phase") != "playing":
        return False
    message["table"].setdefault("fair", {})["commitment"] = commitment(OTHER)
    return True


def hide_secret(message: Told) -> bool:
    fair = _fair(message)
    return bool(fair.pop("nonces", None)) | bool(fair.pop("secret", None))


# What is told of the match


def swap_card(message: Told) -> bool:
    for row in message.get("game", {}).get("tiles", {}).values():
        for column, tile in row.items():
            if re.fullmatch(r"[2-9]C", tile):
                row[column] = f"{tile[0]}D"
                return True
    return False


def change_die(message: Told) -> bool:
    for event in message.get("events", []):
        if "dice" in event:
            event["dice"][0] = event["dice"][0] % 6 + 1
            return True
    return False


def change_hand(message: Told) -> bool:
    hand = message.get("you", {}).get("hand", {})
    if message["type"] != "update" or not hand.get("0"):
        return False
    hand["0"] = "AS" if hand["0"] != "AS" else "AC"
    return True


def hide_choice(message: Told) -> bool:
    groups = message.get("you", {}).get("choices", [])
    if message["type"] != "update" or len(groups) < 2:
        return False
    groups.pop()
    return True


def hide_event(message: Told) -> bool:
    if message["type"] != "update" or not message.get("events"):
        return False
    message["events"].pop(0)
    return True


def change_winner(message: Told) -> bool:
    outcome: Told = message.get("table", {}).get("outcome") or {}
    if "winners" not in outcome:
        return False
    outcome["winners"] = [1 - seat for seat in outcome["winners"]] or [0]
    return True


# What happens at the table


class Rerolled(Deal):
    """Deals from another secret than the one it has bound itself to."""

    __slots__ = ()

    def seed(self) -> bytes:
        kept, self.secret = self.secret, OTHER
        try:
            return super().seed()
        finally:
            self.secret = kept


class Impatient(Deal):
    """Does not wait for Bob."""

    __slots__ = ()

    @property
    def missing(self) -> list[Seat]:
        return [seat for seat in super().missing if seat != 1]


class Deaf(Deal):
    """Never hears of Ann's nonce."""

    __slots__ = ()

    @property
    def missing(self) -> list[Seat]:
        return [0]


def crooked(kind: type[Deal]) -> Callable[[Deal], Deal]:
    def spoilt(deal: Deal) -> Deal:
        return kind(
            terms=deal.terms,
            seats=deal.seats,
            ply=deal.ply,
            secret=deal.secret,
            commitments=deal.commitments,
        )

    return spoilt


def inventive(deal: Deal) -> Deal:
    """Make up what Bob should open."""
    return replace(deal, nonces={1: OTHER})


def forgetful(deal: Deal) -> Deal:
    """Pass over every nonce that was promised."""
    return replace(deal, commitments={})


def dealing(spoilt: Callable[[Deal], Deal]) -> Cheat:
    """Cheat in how the match is dealt."""

    class Crooked(Deals):
        def draw(
            self, match: int, ply: int, secret: bytes, commitments: Mapping[Seat, str]
        ) -> None:
            super().draw(match, ply, secret, commitments)
            assert self.latest
            self.latest = spoilt(self.latest)

    def cheat(sitting: Sitting) -> None:
        setup = sitting.table.setup
        sitting.table.deals = Crooked(sitting.table.id, setup.game, setup.seats, setup.options)

    return cheat


def without_bob(spoilt: Callable[[Deal], Deal]) -> Cheat:
    """Begin although Bob has not opened his nonce."""

    def cheat(sitting: Sitting) -> None:
        sitting.bob.is_mute = True
        dealing(spoilt)(sitting)

    return cheat


def other_options(sitting: Sitting) -> None:
    """Play by other options than those that the table shows."""
    setup = sitting.table.setup
    sitting.table.play = Play(setup.game, setup.seats, {**setup.options, "turn_limit": 2})


def other_act(sitting: Sitting) -> None:
    """Carry out something else than what Ann did."""
    ann = sitting.ann

    def twist(request: Request) -> Request:
        view = ann.model.view
        if not isinstance(request, Act) or view is None or ann.lied:
            return request
        others = [action for action in choices(view) if action != request.action]
        ann.lied += bool(others)
        return structs.replace(request, action=others[0]) if others else request

    ann.twist = twist


# name: how, at which game, what Ann's client says at once or `verify` afterwards
CLIENT: Mapping[str, tuple[Cheat, str, str]] = {
    "another secret than committed": (
        at_end(lambda deal: deal.update(secret=OTHER.hex())),
        "hounds",
        "the server's secret is not the one that it was bound to",
    ),
    "another nonce of someone else": (
        at_end(lambda deal: deal["nonces"].update({"1": OTHER.hex()})),
        "hounds",
        "the nonce of Bob is not the one that was promised",
    ),
    "another nonce of one's own": (
        at_end(lambda deal: deal["nonces"].update({"0": OTHER.hex()})),
        "hounds",
        "the nonce of your seat is not the one that this client has opened",
    ),
    "a dropped nonce": (
        at_end(lambda deal: deal["nonces"].pop("1")),
        "hounds",
        "the nonce of Bob is missing, and the match should not have begun",
    ),
    "a nonce that nobody has promised": (
        at_end(lambda deal: deal["nonces"].update({"5": OTHER.hex()})),
        "hounds",
        "there is a nonce of seat 6, who had promised none",
    ),
    "a nonce that is none": (
        at_end(lambda deal: deal["nonces"].update({"1": "x"})),
        "hounds",
        "the nonce of Bob is not the one that was promised",
    ),
    "a secret that is never told": (
        telling(hide_secret),
        "hounds",
        "the match is over, and the server has not told its secret",
    ),
    "a commitment that changes": (
        telling(swap_commitment),
        "hounds",
        "the server's commitment changed after it had been shown",
    ),
    "a version that changes": (
        at_end(lambda deal: deal.update(version=2)),
        "hounds",
        "the version of the rules changed after it had been shown",
    ),
    "a match without the nonces that were promised": (
        dealing(forgetful),
        "hounds",
        "the match began without the nonce that your seat has promised",
    ),
    "a missing nonce that is passed over": (
        without_bob(crooked(Impatient)),
        "hounds",
        "the nonce of Bob is missing, and the match should not have begun",
    ),
    "a missing nonce that is made up": (
        without_bob(inventive),
        "hounds",
        "the nonce of Bob is not the one that was promised",
    ),
}

# these keep Ann from opening her nonce, so no match comes of them
UNSAFE: Mapping[str, tuple[Cheat, str]] = {
    "a nonce of the server's own in a player's name": (
        at_start(lambda fair: fair["commitments"].update({"0": commitment(OTHER)})),
        "the server shows another commitment for your seat than this client has sent",
    ),
    "a player left out": (
        at_start(lambda fair: fair["commitments"].pop("0")),
        "the server leaves out the nonce that your seat has promised",
    ),
    "a commitment that is shown after the opening": (
        at_start(lambda fair: fair.pop("commitment")),
        "the server wants the nonces before it has bound itself to a secret",
    ),
    "a commitment that is none": (
        at_start(lambda fair: fair.update(commitment="trust me")),
        "the server wants the nonces before it has bound itself to a secret",
    ),
}

VERIFY: Mapping[str, tuple[Cheat, str, str]] = {
    "a re-roll after the openings": (
        dealing(crooked(Rerolled)),
        "hounds",
        r"was shown as .* but the deal gives",
    ),
    "a swapped card in a patch": (
        telling(once(swap_card)),
        "haydes",
        r"tiles . \d+ was shown as .D, but the deal gives .C",
    ),
    "a changed die in an event": (
        telling(once(change_die)),
        "haydes",
        r"the events of input \d+ were told otherwise: test, dice was shown as",
    ),
    "a private card that is another": (
        telling(once(change_hand)),
        "hounds",
        r"in your hand after input \d+, hand 0 was shown as",
    ),
    "an event that is kept back": (
        telling(once(hide_event)),
        "haydes",
        r"the events of input \d+ were told otherwise",
    ),
    "choices that are kept back": (
        telling(once(hide_choice)),
        "hounds",
        "your choices were not those of the rules",
    ),
    "another act than the one that was done": (
        other_act,
        "hounds",
        r"your act \(do .*\) is not in the script where you did it",
    ),
    "another winner": (
        telling(change_winner),
        "hounds",
        "the outcome is not the one that the table showed",
    ),
    "a script with an input left out": (
        in_script(lambda inputs: inputs.pop(len(inputs) // 2)),
        "hounds",
        r"was not possible|was shown as|were told otherwise",
    ),
    "a script with an input added": (
        in_script(lambda inputs: inputs.insert(0, dict(inputs[0]))),
        "hounds",
        r"was not possible|was shown as|were told otherwise",
    ),
    "a script in another order": (
        in_script(lambda inputs: inputs.insert(0, inputs.pop(1))),
        "hounds",
        r"was not possible|was shown as|were told otherwise",
    ),
    "a script with another action": (
        in_script(lambda inputs: inputs[0].update(action=999)),
        "hounds",
        "input 1 of the script, of (Ann|Bob), was not possible",
    ),
    "a script with a seat that is none": (
        in_script(lambda inputs: inputs[0].update(seat=9)),
        "hounds",
        "input 1 of the script, of seat 10, was not possible",
    ),
    "a script that ends early": (
        in_script(lambda inputs: inputs.pop()),
        "hounds",
        r"more was played than the \d+ inputs of the script",
    ),
    "other options in the script": (
        telling(
            lambda message: (
                message["type"] == "script"
                and not message["deal"]["options"].update(fight="another")
            )
        ),
        "hounds",
        "the options in the script: not what the table showed",
    ),
    "other options than those that were played": (
        other_options,
        "haydes",
        r"was shown as|more things|not the one that the table showed|not those of the rules",
    ),
    "another version of the rules in the script": (
        telling(
            lambda message: message["type"] == "script" and not message["deal"].update(version=2)
        ),
        "hounds",
        "the version of the rules in the script: not what the table showed",
    ),
}

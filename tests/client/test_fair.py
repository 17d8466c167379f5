"""What a client says of the dealing, view by view, over lost links and restarts of its own."""

from dataclasses import replace
from typing import Any

import pytest
from tests.client import positions

from haydes.client import dealing
from haydes.client.fair import Fair, Step, Verdict, follow, relinked
from haydes.client.model import Link, LinkState, Model
from haydes.client.pledge import has_lost_nonce, pledged
from haydes.protocol.fair import commitment
from haydes.protocol.messages import Join, Ready, Request, Reveal, Start, Transcript
from haydes.protocol.tree import Tree, merge

VIEW = positions.view(positions.game(), positions.MOVES)
NONCE, SECRET, OTHER = (bytes([n]) * 32 for n in (1, 2, 3))
MINE, SERVERS = commitment(NONCE), commitment(SECRET)
BOUND: dict[str, Any] = {
    "match": 1, "version": 1, "commitment": SERVERS, "commitments": {"0": MINE},
}  # fmt: skip
READY = Fair(NONCE.hex())


def table(phase: str, promised: str = MINE, **fair: object) -> Tree:
    seat = {"commitment": promised} if promised else {}
    return {"phase": phase, "seats": {"0": seat}, "fair": {**BOUND, **fair}}  # type: ignore[dict-item]  # plain data


def see(fair: Fair, tree: Tree, seat: int | None = 0) -> Step:
    return follow(fair, tree, seat, lambda n: f"seat {n}")


def opening(fair: Fair = READY) -> Step:
    return see(see(fair, table("waiting")).fair, table("opening", opened=[]))


def told() -> dict[str, object]:
    return {"secret": SECRET.hex(), "nonces": {"0": NONCE.hex()}}


def test_the_nonce_is_opened_once_over_a_connection() -> None:
    step = opening()
    assert step.send == (Reveal(ref=0, nonce=NONCE.hex()),)
    assert see(step.fair, table("opening", opened=[0])).send == ()


def test_the_nonce_is_opened_again_over_a_new_connection() -> None:
    step = see(relinked(opening().fair), table("opening", opened=[]))
    assert step.send == (Reveal(ref=0, nonce=NONCE.hex()),)
    assert step.faults == ()


def test_another_secret_after_the_opening_is_a_fault_even_over_a_new_connection() -> None:
    step = see(relinked(opening().fair), table("opening", commitment=commitment(OTHER)))
    assert step.faults == ("the server's commitment changed after it had been shown",)
    assert step.send == ()


def test_a_start_that_was_called_off_and_made_again_over_a_lost_link_is_no_fault() -> None:
    again = table("opening", "", commitment=commitment(OTHER), commitments={})
    step = see(relinked(opening().fair), again)
    assert (step.faults, step.send) == ((), ())


@pytest.mark.parametrize("phase", ["playing", "over"])
def test_a_start_that_only_a_spectator_saw_may_have_been_called_off_and_made_again(
    phase: str,
) -> None:
    seen = see(Fair(), table("opening", opened=[]), None).fair
    again = table(phase, "", commitment=commitment(OTHER), commitments={})
    assert see(relinked(seen), again, None).faults == ()


def test_what_a_spectator_saw_begin_binds_over_a_lost_link() -> None:
    seen = see(see(Fair(), table("opening", opened=[]), None).fair, table("playing"), None).fair
    other = table("playing", commitment=commitment(OTHER))
    assert see(relinked(seen), other, None).faults


def test_a_nonce_for_a_start_called_off_unseen_does_not_count_for_the_next() -> None:
    back = see(relinked(opening().fair), table("waiting", ""))
    ready = see(replace(back.fair, nonce=OTHER.hex()), table("waiting", commitment(OTHER)))
    again = {"commitment": commitment(SECRET), "commitments": {"0": commitment(OTHER)}}
    step = see(ready.fair, table("opening", commitment(OTHER), opened=[], **again))
    assert step.faults == ()
    assert step.send == (Reveal(ref=0, nonce=OTHER.hex()),)


def test_a_promise_of_before_a_lost_link_is_not_held_against_the_server() -> None:
    waiting = see(READY, table("waiting")).fair
    step = see(relinked(waiting), table("playing", "", commitments={}))
    assert step.faults == ()


def test_a_fault_is_told_once() -> None:
    swapped = table("playing", "", commitment=commitment(OTHER))
    step = see(opening().fair, swapped)
    assert len(step.faults) == 1
    assert see(step.fair, swapped).faults == ()


def test_a_match_that_begins_before_the_nonce_is_opened_is_a_fault() -> None:
    step = see(see(READY, table("waiting")).fair, table("playing", ""))
    assert step.faults == ("the match began although this client has not opened its nonce",)


def test_a_match_without_a_secret_is_a_fault() -> None:
    step = see(Fair(), table("playing", "", commitment=""))
    assert step.faults == ("the match began before the server had bound itself to a secret",)


def test_the_end_is_checked_even_if_the_link_was_lost_meanwhile() -> None:
    playing = see(opening().fair, table("playing", "")).fair
    step = see(relinked(playing), table("over", "", **told()))
    assert step.send == (Transcript(ref=0, match=1),)
    assert step.fair.verdict is Verdict.CHECKING
    assert step.fair.nonce == ""


def test_the_script_is_asked_for_again_over_a_new_connection() -> None:
    playing = see(opening().fair, table("playing", "")).fair
    over = see(playing, table("over", "", **told())).fair
    assert see(over, table("over", "", **told())).send == ()
    step = see(relinked(over), table("over", "", **told()))
    assert step.send == (Transcript(ref=0, match=1),)


def test_who_comes_when_a_match_is_over_has_nothing_to_check() -> None:
    step = see(Fair(), table("over", "", **told()))
    assert (step.send, step.faults, step.fair.verdict) == ((), (), Verdict.NONE)


def test_after_a_start_that_is_called_off_all_begins_anew() -> None:
    step = see(opening().fair, table("waiting", "", missing=[1]))
    assert step.fair == Fair(phase="waiting")
    fresh = replace(step.fair, nonce=OTHER.hex())
    assert see(fresh, table("waiting", "", missing=[1])).fair.nonce == OTHER.hex()


def test_a_spectator_opens_nothing_and_sees_the_end() -> None:
    first = see(Fair(), table("opening", opened=[]), None)
    assert first.send == ()
    last = see(see(first.fair, table("playing", ""), None).fair, table("over", "", **told()), None)
    assert last.send == (Transcript(ref=0, match=1),)


# Promising


def model(fair: Fair | None = None, **seat: object) -> Model:
    """Return a host at a table between matches."""
    change: Any = {"phase": "waiting", "seats": {"0": seat}}
    view = replace(VIEW, table=merge(VIEW.table, change))
    link = Link(LinkState.LIVE)
    return Model("Ann", link=link, view=view, features=("fair",), fair=fair or Fair())


def promise(before: Model, request: Request) -> tuple[Request, ...]:
    return pledged(before, request, NONCE.hex)[1]


def test_ready_promises_a_new_nonce() -> None:
    after, requests = pledged(model(), Ready(ref=0), NONCE.hex)
    assert requests == (Ready(ref=0, commitment=MINE),)
    assert after.fair.nonce == NONCE.hex()
    assert NONCE.hex() not in repr(after)


def test_the_host_promises_one_along_with_the_start() -> None:
    assert promise(model(), Start(ref=0)) == (Ready(ref=0, commitment=MINE), Start(ref=0))


def test_a_promise_that_stands_is_kept() -> None:
    stands = model(Fair(OTHER.hex()), commitment=commitment(OTHER))
    assert promise(stands, Start(ref=0)) == (Start(ref=0),)
    assert promise(stands, Ready(ref=0)) == (Ready(ref=0, commitment=commitment(OTHER)),)


def test_a_tutorial_is_dealt_as_its_course_says_also_once_more() -> None:
    assert promise(replace(model(), taught=True), Start(ref=0)) == (Start(ref=0),)


def test_a_guest_who_may_not_start_promises_nothing_by_trying() -> None:
    guest = model()
    assert guest.view
    guest = replace(guest, view=replace(guest.view, table={**guest.view.table, "host": 1}))
    assert promise(guest, Start(ref=0)) == (Start(ref=0),)


@pytest.mark.parametrize(
    "other",
    [
        replace(model(), features=()),
        replace(model(), link=Link(LinkState.OFFLINE)),
        replace(model(), view=None),
        replace(model(), view=VIEW),
    ],
)
def test_nothing_is_promised_where_it_cannot_be(other: Model) -> None:
    assert promise(other, Ready(ref=0)) == (Ready(ref=0),)


def test_other_requests_promise_nothing() -> None:
    assert promise(model(), Join(ref=0, table="x")) == (Join(ref=0, table="x"),)


def test_a_nonce_that_an_earlier_run_has_promised_is_promised_anew() -> None:
    lost = model(commitment=MINE)
    assert has_lost_nonce(lost)
    assert not has_lost_nonce(replace(lost, asked={3: Ready(ref=3)}))
    assert not has_lost_nonce(replace(lost, fair=READY))
    assert not has_lost_nonce(model())
    assert not has_lost_nonce(replace(lost, view=None))
    assert not has_lost_nonce(replace(lost, view=VIEW))


# Words


def test_a_verdict_is_told_in_words() -> None:
    assert dealing.verdict(Verdict.NONE) == ""
    assert dealing.verdict(Verdict.FAIR) == "Dealt fairly."
    assert dealing.judged(Verdict.UNFAIR, "why.") == "NOT DEALT FAIRLY: why."


def test_who_adds_to_the_seed_and_who_is_missing_is_told_by_name() -> None:
    bound: Any = {"fair": {"commitments": {"0": MINE, "1": MINE}, "missing": [1]}}
    view = replace(VIEW, table=merge(VIEW.table, bound))
    assert dealing.begun(VIEW) == ""
    assert dealing.begun(view).endswith("random numbers of Bram and you too.")
    assert dealing.cancelled(view).startswith("no match: no random number came in time from Bram.")

"""The commands of Release the Hounds: a line of words becomes an action, an answer or an error."""

from collections.abc import Mapping, Sequence

from haydes.client.cards import Cards, card
from haydes.client.hounds import counts, track
from haydes.client.hounds.befell import befell
from haydes.client.hounds.hints import why
from haydes.client.hounds.sentences import (
    aimed,
    deed,
    distance,
    forced,
    holding,
    outcome,
    tell,
    turn,
)
from haydes.client.model import View, my_seat, seat_name
from haydes.client.speech import Command, Said, Scene, Speech, listed, matches

JOINTS = ("on", "at", "to", "toward", "towards")
MYSELF = ("me", "myself", "self")
LONGEST_NAME = 3  # words: "nine of diamonds"
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "last")


def _play(words: Sequence[str], scene: Scene) -> Said:
    hand = track.hand(scene.view)
    held, rest, error = _held(words, hand, scene.cards)
    if error:
        return Said(error=f"{error} {holding(scene.view, scene.cards)}")
    if rest and rest[0] in JOINTS:
        rest = rest[1:]
    aims = track.targets(scene.view, held)
    if not rest and len(aims) == 1:
        return Said(track.action(held, aims[0]))
    if track.is_joker(held):
        return _joker(held, rest)
    return _on(held, rest, scene.view)


def _held(
    words: Sequence[str], hand: Sequence[str], cards: Cards
) -> tuple[str, Sequence[str], str]:
    """Return the card that is meant, the words after it, and what is wrong if none is."""
    if not words:
        return "", (), "play needs a card."
    for size in range(min(LONGEST_NAME, len(words)), 0, -1):
        said, rest = " ".join(words[:size]), words[size:]
        found = _meant(said, hand)
        if len(found) == 1:
            return found[0], rest, ""
        if found:
            meant = listed([card(held, cards) for held in found])
            return "", (), f'"{said}" could be {meant}: say {listed(found)}.'
    return "", (), f'there is no "{words[0]}" in your hand.'


def _meant(said: str, hand: Sequence[str]) -> list[str]:
    if said.isdecimal() and 0 < int(said) <= len(hand):
        # the second card, or the two of another suit?
        alike = [held for held in hand if held.startswith(said)]
        return list(dict.fromkeys([hand[int(said) - 1], *alike]))
    exact = [held for held in hand if said in _names(held)]
    return exact or [held for held in hand if matches(said, _names(held))]


def _names(held: str) -> list[str]:
    """Return what a card may be called."""
    names = [held.lower(), card(held).lower()]
    if track.is_joker(held):
        return [*names, "joker"]
    return [*names, f"10{held[1:]}".lower()] if held[:1] == "T" else names


def _joker(held: str, rest: Sequence[str]) -> Said:
    said = [word for word in rest if word != "the"]
    found = matches(said[0], track.ENDS) if len(said) == 1 else []
    if len(found) != 1:
        return Said(error=f'after "play {held}" I need toward escape or hounds{_not(rest)}.')
    return Said(track.action(held, found[0]))


def _on(held: str, rest: Sequence[str], view: View) -> Said:
    aims = track.targets(view, held)
    if not rest:
        whom = listed([aimed(view, aim) for aim in aims])
        return Said(error=f'after "play {held}" I need on and a name: {whom}.')
    said = " ".join(rest)
    found = _seats(said, view)
    if len(found) > 1:
        return Said(error=f'"{said}" could be {listed([seat_name(view, s) for s in found])}.')
    if found and str(found[0]) in aims:
        return Said(track.action(held, str(found[0])))
    whom = listed([aimed(view, aim) for aim in aims])
    if not found:
        return Said(error=f'there is no "{said}" here. {held} can go on {whom}.')
    return Said(error=f"{_why_not(held, found[0], view)} It can go on {whom}.")


def _seats(said: str, view: View) -> list[int]:
    """Return the seats that a number, a name or its beginning may mean."""
    me = my_seat(view)
    if said in MYSELF and me is not None:
        return [me]
    seats = [one.seat for one in track.convicts(view.game)]
    if said.isdecimal():
        return [seat for seat in seats if seat == int(said) - 1]
    names = {seat: seat_name(view, seat).lower() for seat in seats}
    exact = [seat for seat, name in names.items() if name == said]
    return exact or [seat for seat, name in names.items() if name.startswith(said)]


def _why_not(held: str, seat: int, view: View) -> str:
    if not track.convict(view.game, seat).runs:
        return f"{seat_name(view, seat)} has left the track."
    force = track.force(view.game)
    if force is not None:
        return forced(view, force)
    return f"{held} is a court card, which is for others than yourself."


def _discard(words: Sequence[str], scene: Scene) -> Said:
    if words:
        return Said(error=f'after "discard" I need nothing more, not "{words[0]}".')
    force = track.force(scene.view.game)
    return Said(error=forced(scene.view, force)) if force is not None else Said({"do": "discard"})


def _hand(words: Sequence[str], scene: Scene) -> Said:
    if my_seat(scene.view) is None:
        return Said(error="you are watching, and hold no cards.")
    return _nothing("hand", words) or Said(lines=(holding(scene.view, scene.cards),))


def _track(words: Sequence[str], scene: Scene) -> Said:
    """Tell where everybody is, nearest to Escape first, and what was played this round."""
    game = scene.view.game
    order = track.order(game)
    running = sorted(
        (one for one in track.convicts(game) if one.runs), key=lambda one: (-one.at, one.seat)
    )
    lines = [_standing(one, order, scene.view) for one in running]
    lines += [
        f"{_subject(scene.view, one.seat)}: {GONE.get(one.state, one.state)}."
        for one in track.convicts(game)
        if not one.runs
    ]
    return _nothing("track", words) or Said(lines=tuple(lines))


GONE = {"escaped": "escaped", "caught": "caught by the hounds", "out": "out of the game"}


def _standing(one: track.Convict, order: Sequence[int], view: View) -> str:
    parts = [f"{_subject(view, one.seat)} on {one.at} of {track.length(view.game)}"]
    if one.net:
        parts.append(f"{distance(one.net)} so far")
    if one.seat in order:
        place = order.index(one.seat) + 1
        last = place == len(order) and place > 1
        parts.append(f"plays {'last' if last else PLACES[min(place, len(PLACES)) - 1]}")
    parts.append(f"{one.hand or 'no'} card{'s' * (one.hand != 1)}")
    return f"{', '.join(parts)}."


def _subject(view: View, seat: int) -> str:
    return "You" if seat == my_seat(view) else seat_name(view, seat)


def _odds(words: Sequence[str], scene: Scene) -> Said:
    view = scene.view
    piles = counts.piles(view)
    lines: list[str] = []
    for pile in piles:
        names = [
            seat_name(view, one.seat)
            for one in track.convicts(view.game)
            if one.hand and one.pile == pile and one.seat != my_seat(view)
        ]
        shares = zip(counts.KINDS, counts.chances(view, pile), strict=True)
        told = ", ".join(f"{kind} {share}%" for kind, share in shares)
        lines.append(f"each card in the hand of {listed(names)}: {told}.")
    return _nothing("odds", words) or Said(lines=tuple(lines or ["nobody else holds cards."]))


def _nothing(command: str, words: Sequence[str]) -> Said | None:
    if not words:
        return None
    return Said(error=f'after "{command}" I need nothing more, not "{words[0]}".')


def _not(words: Sequence[str]) -> str:
    return f', not "{" ".join(words)}"' if words else ""


def _follow(words: Sequence[str], view: View) -> Sequence[str]:
    """Return what may come after these words."""
    if words[0] != "play":
        return ()
    hand = track.hand(view)
    if len(words) == 1:
        return [held for held in hand if track.targets(view, held)]
    held, rest, _ = _held(words[1:], hand, Cards.WORDS)
    aims = track.targets(view, held)
    if not rest:
        return ["toward" if track.is_joker(held) else "on"] if aims else ()
    if len(rest) == 1 and rest[0] in JOINTS:
        return [aimed(view, aim) for aim in aims]
    return ()


ACTS: Mapping[str, Command] = {"play": _play, "discard": _discard}
HOUNDS = Speech(
    title="Release the Hounds",
    tell=tell,
    turn=turn,
    deed=deed,
    outcome=outcome,
    acts=ACTS,
    asks={"hand": _hand, "track": _track, "odds": _odds},
    follow=_follow,
    befell=befell,
    why=why,
    aliases={"pass": "discard", "where": "track"},
    help=(
        ("play 9D on Ann, p 1 on 2", "play a card (or your first) on somebody (or on seat 2)"),
        ("play 9D on me", "play it on yourself"),
        ("play joker toward escape", "everybody moves by a die, that way (or toward hounds)"),
        ("discard, pass", "throw away what you hold and end your part"),
        ("hand", "your cards"),
        ("track", "who is where, how far each will move, who plays when"),
        ("odds", "what the cards in other hands may be, counted from the unseen ones"),
    ),
)

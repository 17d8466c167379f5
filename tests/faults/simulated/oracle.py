"""What must have happened at a table: its records played again by the rules alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import msgpack
from tests.faults.broken import BrokenError
from tests.faults.simulated.person import Person
from tests.faults.simulated.sights import Deed, Sight, written

from haydes.engine.game import Event, Seat
from haydes.engine.match import Input, Kind, Match
from haydes.engine.plain import Tree
from haydes.engine.registry import GAMES
from haydes.protocol.fair import Terms, seed
from haydes.protocol.limits import TOKEN
from haydes.server.chain import Row
from haydes.server.journal import (
    InputTaken,
    MatchStarted,
    NonceOpened,
    SeatOpened,
    SeatTaken,
    SecretDrawn,
    TableOpened,
    unpack,
)

_ASKING = frozenset({"seat", "prompt", "choices"})  # what the server adds to a private tree


@dataclass(slots=True)
class Moment:
    """The match after so many inputs."""

    public: Tree
    private: Mapping[Seat, Tree]
    events: Sequence[Event]  # of the last input


@dataclass(slots=True)
class History:
    """All that the records of a table tell."""

    names: dict[Seat, str] = field(
        default_factory=dict[Seat, str]
    )  # of people, as they come and go
    players: dict[Seat, str] = field(default_factory=dict[Seat, str])  # who began the match
    secret: bytes = b""
    nonces: dict[Seat, bytes] = field(default_factory=dict[Seat, bytes])
    match: Match | None = None
    moments: list[Moment] = field(default_factory=list[Moment])
    deeds: dict[Seat, list[Deed]] = field(default_factory=dict[Seat, list[Deed]])

    @property
    def is_over(self) -> bool:
        return self.match is not None and self.match.outcome is not None


def history(rows: Iterable[Row]) -> History:
    """Play the records of a table again; raises BrokenError where they do not fit."""
    told = History()
    opened: TableOpened | None = None
    for row in rows:
        record = unpack(row.body)
        match record:
            case TableOpened():
                opened = record
            case SeatTaken(seat=seat, name=name, bot=bot):
                told.names.pop(seat, None)
                if not bot:
                    told.names[seat] = name
            case SeatOpened(seat=seat):
                told.names.pop(seat, None)
            case SecretDrawn(secret=secret):
                told.secret, told.nonces = secret, {}
            case NonceOpened(seat=seat, nonce=nonce):
                told.nonces[seat] = nonce
            case MatchStarted(seed=drawn):
                assert opened
                _begin(told, opened, drawn)
            case InputTaken(input=entry, prompt=prompt):
                _put(told, entry, prompt)
            case _:
                pass  # nothing that is seen of the match follows from it
    return told


def _begin(told: History, opened: TableOpened, drawn: bytes) -> None:
    terms = Terms(
        table=opened.table,
        match=1,
        game=opened.game,
        version=opened.version,
        options=opened.options,
    )
    nonces = [told.nonces.get(seat, b"") for seat in range(opened.seats)]
    if drawn != seed(terms, told.secret, nonces):
        raise BrokenError("I4", "the seed is not what secret and nonces give")
    told.players = dict(told.names)
    told.match = Match(GAMES[opened.game], opened.seats, opened.options, drawn)
    told.moments.append(_moment(told.match, ()))


def _put(told: History, entry: Input, prompt: int | None) -> None:
    match = told.match
    assert match
    if prompt is not None:
        action = written(match.describe(entry.action))
        told.deeds.setdefault(entry.seat, []).append((prompt, action))
    if entry.kind is Kind.ACT:
        events = match.play(entry.seat, entry.action)
    else:
        events = match.expire() if entry.kind is Kind.EXPIRE else match.forfeit(entry.seat)
    told.moments.append(_moment(match, events))


def _moment(match: Match, events: Sequence[Event]) -> Moment:
    private = {seat: match.private(seat) for seat in range(match.seats)}
    return Moment(match.public(), private, events)


def check(person: Person, told: History) -> None:
    """See that what a person saw and did is what happened."""
    match = told.match
    if match is None:
        raise BrokenError("I1", f"{person.name} saw a match that is not in the journal")
    seat = next((seat for seat, name in told.players.items() if name == person.name), None)
    _check_sights(person, seat, told)
    if (seat is None) is not person.watches:
        raise BrokenError("I1", f"the seat of {person.name} is not in the journal")
    if seat is not None:
        _check_acts(person, told.deeds.get(seat, []))
    _check_secrets(person, match, told)


def _check_sights(person: Person, seat: Seat | None, told: History) -> None:
    for sight in person.sights.seen:
        if sight.ply >= len(told.moments):
            raise BrokenError("I1", f"{person.name} saw ply {sight.ply}, which is lost")
        moment = told.moments[sight.ply]
        if sight.game != _plain(moment.public):
            raise BrokenError("I5", f"{person.name} saw another table at ply {sight.ply}")
        own = {key: value for key, value in sight.you.items() if key not in _ASKING}
        if own != ({} if seat is None else _plain(moment.private[seat])):
            raise BrokenError("I5", f"{person.name} saw another hand at ply {sight.ply}")
        if sight.events is not None:
            _check_events(person, seat, sight, told)


def _check_events(person: Person, seat: Seat | None, sight: Sight, told: History) -> None:
    passed = told.moments[sight.since + 1 : sight.ply + 1]
    events = [event for moment in passed for event in moment.events]
    public = [_plain(event.tree) for event in events if event.only is None]
    mine = [_plain(event.tree) for event in events if seat is not None and event.only == seat]
    if list(sight.events or ()) != public or list(sight.private_events) != mine:
        raise BrokenError("I5", f"{person.name} was told of other things before ply {sight.ply}")


def _check_acts(person: Person, deeds: Sequence[Deed]) -> None:
    acts, done = person.acts, set(deeds)
    if len(done) < len(deeds):
        raise BrokenError("I3", f"an act of {person.name} was carried out twice")
    if len({prompt for prompt, _ in deeds}) < len(deeds):
        raise BrokenError("I3", f"{person.name} has answered a question twice")
    if lost := acts.done - done:
        raise BrokenError("I1", f"{len(lost)} acts of {person.name} were acknowledged and lost")
    if done - acts.tried.keys():
        raise BrokenError("I2", f"an act of {person.name} is in the journal and was never sent")
    if done & acts.voided:
        raise BrokenError("FENCE", f"an older connection has acted for {person.name}")
    if done & acts.refused.keys() - acts.done:
        raise BrokenError("I3", f"an act of {person.name} was carried out and refused")


def _check_secrets(person: Person, match: Match, told: History) -> None:
    """See that nothing hidden was on the way to a person. Trees are compared as a whole."""
    early = [match.seed, told.secret, *told.nonces.values()]
    early += [secret.hex().encode() for secret in early if secret]
    own = {secret.encode() for secret in person.secrets}
    for secret in early:
        if secret and secret not in own and secret in person.stream:
            raise BrokenError("I8", f"{person.name} could read a secret before the end")
    if match.seed in person.later or match.seed.hex().encode() in person.later:
        raise BrokenError("I8", f"{person.name} could read the seed")


def check_tokens(people: Iterable[Person]) -> None:
    """See that nobody has heard another's token."""
    everybody = list(people)
    for person in everybody:
        for other in everybody:
            for secret in other.secrets if other is not person else ():
                token = secret.encode()
                if token in person.stream or (len(token) == TOKEN and token in person.later):
                    raise BrokenError("I8", f"{person.name} could read what is {other.name}'s")


def _plain(tree: Tree) -> Any:
    """Return a tree as it looks when it has come over the wire."""
    return msgpack.decode(msgpack.encode(tree))

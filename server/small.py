"""The dictionary of deflated updates: what updates of the games look like.

It is made by playing, so it needs no file and follows the games by itself; what it holds is of
matches that nobody plays.
"""

from collections.abc import Mapping
from functools import cached_property

from msgspec import UNSET

from haydes.engine.dealer import FairDealer
from haydes.engine.game import Game
from haydes.engine.match import Kind
from haydes.protocol.codec import HEADER, pack
from haydes.protocol.deflate import DICTIONARY, Deflater, to_text
from haydes.server.play import Play
from haydes.server.views import View, Views

_ACTS = 40
_SEATS = 4


class Small:
    """The deflater and its dictionary; nothing is worked out before somebody asks for it."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games

    @cached_property
    def _dictionary(self) -> bytes:
        share = DICTIONARY // max(1, len(self._games))
        return b"".join(_updates(game)[-share:] for game in self._games.values())

    @cached_property
    def text(self) -> str:
        """The dictionary as `welcome` carries it."""
        return to_text(self._dictionary)

    @cached_property
    def deflater(self) -> Deflater:
        return Deflater(self._dictionary)


def _updates(game: Game) -> bytes:
    """Return the updates that who is asked next gets in a match at random, the latest last."""
    seats = min(max(_SEATS, game.seats[0]), game.seats[-1])
    play, views, dealer = Play(game, seats, game.settle({})), Views(), FairDealer(bytes(32))
    updates: list[bytes] = []
    for match in range(_ACTS):
        if not play.is_running:
            play.begin(bytes([match]) * 32)
        asked = next(seat for seat in range(seats) if play.asks(seat))
        legal = play.questions[asked].legal
        action = legal[dealer.below(len(legal))]
        events = play.put(play.entry(Kind.ACT, asked, action))
        you = {seat: play.private(seat) for seat in range(seats)}
        told = views.advance(View(play.ply, {}, play.public(), you, UNSET), events)
        if told:
            shared, private = told
            asked = next((seat for seat in private if play.asks(seat)), asked)
            updates.append(pack(private.get(asked, shared))[HEADER:])
    return b"".join(updates)

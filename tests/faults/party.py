"""People who play match after match at a table of theirs, whatever happens to the server."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

from tests.faults.broken import BrokenError
from tests.faults.luck import odds, pick
from tests.faults.player import Player, Sight, seat_trees

from haydes.engine.dealer import FairDealer
from haydes.protocol.fair import SECRET_BYTES, commitment
from haydes.protocol.messages import (
    Act,
    Described,
    Done,
    Join,
    Kick,
    Leave,
    Open,
    Ready,
    Refused,
    Request,
    Reveal,
    Start,
)

Wish: TypeAlias = tuple[str, dict[str, str | bool | int], list[str]]  # game, options, bots
# Short matches, so that many come to their end
WISHES: Sequence[Wish] = (
    ("haydes", {"map": "quick", "turn_limit": 3}, []),
    ("hounds", {}, ["random"]),
    ("holyquest", {}, []),
    ("haydes", {"map": "quick", "exhaustion": "never", "turn_limit": 5}, ["random"]),
    ("hounds", {"one_hound_short": True}, []),
)
# Per cent: a rematch, an act sent twice, a ready mark, one without a nonce
_AGAIN, _TWICE, _READY, _ADD_NOTHING = 30, 10, 60, 20


class Party:
    def __init__(
        self, players: Sequence[Player], dealer: FairDealer, wishes: Sequence[Wish] = WISHES
    ) -> None:
        self.players = players
        self.table = ""
        self.opened = self.matches = 0
        self._dealer = dealer
        self._wishes = wishes
        self.refused: Counter[str] = Counter()
        self._open = False  # nobody has left it yet
        self._again = 0  # number of the match after which there is to be another one
        self._decided: set[tuple[Player, str]] = set()  # who has thought of being ready, for what
        self._shut_out: set[str] = set()  # who has a seat without knowing its token

    def go_on(self, player: Player) -> None:
        """Let a player who waits for nothing ask for what comes next."""
        if player.welcomed and not player.asked:
            requests = self._next(player)
            if requests:
                player.ask(*requests)

    def note(self, player: Player, request: Request, answer: Done | Refused) -> None:
        """Take notice of an answer to a player."""
        if isinstance(answer, Refused):
            self.refused[f"{type(request).__name__} {answer.code}"] += 1
            if isinstance(request, Join) and answer.code == "name_taken":
                self._shut_out.add(player.name)
        elif isinstance(request, Open | Join):
            player.table, player.token = answer.table, answer.token
            if isinstance(request, Open):
                self.table, self._open, self._again = answer.table, True, 0
                self._decided.clear()

    def _next(self, player: Player) -> list[Request]:
        if not player.token:
            return self._come(player)
        if player.view is None:
            return []
        match player.view.table["phase"]:
            case "playing":
                return self._act(player, player.view)
            case "opening":
                return self._reveal(player, player.view)
            case "waiting" if self._open:
                return self._prepare(player, player.view)
            case _:
                return self._end(player, player.view)

    def _come(self, player: Player) -> list[Request]:
        host = player is self.players[0]
        if not any(one.token for one in self.players):
            self._open = False
        elif self._open and not host and player.name not in self._shut_out:
            return [Join(ref=player.next_ref(), table=self.table)]
        if not host or any(one.token for one in self.players):
            return []
        game, options, bots = pick(self._dealer, self._wishes)
        self.opened += 1
        seats = len(self.players) + len(bots)
        return [Open(ref=player.next_ref(), game=game, options=options, bots=bots, seats=seats)]

    def _prepare(self, player: Player, view: Sight) -> list[Request]:
        """Start when all are there; who came, but was never told so, gets a seat once more."""
        start = str(fair(view).get("commitment"))  # of the latest one
        if (player, start) not in self._decided:
            self._decided.add((player, start))
            if odds(self._dealer, _READY):
                return [self._promise(player)]
        if view.table["host"] != view.you["seat"]:
            return []
        taken = {str(tree.get("name")): int(seat) for seat, tree in seat_trees(view).items()}
        self._shut_out &= set(taken)
        for name in self._shut_out:
            return [Kick(ref=player.next_ref(), seat=taken[name])]
        ready = all(one.token and (one, start) in self._decided for one in self.players)
        return [Start(ref=player.next_ref())] if ready else []

    def _promise(self, player: Player) -> Request:
        if odds(self._dealer, _ADD_NOTHING):
            return Ready(ref=player.next_ref())
        nonce = bytes(self._dealer.below(256) for _ in range(SECRET_BYTES))
        promise = commitment(nonce)
        player.nonces[promise] = nonce
        return Ready(ref=player.next_ref(), commitment=promise)

    def _reveal(self, player: Player, view: Sight) -> list[Request]:
        seat, deal = view.you["seat"], fair(view)
        promise = deal["commitments"].get(str(seat))
        if promise is None or seat in deal["opened"]:
            return []
        nonce = player.nonces.get(promise)
        if nonce is None:
            raise BrokenError("I2", f"{player.name} has not promised what is shown")
        return [Reveal(ref=player.next_ref(), nonce=nonce.hex())]

    def _act(self, player: Player, view: Sight) -> list[Request]:
        prompt = cast(int, view.you["prompt"])
        if not view.you["choices"] or (player.table, prompt) in player.deeds:
            return []  # what follows from the last act is on its way
        action = self._choose(cast(list[dict[str, Any]], view.you["choices"]))
        times = 2 if odds(self._dealer, _TWICE) else 1
        return [Act(ref=player.next_ref(), prompt=prompt, action=action) for _ in range(times)]

    def _choose(self, groups: list[dict[str, Any]]) -> Described:
        group = pick(self._dealer, groups)
        return {k: self._one_of(value) for k, value in group.items()}

    def _one_of(self, value: Any) -> Any:
        return value if isinstance(value, str) else pick(self._dealer, value)

    def _end(self, player: Player, view: Sight) -> list[Request]:
        if self._again == view.table["match"]:
            return self._prepare(player, view)
        if self._open and view.table["host"] == view.you["seat"]:
            self.matches += 1
            if odds(self._dealer, _AGAIN):
                self._again = cast(int, view.table["match"])
                return []
            self._open = False
        return [] if self._open else [Leave(ref=player.next_ref())]


def fair(view: Sight) -> dict[str, Any]:
    """Return how the latest match is dealt; nothing before the first start."""
    return cast(dict[str, Any], view.table.get("fair", {}))

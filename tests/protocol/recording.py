"""A whole short session, both directions: protocol/vectors/session.json.

`python -m tests.protocol.recording` writes the file. A real match is played; the part of the
server around it is written out here, so that the file can be read beside SPEC.md.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from haydes.engine.match import Match
from haydes.engine.plain import Tree, Value
from haydes.engine.registry import GAMES
from haydes.protocol.codec import pack
from haydes.protocol.codes import CLOSES, REFUSALS, Close, Refusal
from haydes.protocol.fair import Terms, commitment, seed
from haydes.protocol.limits import PROTOCOL, Limits
from haydes.protocol.messages import ClientMessage, ServerMessage
from haydes.protocol.tree import diff

FILE = Path(__file__).parents[2] / "protocol" / "vectors" / "session.json"
SECRET = (13663).to_bytes(32, "big")  # a short match with a creature in it
OPTIONS: dict[str, Value] = {"map": "quick", "turn_limit": 1}
TABLE = "rimuta"
TOKEN = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"  # noqa: S105 - an example
AT = 1767225600  # when it was, in seconds since 1970
NO_CHOICE = "that is not one of your choices now"

Message: TypeAlias = Mapping[str, Any]  # JSON of any message


class Session:
    """Both ends of one connection, writing down what they say, each step with its `words`."""

    def __init__(self) -> None:
        self.steps: list[Message] = []
        self.table: dict[str, Any] = {}
        self.game: Tree = {}
        self.you: Tree = {}
        self.seq = self.ply = self.ref = 0

    def ask(self, words: str, kind: str, **fields: object) -> None:
        """Let the client send a request."""
        self.ref += 1
        self.client(words, {"type": kind, "ref": self.ref, **fields})

    def client(self, words: str, message: Message) -> None:
        decoded: Any = msgspec.convert(message, ClientMessage)
        self._note("client", words, pack(decoded), message)

    def server(self, words: str, message: Message) -> None:
        decoded: Any = msgspec.convert(message, ServerMessage)
        self._note("server", words, pack(decoded), message)

    def done(self, words: str = "Done.", **fields: object) -> None:
        self.server(words, {"type": "done", "ref": self.ref, **fields})

    def refuse(self, words: str, code: Refusal, text: str) -> None:
        self.server(words, {"type": "refused", "code": code, "text": text, "ref": self.ref})

    def snapshot(self, words: str) -> None:
        message = {"type": "snapshot", "seq": self.seq, "ply": self.ply}
        self.server(words, {**message, **{k: v for k, v in self._view().items() if v}})
        self._note_view()

    def update(self, words: str, table: Message, game: Tree, you: Tree, events: list[Tree]) -> None:
        self.seq += 1
        patches = {
            "table": diff(self.table, table),
            "game": diff(self.game, game),
            "you": diff(self.you, you),
            "events": events,
        }
        self.table, self.game, self.you = dict(table), game, you
        message = {"type": "update", "seq": self.seq, "ply": self.ply}
        self.server(words, {**message, **{k: v for k, v in patches.items() if v}})
        self._note_view()

    def _view(self) -> Message:
        return {"table": self.table, "game": self.game, "you": self.you}

    def _note_view(self) -> None:
        self.steps[-1] = {**self.steps[-1], "view": _plain(self._view())}

    def _note(self, sender: str, words: str, frame: bytes, message: Message) -> None:
        self.steps.append(
            {"from": sender, "words": words, "hex": frame.hex(), "message": _plain(message)}
        )


def _plain(tree: Message) -> Message:
    plain: Message = json.loads(json.dumps(tree))
    return plain


class Play:
    """The match of the session, and what the table says about it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        game = GAMES["haydes"]
        options = game.settle(OPTIONS)
        terms = Terms(table=TABLE, match=1, game="haydes", version=game.version, options=options)
        self.match = Match(game, 1, options, seed(terms, SECRET, [b""]))
        self.prompt = 0
        self.fair: dict[str, Any] = {
            "match": 1,
            "version": game.version,
            "commitment": commitment(SECRET),
            "commitments": {},
        }

    def show(self, words: str, events: list[Tree]) -> None:
        session = self.session
        outcome = self.match.outcome
        table = {**session.table, "match": 1, "phase": "over" if outcome else "playing"}
        table["fair"] = self.fair
        if outcome:
            table["fair"] = {**self.fair, "secret": SECRET.hex(), "nonces": {}}
            table["outcome"] = {"winners": list(outcome.winners), "reason": outcome.reason}
        self.prompt = session.ply  # the only seat, so each input is an act of its own
        you: Tree = {"seat": 0, "prompt": self.prompt, "choices": self.match.choices(0)}
        session.update(words, table, self.match.public(), {**you, **self.match.private(0)}, events)

    def act(self, why: str, what: str, **action: str | int) -> None:
        session = self.session
        session.ask(why, "act", prompt=self.prompt, action=action)
        session.done()
        session.ply += 1
        events = self.match.play(0, self.match.action(0, action))
        self.show(what, [event.tree for event in events])


def session() -> list[Message]:
    said = Session()
    _come_in(said)
    _open_table(said)
    play = Play(said)
    play.show(
        "Seq 2 is one more than the snapshot's 1. `you` has choices: it is your turn. `fair`: the "
        "server is bound to a secret; you have added no nonce.",
        [],
    )
    _play(said, play)
    _go(said)
    return said.steps


def _come_in(said: Session) -> None:
    game = GAMES["haydes"]
    said.client(
        "The first frame: who I am, and which protocols I speak.",
        {"type": "hello", "protocols": [PROTOCOL], "name": "Ann", "client": "evening client 1"},
    )
    said.server(
        "You are in; we speak protocol 1. No `table`: you are in the lobby.",
        {
            "type": "welcome",
            "protocol": PROTOCOL,
            "server": "haydes-server 0.1.0",
            "name": "Ann",
            "limits": Limits().tree(),
        },
    )
    said.ask("What is there?", "browse")
    said.done("Every request is answered, this one with the `ref` 1. What was asked for follows.")
    entry = {
        "title": game.title,
        "version": game.version,
        "seats": [game.seats[0], game.seats[-1]],
        "options": {option.name: option.tree() for option in game.options},
        "bots": list(game.bots),
    }
    said.server(
        "One game, no tables.",
        {"type": "lobby", "games": {game.name: entry}, "tables": {}, "people": 1},
    )


def _open_table(said: Session) -> None:
    said.ask(
        "A table for me alone: the small map, one turn.",
        "open", game="haydes", seats=1, options=OPTIONS,
    )  # fmt: skip
    said.done("You have seat 0. Keep the token.", table=TABLE, seat=0, token=TOKEN)
    said.table = {
        "id": TABLE,
        "game": "haydes",
        "phase": "waiting",
        "host": 0,
        "options": GAMES["haydes"].settle(OPTIONS),
        "turn_seconds": 0,
        "match": 0,
        "seats": {"0": {"kind": "person", "name": "Ann", "presence": "here"}},
        "watching": 0,
    }
    said.you = {"seat": 0, "prompt": 0, "choices": []}
    said.seq = 1  # that Ann sat down was the first update
    said.snapshot("The whole view. No `game` yet, and no choices.")
    said.ask("A line of chat.", "say", text="Into the dark.")
    said.done()
    said.server(
        "It comes back to everybody at the table, you included.",
        {"type": "chat", "n": 1, "name": "Ann", "text": "Into the dark.", "at": AT, "seat": 0},
    )
    said.ask("I am the host, so I start.", "start")
    said.done()


def _play(said: Session, play: Play) -> None:
    play.act(
        "One value out of the only list of the only group, and the prompt it answers.",
        "The points are split; now you may move from the start, or stop.",
        do="split", charisma=9,
    )  # fmt: skip
    said.ask(
        "A mistake: A1 is not among the choices.",
        "act", prompt=play.prompt, action={"do": "move", "to": "A1", "call": "higher"},
    )  # fmt: skip
    said.refuse("Nothing has changed; the prompt is still open.", Refusal.ILLEGAL_ACTION, NO_CHOICE)
    play.act(
        "One value for `to`, one for `call`.",
        "A seven: higher than the Joker's 0, as called. Three patches deep in the tree tell it.",
        do="move", to="B5", call="higher",
    )  # fmt: skip
    said.ask(
        "The same act once more, as after a lost connection: same prompt, same action.",
        "act", prompt=said.ply - 1, action={"do": "move", "to": "B5", "call": "higher"},
    )  # fmt: skip
    said.done("Yes, that was done. It is not done twice, so no update follows.")
    said.ask(
        "Another action for the old prompt.", "act", prompt=said.ply - 1, action={"do": "stop"}
    )
    said.refuse("That prompt has been answered.", Refusal.STALE, REFUSALS[Refusal.STALE][0])
    said.server("Are you there? The `ref` is 0, so it is left out.", {"type": "ping"})
    said.client("I am, with the same `ref`.", {"type": "pong"})
    play.act(
        "On to the next.",
        "A Jack: right, but a creature. The choices are others now.",
        do="move", to="A5", call="higher",
    )  # fmt: skip
    play.act(
        "Charisma is 9: the better chance.",
        "6 is not above 9: overcome, for one point of Charisma. The `x` marks it.",
        do="talk",
    )  # fmt: skip
    play.act(
        "Higher than a Jack?",
        "A ten: wrong, the turn is over, and with it the match. `turn` is taken out by nil. The "
        "secret is told; the seed follows from it.",
        do="move", to="A6", call="higher",
    )  # fmt: skip


def _go(said: Session) -> None:
    said.ask("As a client would that has missed a seq.", "sync")
    said.done()
    said.snapshot("It must equal what the patches have made.")
    said.ask("Back to the lobby.", "leave")
    said.done()
    said.server(
        "You are in the lobby. The match is over, so the seat is open and the token is dead.",
        {"type": "left", "table": TABLE, "code": "left", "text": "you left the table"},
    )
    said.client("Goodbye.", {"type": "bye"})
    said.server(
        "Goodbye. The connection is closed.", {"type": "bye", "text": CLOSES[Close.LEFT][0]}
    )


def text() -> str:
    lines = ",\n".join(json.dumps(step, ensure_ascii=False) for step in session())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")

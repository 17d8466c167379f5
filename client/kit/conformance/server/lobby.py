"""4 The lobby: what is played, opening tables, who may come in."""

from typing import Any

from haydes.client.kit.conformance.case import NotCoveredError, expect
from haydes.client.kit.conformance.server.book import BOOK
from haydes.client.kit.conformance.server.samples import IN_LOBBY, IN_SEAT
from haydes.client.kit.conformance.world import World

_TABLE_KEYS = {
    "game": str, "phase": str, "seats": int, "taken": int, "people": list, "watching": int,
    "turn_seconds": int, "options": dict, "opened": int,
}  # fmt: skip


@BOOK.case(401, "REQUEST-3", "browse is answered by done, then lobby")
def browse(world: World) -> None:
    peer = world.guest()
    peer.do("browse")
    lobby = peer.expect("lobby")
    expect(lobby["games"], "there are no games")
    expect(lobby.get("people", 0) >= 1, "nobody is there, not even who asks")


@BOOK.case(402, "CHANGE-1", "each game has title, version, seats, options and at least one bot")
def games(world: World) -> None:
    for name, game in world.games.items():
        expect(isinstance(game["title"], str), f"{name} has no title")
        expect(isinstance(game["version"], int), f"{name} has no version")
        low, high = game["seats"]
        expect(1 <= low <= high <= 16, f"{name} has odd seats")
        expect(game["bots"] and all(isinstance(bot, str) for bot in game["bots"]), f"{name}: bots")


@BOOK.case(403, "CHANGE-1", "each option has a default and either values or bounds that hold it")
def options(world: World) -> None:
    for game in world.games.values():
        for name, option in game["options"].items():
            expect(isinstance(option["summary"], str), f"{name} has no summary")
            default = option["default"]
            if "values" in option:
                expect(default in option["values"] or option.get("text"), f"{name}: odd default")
            else:
                expect(option["low"] <= default <= option["high"], f"{name}: odd default")


@BOOK.case(404, "TABLE-1", "a table that is opened is listed with all its keys")
def listed(world: World) -> None:
    host = world.host(title="Conformance")
    peer = world.guest()
    peer.do("browse")
    entry = peer.listed(host.table["id"])[host.table["id"]]
    for key, kind in _TABLE_KEYS.items():
        expect(isinstance(entry.get(key), kind), f"{key} is missing or odd")
    expect(entry["title"] == "Conformance", "the title is another")
    expect((entry["seats"], entry["taken"]) == (2, 1), "the counts of seats are wrong")


@BOOK.case(405, "REQUEST-5", "lobby_update follows when a table opens and when it closes")
def lobby_update(world: World) -> None:
    peer = world.guest()
    peer.do("browse")
    peer.expect("lobby")
    host = world.host()
    table = host.table["id"]
    peer.until("lobby_update", lambda message: message.get("tables", {}).get(table))
    host.do("leave")
    peer.until(
        "lobby_update",
        lambda message: table in message.get("tables", {}) and message["tables"][table] is None,
    )


@BOOK.case(406, "TABLE-1", "open gives seat 0, a token, and makes host")
def opened(world: World) -> None:
    peer = world.guest()
    done = peer.enter("open", game=world.game(), seats=2)
    expect(done.get("seat") == 0, "the seat is another")
    expect(done.get("table") == peer.table["id"], "done and snapshot name other tables")
    expect(len(done.get("token", "")) == 43, "the token has not 43 characters")
    expect(peer.table["host"] == 0, "the host is another")
    expect(peer.table["phase"] == "waiting", "the phase is not waiting")
    expect(peer.you["seat"] == 0, "you.seat is another")


@BOOK.case(407, "TABLE-1", "bots take the last seats; an empty name is the game's first bot")
def with_bots(world: World) -> None:
    game = world.game()
    host = world.host(bots=[""])
    seat = host.table["seats"]["1"]
    expect(seat["kind"] == "bot", "there is no bot in the last seat")
    expect(seat["bot"] == world.games[game]["bots"][0], "it is not the first bot")


_BAD_OPENS: dict[str, tuple[str, dict[str, Any]]] = {
    "of a game that is not there": ("unknown_game", {"game": "no such game"}),
    "with no seats": ("bad_seats", {"seats": 0}),
    "with a hundred seats": ("bad_seats", {"seats": 100}),
    "with a bot in every seat": ("bad_seats", {"bots": ["", ""]}),
    "with a bot that is not there": ("unknown_bot", {"bots": ["no such bot"]}),
    "with an option that is not there": ("bad_option", {"options": {"no such option": 1}}),
    "with a way of absence that is not there": ("bad_option", {"absent": "no such way"}),
    "with a title of 41 letters": ("bad_text", {"title": "x" * 41}),
    "with a control character in the title": ("bad_text", {"title": "a\x07"}),
    "with a negative number of seats": ("malformed", {"seats": -1}),
    "with a turn clock of more than a day": ("malformed", {"turn_seconds": 86401}),
    "with a grace of no seconds": ("malformed", {"grace_seconds": 0}),
    "with sixteen bots": ("malformed", {"bots": [""] * 16}),
    "with 33 options": ("malformed", {"options": {f"o{n}": n for n in range(33)}}),
}


@BOOK.rows(411, "REQUEST-4 ABSENT-1", "open {} is refused", _BAD_OPENS)
def bad_open(world: World, row: tuple[str, dict[str, Any]]) -> None:
    code, fields = row
    peer = world.guest()
    peer.refused(code, "open", **{"game": world.game(), "seats": 2, **fields})
    peer.do("browse")  # still in the lobby


@BOOK.case(426, "REQUEST-4", "an option's value of another type is bad_option")
def option_type(world: World) -> None:
    peer = world.guest()
    for name, game in world.games.items():
        for option, about in game["options"].items():
            other = "x" if isinstance(about["default"], int) else 1
            seats = game["seats"][0]
            peer.refused("bad_option", "open", game=name, seats=seats, options={option: other})
            break


@BOOK.case(427, "TABLE-1", "a private table is not listed")
def private(world: World) -> None:
    host = world.host(word="sesame")
    expect(host.table.get("private") is True, "table.private is not set")
    peer = world.guest()
    peer.do("browse")
    tables = peer.listed(world.host().table["id"])
    expect(host.table["id"] not in tables, "it is listed")


@BOOK.case(428, "TABLE-1", "a private table answers like a missing one without its word")
def private_hidden(world: World) -> None:
    host = world.host(word="sesame")
    peer = world.guest()
    answers = [
        peer.refused("unknown_table", verb, table=table, word=word)
        for verb in ("join", "watch")
        for table, word in ((host.table["id"], ""), (host.table["id"], "open"), ("qqqqqq", "open"))
    ]
    for answer in answers:
        answer.pop("ref")
    expect(all(answer == answers[0] for answer in answers), "the answers differ")


@BOOK.case(429, "TABLE-1", "a private table is entered with its word")
def private_entered(world: World) -> None:
    host = world.host(word="sesame")
    world.joiner(host, word="sesame")


@BOOK.rows(431, "REQUEST-2", "{} in the lobby is refused with wrong_place",
           {kind: kind for kind in IN_SEAT})  # fmt: skip
def wrong_place(world: World, kind: str) -> None:
    peer = world.guest(features=["fair"])
    peer.refused("wrong_place", kind, **IN_SEAT[kind])


@BOOK.rows(451, "REQUEST-2", "{} in a seat is refused with wrong_place",
           {kind: kind for kind in IN_LOBBY})  # fmt: skip
def wrong_place_seated(world: World, kind: str) -> None:
    peer = world.host()
    peer.refused("wrong_place", kind, **IN_LOBBY[kind])


@BOOK.case(461, "TYPE-9", "more tables than tables_per_player are refused with too_many")
def too_many_tables(world: World) -> None:
    most = world.limits["tables_per_player"]
    if most > 5:
        raise NotCoveredError(f"tables_per_player is {most}")
    name = world.name()
    for _ in range(most):
        host = world.guest(name)
        host.enter("open", game=world.game(), seats=2)
        world.spectator(host)
        guest = world.joiner(host)
        host.do("start")
        guest.see(lambda peer: peer.table["phase"] == "playing", "the match")
        host.do("leave")
        host.send("bye")
        host.ends("left")
    world.guest(name).refused("too_many", "open", game=world.game(), seats=2)


@BOOK.case(462, "TABLE-8", "a table that everybody has left is closed soon")
def closed(world: World) -> None:
    host = world.host()
    table = host.table["id"]
    peer = world.guest()
    peer.do("browse")
    peer.listed(table)
    host.do("leave")
    expect(host.until("left")["code"] == "left", "the code of left is another")
    peer.until("lobby_update", lambda message: table in message.get("tables", {}))
    peer.refused("unknown_table", "join", table=table)


@BOOK.case(463, "REQUEST-5", "open and what belongs to it may be sent at once")
def at_once(world: World) -> None:
    peer = world.guest()
    peer.send("open", ref=1, game=world.game(), seats=2, bots=[""])
    peer.send("start", ref=2)
    peer.send("sync", ref=3)
    for ref in (1, 2, 3):
        expect(peer.answer(ref)["type"] == "done", f"request {ref} was refused")

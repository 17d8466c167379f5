"""How much memory a server takes: for each connection, each table, each match.

    python -m bench.memory                       # 50 tables of each game, medians of 3 runs
    python -m bench.memory --tables 100 --runs 5 --json memory.json

Figures are KB more of the process, each step after the one before: clients in the lobby, tables of
four of them, a match at each, some seconds of play, and others who watch. "All" is what a seated
client comes to in the end, its share of the table and the match with it.
"""

from itertools import pairwise

from bench.figures import Row, medians, parser, show, spread, verdict, write
from bench.load import SEATS, Load, crowd
from bench.machine import Machine, memory
from bench.serving import serving
from bench.sync import GAME

from haydes.client.kit.load import seated
from haydes.engine.registry import GAMES

GOAL = 30  # KB for each connected client
WARM = 8  # tables that are played at before anything is measured


def measure(game: str, tables: int, watching: int, seconds: float) -> dict[str, float]:
    """Return KB, step by step."""
    with serving() as server:
        first = Load(seated(crowd(server.port, SEATS * WARM, "warm"), SEATS, game), server=server)
        first.measure(seconds)
        steps = [memory(server.pid)]
        clients = crowd(server.port, SEATS * tables)
        steps.append(memory(server.pid))
        people = seated(clients, SEATS, game)
        steps.append(memory(server.pid))
        for table in people:
            table.clients[0].ask({"type": "start"})
        steps.append(memory(server.pid))
        play = Load(people, server=server)
        play.measure(seconds)
        steps.append(memory(server.pid))
        others = crowd(server.port, watching, "w")
        for other in others:
            other.ask({"type": "watch", "table": first.people[0].id})
        steps.append(memory(server.pid))
        play.close()
    lobby, opened, match, played, watched = (
        (after - before) / 1e3 for before, after in pairwise(steps)
    )
    seats = SEATS * tables
    return {
        "connection": lobby / seats,
        "table": opened / tables,
        "match": match / tables,
        "play": played / tables,
        "watching": watched / watching,
        "all": (lobby + opened + match + played) / seats,
    }


def main() -> None:
    arguments = parser(__doc__)
    arguments.add_argument("--tables", type=int, default=50)
    arguments.add_argument("--watching", type=int, default=200)
    arguments.add_argument("--seconds", type=float, default=2.0, help="of play")
    arguments.add_argument("--runs", type=int, default=3)
    games = (GAME.name, *GAMES)
    arguments.add_argument("--games", nargs="+", choices=games, default=games)
    given = arguments.parse_args()
    machine = Machine()
    runs: dict[str, list[Row]] = {game: [] for game in given.games}
    for _ in range(given.runs):
        for game, rows in runs.items():
            rows.append(measure(game, given.tables, given.watching, given.seconds))
    middle = {game: medians(rows) for game, rows in runs.items()}
    print(machine.tell())
    show(f"KB, {given.tables} tables of {SEATS}, medians of {given.runs}", middle)
    show("all, KB", {game: spread([row["all"] for row in rows]) for game, rows in runs.items()})
    verdict("KB for each client", max(row["all"] for row in middle.values()), GOAL)
    write(given.json, machine, {"tables": given.tables, "runs": runs, "KB": middle})


if __name__ == "__main__":
    main()

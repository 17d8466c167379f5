"""Whole matches over TCP: a server, clients through pipes, and bots."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.client.processes import run, serving, start


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


def test_a_match_written_down_in_advance(server: str, tmp_path: Path) -> None:
    # the first choice ends a turn, or plays a card that a court card forces
    script = "new hounds seats 2 bots 1\nstart\n" + "p 1 on me\nodds\ntrack\n1\n" * 60
    ran = run(tmp_path, server, "--name", "Ann", script=script)
    assert ran.code == 0
    assert ran.errors == ""
    assert ran.told("Event")  # what it tells is for the cards to say
    assert ran.told("Link")[-1].startswith(("goodbye", "you leave"))


def test_two_people_and_bots_play_by_numbers_while_a_friend_watches(
    server: str, tmp_path: Path
) -> None:
    (tmp_path / "bob").mkdir()
    with start(tmp_path, server, "--name", "Cleo") as host:
        assert host.stdin
        assert host.stdout
        host.stdin.write("new hounds seats 4 bots 2 fight=best\n")
        host.stdin.flush()
        opened = next(line for line in host.stdout if "Release the Hounds, waiting" in line)
        table = opened.split()[1].strip(",")
        with start(tmp_path / "bob", server, "--name", "Dov", "--table", table) as guest:
            assert guest.stdin
            assert guest.stdout
            # each waits for its turn; whoever only discards, alone on the track, never ends
            guest.stdin.write("2\n1\n" * 100)
            guest.stdin.flush()
            next(line for line in host.stdout if "Dov takes seat" in line)
            told: list[str] = []
            with start(tmp_path, server, "--table", table, "--watch") as watched:
                host.stdin.write("start\n")
                host.stdin.flush()
                for line in host.stdout:
                    told.append(line)
                    if line.startswith("Choices: "):
                        host.stdin.write(f"{1 + len(told) * 7 % len(line.split(', '))}\n")
                        host.stdin.flush()
                    if line.startswith("Table: the match is over."):
                        break
                seen, _ = watched.communicate("track\nquit\n")
            heard, _ = guest.communicate()
        host.stdin.close()
        assert host.wait() == 0
    assert not [line for line in told if line.startswith("Error")]
    assert any(line.startswith("Event: Round 2, ") for line in told)
    assert "\nEvent: You " in heard
    assert "You draw" not in seen  # hands are nobody else's


def test_a_table_of_ones_own_has_three_rivals(tmp_path: Path) -> None:
    ran = run(tmp_path, "--solo", "hounds", "--name", "Ann", script="who\ntrack\n")
    assert ran.code == 0
    assert "4 greedy 3 (bot)." in ran.told("Table")

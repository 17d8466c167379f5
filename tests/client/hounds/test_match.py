"""Whole matches over TCP: a server, clients through pipes, and bots."""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.client.processes import choice, run, serving, start


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


def until_over(lines: Iterable[str]) -> str:
    """Read what a client says until it has said that the match is over."""
    said = ""
    for line in lines:
        said += line
        if line.startswith("Table: the match is over."):
            break
    return said


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
        with (
            ThreadPoolExecutor() as readers,  # nobody is to wait until somebody reads what it says
            start(tmp_path / "bob", server, "--name", "Dov", "--table", table) as guest,
        ):
            assert guest.stdin
            assert guest.stdout
            heard = readers.submit(guest.stdout.read)
            # each waits for its turn; whoever only discards, alone on the track, never ends
            guest.stdin.write("2\n1\n" * 300)
            guest.stdin.flush()
            next(line for line in host.stdout if "Dov takes seat" in line)
            told: list[str] = []
            with start(tmp_path, server, "--table", table, "--watch") as watcher:
                assert watcher.stdin
                assert watcher.stdout
                next(line for line in watcher.stdout if line.startswith("Table: "))
                seen = readers.submit(until_over, watcher.stdout)
                host.stdin.write("start\n")
                host.stdin.flush()
                for line in host.stdout:
                    told.append(line)
                    if line.startswith("Choices: "):
                        host.stdin.write(choice(line, len(told) * 7, never="discard"))
                        host.stdin.flush()
                    if line.startswith("Table: the match is over."):
                        break
                watched = seen.result()  # it may be told a little later
                track, _ = watcher.communicate("track\nquit\n")
            guest.stdin.close()
            assert guest.wait() == 0
        host.stdin.close()
        assert host.wait() == 0
    assert not [line for line in told if line.startswith("Error")]
    # how many rounds there are, and whether Dov has a turn at all, is for the cards to say
    for lines in ("".join(told), heard.result(), watched):
        assert "\nEvent: " in lines
        assert "\nTable: the match is over." in lines
    assert "You draw" not in watched + track  # hands are nobody else's


def test_a_table_of_ones_own_has_three_rivals(tmp_path: Path) -> None:
    ran = run(tmp_path, "--solo", "hounds", "--name", "Ann", script="who\ntrack\n")
    assert ran.code == 0
    assert "4 greedy 3 (bot)." in ran.told("Table")

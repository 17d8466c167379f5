import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.client.processes import SECONDS, choice, environment, run, serving, start

VOICES = ("Turn", "You", "Event", "Chat", "Table", "Link", "Error", "Hint", "Choices", "Rules")
NEW = "new haydes seats 1 map=quick turn_limit=3\nstart\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


def test_a_whole_game_written_down_in_advance(server: str, tmp_path: Path) -> None:
    script = NEW + "split 9 7\n" + "n h\ntalk\nstop\n" * 12
    ran = run(tmp_path, server, "--name", "Ann", script=script)
    assert ran.code == 0
    assert ran.errors == ""
    assert all(line.split(":")[0] in VOICES for line in ran.lines)
    assert any(line.startswith("the match is over. ") for line in ran.told("Table"))
    assert ran.lines[-1] == "Link: goodbye."


def test_a_host_plays_on_a_map_of_his_own(server: str, tmp_path: Path) -> None:
    drawn = "#########/#########/####{}####/#########/#########/#########"
    tables = [f"new haydes seats 1 turn_limit=1 map={drawn.format(start)}" for start in "x@"]
    script = "\n".join([*tables, "start", "split 9 7", "stop"])
    ran = run(tmp_path, server, "--name", "Fay", script=script)
    (refusal,) = ran.told("Error")
    assert refusal.endswith("line 3, column 5: 'x' is none of #, @, . and space.")
    assert any("Map #########/#####…" in line for line in ran.told("Table"))
    assert any(line.startswith("the match is over. ") for line in ran.told("Table"))


def test_a_whole_game_by_numbers_alone_while_a_friend_watches(server: str, tmp_path: Path) -> None:
    with start(tmp_path, server, "--name", "Bob") as client:
        assert client.stdin
        assert client.stdout
        client.stdin.write("new haydes seats 2 bots 1 map=quick turn_limit=4\nstart\n")
        client.stdin.flush()
        told: list[str] = []
        watched: list[str] = []
        for line in client.stdout:
            told.append(line)
            if line.startswith("Table: match 1 begins"):
                table = next(t.split()[1] for t in told if "Escape from Haydes, waiting" in t)
                who = run(
                    tmp_path, server, "--table", table.strip(","), "--watch", script="who\n1\n"
                )
                watched = who.lines
            if line.startswith("Choices: "):
                client.stdin.write(choice(line, len(told) * 7, never="walk"))
                client.stdin.flush()
            if line.startswith("Table: the match is over."):
                break
        client.stdin.close()
        assert client.wait() == 0
    assert not [line for line in told if line.startswith("Error")]
    assert "Table: 1 Bob (host)." in watched
    assert "Error: you are watching, and have no turn." in watched


def test_the_end_of_the_input_leaves_and_the_seat_is_held(server: str, tmp_path: Path) -> None:
    first = run(tmp_path, server, "--name", "Cleo", script=NEW + "split 8 8\n")
    assert first.code == 0
    assert first.lines[-1] == "Link: you leave; your seat is held. The match is not resigned."
    second = run(tmp_path, server, "--name", "Cleo", script="look\nresign\nyes\ntables\n")
    assert "Turn: yours. You stand on C5, black Joker. Charisma 8, Endurance 8." in second.lines
    assert any(line.startswith("you gave up your seat at ") for line in second.told("Table"))
    third = run(tmp_path, server, "--name", "Cleo", script="look\n")
    assert "Charisma" not in "".join(third.lines)


def test_a_table_that_is_not_there_is_one_error_and_exit_code_4(
    server: str, tmp_path: Path
) -> None:
    ran = run(tmp_path, server, "--name", "Dov", "--table", "nope", script="who\n")
    assert (ran.code, len(ran.told("Error"))) == (4, 1)


def test_quit_never_resigns(server: str, tmp_path: Path) -> None:
    ran = run(tmp_path, server, "--name", "Dov", script=NEW + "split 8 8\nquit\nresign yes\n")
    assert ran.code == 0
    assert ran.lines[-1] == "Link: you leave; your seat is held. The match is not resigned."


def test_what_one_types_is_not_echoed_and_hints_come_once(server: str, tmp_path: Path) -> None:
    ran = run(tmp_path, server, "--name", "Eva", script=NEW + "split 8 8\nodds n\nodds n\nxyzzy\n")
    assert "odds n" not in "".join(ran.lines)
    assert len(ran.told("Hint")) == len(set(ran.told("Hint"))) == 2
    assert ran.told("Error") == ['no command "xyzzy". Type help for what there is.']


def test_the_rules_of_every_game_can_be_read(server: str, tmp_path: Path) -> None:
    script = "rules hay\nrules hounds\nrules holyquest q-24\nnew hounds\nrules r-13; rules xyzzy\n"
    ran = run(tmp_path, server, "--name", "Jo", script=script)
    told = ran.told("Rules")
    assert [line for line in told if line in TITLES] == TITLES
    assert any(line.startswith("Creatures. A Jack, Queen or King is a creature") for line in told)
    assert any(line.startswith("card: red A to 10; what it does: moves") for line in told)
    assert "- Q-23 to Q-25 45 monsters, as above, with 182 power." in told
    assert "- R-13 A red spot card moves a convict its value towards Escape." in told
    assert not [line for line in told if "**" in line or "|" in line or "`" in line]
    (error,) = ran.told("Error")
    assert error.startswith('the rules say nothing about "xyzzy"; try How to play, ')


TITLES = ["Escape from Haydes", "Release the Hounds", "HolyQuest", "Release the Hounds"]


def test_people_at_a_table_talk(server: str, tmp_path: Path) -> None:
    with start(tmp_path, server, "--name", "Finn") as host:
        assert host.stdin
        assert host.stdout
        host.stdin.write("new haydes seats 2 word sesame title The Deep\n")
        host.stdin.flush()
        line = next(line for line in host.stdout if line.startswith("Table: "))
        table = line.split()[1]
        wrong = run(tmp_path, server, "--name", "Gus", "--table", table, "--word", "x", script="")
        assert wrong.told("Error") == [
            "there is no such table, or it is private and the word is wrong."
        ]
        guest = run(
            tmp_path, server, "--name", "Gus", "--table", table, "--word", "sesame",
            script="/ hello; there\nwho\nleave\n",
        )  # fmt: skip
        assert guest.told("Chat") == ["Gus: hello; there"]
        assert "2 Gus (you)." in guest.told("Table")
        heard: list[str] = []
        for line in host.stdout:
            heard.append(line)
            if line == "Table: Gus left seat 2.\n":
                break
        host.communicate("quit\n")
    assert "Table: Gus takes seat 2.\n" in heard
    assert "Chat: Gus: hello; there\n" in heard
    assert "Table: Gus left seat 2.\n" in heard


def test_a_connection_that_cannot_be_made_is_exit_code_3(tmp_path: Path) -> None:
    ran = run(tmp_path, "127.0.0.1:1", script="1\n")
    assert ran.code == 3
    assert ran.lines[-1] == ("Link: refused: cannot connect to 127.0.0.1:1: connection refused")


def test_a_name_that_is_taken_is_exit_code_4(server: str, tmp_path: Path) -> None:
    with start(tmp_path / "one", server, "--name", "Zoe") as first:
        assert first.stdout
        assert next(line for line in first.stdout if line.endswith("as Zoe.\n"))
        ran = run(tmp_path / "two", server, "--name", "zoe", script="")
        first.communicate("")
    assert ran.code == 4
    assert ran.lines[-1].endswith("choose another with --name")


def test_a_script_is_led_into_no_tutorial(server: str, tmp_path: Path) -> None:
    ran = run(tmp_path, server, "--name", "Ida", script="tutorial haydes\nstatus\n")
    assert ran.told("Error") == ["from a script, begin with: haydes-client --tutorial haydes"]
    assert any("lobby" in line for line in ran.told("Table"))  # the script goes on


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_leaves_politely(
    server: str, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    with start(tmp_path, server, "--name", "Hal") as client:
        assert client.stdout
        assert next(line for line in client.stdout if line.endswith("as Hal.\n"))
        client.send_signal(number)
        out, _ = client.communicate()
    assert client.returncode == code
    assert out.endswith("Link: goodbye.\n")


def test_bytes_that_are_no_text_do_no_harm(server: str, tmp_path: Path) -> None:
    client = subprocess.run(
        [sys.executable, "-c", "from haydes.client.main import main; main()", server],
        input=b"\xff\xfe\n\x00\n\x1b[2J\nquit\n",
        capture_output=True,
        env={**environment(tmp_path), "PYTHONIOENCODING": "ascii"},
        timeout=SECONDS,
        check=False,
    )
    assert client.returncode == 0
    assert b"\x1b" not in client.stdout
    assert client.stdout.count(b"Error: ") == 3


def test_a_reader_that_goes_away_ends_it_quietly(server: str, tmp_path: Path) -> None:
    with start(tmp_path, server, "--name", "Ida") as client:
        assert client.stdout
        assert client.stdin
        assert client.stderr
        client.stdout.readline()
        client.stdout.close()
        with suppress(BrokenPipeError):  # it may have noticed already
            client.stdin.write("tables\n" * 5)
            client.stdin.close()
        assert client.wait() == 0
        assert client.stderr.read() == ""


def test_choices_may_be_left_for_when_they_are_asked_for(server: str, tmp_path: Path) -> None:
    script = f"set choices off\n{NEW}split 9 7\nwhere\ntime\nlook\nrepeat\n"
    ran = run(tmp_path, server, "--name", "Liv", script=script)
    (repeated,) = ran.told("Choices")
    assert repeated.startswith("1 north higher")
    assert "C5: black Joker; here: you." in ran.told("You")
    assert "no clock is set." in ran.told("Table")


def test_leaving_says_what_becomes_of_the_seat(server: str, tmp_path: Path) -> None:
    opening = "new haydes seats 1 map=quick absent bot grace 60\nstart\nsplit 8 8\ntime\n"
    ran = run(tmp_path, server, "--name", "Max", script=opening)
    assert ran.lines[-1] == (
        "Link: you leave; your seat is held. For who is gone for 60 s a bot plays on. "
        "The match is not resigned."
    )


HEAVY = """
import sys
sys.argv = ["haydes-client", "--plain", sys.argv[1]]
sys.stdin = open("/dev/null")
import haydes.client.main as m
code = m.run(sys.argv[1:], {})
print(code, sorted({"prompt_toolkit", "trio"} & set(sys.modules)))
"""


def test_it_needs_neither_prompt_toolkit_nor_trio(server: str, tmp_path: Path) -> None:
    out = subprocess.check_output(
        [sys.executable, "-c", HEAVY, server],
        env=environment(tmp_path),
        text=True,
        timeout=SECONDS,
    )
    assert out.splitlines()[-1] == "0 []"


FIRST_LINE = """
import sys, io
class Watch(io.StringIO):
    def write(self, text):
        early.append((text, "asyncio" in sys.modules, "msgspec" in sys.modules))
early = []
import haydes.client.main as m
sys.stdout = Watch()
m.run(["--plain", "127.0.0.1:1"], {})
sys.stdout = sys.__stdout__
print(early[0])
"""


def test_the_first_line_comes_before_the_network_code_is_loaded(tmp_path: Path) -> None:
    out = subprocess.check_output(
        [sys.executable, "-c", FIRST_LINE],
        env=environment(tmp_path),
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=SECONDS,
    )
    assert out.strip() == "('Link: connecting to 127.0.0.1:1.\\n', False, False)"

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.client.processes import SECONDS, environment, run, serving, start
from tests.client.scripts import answers, of_type, play, say, told

NEW = "new haydes seats 1 map=quick turn_limit=3"
TYPES = {
    "link", "lobby", "view", "event", "chat", "notice", "left", "rules", "said", "done", "error",
    "end",
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.mark.parametrize(
    ("opening", "never"),
    [
        ("new haydes seats 2 bots 1 map=quick turn_limit=4", "walk"),
        ("new hounds seats 2 bots 1", "discard"),
        ("new holyquest seats 1 goal=2", "nothing"),
    ],
)
def test_a_script_plays_a_whole_game(server: str, tmp_path: Path, opening: str, never: str) -> None:
    heard = play(server, tmp_path, opening, never=never)
    assert not of_type(heard, "error")
    assert of_type(heard, "event")
    assert of_type(heard, "view")[-1]["table"]["phase"] == "over"
    asked = {view["prompt"] for view in of_type(heard, "view") if view["my_turn"]}
    assert asked == {line["id"] for line in of_type(heard, "done") if "id" in line}
    assert heard[-1] == {
        "v": 1,
        "type": "end",
        "seq": heard[-1]["seq"],
        "code": 0,
        "say": "goodbye.",
    }


def test_every_line_is_an_object_of_a_known_type(server: str, tmp_path: Path) -> None:
    script = (
        NEW,
        "start",
        "split 9 7",
        "xyzzy",
        "rules",
        "say hi",
        "stop",
        "resign",
        "yes",
        "tables",
    )
    ran = say(server, tmp_path, *script, name="Bea")
    assert (ran.code, ran.errors) == (0, "")
    lines = told(ran.lines)
    assert all(line["v"] == 1 and line["type"] in TYPES for line in lines)
    assert {line["type"] for line in lines} == TYPES - {"notice"}
    assert lines[0]["type"] == "link"
    assert lines[0]["state"] == "connecting"
    assert lines[0]["seq"] == -1


def test_events_come_before_the_view_that_they_lead_to(server: str, tmp_path: Path) -> None:
    ran = say(server, tmp_path, NEW, "start", "split 9 7", name="Cid")
    seqs = [line["seq"] for line in told(ran.lines) if line["type"] in ("event", "view")]
    assert seqs == sorted(seqs)
    event = next(line for line in told(ran.lines) if line["type"] == "event")
    assert event["event"] == {"event": "split", "seat": 0, "charisma": 9, "endurance": 7}
    view = next(line for line in told(ran.lines) if line["type"] == "view" and line["ply"])
    assert event["seq"] == view["seq"]


def test_commands_and_actions_may_come_as_objects(server: str, tmp_path: Path) -> None:
    split = {"do": "split", "charisma": 9}
    ran = say(
        server, tmp_path, {"id": 1, "cmd": f"{NEW}; start"}, {"id": "two", **split}, name="Dot"
    )  # fmt: skip
    done = of_type(answers(ran, 1), "done")
    assert [line["at"] for line in done] == [0, 1]
    assert of_type(answers(ran, "two"), "done")


def test_an_action_for_a_question_of_the_past_is_not_taken(server: str, tmp_path: Path) -> None:
    late = {"id": 5, "prompt": 999, "do": "split", "charisma": 9}
    ran = say(server, tmp_path, NEW, "start", late, name="Eli")
    (error,) = answers(ran, 5)
    assert (error["type"], error["code"]) == ("error", "not_understood")
    assert error["say"].startswith("prompt 999 is not asked now")


@pytest.mark.parametrize(
    ("line", "id_"),
    [
        ("{", None),
        ("{}", None),
        ('{"id": [], "cmd": "who"}', None),
        ('{"id": 1, "cmd": 2}', 1),
        ('{"id": 1, "cmd": "who", "do": "who"}', 1),
        ('{"id": 1, "do": "move", "to": []}', 1),
        ('{"id": 1, "do": "move", "prompt": "x"}', 1),
        ("{" * 100_000, None),
    ],
)
def test_a_line_that_is_no_command_is_one_error(
    server: str, tmp_path: Path, line: str, id_: object
) -> None:
    ran = say(server, tmp_path, line, name="Fay")
    (error,) = of_type(told(ran.lines), "error")
    assert error["code"] == "bad_line"
    assert error.get("id") == id_


def test_an_error_has_a_code_and_says_what_is_possible(server: str, tmp_path: Path) -> None:
    ran = say(
        server, tmp_path, {"id": 1, "cmd": "join nope"}, NEW, "start", {"id": 2, "do": "fly"},
        {"id": 3, "cmd": "rules xyzzy"}, name="Gil",
    )  # fmt: skip
    (refused,), (illegal,), (unknown,) = (answers(ran, n) for n in (1, 2, 3))
    assert (refused["code"], refused["legal"]) == ("unknown_table", [])
    assert illegal["code"] == "not_understood"
    assert illegal["legal"][0] == {
        "n": 1, "say": "split 7 9", "action": {"do": "split", "charisma": 7},
    }  # fmt: skip
    assert unknown["code"] == "unknown_rule"


def test_after_the_match_no_turn_is_waited_for(server: str, tmp_path: Path) -> None:
    opening = "new haydes seats 1 map=quick turn_limit=1"
    ran = say(
        server, tmp_path, opening, "start; split 9 7; stop", {"id": 1, "cmd": "1"}, name="Hal"
    )
    (error,) = answers(ran, 1)
    assert error["code"] == "not_now"


def test_what_others_say_cannot_move_a_terminal(server: str, tmp_path: Path) -> None:
    ran = say(server, tmp_path, NEW, "say h\u00e9 \u2660", name="Jo")
    assert "".join(ran.lines).isascii()
    (chat,) = of_type(told(ran.lines), "chat")
    assert (chat["name"], chat["text"], chat["seat"]) == ("Jo", "h\u00e9 \u2660", 0)


def test_the_end_says_the_exit_code(tmp_path: Path) -> None:
    ran = run(tmp_path, "127.0.0.1:1", "--json", script="1\n")
    lines = told(ran.lines)
    assert ran.code == 3
    assert lines[-2]["state"] == "refused"
    assert (lines[-1]["type"], lines[-1]["code"]) == ("end", 3)
    assert lines[-1]["say"] == lines[-2]["reason"]


def test_a_signal_ends_it_with_a_last_line(server: str, tmp_path: Path) -> None:
    with start(tmp_path, server, "--json", "--name", "Kim") as client:
        assert client.stdout
        assert next(line for line in map(json.loads, client.stdout) if line["type"] == "lobby")
        client.send_signal(signal.SIGTERM)
        out, _ = client.communicate()
    assert client.returncode == 143
    assert told(out.splitlines())[-1]["code"] == 143


HEAVY = """
import sys
sys.stdin = open("/dev/null")
import haydes.client.main as m
code = m.run([sys.argv[1], sys.argv[2]], {})
print(code, sorted({"prompt_toolkit", "trio", "zeroconf", "cryptography"} & set(sys.modules)))
"""


@pytest.mark.parametrize("mode", ["--json", "--plain"])
def test_it_loads_nothing_heavy(server: str, tmp_path: Path, mode: str) -> None:
    out = subprocess.check_output(
        [sys.executable, "-c", HEAVY, mode, server],
        env=environment(tmp_path),
        text=True,
        timeout=SECONDS,
    )
    assert out.splitlines()[-1] == "0 []"

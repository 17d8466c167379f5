"""The tools beside a server that runs: they see what it sees, and nobody is held up."""

import shutil
import signal
import stat
from pathlib import Path

import trio
from tests.server.processes import call, server
from tests.server.tools.campaign import campaign, command, spoil, tool

from haydes.protocol.messages import Left, Open, Start
from haydes.server.control import SOCKET
from haydes.server.store import FILE

SECONDS = 60.0  # for any of these tests
WISH = Open(ref=1, game="hounds", seats=2, bots=[""])


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


async def test_a_server_that_runs_is_well(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with trio.fail_after(SECONDS), server("--data", str(folder)) as (process, port):
        ann = call(port)
        await ann.greet("Ann")
        await ann.do(WISH)
        assert stat.S_IMODE((folder / SOCKET).stat().st_mode) == 0o600
        ended = command("doctor", "--data", str(folder))
        assert ended.returncode == 0, ended.stdout
        said = {line.split()[1]: line for line in ended.stdout.splitlines()}
        assert f"process {process.pid}" in said["server"]
        assert f"127.0.0.1:{port}" in said["address"]
        assert "1 of 512 open" in said["connections"]
        assert "1 of 256 in use" in said["tables"]
        assert "hounds 1 (1 table)" in said["rules"]
        assert "p99" in said["commits"]
        assert {"parked", "damaged", "journal", "space", "files", "errors", "folder"} <= {*said}
        ann.close()


async def test_tables_can_be_looked_at_and_copied_while_they_are_played(tmp_path: Path) -> None:
    folder, backup = tmp_path / "data", tmp_path / "backup"
    where = ["--data", str(folder)]
    with trio.fail_after(SECONDS):
        with server(*where) as (_, port):
            ann = call(port)
            await ann.greet("Ann")
            done = await ann.do(WISH)
            await ann.do(Start(ref=2))
            assert tool("journal", "verify", *where).stdout == "1 table: 1 whole\n"
            assert done.table in tool("journal", "show", *where).stdout
            assert "Ann" in tool("journal", "show", done.table, *where).stdout
            assert "records" in tool("journal", "export", done.table, *where).stdout
            copied = tool("backup", str(backup), *where)
            assert (copied.returncode, copied.stderr) == (0, "")
            assert stat.S_IMODE(backup.stat().st_mode) == 0o600
            assert tool("backup", str(backup), *where).returncode == 73
            assert not any(name.startswith("copy") for name in names(folder))
            assert names(tmp_path) == ["backup", "data"]
            ann.close()
        (restored := tmp_path / "restored").mkdir()
        shutil.copy(backup, restored / FILE)
        with server("--data", str(restored)) as (_, port):
            again = call(port)
            await again.greet("Ann", done.token)
            while not again.table:
                await again.hear()
            assert again.table["id"] == done.table
            assert again.table["phase"] == "playing"
            again.close()


async def test_a_table_that_is_deleted_is_closed_at_once_and_for_good(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    where = ["--data", str(folder)]
    with trio.fail_after(SECONDS):
        with server(*where) as (process, port):
            ann = call(port)
            await ann.greet("Ann")
            done = await ann.do(WISH)
            assert tool("journal", "delete", done.table, "--yes", *where).returncode == 0
            assert (await ann.until(Left)).code == "closed"
            assert tool("journal", "delete", done.table, "--yes", *where).returncode == 66
            process.send_signal(signal.SIGKILL)
            ann.close()
        assert tool("journal", "verify", *where).stdout == "0 tables\n"


def test_a_damaged_table_is_reported_and_can_be_given_up(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    where = ["--data", str(folder)]
    whole, damaged = campaign(folder, "haydes", "hounds")
    spoil(folder, damaged)
    (folder / "copy-1.db").touch()
    (folder / SOCKET).touch()  # both left by a server that was killed
    with server(*where):
        ended = tool("doctor", *where)
        assert ended.returncode == 2
        assert f"FAIL  damaged      {damaged}: kept, not served" in ended.stdout
        assert "1 of 1024 parked" in ended.stdout
        assert tool("journal", "verify", *where).returncode == 74
        assert tool("backup", str(tmp_path / "backup"), *where).returncode == 74
        assert tool("journal", "delete", damaged, "--yes", *where).returncode == 0
        ended = tool("doctor", *where)
        assert ended.returncode == 1
        assert "WARN  errors" in ended.stdout
        assert whole in tool("journal", "show", *where).stdout
        assert not any(name.startswith("copy") for name in names(folder))


async def test_after_a_kill_the_tools_see_everything(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    where = ["--data", str(folder)]
    with trio.fail_after(SECONDS), server(*where) as (process, port):
        ann = call(port)
        await ann.greet("Ann")
        await ann.do(WISH)
        process.send_signal(signal.SIGKILL)
        process.wait()
        ann.close()
    assert tool("journal", "verify", *where).stdout == "1 table: 1 whole\n"
    ended = tool("doctor", *where)
    assert ended.returncode == 1
    assert "WARN  server       none runs" in ended.stdout
    assert "1 kept" in ended.stdout


async def test_whoever_ends_a_server_is_told_which_rules_its_tables_need(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with trio.fail_after(SECONDS), server("--data", str(folder)) as (process, port):
        ann = call(port)
        await ann.greet("Ann")
        await ann.do(WISH)
        process.send_signal(signal.SIGTERM)
        ann.close()
        assert process.wait(SECONDS) == 0
        assert process.stderr
        assert '"tables kept, for these rules only", "hounds 1": 1' in process.stderr.read()


def test_the_name_of_a_folder_may_be_long(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 120)
    with server("--data", str(folder)):
        assert tool("doctor", "--data", str(folder)).returncode == 0


def test_what_was_set_aside_is_pointed_out(tmp_path: Path) -> None:
    campaign(tmp_path, "hounds")
    (tmp_path / f"{FILE}.damaged-1").touch()
    ended = tool("doctor", "--data", str(tmp_path))
    assert ended.returncode == 1
    assert f"WARN  set aside    {FILE}.damaged-1" in ended.stdout

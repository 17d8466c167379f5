"""The unit for systemd and the container file say what the server understands."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from haydes.server.settings import read

ROOT = Path(__file__).parent.parent
UNIT = (ROOT / "deploy" / "haydes-server.service").read_text("utf-8")
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text("utf-8")
PROGRAM = "/opt/haydes/bin/haydes-server"


def values(name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


def test_the_unit_starts_the_server_with_settings_it_knows() -> None:
    (command,) = values("ExecStart")
    program, *flags = shlex.split(command)
    assert program == PROGRAM
    environment = dict(pair.split("=", 1) for pair in values("Environment"))
    settings, _ = read(flags, environment)
    (folder,) = values("StateDirectory")
    assert settings.data == Path(f"%S/{folder}")


def test_codes_that_a_restart_does_not_mend_are_codes_of_the_server(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        read(["--help"], {})
    told = capsys.readouterr().out
    for code in values("RestartPreventExitStatus")[0].split():
        assert re.search(rf"\b{code} ", told)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "haydes-server.service"
    unit.write_text(UNIT.replace(PROGRAM, "/bin/true"), "utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    # other units of this machine may have their faults
    assert [line for line in checked.stderr.splitlines() if "haydes" in line] == []


def test_the_container_starts_the_server_with_settings_it_knows() -> None:
    (entry,) = re.findall(r'^ENTRYPOINT \["(.*)"\]$', CONTAINER, re.MULTILINE)
    assert entry == PROGRAM
    environment = dict(re.findall(r"(HAYDES_\w+)=(\S+)", CONTAINER))
    settings, _ = read([], environment)
    assert (settings.data, settings.discovery) == (Path("/data"), False)
    assert f"EXPOSE {settings.port}" in CONTAINER

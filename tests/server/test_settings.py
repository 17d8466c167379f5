"""Flags before environment before file, and clear words about what is wrong."""

from pathlib import Path

import pytest

from haydes.protocol.limits import DEFAULT_PORT, Limits
from haydes.server.settings import Settings, SettingsError, UseTls, read


def test_the_defaults_suit_a_game_in_the_living_room() -> None:
    settings, only_limits = read([], {})
    assert settings == Settings()
    assert (settings.host, settings.port) == ("", DEFAULT_PORT)
    assert settings.limits == Limits()
    assert not only_limits


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "haydes.toml"
    file.write_text('host = "file"\nport = 1\nname = "from file"\nbot_pause = 1.5\n')
    environment = {"HAYDES_HOST": "env", "HAYDES_PORT": "2", "HAYDES_CONFIG": str(file)}
    settings, _ = read(["--host", "flag"], environment)
    assert (settings.host, settings.port) == ("flag", 2)
    assert (settings.name, settings.bot_pause) == ("from file", 1.5)
    assert read(["--config", str(file)], {})[0].port == 1


def test_limits_come_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "haydes.toml"
    file.write_text("[limits]\nconnections = 7\n")
    settings, only_limits = read(["--config", str(file), "--print-limits"], {})
    assert settings.limits == Limits(connections=7)
    assert only_limits


@pytest.mark.parametrize(
    ("arguments", "environment", "tls"),
    [
        ([], {}, UseTls.YES),
        (["--no-tls"], {"HAYDES_TLS": "only"}, UseTls.NO),
        (["--tls-only"], {}, UseTls.ONLY),
        ([], {"HAYDES_TLS": "no"}, UseTls.NO),
    ],
)
def test_tls_may_be_left_out_or_demanded(
    arguments: list[str], environment: dict[str, str], tls: UseTls
) -> None:
    assert read(arguments, environment)[0].tls is tls


def test_the_local_network_need_not_be_told() -> None:
    assert read([], {})[0].discovery
    assert not read(["--no-discovery"], {})[0].discovery
    assert not read([], {"HAYDES_DISCOVERY": "no"})[0].discovery
    with pytest.raises(SettingsError, match="HAYDES_DISCOVERY: it is yes or no"):
        read([], {"HAYDES_DISCOVERY": "perhaps"})


def test_what_tls_cannot_be_is_named() -> None:
    with pytest.raises(SettingsError, match="HAYDES_TLS: tls is one of yes, no, only"):
        read([], {"HAYDES_TLS": "maybe"})


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--port", "65536"], "--port: a port is a number from 0 to 65535"),
        (["--port", "x"], "--port: a port is a number from 0 to 65535"),
        (["--bot-pause", "-1"], "--bot-pause"),
        (["--bot-pause", "nan"], "--bot-pause"),
        (["--log-level", "loud"], "--log-level"),
        (["--name", "a\tb"], "--name"),
        (["--tls-key", "key.pem"], "needs its certificate"),
        (["--surprise"], "--surprise"),
        (["--por", "1"], "--por"),
        (["left", "over"], "left over"),
        (["--config", "/nowhere/haydes.toml"], "/nowhere/haydes.toml"),
    ],
)
def test_a_wrong_flag_is_named(arguments: list[str], word: str) -> None:
    with pytest.raises(SettingsError, match=word):
        read(arguments, {})


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("colour = 1", "colour"),
        ("port = -1", "port"),
        ("port = [1]", "port"),
        ("limits = 1", "limits"),
        ("[limits]\nlegs = 4", "legs"),
        ("[limits]\ntables = true", "tables"),
        ("[limits]\ntables = -1", "tables"),
        ("[limits]\ntables = 257", "tables"),
        ("port = ", "haydes.toml"),
    ],
)
def test_a_wrong_file_is_named(text: str, word: str, tmp_path: Path) -> None:
    file = tmp_path / "haydes.toml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=word):
        read(["--config", str(file)], {})


def test_a_wrong_variable_is_named() -> None:
    with pytest.raises(SettingsError, match="HAYDES_PORT"):
        read([], {"HAYDES_PORT": "many"})

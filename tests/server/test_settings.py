"""Flags before environment before file, and clear words about what is wrong."""

from pathlib import Path

import pytest

from haydes.protocol.limits import DEFAULT_PORT, Limits
from haydes.server.settings import Settings, SettingsError, UseTls, read
from haydes.server.tokens import digest


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


def test_a_word_is_kept_as_a_digest_wherever_it_comes_from(tmp_path: Path) -> None:
    file = tmp_path / "word"
    file.write_text("sesame\nwhat else stands there\n")
    config = tmp_path / "haydes.toml"
    config.write_text('word = "sesame"\n')
    for arguments, environment in (
        (["--word", "sesame"], {}),
        (["--word-file", str(file)], {}),
        (["--config", str(config)], {}),
        ([], {"HAYDES_WORD": "sesame"}),
        ([], {"HAYDES_WORD_FILE": str(file)}),
    ):
        settings, _ = read(arguments, environment)
        assert settings.word == digest("sesame")
        assert "sesame" not in repr(settings)
        assert "word" not in repr(settings)
    assert read([], {})[0].word == b""


@pytest.mark.parametrize(
    "arguments",
    [["--word", ""], ["--word", "x" * 65], ["--word-file", "/nowhere/word"]],
)
def test_a_word_that_cannot_be_is_refused_without_being_told(arguments: list[str]) -> None:
    with pytest.raises(SettingsError, match="--word") as told:
        read(arguments, {})
    assert "xxx" not in str(told.value)


def test_a_word_and_a_file_with_another_are_not_put_in_an_order(tmp_path: Path) -> None:
    (config := tmp_path / "haydes.toml").write_text('word = "sesame"\n')
    (file := tmp_path / "word").write_text("open\n")
    with pytest.raises(SettingsError, match="word and --word-file"):
        read(["--config", str(config), "--word-file", str(file)], {})


def test_an_empty_file_holds_no_word(tmp_path: Path) -> None:
    file = tmp_path / "word"
    file.write_text("")
    with pytest.raises(SettingsError, match="--word-file"):
        read(["--word-file", str(file)], {})


def test_networks_of_many_people_are_separated_by_commas() -> None:
    settings, _ = read(["--exempt", "192.0.2.0/24, 2001:db8::/32,127.0.0.1"], {})
    assert list(map(str, settings.exempt)) == ["192.0.2.0/24", "2001:db8::/32", "127.0.0.1/32"]
    assert read([], {"HAYDES_EXEMPT": ""})[0].exempt == ()
    with pytest.raises(SettingsError, match="--exempt"):
        read(["--exempt", "192.0.2.7/24"], {})
    with pytest.raises(SettingsError, match="--exempt"):
        read(["--exempt", "somewhere"], {})


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

from pathlib import Path

import pytest
from tests.client.processes import run, serving

from haydes.client.arguments import parser
from haydes.client.cards import Cards
from haydes.client.config import DEFAULTS, SETTINGS, ConfigError, file, load, save, settle
from haydes.client.main import read
from haydes.client.options import Colour, Glyphs, Options, Theme

WHOLE = """\
# mine
name = "Ann B"
color = "never"
glyphs = "ascii"
theme = "light"   # the office has windows
plain = true
bell = false
notice = true
motion = false
mouse = true
odds = false
cards = "short"
choices = false
interrupt = true
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "client.toml"


def settled(file_: Path, variables: dict[str, str], *arguments: str) -> Options:
    return read(parser().parse_args(arguments), variables, load(file_))


def test_a_file_that_is_not_there_sets_nothing(path: Path) -> None:
    assert load(path) == {}
    assert settle({}, {}, {}) == DEFAULTS


def test_every_setting_may_stand_in_the_file(path: Path) -> None:
    path.write_text(WHOLE)
    assert load(path).keys() == SETTINGS.keys()
    options = settled(path, {"USER": "bob"})
    assert options == Options(
        name="Ann B", chosen=False, near=True, colour=Colour.NEVER, glyphs=Glyphs.ASCII,
        theme=Theme.LIGHT, bell=False, cards=Cards.SHORT, choices=False, interrupt=True,
    )  # fmt: skip


def test_flags_come_before_the_environment_and_that_before_the_file(path: Path) -> None:
    path.write_text(WHOLE)
    variables = {"HAYDES_THEME": "none", "HAYDES_BELL": "1", "HAYDES_NAME": "Cid"}
    options = settled(path, variables, "--name", "Dot", "--cards", "words")
    assert (options.name, options.theme, options.bell) == ("Dot", Theme.NONE, True)
    assert (options.cards, options.colour) == (Cards.WORDS, Colour.NEVER)
    assert settled(path, variables).name == "Cid"


def test_an_empty_variable_says_nothing(path: Path) -> None:
    assert settled(path, {"HAYDES_THEME": "", "HAYDES_NAME": "", "USER": "eli"}).name == "eli"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("colour = 'red'", 'there is no setting "colour"; there are name, color, '),
        ("theme = 'blue'", "theme is dark, light or none, not 'blue'"),
        ("theme = 1", "theme is dark, light or none, not 1"),
        ("bell = 'off'", "bell is true or false, not 'off'"),
        ("name = 3", "name is a text in quotes, not 3"),
        ("[name]", "name is a text in quotes, not {}"),
        ("theme", "Expected '='"),
        ("theme = 'dark'\ntheme = 'light'", "Cannot overwrite a value"),
    ],
)
def test_what_cannot_be_meant_says_which_file_and_which_setting(
    path: Path, text: str, sentence: str
) -> None:
    path.write_text(text)
    with pytest.raises(ConfigError) as raised:
        load(path)
    assert str(raised.value).startswith(f"{path}: ")
    assert sentence in str(raised.value)


def test_bytes_that_are_no_text_and_a_folder_are_no_settings(path: Path) -> None:
    path.write_bytes(b"name = '\xff'")
    with pytest.raises(ConfigError, match="no text in UTF-8"):
        load(path)
    with pytest.raises(ConfigError, match="is a directory"):
        load(path.parent)


def test_a_variable_that_cannot_be_meant_is_named() -> None:
    with pytest.raises(ConfigError, match=r"^HAYDES_BELL: bell is on or off, not 'loud'"):
        settle({}, {"HAYDES_BELL": "loud"}, {})


def test_wrong_settings_are_wrong_usage(tmp_path: Path, path: Path) -> None:
    path.write_text("bell = 3\n")
    ran = run(tmp_path, "--config", str(path))
    assert (ran.code, ran.lines) == (64, [])
    assert ran.errors == f"haydes-client: {path}: bell is true or false, not 3\n"
    ran = run(tmp_path, "--config", str(tmp_path / "nowhere.toml"))
    assert ran.code == 64
    assert "--config: there is no file " in ran.errors
    ran = run(tmp_path, "--config", "x" * 5000)
    assert (ran.code, ran.errors) == (64, f"haydes-client: {'x' * 5000}: file name too long\n")
    path.write_text('name = "a:b"\n')
    ran = run(tmp_path, "--config", str(path))
    assert ran.code == 64
    assert ran.errors.startswith("haydes-client: your name: ")


def test_the_file_is_where_files_of_this_kind_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nowhere")
    assert file() == Path("/nowhere/haydes/client.toml")
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setenv("HOME", "/nowhere")
    assert file() in (
        Path("/nowhere/.config/haydes/client.toml"),
        Path("/nowhere/Library/Application Support/haydes/client.toml"),
    )


def test_saving_leaves_everything_else_in_the_file(path: Path) -> None:
    path.write_text(WHOLE)
    save(path, "bell", "on")
    save(path, "name", 'An"n\\')
    assert path.read_text() == WHOLE.replace("bell = false", "bell = true").replace(
        '"Ann B"', '"An\\"n\\\\"'
    )
    assert load(path)["name"] == 'An"n\\'


def test_saving_makes_the_file_and_adds_to_its_end(path: Path) -> None:
    inner = path.parent / "new" / "client.toml"
    save(inner, "theme", "light")
    save(inner, "bell", "off")
    assert inner.read_text() == 'theme = "light"\nbell = false\n'


def test_saving_to_a_link_leaves_the_link(path: Path) -> None:
    path.symlink_to(path.parent / "dotfiles.toml")
    save(path, "theme", "light")
    assert path.is_symlink()
    assert load(path) == {"theme": "light"}


def test_a_damaged_file_is_not_written_over(path: Path) -> None:
    path.write_text("theme = \n")
    with pytest.raises(ConfigError):
        save(path, "bell", "on")
    assert path.read_text() == "theme = \n"


def test_set_writes_to_the_file_from_within_the_program(tmp_path: Path, path: Path) -> None:
    with serving(tmp_path) as server:
        script = "set bell off save\nset plain on\nset theme light save\nset name a:b save\n"
        ran = run(tmp_path, server, "--name", "Fay", "--config", str(path), script=script)
        assert ran.errors.startswith("haydes-client: --config: ")
        path.touch()
        ran = run(tmp_path, server, "--name", "Fay", "--config", str(path), script=script)
    assert load(path) == {"bell": "off", "theme": "light"}
    assert f"bell off is saved in {path}." in ran.told("Hint")
    plain, name = ran.told("Error")
    assert plain == "plain counts from the next start on. Type set plain on save."
    assert name.startswith("a name takes ")

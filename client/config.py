"""The settings of a player: flags come before the environment, and that before a TOML file.

Each has a name in the file, `HAYDES_NAME` and the like in the environment, and a few values.
Nothing is put right quietly: what cannot be meant is a ConfigError that says where it stands.
"""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

ON, OFF = "on", "off"
SWITCH = (ON, OFF)  # true and false in the file
ANYTHING = ()
SETTINGS: Mapping[str, tuple[str, ...]] = {
    "name": ANYTHING,
    "color": ("auto", "always", "never"),
    "glyphs": ("auto", "unicode", "ascii"),
    "theme": ("dark", "light", "none"),
    "plain": SWITCH,
    "bell": SWITCH,
    "notice": SWITCH,
    "motion": SWITCH,
    "mouse": SWITCH,
    "odds": SWITCH,
    "cards": ("words", "short"),
    "choices": SWITCH,
    "interrupt": SWITCH,
}
NEXT = ("name", "plain")  # those that count from the next start on
DEFAULTS: Mapping[str, str] = {
    "color": "auto", "glyphs": "auto", "theme": "dark", "plain": OFF, "bell": ON, "notice": OFF,
    "motion": ON, "mouse": OFF, "odds": ON, "cards": "words", "choices": ON,
    "interrupt": OFF,
}  # fmt: skip
_TRUTHS = {"1": ON, "yes": ON, "true": ON, "0": OFF, "no": OFF, "false": OFF}
_ELSEWHERE = ("darwin", "win32")  # systems with a place of their own for such files
_FILE = "client.toml"


class ConfigError(ValueError):
    """A setting cannot be meant; the sentence says which, and where it stands."""


def settle(
    flags: Mapping[str, str], environment: Mapping[str, str], file: Mapping[str, str]
) -> Mapping[str, str]:
    """Return the value of every setting that has one; an empty flag or variable says nothing."""
    return {**DEFAULTS, **file, **_variables(environment), **{n: v for n, v in flags.items() if v}}


def _variables(environment: Mapping[str, str]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name, values in SETTINGS.items():
        variable = f"HAYDES_{name.upper()}"
        value = environment.get(variable, "")
        if values == SWITCH:
            value = _TRUTHS.get(value.lower(), value)
        if name == "plain" and value not in ("", OFF):
            value = ON  # as others that look for a screen reader take it
        if value:
            found[name] = _checked(variable, name, value)
    return found


def load(path: Path) -> Mapping[str, str]:
    """Read a file of settings; one that is not there has none."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: this is no text in UTF-8") from None
    except OSError as error:
        raise ConfigError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return _parse(text, path)


def _parse(text: str, path: Path) -> Mapping[str, str]:
    import tomllib  # noqa: PLC0415 - who has no file need not wait for it

    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: {error}") from None
    return {name: _read(name, value, path) for name, value in tree.items()}


def _read(name: str, value: object, path: Path) -> str:
    values = SETTINGS.get(name)
    if values is None:
        raise ConfigError(f'{path}: there is no setting "{name}"; there are {_listed(SETTINGS)}')
    if values == SWITCH:
        if not isinstance(value, bool):
            raise ConfigError(f"{path}: {name} is true or false, not {value!r}")
        return ON if value else OFF
    return _checked(str(path), name, value)


def _checked(where: str, name: str, value: object) -> str:
    known = SETTINGS[name]
    if not isinstance(value, str) or (known and value not in known):
        takes = _listed(known, "or") if known else "a text in quotes"
        raise ConfigError(f"{where}: {name} is {takes}, not {value!r}")
    return value


def save(path: Path | None, name: str, value: str) -> None:
    """Write a setting to the file and leave all else in it; raise ConfigError or OSError."""
    from haydes.client.store import write  # noqa: PLC0415 - seldom wanted

    if path is None:
        raise ConfigError("there is no place to save settings in")
    path = path.resolve()  # a link stays one
    load(path)  # what is wrong in it is for its owner to put right
    text = path.read_text("utf-8") if path.exists() else ""
    switched = {ON: "true", OFF: "false"} if SETTINGS[name] == SWITCH else {}
    line = f"{name} = {switched.get(value) or _quoted(value)}"
    text, found = re.subn(
        rf"^[ \t]*\"?{name}\"?[ \t]*=.*$", lambda _: line, text, flags=re.MULTILINE
    )
    if not found:
        text = f"{text.rstrip()}\n{line}\n".lstrip()
    _parse(text, path)
    write(path, text)


def file() -> Path | None:
    """Return where this user's settings are kept, None if there is no such place.

    XDG_CONFIG_HOME, and a folder under ~/.config, count on every system.
    """
    if base := os.environ.get("XDG_CONFIG_HOME"):
        return Path(base) / "haydes" / _FILE
    try:
        usual = Path("~/.config/haydes").expanduser()
    except RuntimeError:  # nobody's home
        return None
    if sys.platform not in _ELSEWHERE or usual.is_dir():
        return usual / _FILE
    from platformdirs import user_config_path  # noqa: PLC0415 - costs some milliseconds

    return user_config_path("haydes", appauthor=False) / _FILE


def _quoted(text: str) -> str:
    """Return a TOML string; names have no control characters."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _listed(words: Mapping[str, object] | tuple[str, ...], joint: str = "and") -> str:
    *most, last = words
    return f"{', '.join(most)} {joint} {last}"

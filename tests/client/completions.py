"""The completion scripts, made of what the commands' parsers know.

`python -m tests.client.completions` writes them. They are static: nothing of ours runs while
somebody presses Tab. A context is a command, with its subcommand if it has one.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from haydes.client import arguments
from haydes.client.kit import main as kit
from haydes.server import settings
from haydes.server.tools import main as tools

FOLDER = Path(__file__).parents[2] / "client" / "completions"
FILES = ("FILE", "FOLDER", "PATH")  # metavars of what shells complete by themselves
COMMANDS: tuple[argparse.ArgumentParser, ...] = (
    arguments.parser(),
    settings.parser(),
    tools.parser(),
    kit.parser(),
)


@dataclass(frozen=True)
class Option:
    words: tuple[str, ...]
    help: str
    takes: bool  # a value
    values: tuple[str, ...]
    is_file: bool


@dataclass(frozen=True)
class Context:
    options: tuple[Option, ...] = ()
    subcommands: Mapping[str, str] | None = None  # what each does
    files: bool = False  # its own arguments are files


def contexts() -> Mapping[str, Context]:
    """Return everything that can stand on a command line, by context."""
    found: dict[str, Context] = {}
    for parser in COMMANDS:
        for name, context in _contexts(parser):
            # the server's tools and its settings have parsers of their own
            before = found.get(name, Context())
            own = tuple(option for option in context.options if option not in before.options)
            subcommands = {**(before.subcommands or {}), **(context.subcommands or {})}
            files = before.files or context.files
            found[name] = Context(before.options + own, subcommands, files)
    return found


def _contexts(parser: argparse.ArgumentParser) -> Iterator[tuple[str, Context]]:
    options: list[Option] = []
    subcommands: dict[str, str] = {}
    inner: list[argparse.ArgumentParser] = []
    files = False
    for action in _actions(parser):
        parsers = _parsers(action)
        if parsers:
            inner += parsers.values()
            subcommands |= _summaries(action)
        elif action.option_strings:
            takes = action.nargs not in (0, "?")
            values = tuple(map(str, action.choices or ()))
            option = Option(
                tuple(action.option_strings), _brief(action), takes, values, _is_file(action)
            )
            options.append(option)
        else:
            files = files or _is_file(action)
    yield parser.prog, Context(tuple(options), subcommands, files)
    for each in inner:
        yield from _contexts(each)


# Any: these parts of argparse have no public names
def _parsers(action: Any) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of subcommands, if the argument is one."""
    return action.choices if hasattr(action, "_name_parser_map") else {}


def _summaries(action: Any) -> dict[str, str]:
    told: list[Any] = action._choices_actions
    without = dict.fromkeys(_parsers(action), "")
    return without | {str(choice.dest): _brief(choice) for choice in told}


def _actions(parser: argparse.ArgumentParser) -> list[Any]:
    return list(vars(parser)["_actions"])


def _is_file(action: argparse.Action) -> bool:
    return action.metavar in FILES


def _brief(action: argparse.Action) -> str:
    told = (action.help or "").replace("%%", "%").partition("; ")[0].partition(" (default")[0]
    return told.replace("'", "").replace(":", "").replace("\n", " ")


def bash() -> str:
    """Return the script for bash, from 3.2 on."""
    known = contexts()
    lines = [
        "# bash completion of the haydes commands",
        "_haydes() {",
        '    local IFS=$\'\\n\' current="$2" before="$3" context="${1##*/}" word words=""',
        "    COMPREPLY=()",
        '    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
        *_descend(known),
        "    done",
        '    if [[ $current == = ]]; then current=""; fi',
        '    if [[ $before == = ]]; then before="${COMP_WORDS[COMP_CWORD - 2]}"; fi',
        '    case "$context $before" in',
    ]
    lines += [
        f"        {_pattern(name, option)}) {_bash_value(option)}return ;;"
        for name, context in known.items()
        for option in context.options
        if option.takes
    ]
    lines += ["    esac", '    case "$context" in']
    for name, context in known.items():
        offered = [*(context.subcommands or ()), *_flags(context)]
        files = ' COMPREPLY=($(compgen -f -- "$current"))' if context.files else ""
        joined = "\\n".join(offered)
        lines.append(f"        '{name}') words=$'{joined}'{';' + files if files else ''} ;;")
    lines += [
        "    esac",
        '    COMPREPLY+=($(compgen -W "$words" -- "$current"))',
        "}",
        f"complete -o filenames -F _haydes {' '.join(_names(known))}",
    ]
    return "\n".join(lines) + "\n"


def _bash_value(option: Option) -> str:
    if option.is_file:
        return 'COMPREPLY=($(compgen -f -- "$current")); '
    values = "\\n".join(option.values)
    return f"COMPREPLY=($(compgen -W $'{values}' -- \"$current\")); " if values else ""


def zsh() -> str:
    """Return the script for zsh; it may be evaluated, or be found in a folder of functions."""
    known = contexts()
    names = " ".join(_names(known))
    lines = [
        f"#compdef {names}",
        "_haydes() {",
        "    local context=${words[1]:t} before=${words[CURRENT-1]} word",
        "    local -a found",
        "    for word in ${words[2,CURRENT-1]}; do",
        *_descend(known),
        "    done",
        '    case "$context $before" in',
    ]
    for name, context in known.items():
        for option in context.options:
            if option.takes:
                offered = f"compadd -- {' '.join(option.values)}" if option.values else ""
                does = "_files" if option.is_file else offered or '_message "a value"'
                lines.append(f"        {_pattern(name, option)}) {does}; return ;;")
    lines += ["    esac", '    case "$context" in']
    for name, context in known.items():
        told = [
            *(f"'{word}:{does}'" for word, does in (context.subcommands or {}).items()),
            *(f"'{word}:{option.help}'" for option in context.options for word in option.words),
        ]
        files = " _files;" if context.files else ""
        lines.append(f"        '{name}') found=({' '.join(told)});{files} ;;")
    lines += [
        "    esac",
        "    _describe -o 'word' found",
        "}",
        "if [[ ${funcstack[1]} == _haydes ]]",
        f'then _haydes "$@"; else compdef _haydes {names}; fi',
    ]
    return "\n".join(lines) + "\n"


def fish() -> str:
    """Return the script for fish."""
    known = contexts()
    lines = ["# fish completion of the haydes commands"]
    for name, context in known.items():
        command, *path = name.split()
        inner = context.subcommands or {}
        seen = [f"__fish_seen_subcommand_from {word}" for word in path]
        unseen = [f"not __fish_seen_subcommand_from {' '.join(inner)}"] if inner else []
        condition = "; and ".join([*seen, *unseen])
        head = f"complete -c {command}" + (f" -n '{condition}'" if condition else "")
        lines += [] if context.files else [f"{head} -f"]
        lines += [f"{head} -a {word} -d '{does}'" for word, does in inner.items()]
        for option in context.options:
            words = "".join(
                f" -l {word[2:]}" if word.startswith("--") else f" -s {word[1:]}"
                for word in option.words
            )
            value = " -r -F" if option.is_file else " -x" if option.takes else ""
            value += f" -a '{' '.join(option.values)}'" if option.values else ""
            lines.append(f"{head}{words}{value} -d '{option.help}'")
    return "\n".join(lines) + "\n"


def _descend(known: Mapping[str, Context]) -> list[str]:
    """Return the lines that find the subcommand, in what bash and zsh have in common."""
    inner = [name for name in known if " " in name]
    patterns = "|".join(f"'{name}'" for name in inner)
    return [f'        case "$context $word" in {patterns}) context="$context $word" ;; esac']


def _pattern(name: str, option: Option) -> str:
    return "|".join(f"'{name} {word}'" for word in option.words)


def _flags(context: Context) -> list[str]:
    return [word for option in context.options for word in option.words]


def _names(known: Mapping[str, Context]) -> list[str]:
    return [name for name in known if " " not in name]


SCRIPTS: Mapping[str, Callable[[], str]] = {"bash": bash, "zsh": zsh, "fish": fish}


def main() -> None:
    """Write the scripts."""
    for shell, script in SCRIPTS.items():
        (FOLDER / f"haydes.{shell}").write_text(script())


if __name__ == "__main__":
    main()

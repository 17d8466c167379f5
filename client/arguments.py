"""The arguments of `haydes-client`."""

import argparse

from haydes import __version__
from haydes.client.config import SETTINGS, SWITCH
from haydes.client.exits import TEXT
from haydes.client.options import GIVE_UP, TAUGHT
from haydes.client.usage import Parser

SHELLS = ("bash", "zsh", "fish")
SOLO_GAME = "haydes"
NO_BOTS_GIVEN = -1
EPILOG = """\
examples:
  haydes-client --tutorial hounds
  haydes-client --solo haydes --bots 2 --option map=quick --option turn_limit=20
  haydes-client play.example.net --name Ann --table rimuta --word sesame
  haydes-client haydes://play.example.net/rimuta#FINGERPRINT

Without an address, on a terminal, the servers nearby are listed to choose from; otherwise the
server on this machine is meant. Links to other machines are encrypted. A server is known by its
key from the first time on; if it has another one later, nothing is sent. An invite (type: invite)
tells the key beforehand.

Completion: eval "$(haydes-client --print-completion bash)", in zsh the same with zsh;
haydes-client --print-completion fish | source.

A finished match is kept where --print-paths says (records). games lists them, replay 1 shows the
latest again; haydes-client --replay FILE does so anywhere, also a file of somebody else's. What
its owner held in hand can be seen in it.

A private table is opened from the lobby: new haydes word sesame. It is in no list; others
join it by its id and that word.

settings: name, color, glyphs, theme, plain, bell, notice, motion, mouse, odds, cards,
choices and interrupt stand in a TOML file that --print-paths names (name = "Ann", bell = false,
theme = "light"), or in the environment as HAYDES_NAME and so on; a flag comes before the
environment, that before the file. In full screen S lists them all and keeps what you change;
anywhere, set bell off save writes one to the file.

In a game of --solo every act of a bot takes a second at least, so that it can be followed;
HAYDES_BOT_PAUSE in the environment, in seconds, makes that longer or shorter.

"""


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    words = Parser(
        prog="haydes-client",
        description="Play small tabletop games on a haydes-server.",
        epilog=EPILOG + TEXT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = words.add_argument
    add("address", nargs="?", default="", metavar="HOST[:PORT]|INVITE",
        help="default: on a terminal, what is near; else localhost")  # fmt: skip
    add("--name", default="", help="your name, as others see it")
    add("--table", default="", metavar="ID", help="join this table at once")
    add("--watch", action="store_true", help="watch it, without a seat")
    add("--word", default="", help="the word of a private table")
    add("--server-word", default="", metavar="WORD",
        help="the server's word, if it asks everybody for one (or HAYDES_WORD)")  # fmt: skip
    add("--solo", nargs="?", const=SOLO_GAME, default="", metavar="GAME",
        help=f"play against bots on a server of your own (default: {SOLO_GAME})")  # fmt: skip
    add("--tutorial", nargs="?", const=SOLO_GAME, default="", metavar="GAME",
        help="learn a game in four minutes, on a server of your own "
             f"({', '.join(TAUGHT)}; default: {SOLO_GAME})")  # fmt: skip
    add("--new", action="store_true", help="solo: begin anew, even if a game of this kind is kept")
    add(
        "--seats",
        type=int,
        default=0,
        metavar="N",
        help="solo: how many seats (default: you and the bots)",
    )
    add(
        "--bots",
        type=int,
        default=NO_BOTS_GIVEN,
        metavar="N",
        help="solo: how many bots; 0: you alone (default: 1)",
    )
    add("--option", action="append", default=[], metavar="NAME=VALUE",
        help="solo: a rule, such as map=block or turn_limit=12")  # fmt: skip
    add("--replay", default="", metavar="FILE",
        help="see a match again that this client, or a friend's, has kept")  # fmt: skip
    add("--stats", action="store_true", help="add your finished games up, and end")
    tls = words.add_mutually_exclusive_group()
    tls.add_argument("--tls", action="store_const", const="always", dest="use_tls",
                     help="encrypt the link even to a server on this machine")  # fmt: skip
    tls.add_argument("--no-tls", action="store_const", const="never", dest="use_tls",
                     help="do not encrypt it: others on the way can read along")  # fmt: skip
    add("--forget", default="", metavar="HOST[:PORT]", help="forget a server's key, and end")
    front = words.add_mutually_exclusive_group()
    front.add_argument("--plain", action="store_true", help="line by line; for screen readers")
    front.add_argument("--json", action="store_true",
                       help="an object a line, for scripts; see client/JSON.md")  # fmt: skip
    front.add_argument("--full", action="store_true", help="full screen, even in a small window")
    glyphs = words.add_mutually_exclusive_group()
    glyphs.add_argument("--ascii", action="store_const", const="ascii", dest="glyphs",
                        help="draw with ASCII only")  # fmt: skip
    glyphs.add_argument("--unicode", action="store_const", const="unicode", dest="glyphs",
                        help="draw with all signs")  # fmt: skip
    add("--color", choices=SETTINGS["color"], default="", help="colours (default: auto)")
    add("--theme", choices=SETTINGS["theme"], default="",
        help="colours for a dark or a light terminal, or none (default: dark)")  # fmt: skip
    add("--bell", choices=SWITCH, default="", help="ring on your turn (default: on)")
    add("--cards", choices=SETTINGS["cards"], default="",
        help="how cards are told: six of clubs, or 6C (default: words)")  # fmt: skip
    add("--config", default="", metavar="FILE", help="TOML file with settings")
    add("--give-up", type=float, default=GIVE_UP, metavar="SECONDS",
        help="plain, JSON: how long to wait for a link after the last line (60)")  # fmt: skip
    add("--log", default="", metavar="FILE", help="write failures to this file")
    add("--print-paths", action="store_true", help="print where files are kept")
    add("--print-completion", choices=SHELLS, default="",
        help="print a script that completes all haydes commands in a shell")  # fmt: skip
    add("--version", action="version", version=f"haydes-client {__version__}")
    words.set_defaults(glyphs="", use_tls="auto")
    return words

"""The full-screen front end, from the options of the command line to its exit code."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from haydes.client.app import FullScreen
from haydes.client.core import Core
from haydes.client.exits import BAD_FILE, MISUSED
from haydes.client.look import settled
from haydes.client.model import Link, Model
from haydes.client.nearby import Found, Near, Search
from haydes.client.options import Options
from haydes.client.past.reel import Reel

if TYPE_CHECKING:
    from haydes.client.session import Where
    from haydes.client.store import Store


def run(options: Options, store: "Store", where: "Where | None" = None) -> int | str:
    """Play until the player leaves.

    Return the program's exit code, or the game whose tutorial is wanted now.
    `where` finds the server, if it is not simply at the address of the options.
    """
    film: Reel | None = None
    if options.replay:
        from haydes.client.past.film import FilmError  # noqa: PLC0415 - few want it
        from haydes.client.past.projector import load  # noqa: PLC0415

        try:
            film = Reel(load(Path(options.replay), options.cards), options.replay, alone=True)
        except FilmError as problem:
            sys.stderr.write(f"haydes-client: {problem}\n")
            return BAD_FILE
    # with no handler at all, errors would be printed across the screen
    try:
        handler = logging.FileHandler(options.log) if options.log else logging.NullHandler()
    except OSError as problem:
        sys.stderr.write(f"haydes-client: cannot write {options.log}: {problem.strerror}\n")
        return MISUSED
    logging.getLogger().addHandler(handler)
    try:
        return asyncio.run(_run(options, store, where, film))
    finally:
        logging.getLogger().removeHandler(handler)  # a tutorial has one of its own
        handler.close()


async def _run(
    options: Options, store: "Store", where: "Where | None", film: Reel | None
) -> int | str:
    def session(changed: Callable[[], None], near: Near | None) -> Core:
        from haydes.client.session import Session  # noqa: PLC0415 - the first frame comes first

        chosen = replace(options, address=near.address) if near else options
        made = Session(chosen, store, changed, where)
        made.asks = True
        return made

    model = Model(name=options.name, link=Link(server=options.server))
    look = settled(options.settled, os.environ, sys.stdout.encoding)
    screen = FullScreen(model, session, look, search=search if options.near else None)
    screen.ui = replace(screen.ui, settings=options.settled)
    if film is not None:
        screen.ui = replace(screen.ui, reel=film)  # and there will be no session
    code = await screen.run()
    if screen.session and screen.session.problem:
        sys.stderr.write(f"haydes-client: {screen.session.problem}\n")
    return screen.taught or code


async def search(found: Found) -> None:
    """Tell of the servers nearby until cancelled; raises NoNetworkError."""
    await Search(found).run()

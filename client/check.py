"""Having a record checked by `haydes-kit verify`, in a process of its own: it knows the rules."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from pathlib import Path

from haydes.client.exits import UNCHECKED, UNFAIR
from haydes.client.fair import Verdict

SECONDS = 120.0  # a long campaign on a slow machine
_VERIFY = "from haydes.client.kit.main import main; main()"
_VERDICTS = {0: Verdict.FAIR, UNFAIR: Verdict.UNFAIR, UNCHECKED: Verdict.UNKNOWN}


async def check(record: Path) -> tuple[Verdict, list[str]]:
    """Return what comes of a record, and why."""
    program = [sys.executable, "-c", _VERIFY, "verify", str(record)]
    try:
        process = await asyncio.create_subprocess_exec(
            *program, stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL
        )
    except OSError as problem:
        return Verdict.UNKNOWN, [f"the program for it does not start: {problem.strerror}"]
    try:
        async with asyncio.timeout(SECONDS):
            said, _ = await process.communicate()
    except TimeoutError:
        return Verdict.UNKNOWN, ["it took too long"]
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.communicate()  # to its end, which leaves nothing open
    lines = said.decode(errors="replace").splitlines()
    if process.returncode not in _VERDICTS or not lines:
        return Verdict.UNKNOWN, ["the program for it has failed"]
    return _VERDICTS[process.returncode], lines

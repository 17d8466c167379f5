"""The clockwork of the little motions between two frames: it runs, and any key stops it."""

import asyncio
from collections.abc import Callable

from haydes.client.screens.motion import SECONDS, STILL, Motion


class Mover:
    """Runs one motion at a time; made inside the loop of the front end that it redraws."""

    def __init__(self, redraw: Callable[[], None]) -> None:
        self.motion = STILL
        self._redraw = redraw
        self._task: asyncio.Task[None] | None = None

    def begin(self, motion: Motion) -> None:
        """Run a motion; one that still runs ends."""
        self.stop()
        if motion:
            self.motion = motion
            self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        self.motion = STILL
        if self._task:
            self._task.cancel()

    async def _run(self) -> None:
        while self.motion:
            await asyncio.sleep(SECONDS)
            self.motion = self.motion.next()
            self._redraw()

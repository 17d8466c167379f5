"""A server that the kit starts itself, stops and starts again; its tables are in a folder."""

import shlex
import signal
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from haydes.client.kit import UsageError
from haydes.client.kit.conformance.case import FailedError

_GLANCE = 0.05  # seconds between two looks whether it listens


class Own:
    """The server's process and its address."""

    def __init__(self, command: str, folder: Path, patience: float) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address: tuple[str, int] = ("127.0.0.1", free.getsockname()[1])
        words = {"port": str(self.address[1]), "folder": str(folder)}
        try:
            self._command = [word.format_map(words) for word in shlex.split(command)]
        except (ValueError, LookupError) as error:
            raise UsageError(f"--own: {error}") from None
        self._patience = 3 * patience  # a start is no answer
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it listens."""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - it is the user's own command
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise UsageError(f"cannot run {self._command[0]!r}: {error.strerror}") from None
        deadline = time.monotonic() + self._patience
        while True:
            try:
                socket.create_connection(self.address, timeout=self._patience).close()
            except OSError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise FailedError("the server of --own does not listen") from None
                time.sleep(_GLANCE)
            else:
                return

    def stop(self) -> None:
        """Ask it to end, as an operator does."""
        if self._process:
            self._process.send_signal(signal.SIGTERM)

    def ended(self) -> None:
        """Wait until it has ended."""
        if self._process:
            try:
                self._process.wait(self._patience)
            except subprocess.TimeoutExpired:
                raise FailedError("the server does not end") from None

    def kill(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()


@contextmanager
def running(command: str, patience: float) -> Generator[Own]:
    """Run a server of one's own, which is gone at the end."""
    with TemporaryDirectory(prefix="haydes-kit-") as folder:
        own = Own(command, Path(folder), patience)
        try:
            own.start()
            yield own
        finally:
            own.kill()

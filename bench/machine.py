"""What the system tells: how busy the machine is, and what a process takes of it."""

import os
import platform
import time
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def busy_seconds() -> float:
    """Return the seconds that all processors have worked so far, where the system tells."""
    try:
        fields = Path("/proc/stat").read_text().split(maxsplit=9)[1:9]
    except OSError:
        return 0.0
    return (sum(map(int, fields)) - int(fields[3]) - int(fields[4])) / _TICKS


def cpu(pid: int) -> tuple[float, float]:
    """Return how many seconds of processor time a process has used: its own, the kernel's."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # not on this system
        return 0.0, 0.0
    return int(fields[11]) / _TICKS, int(fields[12]) / _TICKS


def memory(pid: int) -> int:
    """Return how many bytes of memory a process holds."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except OSError:  # not on this system
        return 0


class Machine:
    """Looks at the machine from its making on."""

    def __init__(self) -> None:
        self._load = os.getloadavg()[0]
        self._busy, self._at = busy_seconds(), time.perf_counter()

    def facts(self) -> dict[str, float | str]:
        """Return the load before and now, and how many processors were at work since."""
        worked = busy_seconds() - self._busy
        return {
            "load before": round(self._load, 2),
            "load": round(os.getloadavg()[0], 2),
            "processors": os.cpu_count() or 0,
            "busy": round(worked / max(time.perf_counter() - self._at, 1e-9), 2),
            "python": platform.python_version(),
        }

    def tell(self) -> str:
        facts = self.facts()
        return (
            f"load of the machine {facts['load before']} before, {facts['load']} now,"
            f" {facts['busy']} of {facts['processors']} processors busy, Python {facts['python']}"
        )

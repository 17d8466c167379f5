"""`haydes-kit proxy`: a link that is bad in the way that is asked for."""

import argparse
import sys
import time

from haydes.client.exits import DONE, MISUSED
from haydes.client.kit.arguments import address, listening, written
from haydes.client.kit.faults import FAULTS, Fault, read, told

SUMMARY = "relay connections over a link with faults, the same ones in each run"

_FAULTS = "\n".join(f"  {name:<11}{does} ({usual})" for name, (usual, does) in FAULTS.items())
_EPILOG = f"""\
faults, with the usual N:
{_FAULTS}

A fault may be given for one way only: up: (towards TARGET) or down:. Several work together.
What a fault does, and after how many bytes, follows from the seed and the number of the
connection. The first line on standard output is "listening on HOST:PORT"; then a line comes for
what becomes of each connection. TLS passes through. Ctrl-C ends it.

  haydes-kit proxy 7346 localhost:7345 --fault slice=3 --fault down:latency=200 --fault reset=50000

exit codes: 0 ended as asked, {MISUSED} wrong usage.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Say what the tool takes; it runs by `run`."""
    parser.set_defaults(run=proxy)
    parser.epilog = _EPILOG
    parser.add_argument(
        "listen", metavar="LISTEN", type=listening, help="PORT or HOST:PORT; port 0: any free one"
    )
    parser.add_argument("target", metavar="TARGET", type=address, help="HOST:PORT of a server")
    parser.add_argument(
        "--fault",
        metavar="[up:|down:]NAME[=N]",
        type=_fault,
        action="append",
        default=[],
        help="may be given again",
    )
    parser.add_argument("--seed", default="1", help="another seed, faults in other places")


def proxy(given: argparse.Namespace) -> int:
    """Run the tool until it is ended; raises UsageError."""
    from haydes.client.kit.relay import Relay, run  # noqa: PLC0415 - asyncio loads slowly

    start = time.monotonic()

    def log(sentence: str) -> None:
        sys.stdout.write(f"{time.monotonic() - start:9.3f} {sentence}\n")
        sys.stdout.flush()

    def ready(at: tuple[str, int]) -> None:
        sys.stdout.write(f"listening on {written(at)}\n")
        log(f"faults: {told(given.fault) or 'none'}; seed {given.seed}")

    run(Relay(given.target, given.fault, given.seed, log), given.listen, ready)
    return DONE


def _fault(text: str) -> Fault:
    try:
        return read(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None

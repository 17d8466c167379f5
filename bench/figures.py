"""Figures: their middle and spread, the table they are printed in, the file they are written to."""

import argparse
import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from bench.machine import Machine

Row: TypeAlias = Mapping[str, float]


def spread(numbers: Sequence[float]) -> dict[str, float]:
    """Return least, median, the one that nine in ten do not exceed, and most."""
    ordered = sorted(numbers)
    return {
        "min": ordered[0],
        "median": statistics.median(ordered),
        "p90": ordered[len(ordered) * 9 // 10],
        "max": ordered[-1],
    }


def medians(rows: Sequence[Row]) -> dict[str, float]:
    """Return the medians of several runs, column by column."""
    return {column: statistics.median(row[column] for row in rows) for column in rows[0]}


def show(title: str, rows: Mapping[str, Row], digits: Mapping[str, int] | int = 1) -> None:
    """Print a table; `digits` after the point, of each column or of all."""
    columns = list(next(iter(rows.values())))
    wide = max(len(title), *map(len, rows)) + 2
    print(f"\n{title:{wide}}" + "".join(f"{column:>13}" for column in columns))
    for name, row in rows.items():
        cells = (
            f"{row[column]:13.{digits if isinstance(digits, int) else digits.get(column, 1)}f}"
            for column in columns
        )
        print(f"{name:{wide}}" + "".join(cells))


def verdict(what: str, found: float, most: float) -> None:
    """Print whether a figure is at most what it should be, and by how much it is not."""
    told = "met" if found <= most else f"missed by a factor of {found / most:.2f}"
    print(f"goal: {what}, at most {most:g}: {found:.1f}, {told}")


def parser(doc: str | None) -> argparse.ArgumentParser:
    """Return what reads a command line, with the option that all benches have."""
    found = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    found.add_argument("--json", type=Path, metavar="FILE", help="where the figures are written")
    return found


def write(file: Path | None, machine: Machine, document: Mapping[str, object]) -> None:
    """Write the figures, and how busy the machine was, if there is a file to write to."""
    if file:
        file.write_text(json.dumps({"machine": machine.facts(), **document}, indent=2))

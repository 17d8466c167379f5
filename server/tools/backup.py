"""`haydes-server backup FILE`: a copy of the journal, whole as of one moment, read back.

Law: the file appears under its name only when it is complete and verified; none is overwritten.
"""

import argparse
import os
from pathlib import Path

from haydes.engine.registry import GAMES
from haydes.server.copying import CopyError
from haydes.server.folder import sync
from haydes.server.reading import Reading
from haydes.server.tools import ToolError
from haydes.server.tools.journal import say, summary
from haydes.server.tools.reach import journal
from haydes.server.tools.survey import survey


def backup(folder: Path, given: argparse.Namespace) -> int:
    target: Path = given.file
    draft = target.with_name(f"{target.name}.part")
    _check_absent(target)
    with journal(folder) as reading:
        reading.copy(draft)
        identity = reading.identity
    try:
        with Reading(draft) as copy:
            if copy.identity != identity:
                raise CopyError(f"{draft} is not what was written")
            found = list(survey(copy, GAMES))
        _check_absent(target)
        draft.rename(target)
        sync(target.parent)
    except OSError as error:
        raise CopyError(f"cannot write {target}: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
    say(f"{target}: {target.stat().st_size} bytes, {summary(found)}")
    return os.EX_IOERR if any(one.state == "damaged" for one in found) else os.EX_OK


def _check_absent(path: Path) -> None:
    if os.path.lexists(path):
        raise ToolError(os.EX_CANTCREAT, f"{path} is there already, and nothing is overwritten")

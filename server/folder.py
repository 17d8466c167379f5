"""Where a server keeps what outlives it."""

import os
from pathlib import Path


def data_folder() -> Path:
    """Return the folder of this user's server; XDG_STATE_HOME counts on every system."""
    if base := os.environ.get("XDG_STATE_HOME"):
        return Path(base) / "haydes-server"
    from platformdirs import user_state_path  # noqa: PLC0415 - costs some milliseconds

    return user_state_path("haydes-server", appauthor=False)

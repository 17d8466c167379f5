"""Tools for authors of other clients and for researchers."""


class UsageError(ValueError):
    """A tool's command line cannot be meant; the sentence says why."""

"""Saying no: to a request, or to a whole connection."""

from haydes.protocol.codes import REFUSALS, Close, Refusal


class RefusalError(Exception):
    """A request is refused and has changed nothing; the sentence is for people."""

    def __init__(self, code: Refusal, sentence: str = "") -> None:
        super().__init__(sentence or REFUSALS[code][0])
        self.code = code


class PartingError(Exception):
    """A connection has to be closed; the sentence is for people."""

    def __init__(self, code: Close, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code

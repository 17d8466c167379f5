"""The operator's tools: what `haydes-server` does besides serving."""


class ToolError(Exception):
    """Why a tool cannot do what it is asked; `code` is what the command exits with."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code

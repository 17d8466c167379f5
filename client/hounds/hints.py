"""Why the server advises what it advises in Release the Hounds."""

from haydes.client.model import Described, View

_WORDS = {
    "alone": "you are alone on the track, and will escape",
    "drop": "what you hold would help you no further",
    "joker": "tried out, a die for all pays best",
    "run": "tried out, running pays best",
    "back": "tried out, it pays best to fall back, as out of a fight",
    "harm": "tried out, holding that one back pays best",
    "catch": "tried out, it pays best to leave that one to the hounds",
    "force": "tried out, forcing that one pays best",
    "help": "it runs with it, but tried out, this does you the least harm",
}


def why(word: str, _action: Described, _view: View) -> str:
    """Return the reason in a clause, "" if it is not known."""
    return _WORDS.get(word, "")

"""Why the server advises what it advises in Release the Hounds."""

from haydes.client.model import Described, View

_WORDS = {
    "alone": "you are alone on the track, and will escape",
    "drop": "what you hold would help you no further",
    "joker": "tried out, a die for all pays best",
    "run": "tried out, running pays best",
    "harm": "tried out, stopping others pays best",
}


def why(word: str, _action: Described, _view: View) -> str:
    """Return the reason in a clause, "" if it is not known."""
    return _WORDS.get(word, "")

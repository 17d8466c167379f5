"""Why the server advises what it advises in Release the Hounds."""

from haydes.client.model import Described, View

_WORDS = {
    "alone": "you are alone on the track, and will escape",
    "drop": "what you hold would help you no further",
    "joker": "tried out many times, a die for all serves you best",
    "run": "tried out many times, running serves you best",
    "harm": "tried out many times, stopping others serves you best",
}


def why(word: str, _action: Described, _view: View) -> str:
    """Return the reason in a clause, "" if it is not known."""
    return _WORDS.get(word, "")

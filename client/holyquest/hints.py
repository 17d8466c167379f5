"""Why the server advises what it advises in HolyQuest."""

from haydes.client.holyquest import odds, party
from haydes.client.model import Described, View

_WORDS = {
    "draw": "nobody needs help before the next cards",
    "take": "a victory card always helps",
    "decline": "you have enough of them",
    "give": "there it adds most",
    "face": "the hit would cost least there",
    "drink": "that wound is the worst",
    "relief": "that wound is the worst",
    "hide": "this fight would cost too much",
    "slip": "whoever does nothing now slips past",
    "enough": "nothing else is worth doing",
}


def why(word: str, action: Described, view: View) -> str:
    """Return the reason in a clause, "" if it is not known."""
    if word == "worth":
        return f"it works in {odds.skill()}% of all cases, and does most"
    hero = next((one for one in party.heroes(view.game) if one.name == action.get("hero")), None)
    foe = next((one for one in party.foes(view.game) if one.number == action.get("foe")), None)
    if word == "attack" and hero and foe:
        return f"a hit in {odds.hit(hero.power - foe.power)}% of all cases, where it does most"
    return _WORDS.get(word, "")

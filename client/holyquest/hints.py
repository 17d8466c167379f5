"""Why the server advises what it advises in HolyQuest."""

from collections.abc import Sequence

from haydes.client.holyquest import odds, party
from haydes.client.model import Described, View

_WORDS = {
    "draw": "nobody needs help before the next cards",
    "take": "a victory card always helps",
    "decline": "you have enough of them",
    "give": "there it adds most",
    "drink": "that wound is the worst",
    "relief": "that wound is the worst",
    "hide": "this fight would cost too much",
    "slip": "whoever does nothing now slips past",
    "enough": "nothing else is worth doing",
    "spare": "while the last of them stands, the Minister heals once a round; it does less harm",
}


def why(word: str, action: Described, view: View) -> str:
    """Return the reason in a clause, "" if it is not known."""
    if word == "worth":
        return f"it works in {odds.skill()}% of all cases, and does most"
    hero = next((one for one in party.heroes(view.game) if one.name == action.get("hero")), None)
    foe = next((one for one in party.foes(view.game) if one.number == action.get("foe")), None)
    if word == "attack" and hero and foe:
        return _attack(odds.hit(hero.power - foe.power), party.foes(view.game))
    if word == "face" and hero and foe:
        chance = odds.hit(foe.power - hero.power)
        return f"a hit in {chance}% of all cases, and the one that would cost you least"
    return _WORDS.get(word, "")


def _attack(chance: int, foes: Sequence[party.Foe]) -> str:
    if not chance:
        return "a hit is next to impossible, but to try costs nothing"
    does_most = ", where it does most" if sum(foe.stands for foe in foes) > 1 else ""
    return f"a hit in {chance}% of all cases{does_most}"

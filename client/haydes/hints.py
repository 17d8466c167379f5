"""Why the server advises what it advises in Escape from Haydes."""

from haydes.client.haydes import ground, odds
from haydes.client.haydes.creatures import ways
from haydes.client.model import Described, View, my_seat
from haydes.client.read import written

_WORDS = {
    "split": "Charisma 9: one high value passes more tests than two middling ones",
    "seen": "you have looked at that card",
    "joker": "only lower leads onto the red Joker, which may lie there",
    "lure": "from the start there is no way onto the red Joker; a guess has it shuffled away",
    "walk": "that is free, and the way to the best card to guess",
    "bargain": "a point is a fair price for the way",
    "peek": "it may be the red Joker",
    "stop": "nothing here is worth the risk",
    "hopeless": "nothing helps any more, for two dice never show less than 2",
    "face": "you have to meet it",
    "fight": "you have to meet it",
}


def why(word: str, action: Described, view: View) -> str:
    """Return the reason in a clause, "" if it is not known."""
    seat = my_seat(view)
    figure = ground.figure(view.game, -1 if seat is None else seat)
    if word == "likelier":
        return _likelier(odds.guess(view.game, figure.at, written(action.get("to", ""))), action)
    if word in ("talk", "brawl"):
        known = ways(view, figure, ground.lies(view.game, figure.at))
        chance = next((way.chance for way in known if way.do == word), 0)
        return f"it works in {chance}% of all cases" if chance else ""
    return _WORDS.get(word, "")


def _likelier(guess: odds.Guess | None, action: Described) -> str:
    if guess is None:
        return ""
    call = action.get("call")
    chance = guess.higher if call == "higher" else guess.lower
    if call == guess.best:
        return f"right in {chance}% of all cases"
    return "right more often if the card is no creature"

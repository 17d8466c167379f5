"""HolyQuest told in sentences."""

from collections.abc import Callable, Mapping, Sequence

from haydes.client.generic import deed as generic_deed
from haydes.client.holyquest import party
from haydes.client.model import Described, View, my_seat, seat_name
from haydes.client.read import branch, flag, many, number, text, written
from haydes.client.speech import Scene, listed
from haydes.protocol.tree import Tree, Value

EXPERIENCE = 2  # ep of a card


def tell(event: Tree, scene: Scene) -> str:
    """Return a sentence about an event, or "" for one that is not worth it or unknown."""
    teller = _TELLERS.get(text(event, "event"))
    return teller(event, scene.view) if teller else ""


def turn(scene: Scene) -> str:
    """Return how far the party has come, and what is to be decided."""
    game = scene.view.game
    now = branch(game, "turn")
    round_ = f", round {text(now, 'round')}" if "round" in now else ""
    where = f"Turn {text(now, 'turn')}{round_}, {party.goal(game)}."
    return " ".join(filter(None, (where, question(scene.view))))


def question(view: View) -> str:
    """Return what is to be decided."""
    now = branch(view.game, "turn")
    left = number(now, "prizes")
    questions = {
        "camp": "The party is ready for the next cards.",
        "traps": f"{trap_ahead(view)} Drink first, or go on?",
        "go": f"Against you: {against(view)}.",
        "defence": (
            f"{_capital(foe(view, number(now, 'foe')))} attack{_verbs(now, view)['s']}."
            " Who faces it?"
        ),
        "prize": f"{left} victory card{'s' * (left != 1)} may be drawn.",
        "arms": f"Who gets {party.words(text(now, 'card'))}?",
    }
    return questions.get(party.phase(view.game), "")


def trap_ahead(view: View) -> str:
    """Return that a trap comes next, and whom one hit more would defeat."""
    weak = [
        party.titled(one.name)
        for one in party.heroes(view.game)
        if one.stands and one.hits == party.MOST_HITS - 1
    ]
    warned = f": last hit of {listed(weak, 'and')}" if weak else ""
    return f"A trap lies ahead{warned}."


def asked_anew(before: View, scene: Scene) -> str:
    """Return what is to be decided, if it is another decision than before."""
    return "" if _decision(before) == _decision(scene.view) else question(scene.view)


def _decision(view: View) -> Tree:
    """Return what tells one decision from another: not who has made theirs already."""
    now = branch(view.game, "turn")
    return {name: value for name, value in now.items() if name not in ("lead", "done")}


def part(view: View) -> str:
    """Return whom this seat leads, if the party is shared out."""
    led, shared = _led(view)
    return f"You lead {listed([hero(one.name) for one in led], 'and')}." if led and shared else ""


def waits(view: View) -> str:
    """Return whom this seat waits for."""
    turn = branch(view.game, "turn")
    lead = number(turn, "lead", -1)
    led, _ = _led(view)
    if lead < 0:
        return ""
    if party.phase(view.game) != party.ALL_AT_ONCE:
        return f"{seat_name(view, lead)} decides." if lead != my_seat(view) else "others decide."
    if not led or my_seat(view) in many(turn, "done"):
        return "the others have their go."
    name = party.titled(led[0].name) if len(led) == 1 else "heroes"
    return f"your {name} can do nothing now; the others have their go."


def _led(view: View) -> tuple[list[party.Hero], bool]:
    """Return the heroes of this seat that stand, and whether others lead some too."""
    known = [one for one in party.heroes(view.game) if one.stands]
    led = [one for one in known if one.seat == my_seat(view)]
    return led, len(led) < len(known)


def against(view: View) -> str:
    """Return the opponents that stand."""
    standing = [one for one in party.foes(view.game) if one.stands]
    told = [f"{one.name} (power {one.power}, {hits(one.hits)})" for one in standing]
    return listed(told, "and") or "nobody"


def hits(count: int) -> str:
    return f"{count or 'no'} hit{'s' * (count != 1)}"


def deed(action: Described, view: View) -> str:
    """Return an action as a player would type it."""
    do = written(action.get("do", ""))
    hero = written(action["hero"]) if "hero" in action else ""
    aim = _typed(view, action["foe"]) if "foe" in action else ""
    if do == "skill":
        return " ".join(filter(None, (written(action.get("skill", "")), hero, aim)))
    if do == "done":
        return party.kind(do, view.game)
    if do in ("attack", "face"):
        return f"{do} {aim} with {hero}"
    if do in ("give", "drink", "draw", "take", "decline"):
        return " ".join(filter(None, (do, hero)))
    return generic_deed(action, view)


def outcome(winners: Sequence[str], reason: str) -> str:
    """Return how a match ended."""
    if winners:
        who = listed(winners, "and")
        have = "have" if len(winners) > 1 or winners[0] == "you" else "has"
        done = "slain the Dragon" if reason == "dragon" else "reached the goal"
        return f"{who} {have} {done}."
    return {
        "defeated": "the party is lost: all four are defeated.",
        "forfeit": "the party is lost: everybody gave up.",
        "clock": "the party is lost: the time is up.",
    }.get(reason, "the party is lost.")


def foe(view: View, foe_number: int) -> str:
    """Return an opponent in a sentence: "the Ogre", "the Goblins b"."""
    for one in party.foes(view.game):
        if one.number == foe_number:
            name = party.titled(one.card)
            return f"the {name}" if one.alone else f"the {name} {one.letter}"
    return f"monster {foe_number}"


def hero(name: str) -> str:
    return f"the {party.titled(name)}"


def _verbs(event: Tree, view: View) -> Mapping[str, str]:
    """Return the endings of verbs that fit who an event is about: some monsters are several."""
    known = {one.number: one for one in party.foes(view.game)}
    one = None if "hero" in event else known.get(number(event, "foe"))
    several = one is not None and one.several
    return {
        "s": "" if several else "s",
        "be": "are" if several else "is",
        "have": "have" if several else "has",
    }


def _typed(view: View, foe_number: Value) -> str:
    found = (one.name for one in party.foes(view.game) if one.number == foe_number)
    return next(found, written(foe_number))


def _who(event: Tree, view: View) -> str:
    """Return the hero or the opponent that an event is about."""
    return hero(text(event, "hero")) if "hero" in event else foe(view, number(event, "foe"))


def _rolled(dice: Sequence[object]) -> str:
    return f"{party.total(dice):+}" if party.total(dice) else "0"


def _fight(event: Tree, attacker: str, defender: str) -> str:
    ours, theirs = branch(event, "attack"), branch(event, "defence")
    result = "a hit" if flag(event, "hit") else "no hit"
    sums = [f"{_rolled(many(side, 'dice'))} and power {text(side, 'power')} make"
            f" {text(side, 'total')}" for side in (ours, theirs)]  # fmt: skip
    return _capital(f"{attacker} {defender}: {sums[0]}, {sums[1]} against it: {result}.")


def _attack(event: Tree, view: View) -> str:
    return _fight(event, f"{hero(text(event, 'hero'))} attacks", foe(view, number(event, "foe")))


def _strike(event: Tree, view: View) -> str:
    aim = number(event, "foe")
    attacks = f"attack{_verbs({'foe': aim}, view)['s']}"
    return _fight(event, f"{foe(view, aim)} {attacks}", hero(text(event, "hero")))


def _hit(event: Tree, view: View) -> str:
    count = number(event, "hits")
    if count >= party.MOST_HITS:
        return ""  # who is defeated is told next
    has = _verbs(event, view)["have"]
    return _capital(f"{_who(event, view)} {has} {hits(count)}; the third defeats.")


def _defeated(event: Tree, view: View) -> str:
    lost = [party.words(name) for name in party.names(event, "lost")]
    loses = f" and loses {listed(lost, 'and')}" if lost else ""
    return _capital(f"{_who(event, view)} {_verbs(event, view)['be']} defeated{loses}.")


def _skill(event: Tree, view: View) -> str:
    aim = f" on {_who(event, view)}" if "hero" in event or "foe" in event else ""
    rolled = _rolled(many(event, "dice"))
    result = "it works" if flag(event, "success") else "it fails"
    used = party.words(text(event, "skill"))
    return _capital(f"{hero(text(event, 'by'))} tries {used}{aim}: {rolled}, {result}.")


def _trap(event: Tree, _view: View) -> str:
    result = "avoided" if text(event, "result") == "avoided" else "it springs on everybody"
    if "dice" not in event:
        return f"A trap, and no Scout: {result}."
    return f"A trap: the Scout rolls {_rolled(many(event, 'dice'))}, {result}."


def _draw(event: Tree, _view: View) -> str:
    return f"Drawn: {listed([party.words(name) for name in party.names(event, 'cards')], 'and')}."


def _terrain(event: Tree, _view: View) -> str:
    return f"The place is now: {party.words(text(event, 'card'))}."


def _done(event: Tree, view: View) -> str:
    seat = number(event, "seat", -1)
    return "" if seat == my_seat(view) else f"{seat_name(view, seat)} is done."


def _leads(event: Tree, view: View) -> str:
    led = listed([hero(name) for name in party.names(event, "heroes")], "and")
    seat = number(event, "seat", -1)
    mine = seat == my_seat(view)
    return f"You lead {led} now." if mine else f"{seat_name(view, seat)} leads {led} now."


def _out(event: Tree, view: View) -> str:
    seat = number(event, "seat", -1)
    mine = seat == my_seat(view)
    return "You are out of the game." if mine else f"{seat_name(view, seat)} is out of the game."


def _took(event: Tree, _view: View) -> str:
    card = text(event, "card")
    worth = f", {EXPERIENCE} ep" if card == "experience" else ""
    return f"A victory card: {party.words(card)}{worth}."


def _card(sentence: str) -> Callable[[Tree, View], str]:
    """Return a teller about a card, and its hero if there is one."""

    def told(event: Tree, _view: View) -> str:
        name = party.words(text(event, "card"))
        return _capital(sentence.format(card=name, hero=hero(text(event, "hero"))))

    return told


def _about(sentence: str) -> Callable[[Tree, View], str]:
    """Return a teller about a hero or an opponent."""

    def told(event: Tree, view: View) -> str:
        left = hits(number(event, "hits"))
        verbs = _verbs(event, view)
        return _capital(sentence.format(who=_who(event, view), hits=left, **verbs))

    return told


def _always(sentence: str) -> Callable[[Tree, View], str]:
    return lambda _event, _view: sentence


# how a match ended is told by the table
_TELLERS: Mapping[str, Callable[[Tree, View], str]] = {
    "draw": _draw,
    "reshuffled": lambda event, _: f"The {text(event, 'deck')} deck ran out and is reshuffled.",
    "terrain": _terrain,
    "trap": _trap,
    "turn": lambda event, _: f"{text(event, 'turn')}, the party is in camp.",
    "round": lambda event, _: f"Round {text(event, 'round')} of the fight.",
    "attack": _attack,
    "strike": _strike,
    "hit": _hit,
    "defeated": _defeated,
    "surrendered": _about("{who} surrender{s}."),
    "skill": _skill,
    "healed": _about("{who} {be} healed, {hits} left."),
    "raised": _about("{who} {be} back from the dead."),
    "blinded": _about("{who} {be} blinded: 4 power less."),
    "hidden": _always("The party is hidden."),
    "noticed": _about("{who} {be} noticed."),
    "found": _always("The party is found."),
    "slipped_past": _always("The party slips past the monsters."),
    "victorious": _always("The fight is won."),
    "took": _took,
    "declined": _always("The victory card is left."),
    "aside": _card("{card} is kept aside until it can be used."),
    "attached": _card("{hero} gets {card}."),
    "drink": _about("{who} drink{s} a draught, {hits} left."),
    "done": _done,
    "leads": _leads,
    "out": _out,
}


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]

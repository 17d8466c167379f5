"""The commands of HolyQuest: a line of words becomes an action, an answer or an error."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from haydes.client.holyquest import odds, party
from haydes.client.holyquest.hints import why
from haydes.client.holyquest.places import PLACES
from haydes.client.holyquest.sentences import (
    asked_anew,
    deed,
    hero,
    hits,
    outcome,
    part,
    tell,
    turn,
    waits,
)
from haydes.client.model import Described, View, choices, my_seat, seat_name
from haydes.client.read import branch, number, text, written
from haydes.client.speech import Command, Said, Scene, Speech, listed, matches

JOINTS = ("the", "with", "on", "at", "to", "and", "by", "skill")
WHAT_FOR = {
    "attack": ("monster", "hero"),
    "face": ("monster", "hero"),
    "give": ("hero",),
    "drink": ("hero",),
}


@dataclass(frozen=True, slots=True)
class Meant:
    """The heroes and the monsters that some words may mean; None: any."""

    heroes: frozenset[str] | None = None
    foes: frozenset[int] | None = None
    unknown: str = ""

    def fits(self, action: Described) -> bool:
        known_hero = self.heroes is None or action.get("hero") in self.heroes
        return known_hero and (self.foes is None or action.get("foe") in self.foes)


def _meant(said: Sequence[str], view: View, *, with_heroes: bool, with_foes: bool) -> Meant:
    heroes: frozenset[str] | None = None
    foes: frozenset[int] | None = None
    for word in said:
        if word in JOINTS:
            continue
        named_hero = _heroes(word, with_foes=with_foes) if with_heroes else frozenset[str]()
        named_foe = _foes(word, view) if with_foes else frozenset[int]()
        if with_heroes and word.isdecimal():
            named_foe = frozenset[int]()
        if named_hero and not (named_foe and heroes is not None):
            heroes = named_hero if heroes is None else heroes & named_hero
        elif named_foe:
            foes = named_foe if foes is None else foes & named_foe
        else:
            return Meant(heroes, foes, word)
    return Meant(heroes, foes)


def _heroes(word: str, *, with_foes: bool) -> frozenset[str]:
    if word.isdecimal():
        return frozenset(party.HEROES[int(word) - 1 : int(word)] if int(word) else ())
    if with_foes and word in party.LETTERS:
        return frozenset()
    return frozenset(matches(word, party.HEROES))


def _foes(word: str, view: View) -> frozenset[int]:
    known = party.foes(view.game)
    if len(word) == 1 and word in party.LETTERS:
        return frozenset(foe.number for foe in known if foe.letter == word)
    if word.isdecimal():
        return frozenset(foe.number for foe in known if foe.number == int(word))
    found = matches(word, dict.fromkeys(foe.card for foe in known))
    named = [foe for foe in known if foe.card in found]
    return frozenset(foe.number for foe in named if foe.stands) or frozenset(
        foe.number for foe in named
    )


def _pick(typed: str, said: Sequence[str], scene: Scene, offered: Sequence[Described]) -> Said:
    """Find the one action that is meant; `offered` is not empty."""
    view = scene.view
    meant = _meant(
        said,
        view,
        with_heroes=any("hero" in action for action in offered),
        with_foes=any("foe" in action for action in offered),
    )
    if meant.unknown:
        return Said(error=_needs(typed, offered, view, meant.unknown))
    fitting = [action for action in offered if meant.fits(action)]
    if len(fitting) == 1:
        return Said(fitting[0])
    if fitting:
        return Said(error=_needs(typed, fitting, view))
    return Said(error=f"{_why_not(meant, typed, view)} {_possible(offered, view)}")


def _needs(typed: str, offered: Sequence[Described], view: View, said: str = "") -> str:
    wants = [
        f"a {kind}: {listed(_values(offered, key, view))}"
        for key, kind in (("foe", "monster"), ("hero", "hero"))
        if len(_values(offered, key, view)) > (not said)
    ]
    wrong = f', not "{said}"' if said else ""
    return f'after "{typed}" I need {", and ".join(wants) or "nothing more"}{wrong}.'


def _values(offered: Sequence[Described], key: str, view: View) -> list[str]:
    """Return the heroes or the monsters that are possible, as they may be typed."""
    names = {foe.number: foe.name for foe in party.foes(view.game)}
    found = dict.fromkeys(action[key] for action in offered if key in action)
    return [names.get(one, written(one)) if isinstance(one, int) else one for one in found]


def _possible(offered: Sequence[Described], view: View) -> str:
    heroes = [party.titled(name) for name in _values(offered, "hero", view)]
    aims = _values(offered, "foe", view)
    can = {"attack": "Heroes who can attack", "face": "Heroes who can face it"}
    told = can.get(written(offered[0].get("do", "")), "Heroes")
    parts = [f"{told}: {listed(heroes, 'and')}."] if heroes else []
    return " ".join([*parts, *([f"Monsters: {listed(aims, 'and')}."] if aims else [])])


def _why_not(meant: Meant, typed: str, view: View) -> str:
    """Say why what is meant is not possible."""
    for one in party.heroes(view.game):
        if meant.heroes == frozenset({one.name}) and (why := idle(one, typed, view)):
            return f"{_capital(hero(one.name))} {why}."
    for foe in party.foes(view.game):
        if meant.foes == frozenset({foe.number}) and not foe.stands:
            return f"{foe.name} is beaten."
    return "that is not possible now."


def idle(one: party.Hero, typed: str, view: View) -> str:
    """Return why a hero cannot do something or have it done to him, or ""."""
    reasons = {
        "is defeated": not one.stands,
        "may only defend": typed == "attack" and one.name == "minister",
        f"is led by {seat_name(view, one.seat)}": typed == "attack" and one.seat != my_seat(view),
        "has attacked in this round": typed == "attack" and "attacked" in one.marks,
        "has no hits": typed in ("heal", "advanced_heal", "drink") and not one.hits,
        "has faced an attack already": typed == "face" and "faced" in one.marks,
        "is hidden": typed == "face" and "hidden" in one.marks,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _act(do: str) -> Command:
    """Return a command for one kind of action."""

    def act(said: Sequence[str], scene: Scene) -> Said:
        offered = party.targets(scene.view, do)
        if not offered:
            return Said(error=_not_now(do, scene.view))
        beyond = [word for word in said if word not in JOINTS]
        if do not in WHAT_FOR and beyond:
            return Said(error=f'after "{do}" I need nothing more, not "{beyond[0]}".')
        return _pick(do, said, scene, offered)

    return act


def _use(skill: str) -> Command:
    """Return a command for one skill."""

    def use(said: Sequence[str], scene: Scene) -> Said:
        offered = party.targets(scene.view, "skill", skill=skill)
        if offered:
            rest = said[1:] if said[:1] == ["heal"] and skill == "advanced_heal" else said
            return _pick(skill, rest, scene, offered)
        return Said(error=_no_skill(skill, scene.view))

    return use


def _skill(said: Sequence[str], scene: Scene) -> Said:
    usable = _usable(scene.view)
    if not said:
        return Said(error=f"skill needs one: {listed(usable) or 'there is none to use now'}.")
    found = matches(said[0], usable) or matches(said[0], party.SKILLS)
    if len(found) != 1:
        which = f'"{said[0]}" could be {listed(found)}.' if found else f'no skill "{said[0]}".'
        return Said(error=f"{which} To use now: {listed(usable) or 'none'}.")
    return _use(found[0])(said[1:], scene)


def _usable(view: View) -> list[str]:
    skills = (written(action.get("skill", "")) for action in party.targets(view, "skill"))
    return list(dict.fromkeys(skills))


def _no_skill(skill: str, view: View) -> str:
    user = next(one for one in party.heroes(view.game) if one.name == party.SKILLS[skill])
    who = _capital(hero(user.name))
    usable = f" Skills to use now: {listed(_usable(view)) or 'none'}."
    if not user.stands:
        return f"{who} is defeated.{usable}"
    if skill not in user.has:
        return f"{who} has not learned {party.words(skill)}.{usable}"
    if user.seat != my_seat(view):
        return f"{who} is led by {seat_name(view, user.seat)}.{usable}"
    if "used" in user.marks:
        return f"{who} has used a skill already.{usable}"
    if skill == "hide":
        return f"hide comes first in a round, before anything else.{usable}"
    return f"{party.words(skill)} has no aim now.{usable}"


def _not_now(do: str, view: View) -> str:
    can = list(dict.fromkeys(_word(action) for action in choices(view)))
    return f"there is nothing to {do} now. Possible: {listed(can)}."


def _word(action: Described) -> str:
    return written(action["skill"] if "skill" in action else action.get("do", ""))


def _party(said: Sequence[str], scene: Scene) -> Said:
    view = scene.view
    lines = [_standing(one, view) for one in party.heroes(view.game)]
    tree = branch(view.game, "party")
    draughts = number(tree, "draughts")
    aside = [party.words(name) for name in party.names(tree, "aside")]
    kept = f" Kept aside: {listed(aside, 'and')}." if aside else ""
    s = "s" * (draughts != 1)
    common = f"The party has {party.goal(view.game)} and {draughts or 'no'} draught{s}.{kept}"
    return _nothing("party", said) or Said(lines=(*lines, common))


def _standing(one: party.Hero, view: View) -> str:
    by = "" if one.seat == my_seat(view) else f", led by {seat_name(view, one.seat)}"
    if not one.stands:
        return f"{party.titled(one.name)}: defeated{by}."
    has = [party.words(name) for name in one.has]
    marks = f", {listed(one.marks, 'and')}" if one.marks else ""
    held = f"; has {listed(has, 'and')}" if has else ""
    return f"{party.titled(one.name)}: power {one.power}, {hits(one.hits)}{marks}{by}{held}."


def _monsters(said: Sequence[str], scene: Scene) -> Said:
    lines = [
        f"{foe.letter} {foe.card}: power {foe.power}, {hits(foe.hits)}"
        f"{', blinded' if foe.blinded else ''}."
        if foe.stands
        else f"{foe.letter} {foe.card}: beaten."
        for foe in party.foes(scene.view.game)
    ]
    return _nothing("monsters", said) or Said(lines=tuple(lines or ["there are no monsters."]))


def _place(said: Sequence[str], scene: Scene) -> Said:
    name = text(scene.view.game, "terrain")
    does = f" ({PLACES[name]})" if name in PLACES else ""
    place = party.words(name) or "nowhere in particular yet"
    return _nothing("place", said) or Said(lines=(f"you are at: {place}{does}.",))


def _odds(said: Sequence[str], scene: Scene) -> Said:
    game = scene.view.game
    lines = [f"a skill works in {odds.skill()}% of tries."]
    for foe in (foe for foe in party.foes(game) if foe.stands):
        standing = [one for one in party.heroes(game) if one.stands]
        ours = [f"{one.name} {odds.hit(one.power - foe.power)}%" for one in standing]
        theirs = [f"{one.name} {odds.hit(foe.power - one.power)}%" for one in standing]
        lines.append(f"{foe.name}: hit by {listed(ours)}; hits {listed(theirs)}.")
    return _nothing("odds", said) or Said(lines=tuple(lines))


def _nothing(command: str, said: Sequence[str]) -> Said | None:
    if not said:
        return None
    return Said(error=f'after "{command}" I need nothing more, not "{said[0]}".')


def _follow(said: Sequence[str], view: View) -> Sequence[str]:
    """Return what may come after these words."""
    skill = next(iter(matches(said[0], party.SKILLS)), "")
    offered = party.targets(view, said[0]) or party.targets(view, "skill", skill=skill)
    if said[0] == "skill":
        return _usable(view) if len(said) == 1 else ()
    meant = _meant(
        said[1:],
        view,
        with_heroes=any("hero" in action for action in offered),
        with_foes=any("foe" in action for action in offered),
    )
    left = [action for action in offered if meant.fits(action)] if not meant.unknown else []
    if meant.foes is None and (found := _values(left, "foe", view)):
        return found
    if meant.heroes is None and (found := _values(left, "hero", view)):
        return found if said[-1] in JOINTS or len(said) == 1 else ["with"]
    return ()


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


DEEDS = ("draw", "attack", "done", "face", "take", "decline", "give", "drink")
ACTS: Mapping[str, Command] = {
    **{do: _act(do) for do in DEEDS},
    "skill": _skill,
    **{skill: _use(skill) for skill in party.SKILLS},
}
HOLYQUEST = Speech(
    title="HolyQuest",
    tell=tell,
    turn=turn,
    deed=deed,
    outcome=outcome,
    acts=ACTS,
    asks={"party": _party, "monsters": _monsters, "place": _place, "odds": _odds},
    follow=_follow,
    why=why,
    question=asked_anew,
    part=part,
    waits=waits,
    aliases={
        "a": "attack",
        "end": "done",
        "go": "done",
        "pass": "done",
        "advanced": "advanced_heal",
        "where": "place",
    },
    help=(
        ("attack ogre with knight, a 1 b", "a hero attacks a monster (hero 1 the monster b)"),
        ("heal scout, missile ogre, hide", "use a skill; skill lists those there are now"),
        ("done, end", "finish your go: the monsters attack"),
        ("go on", "before a trap: go on without a draught"),
        ("face ogre with scout", "let a hero face the monster that attacks"),
        ("draw", "draw the next monster cards"),
        ("take, decline", "take a victory card, or leave it"),
        ("give knight", "give him the arms just drawn"),
        ("drink knight", "let Knight or Scout drink a draught"),
        ("party, monsters, place", "how everybody stands, and where"),
        ("odds", "the chances of every attack, and of a skill"),
    ),
)

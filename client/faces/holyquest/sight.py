"""A position of HolyQuest as its face needs it: the deed picked, by whom and on whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from haydes.client.holyquest import odds, party
from haydes.client.holyquest.sentences import deed
from haydes.client.model import Described, View, advised, choices, my_seat
from haydes.client.read import written
from haydes.client.screens.rows import plain
from haydes.client.screens.ui import Ui

UNDECIDED = (-1, -1)  # no hero (from 0), no monster (from 1) picked


@dataclass(frozen=True, slots=True)
class Sight:
    view: View
    me: int  # -1: watching
    heroes: tuple[party.Hero, ...]
    foes: tuple[party.Foe, ...]
    kinds: tuple[str, ...]  # what can be done now: attack, heal, done ...
    kind: str  # the picked one of them, or ""
    offered: tuple[Described, ...]  # the actions of that kind
    action: Described | None  # what Enter does
    odds: bool  # are told

    @property
    def hint(self) -> Described:
        """What the server advises to do; nothing if it was not asked."""
        return advised(self.view) or {}

    @property
    def hero(self) -> party.Hero | None:
        name = self.action.get("hero") if self.action else None
        return next((one for one in self.heroes if one.name == name), None)

    @property
    def foe(self) -> party.Foe | None:
        number = self.action.get("foe") if self.action else None
        return next((one for one in self.foes if one.number == number), None)

    @property
    def defends(self) -> bool:
        return self.kind == "face"

    @property
    def fights(self) -> bool:
        """Whether dice are about to be compared."""
        return self.foe is not None and self.kind in ("attack", "face")

    def chance(self, hero: party.Hero, foe: party.Foe) -> int:
        """Return the percent for a hit by whoever attacks now."""
        lead = hero.power - foe.power
        return odds.hit(-lead if self.defends else lead)

    @property
    def told(self) -> str:
        """Return the picked action as it may be typed, with its chance."""
        if self.action is None:
            return ""
        told = plain(deed(self.action, self.view))
        if not self.odds:
            return told
        if self.fights and self.hero and self.foe:
            chance = self.chance(self.hero, self.foe)
            return f"{told}, {'a hit on him' if self.defends else 'a hit'} {chance}%"
        return f"{told}, {odds.skill()}%" if "skill" in self.action else told


def sight(view: View, ui: Ui) -> Sight:
    seat = my_seat(view)
    actions = _safest_first(view)
    kinds = tuple(dict.fromkeys(map(kind_of, actions)))
    kind = kinds[min(ui.pick, len(kinds) - 1)] if kinds else ""
    offered = tuple(action for action in actions if kind_of(action) == kind)
    return Sight(
        view,
        -1 if seat is None else seat,
        tuple(party.heroes(view.game)),
        tuple(party.foes(view.game)),
        kinds,
        kind,
        offered,
        chosen(offered, ui.dials if len(ui.dials) == len(UNDECIDED) else UNDECIDED),
        ui.odds,
    )


def _safest_first(view: View) -> Sequence[Described]:
    """Return what can be done; before a trap, first a draught for whom it may defeat."""
    if party.phase(view.game) != "traps":
        return choices(view)
    weak = [one.name for one in party.heroes(view.game) if one.hits == party.MOST_HITS - 1]

    def late(action: Described) -> bool:
        return action.get("do") != "drink" or action.get("hero") not in weak

    return sorted(choices(view), key=late)


def named(kind: str, view: View) -> str:
    """Return a kind of deed in words."""
    return plain(party.words(party.kind(kind, view.game)))


def kind_of(action: Described) -> str:
    return written(action["skill"] if "skill" in action else action.get("do", ""))


def chosen(offered: Sequence[Described], dials: Sequence[int]) -> Described | None:
    """Return the action that fits best what was picked."""

    def fits(action: Described) -> int:
        own = place(action)
        return sum(one == other != -1 for one, other in zip(own, dials, strict=True))

    return max(offered, key=fits, default=None)


def place(action: Described) -> tuple[int, int]:
    """Return an action's hero, from 0, and its monster, from 1; -1: none."""
    hero, foe = action.get("hero"), action.get("foe", -1)
    known = party.HEROES.index(hero) if isinstance(hero, str) and hero in party.HEROES else -1
    return known, foe if isinstance(foe, int) else -1

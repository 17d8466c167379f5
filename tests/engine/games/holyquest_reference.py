"""HolyQuest as people play it on a table, slow and literal.

Both decks are shuffled before the first turn and the cards lie on the table under their names.
Nothing here is clever: the rules engine must play the same game, and the differential test
beside this file holds the two against each other.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from haydes.engine.dealer import Dealer
from haydes.engine.plain import Tree, Value

Seat: TypeAlias = int
Name: TypeAlias = str

# power, then the skills that come with the character
CHARACTERS: dict[Name, tuple[int, list[Name]]] = {
    "knight": (4, []),
    "scout": (2, ["detect"]),
    "minister": (1, ["heal"]),
    "prophet": (0, ["missile", "hide"]),
}
FIGHTERS = ["knight", "scout", "prophet"]  # the Minister may only defend (QA-15)

# how many, what kind, which power
MONSTER_DECK: dict[Name, tuple[int, str, int]] = {
    "goblins": (4, "M", 2),
    "dwarf": (4, "M", 2),
    "skeleton": (4, "M", 2),
    "elf": (4, "M", 3),
    "zombie": (4, "M", 3),
    "ghoul": (4, "M", 3),
    "wraith": (4, "M", 4),
    "werewolf": (2, "M", 5),
    "ogre": (2, "M", 5),
    "troll": (2, "M", 6),
    "wyvern": (2, "M", 6),
    "cockatrice": (2, "M", 6),
    "giant": (2, "M", 7),
    "chimera": (2, "M", 7),
    "basilisk": (2, "M", 7),
    "dragon": (1, "M", 8),
    "trap": (4, "T", 0),
    "high_wall": (1, "D", 0),
    "low_wall": (1, "D", 0),
    "hut": (1, "D", 0),
    "mausoleum": (1, "D", 0),
    "quagmire": (1, "D", 0),
    "stake_barrier": (1, "D", 0),
    "briars": (1, "W", 0),
    "hedge_row": (1, "W", 0),
    "hill": (1, "W", 0),
    "forest": (1, "W", 0),
}
UNDEAD = ["skeleton", "zombie", "ghoul", "wraith"]  # QA-11
FLYING = ["wyvern", "cockatrice", "chimera", "dragon"]

# how many, the ep needed, whose
VICTORY_DECK: dict[Name, tuple[int, int, list[Name]]] = {
    "experience": (40, 0, []),
    "arms_1": (2, 0, ["knight", "scout"]),
    "arms_2": (2, 0, ["knight", "scout"]),
    "arms_3": (2, 0, ["knight", "scout"]),
    "arms_4": (2, 0, ["knight", "scout"]),
    "arms_5": (1, 0, ["knight", "scout"]),
    "draught": (10, 0, ["knight", "scout"]),
    "light": (1, 10, ["minister"]),
    "sneak": (1, 20, ["scout"]),
    "advanced_heal": (1, 20, ["minister"]),
    "fire": (1, 20, ["prophet"]),
    "hail": (1, 40, ["prophet"]),
    "word": (1, 40, ["minister"]),
    "advanced_combat": (1, 20, ["knight"]),
    "weapons_master": (1, 40, ["knight"]),
    "raise": (1, 60, ["minister"]),
    "death": (1, 60, ["prophet"]),
}

SHARES = {  # who leads whom, by the number of seats
    1: [0, 0, 0, 0],
    2: [0, 1, 0, 1],
    3: [0, 1, 2, 2],
    4: [0, 1, 2, 3],
}


@dataclass
class Hero:
    seat: Seat
    power: int
    skills: list[Name]
    hits: int = 0
    cards: list[Name] = field(default_factory=list[Name])
    noticed: bool = False  # although the party hides
    attacked: bool = False  # this round
    used: bool = False  # a skill, this round or since the last combat
    faced: bool = False  # an opponent's attack this round

    @property
    def alive(self) -> bool:
        return self.hits < 3

    @property
    def hurt(self) -> bool:
        return 0 < self.hits < 3


@dataclass
class Foe:
    card: Name
    power: int  # terrain included
    hits: int = 0
    blinded: bool = False

    @property
    def standing(self) -> bool:
        return self.hits < 3


class ReferenceTable:
    """One play, driven by described actions; each call returns the events it caused."""

    def __init__(self, seats: int, options: Mapping[str, object], dealer: Dealer) -> None:
        self.dealer = dealer
        self.goal = str(options["goal"])
        self.difficulty = str(options["difficulty"])
        self.gentle_start = bool(options["gentle_start"])
        self.slip_past = bool(options["slip_past"])
        self.seats = list(range(seats))  # those that are not given up
        self.heroes = {
            name: Hero(seat, power, skills)
            for (name, (power, skills)), seat in zip(CHARACTERS.items(), SHARES[seats], strict=True)
        }
        self.monsters = self.shuffled(
            [card for card, (number, *_) in MONSTER_DECK.items() for _ in range(number)]
        )
        self.discards: list[Name] = []
        self.victory = self.shuffled(
            [card for card, (number, *_) in VICTORY_DECK.items() for _ in range(number)]
        )
        self.victory_discards: list[Name] = []
        self.terrain: Name | None = None
        self.ep = 0
        self.draughts = 0
        self.aside: list[Name] = []  # QA-27, QA-28
        self.turn = 1
        self.round = 0
        self.phase = "camp"
        self.traps = 0
        self.foes: dict[int, Foe] = {}
        self.hidden = False
        self.acted = False  # somebody attacked or used a skill this round, Hide apart
        self.idle = False  # nobody could do anything this round
        self.done: set[Seat] = set()
        self.attackers: list[int] = []  # opponents that have yet to attack this round
        self.prizes = 0  # victory cards that may be drawn
        self.arms: Name | None = None  # waits for its bearer to be chosen
        self.winners: list[Seat] | None = None
        self.reason = ""
        self.events: list[Tree] = []
        self.chance: list[tuple[str, int | str]] = []  # all that chance has brought, in order

    # Who decides

    @property
    def over(self) -> bool:
        return self.winners is not None

    @property
    def lead(self) -> Seat:
        """Give the lowest seat with a living hero: it decides for the party."""
        return min(hero.seat for hero in self.heroes.values() if hero.alive)

    def alive(self) -> list[Name]:
        return [name for name, hero in self.heroes.items() if hero.alive]

    def noticed(self) -> list[Name]:
        """Give the heroes that can be attacked (QA-16, QA-18)."""
        return [name for name in self.alive() if not self.hidden or self.heroes[name].noticed]

    def standing(self) -> list[int]:
        return [number for number, foe in self.foes.items() if foe.standing]

    # What may be done

    def legal(self, seat: Seat) -> list[Tree]:
        if self.over:
            return []
        if self.phase == "camp":
            return self.camp_actions(seat)
        if self.phase == "go":
            return self.go_actions(seat)
        return self.party_actions() if seat == self.lead else []

    def party_actions(self) -> list[Tree]:
        match self.phase:
            case "prize":
                return [{"do": "take"}, {"do": "decline"}]  # QA-47
            case "arms":
                return [{"do": "give", "hero": "knight"}, {"do": "give", "hero": "scout"}]
            case "defence" if self.difficulty != "hard":
                return [*self.faces(), *self.drinks()]
            case _:
                return [{"do": "done"}, *self.drinks()]

    def camp_actions(self, seat: Seat) -> list[Tree]:
        """Between combats one healing skill is allowed (QA-24); then the next cards are drawn."""
        healer = self.heroes["minister"].seat
        waits = healer != self.lead and healer not in self.done and bool(self.camp_skills(healer))
        if seat == self.lead:
            if waits:
                return []
            return [{"do": "draw"}, *self.camp_skills(seat), *self.drinks()]
        if seat == healer and waits:
            return [{"do": "done"}, *self.camp_skills(seat)]
        return []

    def camp_skills(self, seat: Seat) -> list[Tree]:
        peaceful = ("heal", "advanced_heal", "raise")
        return [action for action in self.skills(seat) if action["skill"] in peaceful]

    def go_actions(self, seat: Seat) -> list[Tree]:
        if seat in self.done:
            return []
        actions = [*self.attacks(seat), *self.skills(seat)]
        if seat == self.lead:
            actions += self.drinks()
        if actions or (self.idle and seat == self.lead):
            actions.append({"do": "done"})
        return actions

    def attacks(self, seat: Seat) -> list[Tree]:
        """List one attack a round for each who may attack (QA-13, QA-14, QA-15)."""
        return [
            {"do": "attack", "hero": name, "foe": number}
            for name in FIGHTERS
            if name in self.alive()
            and self.heroes[name].seat == seat
            and not self.heroes[name].attacked
            for number in self.standing()
        ]

    def skills(self, seat: Seat) -> list[Tree]:
        """List the skills of the heroes of a seat, one a round for each hero (QA-1)."""
        return [
            {"do": "skill", "skill": skill, **target}
            for name in self.alive()
            if self.heroes[name].seat == seat and not self.heroes[name].used
            for skill in self.heroes[name].skills + self.heroes[name].cards
            for target in self.targets(skill)
        ]

    def targets(self, skill: Name) -> Iterator[Tree]:
        match skill:
            case "heal" | "advanced_heal":  # QA-24
                yield from ({"hero": name} for name, hero in self.heroes.items() if hero.hurt)
            case "raise":
                yield from ({"hero": name} for name, hero in self.heroes.items() if not hero.alive)
            case "missile" | "word" | "death":
                yield from ({"foe": number} for number in self.standing())
            case "light":  # QA-35
                yield from ({"foe": n} for n in self.standing() if not self.foes[n].blinded)
            case "sneak":  # QA-36
                if self.round == 1:
                    yield from ({"foe": number} for number in self.standing())
            case "fire" | "hail":
                if self.foes:
                    yield {}
            case "hide":  # QA-16
                begun = any(hero.attacked or hero.used for hero in self.heroes.values())
                if self.foes and not self.hidden and not begun:
                    yield {}
            case _:
                return

    def drinks(self) -> list[Tree]:
        """List who may drink: Knight or Scout, not after the third hit (QA-31)."""
        if not self.draughts:
            return []
        hurt = [name for name in ("knight", "scout") if self.heroes[name].hurt]
        return [{"do": "drink", "hero": name} for name in hurt]

    def faces(self) -> list[Tree]:
        """List who may face the next attacker (QA-12)."""
        free = [name for name in self.noticed() if not self.heroes[name].faced]
        names = self.noticed() if self.difficulty == "easy" or not free else free
        return [{"do": "face", "foe": self.attackers[0], "hero": name} for name in names]

    # What is done

    def act(self, seat: Seat, action: Tree) -> list[Tree]:
        assert action in self.legal(seat)
        self.events = []
        hero = str(action.get("hero", ""))
        foe = int(str(action.get("foe", 0)))
        match action["do"]:
            case "draw":
                self.draw()
            case "done":
                self.pass_(seat)
            case "drink":
                self.drink(hero)
            case "attack":
                self.attack(hero, foe)
            case "skill":
                self.use(str(action["skill"]), hero, foe)
            case "face":
                self.strike(hero)
            case "take":
                self.take()
            case "decline":
                self.prizes -= 1
                self.tell("declined")
            case _:
                assert self.arms
                self.attach(self.arms, hero)
                self.arms = None
        self.go_on()
        return self.events

    def expire(self) -> list[Tree]:
        self.events = []
        self.finish(won=False, reason="clock")
        return self.events

    def forfeit(self, seat: Seat) -> list[Tree]:
        """Give up a seat; the lowest one left leads its heroes on."""
        self.events = []
        if seat not in self.seats:
            return self.events
        self.seats.remove(seat)
        self.tell("out", seat=seat, reason="forfeit")
        if not self.seats:
            self.finish(won=False, reason="forfeit")
            return self.events
        heir = self.seats[0]
        led = [name for name, hero in self.heroes.items() if hero.seat == seat]
        for name in led:
            self.heroes[name].seat = heir
        self.tell("leads", seat=heir, heroes=led)
        self.done.discard(heir)
        self.go_on()
        return self.events

    def pass_(self, seat: Seat) -> None:
        if self.phase in ("camp", "go"):
            self.done.add(seat)
            self.tell("done", seat=seat)
        elif self.phase == "traps":
            self.spring()
        else:
            targets = self.noticed()
            if len(targets) > 1:
                self.chance.append(("hero", self.dealer.below(len(targets))))
                self.strike(targets[int(self.chance[-1][1])])
            else:
                self.strike(targets[0])

    def go_on(self) -> None:
        """Play on until somebody must decide."""
        while not self.over and not self.asking():
            match self.phase:
                case "traps":
                    if self.traps:
                        self.spring()
                    else:
                        self.begin_combat()
                case "go":
                    if self.standing():
                        self.end_go()
                    else:
                        self.tell("victorious")
                        self.end_combat()
                case _:
                    if not self.attackers or not self.noticed():
                        self.begin_round()
                    elif self.difficulty == "hard":
                        self.pass_(self.lead)
                    else:
                        self.strike(str(self.faces()[0]["hero"]))

    def asking(self) -> bool:
        """Tell whether there is something to decide, and go to the phase of it."""
        match self.phase:
            case "camp":
                return True
            case "traps":
                return bool(self.traps and self.drinks())
            case "defence":
                return bool(self.attackers and self.noticed()) and (
                    bool(self.drinks()) or (self.difficulty != "hard" and len(self.faces()) > 1)
                )
            case _:
                return self.asking_for_cards() or self.asking_for_deeds()

    def asking_for_cards(self) -> bool:
        if self.arms:
            self.phase = "arms"
        elif self.prizes and (self.victory or self.victory_discards):
            self.phase = "prize"
        else:
            self.prizes = 0
            self.phase = "go"
        return self.phase != "go"

    def asking_for_deeds(self) -> bool:
        waiting = [seat for seat in self.seats if seat not in self.done]
        busy = any(self.attacks(seat) or self.skills(seat) for seat in waiting)
        return bool(self.standing()) and (busy or (self.idle and self.lead in waiting))

    # The turn

    def draw(self) -> None:
        """Draw the cards of the turn (Q-11, QA-8, QA-51), then see to terrain and traps."""
        cards: list[Name] = []
        for _ in range(min(self.turn, 4) if self.gentle_start else 4):
            if not self.monsters:
                self.monsters, self.discards = self.shuffled(self.discards), []
                self.tell("reshuffled", deck="monsters")
            cards.append(self.monsters.pop())
            self.chance.append(("monsters", cards[-1]))
        self.tell("draw", cards=cards)
        self.lay_terrain([card for card in cards if MONSTER_DECK[card][1] in "DW"])
        self.traps = cards.count("trap")
        monsters = [card for card in cards if MONSTER_DECK[card][1] == "M"]
        self.foes = {
            number: Foe(card, MONSTER_DECK[card][2] + self.effect(card))
            for number, card in enumerate(monsters, 1)
        }
        self.phase = "traps"

    def lay_terrain(self, cards: list[Name]) -> None:
        """Play the first of the turn, in place of the old one; discard the rest (QA-9, QA-49)."""
        if not cards:
            return
        gone = [*([self.terrain] if self.terrain else []), *cards[1:]]
        self.terrain = cards[0]
        self.discards += gone
        self.tell("terrain", card=cards[0], discarded=gone)

    def effect(self, monster: Name) -> int:
        """Give what the terrain does to a monster's power (Q-27, Q-28)."""
        effects = {
            "high_wall": 0 if monster == "giant" or monster in FLYING else -1,
            "low_wall": -1 if monster in ("elf", "goblins", "dwarf") else 0,
            "hut": 1 if monster == "werewolf" else 0,
            "mausoleum": 1 if monster in UNDEAD else 0,
            "quagmire": -1,
            "stake_barrier": -2,
            "briars": 0 if monster == "elf" or monster in FLYING else -1,
            "hedge_row": -1 if monster in ("dwarf", "goblins") else 0,
            "hill": 1 if monster == "dwarf" else 0,
            "forest": 1 if monster == "elf" else 0,
        }
        return effects[self.terrain] if self.terrain else 0

    def spring(self) -> None:
        """Let the Scout look for a trap; everybody takes the hit of one he misses (Q-14, QA-5)."""
        self.traps -= 1
        self.discards.append("trap")
        if self.heroes["scout"].alive:
            dice = self.roll()
            found = sum(dice) >= 0
            result = "avoided" if found else "sprung"
            self.tell("trap", dice=dice, sum=sum(dice), result=result)
            if found:
                return
        else:
            self.tell("trap", result="sprung")
        for name in self.alive():
            self.hurt_hero(name)

    def begin_combat(self) -> None:
        if not self.foes:  # QA-46
            self.begin_turn()
            return
        self.round = 0
        self.begin_round()

    def begin_round(self) -> None:
        self.round += 1
        for name, hero in self.heroes.items():
            hero.attacked = hero.used = hero.faced = False
            if name in ("minister", "prophet"):
                hero.noticed = False  # QA-16
        self.acted = False
        self.done = set()
        self.phase = "go"
        self.tell("round", round=self.round)
        self.idle = not any(self.attacks(seat) or self.skills(seat) for seat in self.seats)

    def end_go(self) -> None:
        """Let the opponents attack, if they see anybody."""
        if not self.noticed():
            if self.slip_past and not self.acted:  # QA-17
                self.tell("slipped_past")
                self.discards += [self.foes[number].card for number in self.standing()]
                self.end_combat()
                return
            if not self.idle:
                self.begin_round()
                return
            self.hidden = False  # QA-45
            self.tell("found")
        self.phase = "defence"
        self.attackers = self.standing()

    def end_combat(self) -> None:
        self.foes = {}
        self.hidden = False
        self.round = 0
        for hero in self.heroes.values():
            hero.attacked = hero.used = hero.faced = hero.noticed = False
        self.begin_turn()

    def begin_turn(self) -> None:
        self.turn += 1
        self.phase = "camp"
        self.done = set()
        self.tell("turn", turn=self.turn)

    # Combat

    def roll(self) -> list[int]:
        """Throw four ordinary dice and read them as Fudge dice (Q-2)."""
        conversion = {1: -1, 2: -1, 3: 0, 4: 0, 5: 1, 6: 1}
        thrown = [1 + self.dealer.below(6) for _ in range(4)]
        dice = [conversion[die] for die in thrown]
        self.chance.append(("dice", " ".join(map(str, dice))))
        return dice

    def power(self, name: Name) -> int:
        hero = self.heroes[name]
        base = hero.power
        if "weapons_master" in hero.cards:  # QA-39
            base = 6
        elif "advanced_combat" in hero.cards:
            base = 5
        arms = [int(card[-1]) for card in hero.cards if card.startswith("arms")]
        return base + sum(arms) - hero.hits  # QA-21, QA-30

    def foe_power(self, number: int) -> int:
        foe = self.foes[number]
        return foe.power - foe.hits - (4 if foe.blinded else 0)

    def side(self, power: int) -> dict[str, Value]:
        dice = self.roll()
        return {"dice": dice, "power": power, "total": sum(dice) + power}

    def attack(self, name: Name, number: int) -> None:
        hero = self.heroes[name]
        hero.attacked = True
        self.acted = True
        if self.hidden and not hero.noticed and name in ("knight", "scout"):
            hero.noticed = True
            self.tell("noticed", hero=name)
        attack = self.side(self.power(name))
        defence = self.side(self.foe_power(number))
        hit = int(str(attack["total"])) > int(str(defence["total"]))  # QA-19
        self.tell("attack", hero=name, foe=number, attack=attack, defence=defence, hit=hit)
        if hit:
            self.hurt_foe(number, 1)

    def strike(self, name: Name) -> None:
        """Let the next opponent attack a hero."""
        number = self.attackers.pop(0)
        self.heroes[name].faced = True
        attack = self.side(self.foe_power(number))
        defence = self.side(self.power(name))
        hit = int(str(attack["total"])) > int(str(defence["total"]))
        self.tell("strike", foe=number, hero=name, attack=attack, defence=defence, hit=hit)
        if hit:
            self.hurt_hero(name)

    def hurt_foe(self, number: int, hits: int) -> None:
        foe = self.foes[number]
        foe.hits = min(3, foe.hits + hits)
        self.tell("hit", foe=number, hits=foe.hits)
        if foe.hits == 3:
            self.beat(number, "defeated")

    def beat(self, number: int, how: str) -> None:
        """Take away a beaten opponent; a victory card is won (Q-30, QA-25)."""
        foe = self.foes[number]
        foe.hits = 3
        self.discards.append(foe.card)
        self.prizes += 1
        self.tell(how, foe=number, card=foe.card)
        if self.goal == "dragon" and foe.card == "dragon" and how == "defeated":  # QA-37, QA-43
            self.finish(won=True, reason="dragon")

    def hurt_hero(self, name: Name) -> None:
        hero = self.heroes[name]
        hero.hits += 1
        self.tell("hit", hero=name, hits=hero.hits)
        if hero.hits < 3:
            return
        lost, hero.cards = self.cards(hero), []  # QA-32
        self.victory_discards += lost
        self.tell("defeated", hero=name, lost=lost)
        if not self.alive():  # QA-44
            self.finish(won=False, reason="defeated")

    # Skills

    def use(self, skill: Name, hero: Name, foe: int) -> None:
        (user,) = [n for n, h in self.heroes.items() if skill in h.skills + h.cards]
        self.heroes[user].used = True
        if self.foes and skill != "hide":
            self.acted = True
            if self.hidden and not self.heroes[user].noticed and user in ("minister", "prophet"):
                self.heroes[user].noticed = True
                self.tell("noticed", hero=user)
        target: dict[str, Value] = {"hero": hero} if hero else {"foe": foe} if foe else {}
        dice = self.roll()
        success = sum(dice) >= 0  # Q-6, QA-3, QA-22
        self.tell(
            "skill", by=user, skill=skill, **target, dice=dice, sum=sum(dice), success=success
        )
        if success:
            self.succeed(skill, hero, foe)

    def succeed(self, skill: Name, hero: Name, foe: int) -> None:
        match skill:
            case "heal":
                self.heal(hero, 1)
            case "advanced_heal":
                self.heal(hero, 2)
            case "raise":
                self.raise_dead(hero)
            case "missile":
                self.hurt_foe(foe, 1)
            case "fire":
                self.hurt_all(1)
            case "hail":
                self.hurt_all(2)
            case "word":
                self.beat(foe, "surrendered")
            case "sneak" | "death":
                self.beat(foe, "defeated")
            case "light":
                self.foes[foe].blinded = True
                self.tell("blinded", foe=foe)
            case _:
                self.hidden = True
                self.tell("hidden")

    def heal(self, name: Name, hits: int) -> None:
        hero = self.heroes[name]
        hero.hits = max(0, hero.hits - hits)
        self.tell("healed", hero=name, hits=hero.hits)

    def hurt_all(self, hits: int) -> None:
        for number in self.standing():
            if not self.over:
                self.hurt_foe(number, hits)

    def raise_dead(self, name: Name) -> None:
        self.heroes[name].hits = 0  # QA-40
        self.tell("raised", hero=name)
        self.look_aside()

    def drink(self, name: Name) -> None:
        self.draughts -= 1
        self.victory_discards.append("draught")
        self.heroes[name].hits -= 1
        self.tell("drink", hero=name, hits=self.heroes[name].hits)

    # Victory cards

    def take(self) -> None:
        self.prizes -= 1
        if not self.victory:  # QA-33
            self.victory, self.victory_discards = self.shuffled(self.victory_discards), []
            self.tell("reshuffled", deck="victory")
        card = self.victory.pop()
        self.chance.append(("victory", card))
        self.tell("took", card=card)
        if card == "experience":
            self.ep += 2
            if self.goal != "dragon" and self.ep >= (80 if self.goal == "long" else int(self.goal)):
                self.finish(won=True, reason="ep")  # QA-34
            else:
                self.look_aside()
        elif card == "draught":
            self.draughts += 1
        else:
            self.place(card, new=True)

    def place(self, card: Name, *, new: bool) -> None:
        """Attach a card if that can be done, else keep it aside (QA-27, QA-28)."""
        _, needed, owners = VICTORY_DECK[card]
        bearers = [name for name in owners if self.heroes[name].alive]
        if not bearers or self.ep < needed:
            self.aside.append(card)
            if new:
                self.tell("aside", card=card)
        elif len(bearers) == 1:
            self.attach(card, bearers[0])
        else:
            self.arms = card

    def attach(self, card: Name, name: Name) -> None:
        self.heroes[name].cards.append(card)
        self.tell("attached", card=card, hero=name)

    def look_aside(self) -> None:
        """Attach what may now be attached."""
        cards, self.aside = self.aside, []
        for card in cards:
            self.place(card, new=False)

    def finish(self, *, won: bool, reason: str) -> None:
        self.winners, self.reason = list(self.seats) if won else [], reason
        self.tell("over", winners=self.winners, reason=reason)

    # What is seen

    def tell(self, event: str, **facts: Value) -> None:
        self.events.append({"event": event, **facts})

    def cards(self, hero: Hero) -> list[Name]:
        """Give the cards attached to a hero: arms as they came, then the rest as listed."""
        arms = [card for card in hero.cards if card.startswith("arms")]
        return arms + [card for card in VICTORY_DECK if card in hero.cards and card not in arms]

    def hero(self, name: Name) -> Tree:
        hero = self.heroes[name]
        tree: dict[str, Value] = {
            "seat": hero.seat,
            "is": "standing" if hero.alive else "defeated",
            "hits": hero.hits,
            "has": hero.skills + self.cards(hero),
        }
        if hero.alive:
            tree["power"] = self.power(name)
        if hero.alive and name not in self.noticed():
            tree["hidden"] = True
        flags = {"attacked": hero.attacked, "used": hero.used, "faced": hero.faced}
        return tree | {flag: True for flag, up in flags.items() if up and hero.alive}

    def foe(self, number: int) -> Tree:
        foe = self.foes[number]
        tree: dict[str, Value] = {
            "card": foe.card,
            "is": "standing" if foe.standing else "beaten",
            "hits": foe.hits,
        }
        if foe.standing:
            tree["power"] = self.foe_power(number)
        if foe.blinded:
            tree["blinded"] = True
        return tree

    def turn_tree(self) -> Tree:
        tree: dict[str, Value] = {"turn": self.turn, "phase": self.phase, "lead": self.lead}
        if self.round:
            tree["round"] = self.round
        if self.done:
            tree["done"] = sorted(self.done)
        if self.phase == "traps":
            tree["traps"] = self.traps
        if self.phase == "defence":
            tree["foe"] = self.attackers[0]
        if self.prizes:
            tree["prizes"] = self.prizes
        if self.arms:
            tree["card"] = self.arms
        return tree

    def public(self) -> Tree:
        party: dict[str, Value] = {"ep": self.ep, "draughts": self.draughts}
        if self.goal == "dragon":
            party["slay"] = "dragon"
        else:
            party["goal"] = 80 if self.goal == "long" else int(self.goal)
        if self.aside:
            party["aside"] = self.aside[:]
        if self.hidden:
            party["hidden"] = True
        tree: dict[str, Value] = {
            "party": party,
            "heroes": {name: self.hero(name) for name in self.heroes},
            "foes": {str(number): self.foe(number) for number in self.foes},
            "piles": {
                "monsters": len(self.monsters),
                "discards": len(self.discards),
                "victory": len(self.victory),
                "victory_discards": len(self.victory_discards),
            },
            "unseen": {
                "monsters": dict(Counter(self.monsters)),
                "victory": dict(Counter(self.victory)),
            },
        }
        if self.terrain:
            tree["terrain"] = self.terrain
        if not self.over:
            tree["turn"] = self.turn_tree()
        return tree

    def shuffled(self, cards: list[Name]) -> list[Name]:
        rest, mixed = list(cards), list[Name]()
        while rest:
            mixed.append(rest.pop(self.dealer.below(len(rest))))
        return mixed

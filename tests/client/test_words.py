from dataclasses import replace

import pytest
from tests.client.positions import (
    BARGAIN,
    MAP,
    MOVES,
    PEEKS,
    SPLITS,
    TESTS,
    at_table,
    denizens,
    game,
    options,
    view,
    wounded,
)
from tests.client.tables import Table, lobby

from haydes.client import words
from haydes.client.cards import Cards, card, the
from haydes.client.model import Link, LinkState, View
from haydes.client.read import branch
from haydes.client.speech import Scene, listed, matches
from haydes.engine.registry import GAMES
from haydes.protocol.codes import Close
from haydes.protocol.messages import Clock, Left, Snapshot, Update
from haydes.protocol.tree import Tree, Value, merge

VIEW = view(game(), MOVES)
AT: Tree = {"seat": 0, "from": "B2", "to": "B3"}
MOVE: Tree = {"event": "move", **AT, "call": "higher", "card": "TC"}
BRAM: Tree = {"seat": 1}


@pytest.mark.parametrize("name", words.SPEECHES)
def test_a_game_has_its_title_before_the_lobby_has_told_it(name: str) -> None:
    at = replace(VIEW, table={**VIEW.table, "game": name})
    assert words.title(at, {}) == GAMES[name].title


def told(event: Tree, cards: Cards = Cards.WORDS) -> str:
    return words.tell(event, Scene(VIEW, cards))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            {"event": "split", "seat": 1, "charisma": 9, "endurance": 7},
            "Bram starts with Charisma 9 and Endurance 7.",
        ),
        (
            {"event": "split", "seat": 0, "charisma": 8, "endurance": 8},
            "You start with Charisma 8 and Endurance 8.",
        ),
        (
            {**MOVE, "result": "right"},
            "B3 is the ten of clubs. Higher: right. You stand on B3.",
        ),
        (
            {**MOVE, "result": "wrong", **BRAM},
            "Bram says higher and goes to B3, the ten of clubs: wrong. The turn ends.",
        ),
        (
            {**MOVE, "result": "equal"},
            "B3 is the ten of clubs. Higher: equal. You stand on B3. Your turn ends.",
        ),
        (
            {**MOVE, "card": "QS", "result": "wrong"},
            "B3 is the queen of spades. Higher: wrong. You stand on B3.",
        ),
        (
            {**MOVE, "card": "JR", "call": "lower", "result": "right"},
            "B3 is the red Joker. Lower: right. You stand on B3.",
        ),
        (
            {"event": "walk", **AT, "card": "KH", "result": "right"},
            "You walk to B3, the king of hearts.",
        ),
        (
            {"event": "walk", **AT, **BRAM, "card": "6H", "result": "equal"},
            "Bram walks to B3, the six of hearts, equal in value. The turn ends.",
        ),
        (
            {"event": "creature", "seat": 0, "at": "B2", "card": "QS"},
            ("A creature! You meet the queen of spades at B2. "
            "You can talk (Charisma 6, 42%) or brawl (Endurance 4, 17%)."),
        ),
        (
            {"event": "creature", "seat": 1, "at": "B3", "card": "QS"},
            "A creature! Bram meets the queen of spades at B3.",
        ),
        (
            {"event": "test", "seat": 0, "with": "charisma", "dice": [4, 3], "need": 7,
             "result": "overcome"},
            "You talk: 4 + 3 = 7, needed 7 or less. It is overcome; Charisma is now 6.",
        ),
        (
            {"event": "test", "seat": 1, "with": "endurance", "dice": [5, 5], "need": 3,
             "result": "failed"},
            "Bram brawls: 5 + 5 = 10, needed 3 or less. It stays; Endurance is now 2.",
        ),
        (
            {"event": "joker", "seat": 1, "at": "B3", "call": "higher", "pool": ["A2", "B3"]},
            ("Bram finds the red Joker at B3, but only lower leads onto it. "
            "Bram stays on C3, and it slips away to A2 or B3, where cards were turned over "
            "this turn."),
        ),
        (
            {"event": "joker", "seat": 0, "at": "B3", "call": "lower", "pool": ["B3"]},
            ("You find the red Joker at B3, but from another Joker there is no way in. "
            "You stay on B2, and it stays face down at B3, as no other card was turned over "
            "this turn."),
        ),
        ({"event": "escape", "seat": 0, "at": "B3"}, "You escape from Haydes at B3!"),
        ({"event": "escape", "seat": 1, "at": "B3"}, "Bram escapes from Haydes at B3!"),
        (
            {"event": "out", "seat": 1, "reason": "exhausted"},
            "Bram is worn out, with Charisma or Endurance at 0: out of the game.",
        ),
        (
            {"event": "out", "seat": 0, "reason": "exhausted"},
            "You are worn out, with Charisma or Endurance at 0: out of the game.",
        ),
        ({"event": "out", "seat": 1, "reason": "forfeit"}, "Bram is out of the game."),
        (
            {"event": "renewed"},
            "The Replacement Deck ran out; the discards are shuffled into a new one.",
        ),
        ({"event": "turn", "seat": 1, "round": 4}, "Bram's, round 4."),
        ({"event": "turn", "seat": 0, "round": 4}, ""),
        (
            {"event": "skipped", "seat": 1},
            "Bram has nothing left to face the creature with: no turn.",
        ),
        ({"event": "expired"}, "Time is up. The turn in progress is the last one."),
        ({"event": "over", "winners": [], "reason": "clock"}, ""),
        ({"event": "from a later version"}, ""),
    ],
)  # fmt: skip
def test_events_of_haydes(event: Tree, sentence: str) -> None:
    assert told(event) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            {"event": "ride", **AT, "call": "lower", "card": "3H", "result": "right"},
            "The Tuybe to B3, the three of hearts. Lower: right. You ride there.",
        ),
        (
            {"event": "ride", **AT, **BRAM, "call": "lower", "card": "9H", "result": "wrong"},
            "The Tuybe to B3, the nine of hearts. Lower: wrong. Bram stays on B2.",
        ),
        (
            {"event": "ride", **AT, "card": "3H", "result": "right"},
            "The Tuybe to B3, the three of hearts. Face up. You ride there.",
        ),
        (
            {"event": "ride", **AT, "card": "6H", "result": "equal"},
            "The Tuybe to B3, the six of hearts. Face up, but equal in value. You stay on B2.",
        ),
        (
            {"event": "marched", **BRAM, "from": "B2", "to": "C3"},
            "Bram is marched back to the black Joker at C3.",
        ),
        (
            {"event": "bargain", "seat": 0, "price": "endurance"},
            "You strike a bargain, and the creature is gone; Endurance is now 4.",
        ),
        ({"event": "peek", **BRAM, "at": "A2"}, "Bram uses the keys: a look at the card at A2."),
        (
            {"event": "seen", "seat": 0, "at": "A2", "card": "7S"},
            "A2 is the seven of spades; nobody else saw it.",
        ),
        ({"event": "out", "seat": 0, "reason": "slain"}, "You are slain, and out of the game."),
    ],
)  # fmt: skip
def test_events_of_the_expansions(event: Tree, sentence: str) -> None:
    assert told(event) == sentence


@pytest.mark.parametrize(
    ("rule", "seats", "told"),
    [("either", 2, True), ("auto", 1, True), ("auto", 2, False), ("never", 1, False)],
)
def test_what_a_characteristic_at_0_does_is_told_where_it_may_come(
    rule: str, seats: int, *, told: bool
) -> None:
    tree = game(MAP.replace("6C", "KC"), phase="encounter")
    figures = {
        seat: {**branch(branch(tree, "figures"), seat), "endurance": 1} for seat in "01"[:seats]
    }
    model = options(at_table({**tree, "figures": figures}, TESTS), exhaustion=rule)
    assert model.view
    assert ("at 0 you are out" in words.turn(Scene(model.view))) is told


def test_a_fight_shows_both_strikes() -> None:
    fight: Tree = {
        "event": "fight", "seat": 0, "strike": [5, 3], "back": [2, 4],
        "hits": True, "hurts": False, "result": "overcome",
    }  # fmt: skip
    assert words.tell(fight, Scene(view(wounded(game()), MOVES))) == (
        "You fight: 5 against 3, a hit; the creature 2 against 4, no hit. "
        "The creature is overcome; 3 wounds left."
    )


def test_a_test_among_denizens_is_passed_or_failed() -> None:
    at = options(at_table(), encounter="denizens").view
    assert at is not None
    test: Tree = {"event": "test", "seat": 0, "with": "charisma", "dice": [4, 3], "need": 7}
    assert words.tell({**test, "result": "overcome"}, Scene(at)).endswith(
        "Passed; Charisma is now 6."
    )
    assert words.tell({**test, "result": "failed"}, Scene(at)).endswith(
        "Failed; Charisma is now 6."
    )


@pytest.mark.parametrize(
    ("creature", "ways"),
    [
        ("JS", "talk (Charisma 7, 58%) or brawl (Endurance 5, 28%)"),  # a footman: +1
        ("KD", "talk (Charisma 5, 28%) or brawl (Endurance 3, 8%)"),  # an Infernal: -1
        ("QH", "talk (Charisma 6, 42%)"),  # hearts only talk
        ("QC", "brawl (Endurance 4, 17%)"),  # clubs only understand fists
        ("KS", "face (Charisma 6 and Endurance 4, 7%)"),  # Vakhraca
    ],
)
def test_every_denizen_has_a_way_of_its_own(creature: str, ways: str) -> None:
    at = options(at_table(denizens(creature, "encounter"), TESTS), encounter="denizens").view
    assert at is not None
    assert words.turn(Scene(at)).endswith(f"bars your way. You can {ways}.")


@pytest.mark.parametrize(
    ("tree", "choices", "sentence"),
    [
        (
            denizens("QS", "bargain", price="endurance"),
            BARGAIN,
            ("yours. The queen of spades offers a bargain: a point of Endurance and it is gone. "
            "Type bargain, or stop to refuse; your turn ends either way."),
        ),
        (
            denizens("KDx", "keys"),
            PEEKS,
            ("yours. You have the keys of the king of diamonds, beaten. "
            "Look at a card next to you: peek and a direction."),
        ),
        (
            wounded(denizens("KD", "encounter")),
            [{"do": "fight"}],
            ("yours. The king of diamonds at B2 bars your way. "
            "You can fight (a hit 42%, a wound of your own 42%; 3 wounds left)."),
        ),
        (wounded(game()), MOVES, "yours. You stand on B2, six of clubs. 3 wounds left."),
    ],
)  # fmt: skip
def test_ones_turn_with_expansions(tree: Tree, choices: list[Tree], sentence: str) -> None:
    assert words.turn(Scene(view(tree, choices))) == sentence


def test_what_follows_a_test_is_asked_once() -> None:
    meeting = view(denizens("QS", "encounter"), TESTS)
    bargain = view(denizens("QS", "bargain", price="endurance"), BARGAIN)
    asked = words.question(meeting, Scene(bargain))
    assert asked.startswith("The queen of spades offers a bargain: a point of Endurance")
    assert words.question(bargain, Scene(bargain)) == ""
    keys = words.question(meeting, Scene(view(denizens("KDx", "keys"), PEEKS)))
    assert keys.startswith("You have the keys of the king of diamonds")
    assert words.question(bargain, Scene(VIEW)) == ""


@pytest.mark.parametrize("encounter", ["test", "denizens", "brawl"])
def test_every_event_of_real_matches_is_told(encounter: str) -> None:
    silent = {"turn", "over"}
    for seed in range(12):
        table = Table(
            seats=1 + seed % 3, seed=seed, turn_limit=6, encounter=encounter, tuybe=seed % 2 == 0
        )
        snapshot = table.snapshot()
        assert isinstance(snapshot, Snapshot)
        now = View(0, 0, snapshot.table, snapshot.game, snapshot.you)
        for number in range(400):
            if table.match.outcome:
                break
            update = table.play(number * 7)
            assert isinstance(update, Update)
            now = replace(now, game=merge(now.game, update.game))
            for event in update.events:
                assert words.tell(event, Scene(now)) or event["event"] in silent


def test_an_unknown_game_is_told_as_it_came() -> None:
    pig = replace(VIEW, table={**VIEW.table, "game": "pig"})
    event: dict[str, Value] = {"event": "bank", "seat": 1, "points": 7, "shown": True}
    assert words.tell(event, Scene(pig)) == "Bram: bank, points 7, shown yes."
    assert words.tell({"event": "rain", "on": ["a", "b"]}, Scene(pig)) == "rain, on a, b."
    assert words.turn(Scene(pig)) == "yours."


@pytest.mark.parametrize(
    ("tree", "choices", "sentence"),
    [
        (game(), MOVES, "yours. You stand on B2, six of clubs. Charisma 6, Endurance 4."),
        (
            game(at="C2", phase="encounter"),
            TESTS,
            ("yours. The king of hearts at C2 bars your way. "
            "You can talk (Charisma 6, 42%) or brawl (Endurance 4, 17%)."),
        ),
        (
            game(phase="split"),
            SPLITS,
            "yours. Share out 16 points: Charisma talks creatures over, Endurance brawls.",
        ),
    ],
)  # fmt: skip
def test_ones_turn(tree: Tree, choices: list[Tree], sentence: str) -> None:
    assert words.turn(Scene(view(tree, choices))) == sentence


def test_choices_are_numbered_in_words() -> None:
    assert words.numbered(VIEW) == (
        "1 north higher, 2 north lower, 3 east higher, 4 east lower, 5 walk south, 6 stop."
    )


@pytest.mark.parametrize(
    ("winners", "reason", "sentence"),
    [
        ([0], "escaped", "You escaped. All others are trapped for ever."),
        ([1], "escaped", "Bram escaped. All others are trapped for ever."),
        ([], "exhausted", "Haydes wins: nobody has both Charisma and Endurance left."),
        ([], "turn_limit", "Haydes wins: the turns are used up."),
        ([], "clock", "Haydes wins: the time is up."),
        ([], "trapped", "Haydes wins: no way is left past the creatures."),
        ([], "forfeit", "Haydes wins: everybody gave up."),
        ([], "slain", "Haydes wins: nobody is left alive."),
        ([], "meteor", "Haydes wins."),
    ],
)
def test_how_a_match_ended(winners: list[int], reason: str, sentence: str) -> None:
    ended: Tree = {**VIEW.table, "phase": "over", "outcome": {"winners": winners, "reason": reason}}
    assert words.outcome(replace(VIEW, table=ended)) == sentence


def test_a_match_that_goes_on_has_no_outcome() -> None:
    assert words.outcome(VIEW) == ""


def seat(**changes: Value) -> Tree:
    return {"seats": {"1": changes}}


@pytest.mark.parametrize(
    ("patch", "news"),
    [
        ({}, []),
        (seat(name="walker 1", kind="bot"), ["Bram left seat 2.", "walker 1 (bot) takes seat 2."]),
        (seat(presence="away"), ["Bram has not been heard of for a while."]),
        (seat(presence="gone"), ["Bram is gone; the seat is kept."]),
        (seat(ready=True), ["Bram is ready."]),
        (seat(presence="gone", forfeit=True), []),
        ({"host": 1}, ["Bram is the host now."]),
        ({"watching": 2}, ["2 watching."]),
        ({"match": 2}, ["match 2 begins."]),
        (
            {"phase": "over", "outcome": {"winners": [1], "reason": "escaped"}},
            [
                ("the match is over. Bram escaped. All others are trapped for ever. "
                "Type start for another match.")
            ],
        ),
    ],
)  # fmt: skip
def test_news_of_the_table(patch: Tree, news: list[str]) -> None:
    assert list(words.table_news(VIEW, replace(VIEW, table=merge(VIEW.table, patch)))) == news


def test_one_hears_that_one_is_ready() -> None:
    ready = replace(VIEW, table=merge(VIEW.table, {"seats": {"0": {"ready": True}}}))
    assert list(words.table_news(VIEW, ready)) == ["you are ready."]
    led = replace(ready, table=merge(ready.table, {"host": 1}))
    before = replace(VIEW, table=merge(VIEW.table, {"host": 1}))
    assert list(words.table_news(before, led)) == ["you are ready; the host sees it."]


def test_the_host_hears_how_to_go_on_without_one_who_is_gone() -> None:
    waiting = view(game(seat=1), ())
    gone = replace(waiting, table=merge(waiting.table, seat(presence="gone")))
    assert words.waiting(gone) == ("it is Bram's turn. Bram is gone: kick Bram goes on without.")
    assert words.waiting(replace(gone, you={"seat": 1})) == "it is Bram's turn."


def test_a_seat_that_falls_open_is_told() -> None:
    empty = merge(VIEW.table, {"seats": {"1": {"kind": "open"}}})
    seats = merge(empty["seats"], {"1": {"name": None, "presence": None}})  # type: ignore[arg-type]
    assert list(words.table_news(VIEW, replace(VIEW, table={**empty, "seats": seats}))) == [
        "Bram left seat 2."
    ]


def test_a_table_in_a_sentence() -> None:
    titled = replace(VIEW, table={**VIEW.table, "title": "The Deep"})
    assert words.table(titled, lobby().games) == (
        'rimuta "The Deep", Escape from Haydes, playing. 1 Ann (you, host), 2 Bram. Map quick.'
    )
    usual = replace(VIEW, table={**VIEW.table, "options": {"map": "block", "turn_limit": 0}})
    assert words.table(usual, lobby().games).endswith("2 Bram.")
    assert words.table(usual, {}).startswith("rimuta, Escape from Haydes, playing.")


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("stale", "too late: the table has moved on. Look at the latest choices."),
        ("seats_open", "a match needs every seat taken. Wait, or type: bots add."),
        ("a new one", "what the server says."),
    ],
)
def test_refusals(code: str, sentence: str) -> None:
    assert words.refusal(code, "what the server says.", None) == sentence


def test_a_refusal_out_of_turn_says_whose_turn_it_is() -> None:
    waiting = view(game(seat=1), ())
    sentence = "it is Bram's turn. Your line changed nothing."
    assert words.refusal("not_your_turn", "no", waiting) == sentence


@pytest.mark.parametrize("code", ["left", "resigned", "kicked", "closed", "a new one"])
def test_why_one_is_back_in_the_lobby(code: str) -> None:
    assert "rimuta" in words.left(Left(table="rimuta", code=code))


@pytest.mark.parametrize("code", [*Close, "a new one"])
def test_every_goodbye_has_words_for_players(code: str) -> None:
    sentence = words.goodbye(code, "what the server says")
    assert sentence
    assert "`" not in sentence


@pytest.mark.parametrize("state", LinkState)
def test_every_state_of_the_link_has_words(state: LinkState) -> None:
    link = Link(state, "here", "no route", retry_at=4.0)
    assert words.link(link, LinkState.LIVE, "Ann", 0.0)


@pytest.mark.parametrize(
    ("text", "name", "with_article"),
    [
        ("7S", "seven of spades", "the seven of spades"),
        ("TH", "ten of hearts", "the ten of hearts"),
        ("AD", "ace of diamonds", "the ace of diamonds"),
        ("JC", "jack of clubs", "the jack of clubs"),
        ("JB", "black Joker", "the black Joker"),
        ("JR", "red Joker", "the red Joker"),
        ("??", "??", "??"),
        ("", "", ""),
        ("JX", "JX", "JX"),
    ],
)
def test_cards_in_words(text: str, name: str, with_article: str) -> None:
    assert (card(text), the(text)) == (name, with_article)


def test_cards_short() -> None:
    assert told({**MOVE, "result": "right"}, Cards.SHORT) == (
        "B3 is TC. Higher: right. You stand on B3."
    )


def test_at_most_six_things_are_listed() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a or b"
    assert listed(["a", "b", "c"], "and") == "a, b and c"
    assert listed(list("abcdefg")) == "a, b, c, d, e, f and others"
    assert listed([]) == ""


def test_a_word_stands_for_what_it_begins() -> None:
    assert matches("a", ["a", "ab"]) == ["a"]
    assert matches("b", ["ba", "bc", "c"]) == ["ba", "bc"]
    assert matches("x", ["a"]) == []


def absent(clock: Clock | None = None, table: Tree | None = None, **bram: Value) -> View:
    """Return a table where a bot plays on for who is gone; something is told of Bram."""
    patch = {"absent": "bot", "grace_seconds": 120, "seats": {"1": bram}, **(table or {})}
    return replace(VIEW, table=merge(VIEW.table, patch), clock=clock)


GRACE = Clock(running=True, grace={"1": 90_000})


@pytest.mark.parametrize(
    ("old", "new", "news"),
    [
        (
            absent(),
            absent(GRACE, presence="gone"),
            ["Bram is gone; in 90 s a bot plays on."],
        ),
        (
            absent(),
            absent(GRACE, presence="away"),
            ["Bram has not been heard of for a while; in 90 s a bot plays on."],
        ),
        (
            absent(presence="gone"),
            absent(presence="gone", stand_in="walker"),
            ["a bot plays for Bram until they are back."],
        ),
        (absent(presence="gone", stand_in="walker"), absent(presence="here"), ["Bram is back."]),
        (absent(), absent(pause=True), ["Bram wants a pause: type pause to agree."]),
        (
            absent(),
            absent(table={"seats": {"0": {"pause": True}}}),
            ["you want a pause: the others have to agree."],
        ),
        (
            absent(pause=True),
            absent(table={"paused": True}),
            ["the match is paused. Type pause off to go on."],
        ),
        (absent(table={"paused": True}), absent(), ["the pause is over."]),
    ],
)
def test_news_of_people_who_are_gone_and_of_pauses(old: View, new: View, news: list[str]) -> None:
    assert list(words.table_news(old, new)) == news


@pytest.mark.parametrize(
    ("seen", "sentence"),
    [
        (absent(GRACE, presence="gone"), "it is Bram's turn. Bram is gone; soon a bot plays on."),
        (
            absent(presence="gone", stand_in="walker"),
            "it is Bram's turn. A bot plays for Bram.",
        ),
        (absent(table={"paused": True}), "the match is paused. Type pause off to go on."),
    ],
)
def test_why_one_waits(seen: View, sentence: str) -> None:
    seen = replace(seen, game={**seen.game, "turn": {"seat": 1}})
    assert words.waiting(seen) == sentence


def test_a_table_tells_what_becomes_of_who_is_gone() -> None:
    told = words.table(absent(), {})
    assert told.endswith("For who is gone for 120 s a bot plays on.")
    told = words.table(absent(table={"absent": "forfeit", "paused": True}), {})
    assert "paused." in told
    assert told.endswith("Who is gone for 120 s loses the seat.")


def test_a_seat_that_a_bot_plays_is_told_so() -> None:
    tree: Tree = {"kind": "person", "name": "Bram", "presence": "gone", "stand_in": "walker"}
    assert words.seat(VIEW, 1, tree) == "2 Bram (gone, a bot plays)"
    assert words.seat(VIEW, 1, {"name": "Bram", "pause": True}) == "2 Bram (wants a pause)"


@pytest.mark.parametrize("code", ["banned", "absent"])
def test_who_has_lost_the_seat_is_told_why(code: str) -> None:
    told = words.left(Left(table="rimuta", code=code, text="?"))
    assert "rimuta" in told
    assert told != words.left(Left(table="rimuta", code="left"))

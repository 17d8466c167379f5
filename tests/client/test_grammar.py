from dataclasses import replace

import pytest
from tests.client.lines import action, error, request, typed
from tests.client.positions import (
    BARGAIN,
    MOVES,
    PEEKS,
    RIDES,
    SPLITS,
    TESTS,
    at_table,
    denizens,
    game,
    in_lobby,
    options,
    view,
    wounded,
)

from haydes.client.cards import Cards
from haydes.client.config import SETTINGS
from haydes.client.grammar import complete, parse
from haydes.client.model import LinkState, Model, Voice, choices
from haydes.client.opening import TAKES
from haydes.client.parsed import Local, Typing
from haydes.client.words import deed
from haydes.protocol.messages import (
    AddBot,
    Described,
    Join,
    Kick,
    Leave,
    MakeHost,
    Open,
    Pause,
    Ready,
    Request,
    Resign,
    Rules,
    Say,
    Start,
    Swap,
    Unban,
    Watch,
)

MOVE = at_table()
STUCK = at_table(game(phase="encounter", at="C2"), TESTS)
SPLIT = at_table(game(phase="split"), SPLITS)
RIDE = at_table(game(), RIDES)
RODE = at_table({**game(), "turn": {"seat": 0, "round": 3, "phase": "move", "rode": True}})
OFFER = options(
    at_table(denizens("QS", "bargain", price="endurance"), BARGAIN), encounter="denizens"
)
KEYS = options(at_table(denizens("KDx", "keys"), PEEKS), encounter="denizens")
HEARTS = options(at_table(denizens("QH", "encounter"), [{"do": "talk"}]), encounter="denizens")
PRINCE = options(at_table(denizens("KS", "encounter"), [{"do": "face"}]), encounter="denizens")
FIGHT = at_table(wounded(denizens("KD", "encounter")), [{"do": "fight"}])
WAIT = at_table(game(seat=1), ())
BEFORE = at_table({}, (), phase="waiting")
AFTER = at_table(game(), (), phase="over")
WATCH = replace(MOVE, view=view(game(seat=1), (), seat=None))
LOBBY = in_lobby(
    rimuta={"game": "haydes", "opened": 20, "people": ["Bram"], "seats": 2, "taken": 1},
    bokafe={"game": "haydes", "opened": 10, "seats": 4, "taken": 4, "phase": "playing"},
)
PIG = replace(
    MOVE,
    view=replace(
        view({"turn": 0}, [{"do": "roll"}, {"do": "bank", "charm": [False, True]}]),
        table={"game": "pig", "phase": "playing", "seats": {"0": {"name": "Ann"}}},
    ),
)

BARRED = "a creature bars your way. You can talk (Charisma 6, 42%) or brawl (Endurance 4, 17%)."
RISKS = "You can fight (a hit 42%, a wound of your own 42%; 3 wounds left)."
AROUND = "north A2 face down; east B3 face down; south C2 king of hearts, face up; west nothing."


def north(call: str) -> Described:
    return {"do": "move", "to": "A2", "call": call}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("n h", north("higher")),
        ("n higher", north("higher")),
        ("North +", north("higher")),
        ("NOR LOW", north("lower")),
        ("n -", north("lower")),
        ("guess north l", north("lower")),
        ("h n", north("higher")),
        ("n; h", north("higher")),
        ("n;l # a comment", north("lower")),
        ("move A2 higher", north("higher")),
        ("move higher to a2", north("higher")),
        ("1", north("higher")),
        ("walk s", {"do": "walk", "to": "C2"}),
        ("go south", {"do": "walk", "to": "C2"}),
        ("s; walk", {"do": "walk", "to": "C2"}),
        ("5", {"do": "walk", "to": "C2"}),
        ("stop", {"do": "stop"}),
        ("end", {"do": "stop"}),
        ("6", {"do": "stop"}),
    ],
)
def test_a_move_in_many_words(line: str, expected: Described) -> None:
    assert action(MOVE, line) == expected


@pytest.mark.parametrize(
    ("model", "line", "expected"),
    [
        (STUCK, "talk", {"do": "talk"}),
        (STUCK, "br", {"do": "brawl"}),
        (STUCK, "2", {"do": "brawl"}),
        (SPLIT, "split 9 7", {"do": "split", "charisma": 9}),
        (SPLIT, "split 7", {"do": "split", "charisma": 7}),
        (SPLIT, "2", {"do": "split", "charisma": 8}),
        (RIDE, "ride a1 lower", {"do": "ride", "to": "A1", "call": "lower"}),
        (RIDE, "ride A3 +", {"do": "ride", "to": "A3", "call": "higher"}),
        (RIDE, "ride C3", {"do": "ride", "to": "C3"}),
        (RIDE, "n h", north("higher")),
        (KEYS, "peek n", {"do": "peek", "at": "A2"}),
        (KEYS, "peek B3", {"do": "peek", "at": "B3"}),
        (OFFER, "bargain", {"do": "bargain"}),
        (OFFER, "stop", {"do": "stop"}),
        (PRINCE, "face", {"do": "face"}),
        (FIGHT, "fight", {"do": "fight"}),
        (PIG, "roll", {"do": "roll"}),
        (PIG, "bank yes", {"do": "bank", "charm": True}),
        (PIG, "ba charm n", {"do": "bank", "charm": False}),
        (PIG, "3", {"do": "bank", "charm": True}),
    ],
)
def test_other_acts(model: Model, line: str, expected: Described) -> None:
    assert action(model, line) == expected


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("n higherr", 'after "north" I need higher or lower, not "higherr".'),
        ("n h x", 'after "north higher" I need nothing more, not "x".'),
        ("w h", "there is no card west of B2. You can go north, east or south."),
        ("s h", "C2 is already face up (king of hearts). Use: walk south."),
        ("walk n", "A2 is face down. Guess: north higher or north lower."),
        ("walk", "walk needs a direction: north, east, south or west."),
        ("walk up", 'walk needs a direction: north, east, south or west, not "up".'),
        ("walk s s", 'after "walk south" I need nothing more, not "s".'),
        ("h", '"higher" needs a direction first: north higher.'),
        ("h up", 'after "higher" I need a direction, not "up".'),
        ("guess", "guess needs a direction and higher or lower: guess north higher."),
        ("talk", "there is no creature to talk to."),
        ("brawl", "there is no creature to brawl with."),
        ("split 9 7", "your points are shared out already."),
        ("stop now", 'after "stop" I need nothing more, not "now".'),
        ("9", "there is no choice 9. There are 1 to 6."),
        ("0", "there is no choice 0. There are 1 to 6."),
        ("1 2", 'after the number of a choice I need nothing more, not "2".'),
        ("move Z9", 'after "move" I need a2 or b3, not "z9".'),
        ("move a2", '"move a2" could go on: higher or lower.'),
        ("re", '"re" could be ready, recap, replay, repeat or reconnect. Type one more letter.'),
        ("qui", '"qui" is too short: quit has to be typed in full.'),
        ("xyzzy", 'no command "xyzzy". Type help for what there is.'),
        ("tables", "tables is for in the lobby; you are not there."),
        ("yes", 'there is no question to say "yes" to.'),
        ("look z9", 'there is no place "z9" on this map. Say it like C3.'),
        ("path", "path needs a place such as C3."),
        ("map far", 'map takes near or all, not "far".'),
        ("odds up", 'odds takes a direction: north, east, south or west, not "up".'),
        ("odds w", "there is no card west of B2. You can go north, east or south."),
        (
            "set colour red",
            (
                "set takes name, color, glyphs, theme, plain, bell and others and a value, "
                'not "colour".'
            ),
        ),
        ("set bell", "set bell takes on or off."),
        ("set bell on off", 'set bell takes on or off, not "on".'),
        ("set plain on", "plain counts from the next start on. Type set plain on save."),
        ("set cards red", 'set cards takes words or short, not "red".'),
        ("log x", 'log takes a number of lines, not "x".'),
        ("kick Zoe", 'kick needs a seat or a name: Ann or Bram, not "Zoe".'),
        ("host", "host needs a seat or a name: Ann or Bram."),
        ("bots", "bots takes add [bot] [seat], or kick SEAT."),
        ("start now", 'I need nothing more here, not "now".'),
        ("help nonsense", 'there is no help on "nonsense".'),
        ("say", "a line of chat is not empty."),
    ],
)
def test_an_error_names_the_word_and_what_is_allowed(line: str, sentence: str) -> None:
    assert error(MOVE, line) == sentence


@pytest.mark.parametrize(
    ("model", "line", "sentence"),
    [
        (
            STUCK,
            "n h",
            BARRED,
        ),
        (SPLIT, "n", "first share out your points: split 9 7, split 8 8 or split 7 9."),
        (SPLIT, "talk", "first share out your points: split 9 7, split 8 8 or split 7 9."),
        (SPLIT, "split 10 6", 'split takes Charisma and Endurance: 9 7, 8 8 or 7 9, not "10 6".'),
        (SPLIT, "split 9 6", 'split takes Charisma and Endurance: 9 7, 8 8 or 7 9, not "9 6".'),
        (WAIT, "n h", "it is Bram's turn. Your line was not sent. Type it again on your turn."),
        (RIDE, "ride", '"ride" could go on: a1, a3, c1 or c3.'),
        (MOVE, "ride a1 lower", "there is no Tuybe to ride at this table."),
        (RODE, "ride a1 lower", "you have had your ride this turn."),
        (RIDE, "ride a1", '"ride a1" could go on: higher or lower.'),
        (RIDE, "ride b3 h", 'after "ride" I need a1, a3, c1 or c3, not "b3".'),
        (RIDE, "ride c3 h", 'after "ride c3" I need nothing more, not "higher".'),
        (MOVE, "peek n", "you have no keys to look at a card with."),
        (KEYS, "peek w", "there is no card west of B2. You can go north, east or south."),
        (KEYS, "peek s", 'after "peek" I need a2 or b3, not "c2".'),
        (KEYS, "n h", "first look at a card with the keys: peek north or east."),
        (KEYS, "stop", "first look at a card with the keys: peek north or east."),
        (OFFER, "n h", "first answer the offer: bargain, or stop to refuse."),
        (OFFER, "talk", "there is no creature to talk to."),
        (MOVE, "bargain", "nobody offers you a bargain."),
        (MOVE, "fight", "there is no creature to fight."),
        (
            STUCK,
            "fight",
            "fight is of no use here. You can talk (Charisma 6, 42%) or brawl (Endurance 4, 17%).",
        ),
        (HEARTS, "brawl", "brawl is of no use here. You can talk (Charisma 6, 42%)."),
        (PRINCE, "talk", "talk is of no use here. You can face (Charisma 6 and Endurance 4, 7%)."),
        (
            FIGHT,
            "talk",
            f"talk is of no use here. {RISKS}",
        ),
        (
            FIGHT,
            "stop",
            f"a creature bars your way. {RISKS}",
        ),
        (WAIT, "1", "it is Bram's turn. Your line was not sent. Type it again on your turn."),
        (WATCH, "1", "you are watching, and have no turn."),
        (AFTER, "1", "the match is over. The host may start another one."),
        (LOBBY, "join", "join needs a table: its id, or its number in the list of tables."),
        (LOBBY, "join 3", 'there is no table number "3". There are 2.'),
        (LOBBY, "start", "start is for at a table; you are not there."),
        (LOBBY, "new chess", 'new needs a game: haydes, not "chess".'),
        (LOBBY, "new haydes seats 5", "haydes is played by 1 to 4, not by 5."),
        (LOBBY, "new haydes seats x", 'seats takes a number, not "x".'),
        (LOBBY, "new haydes bots 2", "of 2 seats 1 may be bots, not 2."),
        (LOBBY, "new haydes encounter=moon", 'encounter takes test or brawl, not "moon".'),
        (LOBBY, "new haydes map=", 'map takes block or quick or a text of your own, not "".'),
        (LOBBY, "new haydes turn_limit=100", 'turn_limit takes 0 to 99, not "100".'),
        (
            LOBBY,
            "new haydes mapp=quick",
            'there is no option "mapp". There are map, encounter, turn_limit and tuybe.',
        ),
        (LOBBY, "new haydes word", "word needs a value after it."),
        (
            LOBBY,
            "new haydes fast",
            f'new haydes takes {TAKES}, not "fast".',
        ),
        (PIG, "bank charm maybe", 'after "bank" I need no or yes, not "maybe".'),
        (PIG, "roll twice", 'after "roll" I need nothing more, not "twice".'),
        (
            replace(LOBBY, lobby=None),
            "tables",
            "the server has not told yet. Try again in a moment.",
        ),
    ],
)
def test_errors_elsewhere(model: Model, line: str, sentence: str) -> None:
    assert error(model, line) == sentence


def test_an_act_out_of_turn_is_marked_so_that_a_script_may_wait() -> None:
    assert typed(WAIT, "n h").early
    assert typed(BEFORE, "1").early
    assert not typed(MOVE, "w h").early


def test_out_of_turn_one_may_look_and_talk() -> None:
    assert typed(WAIT, "look").lines
    assert request(WAIT, "/ good luck") == Say(ref=0, text="good luck")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("join 1", Join(ref=0, table="bokafe")),
        ("2", Join(ref=0, table="rimuta")),
        ("join RIMUTA", Join(ref=0, table="rimuta")),
        ("join zzzzzz open sesame", Join(ref=0, table="zzzzzz", word="open sesame")),
        ("watch 2", Watch(ref=0, table="rimuta")),
        ("new haydes", Open(ref=0, game="haydes", seats=2)),
        ("new", Open(ref=0, game="haydes", seats=2)),
        (
            "new hay seats 4 bots 3 map=quick turn_limit=12 tuybe=on turn 30 word x title My table",
            Open(
                ref=0,
                game="haydes",
                seats=4,
                bots=["walker"] * 3,
                options={"map": "quick", "turn_limit": 12, "tuybe": True},
                turn_seconds=30,
                word="x",
                title="My table",
            ),
        ),
        ("new haydes seats=1", Open(ref=0, game="haydes", seats=1)),
        (
            "new haydes absent bot grace 60 takeover",
            Open(ref=0, game="haydes", seats=2, absent="bot", grace_seconds=60, takeover=True),
        ),
        (
            "new haydes absent=f title takeover",
            Open(ref=0, game="haydes", seats=2, absent="forfeit", title="takeover"),
        ),
        ("join 2 seat 3", Join(ref=0, table="rimuta", seat=2)),
        ("join 2 seat 3 sesame", Join(ref=0, table="rimuta", seat=2, word="sesame")),
        ("join 2 seat", Join(ref=0, table="rimuta", word="seat")),
        (
            "new haydes map=##x/#@/ title One #2 # a comment; tables",
            Open(ref=0, game="haydes", seats=2, options={"map": "##x/#@/"}, title="One"),
        ),
        ("say hi; ok # not a comment", Say(ref=0, text="hi; ok # not a comment")),
    ],
)
def test_requests_of_the_lobby(line: str, expected: Request) -> None:
    assert request(LOBBY, line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("start", Start(ref=0)),
        ("ready", Ready(ref=0)),
        ("bots add", AddBot(ref=0)),
        ("bots add random 2", AddBot(ref=0, seat=1, bot="random")),
        ("bots kick 2", Kick(ref=0, seat=1)),
        ("kick bram", Kick(ref=0, seat=1)),
        ("kick b", Kick(ref=0, seat=1)),
        ("kick b ban", Kick(ref=0, seat=1, ban=True)),
        ("kick 2 Ban", Kick(ref=0, seat=1, ban=True)),
        ("host 2", MakeHost(ref=0, seat=1)),
        ("sit 2", Swap(ref=0, seat=0, to=1)),
        ("swap 1 2", Swap(ref=0, seat=0, to=1)),
        ("swap bram ann", Swap(ref=0, seat=1, to=0)),
        ("pause", Pause(ref=0)),
        ("pause off", Pause(ref=0, on=False)),
        ("leave", Leave(ref=0)),
        ("resign yes", Resign(ref=0)),
        ("/are you there?", Say(ref=0, text="are you there?")),
        ("say are you there ?", Say(ref=0, text="are you there ?")),
    ],
)
def test_requests_of_a_table(line: str, expected: Request) -> None:
    assert request(MOVE, line) == expected


def test_a_host_names_whom_to_let_back_in() -> None:
    assert MOVE.view
    host = replace(MOVE, view=replace(MOVE.view, you={**MOVE.view.you, "banned": ["Eve", "Ed"]}))
    assert request(host, "unban ev") == Unban(ref=0, name="Eve")
    assert error(host, "unban e") == 'unban needs a name: Eve or Ed, not "e".'
    assert error(MOVE, "unban eve") == "you know of no name that is banned here."
    assert typed(host, "who").lines[-1].text == "banned: Eve, Ed."
    assert complete(host, "unban ") == ["Eve", "Ed"]


@pytest.mark.parametrize(
    ("model", "line", "sentence"),
    [
        (MOVE, "swap bram", 'swap needs two seats, by number or name: Ann or Bram, not "bram".'),
        (MOVE, "swap", "swap needs two seats, by number or name: Ann or Bram."),
        (MOVE, "kick ban", 'kick needs a seat or a name: Ann or Bram, not "ban".'),
        (MOVE, "sit 9", 'sit needs a seat or a name: Ann or Bram, not "9".'),
        (WATCH, "sit 1", "you have no seat here."),
        (MOVE, "pause now", 'pause takes nothing, or off, not "now".'),
        (LOBBY, "new haydes absent away", 'absent takes wait, bot or forfeit, not "away".'),
    ],
)
def test_errors_about_the_affairs_of_a_table(model: Model, line: str, sentence: str) -> None:
    assert error(model, line) == sentence


def test_seats_and_names_are_offered_where_they_make_sense() -> None:
    assert complete(MOVE, "swap ") == complete(MOVE, "swap ann ") == ["Ann", "Bram"]
    assert complete(MOVE, "kick bram ") == ["ban"]
    assert complete(MOVE, "kick bram ban ") == []
    assert complete(MOVE, "pause ") == ["off"]
    assert complete(MOVE, "sit ") == []


def test_in_a_pause_it_is_nobodys_turn() -> None:
    assert MOVE.view
    paused = replace(MOVE, view=replace(MOVE.view, table={**MOVE.view.table, "paused": True}))
    (line,) = typed(paused, "repeat").lines
    assert line.text == "the match is paused. Type pause off to go on."


def test_resigning_asks_first() -> None:
    parsed = typed(MOVE, "resign")
    assert not parsed.requests
    assert parsed.typing.question
    assert request(MOVE, "resign", "yes") == Resign(ref=0)
    assert not typed(MOVE, "resign", "no").requests
    assert not typed(MOVE, "resign", "look", "yes").requests


@pytest.mark.parametrize("word", ["lea", "resig", "res", "qu", "leav", "paus", "pau"])
def test_leaving_words_have_to_be_whole(word: str) -> None:
    parsed = typed(MOVE, word)
    assert (parsed.requests, parsed.local) == ((), None)


def test_quit_is_done_here_and_nothing_is_resigned() -> None:
    parsed = typed(MOVE, "quit")
    assert (parsed.local, parsed.requests) == (Local.QUIT, ())


def test_a_slip_is_asked_about_and_costs_nothing() -> None:
    sentence = 'no command "norht". Did you mean "north higher"? Type yes, or help.'
    assert error(MOVE, "norht h") == sentence
    assert action(MOVE, "norht h", "yes") == north("higher")


def test_a_slip_whose_correction_would_fail_is_not_offered() -> None:
    assert error(MOVE, "wesst h") == 'no command "wesst". Type help for what there is.'


def test_a_bare_direction_aims_and_the_aim_ends_with_the_prompt() -> None:
    parsed = typed(MOVE, "n")
    assert [line.text for line in parsed.lines] == ["north, A2, face down: higher or lower?"]
    assert parsed.typing == Typing(aim="north", aimed_at=14)
    assert action(MOVE, "n", "odds", "h") == north("higher")
    later = replace(MOVE, view=replace(view(game(), MOVES), you={"seat": 0, "prompt": 15}))
    assert parse(later, "look", parsed.typing).typing.aim == ""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "look",
            [
                "B2: six of clubs; here: you.",
                AROUND,
            ],
        ),
        ("look here", ["B2: six of clubs; here: you."]),
        ("look s", ["C2: creature, king of hearts; one south."]),
        ("look c1", ["C1: face down, the red Joker may be there; one south and one west."]),
        (
            "map",
            [
                AROUND,
                "one south and one east, Bram on black Joker, C3.",
            ],
        ),
        (
            "map all",
            [
                "row A: 1 to 3 face down.",
                "row B: 2 the six of clubs; 3 face down.",
                "row C: 1 face down; 2 the king of hearts; 3 the black Joker.",
            ],
        ),
        ("path c3", ["two steps to C3: east to B3, south to C3."]),
        ("path b2", ["you stand on B2."]),
        ("odds s", ["south, C2: face up."]),
    ],
)
def test_what_one_may_ask_about_the_map(line: str, told: list[str]) -> None:
    parsed = typed(MOVE, line)
    assert [line.text for line in parsed.lines][: len(told)] == told
    assert {line.voice for line in parsed.lines} == {Voice.YOU}


def test_cards_may_be_told_short() -> None:
    short = replace(MOVE, cards=Cards.SHORT)
    assert typed(short, "look").lines[0].text == "B2: 6C; here: you."
    parsed = typed(MOVE, "set cards sh")
    assert (parsed.local, parsed.setting) == (Local.SET, ("cards", "short"))
    assert [line.text for line in parsed.lines] == ["cards is set to short."]


def test_help_is_about_what_can_be_typed_here() -> None:
    at_table_now = " ".join(line.text for line in typed(MOVE, "help").lines)
    in_lobby_now = " ".join(line.text for line in typed(LOBBY, "?").lines)
    assert "walk west" in at_table_now
    assert "join TABLE" not in at_table_now
    assert "join TABLE" in in_lobby_now
    assert "walk west" not in in_lobby_now
    (line,) = typed(MOVE, "help odds").lines
    assert line.text.startswith("odds [direction]: chances")


@pytest.mark.parametrize(
    ("model", "line", "game", "about"),
    [
        (MOVE, "rules", "haydes", ""),
        (WATCH, "rules H-19", "haydes", "H-19"),
        (BEFORE, "rules red  Joker", "haydes", "red Joker"),
        (PIG, "rules haydes", "pig", "haydes"),
        (LOBBY, "rules", "haydes", ""),
        (LOBBY, "rules hay creature", "haydes", "creature"),
    ],
)
def test_rules_are_those_of_the_table_and_in_the_lobby_of_a_game(
    model: Model, line: str, game: str, about: str
) -> None:
    assert request(model, line) == Rules(ref=0, game=game, about=about)


def test_rules_that_cannot_be_meant_are_not_asked_for() -> None:
    assert error(LOBBY, "rules chess") == 'rules needs a game: haydes, not "chess".'
    assert error(MOVE, f"rules {'x' * 65}") == "rules takes a word or a clause, not a whole story."
    assert request(MOVE, f"rules {'x' * 64}") == Rules(ref=0, game="haydes", about="x" * 64)
    assert error(Model("Ann"), "rules").startswith("the server has not told yet")


def test_a_question_mark_asks_what_may_follow() -> None:
    (line,) = typed(MOVE, "n ?").lines
    assert (line.voice, line.text) == (Voice.CHOICES, "higher, lower.")


@pytest.mark.parametrize(
    ("model", "line", "offers"),
    [
        (MOVE, "n ", ["higher", "lower"]),
        (MOVE, "north lo", ["lower"]),
        (MOVE, "guess ", ["north", "east"]),
        (MOVE, "walk ", ["south"]),
        (MOVE, "map ", ["near", "all"]),
        (MOVE, "st", ["stop", "start", "status", "stats"]),
        (MOVE, "look; n h", ["higher"]),
        (RIDE, "ride ", ["a1", "a3", "c1", "c3"]),
        (RIDE, "ride a1 ", ["higher", "lower"]),
        (KEYS, "peek ", ["north", "east", "a2", "b3"]),
        (SPLIT, "split ", ["9", "8", "7"]),
        (SPLIT, "split 9 ", ["7"]),
        (PIG, "ba", ["bank"]),
        (PIG, "bank ", ["no", "yes"]),
        (LOBBY, "join ", ["bokafe", "rimuta"]),
        (LOBBY, "new ", ["haydes"]),
        (LOBBY, "rules ", ["haydes"]),
        (LOBBY, "ru", ["rules"]),
        (MOVE, "rul", ["rules"]),
        (MOVE, "rules ", []),
        (MOVE, "kick ", ["Ann", "Bram"]),
        (MOVE, "kick b", ["Bram"]),
        (MOVE, "set ", list(SETTINGS)),
        (MOVE, "set name ", []),
        (MOVE, "set cards short ", ["save"]),
        (MOVE, "set cards short save ", []),
        (MOVE, "set cards ", ["words", "short"]),
        (MOVE, "xyzzy ", []),
    ],
)
def test_only_what_is_possible_is_offered(model: Model, line: str, offers: list[str]) -> None:
    assert complete(model, line) == offers


def test_acts_are_offered_on_ones_turn_only() -> None:
    assert "north" in complete(MOVE, "")
    assert "north" not in complete(WAIT, "")
    assert "look" in complete(WAIT, "")


def test_every_choice_is_playable_by_the_words_it_is_told_in() -> None:
    for model in (MOVE, STUCK, SPLIT, PIG, RIDE, KEYS, OFFER, PRINCE, FIGHT):
        assert model.view is not None
        for choice in choices(model.view):
            assert action(model, deed(choice, model.view)) == choice


def invited(model: Model) -> list[str]:
    return [line.text for line in typed(model, "invite").lines]


def test_an_invite_leads_to_the_table_and_tells_the_key() -> None:
    pin = "A" * 43
    linked = replace(MOVE.link, server="192.0.2.7:7400", pin=pin)
    (line,) = invited(replace(MOVE, link=linked))
    assert line.startswith(f"haydes://192.0.2.7:7400/rimuta#{pin} for all")
    (line,) = invited(replace(LOBBY, link=linked))
    assert line.startswith(f"haydes://192.0.2.7:7400#{pin} for all")


def test_an_invite_says_what_it_lacks() -> None:
    here = replace(MOVE, link=replace(MOVE.link, server="localhost"))
    assert "localhost is this computer" in invited(here)[-1]
    at = view(game(), ())
    private = replace(at, table={**at.table, "private": True})
    assert any("tell them its word" in line for line in invited(replace(here, view=private)))
    assert any("asks everybody for a word" in one for one in invited(replace(here, worded=True)))
    assert any("haydes://192.0.2.7" in one for one in invited(replace(here, lan="192.0.2.7")))


def test_there_is_no_invite_to_ones_own_server_or_without_a_link() -> None:
    own = replace(MOVE, link=replace(MOVE.link, server="your own server"))
    assert "your own" in invited(own)[0]
    offline = replace(MOVE, link=replace(MOVE.link, state=LinkState.OFFLINE))
    assert "no link" in invited(offline)[0]


def test_who_and_status_tell_about_the_place() -> None:
    assert [line.text for line in typed(MOVE, "who").lines] == ["1 Ann (you, host).", "2 Bram."]
    assert [line.text for line in typed(LOBBY, "who").lines] == [
        "2 online; you are Ann. At tables: Bram."
    ]
    assert [line.text for line in typed(LOBBY, "tables").lines] == [
        "1 bokafe, Escape from Haydes, 4 of 4 seats taken, playing.",
        "2 rimuta, Escape from Haydes, 1 of 2 seats taken, Bram.",
    ]
    voices = [line.voice for line in typed(MOVE, "status").lines]
    assert voices == [Voice.LINK, Voice.TABLE, Voice.TURN, Voice.CHOICES]

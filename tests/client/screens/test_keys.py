"""What keys do: model, ui and a key in, requests and the next ui out."""

from dataclasses import replace

import pytest
from tests.client.screens.every import SCREENS
from tests.client.screens.rules_samples import TEXT, reading
from tests.client.screens.samples import (
    AT_100,
    BARGAIN,
    EMPTY,
    ENCOUNTER,
    FIGHT,
    GUEST,
    HELD,
    LOBBY,
    MANY,
    MY_MOVE,
    NEAR,
    OFFLINE,
    OTHERS_MOVE,
    OVER,
    PAUSED,
    PEEK,
    PIG,
    PRINCE,
    RIDE_MOVE,
    SEARCHING,
    SPECTATOR,
    SPLIT,
    UNKNOWN,
    WAITING,
    WAITING_TABLE,
    figure,
    haydes,
    model,
    turn,
    view,
)

from haydes.client.model import Described, Model, Voice, say
from haydes.client.screens.rows import Area, string
from haydes.client.screens.screen import draw, keys, paste, press
from haydes.client.screens.ui import Mode, Overlay, Press, Ui, settled
from haydes.protocol.messages import (
    Act,
    AddBot,
    Browse,
    Join,
    Kick,
    Open,
    Pause,
    Ready,
    Request,
    Resume,
    Rules,
    Start,
    Swap,
    Watch,
)
from haydes.protocol.tree import Tree, Value


def strike(model: Model, *names: str, ui: Ui = AT_100) -> Press:
    """Press keys one after the other; return what the last one came to."""
    done = Press(ui)
    for name in names:
        assert not done.ask
        done = press(model, done.ui, name)
    return done


def asked(model: Model, *names: str, ui: Ui = AT_100) -> tuple[Request, ...]:
    return strike(model, *names, ui=ui).ask


def act(**action: str | int | bool) -> tuple[Act]:
    return (Act(ref=0, prompt=14, action=action),)


@pytest.mark.parametrize(
    ("pressed", "action"),
    [
        (("n", "h"), {"do": "move", "to": "D7", "call": "higher"}),
        (("up", "+"), {"do": "move", "to": "D7", "call": "higher"}),
        (("e", "l"), {"do": "move", "to": "E8", "call": "lower"}),
        (("right", "-"), {"do": "move", "to": "E8", "call": "lower"}),
        (("n", "s", "l"), {"do": "move", "to": "F7", "call": "lower"}),
        (("w", "enter"), {"do": "walk", "to": "E6"}),
        (("left", "enter"), {"do": "walk", "to": "E6"}),
        ((".",), {"do": "stop"}),
        (("space",), {"do": "stop"}),
    ],
)
def test_a_move_is_an_aim_and_a_call(pressed: tuple[str, ...], action: dict[str, str]) -> None:
    assert asked(MY_MOVE, *pressed) == act(**action)


def test_a_creature_is_talked_to_or_brawled_with() -> None:
    assert asked(ENCOUNTER, "t") == act(do="talk")
    assert asked(ENCOUNTER, "b") == act(do="brawl")
    assert asked(ENCOUNTER, "n") == ()


def test_points_are_shared_out_with_a_digit() -> None:
    assert asked(SPLIT, "9") == act(do="split", charisma=9)
    assert asked(SPLIT, "6") == ()


@pytest.mark.parametrize(
    ("pressed", "remark"),
    [
        (("h",), "Aim first, then higher."),
        (("enter",), "Aim at a card first."),
        (("e", "enter"), "E8 is face down: say h higher or l lower."),
        (("w", "h"), "E6 is face up: Enter walks there."),
        (("t",), "There is nobody you could talk to."),
        (("7",), "There are no points to share out."),
    ],
)
def test_what_is_not_possible_is_said_and_not_sent(pressed: tuple[str, ...], remark: str) -> None:
    done = strike(MY_MOVE, *pressed)
    assert (done.ask, done.ui.note) == ((), remark)


@pytest.mark.parametrize("name", ["n", "h", "enter", ".", "t", "7"])
def test_out_of_turn_no_key_acts(name: str) -> None:
    done = strike(OTHERS_MOVE, name)
    assert (done.ask, done.ui.note) == ((), "Wait for your turn.")


def test_there_is_no_aim_off_the_map() -> None:
    corner = haydes(figures={"0": figure("A2", "free", 8, 8)}, turn=turn(0, "move"))
    moves: list[Value] = [
        {"do": "move", "to": ["A3", "B2"], "call": ["higher", "lower"]},
        {"do": "stop"},
    ]
    done = strike(model(view(corner, moves)), "n")
    assert (done.ui.aim, done.ui.note) == ("", "There is no card north of A2.")


def test_an_act_on_its_way_holds_the_next_one_back() -> None:
    for busy in (
        replace(MY_MOVE, asked={1: Act(ref=1, prompt=14, action={"do": "stop"})}),
        replace(MY_MOVE, kept=Act(ref=1, prompt=14, action={"do": "stop"})),
    ):
        done = strike(busy, ".")
        assert (done.ask, done.ui.note) == ((), "Your last move is still on its way.")


def test_an_aim_ends_with_its_prompt() -> None:
    ui = settled(MY_MOVE, strike(MY_MOVE, "n", ui=settled(MY_MOVE, AT_100)).ui)
    assert ui.aim == "D7"
    assert MY_MOVE.view is not None
    later = replace(MY_MOVE, view=replace(MY_MOVE.view, you={**MY_MOVE.view.you, "prompt": 15}))
    assert settled(later, ui).aim == ""


def test_escape_drops_the_aim() -> None:
    assert strike(MY_MOVE, "n", "escape").ui.aim == ""


OVERLAYS = (Overlay.HELP, Overlay.INSPECT, Overlay.LOG, Overlay.ANSWER, Overlay.RULES)


@pytest.mark.parametrize("overlay", list(OVERLAYS))
@pytest.mark.parametrize("name", ["n", "h", ".", "s", ":", "y"])
def test_under_an_overlay_no_key_reaches_the_board(overlay: Overlay, name: str) -> None:
    covered = replace(AT_100, overlay=overlay, aim="D7", answer=("one", "two"))
    assert strike(MY_MOVE, name, ui=covered) == Press(covered)


def test_overlays_open_scroll_and_close() -> None:
    for name, overlay in (("?", Overlay.HELP), ("i", Overlay.INSPECT), ("pageup", Overlay.LOG)):
        done = strike(MY_MOVE, name)
        assert done.ui.overlay is overlay
        assert strike(MY_MOVE, "escape", ui=done.ui).ui.overlay is Overlay.NONE
    first = draw(MY_MOVE, strike(MY_MOVE, "?").ui, Area(24, 80)).rows
    second = draw(MY_MOVE, strike(MY_MOVE, "?", "pagedown").ui, Area(24, 80)).rows
    assert string(first[2]) != string(second[2])


RULES = reading(TEXT)


def test_a_key_asks_for_the_rules_of_the_game_one_looks_at() -> None:
    for looked_at in (MY_MOVE, OTHERS_MOVE, WAITING, OVER):
        assert asked(looked_at, "v") == (Rules(ref=0, game="haydes"),)
    assert asked(PIG, "v") == (Rules(ref=0, game="pig"),)
    assert asked(LOBBY, "down", "down", "v") == (Rules(ref=0, game="haydes"),)
    assert asked(LOBBY, "down", "v") == (Rules(ref=0, game="pig"),)
    assert asked(LOBBY, "n", "right", "v") == (Rules(ref=0, game="pig"),)
    assert "name of a game" in strike(EMPTY, "v").ui.note
    held = replace(AT_100, held=(replace(HELD[0], table="gone", game="hounds"),))
    assert asked(EMPTY, "v", ui=held) == (Rules(ref=0, game="hounds"),)


def test_rules_that_come_are_shown_from_their_beginning() -> None:
    before = replace(AT_100, overlay=Overlay.HELP, page=7)
    told = replace(MY_MOVE, reading=RULES)
    shown = settled(told, before)
    assert (shown.overlay, shown.page) == (Overlay.RULES, 0)
    text = " ".join(string(line) for line in draw(told, shown, Area(24, 80)).rows)
    assert "You are lost in the tunnels." in text
    end = draw(told, replace(shown, page=99), Area(24, 80)).rows
    assert ":rules and a word" in " ".join(string(line) for line in end)


def test_rules_that_were_read_do_not_come_back_by_themselves() -> None:
    told = replace(MY_MOVE, reading=RULES)
    closed = strike(told, "v", ui=settled(told, AT_100)).ui
    assert closed.overlay is Overlay.NONE
    assert settled(told, closed) == closed
    again = replace(told, reading=replace(RULES))
    assert settled(again, closed).overlay is Overlay.RULES


def test_on_the_way_to_another_table_rules_are_closed() -> None:
    ui = settled(replace(WAITING, reading=RULES), AT_100)
    assert ui.overlay is Overlay.RULES
    assert settled(replace(LOBBY, reading=RULES), ui).overlay is Overlay.NONE


def test_leaving_asks_and_only_y_agrees() -> None:
    question = strike(MY_MOVE, "q")
    assert question.ui.question.startswith("Leave the table? Your seat is kept.")
    assert strike(MY_MOVE, "y", ui=question.ui).types == "leave"
    for name in ("enter", "n", "escape", "q", "h"):
        done = strike(MY_MOVE, name, ui=question.ui)
        assert (done.types, done.ask, done.ui.question) == ("", (), "")


def test_how_to_join_a_private_table_is_told_while_it_waits() -> None:
    private = replace(WAITING, view=replace(WAITING.view, table={**WAITING_TABLE, "private": True}))  # type: ignore[type-var]
    text = "\n".join(map(string, draw(private, AT_100, Area(24, 80)).rows))
    assert "To join it: :join rimuta WORD  with its word" in text
    assert "lobby of" not in text
    text = "\n".join(map(string, draw(replace(private, word="sesame"), AT_100, Area(24, 80)).rows))
    assert ":join rimuta sesame" in text


def test_typing_begins_with_a_colon_or_a_slash() -> None:
    for screen in (MY_MOVE, LOBBY, WAITING, PIG):
        assert strike(screen, ":").ui.mode is Mode.COMMAND
        assert strike(screen, "/").ui.mode is Mode.CHAT


def test_a_lost_link_is_retried_by_key() -> None:
    assert strike(OFFLINE, "r").retries


def test_the_lobby_joins_watches_opens_and_quits() -> None:
    assert asked(LOBBY, "enter") == (Join(ref=0, table="rimuta"),)
    assert asked(LOBBY, "w") == (Watch(ref=0, table="rimuta"),)
    assert asked(LOBBY, "down", "enter") == (Join(ref=0, table="bavuli"),)
    assert asked(LOBBY, "up", "enter") == (Watch(ref=0, table="sokano"),)
    assert asked(LOBBY, "r") == (Browse(ref=0),)
    assert strike(LOBBY, "q").quits
    assert strike(EMPTY, "enter").ui.note == "There is no table to join; n opens one."


def test_a_seat_that_is_held_comes_first_and_is_taken_back() -> None:
    ui = replace(AT_100, held=HELD)
    assert asked(LOBBY, "enter", ui=ui) == (Resume(ref=0, token=HELD[0].token, ply=9),)
    for line in draw(LOBBY, ui, Area(24, 80)).rows:
        assert HELD[0].token not in string(line)


def test_the_choice_in_the_lobby_stays_when_the_list_changes() -> None:
    ui = strike(LOBBY, "down").ui
    assert LOBBY.lobby is not None
    tables = {"zuzuzu": {**LOBBY.lobby.tables, "opened": 1}, **LOBBY.lobby.tables}
    grown = replace(LOBBY, lobby=replace(LOBBY.lobby, tables=tables))
    assert asked(grown, "enter", ui=ui) == (Join(ref=0, table="bavuli"),)


def test_a_table_is_opened_from_the_form() -> None:
    assert asked(EMPTY, "n", "enter") == (
        Open(ref=0, game="haydes", seats=2, bots=["walker"], options={}),
    )
    wishes = ("down", "right", "down", "left", "down", "right", *("down",) * 4, "right")
    assert asked(EMPTY, "n", *wishes, "enter") == (
        Open(ref=0, game="haydes", seats=3, options={"map": "quick"}, turn_seconds=15),
    )
    assert asked(EMPTY, "n", "right", "enter") == (
        Open(ref=0, game="pig", seats=2, bots=["random"], options={}),
    )


def test_ten_more_are_chosen_with_a_page_key() -> None:
    (request,) = asked(EMPTY, "n", *("down",) * 10, "pageup", "right", "enter")
    assert isinstance(request, Open)
    assert request.options == {"turn_limit": 11}


def test_title_and_word_are_typed_into_the_form() -> None:
    title = (*("down",) * 4, *"A quiz?", "space", "x", "\x7f")
    word = ("down", *"sesame")
    assert asked(EMPTY, "n", *title, *word, "enter") == (
        Open(ref=0, game="haydes", seats=2, bots=["walker"], title="A quiz?", word="sesame"),
    )
    assert strike(EMPTY, "n", *title, "escape").ui.opening is None
    assert len(strike(EMPTY, "n", *title, *"x" * 90).ui.opening.title) == 40  # type: ignore[union-attr]


MAP = ("n", *("down",) * 8)  # the way to that line of the form


def opened(*names: str, ui: Ui = AT_100) -> Open:
    (request,) = asked(EMPTY, *names, "enter", ui=ui)
    assert isinstance(request, Open)
    return request


def test_a_map_of_ones_own_is_typed_into_the_form() -> None:
    assert opened(*MAP, *"#@/#q?").options == {"map": "#@/#q?"}
    assert opened(*MAP, *"#@", "left", "left", "x", "right", "\x7f").options == {"map": "x@"}
    assert opened(*MAP, *"#@", "pageup", *"ab", "pagedown", "c").options == {"map": "ab#@c"}
    assert opened(*MAP, "x", "\x7f").options == {}


def test_a_map_of_ones_own_is_one_choice_more() -> None:
    assert opened(*MAP, *"#@", "right").options == {"map": "block"}
    assert opened(*MAP, *"#@", "right", "left").options == {"map": "#@"}
    assert opened(*MAP, *"#@", "pageup", "left").options == {"map": "quick"}
    assert opened(*MAP, "space", "+").options == {"map": "block"}


def test_a_text_ends_where_no_longer_one_is_sent() -> None:
    long = opened(*MAP, *"#" * 1030).options["map"]
    assert long == "#" * 1024


def test_a_pasted_text_loses_its_line_breaks_and_acts_as_no_key() -> None:
    form = strike(EMPTY, *MAP).ui
    assert opened(ui=paste(EMPTY, form, "##@q\r\n\t##\n").ui).options == {"map": "##@q/ ##"}
    for elsewhere in (AT_100, strike(EMPTY, "n").ui, replace(form, overlay=Overlay.HELP)):
        done = paste(EMPTY, elsewhere, "q\n")
        assert (done.ui.opening, done.ask, done.quits) == (elsewhere.opening, (), False)
        assert done.ui.note == "There is nothing to paste into here."


def test_the_form_stays_until_the_table_is_open() -> None:
    form = strike(LOBBY, "n", "enter").ui
    request = Open(ref=1, game="haydes", seats=2, bots=["walker"])
    waiting = replace(LOBBY, asked={1: request})
    again = press(waiting, form, "enter")
    assert (again.ask, again.ui.note) == ((), "Asked for; the server has not answered yet.")
    refused = say(LOBBY, Voice.ERROR, "not today.")
    assert "not today." in seen(refused, form)
    assert "not today." not in seen(say(LOBBY, Voice.CHAT, "not today."), form)
    assert settled(WAITING, form).opening is None
    down = replace(LOBBY, link=OFFLINE.link)
    assert press(down, form, "enter").ask == ()


def seen(model: Model, ui: Ui) -> list[str]:
    """Return the rows of the form, without the log."""
    rows = [string(line).strip() for line in draw(model, ui, Area(24, 80)).rows]
    return rows[: next(n for n, line in enumerate(rows) if "log ──" in line)]


def test_a_number_is_chosen_by_its_digits() -> None:
    limit = ("n", *("down",) * 10)
    assert opened(*limit, *"47").options == {"turn_limit": 47}
    assert opened(*limit, *"478").options == {"turn_limit": 8}  # 478 is too many: 8 begins anew
    assert opened("n", "down", "3").seats == 3
    assert opened("n", *("down",) * 3, "1").turn_seconds == 15
    assert opened("n", *("down",) * 3, "1", "2").turn_seconds == 120
    assert strike(EMPTY, "n", "down", "9").ui.note == "seats does not take 9."
    assert opened(*limit, "4", "right", "7").options == {"turn_limit": 7}
    assert now(EMPTY, strike(EMPTY, *limit).ui).endswith("or type it.")


def test_a_chosen_line_of_the_form_is_explained_in_full() -> None:
    ui = strike(LOBBY, "n", *("down",) * 8).ui
    lines = [string(line).strip() for line in draw(LOBBY, ui, Area(16, 60)).rows]
    assert "RULES" in lines
    assert not any(line.startswith("▸") and line.endswith("…") for line in lines)


@pytest.mark.parametrize("name", ["x", "7", "tab"])
def test_a_key_without_a_meaning_says_so(name: str) -> None:
    assert strike(LOBBY, name).ui.note == f"{name} does nothing here; ? tells the keys."


def test_a_key_says_that_the_link_is_down() -> None:
    waiting = replace(OFFLINE, view=OTHERS_MOVE.view, kept=None)
    assert strike(waiting, "n").ui.note == "The link is down. Wait for your turn."


def test_the_host_is_told_how_to_go_on_without_one_who_is_gone() -> None:
    away = model(view(haydes(turn=turn(2, "move")), ()))
    name = "Cleo Featherstonehaugh"
    assert now(away) == f"{name} is gone: wait, or :kick {name}."
    assert now(model(view(haydes(turn=turn(2, "move")), (), seat=1))).startswith(f"{name} moves.")


def test_one_who_is_ready_sees_it() -> None:
    assert now(GUEST) == "You are ready. Ann starts the match."


def test_after_a_mistake_the_way_back_stays_in_sight() -> None:
    wrong = replace(AT_100, mode=Mode.COMMAND, typed="x", note="no command " * 20)
    assert string(draw(MY_MOVE, wrong, Area(16, 60)).rows[-1]).rstrip().endswith("Esc back")


def now(model: Model, ui: Ui = AT_100) -> str:
    """Return the line above the hints."""
    return string(draw(model, ui, Area(24, 90)).rows[-2]).strip()


def test_the_form_is_left_without_a_table() -> None:
    assert strike(EMPTY, "n", "escape").ui.opening is None


def test_the_host_fills_seats_and_starts() -> None:
    assert asked(WAITING, "+") == (AddBot(ref=0, seat=2),)
    assert asked(WAITING, "-") == (Kick(ref=0, seat=3),)
    assert strike(WAITING, "s").ui.note == "A seat is still open: + puts a bot there."
    assert asked(WAITING, "R") == (Ready(ref=0),)
    full = {"0": {"kind": "person", "name": "Ann"}, "1": {"kind": "bot", "name": "walker 1"}}
    ready = model(view({}, table={**WAITING_TABLE, "seats": full}))
    assert asked(ready, "s") == (Start(ref=0),)


def test_a_guest_neither_starts_nor_adds() -> None:
    guest = model(view({}, table=WAITING_TABLE, seat=1))
    for name in ("s", "+", "-"):
        assert strike(guest, name).ui.note.startswith("Only the host can")


def test_after_a_match_the_host_starts_another() -> None:
    assert asked(OVER, "s") == (Start(ref=0),)


def test_any_game_is_played_by_number_or_by_choosing() -> None:
    assert asked(PIG, "1") == act(do="roll")
    assert asked(PIG, "3") == act(do="bank", charm=True)
    assert asked(PIG, "down", "enter") == act(do="bank", charm=False)
    assert strike(PIG, "9").ui.note == "There is no choice 9."


def test_values_are_turned_like_dials() -> None:
    assert asked(MANY, "enter") == act(do="place", card="9D", on=0)
    assert asked(MANY, "right", "tab", "left", "enter") == act(do="place", card="4S", on=3)
    assert asked(MANY, "2", "right", "enter") == act(do="swap", **{"with": "Cleo"})
    assert asked(MANY, "3") == act(do="pass")


@pytest.mark.parametrize("name", SCREENS)
def test_every_key_is_explained_and_none_is_there_twice(name: str) -> None:
    bound = keys(*SCREENS[name])
    names = [one for key in bound for one in key.names]
    assert all(key.help and key.shown for key in bound)
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("model", "names", "action"),
    [
        (BARGAIN, ("g",), {"do": "bargain"}),
        (BARGAIN, (".",), {"do": "stop"}),
        (PRINCE, ("f",), {"do": "face"}),
        (FIGHT, ("f",), {"do": "fight"}),
        (PEEK, ("right", "enter"), {"do": "peek", "at": "E8"}),
        (RIDE_MOVE, ("u", "h"), {"do": "ride", "to": "C7", "call": "higher"}),
        (RIDE_MOVE, ("u", "u", "l"), {"do": "ride", "to": "D6", "call": "lower"}),
        (RIDE_MOVE, (*"uuuuuuu", "enter"), {"do": "ride", "to": "E5"}),
        (RIDE_MOVE, (*"uuuuuuuu", "h"), {"do": "ride", "to": "C7", "call": "higher"}),
        (RIDE_MOVE, ("e", "h"), {"do": "move", "to": "E8", "call": "higher"}),
        (UNKNOWN, ("2",), {"do": "dance", "with": "Cleo"}),
    ],
)
def test_keys_of_the_expansions(model: Model, names: tuple[str, ...], action: Described) -> None:
    assert asked(model, *names) == (Act(ref=0, prompt=14, action=action),)


@pytest.mark.parametrize(
    ("model", "names", "note"),
    [
        (BARGAIN, ("n",), "You cannot move now. A bargain: g pays a point of Endurance"),
        (BARGAIN, ("h",), "You cannot move now. A bargain: g pays a point of Endurance"),
        (PRINCE, ("t",), "There is nobody you could talk to."),
        (PEEK, ("right", "h"), "You have the keys: Enter looks at the aimed card."),
        (RIDE_MOVE, ("f",), "There is nobody you could fight or face."),
        (RIDE_MOVE, ("g",), "Nobody offers you a bargain."),
        (RIDE_MOVE, (*"uuuuuuu", "h"), "E5 is face up: Enter rides there."),
        (MY_MOVE, ("u",), "There is no ride now."),
        (OTHERS_MOVE, ("u",), "Wait for your turn."),
    ],
)
def test_why_a_key_of_the_expansions_does_nothing(
    model: Model, names: tuple[str, ...], note: str
) -> None:
    assert strike(model, *names).ui.note.startswith(note)


def test_a_card_one_has_looked_at_is_shown() -> None:
    assert MY_MOVE.view is not None
    you = {**MY_MOVE.view.you, "seen": {"D7": "9S", "C7": "4H"}}
    model = replace(MY_MOVE, view=replace(MY_MOVE.view, you=you))
    rows = [string(line) for line in draw(model, Ui(), Area(24, 80)).rows]
    assert any(line.startswith("C") and "?4♥" in line for line in rows)
    assert any("n D7  9♠ face down, seen" in line for line in rows)
    aimed = strike(model, "n").ui
    assert "D7: the nine of spades, as you saw." in string(
        draw(model, aimed, Area(24, 80)).rows[-2]
    )


def test_who_is_gone_is_decided_in_the_form() -> None:
    gone = ("n", *("down",) * 6, "right")
    (wish,) = asked(EMPTY, *gone, "down", "right", "down", "right", "enter")
    assert isinstance(wish, Open)
    assert (wish.absent, wish.grace_seconds, wish.takeover) == ("bot", 300, True)
    (wish,) = asked(EMPTY, *gone, "right", "right", "enter")
    assert isinstance(wish, Open)
    assert wish.absent == "wait"


def test_p_asks_for_a_pause_and_ends_it() -> None:
    assert asked(MY_MOVE, "P") == (Pause(ref=0),)
    assert asked(PAUSED, "P") == (Pause(ref=0, on=False),)


def test_people_change_places_before_the_match() -> None:
    assert asked(GUEST, "down", "down", "g") == (Swap(ref=0, seat=1, to=2),)
    assert strike(GUEST, "g").ui.note.startswith("That seat is taken")
    assert asked(WAITING, "x") == (Swap(ref=0, seat=0, to=1),)
    moved = strike(WAITING, "up", "x")
    assert (moved.ask, moved.ui.pick) == ((Swap(ref=0, seat=3, to=0),), 0)
    assert strike(GUEST, "x").ui.note == "Only the host can let others change places."
    assert strike(SPECTATOR, "g").ui.note == "You have no seat here."


def test_a_host_clears_a_seat_after_a_question() -> None:
    asks = strike(WAITING, "down", "k").ui
    assert asks.question == "Clear the seat of Bram? y clears it."
    assert strike(WAITING, "y", ui=asks).types == "kick 2"
    asks = strike(WAITING, "down", "b").ui
    assert "ban the name" in asks.question
    assert strike(WAITING, "y", ui=asks).types == "kick 2 ban"
    assert strike(WAITING, "n", ui=asks).types == ""
    assert strike(WAITING, "up", "k").ui.note.startswith("No person sits there")
    for key in "kb":
        own = strike(WAITING, key).ui
        assert (own.question, own.note[:26]) == ("", "That is your own seat: cho")
    assert strike(GUEST, "k").ui.note == "Only the host can clear a seat."


def test_a_seat_that_a_bot_gives_way_for_can_be_joined() -> None:
    assert LOBBY.lobby
    full: Tree = {"game": "pig", "phase": "playing", "seats": 2, "taken": 2, "people": ["Bo"]}
    with_bots = replace(LOBBY.lobby, tables={"bofitu": {**full, "takeover": True}})
    assert asked(replace(LOBBY, lobby=with_bots), "enter") == (Join(ref=0, table="bofitu"),)
    without = replace(LOBBY.lobby, tables={"bofitu": full})
    assert asked(replace(LOBBY, lobby=without), "enter") == (Watch(ref=0, table="bofitu"),)


FOUND = replace(AT_100, near=NEAR)


def test_a_server_nearby_is_chosen_by_its_number_or_with_the_arrows() -> None:
    assert strike(SEARCHING, "enter", ui=FOUND).goes == NEAR[0]
    assert strike(SEARCHING, "2", ui=FOUND).goes == NEAR[1]
    assert strike(SEARCHING, "down", "down", "enter", ui=FOUND).goes == NEAR[2]
    assert strike(SEARCHING, "up", "enter", ui=FOUND).goes == NEAR[2]
    assert strike(SEARCHING, "q", ui=FOUND).quits


def test_a_server_stays_picked_when_others_answer() -> None:
    picked = strike(SEARCHING, "down", ui=FOUND).ui
    fewer = replace(picked, near=NEAR[1:])
    assert strike(SEARCHING, "enter", ui=fewer).goes == NEAR[1]
    assert strike(SEARCHING, "enter", ui=replace(picked, near=NEAR[:1])).goes == NEAR[0]


@pytest.mark.parametrize("pressed", ["enter", "1", "down", "/", ":"])
def test_without_a_server_nearby_no_key_goes_anywhere(pressed: str) -> None:
    done = strike(SEARCHING, pressed, ui=replace(AT_100, near=()))
    assert done.goes is None
    assert done.ui.mode is Mode.KEYS

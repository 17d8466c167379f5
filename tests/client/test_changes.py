from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.client.tables import Table, lobby, wired

from haydes.client.changes import Reply, ask, linked, receive, undo
from haydes.client.model import (
    Link,
    LinkState,
    Model,
    Reading,
    View,
    Voice,
    choices,
    is_busy,
    my_turn,
    prompt,
)
from haydes.protocol.codec import unpack_server
from haydes.protocol.messages import (
    Act,
    Browse,
    Bye,
    Chat,
    Clock,
    Done,
    Join,
    Left,
    LobbyUpdate,
    Notice,
    Ping,
    Refused,
    Rules,
    RulesText,
    ServerMessage,
    Snapshot,
    Start,
    Sync,
    Update,
    Watch,
    Welcome,
)

LIVE = Link(LinkState.LIVE, "here")
ANN = Model(name="Ann", link=LIVE)


def hear(model: Model, *messages: ServerMessage) -> Reply:
    """Take in messages one after the other; return all that is to be sent."""
    send: list[object] = []
    for message in messages:
        reply = receive(model, message, 0.0)
        model = reply.model
        send += reply.send
    return Reply(model, tuple(send))  # type: ignore[arg-type]


def welcome(table: str = "", refused: str = "") -> Welcome:
    limits = {"acts_burst": 20}
    return Welcome(protocol=1, server="s", name="Ann", limits=limits, table=table, refused=refused)


def texts(model: Model, voice: Voice) -> list[str]:
    return [line.text for line in model.log if line.voice is voice]


def seen(model: Model) -> View:
    assert model.view is not None
    return model.view


def act(model: Model, number: int = 0) -> Reply:
    view = seen(model)
    return ask(model, Act(ref=0, prompt=prompt(view), action=choices(view)[number]), 0.0)


def test_what_became_of_a_seat_is_told_by_the_table_the_rest_by_the_server() -> None:
    model = hear(Model("Ann"), Notice(code="kicked", text="Ann has cleared seat 2 of Bram.")).model
    assert texts(model, Voice.TABLE) == ["Ann has cleared seat 2 of Bram."]
    model = hear(model, Notice(code="closing", text="The server closes.")).model
    assert texts(model, Voice.LINK) == ["The server closes."]


@given(st.lists(st.integers(0, 99), max_size=60), st.integers(0, 9), st.sampled_from([0, 1, None]))
def test_patches_over_a_run_make_what_a_fresh_snapshot_shows(
    numbers: list[int], seed: int, viewer: int | None
) -> None:
    table = Table(seed=seed, viewer=viewer)
    model = hear(ANN, table.snapshot()).model
    for number in numbers:
        if table.match.outcome:
            break
        model = hear(model, table.play(number)).model
    fresh = seen(hear(ANN, table.snapshot()).model)
    view = seen(model)
    assert (view.seq, view.ply, view.table, view.game, view.you) == (
        fresh.seq,
        fresh.ply,
        fresh.table,
        fresh.game,
        fresh.you,
    )


def test_a_message_of_a_type_from_the_future_is_passed_over() -> None:
    assert unpack_server(b"\x82\xa4type\xa7novelty\xa1x\x01") is None


@pytest.mark.parametrize("message", [Ping(), Bye(), Update(seq=3, ply=1), LobbyUpdate(people=3)])
def test_what_is_of_no_use_here_changes_nothing(message: ServerMessage) -> None:
    assert receive(ANN, message, 0.0) == Reply(ANN)


def test_a_gap_asks_for_one_snapshot_and_shows_nothing_new() -> None:
    table = Table()
    model = hear(ANN, table.snapshot()).model
    table.play()
    reply = hear(model, table.play(), table.play())
    assert reply.send == (Sync(ref=1),)
    assert seen(reply.model).seq == 0
    healed = hear(reply.model, Done(ref=1), table.snapshot(), table.play())
    assert (seen(healed.model).seq, healed.send) == (4, ())
    assert not is_busy(healed.model)


def test_the_snapshot_that_shows_another_seat_says_so() -> None:
    model = hear(ANN, Table().snapshot()).model
    model = hear(model, Snapshot(seq=1, ply=0, table={"id": "rimuta"}, you={"seat": 1})).model
    assert texts(model, Voice.TABLE)[-1] == "you sit in seat 2 now."


def test_after_a_pause_the_turn_is_told_again() -> None:
    model = hear(ANN, Table().snapshot()).model
    turns = len(texts(model, Voice.TURN))
    model = hear(model, Update(seq=1, ply=0, table={"paused": True})).model
    assert len(texts(model, Voice.TURN)) == turns
    model = hear(model, Update(seq=2, ply=0, table={"paused": None})).model
    assert len(texts(model, Voice.TURN)) == turns + 1


def test_the_snapshot_that_heals_a_gap_is_no_news() -> None:
    table = Table()
    model = hear(ANN, table.snapshot()).model
    table.play()
    gap = hear(model, table.play()).model
    assert hear(gap, Done(ref=1), table.snapshot()).model.log == gap.log


def test_an_update_that_comes_twice_counts_once() -> None:
    table = Table()
    model = hear(ANN, table.snapshot()).model
    update = table.play()
    once = hear(model, update)
    assert hear(once.model, update) == Reply(once.model)


def test_a_turn_is_told_when_it_begins_even_after_ones_own() -> None:
    table = Table(seats=1)
    model = hear(ANN, table.snapshot(), table.play()).model
    stop = len(choices(seen(model))) - 1
    model = hear(model, table.play(stop)).model
    assert len(texts(model, Voice.TURN)) == 3  # the split, the first turn, the second one
    assert texts(model, Voice.TURN)[-1].startswith("yours. You stand on C5")


def test_a_client_is_busy_until_the_update_of_its_act_is_here() -> None:
    table = Table(seats=1)
    model = hear(ANN, lobby(), table.snapshot()).model
    reply = act(model)
    (sent,) = reply.send
    done = hear(reply.model, Done(ref=sent.ref))
    assert is_busy(done.model)
    assert isinstance(sent, Act)
    assert not is_busy(hear(done.model, table.act(sent)).model)


def test_a_refusal_is_told_and_forgotten() -> None:
    model = hear(ANN, lobby()).model
    asked = ask(model, Join(ref=0, table="rimuta"), 0.0).model
    reply = hear(asked, Refused(ref=1, code="table_full", text="every seat is taken"))
    assert texts(reply.model, Voice.ERROR) == ["every seat is taken."]
    assert not reply.model.asked


def test_an_act_refused_though_its_prompt_is_open_asks_for_a_snapshot() -> None:
    model = hear(ANN, Table(seats=1).snapshot()).model
    refused = Refused(ref=1, code="illegal_action", text="no")
    assert hear(act(model).model, refused).send == (Sync(ref=2),)


def test_an_act_refused_as_too_late_asks_for_nothing() -> None:
    table = Table(seats=1)
    model = act(hear(ANN, table.snapshot()).model).model
    later = hear(model, table.play()).model
    assert not hear(later, Refused(ref=1, code="stale", text="old")).send


def test_a_lost_act_is_sent_once_more_after_the_seat_is_resumed() -> None:
    table = Table(seats=1)
    model = act(hear(ANN, table.snapshot()).model).model
    lost = linked(model, Link(LinkState.OFFLINE, "here"), 0.0)
    assert lost.kept is not None
    assert not lost.asked
    back = hear(linked(lost, LIVE, 1.0), welcome(table="rimuta"))
    assert not back.send  # first the whole view, then the act
    resumed = hear(back.model, table.snapshot())
    assert [type(request) for request in resumed.send] == [Act]
    assert resumed.model.kept is None
    assert not hear(resumed.model, table.snapshot()).send


def test_an_act_that_was_done_before_the_link_was_lost_is_not_sent_again() -> None:
    table = Table(seats=1)
    model = act(hear(ANN, table.snapshot()).model).model
    done = hear(model, Done(ref=1)).model
    assert linked(done, Link(LinkState.OFFLINE, "here"), 0.0).kept is None


def test_an_act_repeated_after_it_was_done_keeps_nobody_waiting() -> None:
    table = Table(seats=1)
    model = act(hear(ANN, lobby(), table.snapshot()).model).model
    lost = linked(model, Link(LinkState.OFFLINE, "here"), 0.0)
    table.play()
    back = hear(linked(lost, LIVE, 0.0), welcome(table="rimuta"), table.snapshot())
    (sent,) = back.send
    assert not is_busy(hear(back.model, Done(ref=sent.ref)).model)


def test_offline_one_act_is_kept_and_can_be_dropped() -> None:
    offline = Link(LinkState.OFFLINE, "here", since=10.0, retry_at=20.0)
    model = linked(hear(ANN, Table(seats=1).snapshot()).model, offline, 10.0)
    view = seen(model)
    request = Act(ref=0, prompt=prompt(view), action=choices(view)[0])
    kept = ask(model, request, 16.0)
    assert not kept.send
    assert kept.model.log[-1].text == (
        'offline 6 s, next try in 4 s. "split 7 9" is kept and will be sent once. '
        "Type undo to drop it."
    )
    second = ask(kept.model, request, 16.0)
    assert second.model.log[-1].voice is Voice.ERROR
    assert undo(kept.model).kept is None


def test_offline_nothing_but_an_act_is_kept() -> None:
    model = linked(hear(ANN, lobby()).model, Link(LinkState.OFFLINE, "here"), 0.0)
    reply = ask(model, Join(ref=0, table="rimuta"), 0.0)
    assert (reply.send, reply.model.asked, reply.model.kept) == ((), {}, None)
    assert reply.model.log[-1].text.endswith("Not sent.")


def test_an_update_from_before_the_reconnection_is_not_merged_into_the_old_view() -> None:
    table = Table()
    model = hear(ANN, table.snapshot(), welcome(table="rimuta")).model
    assert hear(model, table.play()) == Reply(model)
    assert seen(hear(model, table.snapshot()).model).seq == 1


def test_a_lost_seat_leads_to_the_lobby() -> None:
    model = hear(ANN, Table().snapshot()).model
    reply = hear(model, welcome(refused="unknown_token"))
    assert reply.model.view is None
    assert [type(request) for request in reply.send] == [Browse]
    there = hear(reply.model, lobby(rimuta={"game": "haydes"})).model
    assert texts(there, Voice.ERROR) == ["your seat is no longer kept."]
    gone = hear(reply.model, lobby(), lobby()).model
    told = "table rimuta and its match are gone: the server does not keep them any more."
    assert texts(gone, Voice.ERROR) == [told]


def test_a_spectator_watches_again_after_a_lost_link() -> None:
    model = ask(hear(ANN, lobby()).model, Watch(ref=0, table="rimuta", word="x"), 0.0).model
    model = hear(model, Done(ref=1, table="rimuta"), Table(viewer=None).snapshot()).model
    back = hear(model, welcome())
    assert back.send == (Watch(ref=2, table="rimuta", word="x"),)
    gone = hear(back.model, Refused(ref=2, code="unknown_table", text="no"))
    assert [type(request) for request in gone.send] == [Browse]
    told = "table rimuta is gone: it was closed, or the server no longer keeps it."
    assert texts(gone.model, Voice.ERROR) == [told]


def test_left_leads_to_the_lobby() -> None:
    model = hear(ANN, Table().snapshot()).model
    reply = hear(model, Left(table="rimuta", code="kicked"))
    assert reply.model.view is None
    assert [type(request) for request in reply.send] == [Browse]
    assert texts(reply.model, Voice.TABLE)[-1] == "the host has cleared your seat at rimuta."


def test_the_lobby_follows_its_updates() -> None:
    old: dict[str, str] = {"game": "haydes"}
    model = hear(ANN, lobby(rimuta=old, bokafe=old)).model
    news = LobbyUpdate(tables={"rimuta": None, "tisopu": {"game": "haydes"}}, people=5)
    after = hear(model, news).model.lobby
    assert after is not None
    assert (set(after.tables), after.people) == ({"bokafe", "tisopu"}, 5)
    assert "haydes" in after.games


def test_chat_that_is_sent_again_on_a_return_is_told_once() -> None:
    first = Chat(n=1, name="Bram", text="lucky", at=100)
    second = Chat(n=2, name="Bram", text="again", at=100)
    model = hear(ANN, Table().snapshot(), first, second, first, second).model
    assert texts(model, Voice.CHAT) == ["Bram: lucky", "Bram: again"]


@pytest.mark.parametrize(
    "message",
    [
        Chat(n=1, name="\x1b[2Jx", text="\x1b]0;title\x07 \u202e", at=1),
        Notice(code="closing", text="\x1b[31m\r\n"),
        Refused(code="\x1b", text="\x1b[0m"),
        Left(table="\x1b[1m", code="?", text="\x9b2J"),
    ],
)
def test_nothing_that_could_drive_a_terminal_gets_into_the_log(message: ServerMessage) -> None:
    lines = hear(ANN, wired(message)).model.log
    assert lines
    assert all(line.text.isprintable() for line in lines)


def test_a_hostile_table_makes_printable_lines() -> None:
    evil = "\x1b[2J\u202e"
    snapshot = Snapshot(
        seq=1,
        ply=0,
        table={
            "id": evil,
            "game": evil,
            "title": evil,
            "phase": "over",
            "options": {evil: evil},
            "seats": {"0": {"name": evil, "kind": evil}, evil: {"name": evil}},
            "outcome": {"winners": [0, evil], "reason": evil},
        },
        you={"seat": 0, "choices": [{"do": evil, "to": [evil]}]},
    )
    update = Update(seq=2, ply=1, events=[{"event": evil, "seat": 0, evil: [evil]}])
    lines = hear(ANN, snapshot, update).model.log
    assert lines
    assert all(line.text.isprintable() for line in lines)


def test_the_log_forgets_its_oldest_lines_and_counts_on() -> None:
    model = ANN
    for n in range(600):
        model = hear(model, Notice(code="x", text=str(n))).model
    assert (len(model.log), model.logged, model.log[-1].text) == (500, 600, "599")


def test_the_link_is_told_when_its_word_changes_only() -> None:
    fresh = Model(name="Ann", link=Link(server="here"))
    model = linked(fresh, LIVE, 0.0)
    model = linked(model, replace(LIVE, latency_ms=38), 0.0)
    model = linked(model, Link(LinkState.OFFLINE, "here", "no route", since=5.0, retry_at=7.0), 5.0)
    model = linked(model, Link(LinkState.OFFLINE, "here", "no route"), 7.0)
    assert texts(model, Voice.LINK) == [
        "connected to here as Ann.",
        "offline: no route; next try in 2 s.",
    ]


def test_a_clock_is_there_as_long_as_messages_carry_it() -> None:
    snapshot = Snapshot(
        seq=1,
        ply=0,
        table={"phase": "playing"},
        you={"seat": 0, "choices": [{"do": "roll"}]},
        clock=Clock(running=True, turn=30_000),
    )
    model = receive(ANN, snapshot, 5.0).model
    assert (seen(model).clock, seen(model).clock_at) == (snapshot.clock, 5.0)
    assert texts(model, Voice.TURN) == ["yours. You have 30 s."]
    assert seen(hear(model, Update(seq=2, ply=1)).model).clock is None


def test_a_wish_lost_with_the_link_is_told_and_not_repeated() -> None:
    asked = ask(hear(ANN, Table().snapshot()).model, Start(ref=0), 0.0).model
    lost = linked(asked, Link(LinkState.OFFLINE, "here"), 0.0)
    assert not lost.asked
    assert "was not answered" in lost.log[-1].text
    assert not hear(linked(lost, LIVE, 0.0), welcome(table="rimuta"), Table().snapshot()).send


def test_requests_are_numbered_and_remembered() -> None:
    first = ask(ANN, Start(ref=0), 0.0)
    second = ask(first.model, Start(ref=0), 0.0)
    assert second.send == (Start(ref=2),)
    assert set(second.model.asked) == {1, 2}


def test_it_is_nobodys_turn_for_a_spectator() -> None:
    view = seen(hear(ANN, Table(viewer=None).snapshot()).model)
    assert not my_turn(view)


def test_rules_are_kept_to_be_read_and_nothing_is_logged() -> None:
    asking = ask(ANN, Rules(ref=0, game="haydes", about="H-1"), 0.0)
    assert asking.send == (Rules(ref=1, game="haydes", about="H-1"),)
    done = hear(asking.model, Done(ref=1)).model
    assert is_busy(done)
    told = hear(done, wired(RulesText(game="haydes", about="H-1", lines=["# A", "- b"]))).model
    assert told.asked == {}
    assert told.reading == Reading("haydes", "H-1", ("# A", "- b"))
    assert told.log == ANN.log


def test_rules_that_say_nothing_are_an_error_that_says_what_to_try() -> None:
    asking = ask(ANN, Rules(ref=0, game="haydes", about="chess"), 0.0).model
    sentence = 'the rules say nothing about "chess"; try Options, H-1'
    told = hear(asking, Refused(ref=1, code="unknown_rule", text=sentence)).model
    assert texts(told, Voice.ERROR) == [f"{sentence}."]
    assert told.asked == {}
    assert told.reading is None


def test_rules_that_were_not_answered_are_missed() -> None:
    asking = ask(ANN, Rules(ref=0, game="haydes"), 0.0).model
    lost = linked(asking, Link(LinkState.OFFLINE, "here"), 1.0)
    assert texts(lost, Voice.LINK)[-1].startswith("your last line was not answered")

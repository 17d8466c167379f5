"""Chat: of a table, of the lobby, and what is kept of it."""

from dataclasses import replace

from tests.server.world import DATE, GENEROUS, World, opened

from haydes.protocol.messages import Chat, Join, Say, Snapshot, Watch


def test_a_line_goes_to_everybody_at_the_table_and_to_nobody_else() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    eve, dan = world.join("Eve"), world.join("Dan")
    eve.do(Watch(ref=1, table=ann.id))
    bob.do(Say(ref=1, text="hello"))
    line = Chat(n=1, name="Bob", text="hello", at=DATE, seat=1)
    assert ann.last(Chat) == bob.last(Chat) == eve.last(Chat) == line
    assert dan.find(Chat) == []


def test_newcomers_get_the_kept_lines_after_the_snapshot() -> None:
    world = World(limits=replace(GENEROUS, chat_lines=3))
    (ann,) = opened(world, "Ann", spare=1)
    for number in range(5):
        ann.do(Say(ref=1, text=f"line {number}"))
    bob = world.join("Bob")
    bob.do(Join(ref=1, table=ann.id))
    assert [type(m) for m in bob.heard] == [Snapshot, Chat, Chat, Chat]
    assert [(line.n, line.text) for line in bob.find(Chat)] == [
        (3, "line 2"), (4, "line 3"), (5, "line 4")
    ]  # fmt: skip


def test_the_lobby_has_a_chat_of_its_own() -> None:
    world = World()
    (ann,) = opened(world, "Ann")
    bob, cat = world.join("Bob"), world.join("Cat")
    bob.do(Say(ref=1, text="anyone?"))
    assert cat.find(Chat) == []
    world.wait(0.2)
    assert bob.last(Chat) == cat.last(Chat) == Chat(n=1, name="Bob", text="anyone?", at=DATE)
    assert ann.find(Chat) == []


def test_text_that_breaks_the_rules_is_refused_not_repaired() -> None:
    world = World()
    ann, bob = opened(world, "Ann", "Bob")
    for text in ("", "   ", "a\nb", "\x1b[2J", "x" * 281, "\u202eevil", "e\u0301"):
        assert ann.refusal(Say(ref=1, text=text)) == "bad_text"
    assert bob.find(Chat) == []


def test_chat_is_not_journaled() -> None:
    world = World()
    (ann,) = opened(world, "Ann")
    before = len(world.journal.records)
    ann.do(Say(ref=1, text="psst"))
    assert len(world.journal.records) == before

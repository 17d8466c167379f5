"""The rules of the server's games, read by whoever is connected."""

from tests.engine.toy import PIG
from tests.server.world import World, opened, started

from haydes.engine.registry import GAMES
from haydes.protocol.limits import Limits
from haydes.protocol.messages import Act, Done, Refused, Rules, RulesText, Watch

HOW_TO_PLAY = PIG.rules().split("\n\n## Clauses")[0].split("\n")
ASK = Rules(ref=1, game="pig")


def about(word: str) -> Rules:
    return Rules(ref=1, game="pig", about=word)


def test_they_are_told_in_every_place_to_who_asks_alone() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    eve, dan = world.join("Eve"), world.join("Dan")
    eve.do(Watch(ref=1, table=ann.id))
    for peer in (ann, bob, eve, dan):
        peer.do(ASK)
        assert peer.heard == [RulesText(game="pig", lines=HOW_TO_PLAY)]
        assert not any(other.find(RulesText) for other in world.peers.values() if other is not peer)
        peer.heard.clear()


def test_the_text_follows_its_done_in_one_write() -> None:
    ann = World().join("Ann")
    ann.writes.clear()
    ann.send(about("P-10"))
    assert [type(message) for message in ann.heard[-2:]] == [Done, RulesText]
    assert len(ann.writes) == 1


def test_the_answer_says_what_it_answers() -> None:
    ann = World().join("Ann")
    ann.do(about("p-10"))
    (text,) = ann.find(RulesText)
    assert (text.game, text.about) == ("pig", "p-10")
    assert text.lines[-1] == "- **P-10** Who banks keeps the pot."


def test_what_the_rules_do_not_say_is_refused_with_what_to_try() -> None:
    ann = World().join("Ann")
    answer = ann.ask(about("\x1bdragon"))
    assert isinstance(answer, Refused)
    assert answer.code == "unknown_rule"
    assert answer.text == (
        'the rules say nothing about "\ufffddragon";'
        " try How to play, Options, Clauses, Rulings, P-1"
    )
    assert ann.heard == []


def test_a_game_that_is_not_here_is_refused() -> None:
    assert World().join("Ann").refusal(Rules(ref=1, game="chess")) == "unknown_game"


def test_every_game_of_the_server_may_be_asked_about_at_any_table() -> None:
    world = World({**GAMES, "pig": PIG})
    (ann,) = opened(world, "Ann")
    for name, game in GAMES.items():
        ann.do(Rules(ref=1, game=name))
        assert ann.last(RulesText).lines[0] == f"# {game.title}"


def test_they_are_counted_like_acts() -> None:
    world = World(limits=Limits(acts_burst=5))
    ann = world.join("Ann")
    codes = [type(ann.ask(ASK)) for _ in range(7)]
    assert codes == [Done] * 5 + [Refused] * 2
    world.wait(1)
    ann.do(ASK)


def test_reading_is_no_move_at_the_table() -> None:
    world = World()
    ann, bob = started(world, "Ann", "Bob")
    before = (len(world.journal.records), bob.seq, ann.prompt)
    ann.do(ASK)
    assert (len(world.journal.records), bob.seq, ann.prompt) == before
    ann.do(Act(ref=1, prompt=ann.prompt, action={"do": "roll"}))

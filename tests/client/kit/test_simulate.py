import csv
import io
from pathlib import Path

import pytest
from tests.engine.toy import PIG

from haydes.client.kit import plan, simulate
from haydes.client.kit.main import run
from haydes.client.kit.plan import Plan, Result
from haydes.client.kit.published import PUBLISHED, Measure
from haydes.client.kit.samples import Sample, quantile, sigmas, wilson
from haydes.engine.registry import GAMES

HAYDES = GAMES["haydes"]
SMALL = ["simulate", "haydes", "--games", "30", "--seats", "1,2", "--option", "map=quick"]
UNITS = ["(2000", "games)", "difference"]
EITHER = ["--option", "exhaustion=either"]


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(arguments) == 0
    return capsys.readouterr().out


def test_the_same_command_prints_the_same_table(capsys: pytest.CaptureFixture[str]) -> None:
    first = output(capsys, *SMALL)
    assert output(capsys, *SMALL) == first
    assert output(capsys, *SMALL, "--jobs", "2") == first
    assert output(capsys, *SMALL, "--seed", "2") != first


def test_the_table_says_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    table = output(capsys, *SMALL, "--bots", "walker,random", "--option", "turn_limit=5")
    head, *lines = table.splitlines()
    assert head == (
        "Escape from Haydes: map=quick, exhaustion=auto, turn_limit=5, clock=0, encounter=test,"
        " tuybe=off; bots walker, random; seed 1"
    )
    sizes = [line.split()[:2] for line in lines if line.split()[1:2] == ["30"]]
    assert sizes == 3 * [["1", "30"], ["2", "30"]]  # somebody wins, seats that win, rounds
    assert "turns: median" in table
    assert any("turn_limit" in line and "escaped" in line for line in lines)


def test_published_figures_stand_beside_those_they_are_about(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = output(capsys, *SMALL, *EITHER)
    assert "published (600 games)" in table
    assert "42 %" in table
    assert "79 %" in table
    for other in (SMALL, [*SMALL, *EITHER, "--bots", "random"]):
        table = output(capsys, *other)
        assert "published (600 games)" not in table
        assert "Published figures to compare with, for walker: map=block, exhaustion=" in table


def games(won: int, of: int) -> list[Result]:
    """Return games of one seat, of which so many were won."""
    return [Result(1, n, 5, 5, 5, "", (0,) if n < won else ()) for n in range(of)]


def test_a_published_difference_allows_for_rounding_and_chance() -> None:
    (_, quick, *_) = PUBLISHED["haydes"]
    difference = [quick.difference(Measure.WON, games(won, 1000)) for won in (420, 424, 500, 340)]
    assert difference[:2] == [0, 0]
    assert difference[2] == sigmas(500, 1000, 0.425 * 600, 600) > 2
    assert difference[3] < -2
    assert quick.verdict(Measure.WON, games(424, 1000)) == "+0.0 sigma, agrees"
    assert quick.verdict(Measure.WON, games(600, 1000)).endswith("differs")


def test_a_better_bot_than_the_published_one_is_no_failure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    (standard, *_) = PUBLISHED["holyquest"]
    verdicts = [standard.verdict(Measure.WON, games(won, 1000)) for won in (404, 566, 300)]
    assert [verdict.partition(", ")[2] for verdict in verdicts] == [
        "agrees",
        "a better bot",
        "differs",
    ]
    table = output(capsys, "simulate", "holyquest", "--games", "3", "--seats", "1,2")
    assert table.startswith("HolyQuest: goal=long, difficulty=standard, ")
    assert "published (600 games)" in table
    assert "40 %" in table
    assert "rounds" not in table
    assert "63 %" in output(
        capsys, *["simulate", "holyquest", "--games", "3", "--option", "difficulty=easy"]
    )


def test_figures_of_any_kind_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    table = output(capsys, "simulate", "hounds", "--games", "40", "--seats", "2,5")
    head = next(line for line in table.splitlines() if "rounds" in line)
    assert head.split()[2:] == ["rounds", "95", "%", "interval", "published", *UNITS]
    lines = {line.split()[0]: line for line in table.split(head)[1].splitlines()[1:3]}
    assert "5.6" in lines["2"]
    assert "sigma" in lines["2"]
    assert "sigma" not in lines["5"]  # nothing was published
    assert "63 %" in table
    assert table.count("published") == 2


def test_rounds_are_those_the_game_tells_of() -> None:
    hounds = GAMES["hounds"]
    results = Plan("hounds", hounds.settle({}), ["greedy"], "1").play_some(2, range(20))
    assert {result.rounds for result in results} >= {3, 4}
    assert all(1 <= result.rounds <= result.plies for result in results)


def test_an_interval_narrows_with_the_number_of_games() -> None:
    few, many = Sample.of([1, 2, 3]), Sample.of([1, 2, 3] * 100)
    assert (few.mean, few.deviation) == (2, 1)
    assert few.interval() == pytest.approx((0.868, 3.132), abs=1e-3)
    assert few.interval()[0] < many.interval()[0] < 2
    assert Sample.of([3.0]).sigmas(5, 9) == 0  # one game says nothing about the spread


def test_bots_make_the_difference() -> None:
    options = HAYDES.settle({"map": "quick", "exhaustion": "either"})
    won = [
        sum(
            bool(result.winners)
            for result in Plan("haydes", options, [bot], "1").play_some(2, range(80))
        )
        for bot in ("walker", "random")
    ]
    assert won[0] > won[1]


def test_a_game_is_played_from_seed_and_number_alone() -> None:
    walking = Plan("haydes", HAYDES.settle({}), ["walker"], "1")
    assert walking.play(2, 7) == walking.play_some(2, range(5, 9))[2]


def test_bots_that_go_round_in_circles_are_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plan, "LONGEST", 3)
    table = output(capsys, *SMALL)
    assert table.split("stalled\n")[1].split("\n")[:2] == ["    1  100.0 %", "    2  100.0 %"]


def test_any_game_can_be_simulated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in (plan, simulate):
        monkeypatch.setattr(module, "GAMES", {"pig": PIG})
    table = output(capsys, "simulate", "pig", "--games", "9", "--option", "charms=off")
    assert table.startswith("Pig with Charms: target=20, charms=off; bots careful; seed 1\n")
    assert "banked" in table
    assert "turns" not in table
    assert "rounds" not in table
    assert run(["simulate", "pig", "--option", "charms=maybe"]) == 64
    assert "option charms takes true, false, not 'maybe'" in capsys.readouterr().err


def test_a_csv_file_has_a_line_for_each_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.csv"
    output(capsys, *SMALL, "--csv", str(file))
    with file.open(encoding="utf-8", newline="") as lines:
        games = list(csv.DictReader(lines))
    assert len(games) == 60
    assert {(game["seats"], game["reason"]) for game in games} >= {("1", "escaped")}
    for game in games:
        assert (game["winners"] != "") == (game["reason"] == "escaped")
        assert int(game["actions"]) >= int(game["turns"]) >= int(game["rounds"]) > 0


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_for_terminals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(SMALL) == 0
    assert capsys.readouterr().err.startswith("60 games in ")
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert run(SMALL) == 0
    assert terminal.getvalue().startswith("\r1 of 60 games ")
    assert "\r60 games in " in terminal.getvalue()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--option", "speed=1"], "Escape from Haydes has no option 'speed'; it has map, "),
        (["--option", "map=big"], "option map takes block, cross, "),
        (["--option", "turn_limit=ten"], "option turn_limit takes 0 to 99, not 'ten'"),
        (["--option", "turn_limit"], "an option is NAME=VALUE, not 'turn_limit'"),
        (["--bots", "clever"], "Escape from Haydes has no bot 'clever'; it has walker, random"),
        (["--seats", "1,5"], "Escape from Haydes has 1 to 4 seats, not '1,5'"),
        (["--seats", "two"], "Escape from Haydes has 1 to 4 seats, not 'two'"),
        (["--csv", "/no/such/folder/games.csv"], "cannot write /no/such/folder/games.csv: No such"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_reason(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", "haydes", *arguments]) == 64
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize("count", ["0", "-1", "many", "1.5"])
def test_counts_are_numbers_from_1(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(["simulate", "haydes", f"--games={count}"])
    assert stop.value.code == 64
    assert f"a number from 1, not '{count}'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (276, 1200, 0.2071, 0.2546),
    ],
)
def test_wilson_intervals_are_those_of_the_books(
    hits: int, of: int, low: float, high: float
) -> None:
    assert wilson(hits, of) == pytest.approx((low, high), abs=1e-4)


def test_quantiles_are_numbers_that_occurred() -> None:
    assert [quantile(range(1, 11), percent) for percent in (50, 95)] == [5, 10]
    assert [quantile(range(1, 101), percent) for percent in (50, 95)] == [50, 95]
    assert quantile([7], 50) == quantile([7], 95) == 7


def test_two_samples_of_one_thing_are_some_sigmas_apart() -> None:
    assert sigmas(50, 100, 50, 100) == 0
    assert sigmas(60, 100, 40, 100) == pytest.approx(2.83, abs=0.01)
    assert sigmas(0, 100, 0, 600) == 0


def test_a_map_of_ones_own_is_named_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    line = "#" * 18
    arguments = ["--games", "3", "--seats", "2", "--option", f"map={line}\n@{line[1:]}/{line}"]
    table = output(capsys, "simulate", "haydes", *arguments)
    assert table.startswith(f"Escape from Haydes: map={line}/@{line[1:]}/{line}, exhaustion=")


def test_the_published_figures_are_about_options_that_there_are() -> None:
    for name, known in PUBLISHED.items():
        for published in known:
            assert GAMES[name].settle(published.options).items() >= published.options.items()
            for figures in published.figures.values():
                assert set(figures) <= set(GAMES[name].seats)

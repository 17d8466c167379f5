"""The shell around the screens: real keys through prompt_toolkit, no terminal."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.mouse_events import MouseEventType
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.utils import Event
from tests.client.fakes import FakeSession
from tests.client.loops import jumping
from tests.client.past.films import HAYDES, film, game
from tests.client.screens.rules_samples import CLAUSE, reading
from tests.client.screens.samples import (
    CONNECTING,
    LOBBY,
    MY_MOVE,
    NEAR,
    OTHERS_MOVE,
    QUICK_MOVE,
    REFUSED,
    SEARCHING,
)
from tests.client.screens.test_motion import TURNED

from haydes.client.app import FullScreen
from haydes.client.config import load
from haydes.client.look import Look
from haydes.client.model import Model
from haydes.client.nearby import Found, Near, NoNetworkError
from haydes.client.options import Theme
from haydes.client.parsed import Local
from haydes.client.past.finished import Shelf
from haydes.client.past.library import Library
from haydes.client.past.reel import Reel
from haydes.client.screens.rows import Spot
from haydes.client.screens.ui import Mode, Overlay
from haydes.protocol.messages import Act, Leave, Open, Resign, Rules, Say

T = TypeVar("T")
ESC = "\x1b"
CTRL_C = "\x03"
PASTE = "\x1b[200~{}\x1b[201~"  # as terminals mark it
PATIENCE = (
    60  # seconds on the clock of the loop, which jumps; nothing takes so long unless it hangs
)


class Screen(DummyOutput):
    """A terminal of a given size that counts its bells."""

    def __init__(self) -> None:
        self.size = Size(rows=24, columns=80)
        self.bells = 0
        self.now = 100.0  # seconds on its clock

    def get_size(self) -> Size:
        return self.size

    def bell(self) -> None:
        self.bells += 1


class Player:
    """Types keys into a running full screen and looks at it."""

    def __init__(self, full: FullScreen, keyboard: PipeInput, terminal: Screen) -> None:
        self.full = full
        self.terminal = terminal
        self._keyboard = keyboard
        self._running = asyncio.create_task(full.run())

    @property
    def session(self) -> FakeSession:
        assert isinstance(self.full.session, FakeSession)
        return self.full.session

    async def types(self, *keys: str) -> None:
        for key in keys:
            struck = asyncio.Event()
            with listening(self.full.app.key_processor.after_key_press, struck):
                self._keyboard.send_text(key)
                await asyncio.wait_for(struck.wait(), PATIENCE)
            await self.settles()

    async def ends(self, key: str = "") -> None:
        """Press a key that ends the program, and wait for that."""
        self._keyboard.send_text(key)
        await asyncio.wait_for(asyncio.shield(self._running), PATIENCE)

    async def ended(self) -> int:
        return await asyncio.wait_for(self._running, PATIENCE)

    async def settles(self) -> None:
        """Wait until everything so far has been drawn."""
        drawn = asyncio.Event()
        with listening(self.full.app.after_render, drawn):
            self.full.app.invalidate()
            await asyncio.wait_for(drawn.wait(), PATIENCE)

    async def resizes(self, rows: int, columns: int) -> None:
        self.terminal.size = Size(rows=rows, columns=columns)
        self.full.app.renderer.erase()
        self.full.app.invalidate()
        await self.settles()

    def sees(self) -> list[str]:
        screen = self.full.app.renderer.last_rendered_screen
        assert screen is not None
        size = self.terminal.size
        return [
            "".join(screen.data_buffer[y][x].char for x in range(size.columns))
            for y in range(size.rows)
        ]

    def mode(self) -> Mode:
        return self.full.ui.mode

    def overlay(self) -> Overlay:
        return self.full.ui.overlay

    def cursor(self) -> tuple[int, int]:
        screen = self.full.app.renderer.last_rendered_screen
        assert screen is not None
        spot = screen.get_cursor_position(self.full.app.layout.current_window)
        return spot.y, spot.x


@contextmanager
def listening(event: Event[T], heard: asyncio.Event) -> Generator[None, None, None]:
    """Set `heard` when the library's event happens."""

    def hear(_sender: T) -> None:
        heard.set()

    event += hear
    yield
    event -= hear


def play(
    model: Model,
    script: Callable[[Player], Awaitable[None]],
    kind: type[FakeSession] = FakeSession,
) -> int:
    """Run a full screen that shows `model`, play the script, then quit; return the exit code."""

    async def main() -> int:
        terminal = Screen()
        with create_pipe_input() as keyboard, create_app_session(keyboard, terminal):
            full = FullScreen(
                CONNECTING,
                lambda changed, _: kind(model, changed),
                Look(),
                clock=lambda: terminal.now,
            )
            player = Player(full, keyboard, terminal)
            await asyncio.wait_for(full.shown.wait(), PATIENCE)
            await player.settles()
            await script(player)
            full.leave(0)
            return await player.ended()

    return jumping(main())


def act(**action: str | bool | int) -> list[Act]:
    return [Act(ref=0, prompt=14, action=action)]


def test_a_move_is_made_with_two_keys() -> None:
    async def script(player: Player) -> None:
        assert "YOUR MOVE" in player.sees()[0]
        assert player.cursor() == (6, 26)
        await player.types("e")
        assert player.cursor() == (6, 31)
        await player.types("h")
        assert player.session.asked == act(do="move", to="E8", call="higher")

    assert play(MY_MOVE, script) == 0


def test_arrows_and_enter_walk() -> None:
    async def script(player: Player) -> None:
        await player.types("\x1b[D", "\r")
        assert player.session.asked == act(do="walk", to="E6")

    play(MY_MOVE, script)


def test_what_is_pasted_is_text_or_nothing() -> None:
    async def script(player: Player) -> None:
        await player.types(PASTE.format("q\nq\n"))
        assert "nothing to paste into" in player.sees()[-2]
        await player.types("n", *["\t"] * 8, PASTE.format("#########\n####@####"))
        assert any("▸ map             #########/####@####" in row for row in player.sees())
        await player.types("\r")
        drawn = "#########/####@####"
        wish = Open(ref=0, game="haydes", seats=2, bots=["walker"], options={"map": drawn})
        assert player.session.asked == [wish]

    play(LOBBY, script)


def test_a_command_is_typed_completed_and_sent() -> None:
    async def script(player: Player) -> None:
        await player.types(":")
        assert player.mode() is Mode.COMMAND
        await player.types("n hig")
        assert player.sees()[-2].startswith(": n hig")
        assert "higher" in player.sees()[-1]
        assert player.cursor() == (22, 7)
        await player.types("\t", "\r")
        assert player.session.asked == act(do="move", to="D7", call="higher")
        assert player.mode() is Mode.KEYS

    play(MY_MOVE, script)


def test_an_empty_line_is_offered_all_commands() -> None:
    async def script(player: Player) -> None:
        await player.types(":")
        await player.types("\t")
        assert player.sees()[-1].startswith("next: north  east  south")

    play(MY_MOVE, script)


def test_a_mistake_stays_to_be_corrected_and_sends_nothing() -> None:
    async def script(player: Player) -> None:
        await player.types(":xyzzy\r")
        assert player.sees()[-2].startswith(": xyzzy")
        assert "xyzzy" in player.sees()[-1]
        await player.types(ESC)
        assert player.mode() is Mode.KEYS
        assert player.session.asked == []

    play(MY_MOVE, script)


def test_chat_is_for_everybody_whatever_it_says() -> None:
    async def script(player: Player) -> None:
        await player.types("/", "quit; resign", "\r")
        assert player.session.asked == [Say(ref=0, text="quit; resign")]

    play(MY_MOVE, script)


def test_resigning_asks_first() -> None:
    async def script(player: Player) -> None:
        await player.types(":resign\r")
        assert player.full.ui.question
        await player.types("\r")
        assert player.session.asked == []
        await player.types(":resign\r", "y")
        assert player.session.asked == [Resign(ref=0)]

    play(MY_MOVE, script)


def test_leaving_by_key_asks_first() -> None:
    async def script(player: Player) -> None:
        await player.types("q", "y")
        assert player.session.asked == [Leave(ref=0)]

    play(MY_MOVE, script)


def test_commands_for_this_side_are_carried_out() -> None:
    async def script(player: Player) -> None:
        await player.types(":reconnect\r", ":set cards short\r")
        assert player.session.done == [Local.RECONNECT, Local.SET]
        await player.types(":help\r")
        assert player.overlay() is Overlay.ANSWER
        await player.types(ESC, ":log\r")
        assert player.overlay() is Overlay.LOG
        await player.types(ESC)
        await player.ends(":quit\r")

    assert play(MY_MOVE, script) == 0


def test_rules_are_asked_for_and_shown_when_they_come() -> None:
    async def script(player: Player) -> None:
        await player.types(":rules h-33\r")
        assert player.session.asked == [Rules(ref=0, game="haydes", about="h-33")]
        assert player.overlay() is Overlay.NONE
        player.session.become(replace(MY_MOVE, reading=reading(CLAUSE, "h-33")))
        await player.settles()
        assert player.overlay() is Overlay.RULES
        assert any("he must face it again" in line for line in player.sees())
        await player.types(ESC, "v")
        assert player.overlay() is Overlay.NONE
        assert player.session.asked[1:] == [Rules(ref=0, game="haydes")]

    play(MY_MOVE, script)


def test_escape_is_quick() -> None:
    async def script(player: Player) -> None:
        await player.types("?")
        began = asyncio.get_running_loop().time()
        await player.types(ESC)
        assert player.overlay() is Overlay.NONE
        # the library's own waits would take half a second, and three times that while typing
        assert asyncio.get_running_loop().time() - began < 0.45

    play(MY_MOVE, script)


def test_ctrl_c_quits_only_twice_and_stops_typing_first() -> None:
    async def script(player: Player) -> None:
        await player.types(":", CTRL_C)
        assert player.mode() is Mode.KEYS
        await player.types(CTRL_C)
        assert "once more" in player.sees()[-2]
        assert not player.full.app.is_done
        await player.ends(CTRL_C)

    assert play(MY_MOVE, script) == 130


def test_no_key_acts_while_the_window_is_too_small() -> None:
    async def script(player: Player) -> None:
        await player.resizes(15, 80)
        assert "80 x 15" in " ".join(player.sees())
        await player.types(".", "e", "h", ":", "/", "q", "y")
        assert player.session.asked == []
        await player.resizes(24, 80)
        assert "YOUR MOVE" in player.sees()[0]
        await player.types(".")
        assert player.session.asked == act(do="stop")

    play(MY_MOVE, script)


def test_the_bell_rings_when_ones_turn_begins_after_a_while() -> None:
    async def script(player: Player) -> None:
        assert player.terminal.bells == 0
        player.terminal.now += 60
        player.session.become(MY_MOVE)
        player.session.become(MY_MOVE)
        assert player.terminal.bells == 1
        player.session.become(OTHERS_MOVE)
        await player.types("m")  # somebody is there
        player.session.become(MY_MOVE)
        assert player.terminal.bells == 1

    play(OTHERS_MOVE, script)


def test_a_clock_ticks_only_while_one_is_seen() -> None:
    async def script(player: Player) -> None:
        ticker = player.full.ticker
        assert ticker is not None
        player.session.become(MY_MOVE)
        await asyncio.wait_for(ticker, PATIENCE)
        assert player.full.ticker is None

    play(QUICK_MOVE, script)


def test_a_finished_game_is_looked_at_by_keys_and_words(tmp_path: Path) -> None:
    (tmp_path / "0.jsonl").write_bytes(HAYDES.read_bytes())
    Shelf(tmp_path).note(game(0))

    async def script(player: Player) -> None:
        player.session.library = Library(tmp_path)
        await player.types("y")
        assert "FINISHED GAMES" in player.sees()[0]
        await player.types("\r")
        assert "REPLAY 1/" in player.sees()[0]
        await player.types("\x1b[C", ":", *"go 40", "\r")
        assert "REPLAY 40/" in player.sees()[0]
        await player.types(":", *"foo", "\r")
        assert "a replay takes next" in player.sees()[-1]
        await player.types("\x1b", "+", "+", "+", " ")
        assert player.full.roller is not None
        await asyncio.wait_for(player.full.roller, PATIENCE)
        await player.settles()
        assert "REPLAY 106/106" in player.sees()[0]
        await player.types(":", *"quit", "\r")
        assert "FINISHED GAMES" in player.sees()[0]
        await player.types("d", "y")
        assert "No game is finished yet" in player.sees()[2]

    play(LOBBY, script)
    assert list(tmp_path.glob("0*")) == []


def test_settings_are_changed_in_a_replay_as_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "0.jsonl").write_bytes(HAYDES.read_bytes())
    Shelf(tmp_path).note(game(0))

    async def script(player: Player) -> None:
        player.session.library = Library(tmp_path)
        await player.types("y", "\r", "S", "\r", ESC)
        assert player.full.ui.settings["theme"] == "light"
        assert player.session.done == [Local.SET]
        await player.types(":", *"set theme dark", "\r")
        assert player.full.ui.settings["theme"] == "dark"
        assert "REPLAY 1/" in player.sees()[0]

    play(LOBBY, script)


def test_a_refusal_is_shown_until_it_is_read() -> None:
    async def script(player: Player) -> None:
        assert "The name Ann is taken." in "".join(player.sees())
        await player.ends("q")

    play(REFUSED, script)


def test_a_failing_task_becomes_a_line_and_not_a_trace(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def script(player: Player) -> None:
        asyncio.get_running_loop().call_exception_handler({"exception": RuntimeError("bang")})
        await player.settles()
        assert "bang" in "".join(player.sees())
        assert player.full.app.is_running

    assert play(MY_MOVE, script) == 0
    assert capsys.readouterr() == ("", "")


class Failing(FakeSession):
    async def run(self) -> int:
        raise RuntimeError("boom")


def test_a_failing_session_is_told_and_ends_with_code_1() -> None:
    async def script(player: Player) -> None:
        assert "something went wrong" in "".join(player.sees())
        await player.ends("q")

    assert play(LOBBY, script, Failing) == 1


def test_nothing_is_asked_before_there_is_a_session() -> None:
    async def main() -> None:
        with create_pipe_input() as keyboard, create_app_session(keyboard, Screen()):
            full = FullScreen(CONNECTING, lambda changed, _: FakeSession(LOBBY, changed), Look())
            for key in ("r", "n", "enter", ":"):
                full.pressed(key)
            assert full.model is CONNECTING

    jumping(main())


def test_the_seats_one_holds_are_listed_in_the_lobby() -> None:
    async def script(player: Player) -> None:
        player.session.become(replace(LOBBY, view=MY_MOVE.view))
        player.session.become(LOBBY)
        await player.settles()
        assert player.full.ui.held == player.session.held()

    play(LOBBY, script)


def choosing(search: Callable[[Found], Coroutine[None, None, None]], *keys: str) -> list[Near]:
    """Run a full screen that searches, press keys, then quit; return where it went."""
    gone: list[Near] = []

    def session(changed: Callable[[], None], near: Near | None) -> FakeSession:
        assert near
        gone.append(near)
        return FakeSession(LOBBY, changed)

    async def main() -> None:
        terminal = Screen()
        with create_pipe_input() as keyboard, create_app_session(keyboard, terminal):
            full = FullScreen(SEARCHING, session, Look(), search=search)
            player = Player(full, keyboard, terminal)
            await asyncio.wait_for(full.shown.wait(), PATIENCE)
            await player.settles()
            await player.types(*keys)
            async with asyncio.timeout(PATIENCE):
                while not (full.session or full.ui.note):
                    await player.settles()
            if not keys:
                assert full.ui.note == "The network cannot be asked: no network."
            full.leave(0)
            assert await player.ended() == 0

    asyncio.run(main())
    return gone


def test_a_server_nearby_is_chosen_and_gone_to() -> None:
    async def search(found: Found) -> None:
        found(NEAR)
        await asyncio.Event().wait()

    assert choosing(search, "2") == [NEAR[1]]


def test_a_search_that_fails_is_told() -> None:
    async def search(_found: Found) -> None:
        raise NoNetworkError("no network")

    assert choosing(search) == []


def test_a_setting_counts_at_once_and_is_kept() -> None:
    async def script(player: Player) -> None:
        full = player.full
        await player.types("S", "\r")
        assert player.overlay() is Overlay.SETTINGS
        assert (full.look.theme, full.ui.settings["theme"]) == (Theme.LIGHT, "light")
        assert player.session.done == [Local.SET]
        assert any("▸ theme    < light >" in row for row in player.sees())
        await player.types("\x1b[B", "\x1b[B", "\x1b[D", ESC)
        assert full.look.ascii
        assert all(row.isascii() for row in player.sees())

    play(MY_MOVE, script)


@pytest.mark.parametrize("keeps", [True, False])
def test_a_setting_is_kept_in_a_replay_without_a_server(tmp_path: Path, *, keeps: bool) -> None:
    path = tmp_path / "client.toml"

    async def main() -> None:
        with create_pipe_input() as keyboard, create_app_session(keyboard, Screen()):
            full = FullScreen(CONNECTING, lambda changed, _: FakeSession(LOBBY, changed), Look())
            full.config = path if keeps else None
            full.ui = replace(full.ui, reel=Reel(film(), alone=True))
            player = Player(full, keyboard, Screen())
            await asyncio.wait_for(full.shown.wait(), PATIENCE)
            await player.settles()
            await player.types("S", "\r")
            assert full.look.theme is Theme.LIGHT
            assert ("there is no place to save settings in." in full.ui.note) != keeps
            full.leave(0)
            await player.ended()

    asyncio.run(main())
    assert load(path) == ({"theme": "light"} if keeps else {})


def test_the_mouse_is_off_until_it_is_wished_for() -> None:
    def at(row: int, column: int) -> str:
        """Return what a terminal sends for a click, counting from 1."""
        return f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m"

    async def script(player: Player) -> None:
        assert not player.full.app.renderer.mouse_support()
        await player.types("\x1b[12~")
        assert player.full.app.renderer.mouse_support()
        await player.types(at(6, 31))
        assert player.full.ui.aim == "E8"
        await player.types(at(23, player.sees()[-1].index("h higher")))
        assert player.session.asked == act(do="move", to="E8", call="higher")
        await player.types("\x1b[12~")
        assert not player.full.app.renderer.mouse_support()

    play(MY_MOVE, script)


def test_no_click_acts_while_a_line_is_typed_or_the_window_is_too_small() -> None:
    async def script(player: Player) -> None:
        click = MouseEventType.MOUSE_UP
        await player.types(":")
        player.full.clicked(click, Spot(6, 31))
        await player.types(ESC)
        await player.resizes(15, 80)
        player.full.clicked(click, Spot(6, 31))
        assert player.full.ui.aim == ""
        await player.resizes(24, 80)
        player.full.clicked(MouseEventType.MOUSE_MOVE, Spot(6, 31))
        player.full.clicked(MouseEventType.SCROLL_UP, Spot(6, 31))
        assert player.full.ui.aim == ""
        player.full.clicked(click, Spot(6, 31))
        assert player.full.ui.aim == "E8"

    play(MY_MOVE, script)


def test_a_card_turns_over_and_no_key_waits_for_it() -> None:
    async def script(player: Player) -> None:
        before = player.sees()
        player.session.become(TURNED)
        await player.settles()
        moving = player.sees()
        await asyncio.sleep(1)
        await player.settles()
        after = player.sees()
        assert (before[6][30:33], moving[6][30:33], after[6][30:33]) == ("[e]", " │ ", "e9♥")
        player.session.become(MY_MOVE)
        player.session.become(TURNED)
        await player.types("e")
        assert player.full.ui.aim == "E8"
        assert player.sees()[6][30:33] == "▸9♥"

    play(MY_MOVE, script)


def test_nothing_moves_if_that_is_not_wished_for() -> None:
    async def script(player: Player) -> None:
        await player.types(":set motion off\r")
        player.session.become(TURNED)
        await player.settles()
        assert player.sees()[6][30:33] == "e9♥"

    play(MY_MOVE, script)


def test_the_bell_heeds_the_focus_where_the_terminal_tells() -> None:
    async def script(player: Player) -> None:
        await player.types("\x1b[O")
        player.session.become(MY_MOVE)
        assert player.terminal.bells == 1, "it is elsewhere, however short ago the last key was"
        player.session.become(OTHERS_MOVE)
        await player.types("\x1b[I")
        player.terminal.now += 30
        player.session.become(MY_MOVE)
        assert player.terminal.bells == 1, "who looks at it sees it"
        assert player.session.asked == []

    play(OTHERS_MOVE, script)


def test_the_servers_word_is_typed_unseen_and_kept_in_no_history() -> None:
    async def script(player: Player) -> None:
        player.session.become(replace(REFUSED, locked=True))
        await player.settles()
        assert player.mode() is Mode.WORD
        await player.types("sesame")
        assert player.sees()[-2].startswith("the server's word: ******  ")
        assert "sesame" not in repr(player.full.ui)
        await player.types("\r")
        assert player.session.words == ["sesame"]
        assert player.mode() is Mode.KEYS
        player.session.become(LOBBY)
        await player.types(":", "\x1b[A")
        assert player.sees()[-2].strip() == ":"

    play(CONNECTING, script)


def test_who_does_not_know_the_word_can_quit() -> None:
    async def script(player: Player) -> None:
        player.session.become(replace(REFUSED, locked=True))
        await player.types(ESC)
        assert "Enter type the word" in player.sees()[-1]
        await player.types("\r")
        assert player.mode() is Mode.WORD
        await player.types("\r", ESC)
        assert player.session.words == []
        await player.ends("q")

    play(CONNECTING, script)

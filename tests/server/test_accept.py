"""Accepting goes on whatever the system says, and nobody is left waiting without a word."""

import errno
import json
import logging
import os
import resource
import socket
import sys
import time

import pytest
import trio
import trio.testing
from tests.server.processes import call, open_files, processor_seconds, server
from tests.server.running import running

from haydes.protocol.codec import HEADER, unpack_server
from haydes.protocol.messages import Browse, Bye, Open, Start, Update
from haydes.server.accept import Spare, accept
from haydes.server.listen import listen

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


class Faulty(socket.socket):
    """A listening socket that fails before it works."""

    fault = 0
    times = 0

    def accept(self) -> tuple[socket.socket, tuple[str, int]]:
        if self.times:
            self.times -= 1
            raise OSError(self.fault, os.strerror(self.fault))
        return super().accept()


def faulty(fault: int, times: int) -> Faulty:
    listener = Faulty()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    listener.settimeout(0)
    listener.fault, listener.times = fault, times
    return listener


FAULTS = sorted(errno.errorcode.keys() - {errno.EMFILE, errno.ENFILE})


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: errno.errorcode[fault])
async def test_no_error_of_accept_ends_the_server(
    fault: int, autojump_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    listener = faulty(fault, times=3)
    async with running(listeners=[listener]) as place:
        ann = place.caller(listener)
        await ann.greet("Ann")
        await ann.do(Browse(ref=1))
        assert autojump_clock.current_time() < 5
    assert len(caplog.records) <= 1


async def test_an_error_that_stays_is_no_busy_loop_and_no_flood(
    autojump_clock: trio.testing.MockClock, caplog: pytest.LogCaptureFixture
) -> None:
    listener = faulty(errno.EPERM, times=1_000)
    async with running(listeners=[listener]) as place:
        place.caller(listener)
        await trio.sleep(35)
        assert autojump_clock.current_time() >= 35
    assert listener.times >= 1_000 - 35 / 0.2 - 2
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 4


async def test_a_listener_that_is_closed_meanwhile_is_no_trouble(
    caplog: pytest.LogCaptureFixture,
) -> None:
    (listener,) = listen("127.0.0.1", 0)
    with socket.create_connection(listener.getsockname(), timeout=5), Spare() as spare:

        def welcome(sock: socket.socket, _: str) -> None:
            sock.close()
            listener.close()

        with trio.fail_after(5):
            await accept(listener, welcome, spare)
    assert not caplog.records


@LINUX
def test_the_spare_file_makes_room_to_say_that_there_is_none() -> None:
    (listener,) = listen("127.0.0.1", 0)
    with listener, Spare() as spare:
        waiting = [socket.create_connection(listener.getsockname()) for _ in range(3)]
        before = open_files(os.getpid())
        spare.turn_away_all(listener)
        assert open_files(os.getpid()) == before
        for sock in waiting:
            bye = unpack_server(sock.recv(1_000)[HEADER:])
            assert isinstance(bye, Bye)
            assert (bye.code, bye.retry_ms) == ("full", 5000)
            sock.close()
    spare.__exit__()  # of no effect a second time


@LINUX
async def test_with_no_file_left_the_table_plays_on_and_the_log_stays_short() -> None:
    with server("--log-level", "info") as (process, port):
        ann = call(port)
        await ann.greet("Ann")
        await ann.do(Open(ref=1, game="haydes", seats=1))
        await ann.do(Start(ref=2))
        await ann.until(Update)
        files = open_files(process.pid) + 3
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (files, files))
        crowd = [
            socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.1.{n}", 0))
            for n in range(1, 201)
        ]
        began, worked = time.monotonic(), processor_seconds(process.pid)
        told = 0
        for sock in crowd:
            sock.settimeout(30)
            told += bool(sock.recv(1_000))
        assert told == 200, "everybody is told: there is no room, or no hello came"
        for number in range(3, 6):
            await ann.do(ann.first_act(number))
            await ann.until(Update)
        spent = time.monotonic() - began
        assert processor_seconds(process.pid) - worked < max(1.0, spent / 2)
        for sock in crowd:
            sock.close()
        ann.close()
        process.terminate()
        assert process.wait(10) == 0
        assert process.stderr
        logged = [json.loads(line) for line in process.stderr]
        assert [line["errno"] for line in logged if line["event"] == "cannot accept"]
        assert len(logged) < 20


@LINUX
async def test_whoever_connects_and_closes_all_the_time_makes_no_log_and_leaves_nothing() -> None:
    with server() as (process, port):
        ann = call(port)
        await ann.greet("Ann")
        before = open_files(process.pid)
        for number in range(2_000):
            sock = socket.create_connection(
                ("127.0.0.1", port), source_address=(f"127.0.2.{number % 4 + 1}", 0)
            )
            sock.close()
        await ann.do(Browse(ref=1))
        with trio.fail_after(60):
            while open_files(process.pid) > before:  # noqa: ASYNC110 - another process's files
                await trio.sleep(0.05)
        ann.close()
        process.terminate()
        assert process.wait(10) == 0
        assert process.stderr
        assert len(list(process.stderr)) < 20

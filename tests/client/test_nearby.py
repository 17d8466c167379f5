"""Servers nearby: found on this machine and on the network, told in words, chosen by number."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.client.processes import SECONDS, environment
from tests.client.screens.samples import NEAR
from tests.client.servers import FakeServer
from zeroconf.asyncio import AsyncServiceInfo

from haydes.client.choosing import listing
from haydes.client.nearby import Near, NoNetworkError, Search, read, told
from haydes.client.options import Address
from haydes.protocol.nearby import SERVICE, Advert
from haydes.server.discovery import Beacon
from haydes.server.invite import own_address

ADVERT = Advert("Ann's attic", "0.1.0", "A" * 43, 2, 3)


def service(changes: dict[str, object], name: str = "attic") -> AsyncServiceInfo:
    facts: dict[str, object] = {
        "port": 7400,
        "properties": dict(ADVERT.properties()),
        "parsed_addresses": ["192.0.2.7"],
        **changes,
    }
    return AsyncServiceInfo(SERVICE, f"{name}.{SERVICE}", **facts)  # type: ignore[arg-type]


def test_a_service_is_read_as_a_server() -> None:
    assert read(service({})) == Near(Address("192.0.2.7", 7400), "Ann's attic", ADVERT)
    unnamed = dict(Advert(version="0.1.0").properties())
    near = read(service({"properties": unnamed}, "my\u202ebox"))
    assert near
    assert near.label == "my\ufffdbox"


@pytest.mark.parametrize(
    "changes", [{"properties": {}}, {"parsed_addresses": []}, {"port": 0}, {"port": None}]
)
def test_what_is_no_server_of_ours_is_passed_over(changes: dict[str, object]) -> None:
    assert read(service(changes)) is None


def test_servers_are_told_in_lines_with_numbers() -> None:
    assert list(listing(NEAR, "")) == [
        "Table: 1 this computer, localhost.",
        "Table: 2 Ann's attic, 192.0.2.7, 2 open tables, 3 free seats, version 0.1.0.",
        "Table: 3 old, 192.0.2.9:7400, no open table, version 0.0.9, not encrypted.",
    ]


def test_without_servers_and_without_a_network_that_is_told() -> None:
    lines = list(listing((), "no network"))
    assert lines[0] == "Link: the network cannot be asked: no network."
    assert "no server has answered" in lines[1]


def test_one_of_a_thing_is_told_as_one() -> None:
    assert list(told(Near(Address("h"), "h", Advert(version="1", pin="p", tables=1, free=1)))) == [
        "h", "1 open table", "1 free seat", "version 1",
    ]  # fmt: skip


async def search(here: Address, enough: Callable[[tuple[Near, ...]], bool]) -> tuple[Near, ...]:
    """Search until it is enough, or for a while; skip the test where there is no network."""
    lists: list[tuple[Near, ...]] = [()]
    news = asyncio.Event()

    def found(near: tuple[Near, ...]) -> None:
        lists.append(near)
        news.set()

    task = asyncio.create_task(Search(found, here).run())
    try:
        async with asyncio.timeout(SECONDS):
            while not enough(lists[-1]):
                news.clear()
                waiting = asyncio.create_task(news.wait())
                await asyncio.wait({waiting, task}, return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                if task.done():
                    task.result()
    except NoNetworkError:
        pytest.skip("there is no network")
    except TimeoutError:
        pass
    finally:
        task.cancel()
        await asyncio.wait({task})
    return lists[-1]


def test_a_server_on_this_machine_is_found_though_it_tells_nobody() -> None:
    async def main() -> None:
        async with FakeServer() as server:
            near = await search(server.address, bool)
            assert near[0] == Near(server.address, "this computer")

    asyncio.run(main())


def has(name: str) -> Callable[[tuple[Near, ...]], bool]:
    return lambda near: any(server.advert and server.advert.name == name for server in near)


def hears_itself() -> bool:
    """Tell whether what is sent to a group on this network comes back."""
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ears,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth,
    ):
        try:
            group = socket.inet_aton("224.0.0.251") + socket.inet_aton(own_address())
            ears.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            ears.bind(("", 0))
            ears.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            ears.settimeout(2)
            mouth.sendto(b"anybody?", ("224.0.0.251", ears.getsockname()[1]))
            return bool(ears.recv(64))
        except OSError:
            return False


@pytest.mark.skipif(not hears_itself(), reason="no multicast here")
def test_a_server_on_the_network_is_found_changes_and_goes() -> None:
    beacon = Beacon(own_address(), 7400)
    nobody = Address("127.0.0.1", 1)

    async def main() -> None:
        near = await search(nobody, has("Ann's attic"))
        assert has("Ann's attic")(near)
        await asyncio.to_thread(beacon.change, Advert("Ann's cellar"))
        assert has("Ann's cellar")(await search(nobody, has("Ann's cellar")))

    beacon.light(ADVERT)
    try:
        asyncio.run(main())
    finally:
        beacon.douse()


CHOOSE = """
from haydes.client import choosing
from haydes.client.main import read_place
choosing.SECONDS = 0.2
print("chosen", choosing.choose(read_place))
"""


@pytest.mark.parametrize(
    ("script", "chosen"),
    [
        ("\n\n192.0.2.7:80\n", "haydes://192.0.2.7:80"),
        ("99\nhost:x\nhaydes://h/rimuta\n", "haydes://h/rimuta"),
        ("", "None"),
    ],
)
def test_in_line_mode_one_types_a_number_or_an_address(
    script: str, chosen: str, tmp_path: Path
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", CHOOSE],
        input=script, capture_output=True, text=True, check=True, timeout=SECONDS,
        env=environment(tmp_path),
    )  # fmt: skip
    assert ran.stdout.splitlines()[-1].endswith(f"chosen {chosen}")
    assert ran.stdout.count("Link: looking for servers nearby.") == max(1, script.count("\n"))

"""What the load makes of what it hears; a load that miscounts measures nothing."""

import socket
from collections.abc import Iterator

import msgspec
import pytest

from haydes.client.kit.load import Client, Table

SEATS = 4

ROLL = [{"do": "roll"}]


class Silent(Client):
    """A client to whom only the test speaks."""

    def greet(self, name: str) -> None:
        pass

    def hear_update(self, **parts: object) -> None:
        self.hear(msgspec.msgpack.encode({"type": "update", "seq": 1, "ply": 1, **parts}))

    def hear_done(self) -> None:
        self.hear(msgspec.msgpack.encode({"type": "done", "ref": 1}))


@pytest.fixture
def clients() -> Iterator[list[Silent]]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        clients = [Silent(listener.getsockname()[1], f"p{seat}") for seat in range(SEATS)]
        yield clients
        for client in clients:
            client.socket.close()


def test_a_new_prompt_is_heard_though_the_choices_are_the_same(clients: list[Silent]) -> None:
    ann = clients[0]
    ann.hear_update(you={"prompt": 1, "choices": ROLL})
    ann.hear_update(you={"prompt": 2})
    assert (ann.prompt, ann.choices, ann.updates) == (2, ROLL, 2)


def test_an_act_is_complete_when_all_have_what_the_actor_has(clients: list[Silent]) -> None:
    table = Table(clients)
    clients[0].hear_update(you={"prompt": 1, "choices": ROLL})
    for client in clients[1:]:
        client.hear_update()
    table.go_on()
    clients[0].hear_done()
    clients[0].hear_update(you={"choices": []})
    for client in clients[1:]:
        assert not table.is_complete()
        client.hear_update()
    assert table.is_complete()


def test_an_answer_without_an_update_completes_nothing(clients: list[Silent]) -> None:
    table = Table(clients)
    clients[0].hear_update(you={"prompt": 1, "choices": ROLL})
    for client in clients[1:]:
        client.hear_update()
    table.go_on()
    clients[0].hear_done()
    assert not table.is_complete()

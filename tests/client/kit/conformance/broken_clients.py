"""The minimal client, broken in one place each, and the case that is meant for it."""

from typing import NamedTuple

from haydes.client.kit.conformance.case import Verdict


class Broken(NamedTuple):
    case: int
    was: str  # in the minimal client
    now: str
    verdict: Verdict = Verdict.FAIL


_PONG = 'send("pong", ref=message.get("ref", 0))'
_END = """sys.exit(f"{kind}: {code}, {message.get('text')}")"""
_AGAIN = '__import__("os").execv(sys.executable, [sys.executable, *sys.argv])'
_CODE = 'kind, code = message["type"], message.get("code")'
_KNOWN = "('welcome', 'ping', 'done', 'refused', 'snapshot', 'update', 'chat', 'bye')"

BROKEN = {
    "it speaks another protocol": Broken(101, "protocols=[1]", "protocols=[7]"),
    "it takes what has come for a frame": Broken(
        102, 'makefile("rwb")', 'makefile("rwb", buffering=0)'
    ),
    "it answers no ping": Broken(201, _PONG, "pass"),
    "its pongs have no ref": Broken(201, _PONG, 'send("pong")'),
    "it stumbles over unknown types": Broken(301, _CODE, f"{_CODE}; assert kind in {_KNOWN}"),
    "it stumbles over unknown fields": Broken(
        305, _CODE, f"{_CODE}; assert not any(key.startswith('x_') for key in message)"
    ),
    "its acts have a field too many": Broken(401, "action=action)", "action=action, extra=1)"),
    "it always answers the first prompt": Broken(402, 'prompt=you["prompt"]', "prompt=1"),
    "its values are all strings": Broken(404, "random.choice(v) for", "str(random.choice(v)) for"),
    "it acts while an answer is due": Broken(
        405, 'you["choices"] and not unanswered', 'you["choices"]', Verdict.NON_STRICT
    ),
    "it answers what it has answered": Broken(
        411, 'you["prompt"] != answered', "True", Verdict.NON_STRICT
    ),
    "it is not slowed down": Broken(407, "time.sleep(1), ask(", "ask("),
    "it is slowed down a little only": Broken(
        407, "time.sleep(1), ask(", "time.sleep(0.6), ask(", Verdict.NON_STRICT
    ),
    "its refs are counted down": Broken(
        410, "itertools.count(1)", "itertools.count(999, -1)", Verdict.NON_STRICT
    ),
    "it goes without a word": Broken(702, 'send("bye"), stream.read(), ', "", Verdict.NON_STRICT),
    "its refs are all one": Broken(408, "next(refs)", "1"),
    "it sees no gap": Broken(502, 'message["seq"] != seq + 1', "False"),
    "it does not wait for the cure": Broken(502, 'view = ask("sync")', 'ask("sync")'),
    "it adds to lists": Broken(
        505,
        "else value\n",
        "else (tree.get(key) or []) + value if type(value) is list else value\n",
    ),
    "it fights for its seat": Broken(611, _END, _AGAIN),
    "it talks on after bye": Broken(701, _END, f'send("browse", ref=9); {_END}'),
}

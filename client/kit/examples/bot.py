"""A bot to begin from: it plays any game from its choices, and comes back after a loss.

bot.py HOST:PORT open GAME SEATS PEOPLE    or    bot.py HOST:PORT join TABLE

Write your own `choose`; everything else is the protocol's business.
"""
import itertools, random, socket, sys, time  # noqa: E401
import msgpack

PASSING = {"stale", "seats_open", "paused", "no_match", "not_your_turn"}  # an update mends it
AGAIN = {"hello_timeout", "silent", "slow", "full", "rate", "shutdown", "internal"}


def choose(view, actions):
    """Return one of the actions. `view` has what the seat may see: "table", "game" and "you"."""
    return random.choice(actions)


def actions(choices):
    """Yield every action that the groups stand for, one value for each parameter."""
    for group in choices:
        names = [name for name in group if name != "do"]
        for values in itertools.product(*(group[name] for name in names)):
            yield {"do": group["do"], **dict(zip(names, values))}


def merge(tree, patch):  # RFC 7396
    tree = dict(tree) if isinstance(tree, dict) else {}
    for key, value in patch.items():
        tree[key] = merge(tree.get(key), value) if isinstance(value, dict) else value
    return {key: value for key, value in tree.items() if value is not None}


class Bot:
    def __init__(self, **entry):
        self.entry = entry  # the request that leads to a table
        self.name = f"Bot {random.randrange(10**6)}"
        self.token, self.ply, self.ours, self.act = "", 0, 0, None  # these outlive a connection

    def connect(self, address):
        """Play until the link is lost or the match is over."""
        with socket.create_connection(address.rsplit(":", 1), timeout=45) as sock:
            self.stream = sock.makefile("rwb")
            self.refs, self.unanswered, self.seq, self.answered = itertools.count(1), {}, 0, None
            self.send("hello", protocols=[1], name=self.name, client="bot.py",
                      token=self.token, ply=self.ply)
            while True:
                message = msgpack.unpackb(self.read(int.from_bytes(self.read(4), "big")))
                getattr(self, f"on_{message['type']}", lambda _: None)(message)

    def read(self, size):
        data = self.stream.read(size)
        if len(data) < size:
            raise ConnectionError
        return data

    def send(self, kind, **fields):
        payload = msgpack.packb({"type": kind, **fields})
        self.stream.write(len(payload).to_bytes(4, "big") + payload)
        self.stream.flush()

    def ask(self, kind, **fields):
        self.unanswered[ref := next(self.refs)] = (kind, fields)
        self.send(kind, ref=ref, **fields)

    def on_welcome(self, message):
        if message.get("refused", "unknown_token") != "unknown_token":
            sys.exit(f"refused: {message['refused']}")  # the token may be good later
        if not message.get("table"):
            self.token, self.ply, self.ours, self.act = "", 0, 0, None
            self.ask(**self.entry)

    def on_ping(self, message):
        self.send("pong", ref=message.get("ref", 0))

    def on_done(self, message):
        kind, fields = self.unanswered.pop(message["ref"])
        if kind == "act":
            self.act, self.answered = None, fields["prompt"]
        if "token" in message:
            self.token = message["token"]
            print("table", message["table"], flush=True)

    def on_refused(self, message):
        kind, fields = self.unanswered.pop(message.get("ref", 0), ("", {}))
        if message["code"] == "rate" and kind:
            time.sleep(1)
            return self.ask(kind, **fields)
        self.act = None
        if message["code"] not in PASSING:
            sys.exit(f"refused: {message['code']}, {message['text']}")
        self.look()

    def on_snapshot(self, message):
        self.view, self.seq = {}, message["seq"] - 1
        self.on_update(message)

    def on_update(self, message):
        if self.view is None:
            return  # until the snapshot comes
        if message["seq"] != self.seq + 1:
            self.view = None
            return self.ask("sync")
        branches = {branch: message.get(branch, {}) for branch in ("table", "game", "you")}
        self.view, self.seq, self.ply = merge(self.view, branches), message["seq"], message["ply"]
        self.look()

    def on_bye(self, message):
        if message.get("code") in AGAIN:
            self.least = message.get("retry_ms", 0) / 1000
            raise ConnectionError
        sys.exit(f"{message['type']}: {message.get('code')}, {message.get('text')}")

    on_left = on_bye  # its codes are others

    def look(self):
        if self.view is None or self.unanswered:
            return
        table, you = self.view["table"], self.view["you"]
        self.ours = self.ours or table["match"] + (table["phase"] != "playing")
        if table["phase"] == "over" and table["match"] >= self.ours:
            self.send("bye")
            self.stream.read()  # unread bytes would reset the stream
            print("winners:", table["outcome"]["winners"], "you:", you["seat"], flush=True)
            sys.exit()
        full = all(seat["kind"] != "open" for seat in table["seats"].values())
        if you["choices"] and you["prompt"] != self.answered and not table.get("paused"):
            if not self.act or self.act["prompt"] != you["prompt"]:
                action = choose(self.view, list(actions(you["choices"])))
                self.act = {"prompt": you["prompt"], "action": action}
            self.ask("act", **self.act)  # again, if it was not answered before a loss
        elif full and table["phase"] in ("waiting", "over") and table["host"] == you["seat"]:
            self.ask("start")


def main(address, verb, target, seats=1, people=1):
    opened = {"game": target, "seats": int(seats), "bots": [""] * (int(seats) - int(people))}
    bot, wait = Bot(kind=verb, **(opened if verb == "open" else {"table": target})), 0.5
    while True:
        bot.view, bot.least = None, 0  # seconds to wait
        try:
            bot.connect(address)
        except OSError:
            wait = 0.5 if bot.view else min(30, 2 * wait)
            time.sleep(bot.least + random.uniform(0, wait))


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) in (4, 6) else sys.exit(__doc__)

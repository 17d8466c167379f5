"""A whole client: plays one match of any game, choosing at random from what it may do.

minimal.py HOST:PORT open GAME SEATS PEOPLE    or    minimal.py HOST:PORT join TABLE
"""
import itertools, msgpack, random, socket, sys, time  # noqa: E401

def send(kind, **fields):
    payload = msgpack.packb({"type": kind, **fields})
    stream.write(len(payload).to_bytes(4, "big") + payload)
    stream.flush()

def ask(kind, **fields):
    unanswered[ref := next(refs)] = (kind, fields)
    send(kind, ref=ref, **fields)

def merge(tree, patch):  # RFC 7396
    tree = dict(tree) if isinstance(tree, dict) else {}
    for key, value in patch.items():
        tree[key] = merge(tree.get(key), value) if isinstance(value, dict) else value
    return {key: value for key, value in tree.items() if value is not None}

address, verb, target, *numbers = sys.argv[1:] if len(sys.argv) in (4, 6) else sys.exit(__doc__)
stream = socket.create_connection(address.rsplit(":", 1), timeout=45).makefile("rwb")
refs, unanswered, view, seq, ours, answered = itertools.count(1), {}, {}, 0, 0, None
passing = ("stale", "seats_open", "paused", "no_match", "not_your_turn")
send("hello", protocols=[1], name=f"Minimal{random.randrange(10**6)}", client="minimal.py")
bots = [""] * (int(numbers[0]) - int(numbers[1])) if numbers else []  # in the other seats
ask("open", game=target, seats=int(numbers[0]), bots=bots) if numbers else ask("join", table=target)
while header := stream.read(4) or sys.exit("the connection was lost"):
    message = msgpack.unpackb(stream.read(int.from_bytes(header, "big")))
    kind, code = message["type"], message.get("code")
    request, fields = unanswered.pop(message["ref"]) if kind in ("done", "refused") else ("", {})
    answered = fields["prompt"] if (kind, request) == ("done", "act") else answered
    if kind == "ping":
        send("pong", ref=message.get("ref", 0))
    elif kind == "done" and "token" in message:
        print("table", message["table"], flush=True)
    elif kind == "update" and view and message["seq"] != seq + 1:  # a gap: pass over what comes
        view = ask("sync")  # before the snapshot
    elif kind == "snapshot" or kind == "update" and view:
        branches = {key: message.get(key, {}) for key in ("table", "game", "you")}
        seq, view = message["seq"], merge({} if kind == "snapshot" else view, branches)
    elif kind == "refused" and code == "rate":
        time.sleep(1), ask(request, **fields)
    elif kind in ("refused", "left", "bye") and code not in passing:
        sys.exit(f"{kind}: {code}, {message.get('text')}")
    if not view or kind not in ("snapshot", "update", "refused"):
        continue
    table, you, paused = view["table"], view["you"], view["table"].get("paused")
    ours = ours or table["match"] + (table["phase"] != "playing")  # number of our match
    full = all(seat["kind"] != "open" for seat in table["seats"].values())
    if table["phase"] == "over" and table["match"] >= ours:
        print("winners:", table["outcome"]["winners"], "you:", you["seat"], flush=True)
        send("bye"), stream.read(), sys.exit()  # unread bytes would reset the stream
    elif you["choices"] and not unanswered and not paused and you["prompt"] != answered:
        group = random.choice(you["choices"])
        action = {key: v if key == "do" else random.choice(v) for key, v in group.items()}
        ask("act", prompt=you["prompt"], action=action)
    elif full and not unanswered and table["host"] == you["seat"] and table["phase"] != "playing":
        ask("start")

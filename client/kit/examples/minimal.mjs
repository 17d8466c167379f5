// A whole client: plays one match of any game, choosing at random, and comes back after a loss.
//
// npm install @msgpack/msgpack
// node minimal.mjs HOST:PORT open GAME SEATS PEOPLE    or    node minimal.mjs HOST:PORT join TABLE

import { connect } from "node:net";
import { decode, encode } from "@msgpack/msgpack";

const [address, verb, target, seats, people] = process.argv.slice(2);
if (!target || (verb === "open") !== Boolean(people)) {
  console.error("usage: node minimal.mjs HOST:PORT open GAME SEATS PEOPLE | join TABLE");
  process.exit(2);
}
const entry =
  verb === "open"
    ? { type: verb, game: target, seats: +seats, bots: Array(seats - people).fill("") }
    : { type: verb, table: target };
const again = ["hello_timeout", "silent", "slow", "full", "rate", "shutdown", "internal"];
const goesOn = ["stale", "seats_open", "paused", "no_match", "not_your_turn"]; // refusals that the next update mends
const name = `Script${Math.floor(Math.random() * 1e6)}`;
const one = (values) => values[Math.floor(Math.random() * values.length)];

// these outlive a connection
let [token, ply, ours, act, wait] = ["", 0, 0, null, 500];

function merge(tree, patch) { // RFC 7396
  const made = tree instanceof Object && !Array.isArray(tree) ? { ...tree } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete made[key];
    else made[key] = value instanceof Object && !Array.isArray(value) ? merge(made[key], value) : value;
  }
  return made;
}

function play() {
  const [, host, port] = address.match(/^\[?(.*?)\]?:(\d+)$/);
  const socket = connect({ host, port: +port, noDelay: true });
  const unanswered = new Map();
  let [buffer, view, seq, ref, least, ended] = [Buffer.alloc(0), null, 0, 0, 0, false];
  let answered; // the prompt of the last act that was done

  function send(message) {
    const payload = encode(message);
    const frame = Buffer.alloc(4 + payload.length, 0);
    frame.writeUInt32BE(payload.length);
    frame.set(payload, 4);
    socket.write(frame);
  }

  function ask(request) {
    unanswered.set(++ref, request);
    send({ ...request, ref });
  }

  function end(sentence) {
    ended = true;
    if (sentence) [process.exitCode] = [1, console.error(sentence)];
    socket.end();
  }

  function look() { // what is there to do?
    if (!view || unanswered.size || ended) return;
    const { table, you } = view;
    ours ||= table.match + (table.phase === "playing" ? 0 : 1);
    const full = Object.values(table.seats).every((seat) => seat.kind !== "open");
    if (table.phase === "over" && table.match >= ours) {
      console.log(`winners: ${JSON.stringify(table.outcome.winners)} you: ${you.seat}`);
      send({ type: "bye" });
      end();
    } else if (you.choices.length && !table.paused && you.prompt !== answered) {
      if (act?.prompt !== you.prompt) {
        const picked = Object.entries(one(you.choices)).map(([key, values]) =>
          [key, key === "do" ? values : one(values)]);
        act = { type: "act", prompt: you.prompt, action: Object.fromEntries(picked) };
      }
      ask(act); // again, if it was not answered before a loss
    } else if (full && table.host === you.seat && ["waiting", "over"].includes(table.phase)) {
      ask({ type: "start" });
    }
  }

  function hear(message) {
    const { type, code, text } = message;
    const request = ["done", "refused"].includes(type) && unanswered.get(message.ref);
    if (request) unanswered.delete(message.ref);
    if (type === "welcome" && message.refused && message.refused !== "unknown_token") {
      end(`refused: ${message.refused}`); // the token may be good later
    } else if (type === "welcome" && !message.table) {
      [token, ply, ours, act] = ["", 0, 0, null];
      ask(entry);
    } else if (type === "ping") {
      send({ type: "pong", ref: message.ref ?? 0 });
    } else if (type === "done") {
      if (request?.type === "act") [answered, act] = [request.prompt, null];
      if (message.token) [token] = [message.token, console.log("table", message.table)];
    } else if (type === "update" && view && message.seq !== seq + 1) {
      view = null; // a gap: pass over what comes before the snapshot
      ask({ type: "sync" });
    } else if (type === "snapshot" || (type === "update" && view)) {
      const { table = {}, game = {}, you = {} } = message;
      view = merge(type === "snapshot" ? {} : view, { table, game, you });
      [seq, ply, wait] = [message.seq, message.ply, 500];
      look();
    } else if (type === "refused" && code === "rate") {
      unanswered.set(0, request); // nothing else till then
      setTimeout(() => unanswered.delete(0) && ask(request), 1000);
    } else if (type === "refused") {
      act = null;
      if (goesOn.includes(code)) look();
      else end(`refused: ${code}, ${text}`);
    } else if (type === "left") {
      end(`left: ${code}, ${text}`);
    } else if (type === "bye") {
      if (again.includes(code)) least = message.retry_ms ?? 0;
      else end(`bye: ${code}, ${text}`);
    }
  }

  send({ type: "hello", protocols: [1], name, client: "minimal.mjs", token, ply });
  socket.setTimeout(45000, () => socket.destroy());
  socket.on("data", (data) => {
    buffer = Buffer.concat([buffer, data]);
    while (buffer.length >= 4 && buffer.length >= 4 + buffer.readUInt32BE()) {
      const payload = buffer.subarray(4, 4 + buffer.readUInt32BE());
      buffer = buffer.subarray(4 + payload.length);
      if (!ended) hear(decode(payload));
    }
  });
  socket.on("error", () => {}); // "close" follows
  socket.on("close", () => {
    if (ended) return;
    setTimeout(play, least + Math.random() * wait);
    wait = Math.min(30000, 2 * wait);
  });
}

play();

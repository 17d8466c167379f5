// node colyseus.mjs PORT: a Colyseus server that plays `sync` and tells of each act at once.
import { Room, Server } from '@colyseus/core';
import { schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { apply, begin, SEATS } from './sync.mjs';

const Tile = schema({ up: t.boolean(), face: t.uint8() }, 'Tile');
const Figure = schema({
  x: t.int16(), y: t.int16(), charisma: t.int8(), endurance: t.int8(), status: t.uint8(),
}, 'Figure');
const Turn = schema({ seat: t.uint8(), phase: t.uint8(), number: t.uint32() }, 'Turn');
const Deck = schema({ replacement: t.uint16(), discard: t.uint16() }, 'Deck');
const Roll = schema({ one: t.uint8(), two: t.uint8() }, 'Roll');
const Sync = schema({
  tiles: t.array(Tile), figures: t.array(Figure), turn: Turn, deck: Deck, roll: Roll,
}, 'Sync');

function synced() {
  const plain = begin();
  const state = new Sync();
  plain.tiles.forEach((one) => state.tiles.push(new Tile().assign(one)));
  plain.figures.forEach((one) => state.figures.push(new Figure().assign(one)));
  state.turn = new Turn().assign(plain.turn);
  state.deck = new Deck().assign(plain.deck);
  state.roll = new Roll().assign(plain.roll);
  return state;
}

class Table extends Room {
  onCreate() {
    this.maxClients = SEATS;
    this.patchRate = null; // no tick: each act is told by itself
    this.seats = new Map();
    this.state = synced();
    this.broadcastPatch(); // what was made so far goes to each client whole
    this.onMessage('act', (client, act) => {
      if (apply(this.state, this.seats.get(client.sessionId), act)) this.broadcastPatch();
      else client.send('refused', act);
    });
  }

  onJoin(client, { seat }) {
    this.seats.set(client.sessionId, seat);
  }
}

const server = new Server({ transport: new WebSocketTransport({}), greet: false });
server.define('sync', Table);
const port = Number(process.argv[2]);
await server.listen(port, '127.0.0.1');
console.log(`listening on 127.0.0.1:${port}`);

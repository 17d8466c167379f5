// node boardgameio.mjs PORT: a boardgame.io server that plays `sync` and sends whole states.
// It listens on all addresses, as it can be told no other way.
import { createRequire } from 'node:module';
import { apply, begin, SEATS } from './sync.mjs';

const require = createRequire(import.meta.url); // its modules are of the older kind
const { INVALID_MOVE } = require('boardgame.io/core');
const { Origins, Server } = require('boardgame.io/server');

const sync = {
  name: 'sync',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: begin,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    act: ({ G, playerID }, act) => (apply(G, Number(playerID), act) ? undefined : INVALID_MOVE),
  },
};

const port = Number(process.argv[2]);
console.info = () => {}; // its own lines would come before ours
await Server({ games: [sync], origins: [Origins.LOCALHOST] }).run({ port });
console.log(`listening on 127.0.0.1:${port}`);

// The game `sync` of bench/sync.py, for servers that keep plain objects or their own kind of them.
// An act is { dx, dy, call, n }; n counts the acts of a table from 1.
export const TILES = 106;
export const SEATS = 4;
const WIDTH = 12;
const HEIGHT = 9;
const LONG = 3; // acts after which what was turned up is turned down again
const DECK = 60;

export const begin = () => ({
  tiles: [...Array(TILES)].map(() => ({ up: false, face: 0 })),
  figures: [...Array(SEATS)].map(() => ({ x: 6, y: 4, charisma: 5, endurance: 10, status: 0 })),
  turn: { seat: 0, phase: 0, number: 0 },
  deck: { replacement: DECK, discard: 0 },
  roll: { one: 1, two: 1 },
});

const isStep = (d) => d === -1 || d === 0 || d === 1;
const isLegal = (state, seat, act) =>
  seat === state.turn.seat && act.n === state.turn.number + 1 && isStep(act.dx) && isStep(act.dy)
  && (act.call === 'higher' || act.call === 'lower');
const tile = (state, n) => state.tiles[(n * 37) % TILES];

/** Change `state` by a seat's act; false, and nothing changed, if it may not do that. */
export function apply(state, seat, act) {
  if (!isLegal(state, seat, act)) return false;
  const { n } = act;
  const chance = Math.imul(n, 2654435761) >>> 8;
  const figure = state.figures[seat];
  figure.x = (figure.x + act.dx + WIDTH) % WIDTH;
  figure.y = (figure.y + act.dy + HEIGHT) % HEIGHT;
  const turned = tile(state, n);
  turned.up = true;
  turned.face = 1 + (chance % 13);
  for (let before = 1; n % LONG === 0 && n > LONG && before <= LONG; before += 1) {
    const back = tile(state, n - before);
    back.up = false;
    back.face = 0;
  }
  state.roll.one = 1 + ((chance >> 4) % 6);
  state.roll.two = 1 + ((chance >> 8) % 6);
  state.deck.replacement = DECK - (n % DECK);
  state.deck.discard = n % DECK;
  state.turn.phase = n % 3;
  state.turn.seat = (seat + 1) % SEATS;
  state.turn.number = n;
  return true;
}

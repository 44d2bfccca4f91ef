// The places of a level: harbour, islands, coins and sharks. A level depends on its number and the shape of the field alone, and
// a boat can reach every coin.
import { createRandom } from './random.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Island extends Point {
  readonly radius: number;
  readonly palms: number;
  readonly seed: number;
}

export interface Coin extends Point {
  readonly value: number;
}

/** A shark swims around an island for ever. */
export interface Shark {
  readonly around: Point;
  readonly distance: number;
  readonly startAngle: number;
  /** Radians in a second; negative to the left. */
  readonly speed: number;
}

/** In units of the game, whatever the size on the screen. */
export interface Field {
  readonly width: number;
  readonly height: number;
}

export interface Level {
  readonly number: number;
  readonly field: Field;
  readonly harbour: Point;
  readonly islands: readonly Island[];
  readonly coins: readonly Coin[];
  readonly sharks: readonly Shark[];
}

export const landscape: Field = { width: 960, height: 640 };
export const portrait: Field = { width: 600, height: 800 };

export const harbourRadius = 44;
/** A boat passes between shores that are this far apart. */
const passage = 64;
const edge = 30;

export const distanceBetween = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export function makeLevel(number: number, field: Field): Level {
  const random = createRandom(number * 7919 + field.width);
  const harbour = { x: 74, y: field.height - 74 };
  const islands = placeIslands(random, { number, field, harbour });
  const coins = placeCoins(random, { number, field, harbour }, islands);
  const sharks = islands.slice(0, Math.min(number - 1, 5)).map((island) => ({
    around: island,
    distance: island.radius + 34,
    startAngle: random() * 2 * Math.PI,
    speed: (random() < 0.5 ? -1 : 1) * (0.5 + 0.25 * random() + 0.02 * Math.min(number, 20)),
  }));
  return { number, field, harbour, islands, coins, sharks };
}

type Frame = Pick<Level, 'number' | 'field' | 'harbour'>;

function placeIslands(random: () => number, { number, field, harbour }: Frame): Island[] {
  const islands: Island[] = [];
  const wanted = Math.min(3 + Math.floor(number / 2), 6);
  for (let tries = 0; islands.length < wanted && tries < 400; tries += 1) {
    const radius = 36 + random() * 34;
    const place = randomPlace(random, field, edge + passage + radius);
    const isFree = islands.every((other) => distanceBetween(other, place) > other.radius + radius + passage);
    if (!isFree || distanceBetween(harbour, place) < harbourRadius + radius + 2 * passage) continue;
    islands.push({ ...place, radius, palms: 1 + Math.floor(random() * 3), seed: Math.floor(random() * 1e6) });
  }
  return islands;
}

function placeCoins(
  random: () => number,
  { number, field, harbour }: Frame,
  islands: readonly Island[],
): Coin[] {
  const coins: Coin[] = [];
  const wanted = Math.min(6 + number, 14);
  for (let tries = 0; coins.length < wanted && tries < 2_000; tries += 1) {
    const place = randomPlace(random, field, edge + 16);
    const isAfloat = islands.every((island) => distanceBetween(island, place) > island.radius + 26);
    const isApart = coins.every((coin) => distanceBetween(coin, place) > 70);
    if (!isAfloat || !isApart || distanceBetween(harbour, place) < 3 * harbourRadius) continue;
    coins.push({ ...place, value: coins.length === 0 ? 5 : 1 });
  }
  return coins;
}

const randomPlace = (random: () => number, { width, height }: Field, margin: number): Point => ({
  x: margin + random() * (width - 2 * margin),
  y: margin + random() * (height - 2 * margin),
});

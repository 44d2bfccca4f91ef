// One voyage through a level: the boat moves, coins are taken, sharks bite. It knows no screen and no save, and the same steps
// give the same voyage.
import { type Coin, distanceBetween, harbourRadius, type Level, type Point, type Shark } from './level.ts';

export type VoyageEvent =
  | { readonly type: 'coin'; readonly coin: Coin }
  | { readonly type: 'bitten'; readonly at: Point }
  | { readonly type: 'sunk' }
  | { readonly type: 'home'; readonly seconds: number };

/** Where the player steers: a direction, whose length from 0 to 1 is the force. */
export type Steering = Point;

export interface Boat extends Point {
  readonly velocity: Point;
  /** Radians, 0 to the right, clockwise. */
  readonly heading: number;
}

export interface Voyage {
  readonly level: Level;
  readonly boat: Boat;
  readonly coins: readonly Coin[];
  readonly seconds: number;
  /** Bites until the boat sinks. */
  readonly hull: number;
  /** Seconds in which no shark bites. */
  readonly safeSeconds: number;
  readonly isOver: boolean;
}

export const mostHull = 3;
const thrust = 520;
const drag = 2.4;
const reach = 30;
const bite = 27;
const safeSecondsAfterBite = 2;
const boatRadius = 15;

export function beginVoyage(level: Level): Voyage {
  const boat = { ...level.harbour, velocity: { x: 0, y: 0 }, heading: -Math.PI / 4 };
  return { level, boat, coins: level.coins, seconds: 0, hull: mostHull, safeSeconds: 0, isOver: false };
}

export function sharkPlace({ around, distance, startAngle, speed }: Shark, seconds: number): Point {
  const angle = startAngle + speed * seconds;
  return { x: around.x + distance * Math.cos(angle), y: around.y + distance * Math.sin(angle) };
}

/** The place to sail to: the nearest coin, or the harbour when there is none. */
export function destination({ boat, coins, level }: Voyage): Point {
  const nearest = (best: Coin | undefined, coin: Coin): Coin =>
    best && distanceBetween(boat, best) <= distanceBetween(boat, coin) ? best : coin;
  return coins.reduce<Coin | undefined>(nearest, undefined) ?? level.harbour;
}

/** @param elapsed seconds, at most a tenth */
export function sail(
  voyage: Voyage,
  steering: Steering,
  elapsed: number,
): { readonly voyage: Voyage; readonly events: readonly VoyageEvent[] } {
  if (voyage.isOver) return { voyage, events: [] };
  const events: VoyageEvent[] = [];
  const seconds = voyage.seconds + elapsed;
  const boat = moveBoat(voyage, steering, elapsed);
  const taken = voyage.coins.filter((coin) => distanceBetween(coin, boat) < reach);
  for (const coin of taken) events.push({ type: 'coin', coin });
  const coins = taken.length === 0 ? voyage.coins : voyage.coins.filter((coin) => !taken.includes(coin));
  const next = {
    ...voyage,
    ...{ boat, coins, seconds },
    safeSeconds: Math.max(0, voyage.safeSeconds - elapsed),
  };
  const isBitten =
    next.safeSeconds === 0 &&
    voyage.level.sharks.some((shark) => distanceBetween(sharkPlace(shark, seconds), boat) < bite);
  if (isBitten) return takeBite(next, events);
  const isHome = coins.length === 0 && distanceBetween(boat, voyage.level.harbour) < harbourRadius;
  if (isHome) events.push({ type: 'home', seconds });
  return { voyage: { ...next, isOver: isHome }, events };
}

function takeBite(voyage: Voyage, events: VoyageEvent[]) {
  const hull = voyage.hull - 1;
  events.push({ type: 'bitten', at: voyage.boat });
  if (hull === 0) events.push({ type: 'sunk' });
  const { boat, safeSeconds } = { ...beginVoyage(voyage.level), safeSeconds: safeSecondsAfterBite };
  return { voyage: { ...voyage, boat, safeSeconds, hull, isOver: hull === 0 }, events };
}

function moveBoat({ boat, level }: Voyage, steering: Steering, elapsed: number): Boat {
  const force = Math.hypot(steering.x, steering.y);
  const scale = force > 1 ? 1 / force : 1;
  const slow = Math.exp(-drag * elapsed);
  let velocity = {
    x: (boat.velocity.x + steering.x * scale * thrust * elapsed) * slow,
    y: (boat.velocity.y + steering.y * scale * thrust * elapsed) * slow,
  };
  let place = { x: boat.x + velocity.x * elapsed, y: boat.y + velocity.y * elapsed };
  for (const island of level.islands) {
    const least = island.radius + boatRadius;
    const away = distanceBetween(place, island);
    if (away >= least || away === 0) continue;
    // The boat slides along the shore: it keeps the speed that does not lead ashore.
    const normal = { x: (place.x - island.x) / away, y: (place.y - island.y) / away };
    const inward = Math.min(0, velocity.x * normal.x + velocity.y * normal.y);
    velocity = { x: velocity.x - inward * normal.x, y: velocity.y - inward * normal.y };
    place = { x: island.x + normal.x * least, y: island.y + normal.y * least };
  }
  const { width, height } = level.field;
  const bounded = {
    x: Math.min(Math.max(place.x, boatRadius), width - boatRadius),
    y: Math.min(Math.max(place.y, boatRadius), height - boatRadius),
  };
  const isMoving = Math.hypot(velocity.x, velocity.y) > 8;
  return { ...bounded, velocity, heading: isMoving ? Math.atan2(velocity.y, velocity.x) : boat.heading };
}

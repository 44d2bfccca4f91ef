// Ended sessions of many players over many days, the same for the same seed: players come back less and less, evenings are busy,
// lengths are log-normal, and versions of a game replace each other. Pure.

export interface MadeSession {
  readonly sequentialId: number;
  readonly startedAt: number;
  readonly endedAt: number;
  /** An index of `reasons`. */
  readonly reason: number;
  /** An index of `contexts`; null for none. */
  readonly context: number | null;
}

export interface HistoryOptions {
  readonly players: number;
  /** At least one for each player. */
  readonly sessions: number;
  readonly days: number;
  /** Midnight after the last day, in milliseconds since the epoch. No session ends later. */
  readonly until: number;
}

export const reasons = ['stopped', 'expired', 'terminated', 'replaced'] as const;
const replaced = 3;

const platforms = ['ios', 'android', 'windows', 'macos', 'linux', 'web'];
/** A version a fortnight. */
const versionDays = 14;
const versions = 30;

export const contexts: readonly string[] = Array.from({ length: versions }, (_, version) =>
  platforms.map((platform) =>
    JSON.stringify({ platform, version: `1.${version}.0`, device: `${platform}-7` }),
  ),
).flat();

const second = 1_000;
const hour = 3_600 * second;
export const dayMilliseconds = 24 * hour;
const longest = 8 * hour;

/** The share of each hour in the sessions of a day. */
const hourWeights = [...[3, 2, 1, 1, 1, 1, 2, 3, 3, 3, 4, 4], ...[5, 5, 4, 4, 5, 6, 7, 8, 9, 9, 7, 5]];
/** The hour at each hundredth of a day's sessions. */
const hours = hourWeights.flatMap((weight, at) => Array<number>(weight).fill(at));

type Random = () => number;

/** Mulberry32: numbers from 0 on, below 1. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number with a log-normal distribution around a median. */
function logNormal(random: Random, median: number, sigma: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(sigma * normal);
}

const timeOfDay = (random: Random): number =>
  ((hours[Math.floor(random() * hours.length)] ?? 0) + random()) * hour;
/** Ten minutes are the median. */
const lengthOf = (random: Random): number =>
  Math.min(longest, Math.floor(logNormal(random, 600 * second, 1.1)));

function contextOn(random: Random, day: number): number | null {
  if (random() < 0.03) return null;
  const newest = Math.min(versions - 1, Math.floor(day / versionDays));
  const version = Math.max(0, newest - Math.floor(3 * random() ** 3));
  return version * platforms.length + Math.floor(platforms.length * random() ** 2);
}

function reasonOf(random: Random): number {
  const dice = random();
  return dice < 0.7 ? 0 : dice < 0.995 ? 1 : 2;
}

/** The sessions of each player, in the order of sequential ids and times. No two of a player overlap. */
export function* makeHistory({ players, sessions, days, until }: HistoryOptions): Generator<MadeSession> {
  const random = createRandom(20_261_122);
  let left = sessions;
  for (let sequentialId = 1; sequentialId <= players; sequentialId += 1) {
    const others = players - sequentialId;
    const firstDay = Math.floor(random() * days);
    const lifetime = days - firstDay;
    // Players of long ago have played more. The factor is one on average.
    const eagerness = 1.5 * Math.sqrt(lifetime / days) * logNormal(random, Math.exp(-0.5), 1);
    const wanted = 1 + Math.round((left / (others + 1) - 1) * eagerness);
    const count = others === 0 ? left : Math.min(wanted, left - others);
    left -= count;
    const starts = Array.from({ length: count }, (_, index) => {
      const age = index === 0 ? 0 : Math.floor(lifetime * random() ** 2.5);
      return until - (days - firstDay - age) * dayMilliseconds + Math.floor(timeOfDay(random));
    }).sort((a, b) => a - b);
    for (const [index, startedAt] of starts.entries()) {
      const day = Math.floor((startedAt - until) / dayMilliseconds) + days;
      const reason = reasonOf(random);
      const end = Math.min(startedAt + lengthOf(random), until);
      const next = starts[index + 1] ?? Number.POSITIVE_INFINITY;
      const isReplaced = next < end;
      yield {
        ...{ sequentialId, startedAt, endedAt: isReplaced ? next : end },
        ...{ reason: isReplaced ? replaced : reason, context: contextOn(random, day) },
      };
    }
  }
}

/** Sessions that nobody has counted, in the order of sequential ids: half of the last three days, half of any day. */
export function* makeBacklog({ players, sessions, days, until }: HistoryOptions): Generator<MadeSession> {
  const random = createRandom(52);
  for (let index = 0; index < sessions; index += 1) {
    const recent = random() < 0.5;
    const day = recent ? days - 1 - Math.floor(3 * random()) : Math.floor(days * random());
    const startedAt = until - (days - day) * dayMilliseconds + Math.floor(timeOfDay(random));
    yield {
      sequentialId: 1 + Math.floor((index * players) / sessions),
      startedAt,
      endedAt: Math.min(startedAt + lengthOf(random), until),
      reason: reasonOf(random),
      context: contextOn(random, day),
    };
  }
}

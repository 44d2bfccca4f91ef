// Reproducible randomness for the players of the demo. The same seed gives the same numbers, at every start and on every machine.

export interface Random {
  /** A number from 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below the bound. */
  below(bound: number): number;
  /** One item of a list that is not empty. */
  pick<T>(items: readonly T[]): T;
  /** The index of a weight, chosen in proportion to the weights. */
  indexOf(weights: readonly number[]): number;
  /** A number of the log-normal distribution with this median. */
  logNormal(median: number, sigma: number): number;
}

/** Mulberry32: one number of state, so that every player has a generator of its own. */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (bound: number): number => Math.floor(next() * bound);

  return {
    next,
    below,
    pick: <T>(items: readonly T[]) => items[below(items.length)] as T,
    indexOf(weights) {
      let rest = next() * weights.reduce((sum, weight) => sum + weight, 0);
      const index = weights.findIndex((weight) => {
        rest -= weight;
        return rest < 0;
      });
      return index < 0 ? weights.length - 1 : index;
    },
    logNormal(median, sigma) {
      // Box and Muller's transform.
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
      return median * Math.exp(sigma * normal);
    },
  };
}

/** A UUIDv7 (RFC 9562 section 5.7) of a time in milliseconds since the Unix epoch. */
export function uuidAt(random: Random, milliseconds: number): string {
  const time = Math.floor(milliseconds).toString(16).padStart(12, '0');
  const digits = (count: number): string =>
    random
      .below(16 ** count)
      .toString(16)
      .padStart(count, '0');
  const variant = (8 + random.below(4)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(6)}${digits(6)}`;
}

// Reproducible randomness: a failure prints its seed, and `SEED=…` repeats it.
import { amount } from './nightly.ts';

/** The same seed in every ordinary run, so that a failure comes from a change. The nightly run takes another one each time. */
export const seed = Number(process.env.SEED ?? amount(1, Math.floor(Math.random() * 2 ** 31)));

/** Whole numbers from 0 to below a bound. */
export type Random = (below: number) => number;

/** Mulberry32: two lines of state are enough where thousands of short runs each want their own. */
export function seeded(start: number): Random {
  let state = start >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

// Reproducible random choices: the same name gives the same choices. The numbers are fast-check's, drawn in blocks.
import fc from 'fast-check';

export interface Random {
  /** A whole number from 0 to below `below`. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the choices, by their weights. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T;
}

const blockNumbers = 4096;
const block = fc.noBias(fc.uint32Array({ minLength: blockNumbers, maxLength: blockNumbers }));
const range = 2 ** 32;

export function createRandom(name: string): Random {
  let numbers = new Uint32Array(0);
  let used = 0;
  let blocks = 0;

  function next(): number {
    if (used === numbers.length) {
      const seed = Number(Bun.hash(`${name} ${blocks}`) & 0x7fff_ffffn);
      numbers = fc.sample(block, { seed, numRuns: 1 })[0] as Uint32Array<ArrayBuffer>;
      used = 0;
      blocks += 1;
    }
    used += 1;
    return (numbers[used - 1] ?? 0) / range;
  }

  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (from) => from[int(from.length)] as (typeof from)[number],
    weighted(choices) {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, choice] of choices) {
        left -= weight;
        if (left < 0) return choice;
      }
      return (choices.at(-1) as (typeof choices)[number])[1];
    },
  };
}

// Reproducible random choices: the same name gives the same choices.
import { seeded } from '../../harness/seeded.ts';

export interface Random {
  /** A whole number from 0 to below `below`. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the choices, by their weights. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T;
}

export function createRandom(name: string): Random {
  const draw = seeded(Number(Bun.hash(name) & 0xffff_ffffn));
  const range = 2 ** 32;
  const next = () => draw(range) / range;
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

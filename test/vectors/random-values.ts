// Random cases about values: JSON, pointers, equality, sums, patches and differences.
import { formatPointer } from '../../client/src/save/pointer.ts';
import { disguise, number, object, patchOf, pick, text, times, value } from '../godot/json-samples.ts';
import type { Random } from '../harness/seeded.ts';
import type { Given } from './cases.ts';
import { broken, edited, exact, held, retold, wild, written } from './random-json.ts';

const isWritable = (source: string): boolean => source.isWellFormed() && !source.includes('\u0000');

/** The first of random texts that a line of JSON holds in every client. */
function writable(make: () => string): string {
  for (;;) {
    const source = make();
    if (isWritable(source)) return source;
  }
}

export const randomJson = (random: Random): Given<'json'> => ({
  text: writable(() => {
    const source = random(4) === 0 ? value(random, 1, wild) : disguise(random, object(random, 3, wild));
    return random(3) === 0 ? broken(random, source) : source;
  }),
});

export function randomPointer(random: Random): Given<'pointer'> {
  if (random(3) > 0)
    return { pointer: JSON.stringify(formatPointer(times(1 + random(3), () => text(random)))) };
  const letters = ['/', '/', '~', '~0', '~1', 'a', '0', '-', 'é', ' '];
  return { pointer: JSON.stringify(times(random(5), () => pick(random, letters)).join('')) };
}

export function randomEqual(random: Random): Given<'equal'> {
  const left = value(random, 2, random(2) === 0 ? wild : held);
  const right = random(6) === 0 ? value(random, 1, wild) : retold(random, left);
  return { left, right };
}

export const randomSum = (random: Random): Given<'sum'> => {
  const one = () => (random(3) === 0 ? number(random) : held.number(random));
  return { left: one(), right: one() };
};

const partsOf = (random: Random) => (random(5) === 0 ? written : held);

export function randomPatch(random: Random): Given<'patch'> {
  const parts = partsOf(random);
  const document = object(random, 3, parts);
  return { document, operations: patchOf(random, document, parts) };
}

export function randomMerge(random: Random): Given<'merge'> {
  const parts = random(5) === 0 ? exact : held;
  const document = object(random, 3, parts);
  const patch = random(2) === 0 ? object(random, 3, parts) : edited(random, document, parts);
  return { document, patch };
}

export function randomDifference(random: Random): Given<'difference'> {
  const parts = random(5) === 0 ? exact : held;
  const before = object(random, 3, parts);
  return { before, after: random(5) === 0 ? object(random, 3, parts) : edited(random, before, parts) };
}

export function randomUpon(random: Random): Given<'upon'> {
  const parts = random(5) === 0 ? exact : held;
  const { before, after } = randomDifference(random);
  const from = random(2) === 0 ? before : after;
  return { before, after, target: random(5) === 0 ? object(random, 3, parts) : edited(random, from, parts) };
}

// The test vectors of all clients: the committed files are those that the script makes, and the client for JavaScript gives the
// same bytes. Godot runs them by sdks/godot/tests/vectors_test.gd.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addExactly } from '../../client/src/save/decimal.ts';
import { amount } from '../harness/nightly.ts';
import { seed } from '../harness/seeded.ts';
import { answer } from './answers.ts';
import { type Case, folder, type Kind, kinds, partsOf } from './cases.ts';
import { makeFiles } from './make.ts';
import { merged, patched } from './reference.ts';
import { isHeldNumber } from './rounded-numbers.ts';
import { makeSamples } from './samples.ts';

const textOf = (kind: Kind): string => readFileSync(join(folder, `${kind}.jsonl`), 'utf8');
const read = <K extends Kind>(kind: K): readonly Case<K>[] =>
  textOf(kind)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the test vectors', () => {
  test('are those that `npm run vectors` writes', () => {
    for (const { kind, text } of makeFiles()) expect([kind, textOf(kind) === text]).toEqual([kind, true]);
  });

  test('are at least 2,000 and stay small', () => {
    expect(kinds.flatMap((kind): unknown[] => [...read(kind)]).length).toBeGreaterThanOrEqual(2_000);
    const bytes = kinds.reduce((sum, kind) => sum + Buffer.byteLength(textOf(kind)), 0);
    expect(bytes).toBeLessThan(1_500_000);
  });

  test.each(kinds)(
    'of %s hold in the client for JavaScript, but for those with numbers that it rounds',
    (kind) => {
      const own = read(kind).filter(({ exact }) => !exact);
      expect(own.length).toBeGreaterThan(100);
      for (const each of own) {
        const [given, expected] = partsOf(kind, each);
        expect([given, answer(kind, given)]).toEqual([given, expected]);
      }
      process.stderr.write(`${kind}: ${own.length} of ${read(kind).length} vectors\n`);
    },
  );

  test('of sums that JavaScript would round are kept apart by the client', () => {
    const held = read('sum').filter(({ left, right }) => isHeldNumber(left) && isHeldNumber(right));
    expect(held.length).toBeGreaterThan(100);
    for (const { left, right, sum, exact } of held) {
      const joined = addExactly(Number(left), Number(right));
      // A sum with an exponent is the same number, in another form.
      const isJoined = !exact || /\de/.test(String(joined));
      expect([left, right, joined]).toEqual([left, right, isJoined ? Number(sum) : undefined]);
    }
  });
});

test(`random documents with an edit are the same on the service, byte for byte (seed ${seed})`, () => {
  const count = amount(10_000, 100_000);
  let applied = 0;
  let made = 0;
  for (const { document, operations, result, patch, merged: after, merging } of makeSamples(count, seed)) {
    made += 1;
    if (result !== null) applied += 1;
    expect([document, operations, patched(document, operations)]).toEqual([document, operations, result]);
    expect([document, patch, merged(document, patch)]).toEqual([document, patch, after]);
    expect([document, merging, patched(document, merging)]).toEqual([document, merging, after]);
  }
  expect(made).toBe(count);
  expect(applied).toBeGreaterThan(count / 5);
}, 300_000);

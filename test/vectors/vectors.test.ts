// The test vectors of all clients: what is expected comes out of the service's own code and of the client for JavaScript, to the byte.
// Godot runs them by sdks/godot/tests/vectors_test.gd.
import { expect, test } from 'bun:test';
import { addExactly } from '../../client/src/save/decimal.ts';
import { isSame, type ObjectValue, parseText, toText } from '../../client/src/save/exact.ts';
import { applyMerge, applyPatch } from '../../client/src/save/patch.ts';
import { giveOut } from '../../client/src/save/values.ts';
import { amount } from '../harness/nightly.ts';
import { seed } from '../harness/seeded.ts';
import { answer, attempt } from './answers.ts';
import { kinds, partsOf } from './cases.ts';
import { areEqual, merged, patched } from './reference.ts';
import { isHeldNumber } from './rounded-numbers.ts';
import { makeSamples } from './samples.ts';
import { givenOf, python, readSaveCases, referencesOf, saveAnswers, saveKinds } from './save.ts';
import { complete, readCases } from './write.ts';

test.each(kinds)('the vectors of %s are as `npm run vectors` leaves them', (kind) => {
  const all = readCases(kind);
  expect(all.length).toBeGreaterThan(150);
  for (const each of all) expect(JSON.stringify(complete(kind, each))).toBe(JSON.stringify(each));
});

test.each(kinds)(
  'the vectors of %s hold in the client for JavaScript, but for those with numbers that it rounds',
  (kind) => {
    const own = readCases(kind).filter(({ exact }) => !exact);
    expect(own.length).toBeGreaterThan(100);
    for (const each of own) {
      const [given, expected] = partsOf(kind, each);
      expect([given, answer(kind, given)]).toEqual([given, expected]);
    }
    process.stderr.write(`${kind}: ${own.length} of ${readCases(kind).length} vectors\n`);
  },
);

test('sums that JavaScript would round are kept apart by the client', () => {
  const held = readCases('sum').filter(({ left, right }) => isHeldNumber(left) && isHeldNumber(right));
  expect(held.length).toBeGreaterThan(100);
  for (const { left, right, sum, exact } of held) {
    const joined = addExactly(Number(left), Number(right));
    // A sum with an exponent is the same number, in another form.
    const isJoined = !exact || /\de/.test(String(joined));
    expect([left, right, joined]).toEqual([left, right, isJoined ? Number(sum) : undefined]);
  }
});

test(`random documents with an edit are the same on the service, byte for byte (seed ${seed})`, () => {
  const count = amount(10_000, 100_000);
  let applied = 0;
  let made = 0;
  for (const { document, operations, result, patch, merged: after, merging } of makeSamples(count, seed)) {
    made += 1;
    if (result !== null) applied += 1;
    expect([document, operations, patched(document, operations)]).toEqual([document, operations, result]);
    const parsed = attempt(() =>
      applyPatch(parseText(document) as ObjectValue, parseText(operations) as never),
    );
    expect([document, operations, parsed && toText(parsed)]).toEqual([document, operations, result]);
    expect([document, patch, merged(document, patch)]).toEqual([document, patch, after]);
    expect([document, merging, patched(document, merging)]).toEqual([document, merging, after]);
  }
  expect(made).toBe(count);
  expect(applied).toBeGreaterThan(count / 5);
}, 300_000);

const note = python === null ? ' (skipped: there is no python3)' : '';

test.skipIf(python === null).each(saveKinds)(
  `the vectors of a save, %s, are as \`npm run vectors\` leaves them${note}`,
  (kind) => {
    const all = readSaveCases(kind);
    const given = all.map((line) => givenOf(kind, line));
    expect(all).toEqual(
      referencesOf(kind, given).map((expected, index) => ({ ...given[index], ...expected })) as never,
    );
  },
);

test.each(saveKinds)('the vectors of a save, %s, hold in the client for JavaScript', (kind) => {
  const all = readSaveCases(kind);
  expect(all.length).toBeGreaterThan(150);
  for (const line of all) {
    const given = givenOf(kind, line);
    expect<unknown>({ ...given, ...saveAnswers[kind](given as never) }).toEqual(line);
  }
});

test('the differences of saves are right on the service', () => {
  for (const { before, after, operations = '' } of readSaveCases('difference')) {
    const result = patched(before, operations) ?? 'null';
    expect([before, operations, areEqual(result, after)]).toEqual([before, operations, true]);
  }
});

const document = (text: string): ObjectValue => giveOut(parseText(text) as never);

test('documents of a save are patched, merged and compared to the last digit', () => {
  for (const { document: before, operations, result, isMalformed } of readCases('patch')) {
    const applied = attempt(() => toText(applyPatch(document(before), parseText(operations) as never)));
    if (!isMalformed) expect([before, operations, applied]).toEqual([before, operations, result]);
  }
  for (const { document: before, patch, result } of readCases('merge'))
    expect([patch, toText(applyMerge(document(before), document(patch)))]).toEqual([patch, result]);
  for (const { left, right, isEqual } of readCases('equal'))
    expect([left, right, isSame(parseText(left), parseText(right))]).toEqual([left, right, isEqual]);
});

// The device's view follows the service: the same operations on the same document have the same effect, and are refused alike.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { applyMergePatch } from '../../src/metadata/merge-patch.ts';
import { applyPlaykeepPatch, parsePlaykeepPatch } from '../../src/metadata/playkeep-patch.ts';
import { amount } from '../../test/harness/nightly.ts';
import { memberText } from '../src/json-source.ts';
import type { Json, JsonObject } from '../src/record.ts';
import { applyChanges, setBody } from '../src/save/change.ts';
import { isEqual, parseExact } from '../src/save/equality.ts';
import { applyOperations, operationsBetween, operationsOfMerge } from '../src/save/operations.ts';
import { childOf } from '../src/save/pointer.ts';

const runs = { numRuns: amount(500, 10_000) };
const timeoutMilliseconds = amount(20_000, 120_000);

const keys = fc.constantFrom('a', 'b', 'c', '__proto__', 'x/y', '~', '0', '');
const scalars = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -50, max: 50 }),
  fc.constantFrom(0.1, 0.2, 1.5, 1e21, 1e-7),
  fc.string({ maxLength: 3 }),
);
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
  ),
}));
const objects = fc
  .array(fc.tuple(keys, values), { maxLength: 5 })
  .map((members) => Object.fromEntries(members) as JsonObject);
const tokens = fc.constantFrom('a', 'b', 'a', 'b', 'c', '__proto__', 'x~1y', '~0', '0', '1', '-', '');
const pointers = fc
  .array(tokens, { minLength: 0, maxLength: 2 })
  .map((path) => path.map((token) => `/${token}`).join(''));
const operations = fc.array(
  fc.oneof(
    fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: pointers, value: values }),
    fc.record({ op: fc.constant('remove'), path: pointers }),
    fc.record({ op: fc.constantFrom('move', 'copy'), path: pointers, from: pointers }),
    fc.record(
      {
        op: fc.constant('increment'),
        path: pointers,
        by: fc.constantFrom(1, -3, 0.1, 1e3),
        min: fc.constantFrom(0, -10),
        initial: fc.constantFrom(5, 0.2),
      },
      { requiredKeys: ['op', 'path', 'by'] },
    ),
    fc.record(
      { op: fc.constant('append'), path: pointers, value: values, maxItems: fc.constantFrom(1, 3) },
      { requiredKeys: ['op', 'path', 'value'] },
    ),
  ),
  { minLength: 1, maxLength: 2 },
) as fc.Arbitrary<Parameters<typeof applyOperations>[1]>;

const attempt = <Result>(act: () => Result): Result | 'refused' => {
  try {
    return act();
  } catch {
    return 'refused';
  }
};

test(
  'patches have the effect that they have on the service',
  () => {
    let applied = 0;
    fc.assert(
      fc.property(objects, operations, (document, patch) => {
        const service = attempt(() =>
          JSON.parse(applyPlaykeepPatch(JSON.stringify(document), parsePlaykeepPatch(JSON.stringify(patch)))),
        );
        if (service !== 'refused') applied += 1;
        expect(attempt(() => applyOperations(document, patch))).toEqual(service);
      }),
      runs,
    );
    expect(applied).toBeGreaterThan(20);
  },
  timeoutMilliseconds,
);

test(
  'merge patches have the effect that they have on the service, as operations too',
  () => {
    fc.assert(
      fc.property(objects, objects, (document, patch) => {
        const service = JSON.parse(applyMergePatch(JSON.stringify(document), JSON.stringify(patch)));
        expect(isEqual(applyOperations(document, operationsOfMerge(document, patch)), service)).toBe(true);
      }),
      runs,
    );
  },
  timeoutMilliseconds,
);

test(
  'the operations between two documents make one the other',
  () => {
    fc.assert(
      fc.property(objects, objects, (before, after) => {
        const patch = operationsBetween(before, after);
        expect(isEqual(applyOperations(before, patch), after)).toBe(true);
        const text = applyPlaykeepPatch(JSON.stringify(before), parsePlaykeepPatch(JSON.stringify(patch)));
        expect(isEqual(JSON.parse(text), after)).toBe(true);
      }),
      runs,
    );
  },
  timeoutMilliseconds,
);

test(
  'a set changes what it changed in its view, and nothing else in another document',
  () => {
    const members = fc.constantFrom('a', 'b', 'c', '__proto__', 'x/y');
    const flat = fc
      .array(fc.tuple(members, scalars), { maxLength: 5 })
      .map((entries) => Object.fromEntries(entries) as JsonObject);
    fc.assert(
      fc.property(flat, flat, flat, (view, data, other) => {
        const change = { id: '', kind: 'set', madeAt: '', body: setBody(view, data) } as const;
        expect(isEqual(applyChanges(view, [change]), data)).toBe(true);
        const result = applyChanges(other, [change]);
        for (const key of new Set([view, data, other].flatMap((each) => Object.keys(each)))) {
          const isChanged = !isEqual(childOf(view, key), childOf(data, key));
          expect(isEqual(childOf(result, key), childOf(isChanged ? data : other, key))).toBe(true);
        }
      }),
      runs,
    );
  },
  timeoutMilliseconds,
);

test('numbers that JavaScript rounds to one value stay different', () => {
  expect(isEqual(parseExact('{"n":12345678901234567890}'), parseExact('{"n":12345678901234567891}'))).toBe(
    false,
  );
  expect(
    isEqual(
      parseExact('{"n":1.0,"s":"12345678901234567890 \\" 1"}'),
      parseExact('{"s":"12345678901234567890 \\" 1","n":1}'),
    ),
  ).toBe(true);
});

test(
  'a member’s text is cut out as it stands',
  () => {
    fc.assert(
      fc.property(objects, fc.constantFrom(0, 1, 3), (document, indent) => {
        const text = JSON.stringify(
          { first: [document, '}'], data: { metadata: document, last: 1 } },
          null,
          indent,
        );
        const found = memberText(text, ['data', 'metadata']) ?? '';
        expect(isEqual(JSON.parse(found), document)).toBe(true);
        expect(text).toContain(found);
        expect(memberText(text, ['data', 'absent'])).toBeUndefined();
      }),
      runs,
    );
  },
  timeoutMilliseconds,
);

// Counters on text against a reference on parsed values, whose text has the same layout. So a patch changes only the parts that it
// names, and new items and members are laid out like their neighbours.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { applyPlaykeepPatch, parsePlaykeepPatch } from '../../src/metadata/playkeep-patch.ts';
import { amount } from '../harness/nightly.ts';

type Value = number | string | number[];
type Document = Record<string, Value>;

const integer = fc.integer({ min: -1_000_000, max: 1_000_000 });
const key = fc.constantFrom('a', 'b', 'c', '/', '~', 'é', '__proto__');
const document = fc
  .uniqueArray(
    fc.tuple(
      key,
      fc.oneof<fc.Arbitrary<Value>[]>(
        integer,
        fc.array(integer, { minLength: 1, maxLength: 5 }),
        fc.constant('x'),
      ),
    ),
    { selector: ([name]) => name, minLength: 1, maxLength: 6 },
  )
  .map((members) => Object.fromEntries(members) as Document);

type Operation =
  | { readonly op: 'increment'; key: string; by: number; min?: number; max?: number; initial?: number }
  | { readonly op: 'append'; key: string; value: number; maxItems?: number };

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record(
    { op: fc.constant('increment' as const), key, by: integer, min: integer, max: integer, initial: integer },
    { requiredKeys: ['op', 'key', 'by'] },
  ),
  fc.record(
    { op: fc.constant('append' as const), key, value: integer, maxItems: fc.integer({ min: 1, max: 6 }) },
    { requiredKeys: ['op', 'key', 'value'] },
  ),
);

/** @returns whether it applies. */
function applyReference(members: Document, operation: Operation): boolean {
  const before = Object.hasOwn(members, operation.key) ? members[operation.key] : undefined;
  let after: Value;
  if (operation.op === 'increment') {
    const { by, min = -Infinity, max = Infinity, initial = 0 } = operation;
    if (before !== undefined && typeof before !== 'number') return false;
    after = (before ?? initial) + by;
    if (after < min || after > max) return false;
  } else {
    if (before !== undefined && !Array.isArray(before)) return false;
    after = [...(before ?? []), operation.value].slice(-(operation.maxItems ?? Infinity));
  }
  Object.defineProperty(members, operation.key, {
    value: after,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return true;
}

test('counters on text give what they give on values, in the layout of the text', () => {
  let applied = 0;
  fc.assert(
    fc.property(
      document,
      fc.array(operation, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(undefined, 1, 2, '\t'),
      (before, operations, indent) => {
        const after = JSON.parse(JSON.stringify(before)) as Document;
        const isApplied = operations.every((each) => applyReference(after, each));
        const patch = operations.map(({ key: name, ...members }) => ({
          ...members,
          path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        }));
        const text = JSON.stringify(before, null, indent);
        const apply = () => applyPlaykeepPatch(text, parsePlaykeepPatch(JSON.stringify(patch)));
        if (!isApplied) {
          expect(apply).toThrow('Patch does not apply');
          return;
        }
        applied += 1;
        const result = apply();
        // A new array has no layout to follow.
        const isNew = operations.some((each) => each.op === 'append' && !Object.hasOwn(before, each.key));
        if (isNew) expect(JSON.parse(result)).toEqual(after);
        else expect(result).toBe(JSON.stringify(after, null, indent));
      },
    ),
    { numRuns: amount(3_000, 30_000) },
  );
  expect(applied).toBeGreaterThan(500);
});

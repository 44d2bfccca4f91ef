// Changes that were made fewer have the effect of all: on every record, also on one that another device changed, with the same values
// to the last digit, the same conflicts, and as many changes refused.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { applyMergePatch } from '../../src/metadata/merge-patch.ts';
import { applyPlaykeepPatch, parsePlaykeepPatch } from '../../src/metadata/playkeep-patch.ts';
import { amount } from '../../test/harness/nightly.ts';
import type { Json, JsonObject } from '../src/record.ts';
import {
  applyChange,
  applyChanges,
  type ChangeBody,
  operationsOf,
  type QueuedChange,
  setBody,
} from '../src/save/change.ts';
import { compactChanges } from '../src/save/compact.ts';
import { isEqual } from '../src/save/equality.ts';
import { rebaseChanges } from '../src/save/rebase.ts';

const runs = { numRuns: amount(400, 20_000) };
const timeoutMilliseconds = amount(120_000, 1_800_000);

// Few members, so that changes meet each other and the record.
const keys = fc.constantFrom('a', 'b', 's', 'x', '__proto__', '0');
const scalars = fc.constantFrom<Json>(null, true, 0, 1, 7, -3, 0.5, 1.25, 'text');
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 3 }).map((members) => Object.fromEntries(members)),
  ),
}));
const objects = fc
  .array(fc.tuple(keys, values), { maxLength: 4 })
  .map((members) => Object.fromEntries(members) as JsonObject);
const pointers = fc.constantFrom(
  '/a',
  '/b',
  '/s',
  '/s/x',
  '/s/a',
  '/s/a/b',
  '/a/0',
  '/a/-',
  '/__proto__',
  '/0',
  '',
);

const increments = fc.record(
  {
    op: fc.constant('increment'),
    path: pointers,
    by: fc.constantFrom(1, 2, -3, 0.5, 0.1, 1e21, 0),
    min: fc.constantFrom(0, -5),
    max: fc.constantFrom(3, 10),
    initial: fc.constantFrom(5, 0.25),
  },
  { requiredKeys: ['op', 'path', 'by'] },
);
const appends = fc.record(
  { op: fc.constant('append'), path: pointers, value: values, maxItems: fc.constantFrom(1, 2) },
  { requiredKeys: ['op', 'path', 'value'] },
);
const others = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: pointers, value: values }),
  fc.record({ op: fc.constant('remove'), path: pointers }),
  fc.record({ op: fc.constantFrom('move', 'copy'), path: pointers, from: pointers }),
);
const plain = fc.oneof(
  fc.record({ op: fc.constant('increment'), path: pointers, by: fc.constantFrom(1, 5, 0.5) }),
  fc.record({ op: fc.constant('append'), path: pointers, value: scalars }),
);
const counters = fc.oneof(
  { weight: 4, arbitrary: plain.map((each) => [each]) },
  { weight: 1, arbitrary: increments.map((each) => [each]) },
  { weight: 1, arbitrary: appends.map((each) => [each]) },
  { weight: 1, arbitrary: fc.array(fc.oneof(increments, appends, others), { minLength: 1, maxLength: 2 }) },
);
const patches = fc.oneof(
  objects,
  fc.constantFrom<JsonObject>(
    { a: 1 },
    { a: 2 },
    { s: { x: 1 } },
    { s: { x: 2 } },
    { s: { a: null } },
    { s: {} },
  ),
);
const bodies = fc.oneof(
  { weight: 3, arbitrary: patches.map((patch) => ({ patch })) },
  { weight: 4, arbitrary: counters.map((operations) => ({ operations })) },
) as fc.Arbitrary<ChangeBody>;

const changeOf = (body: ChangeBody, index: number): QueuedChange => ({
  ...{ id: `${index}`, number: index + 1, kind: 'patch', madeAt: '', body },
});

/** The changes that are left, in order. */
function compact(
  document: JsonObject,
  changes: readonly QueuedChange[],
  isAny: boolean,
): readonly QueuedChange[] {
  const left = new Map(changes.map((change) => [change.number, change]));
  for (const [number, change] of compactChanges(document, changes, isAny)) {
    if (change === undefined) left.delete(number);
    else left.set(number, { ...change, number });
  }
  return [...left.values()].sort((one, other) => one.number - other.number);
}

/** JSON with each number as its text. */
const exactly = (text: string): Json =>
  JSON.parse(
    text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) =>
      token.startsWith('"') ? token : `"#${token}"`,
    ),
  );

/** The record after the changes, as the service makes it, and how many it refused. */
function serve(
  document: JsonObject,
  changes: readonly QueuedChange[],
): { readonly text: string; readonly refused: number } {
  let text = JSON.stringify(document);
  let refused = 0;
  for (const change of changes) {
    const { body, count = 1 } = change;
    try {
      if ('patch' in body) text = applyMergePatch(text, JSON.stringify(body.patch));
      else {
        const operations = JSON.stringify(operationsOf(JSON.parse(text), change));
        text = applyPlaykeepPatch(text, parsePlaykeepPatch(operations));
      }
    } catch {
      refused += count;
    }
  }
  return { text, refused };
}

/** The view after each change that applies; a `set` is made upon the view of its time. */
function make(
  base: JsonObject,
  given: readonly (ChangeBody | { readonly edit: JsonObject })[],
): readonly QueuedChange[] {
  let view = base;
  return given.flatMap((each, index) => {
    // A game sets a copy of its view with some members changed.
    const body = 'edit' in each ? setBody(view, { ...view, ...each.edit }) : each;
    const change = changeOf(body, index);
    try {
      view = applyChange(view, change);
    } catch {
      return [];
    }
    return [change];
  });
}

/** @returns whether a change was refused into which others had been joined */
function serveAlike(
  document: JsonObject,
  changes: readonly QueuedChange[],
  left: readonly QueuedChange[],
): boolean {
  const [all, fewer] = [serve(document, changes), serve(document, left)];
  expect(fewer.refused).toBe(all.refused);
  expect(isEqual(exactly(fewer.text), exactly(all.text))).toBe(true);
  return left.some((change) => (change.count ?? 1) > 1 && serve(document, [change]).refused > 0);
}

test(
  'they have the same effect, refusals and conflicts on this device and upon what another one stored',
  () => {
    const seen = { compacted: 0, joinedAndRefused: 0 };
    const edits = fc.oneof(
      objects,
      fc.constantFrom<JsonObject>({ a: 1 }, { a: 2 }, { b: [1] }, { b: [1, 2] }, { s: { x: 1 } }),
    );
    const given = fc.array(
      fc.oneof(
        bodies,
        edits.map((edit) => ({ edit })),
      ),
      { maxLength: 12 },
    );
    // Some of these do not apply.
    const queues = fc.array(bodies, { maxLength: 12 });
    fc.assert(
      fc.property(objects, objects, given, queues, fc.boolean(), (base, other, made, queued, isAny) => {
        const changes = make(base, made);
        const left = compact(base, changes, isAny);
        expect(isEqual(applyChanges(base, left), applyChanges(base, changes))).toBe(true);
        if (left.length < changes.length) seen.compacted += 1;
        for (const document of [base, other]) {
          const all = queued.map(changeOf);
          if (serveAlike(document, all, compact(base, all, isAny))) seen.joinedAndRefused += 1;
        }
        for (const theirs of [other, { ...base, ...other }]) {
          const [from, to] = [JSON.stringify(base), JSON.stringify(theirs)];
          const [all, fewer] = [rebaseChanges(changes, from, to), rebaseChanges(left, from, to)];
          expect([fewer.isConflict, isEqual(fewer.mine, all.mine)]).toEqual([all.isConflict, true]);
          const isJoined = serveAlike(theirs, all.changes, fewer.changes);
          if (isJoined) seen.joinedAndRefused += 1;
        }
      }),
      runs,
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(runs.numRuns / 40);
  },
  timeoutMilliseconds,
);

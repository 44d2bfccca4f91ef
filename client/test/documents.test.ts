// Documents of a save: numbers to the last digit, the difference that is sent, the merge of three, and what is unsent. That the rules are
// those of the model is client/test/nightly/save-rules.test.ts.
import { expect, test } from 'bun:test';
import { leastCpuMilliseconds } from '../../test/harness/cpu-time.ts';
import type { JsonObject } from '../src/index.ts';
import { isSame, type ObjectValue, parseText, toData, toText, type Value } from '../src/save/exact.ts';
import { difference, merge3 } from '../src/save/merge3.ts';
import { applyMerge, applyPatch, DoesNotApply, type Operation } from '../src/save/patch.ts';
import { parsePointer } from '../src/save/pointer.ts';
import { addStep, applyEdit, documentOf, mergeState, requestOf, type Step } from '../src/save/unsent.ts';
import { giveOut, toDocument } from '../src/save/values.ts';

/** Frozen, since no function changes a document. */
const parse = (text: string): ObjectValue => giveOut(parseText(text) as never);

test.each([
  '{"a":12345678901234567890,"b":[1.0,-0,1E5,1e400,0.1,1e-7,-5],"c":{"d":1.50}}',
  '{"12345678901234567890":"12345678901234567890","s":"\\u0000n12345678901234567890","t":"a \\"1.0\\", 1.0"}',
  '{"\\u0000n1":123456789012345678901,"\\u0000":"\\u0000s"}',
  '{"__proto__":{"n":1.0},"a":[{"n":1.0}]}',
  '123456789012345678901',
])('%s comes back to the last digit', (text) => {
  expect(toText(parseText(text))).toBe(text);
});

test.each([
  ['12345678901234567890', '12345678901234567891', false],
  ['12345678901234567890', '1234567890123456789e1', true],
  ['1', '1.00', true],
  ['-0', '0', true],
  ['0.1', '0.1000000000000000055', false],
  ['1e400', '1e401', false],
  ['1e1000', '10e999', true],
  ['1.0', '"1.0"', false],
  ['{"a":[1,{"b":2.0}]}', '{"a":[1.0,{"b":2}]}', true],
  ['{"a":1}', '{"b":1}', false],
  ['{}', '[]', false],
  ['[]', '{"length":0}', false],
  ['{"toString":1}', '{"a":1}', false],
])('are %s and %s one value? %p', (left, right, expected) => {
  const [one, other] = [parseText(left), parseText(right)];
  expect([isSame(one, other), isSame(other, one)]).toEqual([expected, expected]);
});

test('a game sees numbers of JavaScript, and what has no others is the same object', () => {
  const document = parse('{"big":12345678901234567890,"a":{"n":1},"list":[1.0,-1e400]}');
  const data = toData(document);
  expect(data).toEqual({ big: 12345678901234567000, a: { n: 1 }, list: [1, -Number.MAX_VALUE] });
  expect(data.a).toBe(document.a as never);
  expect(toData(document)).toBe(data);
  const plain = parse('{"a":1}');
  expect(toData(plain)).toBe(plain as JsonObject);
  expect(() => JSON.stringify(document)).toThrow(TypeError);
});

const hero = (id: number) => ({ id, name: 'x'.repeat(200) });
const heroes = (from: number, to: number): Value =>
  Array.from({ length: to - from }, (_, i) => hero(from + i));

test.each<[string, Value, Value, number]>([
  ['the first of 300 items is gone', heroes(0, 300), heroes(1, 300), 1],
  ['a log of 300 moved by one', heroes(0, 300), heroes(1, 301), 2],
  ['three items are gone', heroes(0, 300), (heroes(0, 300) as Value[]).filter((_, i) => i % 100 !== 50), 3],
  ['two items came between', [1, 2, 3, 4], [1, 9, 2, 3, 8, 4], 2],
  ['two cells of a grid', [0, 1, 0, 1, 0, 1, 0, 1], [0, 7, 0, 1, 0, 1, 7, 1], 2],
  ['a member of an item', [{ a: 1, b: 2 }, 5], [{ a: 1, b: 3 }, 5], 1],
  ['all items are others', [1, 2, 3], [4, 5], 3],
])('%s: few operations', (_, before, after, count) => {
  const [one, other] = [{ list: before }, { list: after }];
  const operations = difference(one, other);
  expect(operations.length).toBe(count);
  expect(toText(operations as readonly Value[]).length).toBeLessThan(1_000);
  expect(toText(applyPatch(one, operations))).toBe(toText(other));
});

test.each<[string, string, Operation[], string | null]>([
  ['sums have all digits', '{"n":0.1}', [{ op: 'increment', path: '/n', by: 0.2 }], '{"n":0.3}'],
  ['and all decimals', '{"n":0.5}', [{ op: 'increment', path: '/n', by: 0.5 }], '{"n":1.0}'],
  [
    'long ones',
    '{"n":12345678901234567890}',
    [{ op: 'increment', path: '/n', by: 1 }],
    '{"n":12345678901234567891}',
  ],
  ['negative ones', '{"n":-1.25}', [{ op: 'increment', path: '/n', by: 1 }], '{"n":-0.25}'],
  ['past the largest number', '{"n":1e308}', [{ op: 'increment', path: '/n', by: 1e308 }], null],
  ['too many digits', '{"n":1e2000}', [{ op: 'increment', path: '/n', by: 1 }], null],
  ['below min', '{"n":5}', [{ op: 'increment', path: '/n', by: -6, min: 0 }], null],
  ['above max', '{"n":5}', [{ op: 'increment', path: '/n', by: 6, max: 10 }], null],
  ['no number', '{"n":null}', [{ op: 'increment', path: '/n', by: 6 }], null],
  ['initial', '{}', [{ op: 'increment', path: '/n', by: 6, initial: 10 }], '{"n":16}'],
  ['the last items', '{"l":[1,2]}', [{ op: 'append', path: '/l', value: 3, maxItems: 2 }], '{"l":[2,3]}'],
  [
    'test by digits',
    '{"n":1.0}',
    [
      { op: 'test', path: '/n', value: 1 },
      { op: 'remove', path: '/n' },
    ],
    '{}',
  ],
  ['move', '{"a":{"b":1}}', [{ op: 'move', from: '/a/b', path: '/c' }], '{"a":{},"c":1}'],
  ['move into itself', '{"a":{"b":1}}', [{ op: 'move', from: '/a', path: '/a/b' }], null],
  ['copy', '{"a":[1]}', [{ op: 'copy', from: '/a/0', path: '/a/0' }], '{"a":[1,1]}'],
  ['no place', '{"a":[1]}', [{ op: 'add', path: '/a/2', value: 1 }], null],
  ['an item', '{"a":[{"b":1}]}', [{ op: 'replace', path: '/a/0/b', value: 2 }], '{"a":[{"b":2}]}'],
  [
    'an edit after a copy',
    '{"a":{"b":1}}',
    [
      { op: 'replace', path: '/a/b', value: 2 },
      { op: 'copy', from: '/a', path: '/c' },
      { op: 'replace', path: '/a/b', value: 3 },
    ],
    '{"a":{"b":3},"c":{"b":2}}',
  ],
  [
    'all or nothing',
    '{"a":1}',
    [
      { op: 'remove', path: '/a' },
      { op: 'remove', path: '/a' },
    ],
    null,
  ],
])('patches: %s', (_, document, operations, result) => {
  if (result === null) expect(() => applyPatch(parse(document), operations)).toThrow(DoesNotApply);
  else expect(toText(applyPatch(parse(document), operations))).toBe(result);
});

test('a merge patch', () => {
  const merged = applyMerge(
    parse('{"a":{"b":1.0,"c":2},"d":1}'),
    parse('{"a":{"c":null,"e":{"f":null}},"d":[null]}'),
  );
  expect(toText(merged)).toBe('{"a":{"b":1.0,"e":{}},"d":[null]}');
});

test.each([
  ['members', '{"a":1,"b":1,"c":1}', '{"a":2,"b":1}', '{"a":1,"b":3,"c":1}', '{"a":2,"b":3}', ''],
  ['both', '{"a":1}', '{"a":2}', '{"a":3}', '{"a":2}', '/a'],
  ['to one value', '{"a":1}', '{"a":2.0}', '{"a":2}', '{"a":2}', ''],
  [
    'digits',
    '{"a":1}',
    '{"a":12345678901234567890}',
    '{"a":12345678901234567891}',
    '{"a":12345678901234567890}',
    '/a',
  ],
  ['arrays', '{"l":[1]}', '{"l":[1,2]}', '{"l":[9,3]}', '{"l":[9,3,2]}', ''],
  ['array and none', '{"l":[1]}', '{"l":[1,2]}', '{"l":5}', '{"l":[1,2]}', '/l'],
  ['removed and changed', '{"a":1}', '{}', '{"a":2}', '{}', '/a'],
  ['new objects', '{}', '{"o":{"a":1}}', '{"o":{"b":2}}', '{"o":{"b":2,"a":1}}', ''],
])('merge of three: %s', (_, base, mine, theirs, result, disputed) => {
  const merge = merge3(parse(base), parse(mine), parse(theirs));
  expect([toText(merge.merged), merge.disputed.map((path) => `/${path.join('/')}`).join()]).toEqual([
    result,
    disputed,
  ]);
});

test('a state keeps the digits of what its game did not touch', () => {
  const document = parse(
    '{"big":12345678901234567890,"gold":1.0,"list":[{"big":12345678901234567890},{"n":1}]}',
  );
  const data = toData(document);
  const state = { ...data, gold: 2, list: [{ n: 5 }, ...(data.list as JsonObject[])] };
  const { unsent, disputed } = mergeState({ plain: document, steps: [] }, data, state);
  expect(disputed).toEqual([]);
  expect(toText(unsent.plain)).toBe(
    '{"big":12345678901234567890,"gold":2,"list":[{"n":5},{"big":12345678901234567890},{"n":1}]}',
  );
});

test('increments join by their digits, and a request holds them', () => {
  const step = (by: number): Step => ({ op: 'increment', path: '/n', by });
  const record = parse('{"n":12345678901234567890,"a":1}');
  const unsent = addStep(addStep({ plain: record, steps: [] }, step(0.1)), step(0.2));
  expect(toText(documentOf(unsent))).toBe('{"n":12345678901234567890.3,"a":1}');
  const { operations, held, waiting } = requestOf(record, unsent, 1_000);
  expect(toText(operations as readonly Value[])).toBe('[{"op":"increment","path":"/n","by":0.3}]');
  expect([toText(documentOf(held)), waiting]).toEqual([toText(documentOf(unsent)), []]);
});

test('a request is the whole document where that is shorter', () => {
  const numbers = (from: number) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`m${i}`, from + i]));
  const record = parse('{"big":12345678901234567890}');
  const plain = { ...record, ...numbers(0) };
  const all = requestOf(plain, { plain: { ...record, ...numbers(50) }, steps: [] }, 1_000).operations;
  expect(all.map(({ op, path }) => `${op} ${path}`)).toEqual(['replace ']);
  expect(toText(all as readonly Value[])).toContain('12345678901234567890');
  const few = requestOf(plain, { plain: { ...plain, m1: 5 }, steps: [] }, 1_000).operations;
  expect(few.map(({ op, path }) => `${op} ${path}`)).toEqual(['replace /m1']);
});

test('many changes beside an addition take little time', () => {
  const document = (from: number) => ({
    gold: from,
    m: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`m${i}`, i + from])),
  });
  const unsent = addStep({ plain: document(0), steps: [] }, { op: 'increment', path: '/gold', by: 1 });
  const { plain, steps } = applyEdit(unsent, document(1));
  expect([toText(plain) === toText({ ...document(1), gold: 0 }), steps.length]).toEqual([true, 1]);
  expect(leastCpuMilliseconds(() => applyEdit(unsent, document(2)))).toBeLessThan(100);
});

test('a state of 946 KB with one change is set in little time', () => {
  const item = (id: number) => ({
    id,
    name: `item ${id}`,
    level: id % 9,
    stats: { hp: id, tags: ['a', 'b'] },
  });
  const chest = () => Array.from({ length: 300 }, (_, id) => item(id));
  const document = giveOut(Object.fromEntries(Array.from({ length: 43 }, (_, i) => [`chest${i}`, chest()])));
  const state = JSON.parse(JSON.stringify(document));
  expect(JSON.stringify(state).length).toBeGreaterThan(946_000);
  state.chest20[7].level = 10;
  const unsent = { plain: document, steps: [] };
  const set = () => mergeState(unsent, document, toDocument(state, document));
  expect(difference(document, set().unsent.plain)).toEqual([
    { op: 'replace', path: '/chest20/7/level', value: 10 },
  ]);
  // 25 ms on a machine where nobody else works.
  expect(leastCpuMilliseconds(set)).toBeLessThan(100);
});

test('a unit is one value', () => {
  const [base, mine, theirs] = ['{"u":{"a":1,"b":1}}', '{"u":{"a":2,"b":1}}', '{"u":{"a":1,"b":2}}'].map(
    parse,
  ) as [ObjectValue, ObjectValue, ObjectValue];
  const { merged, disputed } = merge3(base, mine, theirs, { units: [parsePointer('/u')] });
  expect([toText(merged), disputed]).toEqual(['{"u":{"a":2,"b":1}}', [['u']]]);
});

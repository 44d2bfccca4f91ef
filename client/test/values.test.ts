// The values that a game hands over: what a save keeps, what it refuses with its place, and what is copied.
import { expect, test } from 'bun:test';
import type { PlaykeepError } from '../src/index.ts';
import { giveOut, toDocument, toOperations, toValue } from '../src/save/values.ts';

const cycle: { a: unknown[] } = { a: [] };
cycle.a.push(cycle);
class Hero {
  readonly level = 1;
}
const data = giveOut({ hero: { items: [1] } });
const deep = JSON.parse(`${'['.repeat(1_025)}${']'.repeat(1_025)}`);
const frozen = 'a frozen part of save.data; change save.load(), or make the state in save.update()';
const notKept = (place: string, what: string, instead: string): string =>
  `${place} is ${what}, which JSON does not keep; ${instead}`;

const refusals: readonly (readonly [value: unknown, detail: string])[] = [
  [{ inv: new Map() }, notKept('/inv', 'a Map', 'store [...map]')],
  [{ a: [{ seen: new Set() }] }, notKept('/a/0/seen', 'a Set', 'store [...set]')],
  [{ 'x/y': new Hero() }, notKept('/x~1y', 'a Hero', 'give it toJSON()')],
  [{ px: new Uint8Array(2) }, notKept('/px', 'a Uint8Array', 'store [...array]')],
  [{ px: new Int8Array(2) }, notKept('/px', 'an Int8Array', 'store [...array]')],
  [{ b: new ArrayBuffer(2) }, notKept('/b', 'an ArrayBuffer', 'store [...new Uint8Array(buffer)]')],
  [{ re: /a/ }, notKept('/re', 'a RegExp', 'store its source')],
  [{ big: 1n }, notKept('/big', 'a bigint', 'store its text')],
  [{ s: Symbol('s') }, notKept('/s', 'a symbol', 'store its text')],
  [{ act: () => 1 }, notKept('/act', 'a function', 'store what it needs')],
  [{ n: Number.NaN }, notKept('/n', 'NaN', 'store a number or null')],
  [{ n: Number.POSITIVE_INFINITY }, notKept('/n', 'Infinity', 'store a number or null')],
  [{ list: [1, undefined] }, notKept('/list/1', 'undefined', 'store null')],
  [{ list: new Array(1) }, notKept('/list/0', 'undefined', 'store null')],
  [{ at: { toJSON: () => 1n } }, notKept('/at', 'a bigint', 'store its text')],
  [{ c: cycle }, notKept('/c/a/0', 'a part of itself', 'store each object in one place')],
  [deep, 'a save has at most 1024 levels'],
  [undefined, notKept('the value', 'undefined', 'store null')],
  [{ copy: data.hero.items }, `/copy is ${frozen}`],
  [data, `the value is ${frozen}`],
];

const refusalOf = (act: () => unknown): PlaykeepError => {
  try {
    act();
  } catch (error) {
    return error as PlaykeepError;
  }
  throw new Error('it was not refused');
};

test.each(refusals.map(([value, detail]) => [detail, () => toValue(value)] as const))(
  '%s',
  (detail, make) => {
    const { code, detail: told } = refusalOf(make);
    expect([code, told]).toEqual(['refused', detail]);
  },
);

test.each([[5], [null], [[]], ['text']])('%o is no save', (value) => {
  expect(refusalOf(() => toDocument(value)).detail).toBe('a save is an object, and this is none');
});

const withProto = JSON.parse('{"__proto__":{"a":1}}');
test.each([
  [{ a: undefined, b: [null, true, 'x', 1.5] }, '{"b":[null,true,"x",1.5]}'],
  [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  [{ hero: { toJSON: (key: string) => ({ key }) } }, '{"hero":{"key":"hero"}}'],
  [Object.assign(Object.create(null), { n: -0 }), '{"n":0}'],
  [withProto, '{"__proto__":{"a":1}}'],
])('%o is kept as %s', (value, text) => {
  expect(JSON.stringify(toValue(value))).toBe(text);
  const like = JSON.parse(text);
  expect(toValue(value, like)).toBe(like);
});

test('a copy is frozen, and shares what is as before', () => {
  const before = toDocument({ a: { x: 1 }, list: [{ n: 1 }, { n: 2 }], gone: 1 });
  const state = JSON.parse(JSON.stringify(before));
  state.list[1].n = 3;
  delete state.gone;
  const after = toDocument(state, before);
  state.a.x = 5;
  expect(JSON.stringify(after)).toBe('{"a":{"x":1},"list":[{"n":1},{"n":3}]}');
  expect(after.a).toBe(before.a as never);
  expect((after.list as readonly unknown[])[0]).toBe((before.list as readonly unknown[])[0]);
  expect(Object.isFrozen(after) && Object.isFrozen(after.list)).toBe(true);
  const shorter = toValue([1], [1, 2]);
  expect(shorter).toEqual([1]);
});

test('what update makes may have parts of save.data', () => {
  const made = toDocument({ ...data, level: 2 }, data, true);
  expect(made.hero).toBe(data.hero);
});

test('operations are checked and copied', () => {
  const items = [1];
  const operations = toOperations([{ op: 'add', path: '/items', value: items }]);
  items.push(2);
  expect(operations).toEqual([{ op: 'add', path: '/items', value: [1] }]);
  const detail = (given: unknown): string | undefined => refusalOf(() => toOperations(given)).detail;
  expect(detail([{ op: 'add', path: '/a', value: new Map() }])).toContain('/0/value is a Map');
  expect(detail([{ op: 'jump', path: '/a' }])).toContain('operation 0 has an "op" that is not known');
});

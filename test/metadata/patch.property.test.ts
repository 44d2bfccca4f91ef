// Patches of text compared with a reference that patches parsed values, and the untouched parts with the original.

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { applyJsonPatch, parseJsonPatch } from '../../src/metadata/json-patch.ts';
import { amount } from '../harness/nightly.ts';

type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

const key = fc.constantFrom('a', 'b', 'c', '', '/', '~', 'a"b', 'é', '0', '1');
const value = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Value[]>(null, true, false, 0, 1, -2.5, 'x', '"', '\u2028'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const object = fc.dictionary(key, value, { maxKeys: 5 });

/** The same value as text with white space anywhere, and with random spellings where there are two. */
function spaced(value: Value, random: () => number): string {
  const space = (): string => [' ', '\n', '', '\t  ', ''][Math.floor(random() * 5)] ?? '';
  if (Array.isArray(value)) {
    return `[${value.map((item) => space() + spaced(item, random) + space()).join(',') || space()}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, item]) =>
        `${space()}${JSON.stringify(name)}${space()}:${space()}${spaced(item, random)}${space()}`,
    );
    return `{${members.join(',') || space()}}`;
  }
  if (value === 1) return ['1', '1.0', '1e0'][Math.floor(random() * 3)] ?? '1';
  return JSON.stringify(value);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Operation {
  op: string;
  path: string;
  from?: string;
  value?: Value;
}

class Inapplicable extends Error {}

/** RFC 6902 section 4 on values, in place. */
function applyReference(document: { root: Value }, { op, path, from = '', value = null }: Operation): void {
  const tokens = (pointer: string) => [
    'root',
    ...pointer
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~')),
  ];
  const walk = (pointer: string): { holder: Value; last: string } => {
    const all = tokens(pointer);
    let holder: Value = document as unknown as Value;
    for (const token of all.slice(0, -1)) holder = read(holder, token);
    return { holder, last: all.at(-1) ?? '' };
  };
  function read(holder: Value, token: string): Value {
    if (typeof holder !== 'object' || holder === null) throw new Inapplicable();
    if (Array.isArray(holder) && !/^(0|[1-9]\d*)$/.test(token)) throw new Inapplicable();
    if (!Object.hasOwn(holder, token)) throw new Inapplicable();
    return (holder as { [key: string]: Value })[token] as Value;
  }
  function get(pointer: string): Value {
    const { holder, last } = walk(pointer);
    return read(holder, last);
  }
  function add(pointer: string, added: Value): void {
    const { holder, last } = walk(pointer);
    if (Array.isArray(holder)) {
      const index = last === '-' ? holder.length : /^(0|[1-9]\d*)$/.test(last) ? Number(last) : Number.NaN;
      if (!(index <= holder.length)) throw new Inapplicable();
      holder.splice(index, 0, added);
    } else if (typeof holder === 'object' && holder !== null) holder[last] = added;
    else throw new Inapplicable();
  }
  function remove(pointer: string): void {
    if (pointer === '') throw new Inapplicable();
    const { holder, last } = walk(pointer);
    read(holder, last);
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else delete (holder as { [key: string]: Value })[last];
  }
  if (op === 'add') add(path, value);
  else if (op === 'remove') remove(path);
  else if (op === 'replace') {
    get(path);
    const { holder, last } = walk(path);
    (holder as { [key: string]: Value })[last] = value;
  } else if (op === 'copy') add(path, structuredClone(get(from)));
  else if (op === 'test') {
    if (!Bun.deepEquals(get(path), value, true)) throw new Inapplicable();
  } else {
    if (path.startsWith(`${from}/`)) throw new Inapplicable();
    const moved = get(from);
    if (from === path) return;
    remove(from);
    add(path, moved);
  }
}

const token = fc.constantFrom('a', 'b', 'c', '', '~1', '~0', 'é', '0', '1', '2', '-', '01');
const pointer = fc
  .array(token, { minLength: 1, maxLength: 2 })
  .map((tokens) => tokens.map((each) => `/${each}`).join(''));
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('add'), path: pointer, value }) },
  fc.record({ op: fc.constantFrom('replace', 'test'), path: pointer, value }),
  fc.record({ op: fc.constant('remove'), path: pointer }),
  fc.record({ op: fc.constantFrom('move', 'copy'), path: pointer, from: pointer }),
);

test('a JSON patch of text is a JSON patch of values, or neither applies', () => {
  let applied = 0;
  fc.assert(
    fc.property(object, fc.array(operation, { maxLength: 4 }), fc.nat(), (target, operations, seed) => {
      const document = { root: structuredClone(target) as Value };
      let expected: Value | undefined = null;
      try {
        for (const each of operations) applyReference(document, structuredClone(each));
        expected = document.root;
      } catch (error) {
        if (!(error instanceof Inapplicable)) throw error;
        expected = undefined;
      }
      const isObject = typeof expected === 'object' && expected !== null && !Array.isArray(expected);
      const patch = parseJsonPatch(JSON.stringify(operations));
      const random = seeded(seed);
      if (!isObject) {
        expect(() => applyJsonPatch(spaced(target, random), patch)).toThrow();
        return;
      }
      applied += operations.length > 0 ? 1 : 0;
      expect(JSON.parse(applyJsonPatch(spaced(target, random), patch))).toEqual(expected as object);
    }),
    { numRuns: amount(8_000, 20_000) },
  );
  expect(applied).toBeGreaterThan(500);
});

// JSON Patches of text compared with a reference that patches parsed values, as RFC 6902 section 4 is written.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { applyJsonPatch, parseJsonPatch } from '../../src/metadata/json-patch.ts';
import { amount } from '../harness/nightly.ts';

type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
type Document = { root: Value };

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

const token = fc.constantFrom('a', 'b', 'c', '', '~1', '~0', 'é', '0', '1', '2', '-', '01');
const pointer = fc
  .array(token, { minLength: 1, maxLength: 2 })
  .map((tokens) => tokens.map((each) => `/${each}`).join(''));
interface Operation {
  op: string;
  path: string;
  from?: string;
  value?: Value;
}
const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('add'), path: pointer, value }) },
  fc.record({ op: fc.constantFrom('replace', 'test'), path: pointer, value }),
  fc.record({ op: fc.constant('remove'), path: pointer }),
  fc.record({ op: fc.constantFrom('move', 'copy'), path: pointer, from: pointer }),
);

class Inapplicable extends Error {}
const isIndex = (text: string): boolean => /^(0|[1-9]\d*)$/.test(text);
const unescaped = (text: string): string => text.replaceAll('~1', '/').replaceAll('~0', '~');

function read(holder: Value, name: string): Value {
  const isThere = typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name);
  if (!isThere || (Array.isArray(holder) && !isIndex(name))) throw new Inapplicable();
  return (holder as { [key: string]: Value })[name] as Value;
}

/** Applies an operation in place. */
function applyReference(document: Document, { op, path, from = '', value: given = null }: Operation): void {
  const walk = (to: string) => {
    const tokens = ['root', ...to.split('/').slice(1).map(unescaped)];
    const holder = tokens.slice(0, -1).reduce<Value>(read, document as unknown as Value);
    return { holder: holder as { [key: string]: Value }, last: tokens.at(-1) ?? '' };
  };
  const get = (at: string): Value => read(walk(at).holder, walk(at).last);
  function add(added: Value): void {
    const { holder, last } = walk(path);
    if (typeof holder !== 'object' || holder === null) throw new Inapplicable();
    if (!Array.isArray(holder)) holder[last] = added;
    else if (last === '-') holder.push(added);
    else if (isIndex(last) && Number(last) <= holder.length) holder.splice(Number(last), 0, added);
    else throw new Inapplicable();
  }
  function remove(at: string): void {
    const { holder, last } = walk(at);
    read(holder, last);
    if (Array.isArray(holder)) holder.splice(Number(last), 1);
    else delete holder[last];
  }
  if (op === 'add') add(given);
  else if (op === 'remove') remove(path);
  else if (op === 'replace') {
    get(path);
    walk(path).holder[walk(path).last] = given;
  } else if (op === 'copy') add(structuredClone(get(from)));
  else if (op === 'test') {
    if (!Bun.deepEquals(get(path), given, true)) throw new Inapplicable();
  } else {
    const moved = get(from);
    if (path.startsWith(`${from}/`)) throw new Inapplicable();
    if (from === path) return;
    remove(from);
    add(moved);
  }
}

test('a JSON patch of text is a JSON patch of values, or neither applies', () => {
  let applied = 0;
  const indents = fc.constantFrom(undefined, 1, '\t');
  fc.assert(
    fc.property(object, fc.array(operation, { maxLength: 4 }), indents, (target, operations, indent) => {
      const document: Document = { root: structuredClone(target) };
      const patch = parseJsonPatch(JSON.stringify(operations));
      const apply = () => JSON.parse(applyJsonPatch(JSON.stringify(target, null, indent), patch));
      try {
        for (const each of operations) applyReference(document, structuredClone(each));
      } catch (error) {
        if (!(error instanceof Inapplicable)) throw error;
        expect(apply).toThrow();
        return;
      }
      applied += operations.length > 0 ? 1 : 0;
      expect(apply()).toEqual(document.root);
    }),
    { numRuns: amount(8_000, 20_000) },
  );
  expect(applied).toBeGreaterThan(500);
});

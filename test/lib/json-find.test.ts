// Values at pointers are those that `JSON.parse` gives. The texts have nested objects, keys that repeat, escapes and white space.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createFinder } from '../../src/lib/json-find.ts';
import { cpuMilliseconds } from '../harness/cpu-time.ts';
import { amount } from '../harness/nightly.ts';

const names = ['a', 'b', 'A/b', '~', '', '\\', '"', '\u0000', '\ud800', '😀', '__proto__', 'toString'];
const token = fc.constantFrom(...names);
const space = fc.constantFrom('', ' ', '\n\t', '\r');

/** A key, with its characters as they are or as escapes. */
const keyText = fc
  .tuple(token, fc.boolean())
  .map(([name, isEscaped]) => (isEscaped ? `"${[...units(name)].join('')}"` : JSON.stringify(name)));

function* units(name: string) {
  for (let at = 0; at < name.length; at += 1) yield `\\u${name.charCodeAt(at).toString(16).padStart(4, '0')}`;
}

/** The text of a value in which members may repeat. */
const value = fc.letrec<{ value: string; object: string; member: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom('1', '-0', '1e400', '"x"', '"\\"}"', 'true', 'null', '[{"a": 1}, "]"]', '{}'),
    tie('object'),
    tie('object'),
  ),
  object: fc.array(tie('member'), { maxLength: 5 }).map((members) => `{${members.join(',')}}`),
  member: fc
    .tuple(space, keyText, space, tie('value'), space)
    .map(([before, key, between, inner, after]) => `${before}${key}${between}:${before}${inner}${after}`),
}));

/** The values that a parser finds. Objects without a prototype, so that `__proto__` is a key like any other. */
function lookUp(text: string, tokens: readonly string[]): unknown {
  let found: unknown = JSON.parse(text);
  for (const each of tokens) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined;
    if (!Object.hasOwn(found, each)) return undefined;
    found = Object.getOwnPropertyDescriptor(found, each)?.value;
  }
  return found;
}

describe('values at pointers', () => {
  test('are those of a parser', () => {
    const pointers = fc.array(fc.array(token, { maxLength: 3 }), { minLength: 1, maxLength: 16 });
    const property = fc.property(value.object, pointers, (text, paths) => {
      const found = createFinder(paths)(text).map((part) =>
        part === undefined ? undefined : JSON.parse(part),
      );
      expect(found).toEqual(paths.map((path) => lookUp(text, path)));
    });
    fc.assert(property, { numRuns: amount(2_000, 100_000) });
  });

  test('are the exact text', () => {
    const find = createFinder([['n'], ['o', 'n'], ['missing']]);
    const found = find('{"n": 1.50, "o" : {"n":12345678901234567890 } }');
    expect(found).toEqual(['1.50', '12345678901234567890', undefined]);
  });

  test('an earlier member of the same key does not count', () => {
    const find = createFinder([['a', 'b'], ['a']]);
    expect(find('{"a":{"b":1},"a":{"c":2}}')).toEqual([undefined, '{"c":2}']);
    expect(find('{"a":{"b":1},"\\u0061":3}')).toEqual([undefined, '3']);
  });

  test('take time in proportion to the text', () => {
    const find = createFinder(Array.from({ length: 16 }, (_, index) => ['key', `${index}`]));
    const timeOf = (members: number) => {
      const text = `{${Array.from({ length: members }, () => '"key":{"\\u0031":"\\\\\\\\"}').join(',')}}`;
      const start = cpuMilliseconds();
      find(text);
      return cpuMilliseconds() - start;
    };
    timeOf(20_000);
    // Eight times the text may take thirty times as long where the compiler is at work. Quadratic work would take 64 times.
    expect(timeOf(160_000)).toBeLessThan(30 * Math.max(timeOf(20_000), 2));
  });
});

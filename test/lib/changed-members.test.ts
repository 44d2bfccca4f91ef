// The members that differ, compared with a reference that parses both texts.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { changedMembers } from '../../src/lib/changed-members.ts';
import { cpuMilliseconds } from '../harness/cpu-time.ts';
import { amount } from '../harness/nightly.ts';

const bounds = { maxNames: 100, maxBytes: 1_024 };
const namesOf = (before: string | null, after: string | null): readonly string[] =>
  (JSON.parse(changedMembers(before, after, bounds) ?? 'null') as string[]).toSorted();

describe('the members that differ', () => {
  test.each([
    ['{"a":1,"b":2}', '{"a":1,"b":3}', ['b']],
    ['{"a":1}', '{"a":12}', ['a']],
    ['{"a":12}', '{"a":1}', ['a']],
    ['{"a":1,"b":[{"a":2}]}', '{"a":2,"b":[{"a":2}]}', ['a']],
    ['{ "a" : "x" , "b":{}}', '{"a":"x","b":{}}', []],
    ['{"a":"\\"","b":"}"}', '{"a":"\\"","b":"]"}', ['b']],
    ['{"a":1}', '{"a":1,"b":1}', ['b']],
    ['{"a":1,"b":1}', '{"b":1,"a":1}', []],
    ['{"a":1,"b":1}', '{"b":1}', ['a']],
    ['{"a":1}', '{"a":1.0}', ['a']],
    // Of several members under one name the last one counts, whatever text it is.
    ['{"a":1,"a":2}', '{"a":3,"a":2}', []],
    ['{"a":1,"a":2}', '{"a":1,"a":3}', ['a']],
    ['{"a":1,"\\u0061":2}', '{"a":3,"\\u0061":2}', []],
    ['{"a/b":1}', '{"a\\/b":1}', []],
    ['{"\\u0000":1,"\\ud800":1}', '{"\\u0000":2,"\\ud800":2}', ['\u0000', '\ud800']],
    ['{"__proto__":1,"":0}', '{"__proto__":2,"":1}', ['', '__proto__']],
    ['{}', '{"a":1}', ['a']],
    [null, '{"a":1,"a":2}', ['a']],
    ['{"a":1,"b":1}', null, ['a', 'b']],
    [null, '{}', []],
    [null, null, []],
  ])('from %p to %p are %p', (before, after, names) => {
    expect(namesOf(before, after)).toEqual(names);
    expect(namesOf(after, before)).toEqual(names);
  });

  test('are none past the bounds', () => {
    const object = (members: number, value: number, name = 'm') =>
      JSON.stringify(Object.fromEntries(Array.from({ length: members }, (_, n) => [`${name} ${n}`, value])));
    expect(namesOf(object(100, 1), object(100, 2))).toHaveLength(100);
    expect(changedMembers(object(101, 1), object(101, 2), bounds)).toBeNull();
    expect(changedMembers(null, object(101, 1), bounds)).toBeNull();
    // Eight names of 125 bytes with their quotes, seven commas and two brackets.
    const long = (letter: string, length: number) => object(8, 1, letter.repeat(length));
    expect(namesOf(null, long('x', 122))).toHaveLength(8);
    expect(changedMembers(null, long('x', 124), bounds)).toBeNull();
    expect(changedMembers(null, long('é', 62), bounds)).toBeNull();
  });

  test.each(['x', 'é', '☃'])('are found before a long rest of %p', (letter) => {
    const rest = `"long":"${letter.repeat(2_000)}"`;
    expect(namesOf(`{"a":1,${rest}}`, `{"a":3,${rest}}`)).toEqual(['a']);
    expect(namesOf(`{"${letter}":1,${rest},"${letter}":2}`, `{"${letter}":3,${rest},"${letter}":2}`)).toEqual(
      [],
    );
    expect(namesOf(`{"a":1,${rest},"\\u0061":2}`, `{"a":3,${rest},"\\u0061":2}`)).toEqual([]);
  });

  test('take time that is linear in the texts', () => {
    const object = (members: number, value: string) =>
      `{${Array.from({ length: members }, (_, n) => `"member ${n}":${n % 20 === 0 ? value : '1'}`).join(',')}}`;
    const [before, after] = [object(60_000, '1'), object(60_000, '2')];
    const start = cpuMilliseconds();
    expect(changedMembers(before, after, bounds)).toBeNull();
    expect(cpuMilliseconds() - start).toBeLessThan(2_000);
  });

  type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
  const value = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<Value[]>(null, true, 0, 1, 12, -2.5, 'x', '"', 'a'),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b', '"'), tie('value'), { maxKeys: 2 }),
    ),
  })).value;
  const name = fc.constantFrom('a', 'b', 'c', '', 'a"b', 'é', '\\', '0', '\ud800');
  const member = fc.tuple(name, value, fc.constantFrom('', ' ', '\n'));
  const object = fc.array(member, { maxLength: 6 });
  const textOf = (members: readonly [string, Value, string][]): string =>
    `{${members.map(([key, item, space]) => `${space}${JSON.stringify(key)}${space}:${space}${JSON.stringify(item)}${space}`).join(',')}}`;

  test('are those of a comparison by names', () => {
    fc.assert(
      fc.property(object, object, fc.boolean(), fc.nat(6), (first, others, isSimilar, at) => {
        const second = isSimilar
          ? [...first.slice(0, at), ...others.slice(0, 1), ...first.slice(at + 1)]
          : others;
        const [old, now] = [first, second].map(
          (members) => new Map(members.map(([key, item]) => [key, JSON.stringify(item)])),
        ) as [Map<string, string>, Map<string, string>];
        const expected = [...new Set([...old.keys(), ...now.keys()])].filter(
          (key) => old.get(key) !== now.get(key),
        );
        expect(namesOf(textOf(first), textOf(second))).toEqual(expected.toSorted());
      }),
      { numRuns: amount(2_000, 100_000) },
    );
  });
});

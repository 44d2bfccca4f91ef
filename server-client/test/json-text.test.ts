// Texts cut out of answers: the results of a stream are the same wherever its pieces end, and members keep their texts.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { memberText, ResultReader } from '../src/json-text.ts';

test('results come whole, wherever a piece of the answer ends', () => {
  const items = fc.array(
    fc.record({
      playerId: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
      data: fc.jsonValue(),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(items, fc.array(fc.nat(), { maxLength: 20 }), fc.boolean(), (results, places, isSpaced) => {
      const text = JSON.stringify({ statusCode: 200, data: { results } }, undefined, isSpaced ? 2 : 0);
      const cuts = [...places.map((place) => place % (text.length + 1)), text.length].toSorted(
        (a, b) => a - b,
      );
      const reader = new ResultReader();
      const found: unknown[] = [];
      let from = 0;
      for (const to of cuts) {
        expect(reader.isComplete).toBe(from === text.length);
        for (const item of reader.take(text.slice(from, to))) found.push(JSON.parse(item));
        from = to;
      }
      expect(found).toEqual(JSON.parse(JSON.stringify(results)));
      expect(reader.isComplete).toBe(true);
    }),
    { numRuns: 60 },
  );
}, 30_000);

test('a string of millions of characters is no trouble', () => {
  const long = JSON.stringify('\\"'.repeat(1_000_000));
  const text = `{"statusCode":200,"data":{"results":[{"a":${long}}]}}`;
  const reader = new ResultReader();
  const items: string[] = [];
  for (let at = 0; at < text.length; at += 65_536) items.push(...reader.take(text.slice(at, at + 65_536)));
  expect(items.map((item) => item.length)).toEqual([long.length + 6]);
  expect(memberText(`{"x":${long},"m":${long}}`, 'm')?.length).toBe(long.length);
});

test('an answer that ends early is not complete, and gives no part of a result', () => {
  const text = '{"statusCode":200,"data":{"results":[{"a":"}]\\""},{"b":[1,{}]}]}}';
  for (let length = 0; length < text.length; length += 1) {
    const reader = new ResultReader();
    const items = reader.take(text.slice(0, length));
    expect(reader.isComplete).toBe(false);
    for (const item of items) expect(['{"a":"}]\\""}', '{"b":[1,{}]}']).toContain(item);
  }
});

test('a member keeps the text of its value', () => {
  const values = [
    '12345678901234567890.10',
    '"}\\\\\\""',
    '{ "a" : [1.0, {}] }',
    '[]',
    'null',
    '-0',
    '"\\u005d"',
  ];
  for (const value of values) {
    const text = ` {"x":{"m":1} ,\n"\\u006d" : ${value} , "z":"m"}`;
    expect(memberText(text, 'm')).toBe(value);
    expect(memberText(text, 'none')).toBeUndefined();
  }
  expect(memberText('{}', 'm')).toBeUndefined();
});

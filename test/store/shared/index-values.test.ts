// The bytes of indexed values compare like the values, and a value of another type has none.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { IndexType } from '../../../src/store/ports/indexes.ts';
import {
  createIndexReader,
  encodeIndexValue,
  INDEXED_CHARACTERS,
} from '../../../src/store/shared/index-values.ts';
import { amount } from '../../harness/nightly.ts';

const bytesOf = (type: IndexType, text: string): Uint8Array => {
  const bytes = encodeIndexValue(type, text);
  if (!bytes) throw new Error(`${text} has no bytes`);
  return bytes;
};

const order = (type: IndexType, a: string, b: string): number =>
  Math.sign(Buffer.compare(bytesOf(type, a), bytesOf(type, b)));

const compare = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** The order of the first characters, by code points. */
function compareCharacters(a: string, b: string): number {
  const [left, right] = [a, b].map((text) =>
    [...text].slice(0, INDEXED_CHARACTERS).map((each) => each.codePointAt(0) ?? 0),
  ) as [number[], number[]];
  for (const [index, code] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    if (code !== other) return compare(code, other);
  }
  return compare(left.length, right.length);
}

const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  // Single UTF-16 units, so that surrogates stand alone, meet, and are out of order.
  fc
    .array(fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff', '\ue000', '\uffff', 'a', '\u0000', 'ÿ'))
    .map((units) => units.join('')),
  fc.string({ unit: fc.constantFrom('a', '😀', '\ud83d'), minLength: 250, maxLength: 260 }),
);

/** The text of a string, with all of its units as escapes or with few. */
const textOf = (value: string, escapes: boolean): string =>
  escapes
    ? `"${Array.from({ length: value.length }, (_, at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(value);

describe('bytes of indexed values', () => {
  test('numbers compare by size', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true }).map((value) => (Object.is(value, -0) ? '-0' : `${value}`)),
      fc.integer().map(String),
      fc.constantFrom('-0', '0', '0.0', '1e400', '-1e400', '1.0', '1', '5e-324', '12345678901234567890'),
    );
    const inJson = number.map((text) => text.replace('Infinity', '1e999').replace('e+', 'e'));
    const property = fc.property(inJson, inJson, (a, b) => {
      expect(order('number', a, b)).toBe(compare(Number(a), Number(b)));
    });
    fc.assert(property, { numRuns: amount(5_000, 200_000) });
  });

  test('strings compare by the code points of their first characters', () => {
    const property = fc.property(anyString, anyString, fc.boolean(), fc.boolean(), (a, b, first, second) => {
      expect(order('string', textOf(a, first), textOf(b, second))).toBe(compareCharacters(a, b));
    });
    fc.assert(property, { numRuns: amount(5_000, 200_000) });
  });

  test('strings with the same first 256 characters have the same bytes', () => {
    const start = '😀'.repeat(INDEXED_CHARACTERS);
    expect(bytesOf('string', JSON.stringify(`${start}a`))).toEqual(bytesOf('string', JSON.stringify(start)));
    expect(bytesOf('string', JSON.stringify(start))).toHaveLength(4 * INDEXED_CHARACTERS);
  });

  test('a value of another type has none', () => {
    const texts = {
      number: '-1',
      string: '"true"',
      boolean: 'true',
      other: 'null',
      array: '[1]',
      object: '{}',
    };
    for (const type of ['number', 'string', 'boolean'] as const)
      for (const [of, text] of Object.entries(texts))
        expect([type, of, encodeIndexValue(type, text) !== null]).toEqual([type, of, type === of]);
    expect(order('boolean', 'false', 'true')).toBe(-1);
  });
});

test('a reader gives a value for each index, and null where it is absent', () => {
  const read = createIndexReader([
    { pointer: '/level', type: 'number' },
    { pointer: '/level', type: 'string' },
    { pointer: '/guild/na~1me', type: 'string' },
    { pointer: '/list/0', type: 'number' },
  ]);
  expect(read('{"level": 7, "guild": {"na/me": "x"}, "list": [1]}')).toEqual([
    encodeIndexValue('number', '7'),
    null,
    new Uint8Array([0x78]),
    null,
  ]);
  expect(read(null)).toEqual([null, null, null, null]);
});

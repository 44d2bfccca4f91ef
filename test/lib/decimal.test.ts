// Exact decimal arithmetic: a table of cases, and sums and comparisons against BigInt.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  addDecimals,
  compareDecimals,
  digitCount,
  formatDecimal,
  parseDecimal,
} from '../../src/lib/decimal.ts';
import { amount } from '../harness/nightly.ts';

const bounds = { maxDigits: 1_000, maxExponent: 1_000 };

function decimal(text: string) {
  const number = parseDecimal(text, bounds);
  if (!number) throw new Error(`past the bounds: ${text}`);
  return number;
}
const sum = (a: string, b: string): string => formatDecimal(addDecimals(decimal(a), decimal(b)));

const nines = '9'.repeat(1_000);

// What the comparison with BigInt below draws seldom or never.
test.each([
  ['0.1', '0.2', '0.3'],
  ['1.50e1', '0', '15.0'],
  ['-0', '-0', '0'],
  ['-0.00', '0', '0.00'],
  ['0e999', '7', '7'],
  ['1.25', '-1.25', '0.00'],
  ['1000000000000000', '-1', '999999999999999'],
  ['100000000000000000000000000000', '-1', '99999999999999999999999999999'],
  ['9007199254740993', '9007199254740993', '18014398509481986'],
  ['1e-1000', '0', `0.${'0'.repeat(999)}1`],
  ['1E1000', '0', `1${'0'.repeat(1_000)}`],
  [nines, '1', `1${'0'.repeat(1_000)}`],
  [`-${nines}`, nines, '0'],
  [`0.${nines}`, `0.${'0'.repeat(999)}1`, `1.${'0'.repeat(1_000)}`],
  ['1e00000000000000000000000000000001', '0', '10'],
])('sums keep every digit, in either order: case %#', (a, b, expected) => {
  expect([sum(a, b), sum(b, a)]).toEqual([expected, expected]);
});

test.each([
  ['-1', '1', -1],
  ['0', '-0.0', 0],
  ['1.0', '1', 0],
  ['1e1000', `1${'0'.repeat(999)}`, 1],
  ['1e-1000', '0', 1],
  ['-1e-1000', '0', -1],
])('comparisons go by the value, however it is written: case %#', (a, b, expected) => {
  expect(Math.sign(compareDecimals(decimal(a), decimal(b)))).toBe(expected);
  expect(Math.sign(compareDecimals(decimal(b), decimal(a)))).toBe(0 - expected);
});

describe('bounds', () => {
  test('hold for the digits as they are written, without the zero before the point', () => {
    for (const text of [
      nines,
      `-${nines}`,
      `0.${nines}`,
      `9.${'9'.repeat(999)}`,
      `-0.${'0'.repeat(1_000)}`,
    ]) {
      expect([text, parseDecimal(text, bounds) !== undefined]).toEqual([text, true]);
      expect([text, parseDecimal(`${text}0`, bounds)]).toEqual([text, undefined]);
    }
  });

  test('hold for exponents in both directions', () => {
    for (const text of ['1e1001', '1e-1001', '0e1001', '1e99999999999999999999999', `1e${nines}`]) {
      expect([text, parseDecimal(text, bounds)]).toEqual([text, undefined]);
    }
    for (const text of ['1e1000', '1e-1000', '1E+1000', `1e-${'0'.repeat(2_000)}1000`]) {
      expect([text, parseDecimal(text, bounds) !== undefined]).toEqual([text, true]);
    }
  });

  test('count the digits of a result written out', () => {
    for (const [text, digits] of [
      ['0', 0],
      ['-0.00', 2],
      ['1e3', 4],
      ['1e1000', 1_001],
      ['1e-1000', 1_000],
      ['12.340', 5],
    ] as const) {
      expect([text, digitCount(decimal(text))]).toEqual([text, digits]);
    }
  });
});

interface Written {
  readonly text: string;
  /** The number is `coefficient` times ten to the power of `-decimals`. */
  readonly coefficient: bigint;
  readonly decimals: number;
}

/** The same by BigInt: an exponent moves the point, to the right only as far as there are decimals. */
function written(sign: string, whole: string, fraction: string, exponent: number | undefined): Written {
  const shift = fraction.length - (exponent ?? 0);
  const digits = BigInt(whole + fraction) * (shift < 0 ? 10n ** BigInt(-shift) : 1n);
  const text = `${sign}${whole}${fraction && `.${fraction}`}${exponent === undefined ? '' : `e${exponent}`}`;
  return { text, coefficient: sign === '-' ? -digits : digits, decimals: Math.max(shift, 0) };
}

const digits = (maxLength: number) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.stringMatching(/^\d{0,20}$/) },
    { weight: 1, arbitrary: fc.stringMatching(/^[09]{0,40}$/) },
    { weight: 1, arbitrary: fc.stringMatching(new RegExp(`^\\d{0,${maxLength}}$`)) },
  );
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits(500).map((all) => all.replace(/^0+/, '') || '0'),
    digits(500),
    fc.option(fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -1_000, max: 1_000 })), {
      nil: undefined,
    }),
  )
  .map((parts) => written(...parts));

const atScale = ({ coefficient, decimals }: Written, scale: number): bigint =>
  coefficient * 10n ** BigInt(scale - decimals);

test('sums and comparisons are those of BigInt, with the decimals of the number that has more', () => {
  fc.assert(
    fc.property(number, number, (a, b) => {
      const scale = Math.max(a.decimals, b.decimals);
      const [left, right] = [atScale(a, scale), atScale(b, scale)];
      const result = sum(a.text, b.text);
      expect(result).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/);
      expect(result.split('.')[1]?.length ?? 0).toBe(scale);
      expect(BigInt(result.replace('.', ''))).toBe(left + right);
      expect(/^-[0.]*$/.test(result)).toBe(false);
      const order = left < right ? -1 : left > right ? 1 : 0;
      expect(Math.sign(compareDecimals(decimal(a.text), decimal(b.text)))).toBe(order);
    }),
    { numRuns: amount(3_000, 100_000) },
  );
});

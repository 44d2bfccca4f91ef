// Exact decimal arithmetic on the text of JSON numbers: parse, add, compare, format. A number is its sign, its digits and the
// number of its decimals, so nothing is rounded. Time and memory are linear in the digits.
import { digitWork, free, numberWork, type Spend } from './json-work.ts';

export interface Decimal {
  /** False for zero, which has no sign here. */
  readonly isNegative: boolean;
  /** All digits without the point and without leading zeros; empty for zero. */
  readonly digits: string;
  /** The number of digits after the point. It may be larger than the number of `digits`, as for 0.01. */
  readonly decimals: number;
}

export interface DecimalBounds {
  /** Digits of the number as it is written, without a single zero before the point. */
  readonly maxDigits: number;
  /** The largest exponent in either direction. */
  readonly maxExponent: number;
}

/** RFC 8259 section 6. */
const numberParts =
  /^(?<sign>-?)(?:0|(?<whole>[1-9]\d*))(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[+-]?\d+))?$/;

/**
 * @param text of a JSON number.
 * @returns undefined for a number past the bounds.
 */
export function parseDecimal(
  text: string,
  { maxDigits, maxExponent }: DecimalBounds,
  spend: Spend = free,
): Decimal | undefined {
  spend(numberWork + text.length);
  const { sign, whole = '', fraction = '', exponent = '0' } = numberParts.exec(text)?.groups ?? {};
  const power = Number(exponent);
  if (whole.length + fraction.length > maxDigits || Math.abs(power) > maxExponent) return undefined;
  const digits = withoutLeadingZeros(whole + fraction);
  const decimals = fraction.length - power;
  return decimalOf(
    sign === '-',
    decimals < 0 ? appendZeros(digits, -decimals) : digits,
    Math.max(decimals, 0),
  );
}

/** The number of digits that the number has without an exponent, a single zero before the point not counted. */
export const digitCount = ({ digits, decimals }: Decimal): number => Math.max(digits.length, decimals);

/** @returns the sum, with as many decimals as the number that has more. */
export function addDecimals(a: Decimal, b: Decimal, spend: Spend = free): Decimal {
  const decimals = Math.max(a.decimals, b.decimals);
  const [left, right] = align(a, b);
  spend(left.length * digitWork);
  if (a.isNegative === b.isNegative) return decimalOf(a.isNegative, combine(left, right, 1), decimals);
  if (left < right) return decimalOf(b.isNegative, combine(right, left, -1), decimals);
  return decimalOf(a.isNegative, combine(left, right, -1), decimals);
}

/** @returns a number below, equal to or above zero, as `a` is to `b`. */
export function compareDecimals(a: Decimal, b: Decimal, spend: Spend = free): number {
  if (a.isNegative !== b.isNegative) return a.isNegative ? -1 : 1;
  const [left, right] = align(a, b);
  spend(left.length * digitWork);
  if (left === right) return 0;
  return left < right === a.isNegative ? 1 : -1;
}

/** The text of a JSON number without an exponent. */
export function formatDecimal({ isNegative, digits, decimals }: Decimal): string {
  const all = digits.padStart(decimals + 1, '0');
  const point = all.length - decimals;
  const whole = (isNegative ? '-' : '') + all.slice(0, point);
  return decimals === 0 ? whole : `${whole}.${all.slice(point)}`;
}

function decimalOf(isNegative: boolean, allDigits: string, decimals: number): Decimal {
  const digits = withoutLeadingZeros(allDigits);
  return { isNegative: isNegative && digits !== '', digits, decimals };
}

const withoutLeadingZeros = (digits: string): string => digits.replace(/^0+/, '');

const appendZeros = (digits: string, count: number): string =>
  digits === '' ? '' : digits + '0'.repeat(count);

/** The digits of both, padded with zeros to the same decimals and the same length. */
function align(a: Decimal, b: Decimal): readonly [string, string] {
  const decimals = Math.max(a.decimals, b.decimals);
  const left = appendZeros(a.digits, decimals - a.decimals);
  const right = appendZeros(b.digits, decimals - b.decimals);
  const length = Math.max(left.length, right.length);
  return [left.padStart(length, '0'), right.padStart(length, '0')];
}

/** Digits that are added at once. The sum of two chunks is still an exact JavaScript number. */
const chunkDigits = 15;
const chunkValues = 10 ** chunkDigits;

/** Adds digits of the same length, or subtracts the second ones, which must not be more than the first ones. */
function combine(first: string, second: string, sign: 1 | -1): string {
  let result = '';
  let carry = 0;
  for (let end = first.length; end > 0; end -= chunkDigits) {
    const start = Math.max(end - chunkDigits, 0);
    const value = Number(first.slice(start, end)) + sign * Number(second.slice(start, end)) + carry;
    carry = Math.floor(value / chunkValues);
    result = String(value - carry * chunkValues).padStart(chunkDigits, '0') + result;
  }
  return carry > 0 ? carry + result : result;
}

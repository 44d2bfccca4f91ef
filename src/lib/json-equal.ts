// Are two JSON values the same (RFC 6902 section 4.6)? Numbers by their value, to the last digit; strings by what they say;
// objects whatever the order of their members, of which the last counts under a key that is given twice.
import { isArray, isObject, type Json, openArray, openObject, stringValue, toText } from './json-text.ts';

/** @param spend is told of the characters that are looked at, and may throw to end it. */
export function isEqual(a: Json, b: Json, spend: (characters: number) => void = () => undefined): boolean {
  // To open a value is to go through its text, and that of what is nested deep is gone through at every level.
  spend(lengthOf(a) + lengthOf(b));
  if (typeof a === 'string' && a === b) return true;
  if (isObject(a)) return isObject(b) && objectsEqual(a, b, spend);
  if (isArray(a)) return isArray(b) && arraysEqual(a, b, spend);
  return !isObject(b) && !isArray(b) && scalarsEqual(toText(a), toText(b));
}

const lengthOf = (value: Json): number => (typeof value === 'string' ? value.length : value.parts.length);

/** Is a key given twice in an object anywhere inside? Readers differ in which of the two they take. */
export function repeatsKeys(value: Json): boolean {
  if (isArray(value)) return openArray(value).parts.some((item) => repeatsKeys(item.value));
  if (!isObject(value)) return false;
  const { parts } = openObject(value);
  const keys = new Set(parts.map(({ key }) => key));
  return keys.size < parts.length || parts.some((member) => repeatsKeys(member.value));
}

function objectsEqual(a: Json, b: Json, spend: (characters: number) => void): boolean {
  const left = new Map(openObject(a).parts.map(({ key, value }) => [key, value]));
  const right = new Map(openObject(b).parts.map(({ key, value }) => [key, value]));
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const other = right.get(key);
    if (other === undefined || !isEqual(value, other, spend)) return false;
  }
  return true;
}

function arraysEqual(a: Json, b: Json, spend: (characters: number) => void): boolean {
  const left = openArray(a).parts;
  const right = openArray(b).parts;
  if (left.length !== right.length) return false;
  return left.every(({ value }, index) => isEqual(value, right[index]?.value ?? '', spend));
}

function scalarsEqual(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.startsWith('"') && b.startsWith('"')) return stringValue(a) === stringValue(b);
  if (!isNumber(a) || !isNumber(b)) return false;
  return canonicalNumber(a) === canonicalNumber(b);
}

const isNumber = (text: string): boolean => /^[-\d]/.test(text);

const numberParts = /^(?<sign>-?)(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:[eE](?<exponent>[+-]?\d+))?$/;

/** Longer exponents are compared as they are written: to read them would take longer than it is worth. */
const maxExponentDigits = 100;

/** The same text for every way of writing a number: its digits without zeros around them, and a power of ten. */
function canonicalNumber(text: string): string {
  const { sign = '', whole = '', fraction = '', exponent = '0' } = numberParts.exec(text)?.groups ?? {};
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  if (exponent.length > maxExponentDigits) return text;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end -= 1;
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(0, end)}e${power}`;
}

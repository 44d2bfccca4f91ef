// Are two JSON values the same (RFC 6902 section 4.6)? Numbers by their value, to the last digit; strings by what they say;
// objects whatever the order of their members, of which the last counts under a key that is given twice.
import { indexWork } from './json-edit.ts';
import {
  free,
  isArray,
  isObject,
  type Json,
  openArray,
  openObject,
  type Spend,
  stringValue,
} from './json-text.ts';

/** For each pair of values, whatever they are, and for each character of scalars that are not written alike. */
const pairWork = 16;
const scalarWork = 8;

/** Goes no deeper than the shallower of the two. */
export function isEqual(a: Json, b: Json, spend: Spend = free): boolean {
  spend(pairWork);
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length === b.length) spend(a.length);
    if (a === b) return true;
  }
  if (isObject(a)) return isObject(b) && objectsEqual(a, b, spend);
  if (isArray(a)) return isArray(b) && arraysEqual(a, b, spend);
  return typeof a === 'string' && typeof b === 'string' && scalarsEqual(a, b, spend);
}

/** Is a key given twice in an object anywhere inside? Readers differ in which of the two they take. */
export function repeatsKeys(value: Json): boolean {
  if (isArray(value)) return openArray(value).parts.some((item) => repeatsKeys(item.value));
  if (!isObject(value)) return false;
  const { parts } = openObject(value);
  const keys = new Set(parts.map(({ key }) => key));
  return keys.size < parts.length || parts.some((member) => repeatsKeys(member.value));
}

function objectsEqual(a: Json, b: Json, spend: Spend): boolean {
  const left = valuesOf(a, spend);
  const right = valuesOf(b, spend);
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const other = right.get(key);
    if (other === undefined || !isEqual(value, other, spend)) return false;
  }
  return true;
}

function valuesOf(object: Json, spend: Spend): Map<string, Json> {
  const { parts } = openObject(object, spend);
  spend(parts.length * indexWork);
  return new Map(parts.map(({ key, value }) => [key, value]));
}

function arraysEqual(a: Json, b: Json, spend: Spend): boolean {
  const left = openArray(a, spend).parts;
  const right = openArray(b, spend).parts;
  if (left.length !== right.length) return false;
  return left.every(({ value }, index) => isEqual(value, right[index]?.value ?? '', spend));
}

function scalarsEqual(a: string, b: string, spend: Spend): boolean {
  spend((a.length + b.length) * scalarWork);
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

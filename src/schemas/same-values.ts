// The equality of values by which `const`, `enum` and `uniqueItems` compare. The validator's own compares each item of an array with
// each other one, and takes objects without a prototype for different ones. Numbers are compared as doubles.
import { KeyMap } from '../lib/key-map.ts';
import type { JsonValue } from './json-document.ts';

/** @param expected a value of the schema, whose size bounds the work */
export function isSame(expected: JsonValue, value: JsonValue): boolean {
  if (expected === value) return true;
  if (typeof expected !== 'object' || typeof value !== 'object' || !expected || !value) return false;
  if (Array.isArray(expected) || Array.isArray(value)) {
    if (!Array.isArray(expected) || !Array.isArray(value) || expected.length !== value.length) return false;
    return expected.every((item, index) => isSame(item, value[index] as JsonValue));
  }
  const keys = Object.keys(expected);
  if (keys.length !== Object.keys(value).length) return false;
  return keys.every(
    (key) => Object.hasOwn(value, key) && isSame(expected[key] as JsonValue, value[key] as JsonValue),
  );
}

/** Gives equal values the same number. Each object is looked at once, so arrays within arrays take no longer. */
export function createNumbering(): (value: JsonValue) => number {
  const numbers = new KeyMap<number>();
  const ofContainers = new Map<object, number>();

  function numberOf(description: string): number {
    const known = numbers.get(description);
    if (known !== undefined) return known;
    numbers.set(description, numbers.size);
    return numbers.size - 1;
  }

  function number(value: JsonValue): number {
    if (typeof value === 'string') return numberOf(`"${value}`);
    if (typeof value !== 'object' || value === null) return numberOf(String(value));
    const known = ofContainers.get(value);
    if (known !== undefined) return known;
    const parts = Array.isArray(value)
      ? value.map(number)
      : Object.keys(value)
          .sort()
          .map((key) => `${numberOf(`"${key}`)}:${number(value[key] as JsonValue)}`);
    const own = numberOf(`${Array.isArray(value) ? '[' : '{'}${parts.join()}`);
    ofContainers.set(value, own);
    return own;
  }
  return number;
}

/** Are all items different? */
export const areUnique = (items: readonly JsonValue[], number: (value: JsonValue) => number): boolean =>
  new Set(items.map(number)).size === items.length;

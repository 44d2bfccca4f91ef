// Equality of JSON values, and values whose numbers keep their digits. Numbers that JavaScript rounds to one value stay different.
import type { Json } from '../record.ts';
import { isObject } from './pointer.ts';

/** Parts that are one object are not looked into. @param isOrdered the order of keys counts */
export function isEqual(left: Json | undefined, right: Json | undefined, isOrdered = false): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return (
      left.length === right.length && left.every((item, index) => isEqual(item, right[index], isOrdered))
    );
  }
  if (!isObject(left) || !isObject(right)) return false;
  const [keys, others] = [Object.keys(left), Object.keys(right)];
  return (
    keys.length === others.length &&
    keys.every(
      (key, index) =>
        (isOrdered ? key === others[index] : Object.hasOwn(right, key)) &&
        isEqual(left[key], right[key], isOrdered),
    )
  );
}

/** Numbers of at most 15 digits are exact in JavaScript. */
const exactDigits = 15;
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** Parses JSON so that a number with more digits than JavaScript keeps is a string with its digits, after a mark. */
export function parseExact(text: string): Json {
  const marked = text.replace(tokens, (token) => {
    if (token.startsWith('"') || token.replace(/\D/g, '').length <= exactDigits) return token;
    return `"\\u0000number ${token}"`;
  });
  return JSON.parse(marked);
}

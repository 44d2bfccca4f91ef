// Documents to the last digit: JSON values in which a number that JavaScript would round, or write in another way, keeps its text.
import type { Json, JsonObject } from '../record.ts';
import { normalNumber } from './decimal.ts';

/** A number with its text. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Only `toText` writes it. */
  toJSON(): never {
    throw new TypeError(`JSON.stringify cannot write ${this.text}`);
  }
}

export type Numeric = number | ExactNumber;

/** A value of a document. What a game hands over and gets is `Json`, which has no exact numbers. */
export type Value = null | boolean | string | Numeric | readonly Value[] | ObjectValue;
export interface ObjectValue {
  readonly [key: string]: Value;
}

export const isObject = (value: Value | undefined): value is ObjectValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);

export const isNumeric = (value: Value | undefined): value is Numeric =>
  typeof value === 'number' || value instanceof ExactNumber;

export const textOf = (number: Numeric): string =>
  typeof number === 'number' ? JSON.stringify(number) : number.text;

/** A number of this text. */
export function numericOf(text: string): Numeric {
  const number = Number(text);
  return JSON.stringify(number) === text ? number : new ExactNumber(text);
}

/** JSON text as a document. @throws SyntaxError */
export function parseText(text: string): Value {
  // Most documents have no such number, and are read by JSON.parse alone. It may find one in a string, which does no harm.
  if (!unusual.test(text)) return JSON.parse(text);
  const marked = text.replace(tokens, (token, after: string | undefined) => {
    if (after !== undefined) return token;
    if (token.startsWith('"')) return token.startsWith('"\\u0000') ? `"\\u0000s${token.slice(1)}` : token;
    return JSON.stringify(Number(token)) === token ? token : `"\\u0000n${token}"`;
  });
  return JSON.parse(marked, (_, value) => {
    if (typeof value !== 'string' || !value.startsWith('\u0000')) return value;
    return value[1] === 'n' ? new ExactNumber(value.slice(2)) : value.slice(2);
  });
}

/** A number after a bracket, comma, colon or space that is long, ends in a zero after its point, has an exponent, or is -0. */
const unusual = /[[,:\s](?:-?\d[\d.]{15}|-?\d+\.\d*0(?!\d)|-?\d[\d.]*[eE]|-0(?![\d.]))|^[-\d]/;
/** Strings, with the colon after a key, and numbers. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|-?\d[\d.eE+-]*/g;

/** A document, or a part of one, as JSON text. */
export function toText(value: Value): string {
  try {
    return JSON.stringify(value);
  } catch {
    // It has an exact number.
    return exactText(value);
  }
}

function exactText(value: Value): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(exactText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${exactText(value[key] as Value)}`).join(',')}}`;
}

/** Equality as the service has it: numbers by their digits, members in any order. Parts that are one object are not looked into. */
export function isSame(left: Value | undefined, right: Value | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || left === null) {
    return right instanceof ExactNumber && isNumeric(left) && isSame(right, left);
  }
  if (left instanceof ExactNumber) {
    return isNumeric(right) && normalNumber(left.text) === normalNumber(textOf(right));
  }
  if (typeof right !== 'object' || right === null || right instanceof ExactNumber) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => isSame(item, right[index]));
  }
  const [one, other] = [left as ObjectValue, right as ObjectValue];
  const keys = Object.keys(one);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

/** The document as a game sees it, with numbers of JavaScript. It is the same object where no number is exact. */
export function toData(document: ObjectValue): JsonObject {
  return rounded(document) as JsonObject;
}

const largest = Number.MAX_VALUE;
/** Of objects and arrays with others in them. */
const known = new WeakMap<object, Json>();

function rounded(value: Value): Json {
  // A game could not hand over Infinity again.
  if (value instanceof ExactNumber) return Math.max(-largest, Math.min(Number(value.text), largest));
  if (typeof value !== 'object' || value === null) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  let result = value as Json;
  let isFlat = true;
  for (const [key, part] of Object.entries(value)) {
    if (typeof part !== 'object' || part === null) continue;
    isFlat = false;
    const data = rounded(part);
    if (data === part) continue;
    if (result === value) result = (Array.isArray(value) ? [...value] : { ...value }) as Json;
    Object.defineProperty(result, key, { value: data, enumerable: true, writable: true, configurable: true });
  }
  if (!isFlat) known.set(value, result);
  return result;
}

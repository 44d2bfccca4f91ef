// Values of JSON as text that is edited in place (json-text.ts). A value is text until it is opened. Then it is its members or
// items, each with the white space around it.
import type { KeyMap } from './key-map.ts';

/** A value: its text, or the opened object or array. */
export type Json = string | JsonObject | JsonArray;

/** A member of an object or an item of an array. */
export interface Part {
  /** The white space before the part. */
  lead: string;
  value: Json;
  /** The white space after the part. */
  trail: string;
}

export interface Member extends Part {
  readonly key: string;
  /** The key as it is written, quotes included. */
  readonly keyText: string;
  /** The colon and the white space around it. */
  readonly colon: string;
}

export interface JsonObject {
  readonly kind: 'object';
  readonly parts: Member[];
  /** The white space between the braces of an empty object. */
  inner: string;
  /** The number of searches without an index. */
  searches: number;
  /** The index of the members by key, once there is one. Of several under one key it has the last. */
  byKey: KeyMap<Member> | undefined;
}

export interface JsonArray {
  readonly kind: 'array';
  /** The text of the array when it was opened. */
  readonly source: string;
  /** The index in the source after the opening bracket, after each comma, and after the closing bracket. */
  readonly starts: readonly number[];
  /** The items in their present order. A number stands for an item of the source that has not been opened. */
  readonly items: (number | Part)[];
  /** The white space between the brackets of an empty array. */
  inner: string;
}

export const isObject = (value: Json): boolean =>
  typeof value === 'string' ? value.startsWith('{') : value.kind === 'object';

export const isArray = (value: Json): boolean =>
  typeof value === 'string' ? value.startsWith('[') : value.kind === 'array';

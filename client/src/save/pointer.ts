// JSON Pointers (RFC 6901) and the values that they name. Values are never changed: an edit gives a copy that shares what stays.
import { PlaykeepError } from '../failure.ts';
import type { Json, JsonObject } from '../record.ts';

export type Path = readonly string[];

/** @throws PlaykeepError `refused` for a value that is no pointer */
export function parsePointer(pointer: string): Path {
  if (pointer === '') return [];
  if (typeof pointer !== 'string' || !pointer.startsWith('/') || /~(?![01])/.test(pointer)) {
    throw new PlaykeepError('refused', `${JSON.stringify(pointer)} is no JSON Pointer`, {
      detail: 'a JSON Pointer such as "/gold" begins with "/", and has "~" only in "~0" and "~1"',
    });
  }
  const tokens = pointer.slice(1).split('/');
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export const formatPointer = (path: Path): string =>
  path.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An item's index; undefined for a token that is none. */
export const indexOf = (token: string): number | undefined =>
  /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : undefined;

/** The member or item under one token; undefined where there is none. */
export function childOf(value: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(value)) return value[indexOf(token) ?? -1];
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

export const valueAt = (value: Json | undefined, path: Path): Json | undefined =>
  path.reduce<Json | undefined>(childOf, value);

/** A copy with one member more or another one. It is also right for the key `__proto__`. */
export const withMember = (object: JsonObject, key: string, value: Json): JsonObject => ({
  ...object,
  [key]: value,
});

/** A copy without a member. */
export const withoutMember = (object: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));

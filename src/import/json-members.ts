// Members of the objects that services write. Their texts stay as they are.
import { itemValues, openArray } from '../lib/json-array.ts';
import { memberOf } from '../lib/json-edit.ts';
import { stringValue } from '../lib/json-places.ts';
import { openObject } from '../lib/json-text.ts';
import type { JsonObject } from '../lib/json-values.ts';

/** The object that a text is; undefined for another value. */
export const asObject = (text: string | undefined): JsonObject | undefined =>
  text?.startsWith('{') ? openObject(text) : undefined;

export const asString = (text: string | undefined): string | undefined =>
  text?.startsWith('"') ? stringValue(text) : undefined;

/** The texts of the items; undefined for another value. */
export const asItems = (text: string | undefined): readonly string[] | undefined =>
  text?.startsWith('[') ? (itemValues(openArray(text)) as string[]) : undefined;

/** The text of the first member that the object has, of some names. */
export function textIn(object: JsonObject | undefined, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = object && memberOf(object, name)?.value;
    if (typeof value === 'string' && value !== 'null') return value;
  }
  return undefined;
}

/** The names and texts of all members. */
export const membersOf = (object: JsonObject): readonly (readonly [string, string])[] =>
  object.parts.map(({ key, value }) => [key, value as string]);

export const objectIn = (
  object: JsonObject | undefined,
  ...names: readonly string[]
): JsonObject | undefined => asObject(textIn(object, ...names));

export const stringIn = (object: JsonObject | undefined, ...names: readonly string[]): string | undefined =>
  asString(textIn(object, ...names));

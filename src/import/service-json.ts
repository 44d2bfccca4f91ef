// The JSON that services write, opened one level at a time. Texts of values stay as they are. All text here is known to be JSON.
import { itemValues, openArray } from '../lib/json-array.ts';
import { memberOf } from '../lib/json-edit.ts';
import { countMembers, stringValue } from '../lib/json-places.ts';
import { openObject } from '../lib/json-text.ts';
import type { JsonObject } from '../lib/json-values.ts';
import { IMPORT_PLAYER_MAX_VALUES } from '../limits.ts';

/** The object that a text is; undefined for another value, and for more members than a player has values. */
export const asObject = (text: string | undefined): JsonObject | undefined =>
  text?.startsWith('{') && countMembers(text) <= IMPORT_PLAYER_MAX_VALUES ? openObject(text) : undefined;

export const asString = (text: string | undefined): string | undefined =>
  text?.startsWith('"') ? stringValue(text) : undefined;

/** The texts of the items; undefined for another value, and for more items than a player has values. */
export function asItems(text: string | undefined): readonly string[] | undefined {
  if (!text?.startsWith('[')) return undefined;
  const array = openArray(text);
  return array.items.length > IMPORT_PLAYER_MAX_VALUES ? undefined : (itemValues(array) as string[]);
}

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

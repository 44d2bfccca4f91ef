// The members of an object and the items of an array of a source, within the bounds of an import. All text here is known to be JSON.
import { countMembers, endOfValue, skipSpace } from '../../lib/json-places.ts';
import { openObject } from '../../lib/json-text.ts';
import { hasDuplicates } from '../../lib/key-map.ts';
import { IMPORT_PLAYER_MAX_VALUES } from '../../limits.ts';

export interface JsonMember {
  readonly name: string;
  readonly text: string;
}

/** @returns the members in their order, or the reason why the value cannot be taken */
export function membersOf(text: string): readonly JsonMember[] | { readonly problem: string } {
  if (!text.startsWith('{')) return { problem: 'is no JSON object' };
  if (countMembers(text) > IMPORT_PLAYER_MAX_VALUES)
    return { problem: `has more than ${IMPORT_PLAYER_MAX_VALUES} members` };
  const members = openObject(text).parts.map(({ key, value }) => ({ name: key, text: value as string }));
  if (hasDuplicates(members.map(({ name }) => name))) return { problem: 'has a member twice' };
  return members;
}

/** @param most the bound on their number. @returns the texts of the items, or the reason why the value cannot be taken */
export function itemsOf(text: string, most: number): readonly string[] | { readonly problem: string } {
  if (!text.startsWith('[')) return { problem: 'is no JSON array' };
  const items: string[] = [];
  for (let at = skipSpace(text, 1); text[at] !== ']'; ) {
    if (items.length === most) return { problem: `has more than ${most} items` };
    const end = endOfValue(text, at);
    items.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return items;
}

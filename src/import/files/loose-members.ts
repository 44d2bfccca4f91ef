// Strings and integers in a text that is to be JSON and may be none, by the names on the way to them. They tell of whom a part may be that
// is cut, broken or too deep. Nothing of it is taken as a value.
import { endOfScalar, endOfString, skipSpace, stringValue } from '../../lib/json-places.ts';
import { IMPORT_PLAYER_MAX_IDS } from '../../limits.ts';

/** Objects and arrays around an id, in every source. */
const MAX_DEPTH = 8;
/** UTF-16 units of an id, as its text has it. A player id has 255 characters at most. */
const MAX_UNITS = 4_096;

/**
 * @param isWanted gets the names on the way to a string or an integer. An item of an array has the name of the array
 * @returns the characters of the first ones that are wanted
 */
export function looseMembers(text: string, isWanted: (path: readonly string[]) => boolean): string[] {
  const found: string[] = [];
  /** The name of the open member at each depth. */
  const names: (string | undefined)[] = [];
  let depth = 0;

  function take(value: () => string | undefined): void {
    if (depth === 0 || depth > MAX_DEPTH) return;
    const path = names.slice(0, depth).filter((name) => name !== undefined);
    const wanted = isWanted(path) ? value() : undefined;
    if (wanted !== undefined) found.push(wanted);
  }

  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    if (found.length === IMPORT_PLAYER_MAX_IDS) break;
    const start = at;
    const character = text[at];
    at += 1;
    if (character === '"') {
      const end = endOfString(text, start);
      // A string without an end is none that is known.
      if (end < 0 || end >= text.length) break;
      at = end + 1;
      const isName = text[skipSpace(text, at)] === ':';
      if (isName && depth <= MAX_DEPTH) names[depth - 1] = shortString(text, start, at) ?? '';
      else if (!isName) take(() => shortString(text, start, at));
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth <= MAX_DEPTH) names[depth - 1] = undefined;
    } else if (character === '}' || character === ']') depth = Math.max(0, depth - 1);
    else if (character !== ',' && character !== ':') {
      at = Math.max(at, endOfScalar(text, start));
      take(() => (at - start <= MAX_UNITS ? integerIn(text.slice(start, at)) : undefined));
    }
  }
  return found;
}

const shortString = (text: string, start: number, end: number): string | undefined =>
  end - start <= MAX_UNITS ? stringValue(text.slice(start, end)) : undefined;

const integerIn = (text: string): string | undefined => (/^-?\d+$/.test(text) ? text : undefined);

// The members at the top of two JSON objects that differ, by their names. The texts are walked side by side, and nothing is built while
// they have the same members in the same order: a value that stayed is compared as a whole. All text here is known to be a JSON object
// (RFC 8259). Names are compared by their characters, values by their texts. Of several members under one name the last one counts.
import { endOfScalar, endOfString, endOfValue, skipSpace, stringValue } from './json-places.ts';
import { KeyMap } from './key-map.ts';

export interface NameBounds {
  readonly maxNames: number;
  /** UTF-8 bytes of the list. */
  readonly maxBytes: number;
}

/** The differences that a walk takes up. Each costs a search of the text, so more are left to the comparison by names. */
const mostDifferences = 8;

/**
 * The names of members that were added, changed or removed, as a JSON array, in no particular order.
 * @param before null for no object, which is as an empty one
 * @returns null past a bound
 */
export function changedMembers(
  before: string | null,
  after: string | null,
  bounds: NameBounds,
): string | null {
  if (before === after) return '[]';
  const walked = before === null || after === null ? undefined : walk(before, after);
  const names = walked ?? compare(before ?? '{}', after ?? '{}');
  if (names.length > bounds.maxNames) return null;
  const text = `[${names.join(',')}]`;
  return text.length > bounds.maxBytes || Buffer.byteLength(text) > bounds.maxBytes ? null : text;
}

const quote = 0x22;
const comma = 0x2c;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

/** The index of the first name of an object, or of what else is there. */
const firstName = (text: string): number => skipSpace(text, skipSpace(text, 0) + 1);

/** The index of the value after the closing quote of a name. */
const valueAfter = (text: string, closingQuote: number): number =>
  skipSpace(text, skipSpace(text, closingQuote + 1) + 1);

/** The index of the next name after a value; that of the closing brace after the last one. */
function nextName(text: string, end: number): number {
  const at = skipSpace(text, end);
  return text.charCodeAt(at) === comma ? skipSpace(text, at + 1) : at;
}

/**
 * Walks two objects that have the same names in the same order, each once, as far as the texts differ.
 * @returns the names that differ, as the texts have them; undefined where this walk does not tell
 */
function walk(before: string, after: string): readonly string[] | undefined {
  const differences: string[] = [];
  let left = firstName(before);
  let right = firstName(after);
  while (before.charCodeAt(left) === quote) {
    const nameEnd = endOfString(before, left);
    const name = before.slice(left, nameEnd + 1);
    // Two texts with escapes may be one name.
    if (name.includes('\\') || !after.startsWith(name, right)) return undefined;
    // A second member under the name: then the last one counts.
    if (differences.includes(name)) return undefined;
    const leftValue = valueAfter(before, nameEnd);
    const rightValue = valueAfter(after, right + name.length - 1);
    const leftEnd = endOfValue(before, leftValue);
    const isSame = hasValue(after, rightValue, before.slice(leftValue, leftEnd));
    const rightEnd = isSame ? rightValue + leftEnd - leftValue : endOfValue(after, rightValue);
    left = nextName(before, leftEnd);
    right = nextName(after, rightEnd);
    if (isSame) continue;
    differences.push(name);
    if (differences.length > mostDifferences) return undefined;
    const isRestSame = before.length - left === after.length - right && after.endsWith(before.slice(left));
    if (isRestSame && !mayRepeat(after, right, differences)) return differences;
  }
  return after.charCodeAt(right) === quote ? undefined : differences;
}

/** May one of these names stand behind an index, as it is or by escapes? */
function mayRepeat(text: string, from: number, names: readonly string[]): boolean {
  const rest = text.slice(from);
  // In a long text the runtime finds a name in bytes ten times faster than in characters.
  const place = rest.length < longText ? rest : Buffer.from(rest);
  // The search goes by a first letter, which is rarer than a quote.
  return place.includes('\\') || names.some((name) => place.includes(name.slice(1)));
}

const longText = 1_024;

/** Has a text this value at an index? A string or a container ends by itself, and a number may go on. */
function hasValue(text: string, at: number, value: string): boolean {
  if (!text.startsWith(value, at)) return false;
  const last = value.charCodeAt(value.length - 1);
  const endsItself = last === quote || last === closeBrace || last === closeBracket;
  return endsItself || endOfScalar(text, at) === at + value.length;
}

/** Compares two objects whatever their members are. */
function compare(before: string, after: string): readonly string[] {
  const old = membersOf(before);
  const names: string[] = [];
  membersOf(after).forEach(({ value, name }, key) => {
    if (old.get(key)?.value !== value) names.push(name);
    old.delete(key);
  });
  old.forEach(({ name }) => void names.push(name));
  return names;
}

interface Found {
  /** As the text has it, in quotes. */
  readonly name: string;
  readonly value: string;
}

function membersOf(text: string): KeyMap<Found> {
  const members = new KeyMap<Found>();
  let at = firstName(text);
  while (text.charCodeAt(at) === quote) {
    const nameEnd = endOfString(text, at);
    const name = text.slice(at, nameEnd + 1);
    const valueStart = valueAfter(text, nameEnd);
    const end = endOfValue(text, valueStart);
    members.set(stringValue(name), { name, value: text.slice(valueStart, end) });
    at = nextName(text, end);
  }
  return members;
}

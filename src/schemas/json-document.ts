// JSON text as values for the validator. The keys of its objects are never those that a caller chose: a key that the schema names
// keeps its text, and each other one gets a key that the service made up, since the runtime hashes keys with a public seed
// (decision 0005). Numbers become doubles.
import { endOfScalar, endOfString, skipSpace, stringValue } from '../lib/json-places.ts';
import { KeyMap } from '../lib/key-map.ts';

/** The characters of the text of an object or array. */
export const sizeOf: unique symbol = Symbol('size');

export type JsonValue = string | number | boolean | null | JsonObjectValue | JsonArrayValue;
export type JsonObjectValue = { [key: string]: JsonValue } & { [sizeOf]: number };
export type JsonArrayValue = JsonValue[] & { [sizeOf]: number };

export interface JsonDocument {
  readonly value: JsonValue;
  /** The key of the text by the key of an object here. */
  nameOf(key: string): string;
}

/** No text of a caller begins like this. */
const madeUp = `\u0000${crypto.randomUUID()}:`;
/** The first keys that were made up, by their number. Their texts are the same in every document. */
const madeUpKeys: string[] = [];
const madeUpKept = 10_000;

function makeUp(index: number): string {
  const kept = madeUpKeys[index];
  if (kept !== undefined) return kept;
  const key = `${madeUp}${index}`;
  if (index < madeUpKept) madeUpKeys[index] = key;
  return key;
}

/** Is this a key that the service made up? */
export const isMadeUp = (key: string): boolean => key.startsWith(madeUp);

/** A made-up key within a pointer. */
export const madeUpToken = new RegExp(`${madeUp}\\d+`, 'g');

const quote = 0x22;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** The keys of the objects of one document by their texts, and back. @param known those that the schema names */
function createKeys(known: KeyMap<string>) {
  const names: string[] = [];
  const keys = new KeyMap<string>();
  return {
    keyOf(name: string): string {
      const found = known.get(name) ?? keys.get(name);
      if (found !== undefined) return found;
      const key = makeUp(names.push(name) - 1);
      keys.set(name, key);
      return key;
    },
    nameOf: (key: string): string => (isMadeUp(key) ? (names[Number(key.slice(madeUp.length))] ?? key) : key),
  };
}

/**
 * @param text is known to be JSON, without white space around it.
 * @param known the keys that the schema names. They are looked up here alone.
 */
export function readDocument(text: string, known: KeyMap<string>): JsonDocument {
  const { keyOf, nameOf } = createKeys(known);
  let at = 0;

  function readString(): string {
    const start = at;
    at = endOfString(text, start) + 1;
    return stringValue(text.slice(start, at));
  }

  function readValue(): JsonValue {
    const first = text.charCodeAt(at);
    if (first === quote) return readString();
    if (first === openBrace) return readObject();
    if (first === openBracket) return readArray();
    const start = at;
    at = endOfScalar(text, start);
    return scalarOf(text.slice(start, at));
  }

  function readObject(): JsonObjectValue {
    const start = at;
    // It has no prototype, so that no key is there but its own.
    const object: JsonObjectValue = Object.create(null);
    at = skipSpace(text, at + 1);
    while (text.charCodeAt(at) !== closeBrace) {
      const key = keyOf(readString());
      at = skipSpace(text, skipSpace(text, at) + 1);
      object[key] = readValue();
      skipToNext();
    }
    at += 1;
    object[sizeOf] = at - start;
    return object;
  }

  function readArray(): JsonArrayValue {
    const start = at;
    const array = [] as unknown as JsonArrayValue;
    at = skipSpace(text, at + 1);
    while (text.charCodeAt(at) !== closeBracket) {
      array.push(readValue());
      skipToNext();
    }
    at += 1;
    array[sizeOf] = at - start;
    return array;
  }

  /** Skips the comma and the white space after a part. */
  function skipToNext(): void {
    at = skipSpace(text, at);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }

  return { value: readValue(), nameOf };
}

function scalarOf(text: string): number | boolean | null {
  if (text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  // JSON has numbers past the largest double, and no infinity.
  return Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE;
}

// The elements of a JSON array in a stream, each cut out with every character it has. The array is the whole file, or a member at the top
// of an object. An element that is too long, too deep or not UTF-8 is refused alone; its end is known. A file that is no JSON, or ends early,
// cannot be trusted at all.
import { stringValue } from '../../lib/json-places.ts';
import { type SourceRefusal, SourceUnreadable } from '../source.ts';
import { createBoundedBytes } from './bounded-bytes.ts';
import { type Input, textChunksOf } from './input.ts';
import { readJsonPart } from './json-part.ts';
import { createValueEnd, isSpace, type ValueEnd } from './value-end.ts';

export interface JsonElement {
  /** The place, for reports: `storage.json element 17`. */
  readonly at: string;
  /** The text of the element, without the white space around it. */
  readonly text: string;
}

export interface JsonElementsOptions {
  /** The member of the object at the top that is the array; undefined for a file that is an array. */
  readonly member?: string;
}

/** @throws SourceUnreadable that names the file and the byte */
export async function* jsonElements(
  input: Input,
  { member }: JsonElementsOptions = {},
): AsyncGenerator<JsonElement | SourceRefusal> {
  const reader = createReader(input.name, member);
  for await (const chunk of textChunksOf(input)) yield* reader.read(chunk);
  reader.end();
}

/** The place of the next byte that is no white space. */
type Expected =
  | 'start'
  | 'element or end'
  | 'element'
  | 'comma of array'
  | 'key or end'
  | 'key'
  | 'colon'
  | 'value'
  | 'comma of object'
  | 'nothing';

type Step = Expected | 'value begins' | 'wrong form' | 'wrong member';

/**
 * The step that a character leads to, which is no white space; undefined where JSON has no such character.
 * @param member the name of the member that is the array
 * @param key the key that was read last
 */
function stepOf(
  expected: Expected,
  character: string,
  member: string | undefined,
  key: string,
): Step | undefined {
  const afterArray = member === undefined ? 'nothing' : 'comma of object';
  switch (expected) {
    case 'start':
      if (character !== (member === undefined ? '[' : '{')) return 'wrong form';
      return member === undefined ? 'element or end' : 'key or end';
    case 'element or end':
      return character === ']' ? afterArray : 'value begins';
    case 'element':
      return 'value begins';
    case 'comma of array':
      return { ',': 'element', ']': afterArray }[character] as Step | undefined;
    case 'key or end':
      return { '"': 'value begins', '}': 'nothing' }[character] as Step | undefined;
    case 'key':
      return character === '"' ? 'value begins' : undefined;
    case 'colon':
      return character === ':' ? 'value' : undefined;
    case 'value':
      if (key !== member) return 'value begins';
      return character === '[' ? 'element or end' : 'wrong member';
    case 'comma of object':
      return { ',': 'key', '}': 'nothing' }[character] as Step | undefined;
    case 'nothing':
      return undefined;
  }
}

interface Reader {
  read(chunk: Uint8Array): Generator<JsonElement | SourceRefusal>;
  end(): void;
}

function createReader(name: string, member: string | undefined): Reader {
  const value = createBoundedBytes();
  let expected: Expected = 'start';
  /** The end of the value that is being read: an element, a key, or the value of another member. */
  let valueEnd: ValueEnd | undefined;
  let key = '';
  let elements = 0;
  let isFound = false;
  /** Bytes of the chunks before this one. */
  let before = 0;

  const unreadable = (reason: string): never => {
    throw new SourceUnreadable(`${name}: ${reason}`);
  };

  /** Takes a byte between values. @returns whether a value begins with it. */
  function isValueStart(byte: number, at: number): boolean {
    const character = String.fromCharCode(byte);
    const next = stepOf(expected, character, member, key);
    if (next === undefined) return unreadable(`is no JSON at byte ${before + at + 1}`);
    if (next === 'wrong form') {
      return unreadable(member === undefined ? 'is no JSON array' : 'is no JSON object');
    }
    if (next === 'wrong member') return unreadable(`has a member ${JSON.stringify(member)} that is no array`);
    if (next === 'value begins') return true;
    if (next === 'element or end') {
      if (isFound) return unreadable(`has the member ${JSON.stringify(member)} twice`);
      isFound = true;
    }
    expected = next;
    return false;
  }

  /** Ends a value. @returns the element that it is */
  function finish(end: number): JsonElement | SourceRefusal | undefined {
    const start = before + end - value.length;
    const isElement = expected === 'element or end' || expected === 'element';
    const part = readJsonPart(value.take());
    if ('problem' in part && (part.isSyntax || !isElement)) {
      return unreadable(
        `the ${isElement ? `element ${elements + 1}` : 'value'} that begins at byte ${start + 1} ${part.problem}`,
      );
    }
    if (isElement) {
      elements += 1;
      expected = 'comma of array';
      const at = `${name} element ${elements}`;
      return 'text' in part ? { at, text: part.text } : { at, reason: part.problem };
    }
    if (expected === 'value') expected = 'comma of object';
    else {
      key = 'text' in part ? stringValue(part.text) : '';
      expected = 'colon';
    }
    return undefined;
  }

  return {
    *read(chunk) {
      for (let at = 0; at < chunk.length; ) {
        if (!valueEnd) {
          const byte = chunk[at] as number;
          if (isSpace(byte) || !isValueStart(byte, at)) {
            at += 1;
            continue;
          }
          valueEnd = createValueEnd(byte);
        }
        const end = valueEnd.find(chunk, at);
        value.add(chunk.subarray(at, end < 0 ? chunk.length : end));
        if (end < 0) break;
        valueEnd = undefined;
        const element = finish(end);
        if (element) yield element;
        at = end;
      }
      before += chunk.length;
    },
    end() {
      if (expected === 'start') unreadable('is empty');
      if (expected !== 'nothing') unreadable(`ends early, after ${elements} whole elements; is it complete?`);
      if (!isFound) unreadable(`has no member ${JSON.stringify(member)}`);
    },
  };
}

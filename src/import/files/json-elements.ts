// The elements of a JSON array in a stream, each cut out with every character it has. The array is the whole file, or a member at the top
// of an object. An element that is too long, too deep or not UTF-8 is refused alone; its end is known. A file that is no JSON, or ends
// early, cannot be trusted at all.
import { stringValue } from '../../lib/json-places.ts';
import { type SourceRefusal, SourceUnreadable } from '../source.ts';
import { createArrayPlace } from './array-place.ts';
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

/** An element, a line or a file that cannot be taken. */
export interface BadJson extends SourceRefusal {
  /** Its text as far as it is known, which may be no JSON. The player may stand in it. */
  readonly opening: string;
}

export interface JsonElementsOptions {
  /** The member of the object at the top that is the array; undefined for a file that is an array. */
  readonly member?: string;
}

/** @throws SourceUnreadable that names the file and the byte */
export async function* jsonElements(
  input: Input,
  { member }: JsonElementsOptions = {},
): AsyncGenerator<JsonElement | BadJson> {
  const reader = createReader(input.name, member);
  for await (const chunk of textChunksOf(input)) yield* reader.read(chunk);
  reader.end();
}

interface Reader {
  read(chunk: Uint8Array): Generator<JsonElement | BadJson>;
  end(): void;
}

function createReader(name: string, member: string | undefined): Reader {
  const place = createArrayPlace(member);
  const value = createBoundedBytes();
  /** The end of the value that is being read: an element, a key, or the value of another member. */
  let valueEnd: ValueEnd | undefined;
  let elements = 0;
  /** Bytes of the chunks before this one. */
  let before = 0;

  const unreadable = (reason: string): never => {
    throw new SourceUnreadable(`${name}: ${reason}`);
  };
  function isValueStart(byte: number, at: number): boolean {
    const taken = place.take(String.fromCharCode(byte));
    if (typeof taken === 'boolean') return taken;
    return unreadable(taken ?? `is no JSON at byte ${before + at + 1}`);
  }

  /** Ends a value. @returns the element that it is */
  function finish(end: number): JsonElement | BadJson | undefined {
    const start = before + end - value.length;
    const { isElement } = place;
    const part = readJsonPart(value.take());
    if ('problem' in part && (part.isSyntax || !isElement)) {
      const subject = isElement ? `element ${elements + 1}` : 'value';
      return unreadable(`the ${subject} that begins at byte ${start + 1} ${part.problem}`);
    }
    place.finish(() => ('text' in part ? stringValue(part.text) : ''));
    if (!isElement) return undefined;
    elements += 1;
    const at = `${name} element ${elements}`;
    return 'text' in part ? { at, text: part.text } : { at, reason: part.problem, opening: part.opening };
  }

  return {
    *read(chunk) {
      for (let at = 0; at < chunk.length; ) {
        const byte = chunk[at] as number;
        if (!valueEnd && (isSpace(byte) || !isValueStart(byte, at))) {
          at += 1;
          continue;
        }
        valueEnd ??= createValueEnd(byte);
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
      const problem = place.problemOfEnd(elements);
      if (problem !== undefined) unreadable(problem);
    },
  };
}

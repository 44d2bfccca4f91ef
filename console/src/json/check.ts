// Checks a text against the rules that the service has for metadata: a JSON object of bounded size and depth. A name that stands
// twice is allowed by the service, which takes the last one, so it is a warning here.
import { JsonFault, type JsonToken, scanJson } from './scan.ts';

/** The most levels of brackets that the service accepts in metadata. */
export const maxDepth = 1024;

/** Shown duplicates are bounded, since a text may have as many as it has members. */
const maxDuplicates = 100;

export interface DuplicateName {
  readonly name: string;
  /** The place of the later of the two names. */
  readonly start: number;
  readonly end: number;
}

export interface Check {
  /** The first fault of the text; undefined for JSON. */
  readonly fault: JsonFault | undefined;
  /** A rule of the service that the text breaks, as a sentence. Undefined for a fault. */
  readonly refusal: string | undefined;
  readonly depth: number;
  readonly duplicates: readonly DuplicateName[];
}

/** Checks all but the size, which depends on the text that is sent. */
export function checkMetadata(text: string): Check {
  const names: Set<string>[] = [];
  const duplicates: DuplicateName[] = [];
  let depth = 0;
  let nameIsNext = false;
  let fault: JsonFault | undefined;
  const objects: boolean[] = [];
  try {
    scanJson(text, (token) => {
      const { kind, start } = token;
      if (kind === 'open') {
        const isObject = text[start] === '{';
        objects.push(isObject);
        names.push(new Set());
        depth = Math.max(depth, objects.length);
        nameIsNext = isObject;
      } else if (kind === 'close') {
        objects.pop();
        names.pop();
        nameIsNext = false;
      } else if (kind === 'comma') nameIsNext = objects.at(-1) === true;
      else if (kind === 'string' && nameIsNext) {
        nameIsNext = false;
        noteName(text, token, names.at(-1), duplicates);
      }
    });
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    fault = error;
  }
  return { fault, depth, duplicates, refusal: fault ? undefined : refusalOf(text, depth) };
}

function noteName(
  text: string,
  { start, end }: JsonToken,
  names: Set<string> | undefined,
  duplicates: DuplicateName[],
): void {
  const source = text.slice(start, end);
  const name = source.includes('\\') ? (JSON.parse(source) as string) : source.slice(1, -1);
  if (names?.has(name) && duplicates.length < maxDuplicates) duplicates.push({ name, start, end });
  names?.add(name);
}

function refusalOf(text: string, depth: number): string | undefined {
  if (!/^[ \t\n\r]*\{/.test(text)) return 'Metadata has to be a JSON object: { … }.';
  if (depth > maxDepth)
    return `The text has ${depth.toLocaleString('en')} levels of brackets. At most 1,024 are allowed.`;
  if (!text.isWellFormed()) return 'The text has half of a surrogate pair, which UTF-8 cannot hold.';
  return undefined;
}

const encoder = new TextEncoder();

/** The number of bytes of a text in UTF-8. */
export const utf8Bytes = (text: string): number => encoder.encode(text).length;

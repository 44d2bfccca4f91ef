// The structure of a regular expression of ECMAScript in its Unicode mode, as far as it can be matched in linear time: without
// look-around and back-references. A character or class stays text, which the runtime's own engine judges one character at a time.

export type PatternNode =
  /** One character: the text of a literal, an escape, a class or the dot. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'assertion'; readonly at: 'start' | 'end' | 'boundary' | 'inside' }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly of: PatternNode; readonly least: number; readonly most: number };

/** The pattern is invalid, or not of the kind that is matched in linear time. */
export class InvalidPattern extends Error {
  override readonly name = 'InvalidPattern';
}

const surrogatePair = String.raw`\\u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}`;
const escaped = String.raw`\\u\{[\dA-Fa-f]+\}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\[^bBk1-9]`;
const character = new RegExp(
  `${surrogatePair}|${escaped}|\\[(?:\\\\.|[^\\]\\\\])*\\]|[^\\\\()[\\]{}*+?|^$]`,
  'suy',
);
const assertion = /\^|\$|\\b|\\B/uy;
const group = /\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/uy;
const quantifier = /(?:(?<sign>[*+?])|\{(?<least>\d+)(?<comma>,(?<most>\d*))?\})\??/uy;

/** @throws InvalidPattern with a sentence about it */
export function parsePattern(pattern: string): PatternNode {
  try {
    new RegExp(pattern, 'u');
  } catch (error) {
    throw new InvalidPattern(`is no regular expression: ${(error as Error).message}`);
  }
  const reader = { pattern, at: 0 };
  const node = readChoice(reader);
  if (reader.at < pattern.length) throw unsupported(pattern.slice(reader.at));
  return node;
}

interface Reader {
  readonly pattern: string;
  at: number;
}

/** Takes what a sticky expression finds here. */
function take(reader: Reader, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.pattern) ?? undefined;
  if (found) reader.at = expression.lastIndex;
  return found;
}

function readChoice(reader: Reader): PatternNode {
  const parts = [readSequence(reader)];
  while (reader.pattern[reader.at] === '|') {
    reader.at += 1;
    parts.push(readSequence(reader));
  }
  return { kind: 'choice', parts };
}

function readSequence(reader: Reader): PatternNode {
  const parts: PatternNode[] = [];
  while (reader.at < reader.pattern.length && !'|)'.includes(reader.pattern[reader.at] ?? '')) {
    parts.push(readRepeat(reader, readAtom(reader)));
  }
  return { kind: 'sequence', parts };
}

function readAtom(reader: Reader): PatternNode {
  const sign = take(reader, assertion)?.[0];
  if (sign !== undefined) {
    const at = sign === '^' ? 'start' : sign === '$' ? 'end' : sign === '\\b' ? 'boundary' : 'inside';
    return { kind: 'assertion', at };
  }
  if (take(reader, group)) {
    const inner = readChoice(reader);
    reader.at += 1;
    return inner;
  }
  const source = take(reader, character)?.[0];
  if (source === undefined) throw unsupported(reader.pattern.slice(reader.at));
  return { kind: 'character', source };
}

function readRepeat(reader: Reader, of: PatternNode): PatternNode {
  const found = take(reader, quantifier)?.groups;
  if (!found) return of;
  const { sign, least = '', comma, most } = found;
  if (sign !== undefined) {
    return {
      kind: 'repeat',
      of,
      least: sign === '+' ? 1 : 0,
      most: sign === '?' ? 1 : Number.POSITIVE_INFINITY,
    };
  }
  const end = comma === undefined ? Number(least) : most ? Number(most) : Number.POSITIVE_INFINITY;
  return { kind: 'repeat', of, least: Number(least), most: end };
}

const unsupported = (rest: string): InvalidPattern =>
  new InvalidPattern(
    `has ${JSON.stringify(rest.slice(0, 5))}, which cannot be matched in linear time: look-around and back-references are not taken`,
  );

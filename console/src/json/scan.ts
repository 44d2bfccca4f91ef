// Scans JSON text (RFC 8259) into tokens without building values, so that digits, escapes and the order of members stay. Places
// are counted in UTF-16 units. The time is linear, and the depth is bounded by a stack of our own, not by that of the engine.

export interface JsonToken {
  readonly kind: 'open' | 'close' | 'colon' | 'comma' | 'string' | 'number' | 'word';
  readonly start: number;
  readonly end: number;
}

/** The place of the first fault of a text. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';

  constructor(
    /** The fault as a sentence without its place. */
    readonly problem: string,
    readonly offset: number,
    /** From 1. Lines end at LF, CR LF or CR. */
    readonly line: number,
    /** From 1, in UTF-16 units as editors count them. */
    readonly column: number,
  ) {
    super(`${problem} at line ${line}, column ${column}`);
  }
}

function faultAt(text: string, offset: number, problem: string): JsonFault {
  let line = 1;
  let lineStart = 0;
  const breaks = /\r\n?|\n/g;
  for (let found = breaks.exec(text); found && found.index < offset; found = breaks.exec(text)) {
    line += 1;
    lineStart = breaks.lastIndex;
  }
  return new JsonFault(problem, offset, line, offset - lineStart + 1);
}

const whitespace = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 section 7 forbids them unescaped
const plainCharacters = /[^"\\\u0000-\u001f]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** The end of the match of a sticky pattern at a place; -1 without one. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** @throws JsonFault */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = endOf(plainCharacters, text, at);
    const unit = text[at];
    if (unit === '"') return at + 1;
    if (unit === undefined) throw faultAt(text, start, 'This string has no end');
    if (unit !== '\\') throw faultAt(text, at, 'A string may not contain a control character');
    const end = endOf(escapeSequence, text, at);
    if (end === -1) throw faultAt(text, at, 'This is no escape of JSON');
    at = end;
  }
}

/** @throws JsonFault for a unit that begins no token */
function tokenAt(text: string, start: number): JsonToken {
  switch (text[start]) {
    case '{':
    case '[':
      return { kind: 'open', start, end: start + 1 };
    case '}':
    case ']':
      return { kind: 'close', start, end: start + 1 };
    case ':':
      return { kind: 'colon', start, end: start + 1 };
    case ',':
      return { kind: 'comma', start, end: start + 1 };
    case '"':
      return { kind: 'string', start, end: endOfString(text, start) };
    default: {
      const numberEnd = endOf(number, text, start);
      if (numberEnd !== -1) return { kind: 'number', start, end: numberEnd };
      const wordEnd = endOf(word, text, start);
      if (wordEnd !== -1) return { kind: 'word', start, end: wordEnd };
      throw faultAt(text, start, 'A value, a name or a bracket is expected');
    }
  }
}

/** The places that a token can have in the grammar of RFC 8259 section 2. */
type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'end';

const expectations: Readonly<Record<Expected, string>> = {
  value: 'A value is expected',
  'value-or-end': 'A value or ] is expected',
  name: 'A name in quotes is expected',
  'name-or-end': 'A name in quotes or } is expected',
  colon: 'A colon is expected',
  'comma-or-end': 'A comma or a closing bracket is expected',
  end: 'The text goes on after its value',
};

/**
 * Visits the tokens of a JSON text in order.
 * @param visit gets each token and the number of brackets around it; both brackets of a pair have the number of those around
 *   the pair.
 * @throws JsonFault if the text is not JSON. The tokens before the fault were visited.
 */
export function scanJson(
  text: string,
  visit: (token: JsonToken, depth: number) => void = () => undefined,
): void {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = endOf(whitespace, text, 0);
  while (at < text.length) {
    if (expected === 'end') throw faultAt(text, at, expectations.end);
    const token = tokenAt(text, at);
    const next = follow(text, token, expected, open);
    if (next === undefined) throw faultAt(text, at, expectations[expected]);
    visit(token, token.kind === 'open' ? open.length - 1 : open.length);
    expected = next;
    at = endOf(whitespace, text, token.end);
  }
  if (expected !== 'end')
    throw faultAt(text, text.length, `The text ends early: ${lowered(expectations[expected])}`);
}

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Places a token: opens and closes brackets. @returns what may come after it; undefined for a token out of place */
function follow(
  text: string,
  { kind, start }: JsonToken,
  expected: Expected,
  open: ('{' | '[')[],
): Expected | undefined {
  const mayBeValue = expected === 'value' || expected === 'value-or-end';
  const mayBeName = expected === 'name' || expected === 'name-or-end';
  const afterValue = (): Expected => (open.length === 0 ? 'end' : 'comma-or-end');
  switch (kind) {
    case 'open': {
      if (!mayBeValue) return undefined;
      const bracket = text[start] === '{' ? '{' : '[';
      open.push(bracket);
      return bracket === '{' ? 'name-or-end' : 'value-or-end';
    }
    case 'close': {
      const isObject = text[start] === '}';
      const inside = open.at(-1);
      if (inside !== (isObject ? '{' : '[')) return undefined;
      const isEmpty = expected === (isObject ? 'name-or-end' : 'value-or-end');
      if (!isEmpty && expected !== 'comma-or-end') return undefined;
      open.pop();
      return afterValue();
    }
    case 'colon':
      return expected === 'colon' ? 'value' : undefined;
    case 'comma':
      if (expected !== 'comma-or-end') return undefined;
      return open.at(-1) === '{' ? 'name' : 'value';
    case 'string':
      if (mayBeName) return 'colon';
      return mayBeValue ? afterValue() : undefined;
    default:
      return mayBeValue ? afterValue() : undefined;
  }
}

/** @returns the first fault of a text; undefined for valid JSON */
export function findFault(text: string): JsonFault | undefined {
  try {
    scanJson(text);
    return undefined;
  } catch (error) {
    if (error instanceof JsonFault) return error;
    throw error;
  }
}

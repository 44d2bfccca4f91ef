// JSON as text: values of callers that keep every digit, values cut out of answers without parsing their numbers, and the results of
// a streamed answer, each as soon as it is whole.

/** A JSON text that is sent as it is. JavaScript rounds numbers past 2^53, and a text has every digit. */
export class JsonText {
  readonly text: string;

  /** @throws SyntaxError for a text that is no JSON */
  constructor(text: string) {
    JSON.parse(text);
    this.text = text;
  }
}

/** @throws TypeError for a value that JSON has not, such as a function or a bigint */
export function toJson(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError('The value cannot be sent as JSON');
  return text;
}

/** An object of values, each of which may be a text. Members that are undefined are left out. */
export function toJsonObject(members: object): string {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return `{${given.map(([name, value]) => `${JSON.stringify(name)}:${toJson(value)}`).join()}}`;
}

const spaces = /[ \t\n\r]*/y;
const scalars = /[^\s,\]}]+/y;

/** The index after what a pattern matches at an index. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The index after the string that begins at an index; that index for a string without an end. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return start;
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  if (text[start] !== '{' && text[start] !== '[') return after(scalars, text, start);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** The text of a member of an object. The text must be JSON that was parsed before. */
export function memberText(text: string, name: string): string | undefined {
  let at = after(spaces, text, after(spaces, text, 0) + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const start = after(spaces, text, after(spaces, text, keyEnd) + 1);
    const end = endOfValue(text, start);
    if (JSON.parse(text.slice(at, keyEnd)) === name) return text.slice(start, end);
    at = after(spaces, text, after(spaces, text, end) + 1);
  }
  return undefined;
}

/** The depth of the items in `{"statusCode":200,"data":{"results":[{…}]}}`. */
const itemDepth = 4;
const brackets = /["{}[\]]/g;

/** Takes a streamed answer piece by piece, and gives the texts of the results that it completes. */
export class ResultReader {
  #rest = '';
  /** The part of the rest that was looked at. */
  #seen = 0;
  #depth = 0;
  #start = -1;
  #hasEnded = false;

  /** Has the answer come to its end? */
  get isComplete(): boolean {
    return this.#hasEnded;
  }

  take(piece: string): string[] {
    this.#rest += piece;
    const text = this.#rest;
    const items: string[] = [];
    let kept = this.#start < 0 ? text.length : 0;
    let at = this.#seen;
    for (;;) {
      brackets.lastIndex = at;
      const found = brackets.exec(text);
      if (!found) {
        at = text.length;
        break;
      }
      const character = found[0];
      if (character === '"') {
        const end = endOfString(text, found.index);
        if (end === found.index) {
          // The string goes on in the next piece.
          at = found.index;
          break;
        }
        at = end;
        continue;
      }
      at = found.index + 1;
      if (character === '{' || character === '[') {
        this.#depth += 1;
        if (this.#depth === itemDepth) this.#start = found.index;
      } else {
        if (this.#depth === itemDepth) {
          items.push(text.slice(this.#start, at));
          this.#start = -1;
        }
        this.#depth -= 1;
        if (this.#depth === 0) this.#hasEnded = true;
      }
    }
    kept = this.#start < 0 ? at : this.#start;
    this.#rest = text.slice(kept);
    this.#seen = at - kept;
    if (this.#start >= 0) this.#start = 0;
    return items;
  }
}

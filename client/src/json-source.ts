// Values cut out of JSON text without parsing their numbers. The text must be JSON that was parsed before.

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

function skipSpace(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The index after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '"') return at + 1;
  }
  return text.length;
}

/** The index after the value that begins at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      at = endOfString(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      // A scalar ends before the bracket of the value around it.
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (character === ',' || isSpace(text.charCodeAt(at)))) return at;
  }
  return text.length;
}

/** The texts of the members of an object, in order, by key as it is after its escapes. */
function* membersOf(text: string): Generator<readonly [key: string, value: string]> {
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return;
  at = skipSpace(text, at + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const key: string = JSON.parse(text.slice(at, keyEnd));
    // After the key comes a colon.
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    yield [key, text.slice(start, end)];
    at = skipSpace(text, skipSpace(text, end) + 1);
  }
}

/** The text of a member, by the keys that lead to it; of several under one key the last. Undefined where there is none. */
export function memberText(text: string, keys: readonly string[]): string | undefined {
  let found: string | undefined = text;
  for (const key of keys) {
    let next: string | undefined;
    for (const [name, value] of membersOf(found)) if (name === key) next = value;
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
}

/** The texts of the items of an array. */
export function itemTexts(text: string): readonly string[] {
  const items: string[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (at < text.length && text[at] !== ']') {
    const end = endOfValue(text, at);
    items.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return items;
}

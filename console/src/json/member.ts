// Cuts the source of one value out of JSON text, exactly as it stands there.
import { type JsonToken, scanJson } from './scan.ts';

/**
 * The source of a member of an object, such as `data` of an answer. The last one counts where a name stands twice.
 * @param path the names from the outermost object inward: `['data', 'metadata']`.
 * @returns undefined where there is no such member
 * @throws JsonFault if the text is not JSON
 */
export function memberSource(text: string, path: readonly string[]): string | undefined {
  let source: string | undefined = text;
  for (const name of path) source = source === undefined ? undefined : directMember(source, name);
  return source;
}

function directMember(text: string, name: string): string | undefined {
  let candidate: JsonToken | undefined;
  let isWanted = false;
  let valueStart = -1;
  let found: string | undefined;
  let isObject: boolean | undefined;
  scanJson(text, (token, depth) => {
    isObject ??= text[token.start] === '{';
    if (!isObject) return;
    if (depth === 1 && valueStart === -1) {
      if (token.kind === 'string') candidate = token;
      else if (token.kind === 'colon' && candidate) {
        isWanted = nameOf(text, candidate) === name;
        valueStart = token.end;
      }
      return;
    }
    // A value goes on until its comma, or the end of the object.
    const isEnd = (depth === 1 && token.kind === 'comma') || (depth === 0 && token.kind === 'close');
    if (!isEnd || valueStart === -1) return;
    if (isWanted) found = text.slice(valueStart, token.start).replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, '');
    valueStart = -1;
    candidate = undefined;
  });
  return found;
}

/** A name as text. Escapes stand for their characters. */
const nameOf = (text: string, { start, end }: JsonToken): string =>
  JSON.parse(text.slice(start, end)) as string;

// The header `Prefer` (RFC 7240), of which the service knows two preferences: `wait` and `return=minimal`. A preference demands
// nothing, so a malformed one is passed over like one that the service does not know.
import { WAIT_MAX_SECONDS } from '../limits.ts';

/** A token, a quoted string, or one character of any other kind (RFC 7240 section 2). A string without an end takes all that is left. */
const lexeme = /[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*"?|[^ \t]/g;

/**
 * The seconds that a caller prefers to wait: those of the first `wait`. A longer wait than the service allows is one of
 * `most` seconds, since the preference is an upper bound (section 4.3).
 * @returns undefined for a request that does not wait
 */
export function preferredWait(prefer: string, most = WAIT_MAX_SECONDS): number | undefined {
  const digits = /^"?(?<digits>\d+)"?$/.exec(preferredValue('wait', prefer))?.groups?.digits;
  const seconds = digits === undefined ? 0 : Number(digits);
  return seconds === 0 ? undefined : Math.min(seconds, most);
}

/** Does the caller of a write prefer an answer without what was written? The first `return` counts (section 4.2). */
export const prefersMinimal = (prefer: string): boolean =>
  /^"?minimal"?$/i.test(preferredValue('return', prefer));

/** The value of the first preference of a name, as it was sent; empty for none. */
function preferredValue(name: string, prefer: string): string {
  /** The beginning of the preference that is read: its name, `=`, and its value. */
  let read: string[] = [];
  for (const [part] of prefer.matchAll(lexeme)) {
    if (part !== ',') {
      if (read.length < 3) read.push(part);
      continue;
    }
    if (read[0]?.toLowerCase() === name) break;
    read = [];
  }
  const [found, sign, value = ''] = read;
  return found?.toLowerCase() === name && sign === '=' ? value : '';
}

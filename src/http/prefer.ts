// The header `Prefer` (RFC 7240), of which the service knows one preference: `wait`. A preference demands nothing, so a malformed one
// is passed over like one that the service does not know.
import { WAIT_MAX_SECONDS } from '../limits.ts';

/** A token, a quoted string, or one character of any other kind (RFC 7240 section 2). A string without an end takes all that is left. */
const lexeme = /[!#$%&'*+.^_`|~0-9A-Za-z-]+|"(?:[^"\\]|\\.)*"?|[^ \t]/g;

/**
 * The seconds that a caller prefers to wait: those of the first `wait`. A longer wait than the service allows is one of
 * `most` seconds, since the preference is an upper bound (section 4.3).
 * @returns undefined for a request that does not wait
 */
export function preferredWait(prefer: string, most = WAIT_MAX_SECONDS): number | undefined {
  /** The beginning of the preference that is read: its name, `=`, and its value. */
  let read: string[] = [];
  for (const [part] of prefer.matchAll(lexeme)) {
    if (part !== ',') {
      if (read.length < 3) read.push(part);
      continue;
    }
    if (isWait(read)) break;
    read = [];
  }
  return isWait(read) ? secondsOf(read, most) : undefined;
}

const isWait = ([name]: readonly string[]): boolean => name?.toLowerCase() === 'wait';

function secondsOf([, sign, value = '']: readonly string[], most: number): number | undefined {
  const digits = /^"?(?<digits>\d+)"?$/.exec(value)?.groups?.digits;
  const seconds = sign === '=' && digits !== undefined ? Number(digits) : 0;
  return seconds === 0 ? undefined : Math.min(seconds, most);
}

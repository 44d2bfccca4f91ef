// An attempt to sign in at the issuer. It has two secrets as a session has, one in a cookie and one in the page that began it, and
// everything else is derived from both: so nothing is stored, every process and machine can go on with it, and neither a page of
// another origin nor a server on another port can begin it for somebody else.
import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { SIGN_IN_ATTEMPT_SECONDS } from '../../limits.ts';
import type { SessionSecrets } from '../session-secrets.ts';

export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly codeVerifier: string;
  /** Names it in the store. */
  readonly digest: string;
}

/** The cookie begins with the time, in seconds to the base of 36. */
const cookieForm = /^(?<time>[\da-z]{1,9})\.[\w-]{43}$/;
const pageForm = /^[\w-]{43}$/;

const newSecret = (): string => randomBytes(32).toString('base64url');

export const newAttemptSecrets = (clock: Pick<Clock, 'now'>): SessionSecrets => ({
  cookie: `${Math.floor(clock.now() / 1000).toString(36)}.${newSecret()}`,
  page: newSecret(),
});

/** @returns undefined for texts that are no secrets of an attempt, or of one that is too old */
export function readAttempt(
  { cookie, page }: SessionSecrets,
  issuer: string,
  clock: Pick<Clock, 'now'>,
): Attempt | undefined {
  const time = cookieForm.exec(cookie)?.groups?.time;
  if (time === undefined || !pageForm.test(page)) return undefined;
  const age = clock.now() / 1000 - Number.parseInt(time, 36);
  // Machines may have begun it by a clock that is ahead.
  if (Math.abs(age) > SIGN_IN_ATTEMPT_SECONDS) return undefined;
  const derive = (use: string) => hash('sha256', [use, issuer, cookie, page].join('\n'), 'base64url');
  return {
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier: derive('code verifier'),
    digest: derive('attempt'),
  };
}

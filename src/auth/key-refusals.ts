// Reasons for which server keys, and sessions at the console, are refused: a closed list, each with one constant sentence for callers (RFC 6750 section
// 3). None holds anything of the key.
import { ApiError } from '../errors/errors.ts';
import { challengeFor } from './bearer.ts';
import { createRefusalCounts, type RefusalRuntime } from './refusal-counts.ts';

/** `error_description` may have printable ASCII without `"` and `\`. */
export const keyRefusals = {
  missing: 'there is no server key in the header Authorization: Bearer',
  schemeTwice: 'the server key begins with Bearer: the header Authorization has the scheme once',
  malformed: 'this is no server key',
  unknown: 'the server key is unknown or was revoked',
  expired: 'the server key has expired',
  signedOut: 'the session at the console has ended',
  pageSecret: 'the session at the console needs the secret of its page in X-Playkeep-Console',
  linkUsed: 'the sign-in link was used or has expired',
  attemptUnknown: 'this sign-in was not begun in this tab, or longer than ten minutes ago',
  attemptUsed: 'this sign-in was used before',
  issuerRefused: 'the identity provider refused the sign-in',
  issuerUntrusted: 'the answer of the identity provider cannot be trusted',
  noRole: 'this account has no role here',
  roleGone: 'this account has no role here any more',
} as const;

export type KeyRefusal = keyof typeof keyRefusals;

const reasons = Object.keys(keyRefusals) as readonly KeyRefusal[];

/** Every value that `WWW-Authenticate` can have. */
export const keyChallenges: readonly string[] = reasons.map((reason) => challengeFor(keyRefusals, reason));

export interface KeyRefusals {
  /** Counts a refusal and makes the error for its caller. */
  refuse(reason: KeyRefusal): ApiError;
}

export function createKeyRefusals(runtime: RefusalRuntime): KeyRefusals {
  const count = createRefusalCounts(runtime, {
    family: {
      name: 'playkeep_key_refusals_total',
      help: 'Requests that were refused for their server key, by reason.',
    },
    reasons,
    message: 'server keys are refused',
  });
  return {
    refuse(reason) {
      count(reason);
      const detail = keyRefusals[reason];
      const headers = { 'www-authenticate': challengeFor(keyRefusals, reason) };
      return new ApiError('unauthorized', { headers, detail, cause: new Error(detail) });
    },
  };
}

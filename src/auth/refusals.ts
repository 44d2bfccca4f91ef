// The reasons for which tokens are refused: a closed list, each with one constant sentence for callers (RFC 6750 section 3).
// The log has the exact fault. Neither a sentence nor the log holds anything of the token.
import { ApiError } from '../errors/errors.ts';
import { TOKEN_CLAIMS_MAX_STRINGS, TOKEN_HEADER_MAX_STRINGS } from '../limits.ts';
import { challengeFor } from './bearer.ts';
import { createRefusalCounts, type RefusalRuntime } from './refusal-counts.ts';

/** Each sentence is printable ASCII without `"` and `\`, as `error_description` requires. */
export const tokenRefusals = {
  missing: 'there is no token in the header Authorization: Bearer',
  tooLong: 'the token is too long',
  schemeTwice: 'the token begins with Bearer: the header Authorization has the scheme once',
  tooManyStrings: `the token has too many strings, such as roles: at most ${TOKEN_CLAIMS_MAX_STRINGS} in its claims and ${TOKEN_HEADER_MAX_STRINGS} in its header, names included`,
  malformed: 'the token is malformed',
  algorithmNotAllowed: 'the algorithm of the token is not allowed',
  typeNotAllowed: 'the type of the token is not allowed',
  unsupported: 'the token needs an extension that is not supported',
  unknownKey: 'the key of the token is unknown',
  unusableKey: 'the key of the token cannot be used',
  badSignature: 'the signature of the token is not valid',
  expired: 'the token has expired',
  notYetValid: 'the token is not valid yet',
  wrongIssuer: 'the token is from another issuer',
  wrongAudience: 'the token is for another audience',
  claimMissing: 'a claim that is required is missing',
  claimInvalid: 'a claim of the token is malformed',
  numericPlayer: 'the player id in the token is a number: it must be a string',
  noPlayer: 'the token names no player',
} as const;

export type TokenRefusal = keyof typeof tokenRefusals;

const reasons = Object.keys(tokenRefusals) as readonly TokenRefusal[];

/** Every value that `WWW-Authenticate` can have. */
export const challenges: readonly string[] = reasons.map((reason) => challengeFor(tokenRefusals, reason));

/** The service does not accept the token. The message is for the log alone. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken';
  readonly reason: TokenRefusal;

  constructor(message: string, options: ErrorOptions & { readonly reason?: TokenRefusal } = {}) {
    super(message, options);
    this.reason = options.reason ?? 'malformed';
  }
}

export interface TokenRefusals {
  /** Counts a refusal and makes the error for its caller. */
  refuse(error: InvalidToken): ApiError;
}

export function createTokenRefusals(runtime: RefusalRuntime): TokenRefusals {
  const count = createRefusalCounts(runtime, {
    family: {
      name: 'playkeep_token_refusals_total',
      help: 'Requests that were refused for their token, by reason.',
    },
    reasons,
    message: 'tokens are refused',
  });

  return {
    refuse(error) {
      const { reason } = error;
      count(reason);
      return new ApiError('unauthorized', {
        headers: { 'www-authenticate': challengeFor(tokenRefusals, reason) },
        detail: tokenRefusals[reason],
        cause: error,
      });
    },
  };
}

// The reasons for which tokens are refused: a closed list, each with one constant sentence for callers (RFC 6750 section 3).
// The log has the exact fault. Neither a sentence nor the log holds anything of the token.
import { errors } from 'jose';
import { ApiError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Counter, Metrics } from '../lib/metrics.ts';
import { REFUSAL_LOG_MILLISECONDS } from '../tuning.ts';

/** Each sentence is printable ASCII without `"` and `\`, as `error_description` requires. */
export const tokenRefusals = {
  missing: 'there is no token in the header Authorization: Bearer',
  tooLong: 'the token is too long',
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
  noPlayer: 'the token names no player',
} as const;

export type TokenRefusal = keyof typeof tokenRefusals;

const reasons = Object.keys(tokenRefusals) as readonly TokenRefusal[];

/** The value of `WWW-Authenticate`. A request without a token gets no error in it (RFC 6750 section 3.1). */
const challengeFor = (reason: TokenRefusal): string =>
  reason === 'missing'
    ? 'Bearer'
    : `Bearer error="invalid_token", error_description="${tokenRefusals[reason]}"`;

/** Every value that `WWW-Authenticate` can have. */
export const challenges: readonly string[] = reasons.map(challengeFor);

/** The service does not accept the token. The message is for the log alone. */
export class InvalidToken extends Error {
  override readonly name = 'InvalidToken';
  readonly reason: TokenRefusal;

  constructor(message: string, options: ErrorOptions & { readonly reason?: TokenRefusal } = {}) {
    super(message, options);
    this.reason = options.reason ?? 'malformed';
  }
}

/** @param otherwise the reason of an error that is of no class of `jose`. */
export function asInvalidToken(error: unknown, otherwise: TokenRefusal): InvalidToken {
  if (error instanceof InvalidToken) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new InvalidToken(message, { cause: error, reason: reasonOf(error) ?? otherwise });
}

function reasonOf(error: unknown): TokenRefusal | undefined {
  if (error instanceof errors.JWTExpired) return 'expired';
  if (error instanceof errors.JWTClaimValidationFailed) return reasonOfClaim(error);
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'badSignature';
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithmNotAllowed';
  if (error instanceof errors.JOSENotSupported) return 'unsupported';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid) return 'malformed';
  return undefined;
}

function reasonOfClaim({ claim, reason }: errors.JWTClaimValidationFailed): TokenRefusal {
  if (reason === 'missing') return 'claimMissing';
  if (reason !== 'check_failed') return 'claimInvalid';
  if (claim === 'iss') return 'wrongIssuer';
  if (claim === 'aud') return 'wrongAudience';
  return claim === 'nbf' ? 'notYetValid' : 'claimInvalid';
}

export interface TokenRefusals {
  /** Counts a refusal and makes the error for its caller. */
  refuse(error: InvalidToken): ApiError;
}

export function createTokenRefusals({
  clock,
  log,
  metrics,
  production,
}: {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Outside production the log has a line for each refusal (http/error-mapper.ts). */
  readonly production: boolean;
}): TokenRefusals {
  const family = {
    name: 'playkeep_token_refusals_total',
    help: 'Requests that were refused for their token, by reason.',
  };
  const states = new Map(
    reasons.map((reason) => [reason, stateOf(metrics.counter(family, { reason }))] as const),
  );

  /** Logs one line a minute for each reason, so that operators see a fault and callers cannot fill the log. */
  function logReason(reason: TokenRefusal, state: ReasonState): void {
    const now = clock.monotonic();
    if (now - state.loggedAt < REFUSAL_LOG_MILLISECONDS) {
      state.leftOut += 1;
      return;
    }
    const { leftOut } = state;
    log.info({ reason, ...(leftOut > 0 && { leftOut }) }, 'tokens are refused');
    state.loggedAt = now;
    state.leftOut = 0;
  }

  return {
    refuse(error) {
      const { reason } = error;
      const state = states.get(reason);
      if (state) {
        state.counter.value += 1;
        if (production) logReason(reason, state);
      }
      return new ApiError('unauthorized', {
        headers: { 'www-authenticate': challengeFor(reason) },
        detail: tokenRefusals[reason],
        cause: error,
      });
    },
  };
}

interface ReasonState {
  readonly counter: Counter;
  /** The time of the last line in the log. */
  loggedAt: number;
  /** Refusals since then, which have no line. */
  leftOut: number;
}

const stateOf = (counter: Counter): ReasonState => ({
  counter,
  loggedAt: Number.NEGATIVE_INFINITY,
  leftOut: 0,
});

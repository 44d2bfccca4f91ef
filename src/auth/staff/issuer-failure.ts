// Failures of the issuer, told apart by what follows for a person: the issuer said no, it could not be asked, or its answer cannot be
// trusted.
import { CertificateProblem } from '../../lib/certificate-problem.ts';

export type IssuerFailureReason = 'refused' | 'unreachable' | 'untrusted';

export class IssuerFailure extends Error {
  override readonly name = 'IssuerFailure';
  constructor(
    readonly reason: IssuerFailureReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Errors of `openid-client` by the codes that it documents. Those of the runtime's fetch have none. */
const reasons: Readonly<Record<string, IssuerFailureReason>> = {
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'refused',
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_ABORT: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unreachable',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'unreachable',
};

/** The log gets the message: it holds no token. */
export function failureOf(error: unknown): IssuerFailure {
  if (error instanceof IssuerFailure) return error;
  const { cause } = error as { cause?: { message?: string } };
  if (cause instanceof CertificateProblem) return new IssuerFailure('unreachable', cause.message);
  const { code = '', error: answered, message } = error as Error & { code?: string; error?: string };
  // A code or token that was used or withdrawn. All other errors of the token endpoint are mistakes of the settings.
  if (code === 'OAUTH_RESPONSE_BODY_ERROR')
    return new IssuerFailure(
      answered === 'invalid_grant' ? 'refused' : 'unreachable',
      `the issuer answered ${String(answered).slice(0, 40)}`,
    );
  const isOfLibrary = typeof code === 'string' && code.startsWith('OAUTH_');
  const reason = reasons[code] ?? (isOfLibrary || !isOfNetwork(error) ? 'untrusted' : 'unreachable');
  const detail = typeof cause?.message === 'string' ? `${message}: ${cause.message}` : message;
  return new IssuerFailure(reason, detail);
}

const isOfNetwork = (error: unknown): boolean => {
  const { name, code } = error as { name?: string; code?: string };
  return error instanceof TypeError || name === 'TimeoutError' || name === 'AbortError' || code !== undefined;
};

// The cookies of the console, that of a session and that of an attempt to sign in at the issuer, and the proof that a request comes from the console's own page. A browser sends the cookie with
// every request to the service, and to every other port of its host. So the session also needs the secret of the page in a
// header that no form can send, and a request that changes something must come from the same origin (Fetch Metadata, section 2.3).
import { ApiError } from '../errors/errors.ts';
import { CONSOLE_SESSION_SECONDS, SIGN_IN_ATTEMPT_SECONDS } from '../limits.ts';

/**
 * Its value is the secret of the page; at a sign-in, when there is none yet, it does not matter. A page of another origin cannot
 * send it without the permission of CORS, which it never gets.
 */
export const consoleHeader = 'x-playkeep-console';

export interface SessionCookie {
  /** @returns the secret in the cookie; undefined without the cookie. */
  read(request: Request): string | undefined;
  /** The value of `Set-Cookie` that keeps a session. */
  keep(secret: string): string;
  /** The value of `Set-Cookie` that removes it. */
  readonly remove: string;
}

export const createSessionCookie = (production: boolean): SessionCookie =>
  createCookie('playkeep', CONSOLE_SESSION_SECONDS, production);

/**
 * The cookie of an attempt to sign in at the issuer. It is as strict as that of a session: the page to which the issuer sends the
 * browser back has no need of it, and a request of that page comes from the same origin.
 */
export const createAttemptCookie = (production: boolean): SessionCookie =>
  createCookie('playkeep-sign-in', SIGN_IN_ATTEMPT_SECONDS, production);

/** In production the prefix `__Host-` binds the cookie to this host and to HTTPS (RFC 6265bis section 4.1.3). */
function createCookie(plainName: string, seconds: number, production: boolean): SessionCookie {
  const name = production ? `__Host-${plainName}` : plainName;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${production ? '; Secure' : ''}`;
  return {
    read(request) {
      const header = request.headers.get('cookie');
      if (header === null || !header.includes(name)) return undefined;
      return new Bun.CookieMap(header).get(name) ?? undefined;
    },
    keep: (secret) => `${name}=${secret}; Max-Age=${seconds}; ${attributes}`,
    remove: `${name}=; Max-Age=0; ${attributes}`,
  };
}

/** @throws ApiError `forbidden` for a request that the console's own page cannot have sent */
export function assertFromConsole(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const isSafe = request.method === 'GET' || request.method === 'HEAD';
  if (isSafe ? site === null || site === 'same-origin' || site === 'none' : isFromPage(request, site)) return;
  throw new ApiError('forbidden', {
    detail: 'a request with the cookie of the console must come from the console',
  });
}

const isFromPage = (request: Request, site: string | null): boolean =>
  site === 'same-origin' && request.headers.has(consoleHeader);

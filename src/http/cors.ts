// Cross-origin resource sharing (the Fetch standard, section 3.3): preflights, and the headers that let pages of other origins
// call. Scripts send tokens in a header, never in cookies, so credentials mode is not needed.
import { noHeaders } from './reply.ts';

const allowedHeaders =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Installation-Id, X-Request-Id, X-Session-Id';
const exposedHeaders =
  'Accept-Patch, Date, ETag, Preference-Applied, Retry-After, WWW-Authenticate, X-Error-Detail, X-Request-Id';
const preflightMaxAgeSeconds = '7200';

export interface Cors {
  /** The headers of the response to a request. */
  headers(request: Request): Readonly<Record<string, string>>;
  /** The further headers of the response to an OPTIONS request. */
  preflight(request: Request, methods: string): Readonly<Record<string, string>>;
}

/** @param others further headers of every answer */
export function createCors(origins: '*' | readonly string[], others = noHeaders): Cors {
  const forAny = {
    ...others,
    'access-control-allow-origin': '*',
    'access-control-expose-headers': exposedHeaders,
  };
  const vary = { ...others, vary: 'Origin' };

  function headers(request: Request): Readonly<Record<string, string>> {
    if (origins === '*') return forAny;
    if (origins.length === 0) return others;
    const origin = request.headers.get('origin');
    if (origin === null || !origins.includes(origin)) return vary;
    return {
      ...vary,
      'access-control-allow-origin': origin,
      'access-control-expose-headers': exposedHeaders,
    };
  }

  return {
    headers,
    preflight(request, methods) {
      if (!request.headers.has('access-control-request-method')) return {};
      if (!('access-control-allow-origin' in headers(request))) return {};
      return {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': preflightMaxAgeSeconds,
      };
    },
  };
}

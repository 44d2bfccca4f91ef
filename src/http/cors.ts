// Cross-origin resource sharing (the Fetch standard, section 3.3): preflights, and the headers that let pages of other origins
// call. Scripts send tokens in a header, never in cookies, so credentials mode is not needed.
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createOriginCheck, type Origins } from '../lib/origins.ts';
import { noHeaders } from './reply.ts';

/** Those of the API, and those that libraries for requests and for traces add by themselves. */
const allowedHeaders = [
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Installation-Id, X-Request-Id, X-Session-Id',
  'Baggage, Cache-Control, Sentry-Trace, Traceparent, Tracestate, X-Requested-With',
].join(', ');
const exposedHeaders = [
  'Accept-Patch, Date, ETag, Last-Modified, Preference-Applied, Retry-After, WWW-Authenticate, X-Error-Detail',
  'X-Request-Id, X-Session-End',
].join(', ');
const preflightMaxAgeSeconds = '7200';

export interface Cors {
  /** The headers of the response to a request. */
  headers(request: Request): Readonly<Record<string, string>>;
  /** The further headers of the response to an OPTIONS request. */
  preflight(request: Request, methods: string): Readonly<Record<string, string>>;
}

interface CorsOptions {
  /** Further headers of every answer. */
  readonly others?: Readonly<Record<string, string>>;
  /** Called for a preflight of a page that may not call. */
  readonly refused?: (origin: string) => void;
}

export function createCors(origins: Origins, { others = noHeaders, refused }: CorsOptions = {}): Cors {
  const isAllowed = createOriginCheck(origins === '*' ? [] : origins);
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
    if (origin === null || !isAllowed(origin)) return vary;
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
      if (!('access-control-allow-origin' in headers(request))) {
        refused?.(request.headers.get('origin') ?? '');
        return {};
      }
      return {
        'access-control-allow-methods': methods,
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': preflightMaxAgeSeconds,
      };
    },
  };
}

const hour = 3_600_000;
const shownOriginCharacters = 200;

/** @returns a function that logs a refused origin with the setting that names those that may call, once an hour */
export function createRefusalLog(log: Log, clock: Pick<Clock, 'monotonic'>): (origin: string) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (origin) => {
    if (clock.monotonic() - loggedAt < hour) return;
    loggedAt = clock.monotonic();
    log.warn(
      { origin: origin.slice(0, shownOriginCharacters) },
      'a page of another origin was refused; name its origin in CORS_ORIGINS if it is of your game',
    );
  };
}

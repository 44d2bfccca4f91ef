// The token server of `playkeep token --serve`, for development alone: programs of this machine, and pages that it serves, get a
// token of any player. A page from elsewhere gets none, also where DNS leads its name to this machine.
import { isFromThisMachine } from '../auth/access/this-machine.ts';
import { type Claims, signToken } from '../auth/sign.ts';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors/errors.ts';
import { isLoopbackHost } from '../http/address.ts';
import { createCors } from '../http/cors.ts';
import { pathOf } from '../http/path.ts';
import { readQuery } from '../http/query.ts';
import { listen } from '../http/server.ts';
import type { Clock } from '../lib/clock.ts';
import { createOriginCheck } from '../lib/origins.ts';
import { isPlayerId } from '../lib/player-id.ts';
import { SMALL_BODY_MAX_BYTES } from '../limits.ts';

const loopback = '127.0.0.1';
const path = '/token';
const methods = 'GET, OPTIONS';

/** A script tag or an image of another page cannot use the answer, and nobody keeps it. */
const headersOfAll = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

export interface TokenServer {
  /** For instance `http://127.0.0.1:8090/token`. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface TokenServerOptions {
  readonly port: number;
  readonly lifetimeSeconds: number;
  /** Further claims of each token. */
  readonly claims?: Claims;
  readonly clock: Clock;
}

/** @throws CannotSign if the settings only verify; Error with a sentence if the port cannot be had */
export async function startTokenServer(
  { tokens, corsOrigins }: Pick<Config, 'tokens' | 'corsOrigins'>,
  { port, ...options }: TokenServerOptions,
): Promise<TokenServer> {
  const sign = (playerId: string) => signToken(tokens, { playerId, ...options });
  await sign('a player, to find out whether these settings can sign');

  async function answer(request: Request, peers: Bun.Server<undefined>): Promise<Response> {
    if (!isFromThisMachine(request, peers)) return refusal(403, fromElsewhere);
    const origin = request.headers.get('origin');
    if (origin !== null && !mayAsk(origin, corsOrigins)) return refusal(403, ofOtherOrigin);
    const cors = createCors(origin === null ? [] : [origin], { others: { vary: 'Origin' } });
    if (request.method === 'OPTIONS') {
      const headers = { ...cors.headers(request), ...cors.preflight(request, methods), allow: methods };
      return new Response(null, { status: 204, headers });
    }
    return answerAsked(request, cors.headers(request));
  }

  async function answerAsked(request: Request, headers: Readonly<Record<string, string>>) {
    if (pathOf(request) !== path) return refusal(404, `ask for ${path}?player=alice`, headers);
    if (request.method !== 'GET') return refusal(405, 'ask by GET', { ...headers, allow: methods });
    try {
      const { player = '' } = readQuery(request, ['player']);
      if (!isPlayerId(player)) return refusal(400, withoutPlayer, headers);
      return new Response(await sign(player), { headers: { ...headersOfAll, ...headers } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return refusal(400, error.options.detail ?? error.message, headers);
    }
  }

  const server = await listen(
    {
      hostname: loopback,
      port,
      development: false,
      reusePort: false,
      maxRequestBodySize: SMALL_BODY_MAX_BYTES,
      fetch: answer,
      error: () => refusal(500, 'the token could not be signed'),
    },
    { host: 'HOST', port: 'port after --serve' },
  );
  return { url: `http://${loopback}:${server.port}${path}`, stop: () => server.stop(true) };
}

const fromElsewhere =
  'tokens are for programs of this machine, which ask 127.0.0.1 or localhost, through no proxy';
const ofOtherOrigin = 'tokens are for pages of localhost or 127.0.0.1, and of the origins in CORS_ORIGINS';
const withoutPlayer = 'name one player, as in ?player=alice: 1 to 255 characters, none a control character';

const refusal = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(`${text}\n`, { status, headers: { ...headersOfAll, ...headers } });

/**
 * May a page of this origin have tokens? `*` in the settings names no origin, so then only pages of this machine may. Any site has pages
 * whose origin is `null`.
 */
function mayAsk(origin: string, corsOrigins: Config['corsOrigins']): boolean {
  if (!URL.canParse(origin)) return false;
  if (corsOrigins !== '*' && createOriginCheck(corsOrigins)(origin)) return true;
  const { protocol, host, origin: canonical } = new URL(origin);
  return /^https?:$/.test(protocol) && canonical === origin && isLoopbackHost(host);
}

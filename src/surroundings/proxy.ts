// The looks through the proxy, from the outside, as a game would ask. Without a server key no request needs a token, and none writes.
import { connect } from 'node:tls';
import type { Config } from '../config/config.ts';
import { certificateProblem } from '../lib/certificate-problem.ts';
import type { Clock } from '../lib/clock.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import { finding, good, type Look } from '../store/ports/surroundings.ts';

const answerMilliseconds = 10_000;
const dayMilliseconds = 86_400_000;
/** Certificates of Let's Encrypt are renewed a month before their end, so that something is wrong by then. */
const leastCertificateDays = 14;
/** More requests would be a burden, so a larger limit is not tried. */
const mostAttempts = 1_000;
const metadataPath = '/api/game/metadata';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * @param url the public address of the service
 * @param tries to outwit the limit of refused tokens, which then refuses bad tokens of this address for up to a minute
 */
export async function lookThroughProxy(url: string, config: Config, clock: Clock): Promise<readonly Look[]> {
  const ask = createAsk(url, clock);
  try {
    const refused = await ask('GET', metadataPath);
    if (!isFromService(refused))
      return [
        finding(
          'proxy',
          `${url} answers ${refused.status}, and not as the service; look at the route of /api in the proxy`,
        ),
      ];
    return [
      ...(await lookAtCertificate(url, clock)),
      lookAtHeaders(refused),
      await lookAtTags(ask, config),
      await lookAtBodies(ask, config),
      await lookAtForgedAddresses(ask, config),
    ];
  } catch (error) {
    return [
      finding('proxy', `${url} does not answer: ${certificateProblem(error) ?? (error as Error).message}`),
    ];
  }
}

type Ask = (method: string, path: string, headers?: Record<string, string>, body?: string) => Promise<Answer>;

const createAsk =
  (url: string, clock: Clock): Ask =>
  (method, path, headers = {}, body) =>
    withTimeLimit(clock, answerMilliseconds, async (signal) => {
      const init = {
        method,
        headers,
        redirect: 'manual',
        signal,
        ...(body !== undefined && { body }),
      } as const;
      // The address may have a path, below which the proxy serves the service.
      const response = await fetch(url.replace(/\/+$/, '') + path, init);
      return { status: response.status, headers: response.headers, text: await response.text() };
    });

/** The envelope of every error of the service. */
const isFromService = ({ status, text }: Answer): boolean => text.startsWith(`{"statusCode":${status},`);

/** Past the limit of refused tokens, as after an earlier look, the answer is a 429 without the reasons. */
function lookAtHeaders({ status, headers }: Answer): Look {
  const expected = status === 401 ? ['x-request-id', 'x-error-detail', 'www-authenticate'] : ['x-request-id'];
  const hidden = expected.filter((name) => !headers.has(name));
  if (hidden.length === 0) return good('headers', 'arrive');
  return finding(
    'headers',
    `the proxy removes ${hidden.join(', ')}; let it pass the headers of answers (proxy_hide_header in nginx)`,
  );
}

/** Metadata of the first player, for whoever has a server key; otherwise the API document, which may be compressed. */
async function lookAtTags(ask: Ask, { serverApiKey }: Config): Promise<Look> {
  const encoding = { 'accept-encoding': 'gzip, br, zstd' };
  const change = 'let it keep ETag, and respect Cache-Control: no-transform (no gzip for /api in nginx)';
  if (serverApiKey !== undefined) {
    const headers = { ...encoding, authorization: `Bearer ${serverApiKey}` };
    const { status, headers: answered } = await ask('GET', '/api/server/players/1/metadata', headers);
    const tag = answered.get('etag');
    if (status === 200 && tag === null)
      return finding('ETag', `the proxy removes it from metadata; ${change}`);
    if (tag?.startsWith('W/'))
      return finding(
        'ETag',
        `the proxy weakens it by compression (${answered.get('content-encoding') ?? 'unknown'}); ${change}`,
      );
    if (status === 200) return good('ETag', 'metadata keeps it');
  }
  const { headers } = await ask('GET', '/openapi.json', encoding);
  if (headers.get('etag') === null) return finding('ETag', `the proxy removes it; ${change}`);
  return good('ETag', 'arrives; set SERVER_API_KEY to look at metadata too');
}

async function lookAtBodies(ask: Ask, { metadataMaxBytes }: Config): Promise<Look> {
  const body = ' '.repeat(metadataMaxBytes);
  const answer = await ask('POST', metadataPath, { 'content-type': 'application/json' }, body).catch(
    (error: Error) => error,
  );
  const shown = `METADATA_MAX_BYTES (${metadataMaxBytes})`;
  if (!(answer instanceof Error) && isFromService(answer)) return good('bodies', `of ${shown} pass`);
  const how = answer instanceof Error ? answer.message : `answers ${answer.status}`;
  return finding(
    'bodies',
    `the proxy takes none of ${shown}: ${how}; raise its limit (client_max_body_size in nginx, request_body in Caddy)`,
  );
}

/** Sends bad tokens from ever other forged addresses. Past the limit the service has to refuse them by the true one. */
async function lookAtForgedAddresses(ask: Ask, { addressLimit }: Config): Promise<Look> {
  const about = 'X-Forwarded-For';
  if (addressLimit === undefined)
    return finding(
      about,
      'refused tokens are not limited by address; set TRUSTED_PROXY_HOPS to the number of proxies',
    );
  const { perMinute, proxyHops } = addressLimit;
  if (perMinute >= mostAttempts)
    return good(about, `not tried, since UNAUTHENTICATED_LIMIT_PER_MINUTE is ${perMinute}`);
  // Some tokens come back while these are sent.
  for (let attempt = 0; attempt < 2 * perMinute + 2; attempt += 1) {
    const forged = `198.51.${(attempt >> 8) & 255}.${attempt & 255}`;
    const headers = { authorization: 'Bearer doctor', 'x-forwarded-for': forged };
    const { status } = await ask('GET', metadataPath, headers);
    if (status === 429) return good(about, 'a forged one is not taken over');
  }
  return finding(
    about,
    `a forged one is taken over, so limits by address can be evaded; TRUSTED_PROXY_HOPS is ${proxyHops}: set the number of proxies that ` +
      'add to the header, or let the proxy replace it',
  );
}

async function lookAtCertificate(url: string, clock: Clock): Promise<readonly Look[]> {
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') return [];
  const end = Date.parse(
    await withTimeLimit(clock, answerMilliseconds, async (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const socket = connect({ host: hostname, port: Number(port) || 443, servername: hostname }, () =>
        resolve(socket.getPeerCertificate().valid_to),
      ).on('error', reject);
      signal.addEventListener('abort', () => reject(signal.reason));
      return promise.finally(() => socket.destroy());
    }),
  );
  const days = Math.floor((end - clock.now()) / dayMilliseconds);
  if (days >= leastCertificateDays) return [good('certificate', `valid for ${days} days`)];
  return [finding('certificate', `ends in ${days} days; look at the renewal of the proxy`)];
}

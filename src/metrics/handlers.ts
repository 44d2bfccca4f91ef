// Who may read the metrics: whoever reaches their own port, else this machine alone.
import { ApiError } from '../errors.ts';
import { isLoopback } from '../http/address.ts';
import type { Handler } from '../http/server.ts';
import type { Exposition } from './exposition.ts';

export interface MetricsDependencies {
  readonly expose: () => Exposition;
}

/** Headers that proxies add. One that adds none and names this machine as the host cannot be told from a caller on it. */
const ofProxies = /^(?:forwarded|via|x-forwarded-.*|x-real-ip|cf-connecting-ip|true-client-ip)$/;

const isPassedOn = ({ headers }: Request): boolean =>
  [...headers.keys()].some((name) => ofProxies.test(name));

const isLoopbackHost = ({ headers }: Request): boolean =>
  /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i.test(headers.get('host') ?? '');

export function metricsHandlers({ expose }: MetricsDependencies): Readonly<Record<'all' | 'local', Handler>> {
  const all: Handler = () => {
    const { contentType, text } = expose();
    return { status: 200, body: text, headers: { 'content-type': contentType, 'cache-control': 'no-store' } };
  };

  return {
    all,
    local(request, peers, bodyLength) {
      const isNear = isLoopback(peers.requestIP(request)?.address) && isLoopbackHost(request);
      if (!isNear || isPassedOn(request)) throw new ApiError('notFound');
      return all(request, peers, bodyLength);
    },
  };
}

// Who may read the metrics: whoever reaches their own port, else this machine alone.
import { ApiError } from '../errors.ts';
import { isLoopback } from '../http/address.ts';
import type { Handler } from '../http/server.ts';
import type { Exposition } from './exposition.ts';

export interface MetricsDependencies {
  readonly expose: () => Promise<Exposition>;
}

export function metricsHandlers({ expose }: MetricsDependencies): Readonly<Record<'all' | 'local', Handler>> {
  const all: Handler = async () => {
    const { contentType, text } = await expose();
    return { status: 200, body: text, headers: { 'content-type': contentType, 'cache-control': 'no-store' } };
  };

  return {
    all,
    local(request, peers) {
      // What a proxy on this machine passes on comes from elsewhere.
      const isPassedOn = ['x-forwarded-for', 'forwarded', 'via'].some((name) => request.headers.has(name));
      if (isPassedOn || !isLoopback(peers.requestIP(request)?.address)) throw new ApiError('notFound');
      return all(request, peers);
    },
  };
}

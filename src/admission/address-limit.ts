// How often the callers of one address may be refused for their tokens. Past it their tokens are not even looked at, so
// that nobody has the service try signatures without end; who has shown a good token a moment ago goes on.
import { ApiError } from '../errors.ts';
import { callerAddress } from '../http/address.ts';
import type { Peers } from '../http/server.ts';
import type { Clock } from '../lib/clock.ts';
import { createTokenBuckets } from '../lib/token-bucket.ts';
import { ADDRESS_LIMIT_MAX_ADDRESSES } from '../tuning.ts';

export interface AddressLimit {
  /**
   * Counts a token that is to be judged, before it is, so that many at once are counted too.
   * @returns what takes it back, for a token that is good or could not be judged.
   * @throws ApiError `tooManyRequests`
   */
  count(request: Request, peers: Peers): () => void;
}

export function createAddressLimit(
  { proxyHops, perMinute }: { readonly proxyHops: number; readonly perMinute: number },
  clock: Clock,
): AddressLimit {
  const buckets = createTokenBuckets({
    perMinute,
    maxKeys: ADDRESS_LIMIT_MAX_ADDRESSES,
    now: clock.monotonic,
  });

  return {
    count(request, peers) {
      const address = callerAddress(request, peers, proxyHops);
      if (address === undefined) return () => undefined;
      const milliseconds = buckets.take(address);
      if (milliseconds > 0) throw tooManyRequests(milliseconds, 'addressLimit');
      return () => buckets.give(address);
    },
  };
}

/** 429 with the seconds after which there is room again (RFC 6585 section 4). */
export function tooManyRequests(milliseconds: number, reason: 'addressLimit' | 'playerLimit'): ApiError {
  const headers = { 'retry-after': String(Math.ceil(milliseconds / 1000)) };
  return new ApiError('tooManyRequests', { headers, reason });
}

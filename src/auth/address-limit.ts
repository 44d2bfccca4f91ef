// The limit of refused tokens of an address. Past it the tokens of its callers are not verified, so that nobody can keep the
// service busy with bad signatures. A token that was good a moment ago passes without being counted (auth/access/player.ts).

import { assertRateLimit } from '../admission/rate-limit.ts';
import { callerAddress } from '../http/address.ts';
import type { Peers } from '../http/http-route.ts';
import type { Clock } from '../lib/clock.ts';
import { createTokenBuckets } from '../lib/token-bucket.ts';
import { ADDRESS_LIMIT_MAX_ADDRESSES } from '../tuning.ts';

export interface AddressLimit {
  /**
   * Counts a token before it is verified, so that concurrent tokens count too.
   * @returns a function that undoes the count, for a token that is good or could not be verified.
   * @throws ApiError `tooManyRequests`
   */
  count(request: Request, peers: Peers): () => void;
}

interface Options {
  readonly proxyHops: number;
  readonly perMinute: number;
}

/** The limits of the service by their settings. */
export const createAddressLimits = (
  settings: { readonly addressLimit: Options | undefined; readonly signInLimit: Options },
  clock: Clock,
) => ({
  addressLimit: settings.addressLimit && createAddressLimit(settings.addressLimit, clock),
  signInLimit: createAddressLimit(settings.signInLimit, clock),
});

export function createAddressLimit({ proxyHops, perMinute }: Options, clock: Clock): AddressLimit {
  const buckets = createTokenBuckets({
    perMinute,
    maxKeys: ADDRESS_LIMIT_MAX_ADDRESSES,
    now: clock.monotonic,
  });

  return {
    count(request, peers) {
      const address = callerAddress(request, peers, proxyHops);
      if (address === undefined) return () => undefined;
      assertRateLimit(buckets.take(address), 'addressLimit');
      return () => buckets.give(address);
    },
  };
}

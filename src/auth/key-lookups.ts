// Lookups of credentials that the process does not know, called keys here. Callers can send as many as they like, so there are ten lookups
// a second at most, each for all keys that wait. A new key is therefore found at once, whatever others send.
import { tooBusy } from '../errors/refusals.ts';
import type { Clock } from '../lib/clock.ts';
import { KeyMap } from '../lib/key-map.ts';
import {
  SERVER_KEY_LOOKUP_MAX_KEYS,
  SERVER_KEY_LOOKUPS_PER_SECOND,
  SERVER_KEY_WAITING_MAX_KEYS,
} from '../limits.ts';

/** Half of a second's lookups may leave at once, and the others come evenly, so that no key waits for long. */
const millisecondsPerLookup = 2_000 / SERVER_KEY_LOOKUPS_PER_SECOND;

interface Waiting<Found> {
  readonly digest: string;
  readonly resolve: (found: Found | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Makes the function that looks up the digest of a key.
 * @throws ApiError `serviceUnavailable` while too many keys wait; the errors of the store
 */
export function createKeyLookups<Found extends { readonly digest: string }>(
  findByDigests: (digests: readonly string[]) => Promise<readonly Found[]>,
  clock: Clock,
): (digest: string) => Promise<Found | undefined> {
  const waiting: Waiting<Found>[] = [];
  /** When the bucket of lookups is full again. */
  let fullAt = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    const now = clock.monotonic();
    const pause = Math.max(fullAt, now) + millisecondsPerLookup - now - 1_000;
    if (pause > 0) void clock.sleep(pause).then(lookUp);
    else queueMicrotask(lookUp);
  }

  function lookUp(): void {
    isScheduled = false;
    const batch = waiting.splice(0, SERVER_KEY_LOOKUP_MAX_KEYS);
    fullAt = Math.max(fullAt, clock.monotonic()) + millisecondsPerLookup;
    schedule();
    void find(batch);
  }

  async function find(batch: readonly Waiting<Found>[]): Promise<void> {
    try {
      const found = new KeyMap<Found>();
      const keys = await findByDigests(batch.map(({ digest }) => digest));
      for (const key of keys) found.set(key.digest, key);
      for (const { digest, resolve } of batch) resolve(found.get(digest));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (digest) => {
    if (waiting.length >= SERVER_KEY_WAITING_MAX_KEYS) return Promise.reject(tooBusy('keyLookups'));
    return new Promise((resolve, reject) => {
      waiting.push({ digest, resolve, reject });
      schedule();
    });
  };
}

// Credentials that a store knows by the digest of their text: found in a cache or in the store. A known one is looked up
// again after five seconds, so one that was revoked stops working on every process soon. An unknown digest may be cached
// too: nobody can have sent a random text before it was made.
import { createKeyCache } from '../lib/bounded-cache.ts';
import type { Clock } from '../lib/clock.ts';
import { ageOf } from '../lib/clock-skew.ts';
import { KeyMap } from '../lib/key-map.ts';
import { SERVER_KEY_CACHE_SECONDS, SERVER_KEYS_MAX } from '../limits.ts';
import { SERVER_KEY_USE_MILLISECONDS, UNKNOWN_KEY_CACHE_MAX_KEYS } from '../tuning.ts';
import { createKeyLookups } from './key-lookups.ts';

/** A credential as the store has it. Times are milliseconds since the epoch. */
export interface FoundCredential<Owner extends object> {
  readonly digest: string;
  readonly owner: Owner;
  /** Null for never. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  /** The store's time of the lookup. */
  readonly now: number;
}

/** The owner of a credential, or the reason why it is refused. */
export type Verdict<Owner extends object> = Owner | 'unknown' | 'expired';

export interface Credentials<Owner extends object> {
  /** The verdict on a credential that was looked up a moment ago; undefined for any other. */
  findCached(digest: string): Verdict<Owner> | undefined;
  /** Was this credential good when it was looked up last? */
  wasGood(digest: string): boolean;
  /** @throws the errors of the store; ApiError `serviceUnavailable` while too many unknown credentials wait */
  verify(digest: string): Promise<Verdict<Owner>>;
  /** Makes each known credential be looked up again at its next use, as after one was revoked. */
  invalidate(): void;
}

export interface CredentialsOptions<Owner extends object> {
  /** Finds credentials by their digests, expired ones too. Unknown digests are left out. */
  readonly find: (digests: readonly string[]) => Promise<readonly FoundCredential<Owner>[]>;
  /** Notes a use in the store. The request does not wait for it, and after a failure the next lookup notes the use. */
  readonly noteUse: (found: FoundCredential<Owner>) => Promise<void>;
  readonly clock: Clock;
}

interface Entry<Owner extends object> {
  readonly owner: Owner;
  /** All times are of the monotonic clock. */
  readonly askedAt: number;
  readonly expiresAt: number;
  /** The generation of the cache when the lookup began. A lookup under way does not outlive an invalidation. */
  readonly generation: number;
}

export function createCredentials<Owner extends object>({
  find,
  noteUse,
  clock,
}: CredentialsOptions<Owner>): Credentials<Owner> {
  const known = createKeyCache<Entry<Owner>>(SERVER_KEYS_MAX);
  const unknown = createKeyCache<number>(UNKNOWN_KEY_CACHE_MAX_KEYS);
  const lookUpUnknown = createKeyLookups(find, clock);
  let underWay = new KeyMap<Promise<Verdict<Owner>>>();
  let generation = 0;

  const isRecent = (askedAt: number, now: number): boolean => now - askedAt < SERVER_KEY_CACHE_SECONDS * 1000;

  function findKnown(entry: Entry<Owner>, now: number): Verdict<Owner> | undefined {
    if (entry.generation !== generation || !isRecent(entry.askedAt, now)) return undefined;
    return now < entry.expiresAt ? entry.owner : 'expired';
  }

  function findUnknown(digest: string, now: number): 'unknown' | undefined {
    const askedAt = unknown.get(digest);
    return askedAt !== undefined && isRecent(askedAt, now) ? 'unknown' : undefined;
  }

  /** A credential that was found before is not held up by unknown ones. */
  async function lookUp(digest: string): Promise<FoundCredential<Owner> | undefined> {
    if (known.peek(digest) === undefined) return lookUpUnknown(digest);
    return (await find([digest]))[0];
  }

  async function verifyNow(digest: string): Promise<Verdict<Owner>> {
    const asked = { askedAt: clock.monotonic(), generation };
    const found = await lookUp(digest);
    if (found === undefined) {
      known.delete(digest);
      unknown.set(digest, asked.askedAt);
      return 'unknown';
    }
    const { owner, now, expiresAt, lastUsedAt } = found;
    const remaining = expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - now;
    known.set(digest, { owner, ...asked, expiresAt: asked.askedAt + remaining });
    if (remaining <= 0) return 'expired';
    if (lastUsedAt === null || ageOf(lastUsedAt, now) >= SERVER_KEY_USE_MILLISECONDS) {
      void noteUse(found).catch(() => undefined);
    }
    return owner;
  }

  return {
    findCached(digest) {
      const now = clock.monotonic();
      const entry = known.get(digest);
      return entry === undefined ? findUnknown(digest, now) : findKnown(entry, now);
    },
    wasGood(digest) {
      const entry = known.peek(digest);
      return entry !== undefined && clock.monotonic() < entry.expiresAt;
    },
    verify(digest) {
      const verifying = underWay.get(digest);
      if (verifying) return verifying;
      const shared = underWay;
      const verdict = verifyNow(digest).finally(() => shared.delete(digest));
      shared.set(digest, verdict);
      return verdict;
    },
    invalidate() {
      generation += 1;
      underWay = new KeyMap();
    },
  };
}

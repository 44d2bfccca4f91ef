// Server key → server: finds the key by the digest of its text, in a cache or in the store. A cached key is looked up
// again after five seconds, so a revoked one stops working on every process soon. An unknown digest may be cached too:
// nobody can have sent the random text of a key before the key was made.
import { createKeyCache } from '../lib/bounded-cache.ts';
import type { Clock } from '../lib/clock.ts';
import { environmentKeyId } from '../lib/ids.ts';
import { KeyMap } from '../lib/key-map.ts';
import { keyDigest } from '../lib/key-text.ts';
import { SERVER_KEY_CACHE_SECONDS, SERVER_KEYS_MAX } from '../limits.ts';
import { type FoundServerKey, type ServerKeyStore, scopes } from '../store/ports/keys.ts';
import { SERVER_KEY_USE_MILLISECONDS, UNKNOWN_KEY_CACHE_MAX_KEYS } from '../tuning.ts';
import { createKeyLookups } from './key-lookups.ts';
import type { KeyRefusal } from './key-refusals.ts';
import type { Server } from './principals.ts';

/** The server whose key it is, or the reason why the key is refused. */
export type Verdict = Server | Extract<KeyRefusal, 'unknown' | 'expired'>;

/** A digest is that of a key's text (lib/key-text.ts). */
export interface ServerKeys {
  /** The verdict on a key that was looked up a moment ago; undefined for any other. */
  findCached(digest: string): Verdict | undefined;
  /** Was this key good when it was looked up last? */
  wasGood(digest: string): boolean;
  /** @throws the errors of the store; ApiError `serviceUnavailable` while too many unknown keys wait */
  verify(digest: string): Promise<Verdict>;
  /** Makes each known key be looked up again at its next use, as after one was revoked. */
  invalidate(): void;
}

interface Entry {
  readonly server: Server;
  /** All times are of the monotonic clock. */
  readonly askedAt: number;
  readonly expiresAt: number;
  /** The generation of the cache when the lookup began. A lookup under way does not outlive an invalidation. */
  readonly generation: number;
}

export interface ServerKeysOptions {
  readonly store: Pick<ServerKeyStore, 'findByDigests' | 'noteUse'>;
  readonly clock: Clock;
  /** The text of `SERVER_API_KEY`. */
  readonly environmentKey: string | undefined;
}

export function createServerKeys({ store, clock, environmentKey }: ServerKeysOptions): ServerKeys {
  const environment = environmentKey === undefined ? undefined : keyDigest(environmentKey);
  const known = createKeyCache<Entry>(SERVER_KEYS_MAX);
  const unknown = createKeyCache<number>(UNKNOWN_KEY_CACHE_MAX_KEYS);
  const lookUpUnknown = createKeyLookups(store, clock);
  let underWay = new KeyMap<Promise<Verdict>>();
  let generation = 0;

  const isRecent = (askedAt: number, now: number): boolean => now - askedAt < SERVER_KEY_CACHE_SECONDS * 1000;

  function findKnown(entry: Entry, now: number): Verdict | undefined {
    if (entry.generation !== generation || !isRecent(entry.askedAt, now)) return undefined;
    return now < entry.expiresAt ? entry.server : 'expired';
  }

  function findUnknown(digest: string, now: number): Verdict | undefined {
    const askedAt = unknown.get(digest);
    return askedAt !== undefined && isRecent(askedAt, now) ? 'unknown' : undefined;
  }

  /** A key that was found before is not held up by unknown ones. */
  async function lookUp(digest: string): Promise<FoundServerKey | undefined> {
    if (known.peek(digest) === undefined) return lookUpUnknown(digest);
    return (await store.findByDigests([digest]))[0];
  }

  async function verifyNow(digest: string): Promise<Verdict> {
    const asked = { askedAt: clock.monotonic(), generation };
    const found = await lookUp(digest);
    if (found === undefined) {
      known.delete(digest);
      unknown.set(digest, asked.askedAt);
      return 'unknown';
    }
    const { key, now } = found;
    const { keyId, name, scopes, expiresAt, lastUsedAt } = key;
    const remaining = expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - now;
    const server: Server = { kind: 'server', keyId, name, scopes };
    known.set(digest, { server, ...asked, expiresAt: asked.askedAt + remaining });
    if (remaining <= 0) return 'expired';
    if (lastUsedAt === null || now - lastUsedAt >= SERVER_KEY_USE_MILLISECONDS) noteUse(keyId);
    return server;
  }

  /** The request does not wait for it. After a failure the next lookup notes the use. */
  const noteUse = (keyId: string): void => void store.noteUse(keyId).catch(() => undefined);

  return {
    findCached(digest) {
      if (digest === environment) return environmentServer;
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

const environmentServer: Server = { kind: 'server', keyId: environmentKeyId, name: 'SERVER_API_KEY', scopes };

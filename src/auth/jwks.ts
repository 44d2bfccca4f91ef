// A key set by URL (RFC 7517 section 5): fetched when first needed, when it is old, and once more for a `kid` that it does
// not have, however recent the last fetch. Those who wait for a key share a fetch, and there is one a second at most. When
// a fetch fails, the last good copy goes on serving, and nobody waits for the next attempt.
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters } from 'jose';
import type { Clock } from '../lib/clock.ts';
import { scanDocument } from '../lib/json-scan.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { JWKS_MAX_BYTES, JWKS_MAX_STRINGS, TOKEN_MAX_DEPTH } from '../limits.ts';
import {
  JWKS_COOL_DOWN_SECONDS,
  JWKS_EXTRA_FETCH_MILLISECONDS,
  JWKS_FETCH_TIMEOUT_SECONDS,
  JWKS_MAX_AGE_SECONDS,
} from '../tuning.ts';
import { asInvalidToken } from './refusals.ts';

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** No copy of the key set could be had yet, so no token can be judged. */
export class KeySetUnavailable extends Error {
  override readonly name = 'KeySetUnavailable';
}

/** What a token is judged by: keys that may have signed it, and the edition of the set that they are from. */
interface FoundKeys {
  readonly keys: readonly CryptoKey[];
  readonly generation: number;
}

export interface RemoteKeys {
  /**
   * The keys that may have signed a token with this header: one, or several where it names no `kid`; empty when the
   * set has none.
   * @throws KeySetUnavailable
   */
  find(header: JWSHeaderParameters): Promise<FoundKeys>;
  /** Counts the sets that said something else than the one before; undefined while no copy could be had. */
  currentGeneration(): Promise<number | undefined>;
  /** Fetches now unless a copy is at hand, however old; true when there is one. */
  load(): Promise<boolean>;
}

export function createRemoteKeys(
  url: string,
  dependencies: { clock: Clock; log: Log; metrics: Metrics },
): RemoteKeys {
  const { clock, log, metrics } = dependencies;
  const fetches = {
    name: 'playkeep_key_set_fetches_total',
    help: 'Fetches of the key set, by their outcome.',
  };
  const good = metrics.counter(fetches, { outcome: 'fetched' });
  const bad = metrics.counter(fetches, { outcome: 'failed' });
  let keys: KeySet | undefined;
  let canonicalKeys: string | undefined;
  let generation = 0;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let failed = false;
  let underWay: Promise<void> | undefined;
  /** How many fetches were begun. */
  let begun = 0;
  let extraAt = Number.NEGATIVE_INFINITY;
  let extra: Promise<void> | undefined;

  const olderThan = (time: number, seconds: number): boolean =>
    Math.abs(clock.now() - time) >= seconds * 1000;

  async function fetchNow(): Promise<void> {
    triedAt = clock.now();
    try {
      const fetched = await fetchKeySet(url);
      const copy = createLocalJWKSet(fetched);
      const canonical = canonicalText(fetched);
      if (canonical !== canonicalKeys) {
        keys = copy;
        canonicalKeys = canonical;
        generation += 1;
      }
      fetchedAt = triedAt;
      failed = false;
      good.value += 1;
    } catch (error) {
      failed = true;
      bad.value += 1;
      const reason = error instanceof Error ? error.message : String(error);
      const serving = keys ? 'last good copy' : 'none';
      log.warn({ reason, url: withoutCredentials(url), serving }, 'the key set could not be fetched');
    }
  }

  const mayFetch = (): boolean => !underWay && olderThan(triedAt, JWKS_COOL_DOWN_SECONDS);

  /** One fetch at a time, shared by all who wait for it. */
  function fetchOnce(): Promise<void> {
    if (underWay) return underWay;
    begun += 1;
    underWay = fetchNow().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  /** None during the cool-down. */
  async function refresh(): Promise<void> {
    if (mayFetch()) void fetchOnce();
    await underWay;
  }

  /**
   * A fetch on account of a key that is unknown, shared by all who wait meanwhile: at once, or a second after the one before.
   * Tokens with random names thus cause a bounded load, and each fetch that they cause brings honest keys too.
   */
  function fetchExtra(): Promise<void> {
    extra ??= pause(clock, extraAt + JWKS_EXTRA_FETCH_MILLISECONDS - clock.monotonic()).then(() => {
      extra = undefined;
      if (!underWay) extraAt = clock.monotonic();
      return fetchOnce();
    });
    return extra;
  }

  /** Begins to fetch the next copy in time, so that nobody has to wait for it. */
  function refreshInTime(): boolean {
    if (!failed && olderThan(fetchedAt, JWKS_MAX_AGE_SECONDS)) return false;
    if (olderThan(fetchedAt, JWKS_MAX_AGE_SECONDS / 2) && mayFetch()) void refresh();
    return keys !== undefined;
  }

  /** Fetches now if there is no copy, or one that is too old. */
  const update = async (): Promise<void> => {
    if (!refreshInTime()) await refresh();
  };

  async function select(header: JWSHeaderParameters): Promise<FoundKeys> {
    if (!keys) throw new KeySetUnavailable('no key set has been fetched yet');
    const judgedBy = generation;
    return { keys: await keysFor(header, keys), generation: judgedBy };
  }

  return {
    async currentGeneration() {
      await update();
      return keys && generation;
    },
    async find(header) {
      const before = begun;
      await update();
      for (;;) {
        const found = await select(header);
        // A fetch that was begun earlier may not have met a key that this token was signed with.
        const isLatest = !underWay && begun > before;
        const isAway = !underWay && failed && !olderThan(triedAt, JWKS_COOL_DOWN_SECONDS);
        if (found.keys.length > 0 || isLatest || isAway) return found;
        await (underWay ?? fetchExtra());
      }
    },
    async load() {
      if (!keys) await refresh();
      return keys !== undefined;
    },
  };
}

async function pause(clock: Clock, milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = clock.every(milliseconds, resolve);
  await promise;
  end();
}

async function keysFor(header: JWSHeaderParameters, keys: KeySet): Promise<readonly CryptoKey[]> {
  try {
    return [await keys(header)];
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return [];
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw asInvalidToken(error, 'unusableKey');
    const several = [];
    for await (const key of error) several.push(key);
    return several;
  }
}

async function fetchKeySet(url: string): Promise<JSONWebKeySet> {
  const response = await fetch(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(JWKS_FETCH_TIMEOUT_SECONDS * 1000),
  });
  if (response.status !== 200) throw new Error(`the answer's status is ${response.status}`);
  const chunks = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > JWKS_MAX_BYTES) throw new Error(`the answer is longer than ${JWKS_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  scanDocument(bytes, { maxDepth: TOKEN_MAX_DEPTH, maxStrings: JWKS_MAX_STRINGS });
  return JSON.parse(bytes.toString('utf8'));
}

/** The keys, the same text in whatever order they and their members come. */
const canonicalText = ({ keys }: JSONWebKeySet): string =>
  JSON.stringify(keys.map((key) => JSON.stringify(Object.entries(key).sort())).sort());

/** Neither a password nor a query, which may hold an API key. */
function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

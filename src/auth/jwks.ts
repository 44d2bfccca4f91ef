// A key set by URL (RFC 7517 section 5). It is fetched when first needed, when the copy is old, and for a `kid` that the copy
// does not have, at most once a second. Requests that wait for a key share a fetch. After a failed fetch the last good copy
// serves on, and no request waits for the next attempt.
import type { KeyObject } from 'node:crypto';
import { withCertificateProblem } from '../lib/certificate-problem.ts';
import type { Clock } from '../lib/clock.ts';
import { scanDocument } from '../lib/json-scan.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { untilNameIsServed } from '../lib/names.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import { contextHeaders, type SpanDescription, type Traces, withChildren } from '../lib/traces.ts';
import { withoutCredentials } from '../lib/without-credentials.ts';
import {
  JWKS_COOL_DOWN_SECONDS,
  JWKS_EXTRA_FETCH_MILLISECONDS,
  JWKS_FETCH_TIMEOUT_SECONDS,
  JWKS_MAX_AGE_SECONDS,
  JWKS_MAX_BYTES,
  JWKS_MAX_STRINGS,
  TOKEN_MAX_DEPTH,
} from '../limits.ts';
import { assertKeySet, canonicalText, createKeySet, type KeySet, type KeySetDocument } from './key-set.ts';
import type { PublicKeyAlgorithm } from './keys.ts';

/** The key set could not be fetched, so a token cannot be verified: there is no copy, or the copy lacks the key. */
export class KeySetUnavailable extends Error {
  override readonly name = 'KeySetUnavailable';
}

/** Keys that may have signed a token, and the generation of the key set that they are from. */
interface FoundKeys {
  readonly keys: readonly KeyObject[];
  readonly generation: number;
}

export interface RemoteKeys {
  /**
   * Finds the keys that may have signed a token. A token without a `kid` may fit several keys, and another none.
   * @throws KeySetUnavailable, or InvalidToken when the key cannot be used
   */
  find(algorithm: PublicKeyAlgorithm, kid: unknown): Promise<FoundKeys>;
  /** Fetches the set if the copy is too old. @returns its generation; undefined while no copy could be fetched */
  currentGeneration(): Promise<number | undefined>;
  /** Fetches the set unless there is a copy of any age. @returns true when there is a copy that has a key */
  load(): Promise<boolean>;
}

export interface KeySetDependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly traces?: Traces | undefined;
}

export function createRemoteKeys(url: string, dependencies: KeySetDependencies): RemoteKeys {
  const { clock } = dependencies;
  const copy = createCopy(url, dependencies);
  let extraAt = Number.NEGATIVE_INFINITY;
  let extra: Promise<void> | undefined;

  /**
   * Fetches for an unknown key: at once, or a second after the last such fetch. All requests that wait share the fetch, so
   * tokens with random key names cause few fetches, and every fetch also brings the new keys of the issuer.
   */
  function fetchExtra(): Promise<void> {
    extra ??= untilExtraFetch().then(() => {
      extra = undefined;
      if (!copy.underWay) extraAt = clock.monotonic();
      return copy.fetch();
    });
    return extra;
  }

  async function untilExtraFetch(): Promise<void> {
    const pause = extraAt + JWKS_EXTRA_FETCH_MILLISECONDS - clock.monotonic();
    if (pause > 0) await clock.sleep(pause);
  }

  function select(algorithm: PublicKeyAlgorithm, kid: unknown): FoundKeys {
    const { keys, generation } = copy;
    if (!keys) throw new KeySetUnavailable('no key set has been fetched yet');
    return { keys: keys.find(algorithm, kid), generation };
  }

  return {
    async currentGeneration() {
      await copy.update();
      return copy.keys && copy.generation;
    },
    async find(algorithm, kid) {
      const before = copy.begun;
      await copy.update();
      for (;;) {
        const found = select(algorithm, kid);
        // A fetch that began before this token came may not have the key that signed it.
        const isLatest = !copy.underWay && copy.begun > before;
        if (found.keys.length > 0) return found;
        // The issuer may have published the key meanwhile.
        if (copy.isUnreachable())
          throw new KeySetUnavailable('the key is unknown, and the key set cannot be fetched');
        if (isLatest) return found;
        await (copy.underWay ?? fetchExtra());
      }
    },
    async load() {
      if (!copy.keys?.size) await copy.refresh();
      return copy.keys !== undefined && copy.keys.size > 0;
    },
  };
}

/** The copy of a key set, and the fetches that renew it. */
interface Copy {
  /** Undefined before the first good fetch. */
  readonly keys: KeySet | undefined;
  /** Counts the sets that differed from the one before. */
  readonly generation: number;
  /** The number of fetches so far, the one under way included. */
  readonly begun: number;
  readonly underWay: Promise<void> | undefined;
  /** Fetches, or waits for the fetch under way. */
  fetch(): Promise<void>;
  /** Fetches unless the cool-down forbids it, and waits for the fetch under way. */
  refresh(): Promise<void>;
  /** Waits for a fetch if no copy is usable. At half the greatest age a copy is fetched ahead, and no request waits for it. */
  update(): Promise<void>;
  /** Did the last fetch fail a moment ago, so that another one would too? */
  isUnreachable(): boolean;
}

function createCopy(url: string, dependencies: KeySetDependencies): Copy {
  const { clock } = dependencies;
  const report = createReport(url, dependencies);
  let canonicalKeys: string | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let failed = false;
  const copy = {
    keys: undefined as KeySet | undefined,
    generation: 0,
    begun: 0,
    underWay: undefined as Promise<void> | undefined,
    ...{ fetch: fetchOnce, refresh, update },
    isUnreachable: () => !copy.underWay && failed && !isOlderThan(triedAt, JWKS_COOL_DOWN_SECONDS),
  };

  const isOlderThan = (time: number, seconds: number): boolean =>
    Math.abs(clock.now() - time) >= seconds * 1000;

  async function fetchNow(): Promise<void> {
    triedAt = clock.now();
    try {
      const fetched = await fetchTraced(url, dependencies);
      const canonical = canonicalText(fetched);
      if (canonical !== canonicalKeys)
        Object.assign(copy, { keys: createKeySet(fetched), generation: copy.generation + 1 });
      canonicalKeys = canonical;
      fetchedAt = triedAt;
      failed = false;
      report.good();
    } catch (error) {
      failed = true;
      report.bad(error, copy.keys !== undefined);
    }
  }

  function fetchOnce(): Promise<void> {
    if (copy.underWay) return copy.underWay;
    copy.begun += 1;
    copy.underWay = fetchNow().finally(() => {
      copy.underWay = undefined;
    });
    return copy.underWay;
  }

  async function refresh(): Promise<void> {
    if (!copy.underWay && isOlderThan(triedAt, JWKS_COOL_DOWN_SECONDS)) void fetchOnce();
    await copy.underWay;
  }

  async function update(): Promise<void> {
    // After a failed fetch an old copy serves without waiting.
    const isReady = copy.keys !== undefined && (failed || !isOlderThan(fetchedAt, JWKS_MAX_AGE_SECONDS));
    if (isReady && !isOlderThan(fetchedAt, JWKS_MAX_AGE_SECONDS / 2)) return;
    const refreshed = refresh();
    if (!isReady) await refreshed;
  }

  return copy;
}

/** Counts the fetches by their outcome, and logs those that fail. */
function createReport(url: string, { log, metrics }: KeySetDependencies) {
  const fetches = {
    name: 'playkeep_key_set_fetches_total',
    help: 'Fetches of the key set, by their outcome.',
  };
  const good = metrics.counter(fetches, { outcome: 'fetched' });
  const bad = metrics.counter(fetches, { outcome: 'failed' });
  return {
    good(): void {
      good.value += 1;
    },
    bad(error: unknown, hasCopy: boolean): void {
      bad.value += 1;
      const reason = error instanceof Error ? error.message : String(error);
      const serving = hasCopy ? 'last good copy' : 'none';
      log.warn({ reason, url: withoutCredentials(url), serving }, 'the key set could not be fetched');
    },
  };
}

/** Fetches the key set with the context of the request that waits for it. */
const fetchTraced = (url: string, { clock, traces }: KeySetDependencies): Promise<KeySetDocument> =>
  withChildren(
    traces,
    () => describeFetch(url),
    () => fetchKeySet(url, clock, { headers: contextHeaders(traces) }),
  );

const describeFetch = (url: string): SpanDescription => ({
  name: 'GET',
  isCall: true,
  attributes: {
    'http.request.method': 'GET',
    'server.address': new URL(url).hostname,
    'url.full': withoutCredentials(url),
  },
});

interface FetchOptions {
  /** Gets the headers of the answer. */
  readonly look?: (headers: Headers) => void;
  /** Further headers of the request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Fetches the key set once, within the bounds of time and size.
 * @throws Error when there is no good answer
 */
export const fetchKeySet = (url: string, clock: Clock, options: FetchOptions = {}): Promise<KeySetDocument> =>
  withTimeLimit(clock, JWKS_FETCH_TIMEOUT_SECONDS * 1000, (signal) => readKeySet(url, signal, options));

async function readKeySet(
  url: string,
  signal: AbortSignal,
  { look, headers }: FetchOptions,
): Promise<KeySetDocument> {
  await untilNameIsServed(url, signal);
  const response = await withCertificateProblem(
    fetch(url, {
      headers: { accept: 'application/jwk-set+json, application/json', ...headers },
      redirect: 'error',
      signal,
    }),
  );
  look?.(response.headers);
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
  const document: unknown = JSON.parse(bytes.toString('utf8'));
  assertKeySet(document);
  return document;
}

// The verification of access tokens, which are JSON Web Tokens (RFC 7519), and the player that a token names. The algorithm is
// checked against the allow-list before any key is chosen. An HMAC algorithm is used with the shared secret alone.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../lib/clock.ts';
import { InvalidJson, scanDocument } from '../lib/json-scan.ts';
import { openObject } from '../lib/json-text.ts';
import { isObject } from '../lib/json-values.ts';
import { hasDuplicates } from '../lib/key-map.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Metrics } from '../lib/metrics.ts';
import { isPlayerId } from '../lib/player-id.ts';
import {
  TOKEN_CACHE_SECONDS,
  TOKEN_CLAIMS_MAX_STRINGS,
  TOKEN_HEADER_MAX_STRINGS,
  TOKEN_MAX_BYTES,
  TOKEN_MAX_DEPTH,
} from '../limits.ts';
import { TOKEN_CACHE_LEAST_BYTES } from '../tuning.ts';
import { repeatsScheme } from './bearer.ts';
import { assertNoExtensions, checkClaims, type Members } from './claims.ts';
import { createRemoteKeys, type KeySetDependencies, KeySetUnavailable, type RemoteKeys } from './jwks.ts';
import { type Algorithm, isHmac } from './keys.ts';
import type { Player } from './principals.ts';
import { InvalidToken } from './refusals.ts';
import { isSignedBy } from './signatures.ts';
import type { TokenConfig } from './token-config.ts';
import { assertType, normalizedType } from './token-type.ts';

export interface TokenVerifier {
  /**
   * @returns the player that the token names.
   * @throws InvalidToken, or KeySetUnavailable when no key set could be fetched yet.
   */
  verify(token: string): Promise<Player>;
  /**
   * @param credentials the header `Authorization` in its usual spelling: `Bearer`, one space, the token. A lookup by the
   *   whole header spares cutting it up.
   * @returns the player of a token that was verified or revalidated a moment ago; undefined for any other.
   */
  findCached(credentials: string): Player | undefined;
  /** Was this token good when it was last verified, at any time? */
  wasVerified(token: string): boolean;
  /** Fetches the key set if there is none yet. @returns true when tokens can be verified */
  load(): Promise<boolean>;
}

/**
 * RFC 7515 section 3.1: three parts of base64url without padding. The unused bits of a last character are zero (RFC 4648
 * section 3.5), so no token has two spellings.
 */
const base64url = '(?:[\\w-]{4})*(?:[\\w-]{4}|[\\w-]{2}[AEIMQUYcgkosw048]|[\\w-][AQgw])';
const compactJws = new RegExp(`^${base64url}\\.${base64url}\\.${base64url}$`);

/** The key of a token in the cache. */
const credentialsOf = (token: string): string => `Bearer ${token}`;

interface Verified {
  readonly player: Player;
  /** The last check of its times and its key. */
  validatedAt: number;
  readonly expiresAt: number;
  /** The generation of the key set; undefined for keys of the settings, which do not change. */
  readonly generation: number | undefined;
}

/** The keys that may have signed a token, and the generation of the key set if they are from one. */
interface Candidates {
  readonly keys: readonly KeyObject[];
  readonly generation?: number;
}

export function createTokenVerifier(config: TokenConfig, dependencies: KeySetDependencies): TokenVerifier {
  const { clock, metrics } = dependencies;
  const remote = config.jwksUrl === undefined ? undefined : createRemoteKeys(config.jwksUrl, dependencies);
  const verifyFresh = createVerification(config, remote, clock);
  const cache = new LRUCache<string, Verified>({
    // With `max`, the cache would allocate for all entries at once (lib/bounded-cache.ts).
    maxSize: config.cacheMaxBytes,
    sizeCalculation: (_verified, { length }) => Math.max(length, TOKEN_CACHE_LEAST_BYTES),
  });

  const { fromCache, verifications } = countersOf(metrics, () => cache.size);

  async function verifyAndCache(token: string): Promise<Player> {
    verifications.value += 1;
    try {
      const verified = await verifyFresh(token);
      cache.set(credentialsOf(token), verified);
      return verified.player;
    } catch (error) {
      cache.delete(credentialsOf(token));
      if (error instanceof KeySetUnavailable || error instanceof InvalidToken) throw error;
      // A key that cannot verify what the token says it signed.
      throw new InvalidToken('the key cannot verify the signature', { cause: error, reason: 'unusableKey' });
    }
  }

  function findCached(credentials: string): Player | undefined {
    // Unlike `get`, `peek` does not count as a use. Counting uses would cost more than verifying an evicted token again.
    const cached = cache.peek(credentials);
    if (!cached || !isFresh(cached, clock.now())) return undefined;
    fromCache.value += 1;
    return cached.player;
  }

  /** Checks the times and the key set of a cached token again. Its signature holds, since its bytes and the keys are the same. */
  async function revalidate(credentials: string): Promise<Player | undefined> {
    const cached = cache.get(credentials);
    if (!cached || !isInTime(cached, clock.now())) return undefined;
    if (cached.generation !== undefined && cached.generation !== (await remote?.currentGeneration()))
      return undefined;
    cached.validatedAt = clock.now();
    return findCached(credentials);
  }

  return {
    findCached,
    wasVerified: (token) => cache.peek(credentialsOf(token)) !== undefined,
    async verify(token) {
      const credentials = credentialsOf(token);
      return findCached(credentials) ?? (await revalidate(credentials)) ?? verifyAndCache(token);
    },
    load: () => remote?.load() ?? Promise.resolve(true),
  };
}

/** @param cached the number of tokens in the cache. */
function countersOf(metrics: Metrics, cached: () => number) {
  metrics.gauge({ name: 'playkeep_token_cache_tokens', help: 'Verified tokens kept in memory.' }, cached);
  const tokens = {
    name: 'playkeep_tokens_total',
    help: 'Tokens, by whether the cache had them (hit) or their signature was verified (miss).',
  };
  return {
    fromCache: metrics.counter(tokens, { cache: 'hit' }),
    verifications: metrics.counter(tokens, { cache: 'miss' }),
  };
}

/** The verification of a token by its signature and claims. */
function createVerification(
  config: TokenConfig,
  remote: RemoteKeys | undefined,
  clock: Clock,
): (token: string) => Promise<Verified> {
  const secret = config.secret === undefined ? undefined : createSecretKey(config.secret, 'utf8');
  const types = config.types.map(normalizedType);

  function candidatesFor(algorithm: Algorithm, kid: unknown): MaybePromise<Candidates> {
    if (isHmac(algorithm)) return { keys: secret ? [secret] : [] };
    if (config.publicKey) return { keys: [config.publicKey.key] };
    return remote ? remote.find(algorithm, kid) : { keys: [] };
  }

  return async (token) => {
    const now = clock.now();
    const { header, claims, signed, signature } = readToken(token);
    const algorithm = config.algorithms.find((allowed) => allowed === header.alg);
    if (algorithm === undefined)
      throw new InvalidToken('the algorithm is not allowed', { reason: 'algorithmNotAllowed' });
    assertNoExtensions(header);
    const { keys, generation } = await candidatesFor(algorithm, header.kid);
    if (keys.length === 0) throw new InvalidToken('no key fits', { reason: 'unknownKey' });
    if (!keys.some((key) => isSignedBy(key, algorithm, signed, signature)))
      throw new InvalidToken('signature verification failed', { reason: 'badSignature' });
    const expiresAt = checkClaims(claims, config, now);
    assertType(header.typ, types);
    const playerId = playerIdOf(claims, config.playerClaim);
    return { player: { kind: 'player', playerId }, validatedAt: now, expiresAt, generation };
  };
}

/** Was the token validated recently, and is it within its times? */
const isFresh = (verified: Verified, now: number): boolean =>
  now - verified.validatedAt < TOKEN_CACHE_SECONDS * 1000 && isInTime(verified, now);

/** Is the token within its times? It was when it was validated, and stays so until it expires or the clock is set back. */
const isInTime = ({ validatedAt, expiresAt }: Verified, now: number): boolean =>
  validatedAt <= now && now < expiresAt;

interface Token {
  readonly header: Members;
  readonly claims: Members;
  /** The bytes that the signature is for (RFC 7515 section 5.2). */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

/** Reads a token whose form is good, before anything in it is believed. @throws InvalidToken */
function readToken(token: string): Token {
  if (token.length > TOKEN_MAX_BYTES) throw new InvalidToken('the token is too long', { reason: 'tooLong' });
  if (!compactJws.test(token)) {
    const reason = repeatsScheme(token) ? 'schemeTwice' : 'malformed';
    throw new InvalidToken('it is no compact JWS', { reason });
  }
  const [header = '', claims = '', signature = ''] = token.split('.', 3);
  return {
    header: readObject(header, TOKEN_HEADER_MAX_STRINGS),
    claims: readObject(claims, TOKEN_CLAIMS_MAX_STRINGS),
    signed: Buffer.from(token.slice(0, token.lastIndexOf('.')), 'latin1'),
    signature: Buffer.from(signature, 'base64url'),
  };
}

/**
 * Reads a JSON object whose bounds were checked before a parser builds objects from it. It refuses duplicate names, of which some
 * parsers take the first and others the last (RFC 7515 section 4, RFC 7519 section 4). Names inside a claim's value are not checked.
 */
function readObject(part: string, maxStrings: number): Members {
  const bytes = Buffer.from(part, 'base64url');
  try {
    const { start, end } = scanDocument(bytes, { maxDepth: TOKEN_MAX_DEPTH, maxStrings });
    const text = bytes.toString('utf8', start, end);
    if (!isObject(text)) throw new InvalidToken('a part is no JSON object');
    if (hasDuplicates(openObject(text).parts.map(({ key }) => key))) {
      throw new InvalidToken('a header or claim is given twice');
    }
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    const reasons = {
      syntax: 'a part is no JSON',
      strings: 'it has too many strings',
      depth: 'it is nested too deep',
    };
    const reason = error.problem === 'strings' ? 'tooManyStrings' : 'malformed';
    throw new InvalidToken(reasons[error.problem], { reason });
  }
}

/** The player id in a claim. @throws InvalidToken for a value that is no player id */
function playerIdOf(claims: Members, claim: string): string {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof value !== 'string' || !isPlayerId(value)) {
    const reason = typeof value === 'number' ? 'numericPlayer' : 'noPlayer';
    throw new InvalidToken(`the claim ${claim} does not name a player`, { reason });
  }
  return value;
}

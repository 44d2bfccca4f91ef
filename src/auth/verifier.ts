// Bytes → player: verifies an access token (RFC 7519) and answers the player id it names. The algorithm allow-list
// is checked before any key is looked up, and an HMAC algorithm can only ever meet the shared secret.
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { TokenConfig } from '../config/config.ts';
import type { Clock } from '../lib/clock.ts';
import { InvalidJson, scanDocument } from '../lib/json-scan.ts';
import { isObject, openObject } from '../lib/json-text.ts';
import { hasDuplicates } from '../lib/key-map.ts';
import type { Log } from '../lib/log.ts';
import { chain, type MaybePromise } from '../lib/maybe-promise.ts';
import type { Metrics } from '../lib/metrics.ts';
import {
  PLAYER_ID_MAX_CHARACTERS,
  TOKEN_CLAIMS_MAX_STRINGS,
  TOKEN_HEADER_MAX_STRINGS,
  TOKEN_MAX_BYTES,
  TOKEN_MAX_DEPTH,
} from '../limits.ts';
import { TOKEN_CACHE_LEAST_BYTES, TOKEN_CACHE_SECONDS } from '../tuning.ts';
import { createRemoteKeys, KeySetUnavailable } from './jwks.ts';
import { isHmac } from './keys.ts';
import { asInvalidToken, InvalidToken } from './refusals.ts';
import { assertType, normalizedType } from './token-type.ts';

export interface TokenVerifier {
  /**
   * @returns the player id that the token names.
   * @throws InvalidToken, or KeySetUnavailable when no key set could be fetched yet.
   */
  verify(token: string): Promise<string>;
  /**
   * The same for a token that was judged a moment ago; undefined for any other.
   * @param credentials as an `Authorization` header brings them, in the spelling that almost all use: `Bearer`, one space,
   *   the token. To look for the whole of it spares cutting it up.
   */
  findCached(credentials: string): string | undefined;
  /** Was this token good when it was verified last, however long ago that was? */
  knows(token: string): boolean;
  /** Loads what verification needs; true when tokens can be judged. */
  load(): Promise<boolean>;
}

/**
 * RFC 7515 section 3.1: three parts of base64url without padding, each in the one form that encodes its bytes: the bits
 * that a last character has to spare are zero (RFC 4648 section 3.5). So no token has two spellings.
 */
const base64url = '(?:[\\w-]{4})*(?:[\\w-]{4}|[\\w-]{2}[AEIMQUYcgkosw048]|[\\w-][AQgw])';
const compactJws = new RegExp(`^${base64url}\\.${base64url}\\.${base64url}$`);

type VerificationKey = Exclude<Parameters<typeof jwtVerify>[1], (...args: never[]) => unknown>;

/** What a verified token is kept under. */
const credentialsOf = (token: string): string => `Bearer ${token}`;

interface Verified {
  readonly playerId: string;
  /** When its times and its key were looked at last. */
  validatedAt: number;
  readonly expiresAt: number;
  /** The edition of the key set that it was judged by; undefined for a key that stays the same while the process runs. */
  readonly generation: number | undefined;
}

/** The keys that may have signed a token, and the edition of the key set that they are from, if any. */
interface Candidates {
  readonly keys: readonly VerificationKey[];
  readonly generation?: number;
}

export function createTokenVerifier(
  config: TokenConfig,
  dependencies: { readonly clock: Clock; readonly log: Log; readonly metrics: Metrics },
): TokenVerifier {
  const { clock, metrics } = dependencies;
  const hmacKeys = createHmacKeys(config.secret);
  const remote = config.jwksUrl === undefined ? undefined : createRemoteKeys(config.jwksUrl, dependencies);
  const options: JWTVerifyOptions = {
    algorithms: [...config.algorithms],
    clockTolerance: config.clockToleranceSeconds,
    requiredClaims: [...config.requiredClaims],
    ...(config.issuers.length > 0 && { issuer: [...config.issuers] }),
    ...(config.audiences.length > 0 && { audience: [...config.audiences] }),
  };
  const types = config.types.map(normalizedType);
  const cache = new LRUCache<string, Verified>({
    // By size alone, so that it grows as they come (lib/lru.ts).
    maxSize: config.cacheMaxBytes,
    sizeCalculation: (_verified, { length }) => Math.max(length, TOKEN_CACHE_LEAST_BYTES),
  });

  metrics.gauge(
    { name: 'playkeep_token_cache_tokens', help: 'Verified tokens kept in memory.' },
    () => cache.size,
  );
  const tokens = {
    name: 'playkeep_tokens_total',
    help: 'Tokens, by whether they were verified or remembered.',
  };
  const fromCache = metrics.counter(tokens, { judged: 'remembered' });
  const judged = metrics.counter(tokens, { judged: 'verified' });

  function candidatesFor(token: string): MaybePromise<Candidates> {
    const header = decodeProtectedHeader(token);
    if (typeof header.alg !== 'string' || !options.algorithms?.includes(header.alg)) {
      throw new InvalidToken('the algorithm is not allowed', { reason: 'algorithmNotAllowed' });
    }
    if (isHmac(header.alg)) return chain(hmacKeys(header.alg), (keys) => ({ keys }));
    if (config.publicKey) return { keys: [config.publicKey.key] };
    return remote ? remote.find({ ...header, alg: header.alg }) : { keys: [] };
  }

  async function verifyFresh(token: string): Promise<Verified> {
    const now = clock.now();
    let reason: InvalidToken | undefined;
    const { keys, generation } = await candidatesFor(token);
    for (const key of keys) {
      try {
        const verified = await jwtVerify(token, key, { ...options, currentDate: new Date(now) });
        const { payload, protectedHeader } = verified;
        assertType(protectedHeader.typ, types);
        return {
          playerId: playerIdOf(payload, config.playerClaim),
          validatedAt: now,
          expiresAt: payload.exp === undefined ? Number.POSITIVE_INFINITY : payload.exp * 1000,
          generation,
        };
      } catch (error) {
        reason = asInvalidToken(error, 'unusableKey');
        // The signature was good, so no other key can help; else the next one may, also past one that is unusable.
        if (isAboutClaims(error)) break;
      }
    }
    throw reason ?? new InvalidToken('no key fits', { reason: 'unknownKey' });
  }

  async function verifyAndKeep(token: string): Promise<string> {
    judged.value += 1;
    if (token.length > TOKEN_MAX_BYTES) {
      throw new InvalidToken('the token is too long', { reason: 'tooLong' });
    }
    if (!compactJws.test(token)) throw new InvalidToken('it is no compact JWS');
    assertSoundParts(token);
    try {
      const verified = await verifyFresh(token);
      cache.set(credentialsOf(token), verified);
      return verified.playerId;
    } catch (error) {
      cache.delete(credentialsOf(token));
      if (error instanceof KeySetUnavailable) throw error;
      // Whatever else stops a verification, be it a header that cannot be read, the token is not good.
      throw asInvalidToken(error, 'malformed');
    }
  }

  function findCached(credentials: string): string | undefined {
    // By `peek`: to note each use would cost more than to verify, now and then, a token that was forgotten.
    const cached = cache.peek(credentials);
    if (!cached || !isFresh(cached, clock.now())) return undefined;
    fromCache.value += 1;
    return cached.playerId;
  }

  /** The same for a token that was judged too long ago: the signature of the same bytes by the same keys needs no second look. */
  async function revalidate(credentials: string): Promise<string | undefined> {
    const cached = cache.get(credentials);
    if (!cached || !isInTime(cached, clock.now())) return undefined;
    if (cached.generation !== undefined && cached.generation !== (await remote?.currentGeneration()))
      return undefined;
    cached.validatedAt = clock.now();
    return findCached(credentials);
  }

  return {
    findCached,
    knows: (token) => cache.peek(credentialsOf(token)) !== undefined,
    async verify(token) {
      const credentials = credentialsOf(token);
      return findCached(credentials) ?? (await revalidate(credentials)) ?? verifyAndKeep(token);
    },
    load: () => remote?.load() ?? Promise.resolve(true),
  };
}

/** The shared secret as a key for each algorithm, imported once: given the bytes, `jose` would import them for each token. */
function createHmacKeys(
  secret: string | undefined,
): (algorithm: string) => MaybePromise<readonly CryptoKey[]> {
  const byAlgorithm = new Map<string, readonly CryptoKey[]>();

  async function importKey(algorithm: string): Promise<readonly CryptoKey[]> {
    if (secret === undefined) return [];
    const parameters = { name: 'HMAC', hash: `SHA-${algorithm.slice(-3)}` };
    const bytes = new TextEncoder().encode(secret);
    const keys = [await crypto.subtle.importKey('raw', bytes, parameters, false, ['verify'])];
    byAlgorithm.set(algorithm, keys);
    return keys;
  }
  return (algorithm) => byAlgorithm.get(algorithm) ?? importKey(algorithm);
}

/** Was it judged a moment ago, and is it still in time? */
const isFresh = (verified: Verified, now: number): boolean =>
  now - verified.validatedAt < TOKEN_CACHE_SECONDS * 1000 && isInTime(verified, now);

/**
 * Does what its claims say of time hold still? What was to come when it was judged has come, unless the clock was set back
 * meanwhile.
 */
const isInTime = ({ validatedAt, expiresAt }: Verified, now: number): boolean =>
  validatedAt <= now && now < expiresAt;

/** Before any parser that builds something from it sees the token. @throws InvalidToken */
function assertSoundParts(token: string): void {
  const [header = '', claims = ''] = token.split('.', 2);
  assertSoundObject(header, TOKEN_HEADER_MAX_STRINGS);
  assertSoundObject(claims, TOKEN_CLAIMS_MAX_STRINGS);
}

/**
 * A name that is given twice says one thing to parsers that take the first and another to those that take the last (RFC 7515
 * section 4, RFC 7519 section 4). Names inside of a claim's value are the claim's own business.
 */
function assertSoundObject(part: string, maxStrings: number): void {
  const bytes = Buffer.from(part, 'base64url');
  try {
    const { start, end } = scanDocument(bytes, { maxDepth: TOKEN_MAX_DEPTH, maxStrings });
    const text = bytes.toString('utf8', start, end);
    if (!isObject(text)) throw new InvalidToken('a part is no JSON object');
    if (hasDuplicates(openObject(text).parts.map(({ key }) => key))) {
      throw new InvalidToken('a header or claim is given twice');
    }
  } catch (error) {
    if (!(error instanceof InvalidJson)) throw error;
    const reasons = {
      syntax: 'a part is no JSON',
      strings: 'it has too many strings',
      depth: 'it is nested too deep',
    };
    throw new InvalidToken(reasons[error.problem]);
  }
}

const isAboutClaims = (error: unknown): boolean =>
  error instanceof errors.JWTClaimValidationFailed ||
  error instanceof errors.JWTExpired ||
  error instanceof InvalidToken;

/** The claim's value when it can name a player: 1 to 255 characters, none a control character (Unicode `Cc`). */
function playerIdOf(payload: JWTPayload, claim: string): string {
  const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  if (typeof value !== 'string' || !isPlayerId(value)) {
    throw new InvalidToken(`the claim ${claim} does not name a player`, { reason: 'noPlayer' });
  }
  return value;
}

/** Half of a surrogate pair is no character, and no database could keep two such names apart. */
export function isPlayerId(value: string): boolean {
  if (value === '' || value.length > 2 * PLAYER_ID_MAX_CHARACTERS) return false;
  if (!value.isWellFormed() || /\p{Cc}/u.test(value)) return false;
  return [...value].length <= PLAYER_ID_MAX_CHARACTERS;
}

// The choice of keys for a token from a key set (RFC 7517 section 5).
import { createPublicKey, type KeyObject, type webcrypto } from 'node:crypto';
import { curveOf, kindOf, type PublicKeyAlgorithm } from './keys.ts';
import { InvalidToken } from './refusals.ts';

interface Jwk extends webcrypto.JsonWebKey {
  readonly kid?: unknown;
}

export interface KeySetDocument {
  readonly keys: readonly Jwk[];
}

export interface KeySet {
  /** The number of keys, those that cannot be used included. */
  readonly size: number;
  /**
   * The keys that may have signed a token with this header: one with a `kid`, several or none without.
   * @throws InvalidToken when the only one cannot be used
   */
  find(algorithm: PublicKeyAlgorithm, kid: unknown): readonly KeyObject[];
}

/** @throws Error when the document is no key set */
export function assertKeySet(document: unknown): asserts document is KeySetDocument {
  const isKeySet =
    typeof document === 'object' &&
    document !== null &&
    'keys' in document &&
    Array.isArray(document.keys) &&
    document.keys.every((key) => typeof key === 'object' && key !== null && !Array.isArray(key));
  if (!isKeySet) throw new Error('the answer is no key set');
}

export function createKeySet({ keys }: KeySetDocument): KeySet {
  const imported = new Map<Jwk, KeyObject | undefined>();

  /** Undefined for a key that cannot be used. */
  function importOnce(jwk: Jwk): KeyObject | undefined {
    if (!imported.has(jwk)) imported.set(jwk, importKey(jwk));
    return imported.get(jwk);
  }

  return {
    size: keys.length,
    find(algorithm, kid) {
      const fitting = keys.filter((jwk) => fits(jwk, algorithm, kid));
      const usable = fitting.map(importOnce).filter((key) => key !== undefined);
      if (fitting.length === 1 && usable.length === 0)
        throw new InvalidToken('the key cannot be used', { reason: 'unusableKey' });
      return usable;
    },
  };
}

/** EdDSA with a key of Ed25519 and `Ed25519` are the same (RFC 9864 section 2.2). */
const nameOf = (algorithm: string): string => (algorithm === 'EdDSA' ? 'Ed25519' : algorithm);

function fits(jwk: Jwk, algorithm: PublicKeyAlgorithm, kid: unknown): boolean {
  const curve = curveOf(algorithm);
  return (
    jwk.kty === kindOf(algorithm) &&
    (typeof kid !== 'string' || jwk.kid === kid) &&
    (typeof jwk.alg !== 'string' || nameOf(jwk.alg) === nameOf(algorithm)) &&
    (typeof jwk.use !== 'string' || jwk.use === 'sig') &&
    (!Array.isArray(jwk.key_ops) || jwk.key_ops.includes('verify')) &&
    (curve === undefined || jwk.crv === curve)
  );
}

/** A private key is not used: a set that shows one is no secret any more. An RSA key has 2048 bits (RFC 7518 section 3.3). */
function importKey(jwk: Jwk): KeyObject | undefined {
  if (jwk.d !== undefined) return undefined;
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const isWeak = key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048;
    return isWeak ? undefined : key;
  } catch {
    return undefined;
  }
}

/** The same text for the same keys, in whatever order the keys and their members come. */
export const canonicalText = ({ keys }: KeySetDocument): string =>
  JSON.stringify(keys.map((key) => JSON.stringify(Object.entries(key).sort())).sort());

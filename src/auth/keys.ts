// Signature algorithms, and the reading of a public key in PEM or JWK form. An HMAC algorithm belongs to a shared secret
// alone: a public key never serves as one (RFC 8725 section 2.1).
import { createPublicKey, type KeyObject, type webcrypto } from 'node:crypto';

export const hmacAlgorithms = ['HS256', 'HS384', 'HS512'] as const;
const rsaAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const;
const curveAlgorithms: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
};
/** `Ed25519` is the name of RFC 9864 for what EdDSA with a key of Ed25519 is. */
const edwardsAlgorithms = ['EdDSA', 'Ed25519'] as const;
export const publicKeyAlgorithms = [
  ...rsaAlgorithms,
  'ES256',
  'ES384',
  'ES512',
  ...edwardsAlgorithms,
] as const;
export const allAlgorithms = [...hmacAlgorithms, ...publicKeyAlgorithms] as const;

export type Algorithm = (typeof allAlgorithms)[number];
export type PublicKeyAlgorithm = (typeof publicKeyAlgorithms)[number];

export const isHmac = (algorithm: string): algorithm is (typeof hmacAlgorithms)[number] =>
  (hmacAlgorithms as readonly string[]).includes(algorithm);

/** The curve of the keys that serve for an algorithm (RFC 7518 section 3.4, RFC 8037 section 3.1); undefined for RSA. */
export function curveOf(algorithm: PublicKeyAlgorithm): string | undefined {
  if (algorithm === 'EdDSA' || algorithm === 'Ed25519') return 'Ed25519';
  return Object.keys(curveAlgorithms).find((curve) => curveAlgorithms[curve] === algorithm);
}

/** The `kty` of the keys that serve for an algorithm. */
export function kindOf(algorithm: PublicKeyAlgorithm): 'RSA' | 'EC' | 'OKP' {
  const curve = curveOf(algorithm);
  if (curve === undefined) return 'RSA';
  return curve === 'Ed25519' ? 'OKP' : 'EC';
}

export interface PublicKey {
  readonly key: KeyObject;
  /** The algorithms whose signatures a key of this kind can verify. */
  readonly algorithms: readonly Algorithm[];
}

/** Is this PEM text? A key in it must not serve as an HMAC secret. */
export const looksLikePem = (text: string): boolean => text.includes('-----BEGIN ');

/**
 * Reads a public key from PEM (SPKI, PKCS #1 or an X.509 certificate) or JWK (RFC 7517) text.
 * `\n` written as two characters counts as a line break, since many tools keep environment variables on one line.
 * @throws Error with a sentence for the operator; it never repeats the text.
 */
export function parsePublicKey(text: string): PublicKey {
  const trimmed = text.trim();
  const isJwk = trimmed.startsWith('{');
  if (!isJwk && !looksLikePem(trimmed)) throw new Error('must be a public key as PEM or JWK text');
  const key = isJwk ? readJwk(trimmed) : readPem(trimmed.replaceAll('\\n', '\n'));
  return { key, algorithms: algorithmsOf(key) };
}

function readPem(pem: string): KeyObject {
  if (pem.includes('PRIVATE KEY-----')) {
    throw new Error('holds a private key; the service needs only the public one');
  }
  try {
    return createPublicKey(pem);
  } catch {
    throw new Error('is not a readable PEM public key');
  }
}

function readJwk(text: string): KeyObject {
  let jwk: webcrypto.JsonWebKey;
  try {
    jwk = JSON.parse(text);
  } catch {
    throw new Error('is not valid JSON, so not a JWK');
  }
  if (jwk.kty === 'oct') throw new Error('holds a symmetric key; a shared secret belongs in JWT_SECRET');
  if (jwk.d !== undefined) throw new Error('holds a private key; the service needs only the public one');
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    throw new Error('is not a readable JWK public key');
  }
}

function algorithmsOf(key: KeyObject): readonly Algorithm[] {
  if (key.asymmetricKeyType === 'rsa') {
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048) {
      throw new Error('is an RSA key of less than 2048 bits (RFC 7518 section 3.3)');
    }
    return rsaAlgorithms;
  }
  if (key.asymmetricKeyType === 'ed25519') return edwardsAlgorithms;
  const curve = key.export({ format: 'jwk' }).crv ?? '';
  const algorithm = publicKeyAlgorithms.find((name) => name === curveAlgorithms[curve]);
  if (algorithm === undefined) throw new Error('is of a kind that no supported algorithm uses');
  return [algorithm];
}

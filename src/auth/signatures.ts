// The signatures of tokens (RFC 7515, RFC 7518, RFC 8037, RFC 9864), verified on the thread that asks. WebCrypto would do it on the
// runtime's few threads, which a lookup of a name that nobody answers can hold for seconds.
import { constants, createHmac, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { type Algorithm, isHmac } from './keys.ts';

const hashOf = (algorithm: string): string => `sha${algorithm.slice(-3)}`;

/** The form of a signature by the first letters of its algorithm; those of curves are two numbers side by side (RFC 7518 section 3.4). */
const forms = {
  RS: { padding: constants.RSA_PKCS1_PADDING },
  PS: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  ES: { dsaEncoding: 'ieee-p1363' },
} as const;

/**
 * Did this key sign these bytes?
 * @param key a secret key for HMAC, else a public key that serves for the algorithm
 * @throws Error for a key that cannot verify
 */
export function isSignedBy(
  key: KeyObject,
  algorithm: Algorithm,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (isHmac(algorithm)) {
    const expected = createHmac(hashOf(algorithm), key).update(data).digest();
    return expected.length === signature.length && timingSafeEqual(expected, signature);
  }
  if (algorithm === 'EdDSA' || algorithm === 'Ed25519') return verify(null, data, key, signature);
  const form = forms[algorithm.slice(0, 2) as keyof typeof forms];
  return verify(hashOf(algorithm), data, { key, ...form }, signature);
}

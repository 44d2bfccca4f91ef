// The algorithms of signatures that the configured keys can verify. Pure.
import { type Algorithm, hmacAlgorithms, type PublicKey, publicKeyAlgorithms } from '../auth/keys.ts';

/** The settings of the keys that verify tokens. */
export interface KeySettings {
  readonly JWT_SECRET?: string | undefined;
  readonly JWT_PUBLIC_KEY?: PublicKey | undefined;
  readonly JWT_JWKS_URL?: string | undefined;
}

/** All algorithms that the configured keys can verify. */
export function verifiableAlgorithms(keys: KeySettings): readonly Algorithm[] {
  const asymmetric = keys.JWT_PUBLIC_KEY?.algorithms ?? (keys.JWT_JWKS_URL ? publicKeyAlgorithms : []);
  const hmac = keys.JWT_SECRET || asymmetric.length === 0 ? hmacAlgorithms : [];
  return [...hmac, ...asymmetric];
}

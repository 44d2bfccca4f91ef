// Key pairs for tests, one for each kind of algorithm, made once at the first use.
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';

export interface SigningKey {
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
  readonly pem: string;
  readonly jwk: JWK;
}

export async function createSigningKey(algorithm: string, kid?: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = {
    ...(await exportJWK(publicKey)),
    ...(kid !== undefined && { kid, alg: algorithm, use: 'sig' }),
  };
  return { algorithm, privateKey, pem: await exportSPKI(publicKey), jwk };
}

const made = new Map<string, Promise<SigningKey>>();

/** The key pair of an algorithm, the same at each call. */
export function signingKey(algorithm: string): Promise<SigningKey> {
  let key = made.get(algorithm);
  if (!key) {
    key = createSigningKey(algorithm);
    made.set(algorithm, key);
  }
  return key;
}

export function signWith(
  key: SigningKey,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: key.algorithm, ...header }).sign(key.privateKey);
}

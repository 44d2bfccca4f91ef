// The tokens of the issuer, sealed with the secrets of their session: AES-256 in Galois/Counter Mode. The store has a digest of the
// secrets alone, so neither the database nor a backup of it gives a token away, and there is no further secret to keep.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SESSION_TOKENS_MAX_CHARACTERS } from '../../limits.ts';
import type { SessionSecrets } from '../session-secrets.ts';

export interface IssuerTokens {
  /** Confirms the role; undefined where the issuer gives none. */
  readonly refreshToken?: string | undefined;
  /** Names the session to the issuer at a sign-out. */
  readonly idToken?: string | undefined;
}

const ivBytes = 12;
const tagBytes = 16;

const keyOf = ({ cookie, page }: SessionSecrets): Buffer =>
  Buffer.from(hkdfSync('sha256', `${cookie}.${page}`, '', 'playkeep: tokens of a session', 32));

/** @returns null for tokens that are too long; without the ID token where that helps */
export function sealTokens(tokens: IssuerTokens, secrets: SessionSecrets): string | null {
  const { refreshToken, idToken } = tokens;
  if (refreshToken === undefined && idToken === undefined) return null;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify({ refreshToken, idToken })), cipher.final()]);
  const sealed = Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  if (sealed.length <= SESSION_TOKENS_MAX_CHARACTERS) return sealed;
  return idToken === undefined ? null : sealTokens({ refreshToken }, secrets);
}

/** @returns no token for a text that these secrets did not seal */
export function unsealTokens(sealed: string | null, secrets: SessionSecrets): IssuerTokens {
  if (sealed === null) return {};
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secrets), bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    return JSON.parse(text.toString()) as IssuerTokens;
  } catch {
    return {};
  }
}

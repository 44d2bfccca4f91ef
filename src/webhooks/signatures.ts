// The signatures of webhooks after Standard Webhooks 1.0.0: HMAC-SHA256 with a shared secret, and ed25519 where the endpoint has a key of
// its own. While a rotation is under way, each is made with the former one too.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { WebhookKeys } from '../store/ports/webhooks.ts';

const secretPrefix = 'whsec_';
const signingPrefix = 'whsk_';
const verifyingPrefix = 'whpk_';
/** Bytes of a secret; the standard asks for 24 to 64. */
const secretBytes = 32;
/** The beginnings of ed25519 keys in DER (RFC 8410), after which the 32 bytes of the key follow. */
const privateStart = Buffer.from('302e020100300506032b657004220420', 'hex');
const keyBytes = 32;

/** @param hasKeyPair also an ed25519 key */
export function newWebhookKeys(hasKeyPair: boolean): WebhookKeys {
  const secret = secretPrefix + randomBytes(secretBytes).toString('base64');
  if (!hasKeyPair) return { secret, signingKey: null };
  const { privateKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-keyBytes);
  return { secret, signingKey: signingPrefix + seed.toString('base64') };
}

/** The public half of an ed25519 key, by which receivers verify. */
export function verifyingKeyOf(signingKey: string): string {
  const der = createPublicKey(privateKeyOf(signingKey)).export({ format: 'der', type: 'spki' });
  return verifyingPrefix + der.subarray(-keyBytes).toString('base64');
}

const privateKeyOf = (signingKey: string) =>
  createPrivateKey({
    key: Buffer.concat([privateStart, Buffer.from(signingKey.slice(signingPrefix.length), 'base64')]),
    ...{ format: 'der', type: 'pkcs8' },
  });

/** @param timestamp seconds since the Unix epoch. @returns the value of `webhook-signature` */
export function signatureOf(
  keys: readonly WebhookKeys[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string {
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  return keys.flatMap((each) => signaturesOf(each, content)).join(' ');
}

function signaturesOf({ secret, signingKey }: WebhookKeys, content: Buffer): string[] {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const shared = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  if (signingKey === null) return [shared];
  return [shared, `v1a,${sign(null, content, privateKeyOf(signingKey)).toString('base64')}`];
}

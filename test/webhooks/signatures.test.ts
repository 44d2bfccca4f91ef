// Signatures of webhooks, verified by the package of the standard and by node:crypto.
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { createPublicKey, verify } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { toRequest } from '../../src/webhooks/message.ts';
import { newWebhookKeys, signatureOf, verifyingKeyOf } from '../../src/webhooks/signatures.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const message = { id: 'w_1', type: 'session.ended', at: now, data: '{"eventId":"1","ä":"\\ud800"}' };
const url = 'https://example.com/';
// The package goes by the clock of the machine.
beforeAll(() => void setSystemTime(now));
afterAll(() => void setSystemTime());

/** Verifies as a receiver does. @throws when it is not signed so */
const verified = (secret: string, { headers, body }: ReturnType<typeof toRequest>) =>
  new Verifier(secret).verify(body, { ...headers });

describe('signatures of webhooks', () => {
  test('are those of Standard Webhooks 1.0.0', () => {
    const keys = newWebhookKeys(false);
    expect(keys.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const request = toRequest({ url, keys, former: null }, message, now);
    expect(verified(keys.secret, request)).toMatchObject({ type: 'session.ended', data: { eventId: '1' } });
    expect(() => verified(newWebhookKeys(false).secret, request)).toThrow();
    const otherHeaders = { ...request.headers, 'webhook-id': 'w_2' };
    for (const change of [{ body: `${request.body} ` }, { headers: otherHeaders }])
      expect(() => verified(keys.secret, { ...request, ...change })).toThrow();
  });

  test('the known example of the standard is signed so', () => {
    const keys = { secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', signingKey: null };
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    const signature = signatureOf([keys], { id, timestamp: 1614265330, body: '{"test": 2432232314}' });
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('an ed25519 key signs beside the secret, and its public half verifies', () => {
    const keys = newWebhookKeys(true);
    const { headers, body } = toRequest({ url, keys, former: null }, message, now);
    const [shared, own] = (headers['webhook-signature'] ?? '').split(' ');
    expect([shared?.startsWith('v1,'), own?.startsWith('v1a,')]).toEqual([true, true]);
    const publicKey = verifyingKeyOf(keys.signingKey ?? '');
    expect(publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    const prefix = Buffer.from('302a300506032b6570032100', 'hex');
    const bytes = Buffer.concat([prefix, Buffer.from(publicKey.slice(5), 'base64')]);
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const signature = Buffer.from(own?.slice(4) ?? '', 'base64');
    expect(verify(null, Buffer.from(content), key, signature)).toBe(true);
    expect(verify(null, Buffer.from(`${content} `), key, signature)).toBe(false);
    expect(verified(keys.secret, { url, headers, body })).toMatchObject({ type: 'session.ended' });
  });

  test('both secrets verify until the rotation is over', () => {
    const [keys, former] = [newWebhookKeys(true), newWebhookKeys(true)];
    const during = toRequest({ url, keys, former: { keys: former, until: now + 1 } }, message, now);
    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(4);
    for (const { secret } of [keys, former]) expect(verified(secret, during)).toBeDefined();
    const after = toRequest({ url, keys, former: { keys: former, until: now } }, message, now);
    expect(after.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(() => verified(former.secret, after)).toThrow();
  });
});

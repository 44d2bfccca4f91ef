// Signatures of webhooks, verified by the package of the standard and by node:crypto.
import { describe, expect, test } from 'bun:test';
import { createPublicKey, verify } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { toRequest } from '../../src/webhooks/message.ts';
import { newWebhookKeys, signatureOf, verifyingKeyOf } from '../../src/webhooks/signatures.ts';

const message = { id: 'w_1', type: 'session.ended', at: Date.now(), data: '{"eventId":"1","ä":"\\ud800"}' };
const url = 'https://example.com/';

/** Verifies as a receiver does. @throws when it is not signed so */
const verified = (secret: string, { headers, body }: ReturnType<typeof toRequest>) =>
  new Verifier(secret).verify(body, { ...headers });

describe('signatures of webhooks', () => {
  test('are those of Standard Webhooks 1.0.0', () => {
    const keys = newWebhookKeys(false);
    expect(keys.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const request = toRequest({ url, keys, former: null }, message, Date.now());
    expect(verified(keys.secret, request)).toMatchObject({ type: 'session.ended', data: { eventId: '1' } });
    expect(() => verified(newWebhookKeys(false).secret, request)).toThrow();
    for (const change of [
      { body: `${request.body} ` },
      { headers: { ...request.headers, 'webhook-id': 'w_2' } },
    ])
      expect(() => verified(keys.secret, { ...request, ...change })).toThrow();
  });

  test('the known example of the standard is signed so', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const body = '{"test": 2432232314}';
    expect(
      signatureOf([{ secret, signingKey: null }], {
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestamp: 1614265330,
        body,
      }),
    ).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('an ed25519 key signs beside the secret, and its public half verifies', () => {
    const keys = newWebhookKeys(true);
    const { headers, body } = toRequest({ url, keys, former: null }, message, Date.now());
    const [shared, own] = (headers['webhook-signature'] ?? '').split(' ');
    expect([shared?.startsWith('v1,'), own?.startsWith('v1a,')]).toEqual([true, true]);
    const publicKey = verifyingKeyOf(keys.signingKey ?? '');
    expect(publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/);
    const key = createPublicKey({
      key: Buffer.concat([
        Buffer.from('302a300506032b6570032100', 'hex'),
        Buffer.from(publicKey.slice(5), 'base64'),
      ]),
      format: 'der',
      type: 'spki',
    });
    const content = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
    const signature = Buffer.from(own?.slice(4) ?? '', 'base64');
    expect(verify(null, content, key, signature)).toBe(true);
    expect(verify(null, Buffer.concat([content, Buffer.from(' ')]), key, signature)).toBe(false);
    expect(verified(keys.secret, { url, headers, body })).toMatchObject({ type: 'session.ended' });
  });

  test('both secrets verify until the rotation is over', () => {
    const [keys, former] = [newWebhookKeys(true), newWebhookKeys(true)];
    const now = Date.now();
    const during = toRequest({ url, keys, former: { keys: former, until: now + 1 } }, message, now);
    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(4);
    for (const { secret } of [keys, former]) expect(verified(secret, during)).toBeDefined();
    const after = toRequest({ url, keys, former: { keys: former, until: now } }, message, now);
    expect(after.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(() => verified(former.secret, after)).toThrow();
  });
});

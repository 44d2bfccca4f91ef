// Webhooks through HTTP: endpoints, their keys, a test, the log, and events that are sent again. The receiver is a real one.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { engines } from '../harness/engines.ts';
import type { Service } from '../harness/service.ts';
import { type HttpWorld, json, openHttpWorld } from './http-world.ts';
import { passBeside, type Receiver } from './receiver.ts';

for (const engine of engines.filter(({ isDistributed }) => !isDistributed)) {
  describe(`webhooks through HTTP on ${engine.name}`, () => {
    let world: HttpWorld;
    let service: Service;
    let receiver: Receiver;
    let token: string;
    let call: HttpWorld['call'];
    let create: HttpWorld['create'];
    let startedAt: number;
    beforeAll(async () => {
      world = await openHttpWorld(engine);
      ({ service, token, call, create } = world);
      startedAt = service.clock.now();
    });
    afterAll(() => service.stop());
    beforeEach(() => {
      world.begin();
      ({ receiver } = world);
    });
    afterEach(() => world.end());

    /** Lets time pass until the condition holds; the time of the test is the bound. */
    async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
      while (!(await condition())) {
        passBeside(service.clock, 50);
        await Bun.sleep(2);
      }
    }

    test('events arrive signed, as the feed has them, with a stable id', async () => {
      const { webhookId } = await create();
      const name = `player of ${Bun.randomUUIDv7()}`;
      await service.as(name, 'POST', '/api/game/metadata', { body: '{"data":{"level":1}}' });
      await service.as(name, 'POST', '/api/game/session/start');
      await service.as(name, 'POST', '/api/game/session/stop');
      await until(() => receiver.requests.length >= 4);
      const feed = (await service.call('GET', '/api/server/events?limit=1000', { token })).body.data.events;
      const own = feed.slice(-4);
      expect(own.map(({ type }: { type: string }) => type).sort()).toEqual([
        'metadata.changed',
        'player.registered',
        'session.ended',
        'session.started',
      ]);
      for (const event of own) {
        const found = receiver.requests.find(({ body }) => body.data.eventId === event.eventId);
        expect(found?.body).toEqual({ type: event.type, timestamp: event.at, data: event });
        expect(found?.id).toBe(`${webhookId}_${event.eventId}`);
        expect(found?.headers.get('content-type')).toBe('application/json');
        expect(found?.headers.get('user-agent')).toMatch(/^Playkeep\/\d/);
      }
      await until(
        async () => (await call('GET', `/${webhookId}`)).body.data.lastEventId === own.at(-1).eventId,
      );
      const log = (await call('GET', `/${webhookId}/deliveries?limit=1`)).body.data;
      expect(log.deliveries).toMatchObject([{ attempt: 1, status: 200, error: null, answer: 'thanks' }]);
      const rest = (await call('GET', `/${webhookId}/deliveries?after=${log.lastDeliveryId}`)).body.data;
      expect([rest.deliveries.length, rest.lastDeliveryId]).toEqual([3, null]);
    });

    test('an endpoint is made, listed, changed, rotated and deleted, and its secret is shown twice alone', async () => {
      const made = await create({ ordered: true, ed25519: true });
      expect(made).toMatchObject({ url: receiver.url, ordered: true, enabled: true, state: 'active' });
      expect(made).toMatchObject({ failingSince: null, pendingEvents: 0, failedEvents: 0, missedEvents: 0 });
      expect([made.secret, made.publicKey].map((text: string) => text.slice(0, 5))).toEqual([
        'whsec',
        'whpk_',
      ]);
      const { secret, ...rest } = made;
      expect((await call('GET', '')).body.data).toEqual({ webhooks: [rest] });
      // The same types in another order are no change, so the audit has none.
      const same = await call('PATCH', `/${made.webhookId}`, { types: made.types.toReversed() });
      expect(same.body.data).toEqual(rest);
      const changed = await call('PATCH', `/${made.webhookId}`, { types: ['metadata.lost'], enabled: false });
      expect(changed.body.data).toMatchObject({
        types: ['metadata.lost'],
        enabled: false,
        state: 'disabled',
        url: made.url,
      });
      expect(changed.body.data).toMatchObject({ disabledAt: expect.any(String), disabledReason: null });
      const rotated = await call('POST', `/${made.webhookId}/rotate`);
      expect(rotated.body.data).toMatchObject({
        formerKeysUntil: expect.any(String),
        secret: expect.any(String),
      });
      expect([rotated.body.data.secret === secret, rotated.body.data.publicKey === made.publicKey]).toEqual([
        false,
        false,
      ]);
      const plain = await call('POST', `/${made.webhookId}/rotate`, { ed25519: false });
      expect(plain.body.data.publicKey).toBeNull();
      expect((await call('GET', `/${made.webhookId}`)).text).not.toContain('whsec');
      expect((await call('DELETE', `/${made.webhookId}`)).body.data).toEqual({ deleted: true });
      expect((await call('GET', '')).body.data).toEqual({ webhooks: [] });
      const audit = await service.call('GET', '/api/server/audit?limit=100', { token });
      const entries = audit.body.data.entries.filter(
        ({ detail }: { detail: { webhookId?: string } | null }) => detail?.webhookId === made.webhookId,
      );
      expect(entries.map(({ action }: { action: string }) => action).sort()).toEqual([
        'webhook.create',
        'webhook.delete',
        'webhook.rotate',
        'webhook.rotate',
        'webhook.update',
      ]);
      expect(audit.text).not.toContain('whsec');
    });

    test('both secrets sign until the rotation is over', async () => {
      const { webhookId, secret } = await create();
      const rotated = (await call('POST', `/${webhookId}/rotate`)).body.data.secret;
      for (const each of [secret, rotated]) {
        receiver.secrets = [each];
        expect((await call('POST', `/${webhookId}/test`)).body.data.status).toBe(200);
      }
    });

    test('a test is sent at once, also to a disabled endpoint, and its outcome is the answer', async () => {
      const { webhookId } = await create({ enabled: false });
      const good = await call('POST', `/${webhookId}/test`);
      expect(good.body.data).toMatchObject({
        eventId: null,
        attempt: 1,
        status: 200,
        error: null,
        answer: 'thanks',
      });
      expect(receiver.requests.at(-1)?.body).toMatchObject({ type: 'webhook.test', data: { webhookId } });
      receiver.answer = () => new Response('<script>alert(1)</script>\u0000', { status: 500 });
      const bad = await call('POST', `/${webhookId}/test`);
      expect(bad.body.data).toMatchObject({
        status: 500,
        error: 'it answered 500',
        answer: '<script>alert(1)</script>\u0000',
      });
      const failures = (await call('GET', `/${webhookId}/deliveries?failed=true`)).body.data.deliveries;
      expect(failures).toMatchObject([{ deliveryId: bad.body.data.deliveryId, eventId: null, status: 500 }]);
    });

    test('events are sent again by their ids, as a range, and all that failed', async () => {
      const { webhookId } = await create({ types: ['player.registered'] });
      receiver.answer = () => new Response('no', { status: 500 });
      for (const name of ['a', 'b', 'c']) {
        const playerId = `${name} of ${Bun.randomUUIDv7()}`;
        await service.call('POST', '/api/server/players', {
          token,
          body: JSON.stringify({ playerId }),
          headers: json,
        });
      }
      await until(async () => (await call('GET', `/${webhookId}`)).body.data.pendingEvents === 3);
      expect((await call('GET', `/${webhookId}`)).body.data.state).toBe('failing');
      const failedSince = new Date(startedAt).toISOString();
      const again = (body: object) => call('POST', `/${webhookId}/redeliver`, body);
      expect((await again({ failedSince })).body.data).toEqual({ events: 3 });
      // Not before: where the machine is slow, one of them may be due again by itself.
      receiver.answer = () => new Response('yes');
      await until(async () => (await call('GET', `/${webhookId}`)).body.data.pendingEvents === 0);
      expect((await call('GET', `/${webhookId}`)).body.data.state).toBe('active');
      const ids = [...new Set(receiver.requests.map(({ body }) => body.data.eventId))].sort(
        (a, b) => Number(a) - Number(b),
      );
      expect(ids).toHaveLength(3);
      receiver.requests.length = 0;
      expect((await again({ eventIds: [ids[1], ids[1]] })).body.data).toEqual({ events: 1 });
      await until(() => receiver.requests.length === 1);
      expect((await again({ from: ids[0], to: '9007199254740991' })).body.data.events).toBeGreaterThanOrEqual(
        3,
      );
      await until(() => receiver.requests.length === 4);
      expect(receiver.requests.map(({ body }) => body.data.eventId).sort()).toEqual([...ids, ids[1]].sort());
    });
  });
}

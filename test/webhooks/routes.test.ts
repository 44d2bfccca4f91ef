// Webhooks through HTTP: endpoints, their keys, a test, the log, what is sent again, and what a caller is refused. The receiver is a
// real one.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { WEBHOOKS_MAX } from '../../src/limits.ts';
import { manualClock } from '../harness/clock.ts';
import { engines, sqlite } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const path = '/api/server/webhooks';
const environment = { EVENTS: 'players,sessions,metadata', WEBHOOKS_ALLOW_PRIVATE: 'true' };
const json = { 'content-type': 'application/json' };

for (const engine of engines.filter(({ isDistributed }) => !isDistributed)) {
  describe(`webhooks through HTTP on ${engine.name}`, () => {
    let service: Service;
    let receiver: Receiver;
    let token: string;
    let startedAt: number;
    beforeAll(async () => {
      // The package of the standard refuses old signatures by the clock of the machine.
      service = await startService({ engine, environment, clock: manualClock(Date.now()) });
      ({ token } = await createTestKey(service));
      startedAt = service.clock.now();
    });
    afterAll(() => service.stop());
    beforeEach(() => {
      receiver = startReceiver();
    });
    afterEach(async () => {
      for (const { webhookId } of (await call('GET', '')).body.data.webhooks)
        await call('DELETE', `/${webhookId}`);
      await receiver.stop();
    });

    const call = (method: string, rest: string, body?: unknown, headers = json) =>
      service.call(method, path + rest, {
        token,
        ...(body !== undefined && { body: JSON.stringify(body), headers }),
      });
    const create = async (change: object = {}) => {
      const types = ['player.registered', 'session.started', 'session.ended', 'metadata.changed'];
      const { body } = await call('POST', '', { url: receiver.url, types, ...change });
      receiver.secrets = [body.data.secret];
      return body.data;
    };
    /** Lets time pass until the receiver has so many requests. */
    async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
      const end = performance.now() + 8_000;
      while (!(await condition())) {
        if (performance.now() > end) throw new Error('the condition did not come to hold');
        service.clock.advance(50);
        await Bun.sleep(2);
      }
    }
    const detailOf = async (method: string, rest: string, body?: unknown) => {
      const answer = await call(method, rest, body);
      return [answer.status, answer.body.error?.detail];
    };

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
        ...['metadata.changed', 'player.registered', 'session.ended', 'session.started'],
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
        ...['webhook.create', 'webhook.delete', 'webhook.rotate', 'webhook.rotate', 'webhook.update'],
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
      receiver.answer = () => new Response('yes');
      const failedSince = new Date(startedAt).toISOString();
      const again = (body: object) => call('POST', `/${webhookId}/redeliver`, body);
      expect((await again({ failedSince })).body.data).toEqual({ events: 3 });
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

    // The engine changes none of the following.
    if (engine !== sqlite) return;

    test('a body is checked member by member', async () => {
      const { url } = receiver;
      const types = ['session.ended'];
      expect(await detailOf('POST', '', { types })).toEqual([400, 'url must be a string']);
      expect(await detailOf('POST', '', { url })).toEqual([
        400,
        expect.stringContaining('types must be an array'),
      ]);
      expect(await detailOf('POST', '', { url, types: [] })).toEqual([
        400,
        expect.stringContaining('at least one'),
      ]);
      expect(await detailOf('POST', '', { url, types: ['x'] })).toEqual([
        400,
        expect.stringContaining('"x" is no type'),
      ]);
      expect(await detailOf('POST', '', { url, types: [...types, ...types] })).toEqual([
        400,
        'types has session.ended twice',
      ]);
      expect(await detailOf('POST', '', { url, types, ordered: 1 })).toEqual([
        400,
        'ordered must be true or false',
      ]);
      expect(await detailOf('POST', '', { url, types, secret: 'x' })).toEqual([
        400,
        expect.stringContaining('"secret"'),
      ]);
      expect(await detailOf('POST', '', { url: 'ftp://a/', types })).toEqual([
        400,
        expect.stringContaining('url must be an absolute URL'),
      ]);
      expect(await detailOf('POST', '', { url: 'http://u:p@a/', types })).toEqual([
        400,
        expect.stringContaining('user'),
      ]);
      const { webhookId } = await create();
      expect(await detailOf('PATCH', `/${webhookId}`, { url: 'https://a/#b' })).toEqual([
        400,
        'url must hold no fragment',
      ]);
      for (const body of [{}, { from: '1' }, { eventIds: ['1'], failedSince: '2026-01-01' }])
        expect(await detailOf('POST', `/${webhookId}/redeliver`, body)).toEqual([
          400,
          expect.stringMatching(/^give eventIds/),
        ]);
      for (const [body, detail] of [
        [{ eventIds: ['x'] }, '"x" is no event id'],
        [{ eventIds: ['999999999'] }, 'there is no event "999999999" in the feed'],
        [{ eventIds: [] }, 'eventIds must have at least one event id'],
        [{ eventIds: Array.from({ length: 101 }, () => '1') }, 'eventIds must have at most 100 event ids'],
        [{ from: '9', to: '8' }, 'from must be an event, and not after to'],
        [{ failedSince: 'now' }, 'failedSince must be a time in ISO 8601 such as 2026-01-02T03:04:05.678Z'],
      ] as const)
        expect(await detailOf('POST', `/${webhookId}/redeliver`, body)).toEqual([400, detail]);
      expect(await detailOf('GET', `/${webhookId}/deliveries?failed=1`)).toEqual([
        400,
        'failed must be true or false',
      ]);
      expect(await detailOf('GET', `/${webhookId}/deliveries?after=1`)).toEqual([
        400,
        expect.stringContaining('after must be'),
      ]);
      expect(await detailOf('GET', `/${webhookId}/deliveries?page=1`)).toEqual([
        400,
        expect.stringContaining('"page"'),
      ]);
    });

    test('what is not there is 404, a change that changes nothing leaves no trace, and there are not too many', async () => {
      const none = '01a00000-0000-7000-8000-00000000000f';
      for (const [method, rest, body] of [
        ...(['GET', 'DELETE'] as const).flatMap((each) => [
          [each, `/${none}`] as const,
          [each, '/nobody'] as const,
        ]),
        ['PATCH', `/${none}`, { enabled: true }],
        ['POST', `/${none}/rotate`],
        ['POST', `/${none}/test`],
        ['POST', `/${none}/redeliver`, { failedSince: '2026-01-01' }],
        ['GET', `/${none}/deliveries`],
      ] as const)
        expect(await detailOf(method, rest, body)).toEqual([404, 'there is no webhook with this id']);
      const { webhookId, ...made } = await create({ enabled: false });
      const before = (await service.call('GET', '/api/server/audit?limit=1', { token })).body.data.entries[0]
        .auditId;
      const same = { types: made.types, url: made.url, enabled: false };
      expect((await call('PATCH', `/${webhookId}`, same)).status).toBe(200);
      const after = (await service.call('GET', '/api/server/audit?limit=1', { token })).body.data.entries[0]
        .auditId;
      expect(after).toBe(before);
      for (let at = 1; at < WEBHOOKS_MAX; at += 1) await create({ enabled: false });
      expect(await detailOf('POST', '', { url: receiver.url, types: ['session.ended'] })).toEqual([
        ...[400, `there are ${WEBHOOKS_MAX} webhooks; delete some`],
      ]);
    });

    test('webhooks:write is needed, and events:read for whatever lets one read events', async () => {
      const { webhookId } = await create();
      const reader = await createTestKey(service, { scopes: ['events:read'] });
      const writer = await createTestKey(service, { scopes: ['webhooks:write'] });
      const as = async (key: { token: string }, method: string, rest: string, body?: object) => {
        const options = { token: key.token, ...(body && { body: JSON.stringify(body), headers: json }) };
        const answer = await service.call(method, path + rest, options);
        return [answer.status, answer.body.error?.detail];
      };
      const lacks = (scope: string) => [403, `the key lacks the scope ${scope}`];
      const wanted = { url: receiver.url, types: ['session.ended'] };
      expect(await as(reader, 'GET', '')).toEqual(lacks('webhooks:write'));
      expect(await as(reader, 'POST', '', wanted)).toEqual(lacks('webhooks:write'));
      expect(await as(writer, 'GET', '')).toEqual([200, undefined]);
      expect(await as(writer, 'POST', '', wanted)).toEqual(lacks('events:read'));
      expect(await as(writer, 'PATCH', `/${webhookId}`, { url: 'https://a.test/' })).toEqual(
        lacks('events:read'),
      );
      expect(await as(writer, 'PATCH', `/${webhookId}`, { types: ['metadata.lost'] })).toEqual(
        lacks('events:read'),
      );
      expect(await as(writer, 'POST', `/${webhookId}/redeliver`, { failedSince: '2026-01-01' })).toEqual(
        lacks('events:read'),
      );
      expect(await as(writer, 'POST', `/${webhookId}/rotate`)).toEqual(lacks('events:read'));
      expect(await as(writer, 'PATCH', `/${webhookId}`, { enabled: false })).toEqual([200, undefined]);
      expect(await as(writer, 'POST', `/${webhookId}/test`)).toEqual([200, undefined]);
    });
  });
}

describe('without EVENTS', () => {
  test('there are no webhooks: each route says which setting', async () => {
    const service = await startService({ engine: sqlite });
    try {
      const { token } = await createTestKey(service);
      const id = '01a00000-0000-7000-8000-00000000000f';
      const routes = [
        ['GET', ''],
        ['POST', ''],
        ['GET', `/${id}`],
        ['PATCH', `/${id}`],
        ['DELETE', `/${id}`],
      ];
      const below = [
        ['POST', 'rotate'],
        ['POST', 'test'],
        ['GET', 'deliveries'],
        ['POST', 'redeliver'],
      ];
      for (const [method = '', rest] of [
        ...routes,
        ...below.map(([method, each]) => [method, `/${id}/${each}`]),
      ]) {
        const { status, body } = await service.call(method, path + rest, { token });
        expect([status, body.error.message, body.error.detail]).toEqual([
          ...[404, 'Not found', expect.stringContaining('set EVENTS to some of')],
        ]);
      }
    } finally {
      await service.stop();
    }
  });

  test('with EVENTS alone no endpoint of a private network is made', async () => {
    const service = await startService({ engine: sqlite, environment: { EVENTS: 'players' } });
    try {
      const { token } = await createTestKey(service);
      for (const url of ['http://example.com/', 'https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/']) {
        const body = JSON.stringify({ url, types: ['player.registered'] });
        const answer = await service.call('POST', path, { token, body, headers: json });
        expect([answer.status, answer.body.error.message]).toEqual([400, 'Invalid request']);
      }
    } finally {
      await service.stop();
    }
  });
});

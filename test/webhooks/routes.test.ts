// Webhooks through HTTP: endpoints, their keys, a test, the log, events that are sent again, and what is refused. The receiver is a real
// one.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { WEBHOOKS_MAX } from '../../src/limits.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const path = '/api/server/webhooks';
const headers = { 'content-type': 'application/json' };
const none = '01a00000-0000-7000-8000-00000000000f';
const types = ['session.ended'];

for (const engine of engines.filter(({ isDistributed }) => !isDistributed)) {
  describe(`webhooks through HTTP on ${engine.name}`, () => {
    let service: Service;
    let receiver: Receiver;
    let token: string;
    beforeAll(async () => {
      const environment = { EVENTS: 'players,sessions,metadata', WEBHOOKS_ALLOW_PRIVATE: 'true' };
      service = await startService({ engine, environment });
      ({ token } = await createTestKey(service));
    });
    afterAll(() => service.stop());
    beforeEach(() => {
      receiver = startReceiver(service.clock);
    });
    afterEach(async () => {
      for (const { webhookId } of (await call('GET', '')).body.data.webhooks)
        await call('DELETE', `/${webhookId}`);
      await receiver.stop();
    });

    const call = (method: string, rest: string, body?: unknown, key = token) =>
      service.call(method, path + rest, {
        token: key,
        ...(body !== undefined && { body: JSON.stringify(body), headers }),
      });
    const find = async (webhookId: string) => (await call('GET', `/${webhookId}`)).body.data;
    const detailOf = async (method: string, rest: string, body?: unknown, key = token) => {
      const answer = await call(method, rest, body, key);
      return [answer.status, answer.body.error?.detail];
    };
    /** Makes an endpoint at the receiver, which verifies by its secret from then on. */
    async function create(change: object = {}) {
      const all = ['player.registered', 'session.started', 'session.ended', 'metadata.changed'];
      const { body } = await call('POST', '', { url: receiver.url, types: all, ...change });
      receiver.secrets = [body.data.secret];
      return body.data;
    }
    async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
      while (!(await holds())) await service.clock.pass(50);
    }
    type Entry = { action: string; detail: Record<string, unknown> | null };
    async function auditOf(webhookId: string) {
      const { body, text } = await service.call('GET', '/api/server/audit?limit=100', { token });
      const entries: Entry[] = body.data.entries;
      return { entries: entries.filter(({ detail }) => detail?.webhookId === webhookId), text };
    }

    test('events arrive signed, as the feed has them, with a stable id', async () => {
      const { webhookId } = await create();
      const name = `player of ${webhookId}`;
      await service.as(name, 'POST', '/api/game/metadata', { body: '{"data":{"level":1}}' });
      await service.as(name, 'POST', '/api/game/session/start');
      await service.as(name, 'POST', '/api/game/session/stop');
      await until(() => receiver.requests.length >= 4);
      const feed = (await service.call('GET', '/api/server/events?limit=1000', { token })).body.data.events;
      const own = feed.slice(-4);
      const told = ['metadata.changed', 'player.registered', 'session.ended', 'session.started'];
      expect(own.map(({ type }: { type: string }) => type).sort()).toEqual(told);
      for (const event of own) {
        const found = receiver.requests.find(({ body }) => body.data.eventId === event.eventId);
        expect(found?.body).toEqual({ type: event.type, timestamp: event.at, data: event });
        expect(found?.id).toBe(`${webhookId}_${event.eventId}`);
        expect(found?.headers.get('content-type')).toBe('application/json');
        expect(found?.headers.get('user-agent')).toMatch(/^Playkeep\/\d/);
      }
      await until(async () => (await find(webhookId)).lastEventId === own.at(-1).eventId);
      const log = (await call('GET', `/${webhookId}/deliveries?limit=1`)).body.data;
      expect(log.deliveries).toMatchObject([{ attempt: 1, status: 200, error: null, answer: 'thanks' }]);
      const rest = (await call('GET', `/${webhookId}/deliveries?after=${log.lastDeliveryId}`)).body.data;
      expect([rest.deliveries.length, rest.lastDeliveryId]).toEqual([3, null]);
    });

    test('one that never had a delivery fails, also when it is enabled again', async () => {
      const { webhookId } = await create({ types: ['player.registered'] });
      const own = `/${webhookId}`;
      const enable = async (enabled: boolean) => (await call('PATCH', own, { enabled })).body.data.state;
      expect([await enable(false), await enable(true)]).toEqual(['disabled', 'active']);
      receiver.answer = () => new Response(null, { status: 500 });
      await service.as(`player of ${webhookId}`, 'POST', '/api/game/session/start');
      await until(async () => (await find(webhookId)).state === 'failing');
      expect([await enable(false), await enable(true)]).toEqual(['disabled', 'failing']);
      receiver.answer = () => new Response();
      await service.as(`another of ${webhookId}`, 'POST', '/api/game/session/start');
      await until(async () => (await find(webhookId)).state === 'active');
    });

    test('an endpoint is made, listed, changed, rotated and deleted, and its secret is shown twice alone', async () => {
      const made = await create({ ordered: true, ed25519: true });
      expect(made).toMatchObject({
        url: receiver.url,
        ordered: true,
        enabled: true,
        state: 'active',
        failingSince: null,
        pendingEvents: 0,
        failedEvents: 0,
        missedEvents: 0,
      });
      const { secret, ...rest } = made;
      expect([secret.slice(0, 5), made.publicKey.slice(0, 5)]).toEqual(['whsec', 'whpk_']);
      const own = `/${made.webhookId}`;
      expect((await call('GET', '')).body.data).toEqual({ webhooks: [rest] });
      // The same values, also in another order, are no change, so the audit has none.
      for (const same of [{ types: made.types.toReversed() }, { url: made.url, enabled: true }])
        expect((await call('PATCH', own, same)).body.data).toEqual(rest);
      const change = { types: ['metadata.lost'], enabled: false };
      expect((await call('PATCH', own, change)).body.data).toMatchObject({
        ...change,
        state: 'disabled',
        url: made.url,
        disabledAt: expect.any(String),
        disabledReason: null,
      });
      const rotated = (await call('POST', `${own}/rotate`)).body.data;
      expect(rotated.formerKeysUntil).toEqual(expect.any(String));
      expect(rotated.publicKey).not.toBe(made.publicKey);
      // Both secrets sign until the rotation is over.
      for (const each of [secret, rotated.secret]) {
        receiver.secrets = [each];
        expect((await call('POST', `${own}/test`)).body.data.status).toBe(200);
      }
      expect(rotated.secret).not.toBe(secret);
      const plain = await call('POST', `${own}/rotate`, { ed25519: false });
      expect(plain.body.data.publicKey).toBeNull();
      expect((await call('GET', own)).text).not.toContain('whsec');
      expect((await call('DELETE', own)).body.data).toEqual({ deleted: true });
      expect((await call('GET', '')).body.data).toEqual({ webhooks: [] });
      const { entries, text } = await auditOf(made.webhookId);
      expect(entries.map(({ action }) => action.replace('webhook.', '')).sort()).toEqual([
        'create',
        'delete',
        'rotate',
        'rotate',
        'update',
      ]);
      expect(text).not.toContain('whsec');
    });

    test('a test is sent at once, also to a disabled endpoint, and its outcome is the answer', async () => {
      const { webhookId } = await create({ enabled: false });
      const good = await call('POST', `/${webhookId}/test`);
      const delivered = { eventId: null, attempt: 1, status: 200, error: null, answer: 'thanks' };
      expect(good.body.data).toMatchObject(delivered);
      expect(receiver.requests.at(-1)?.body).toMatchObject({ type: 'webhook.test', data: { webhookId } });
      const answer = '<script>alert(1)</script>\u0000';
      receiver.answer = () => new Response(answer, { status: 500 });
      const { data } = (await call('POST', `/${webhookId}/test`)).body;
      expect(data).toMatchObject({ status: 500, error: 'it answered 500', answer });
      const failures = (await call('GET', `/${webhookId}/deliveries?failed=true`)).body.data.deliveries;
      expect(failures).toMatchObject([{ deliveryId: data.deliveryId, eventId: null, status: 500 }]);
    });

    test('events are sent again by their ids, as a range, and all that failed', async () => {
      const startedAt = service.clock.now();
      const { webhookId } = await create({ types: ['player.registered'] });
      receiver.answer = () => new Response('no', { status: 500 });
      for (const name of ['a', 'b', 'c']) {
        const body = JSON.stringify({ playerId: `${name} of ${webhookId}` });
        await service.call('POST', '/api/server/players', { token, body, headers });
      }
      await until(async () => (await find(webhookId)).pendingEvents === 3);
      expect((await find(webhookId)).state).toBe('failing');
      const again = async (body: object) => (await call('POST', `/${webhookId}/redeliver`, body)).body.data;
      expect(await again({ failedSince: new Date(startedAt).toISOString() })).toEqual({ events: 3 });
      receiver.answer = () => new Response('yes');
      await until(async () => (await find(webhookId)).pendingEvents === 0);
      expect((await find(webhookId)).state).toBe('active');
      const idsOf = () =>
        receiver.requests.map(({ body }) => Number(body.data.eventId)).sort((a, b) => a - b);
      const ids = [...new Set(idsOf())].map(String);
      expect(ids).toHaveLength(3);
      receiver.requests.length = 0;
      expect(await again({ eventIds: [ids[1], ids[1]] })).toEqual({ events: 1 });
      await until(() => receiver.requests.length === 1);
      expect((await again({ from: ids[0], to: '9007199254740991' })).events).toBeGreaterThanOrEqual(3);
      await until(() => receiver.requests.length === 4);
      expect(idsOf().map(String)).toEqual([ids[0], ids[1], ids[1], ids[2]] as string[]);
    });

    test('a body is checked member by member', async () => {
      const { url } = receiver;
      const { webhookId } = await create();
      const [again, log] = [`/${webhookId}/redeliver`, `/${webhookId}/deliveries`];
      const refused: readonly (readonly [method: string, rest: string, body: unknown, detail: string])[] = [
        ['POST', '', { types }, 'url must be a string'],
        ['POST', '', { url }, 'types must be an array'],
        ['POST', '', { url, types: [] }, 'at least one'],
        ['POST', '', { url, types: ['x'] }, '"x" is no type'],
        ['POST', '', { url, types: [...types, ...types] }, 'types has session.ended twice'],
        ['POST', '', { url, types, ordered: 1 }, 'ordered must be true or false'],
        ['POST', '', { url, types, secret: 'x' }, '"secret"'],
        ['POST', '', { url: 'ftp://a/', types }, 'url must be an absolute URL'],
        ['POST', '', { url: 'http://u:p@a/', types }, 'user'],
        // In ASCII it would be longer than the bound.
        ['POST', '', { url: `https://a.test/${'é'.repeat(400)}`, types }, 'at most 2048'],
        ['PATCH', `/${webhookId}`, { url: 'https://a/#b' }, 'url must hold no fragment'],
        ['POST', again, {}, 'give eventIds'],
        ['POST', again, { from: '1' }, 'give eventIds'],
        ['POST', again, { eventIds: ['1'], failedSince: '2026-01-01' }, 'give eventIds'],
        ['POST', again, { eventIds: ['x'] }, '"x" is no event id'],
        ['POST', again, { eventIds: ['999999999'] }, 'there is no event "999999999" in the feed'],
        ['POST', again, { eventIds: [] }, 'eventIds must have at least one event id'],
        ['POST', again, { eventIds: Array(101).fill('1') }, 'eventIds must have at most 100 event ids'],
        ['POST', again, { from: '9', to: '8' }, 'from must be an event, and not after to'],
        ['POST', again, { failedSince: 'now' }, 'failedSince must be a time in ISO 8601 such as'],
        ['GET', `${log}?failed=1`, undefined, 'failed must be true or false'],
        ['GET', `${log}?after=1`, undefined, 'after must be'],
        ['GET', `${log}?page=1`, undefined, '"page"'],
      ];
      for (const [method, rest, body, detail] of refused)
        expect([body, ...(await detailOf(method, rest, body))]).toEqual([
          body,
          400,
          expect.stringContaining(detail),
        ]);
    });

    test('a URL is kept in ASCII, without characters that are not seen', async () => {
      for (const character of '\u0000\u001b \n\t\u007f\u00a0\u200b\u202e\ud800')
        for (const url of [`https://a.test/${character}b`, `https://a.test/b${character}`])
          expect([character, ...(await detailOf('POST', '', { url, types }))]).toEqual([
            character,
            400,
            'url must hold no space and no control or invisible character',
          ]);
      const made = await call('POST', '', { url: 'HTTPS://Bücher.test:443', types });
      expect(made.body.data.url).toBe('https://xn--bcher-kva.test/');
      const { webhookId } = made.body.data;
      const changed = await call('PATCH', `/${webhookId}`, { url: 'https://other.test:8443/é?secret=1' });
      expect(changed.body.data.url).toBe('https://other.test:8443/%C3%A9?secret=1');
      expect((await call('PATCH', `/${webhookId}`, { url: 'https://a.test/\u0000' })).status).toBe(400);
      const { entries, text } = await auditOf(webhookId);
      expect(entries.map(({ detail }) => detail)).toEqual([
        { webhookId, changed: ['url'], host: 'other.test:8443' },
        { webhookId, types, ordered: false, enabled: true, host: 'xn--bcher-kva.test' },
      ]);
      expect(text).not.toContain('secret=1');
    });

    test('what is not there is 404, and there are not too many', async () => {
      for (const [method, rest, body] of [
        ['GET', `/${none}`],
        ['GET', '/nobody'],
        ['DELETE', `/${none}`],
        ['DELETE', '/nobody'],
        ['PATCH', `/${none}`, { enabled: true }],
        ['POST', `/${none}/rotate`],
        ['POST', `/${none}/test`],
        ['POST', `/${none}/redeliver`, { failedSince: '2026-01-01' }],
        ['GET', `/${none}/deliveries`],
      ] as const)
        expect(await detailOf(method, rest, body)).toEqual([404, 'there is no webhook with this id']);
      for (let at = 0; at < WEBHOOKS_MAX; at += 1) await create({ enabled: false });
      const refusal = [400, `there are ${WEBHOOKS_MAX} webhooks; delete some`];
      expect(await detailOf('POST', '', { url: receiver.url, types })).toEqual(refusal);
    });

    test('webhooks:write is needed, and events:read for whatever lets one read events', async () => {
      const { webhookId } = await create();
      const reader = (await createTestKey(service, { scopes: ['events:read'] })).token;
      const writer = (await createTestKey(service, { scopes: ['webhooks:write'] })).token;
      const lacks = (scope: string) => [403, `the key lacks the scope ${scope}`];
      const [own, wanted] = [`/${webhookId}`, { url: receiver.url, types }];
      expect(await detailOf('GET', '', undefined, reader)).toEqual(lacks('webhooks:write'));
      expect(await detailOf('POST', '', wanted, reader)).toEqual(lacks('webhooks:write'));
      for (const [method, rest, body] of [
        ['POST', '', wanted],
        ['PATCH', own, { url: 'https://a.test/' }],
        ['PATCH', own, { types: ['metadata.lost'] }],
        ['POST', `${own}/redeliver`, { failedSince: '2026-01-01' }],
        ['POST', `${own}/rotate`],
      ] as const)
        expect([rest, ...(await detailOf(method, rest, body, writer))]).toEqual([
          rest,
          ...lacks('events:read'),
        ]);
      for (const [method, rest, body] of [
        ['GET', ''],
        ['PATCH', own, { enabled: false }],
        ['POST', `${own}/test`],
      ] as const)
        expect(await detailOf(method, rest, body, writer)).toEqual([200, undefined]);
    });

    test('what an endpoint answers to an event, perhaps the event itself, is shown with events:read alone', async () => {
      const { webhookId } = await create();
      receiver.answer = ({ body }) => new Response(`echo of ${body.type}`);
      await service.as(`echoed by ${webhookId}`, 'POST', '/api/game/session/start');
      const log = async (key = token): Promise<{ eventId: string | null; answer: string | null }[]> =>
        (await call('GET', `/${webhookId}/deliveries`, undefined, key)).body.data.deliveries;
      await until(async () => (await log()).length >= 2);
      const writer = (await createTestKey(service, { scopes: ['webhooks:write'] })).token;
      const tested = await call('POST', `/${webhookId}/test`, undefined, writer);
      // A test has no event in it.
      expect(tested.body.data).toMatchObject({ eventId: null, answer: 'echo of webhook.test' });
      const shown = (await log()).map(({ answer }) => answer);
      expect(shown.sort()).toEqual([
        'echo of player.registered',
        'echo of session.started',
        'echo of webhook.test',
      ]);
      expect((await log(writer)).map(({ answer }) => answer)).toEqual(['echo of webhook.test', null, null]);
    });
  });
}

test('without EVENTS there are no webhooks, and without WEBHOOKS_ALLOW_PRIVATE none in a private network', async () => {
  const service = await startService();
  try {
    const { token } = await createTestKey(service);
    for (const [method, rest] of [
      ...['GET', 'POST'].map((method) => [method, '']),
      ...['GET', 'PATCH', 'DELETE'].map((method) => [method, `/${none}`]),
      ...['rotate', 'test', 'redeliver'].map((each) => ['POST', `/${none}/${each}`]),
      ['GET', `/${none}/deliveries`],
    ] as [string, string][]) {
      const { status, body } = await service.call(method, path + rest, { token });
      const detail = expect.stringContaining('set EVENTS to some of');
      expect([status, body.error]).toEqual([404, { message: 'Not found', detail }]);
    }
    await service.restart({ EVENTS: 'players' });
    for (const url of ['http://example.com/', 'https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/']) {
      const body = JSON.stringify({ url, types: ['player.registered'] });
      const answer = await service.call('POST', path, { token, body, headers });
      expect([answer.status, answer.body.error.message]).toEqual([400, 'Invalid request']);
    }
  } finally {
    await service.stop();
  }
});

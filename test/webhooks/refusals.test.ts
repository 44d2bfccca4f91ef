// Refusals of webhooks through HTTP: bodies, ids, scopes, and where no events are told. No engine changes them.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { WEBHOOKS_MAX } from '../../src/limits.ts';
import { sqlite } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { type HttpWorld, json, openHttpWorld, path } from './http-world.ts';
import type { Receiver } from './receiver.ts';

describe('webhooks refuse', () => {
  let world: HttpWorld;
  let service: Service;
  let receiver: Receiver;
  let token: string;
  let call: HttpWorld['call'];
  let create: HttpWorld['create'];
  beforeAll(async () => {
    world = await openHttpWorld(sqlite);
    ({ service, token, call, create } = world);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world.begin();
    ({ receiver } = world);
  });
  afterEach(() => world.end());

  const detailOf = async (method: string, rest: string, body?: unknown) => {
    const answer = await call(method, rest, body);
    return [answer.status, answer.body.error?.detail];
  };

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

  test('a URL is kept in ASCII, without characters that are not seen', async () => {
    const types = ['session.ended'];
    for (const character of [
      '\u0000',
      '\u001b',
      ' ',
      '\n',
      '\t',
      '\u007f',
      '\u00a0',
      '\u200b',
      '\u202e',
      '\ud800',
    ])
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
    expect((await detailOf('PATCH', `/${webhookId}`, { url: 'https://a.test/\u0000' }))[0]).toBe(400);
    // In ASCII it would be longer than the bound.
    expect((await detailOf('POST', '', { url: `https://a.test/${'é'.repeat(400)}`, types }))[1]).toContain(
      'at most 2048',
    );
    const audit = await service.call('GET', '/api/server/audit?limit=100', { token });
    const entries: { action: string; detail: Record<string, unknown> | null }[] = audit.body.data.entries;
    const own = entries.filter(({ detail }) => detail?.webhookId === webhookId);
    expect(own.map(({ action, detail }) => [action, detail])).toEqual([
      ['webhook.update', { webhookId, changed: ['url'], host: 'other.test:8443' }],
      ['webhook.create', { webhookId, types, ordered: false, enabled: true, host: 'xn--bcher-kva.test' }],
    ]);
    expect(audit.text).not.toContain('secret=1');
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
      400,
      `there are ${WEBHOOKS_MAX} webhooks; delete some`,
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
          404,
          'Not found',
          expect.stringContaining('set EVENTS to some of'),
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

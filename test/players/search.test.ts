// The search of players through the server API on every engine: conditions, orders, pages, and errors that name what is wrong.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { IndexDeclaration } from '../../src/store/ports/indexes.ts';
import type { Store } from '../../src/store/ports/store.ts';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';
import { useService } from '../harness/use-service.ts';
import { readExample } from '../harness/worked-example.ts';

const indexes: readonly IndexDeclaration[] = [
  { pointer: '/level', type: 'number' },
  { pointer: '/clan/name', type: 'string' },
  { pointer: '/vip', type: 'boolean' },
];
/** Longer than the lease of every process on its list of indexes. */
const leases = 120_000;

/** Declares the indexes, and does what the job does that builds them. @returns a store, which the caller closes */
async function buildIndexes({ database, clock }: Service): Promise<Store> {
  const store = await openStoreOn(database.environment, clock);
  await store.indexes.declare(indexes);
  clock.advance(leases);
  await store.indexes.build(new AbortController().signal, () => undefined);
  return store;
}

const players: Readonly<Record<string, object>> = {
  ann: { level: 3, clan: { name: 'red' }, vip: true },
  anna: { level: 10, clan: { name: 'blue' } },
  bob: { level: '10', clan: { name: 'red' } },
  'bob😀': { level: 10, vip: false },
};

describe.each(engines)('the search of players on $name', (engine) => {
  const service = useService({ engine });
  let store: Store;
  let token: string;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    ({ token } = await createTestKey(service, { scopes: ['players:read'] }));
    store = await buildIndexes(service);
    for (const [name, data] of Object.entries(players)) {
      const { body } = await service.as(name, 'POST', paths.metadata, { body: JSON.stringify({ data }) });
      ids[name] = body.data.sequentialId;
      service.clock.advance(1_000);
    }
  }, 60_000);
  afterAll(() => store.close());

  const search = (body?: unknown): Promise<Answer> =>
    service.call('POST', '/api/server/players/search', {
      token,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  async function find(body?: unknown): Promise<string[]> {
    const answer = await search(body);
    expect([body, answer.status, answer.body.error]).toEqual([body, 200, undefined]);
    expect(namedShapes.PlayerPage.safeParse(answer.body.data).error).toBeUndefined();
    expect(answer.body.data.nextCursor).toBeNull();
    return answer.body.data.players.map((player: { playerId: string }) => player.playerId);
  }
  /** The detail of the error that a search gets. */
  async function refused(body: unknown): Promise<string> {
    const { status, body: answer } = await search(body);
    expect([body, status, answer.error?.message]).toEqual([body, 400, 'Invalid request']);
    return answer.error.detail;
  }
  const where = (pointer: string, op: string, value?: unknown) => ({ pointer, op, value });
  const level = (op: string, value?: unknown) => where('/level', op, value);
  const all = Object.keys(players);

  test('answers players as every other route does, in the order of their ids', async () => {
    expect(await find()).toEqual(all);
    const found = (await search({ playerIdPrefix: 'anna' })).body.data.players;
    const { body } = await service.call('GET', `/api/server/players/${ids.anna}`, { token });
    expect(found).toEqual([body.data]);
  });

  test.each<[body: unknown, found: string[]]>([
    [{}, all],
    ...all.map((playerId): [object, string[]] => [{ playerId }, [playerId]]),
    [{ playerId: 'an' }, []],
    [{ playerId: 'ann', playerIdPrefix: 'anna' }, []],
    [{ playerId: 'anna', playerIdPrefix: 'ann' }, ['anna']],
    [{ playerId: 'anna', metadata: [level('eq', 10)] }, ['anna']],
    [{ playerId: 'ann', metadata: [level('eq', 10)] }, []],
    [{ playerId: 'ann', online: true }, []],
    [{ playerIdPrefix: 'ann' }, ['ann', 'anna']],
    [{ playerIdPrefix: 'bob😀' }, ['bob😀']],
    [{ playerIdPrefix: 'Ann' }, []],
    [{ playerIdPrefix: '%' }, []],
    [{ playerIdPrefix: '' }, all],
    [{ metadata: [level('eq', 10)] }, ['anna', 'bob😀']],
    ['{"metadata":[{"pointer":"/level","op":"eq","value":1e1}]}', ['anna', 'bob😀']],
    [{ metadata: [level('gte', 3), level('lt', 10)] }, ['ann']],
    [{ metadata: [level('gt', 3), level('lte', 10)] }, ['anna', 'bob😀']],
    [{ metadata: [level('gt', 10), level('lt', 3)] }, []],
    [{ metadata: [level('exists')] }, ['ann', 'anna', 'bob😀']],
    [{ metadata: [where('/clan/name', 'eq', 'red')] }, ['ann', 'bob']],
    [{ metadata: [where('/clan/name', 'eq', 'red'), level('exists')] }, ['ann']],
    [{ metadata: [where('/vip', 'eq', false)] }, ['bob😀']],
    [{ metadata: [] }, all],
  ])('%j finds %j', async (body, found) => {
    expect(await find(body)).toEqual(found);
  });

  test('follows each write', async () => {
    const body = JSON.stringify({ data: { level: 77 } });
    const found = () => find({ metadata: [level('eq', 77)] });
    await service.as('carl', 'POST', paths.metadata, { body });
    expect(await found()).toEqual(['carl']);
    await service.as('carl', 'DELETE', paths.metadata);
    expect(await found()).toEqual([]);
    expect(await store.players.erase((await store.players.find('carl')) as number)).toBe(true);
    expect(await find({ playerIdPrefix: 'carl' })).toEqual([]);
  });

  test('goes by the times of registration and activity, and by who is online', async () => {
    const at = (await search({ playerIdPrefix: 'anna' })).body.data.players[0].registeredAt;
    const later = new Date(Date.parse(at) + 1).toISOString();
    expect(await find({ playerIdPrefix: 'ann', registered: { from: at } })).toEqual(['anna']);
    expect(await find({ playerIdPrefix: 'ann', registered: { to: at } })).toEqual(['ann']);
    expect(await find({ registered: { from: at, to: later } })).toEqual(['anna']);
    expect(await find({ registered: { from: at, to: at } })).toEqual([]);
    await service.as('bob', 'POST', paths.start);
    service.clock.advance(1_000);
    const now = new Date(service.clock.now()).toISOString();
    expect(await find({ online: true })).toEqual(['bob']);
    expect(await find({ playerIdPrefix: 'b', online: false })).toEqual(['bob😀']);
    expect(await find({ lastSeen: { from: now } })).toEqual(['bob']);
    await service.as('bob', 'POST', paths.stop);
    service.clock.advance(1);
    expect(await find({ lastSeen: { from: now, to: '2100-01-01' } })).toEqual(['bob']);
    expect(await find({ lastSeen: { to: now } })).toEqual([]);
    expect(await find({ online: true })).toEqual([]);
    expect(await find({ suspended: true })).toEqual([]);
  });

  test('gives pages of the size that is asked for', async () => {
    const first = (await search({ limit: 2 })).body.data;
    expect(first.players).toHaveLength(2);
    const second = (await search({ limit: 1, cursor: first.nextCursor })).body.data;
    expect(second.players.map((player: { playerId: string }) => player.playerId)).toEqual(['bob']);
    expect(second.nextCursor).not.toBe(first.nextCursor);
  });

  test('names what is wrong with a request', async () => {
    const one = { pointer: '/level', op: 'eq', value: 1 };
    const wrong: readonly (readonly [body: unknown, detail: string])[] = [
      ['[]', 'the body must be an object'],
      ['{"limit":1', 'not JSON: line 1, column 11'],
      [{ page: 1 }, '"page" is no member of this body'],
      ['{"limit":1,"limit":2}', 'limit is given twice'],
      ...[0, 101, 1.5, '5', null].map(
        (limit) => [{ limit }, 'limit must be an integer from 1 to 100'] as const,
      ),
      ...['', 'MQ==', 'MDE', 'eA', Buffer.from('9007199254740992').toString('base64url'), 1, null].map(
        (cursor) => [{ cursor }, 'cursor must be the nextCursor of an earlier answer'] as const,
      ),
      ...['', 7, null, 'a\u0000'].map(
        (playerId) =>
          [
            { playerId },
            'playerId must be a string of 1 to 255 characters without control characters',
          ] as const,
      ),
      ...['a\u0000', '\ud800', 'x'.repeat(256), 1, null].map(
        (playerIdPrefix) =>
          [
            { playerIdPrefix },
            'playerIdPrefix must be a string of at most 255 characters without control characters',
          ] as const,
      ),
      [{ online: 1 }, 'online must be true or false'],
      [{ suspended: 'true' }, 'suspended must be true or false'],
      [{ registered: 1 }, 'registered must be an object with from, to or both'],
      [{ registered: { since: 1 } }, '"since" is no member of registered'],
      ...['yesterday', 1, '2026-02-30T00:00:00Z', '2026-01-01T00:00:00'].map(
        (to) =>
          [
            { lastSeen: { to } },
            'lastSeen.to must be a time in ISO 8601 such as 2026-01-02T03:04:05.678Z',
          ] as const,
      ),
      [{ metadata: {} }, 'metadata must be an array of at most 16 conditions'],
      [{ metadata: Array(17).fill(one) }, 'metadata must be an array of at most 16 conditions'],
      [{ metadata: [one, 1] }, 'metadata[1] must be an object with pointer, op and value'],
      [{ metadata: [{ ...one, path: 1 }] }, '"path" is no member of metadata[0]'],
      [{ metadata: [{ op: 'eq', value: 1 }] }, 'metadata[0].pointer must be a string'],
      [{ metadata: [{ ...one, op: 'ne' }] }, 'metadata[0].op must be one of eq, lt, lte, gt, gte, exists'],
      [{ metadata: [{ ...one, op: 'exists' }] }, 'metadata[0].value is given, but exists takes none'],
      ...[undefined, null, [1], {}].map(
        (value) =>
          [
            { metadata: [{ ...one, value }] },
            'metadata[0].value must be a number, a string, true or false',
          ] as const,
      ),
      [{ metadata: [one, { ...one, pointer: '/gold' }] }, 'no index is declared on "/gold"'],
      [{ metadata: [{ ...one, pointer: 'level' }] }, 'no index is declared on "level"'],
      [
        { metadata: [{ ...one, value: '1' }] },
        'the value for "/level" must be a number, the type of its index',
      ],
      [
        { metadata: [{ pointer: '/vip', op: 'lt', value: 1 }] },
        'the value for "/vip" must be a boolean, the type of its index',
      ],
    ];
    for (const [body, detail] of wrong) expect([body, await refused(body)]).toEqual([body, detail]);
    expect((await search({ metadata: Array(16).fill(one) })).status).toBe(200);
    for (const limit of ['10.0', '1e1']) expect((await search(`{"limit":${limit}}`)).status).toBe(200);
    const { status, body } = await service.call('POST', '/api/server/players/search', {
      ...{ token, body: '{}', headers: { 'content-type': 'text/plain' } },
    });
    expect([status, body.error.message]).toEqual([415, 'Unsupported media type']);
  });

  test('answers 503 on an index that is being built, and from its last entry on the players', async () => {
    const index: IndexDeclaration = { pointer: '/gold', type: 'number' };
    await store.indexes.declare([index]);
    const gold = { metadata: [{ pointer: '/gold', op: 'exists' }] };
    const { status, body, headers } = await search(gold);
    expect([status, body]).toEqual([
      503,
      {
        statusCode: 503,
        error: { message: 'Service unavailable', detail: 'the index on "/gold" is being built' },
      },
    ]);
    expect(headers.get('retry-after')).toBe('1');
    service.clock.advance(leases);
    await store.indexes.build(new AbortController().signal, () => undefined);
    service.clock.advance(leases);
    expect(await find(gold)).toEqual([]);
    await service.as('bob', 'PATCH', paths.metadata, {
      body: '{"gold":5}',
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    expect(await find(gold)).toEqual(['bob']);
    await store.indexes.drop('/gold');
    service.clock.advance(leases);
    expect(await refused(gold)).toBe('no index is declared on "/gold"');
  });
});

describe.each(engines)('sorted searches on $name', (engine) => {
  const service = useService({ engine });
  let token: string;
  beforeAll(async () => {
    ({ token } = await createTestKey(service, { scopes: ['players:read', 'players:write'] }));
    await (await buildIndexes(service)).close();
    // p0 to p9; the last ones never play.
    for (let n = 0; n < 10; n += 1) {
      const data = n === 3 ? {} : { level: (n * 7) % 5, clan: { name: n % 2 === 0 ? 'even' : 'ödd' } };
      await service.as(`p${n}`, 'POST', paths.metadata, { body: JSON.stringify({ data }) });
      service.clock.advance(1_000);
    }
    for (const n of [0, 1, 2, 3, 4, 5, 6, 2, 0]) {
      for (const path of [paths.start, paths.stop]) {
        await service.as(`p${n}`, 'POST', path);
        service.clock.advance(1_000);
      }
    }
    await service.as('p5', 'POST', paths.start);
    await service.as('p1', 'POST', paths.start);
  }, 60_000);

  const search = (body: object): Promise<Answer> =>
    service.call('POST', '/api/server/players/search', { token, body: JSON.stringify(body) });
  /** The numbers of all players of a search, page after page. */
  async function find(body: object, limit = 100): Promise<number[]> {
    const found: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { status, body: answer } = await search({ ...body, limit, ...(cursor && { cursor }) });
      expect([body, status, answer.error]).toEqual([body, 200, undefined]);
      for (const { playerId } of answer.data.players) found.push(Number(playerId.slice(1)));
      cursor = answer.data.nextCursor;
    }
    return found;
  }

  for (const limit of [1, 2, 3, 100]) {
    test(`have everybody once in pages of ${limit}`, async () => {
      expect(await find({ sort: 'registered' }, limit)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
      expect(await find({ sort: 'lastSeen' }, limit)).toEqual([1, 5, 0, 2, 6, 4, 3, 7, 8, 9]);
      // By level, then by number; p3 has none.
      expect(await find({ sort: '/level' }, limit)).toEqual([7, 2, 9, 4, 6, 1, 8, 5, 0]);
      expect(await find({ sort: '/clan/name' }, limit)).toEqual([9, 7, 5, 1, 8, 6, 4, 2, 0]);
    });
  }

  test('go with conditions', async () => {
    const even = [{ pointer: '/clan/name', op: 'eq', value: 'even' }];
    expect(await find({ sort: 'lastSeen', metadata: even }, 2)).toEqual([0, 2, 6, 4, 8]);
    expect(await find({ sort: 'registered', online: true }, 1)).toEqual([5, 1]);
    expect(await find({ sort: '/level', playerIdPrefix: 'p7' })).toEqual([7]);
    expect(await find({ sort: 'lastSeen', online: false }, 3)).toEqual([0, 2, 6, 4, 3, 7, 8, 9]);
  });

  test('name what is wrong', async () => {
    const noSort = 'sort must be registered, lastSeen, or a pointer that METADATA_INDEXES declares';
    const noCursor = 'cursor must be the nextCursor of an earlier answer';
    const cursorOf = async (body: object) => (await search({ ...body, limit: 1 })).body.data.nextCursor;
    const cursor = await cursorOf({ sort: 'lastSeen' });
    for (const [body, detail] of [
      [{ sort: 'level' }, noSort],
      [{ sort: 1 }, noSort],
      [{ sort: '/none' }, 'no index is declared on "/none"'],
      [{ cursor }, noCursor],
      [{ sort: 'registered', cursor }, noCursor],
      [{ sort: 'lastSeen', cursor: `${cursor}A` }, noCursor],
      [{ sort: 'registered', cursor: await cursorOf({}) }, noCursor],
    ] as const) {
      const { status, body: answer } = await search(body);
      expect([body, status, answer.error.detail]).toEqual([body, 400, detail]);
    }
  });
});

test('the example of docs/server-api.md', async () => {
  const service = await startService();
  const { token } = await createTestKey(service);
  await (await buildIndexes(service)).close();
  service.clock.advance(-leases);
  await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"level":12}}' });
  await service.as('ann', 'POST', paths.start);
  const steps = readExample('docs/server-api.md', '## Search');
  expect(steps).toHaveLength(1);
  for (const { method, path, options, answer } of steps) {
    const headers = { ...options.headers, Authorization: `Bearer ${token}` };
    const { body } = await service.call(method, path, { ...options, headers });
    expect(body).toEqual(JSON.parse(answer));
  }
  await service.stop();
});

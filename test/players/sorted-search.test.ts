// Sorted searches through the server API on every engine: each order has everybody once, whatever the size of a page, and its cursor
// belongs to it alone.
import { beforeAll, describe, expect, test } from 'bun:test';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { openStoreOn } from '../harness/store.ts';
import { useService } from '../harness/use-service.ts';

const leases = 120_000;

describe.each(engines)('sorted searches on $name', (engine) => {
  const service = useService({ engine });
  let token: string;
  beforeAll(async () => {
    ({ token } = await createTestKey(service, { scopes: ['players:read', 'players:write'] }));
    const store = await openStoreOn(service.database.environment, service.clock);
    await store.indexes.declare([
      { pointer: '/level', type: 'number' },
      { pointer: '/clan', type: 'string' },
    ]);
    service.clock.advance(leases);
    await store.indexes.build(new AbortController().signal, () => undefined);
    await store.close();
    // p0 to p9; the last ones never play.
    for (let n = 0; n < 10; n += 1) {
      const data = n === 3 ? {} : { level: (n * 7) % 5, clan: n % 2 === 0 ? 'even' : 'ödd' };
      await service.as(`p${n}`, 'POST', paths.metadata, { body: JSON.stringify({ data }) });
      service.clock.advance(1_000);
    }
    const play = async (n: number) => {
      await service.as(`p${n}`, 'POST', paths.start);
      service.clock.advance(1_000);
      await service.as(`p${n}`, 'POST', paths.stop);
      service.clock.advance(1_000);
    };
    for (const n of [0, 1, 2, 3, 4, 5, 6, 2, 0]) await play(n);
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
      expect(await find({ sort: '/clan' }, limit)).toEqual([9, 7, 5, 1, 8, 6, 4, 2, 0]);
    });
  }

  test('go with conditions', async () => {
    const even = [{ pointer: '/clan', op: 'eq', value: 'even' }];
    expect(await find({ sort: 'lastSeen', metadata: even }, 2)).toEqual([0, 2, 6, 4, 8]);
    expect(await find({ sort: 'registered', online: true }, 1)).toEqual([5, 1]);
    expect(await find({ sort: '/level', playerIdPrefix: 'p7' })).toEqual([7]);
    expect(await find({ sort: 'lastSeen', online: false }, 3)).toEqual([0, 2, 6, 4, 3, 7, 8, 9]);
  });

  test('name what is wrong', async () => {
    const detailOf = async (body: object) => {
      const { status, body: answer } = await search(body);
      return [status, answer.error.detail];
    };
    const noSort = 'sort must be registered, lastSeen, or a pointer that METADATA_INDEXES declares';
    expect(await detailOf({ sort: 'level' })).toEqual([400, noSort]);
    expect(await detailOf({ sort: 1 })).toEqual([400, noSort]);
    expect(await detailOf({ sort: '/none' })).toEqual([400, 'no index is declared on "/none"']);
    const { body } = await search({ sort: 'lastSeen', limit: 1 });
    const cursor = body.data.nextCursor;
    const noCursor = 'cursor must be the nextCursor of an earlier answer';
    expect(await detailOf({ cursor })).toEqual([400, noCursor]);
    expect(await detailOf({ sort: 'registered', cursor })).toEqual([400, noCursor]);
    expect(await detailOf({ sort: 'lastSeen', cursor: `${cursor}A` })).toEqual([400, noCursor]);
    const { body: plain } = await search({ limit: 1 });
    expect(await detailOf({ sort: 'registered', cursor: plain.data.nextCursor })).toEqual([400, noCursor]);
  });
});

// Every route of players once on PostgreSQL, with a good request. Those of servers are in keys/shown.test.ts, on every engine; all other
// tests of routes run on SQLite, and on PostgreSQL in the nightly run.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { routeTable } from '../src/routes.ts';
import { type CallOptions, paths } from './harness/api.ts';
import { postgres } from './harness/engines.ts';
import { type Service, startService } from './harness/service.ts';

const merge = { 'content-type': 'application/merge-patch+json' };
const body = (value: unknown): CallOptions => ({ body: JSON.stringify(value) });

/** The requests of one player, in an order in which each succeeds. */
const requests: readonly (readonly [route: string, options?: CallOptions])[] = [
  ['POST /api/game/metadata', body({ data: { level: 1 } })],
  ['PATCH /api/game/metadata', { ...body({ level: 2 }), headers: merge }],
  ['GET /api/game/metadata'],
  ['GET /api/game/metadata/:sequentialId'],
  ['POST /api/game/metadata/lookup', body({ sequentialIds: [1] })],
  ['GET /api/game/metadata/history'],
  ['GET /api/game/metadata/history/:version'],
  ['POST /api/game/metadata/history/:version/restore'],
  ['DELETE /api/game/metadata'],
  ['POST /api/game/session/start', body({ context: { device: 'phone' } })],
  ['POST /api/game/session/heartbeat'],
  ['GET /api/game/session'],
  ['POST /api/game/session/stop'],
  ['GET /api/game/session/history'],
];

describe('on PostgreSQL a player', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({
      engine: postgres,
      environment: { METADATA_HISTORY_INTERVAL_SECONDS: '0' },
    });
  }, 90_000);
  afterAll(() => service.stop());

  const data = async (path: string) => (await service.as('ann', 'GET', path)).body.data;

  test.each(requests)('is served by %s', async (route, options = {}) => {
    const [method = '', path = ''] = route.split(' ');
    const target = path.replace(':sequentialId', '1').replace(':version', '1');
    const answer = await service.as('ann', method, target, options);
    expect([answer.status, answer.body?.error]).toEqual([200, undefined]);
  });

  test('finds afterwards what the requests left', async () => {
    expect(await data(paths.metadata)).toMatchObject({ playerId: 'ann', metadata: {} });
    expect(
      (await data('/api/game/metadata/history')).versions.map(({ version }: { version: number }) => version),
    ).toEqual([3, 2, 1]);
    expect((await data('/api/game/session/history')).sessions).toMatchObject([
      { context: { device: 'phone' } },
    ]);
  });

  test('has all routes of players in the list', () => {
    const routes = routeTable.filter(({ access }) => access.kind === 'player');
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      requests.map(([route]) => route).toSorted(),
    );
  });
});

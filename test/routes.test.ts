// Every route of players once on PostgreSQL, with a good request. Those of servers are in keys/shown.test.ts, on every engine; all other
// tests of routes run on SQLite, and on PostgreSQL in the nightly run.
import { describe, expect, test } from 'bun:test';
import { routeTable } from '../src/routes.ts';
import { paths } from './harness/api.ts';
import { postgres } from './harness/engines.ts';
import { playerRequests } from './harness/player-requests.ts';
import { useService } from './harness/use-service.ts';

describe('on PostgreSQL a player', () => {
  const service = useService({ engine: postgres, environment: { METADATA_HISTORY_INTERVAL_SECONDS: '0' } });

  const data = async (path: string) => (await service.as('ann', 'GET', path)).body.data;

  test.each(playerRequests)('is served by $method $path', async ({ method, path, options }) => {
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
      playerRequests.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
  });
});

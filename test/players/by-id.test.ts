// Players addressed by their player id in the paths of the server API, on every engine: the same answers as by sequential id, for
// every route of one player and every name that a path can carry.
import { beforeAll, describe, expect, test } from 'bun:test';
import { playerPath } from '../../src/route/one-player.ts';
import { routeTable } from '../../src/routes.ts';
import { type Answer, type CallOptions, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { rawDatabase } from '../harness/raw-database.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { useService } from '../harness/use-service.ts';

const byId = '/api/server/players/by-id';
const notFound = { statusCode: 404, error: { message: 'Player not found' } };

const ofOne = routeTable.filter(({ path }) => path.startsWith(playerPath));

test('every route of one player has both paths, with one scope and one handler', () => {
  expect(ofOne.length).toBeGreaterThan(10);
  for (const { method, path, scope, bind } of ofOne) {
    const twin = routeTable.find(
      (route) => route.method === method && route.path === path.replace(playerPath, `${byId}/:playerId`),
    );
    expect([path, twin?.scope, twin?.bind === bind]).toEqual([path, scope, true]);
  }
});

describe.each(engines)('a player id in a path on $name', (engine) => {
  const service = useService({ engine });
  let token: string;
  beforeAll(async () => {
    ({ token } = await createTestKey(service));
  }, 60_000);

  const call = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
    service.call(method, path, { token, ...options });
  const at = (playerId: string, rest = ''): string => `${byId}/${encodeURIComponent(playerId)}${rest}`;
  async function save(playerId: string): Promise<number> {
    const { body } = await service.as(playerId, 'POST', paths.metadata, { body: '{"data":{"n":1}}' });
    return body.data.sequentialId;
  }

  test('names the player whom the sequential id names', async () => {
    const sequentialId = await save('ann');
    for (const rest of ['', '/metadata', '/metadata/history', '/sessions']) {
      const byName = await call('GET', at('ann', rest));
      const byNumber = await call('GET', `/api/server/players/${sequentialId}${rest}`);
      expect([rest, byName.status, byName.text]).toEqual([rest, 200, byNumber.text]);
      expect(byName.headers.get('etag')).toBe(byNumber.headers.get('etag'));
    }
    expect((await call('DELETE', at('ann', '/metadata'))).status).toBe(200);
    expect((await call('DELETE', at('ann'))).body.data).toEqual({ erased: true });
    expect((await call('GET', at('ann'))).body).toEqual(notFound);
  });

  test('may be any name that survives as one segment of a path', async () => {
    const odd = ['a/b', 'by-id', '7', 'ann smith', '%2F', '?x=1#y', 'é\u0301', '日本', '\u{1F600}', '\\'];
    const others = [
      "o'neil;--",
      '\ufffd',
      '...',
      '.a',
      'steam:7656',
      '\u{1F600}'.repeat(255),
      '*',
      ':playerId',
    ];
    const names = [...odd, ...others];
    for (const name of names) {
      const sequentialId = await save(name);
      const { status, body } = await call('GET', at(name, '/metadata'));
      expect([name, status, body.data?.sequentialId]).toEqual([name, 200, sequentialId]);
    }
  });

  test.each(ofOne.map(({ method, path }) => [method, path] as const))(
    '%s %s finds nobody under a number that no player has',
    async (method, path) => {
      for (const id of ['4000', '0', '01', '-1', '1e0', 'x', '%31x', 'null', '9007199254740993']) {
        const target = path.replace(':sequentialId', id).replace(':version', '1');
        for (const options of [
          {},
          method === 'POST' && path.includes('/metadata') ? { body: 'no JSON' } : {},
        ]) {
          const { body, headers } = await call(method, target, options);
          expect([id, body]).toEqual([id, notFound]);
          expect(headers.get('x-error-detail')).toBe('there is no player with this sequential id');
        }
      }
    },
  );

  test('that no player has is not found, and registers nobody', async () => {
    const target = '/metadata';
    for (const name of ['nobody', 'x'.repeat(256), 'a\u0000b', 'tab\there']) {
      const { body, headers } = await call('GET', at(name, target));
      expect([name, body]).toEqual([name, notFound]);
      expect(headers.get('x-error-detail')).toBe('there is no player with this player id');
    }
    const patch = { body: '{}', headers: { 'content-type': 'application/merge-patch+json' } };
    expect((await call('PATCH', at('nobody', target), patch)).body).toEqual(notFound);
    expect((await call('POST', at('nobody', target), { body: 'no JSON' })).body).toEqual(notFound);
    // No player is named by bytes that are no UTF-8, neither is the one whose name is the replacement character.
    await save('\ufffd');
    for (const segment of ['%FF', '%zz', '%', '%c0%af', '%E2%82'])
      expect([segment, (await call('GET', `${byId}/${segment}/metadata`)).body]).toEqual([segment, notFound]);
    const raw = rawDatabase(service.database.environment);
    expect(await raw.run("SELECT 1 AS one FROM players WHERE player_id = 'nobody'")).toEqual([]);
    await raw.close();
  });
});

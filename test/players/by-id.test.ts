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

test('every route of one player has both paths, with one scope and one handler', () => {
  const ofOne = routeTable.filter(({ path }) => path.startsWith(playerPath));
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

  test('names the player whom the sequential id names, on every route', async () => {
    const sequentialId = await save('ann');
    await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"n":2}}' });
    await service.as('ann', 'POST', paths.start);
    const reads = ['', '/metadata', '/metadata/history', '/metadata/history/1', '/session', '/sessions'];
    for (const rest of reads) {
      const [byName, byNumber] = [
        await call('GET', at('ann', rest)),
        await call('GET', `/api/server/players/${sequentialId}${rest}`),
      ];
      expect([rest, byName.status, byName.text]).toEqual([rest, 200, byNumber.text]);
      expect(byName.headers.get('etag')).toBe(byNumber.headers.get('etag'));
    }
    const exported = await call('GET', at('ann', '/export'));
    expect(exported.body.data.player.sequentialId).toBe(sequentialId);
    const merge = { 'content-type': 'application/merge-patch+json' };
    expect(
      (await call('PATCH', at('ann', '/metadata'), { body: '{"gold":5}', headers: merge })).body.data,
    ).toEqual({ playerId: 'ann', sequentialId, metadata: { n: 2, gold: 5 } });
    const restored = await call('POST', at('ann', '/metadata/history/1/restore'));
    expect(restored.body.data.metadata).toEqual({ n: 1 });
    expect((await call('POST', at('ann', '/metadata'), { body: '{"data":{"n":3}}' })).status).toBe(200);
    expect((await call('POST', at('ann', '/session/terminate'))).body.data.playerId).toBe('ann');
    expect((await call('POST', at('ann', '/suspend'))).body.data.suspendedUntil).toBe('forever');
    expect((await call('DELETE', at('ann', '/suspend'))).body.data.suspendedUntil).toBeNull();
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

  test('names the player of today: who was erased and came again has another sequential id', async () => {
    const before = await save('bob');
    expect((await call('GET', at('bob'))).body.data.sequentialId).toBe(before);
    expect((await call('DELETE', `/api/server/players/${before}`)).status).toBe(200);
    expect((await call('GET', at('bob'))).body).toEqual(notFound);
    const registered = await call('POST', '/api/server/players', { body: '{"playerId":"bob"}' });
    const { sequentialId } = registered.body.data;
    expect(sequentialId).not.toBe(before);
    expect((await call('GET', at('bob'))).body.data.sequentialId).toBe(sequentialId);
    expect((await call('GET', at('bob', '/metadata'))).body.data.sequentialId).toBe(sequentialId);
  });
});

// Players through the server API on every engine: register, look up, get, erase, and the audit of it.
import { beforeAll, describe, expect, test } from 'bun:test';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { rawDatabase } from '../harness/raw-database.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { shownDefaults } from '../harness/shown-players.ts';
import { openStoreOn } from '../harness/store.ts';
import { useService } from '../harness/use-service.ts';

const path = '/api/server/players';
const notFound = { statusCode: 404, error: { message: 'Player not found' } };
const long = '\u{1F600}'.repeat(255);

describe.each(engines)('players of servers on $name', (engine) => {
  const service = useService({ engine, environment: { PLAYER_PROVISIONING: 'registered' } });
  let token: string;
  let keyId: string;
  beforeAll(async () => {
    ({ token, keyId } = await createTestKey(service));
  }, 60_000);

  const call = (method: string, target: string, body?: unknown): Promise<Answer> =>
    service.call(method, path + target, {
      token,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { 'x-request-id': 'r-1' },
    });
  const register = async (playerId: string) => (await call('POST', '', { playerId })).body.data;
  const auditOf = async (sequentialId: number) => {
    const store = await openStoreOn(service.database.environment, service.clock);
    const { entries } = await store.audit.list({ sequentialId }, 100);
    await store.close();
    return entries;
  };

  test('a registration answers the player, a repetition the same, with one entry of the audit', async () => {
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(404);
    const first = await call('POST', '', { playerId: 'ann' });
    const registeredAt = new Date(service.clock.now()).toISOString();
    const { sequentialId } = first.body.data;
    expect(first.body.data).toEqual({
      ...shownDefaults,
      ...{ playerId: 'ann', sequentialId, registeredAt, lastSeenAt: null, online: false },
      ...{ metadataBytes: 0, etag: `"${sequentialId}-0"`, suspendedUntil: null },
    });
    expect(namedShapes.Player.safeParse(first.body.data).error).toBeUndefined();
    service.clock.advance(1000);
    expect((await call('POST', '', { playerId: 'ann' })).text).toBe(first.text);
    expect(await auditOf(sequentialId)).toMatchObject([
      { action: 'player.register', keyId, keyName: 'test', requestId: 'r-1', detail: null },
    ]);
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
  });

  test('takes the names that tokens may have, and no others', async () => {
    for (const playerId of ['__proto__', 'a b', '"quoted"', '\u{1F600}', long, "'; DROP TABLE players; --"]) {
      expect((await register(playerId)).playerId).toBe(playerId);
      expect((await call('POST', '/lookup', { playerIds: [playerId] })).body.data.players).toHaveLength(1);
    }
    const ids = ['1', '"a\\u0000"', '"a\\u0085"', '""', '"\\ud800"', `"${long}x"`, '"a","name":"b"'];
    const bodies = ['', '{}', '[]', '{"playerId":"a"', ...ids.map((id) => `{"playerId":${id}}`)];
    for (const body of bodies) {
      const { status, body: answer } = await call('POST', '', body);
      expect([body, status, answer.error.message]).toEqual([body, 400, 'Invalid request']);
      expect(answer.error.detail).toBeString();
    }
    const headers = { 'content-type': 'text/plain' };
    expect((await service.call('POST', path, { token, headers, body: '{"playerId":"a"}' })).status).toBe(415);
  });

  test('a player shows the session, the size and the tag of the metadata, and the suspension', async () => {
    const { sequentialId } = await register('bob');
    await service.as('bob', 'POST', paths.start);
    service.clock.advance(2000);
    await service.as('bob', 'POST', paths.heartbeat);
    const set = await service.as('bob', 'POST', paths.metadata, { body: '{"data":{"name":"\u00fc"}}' });
    const raw = rawDatabase(service.database.environment);
    const until = service.clock.now() + 5000;
    await raw.run(`UPDATE metadata SET suspended_until = ${until} WHERE sequential_id = ${sequentialId}`);
    const seen = new Date(service.clock.now()).toISOString();
    expect((await call('GET', `/${sequentialId}`)).body.data).toMatchObject({
      ...{ playerId: 'bob', lastSeenAt: seen, online: true, metadataBytes: 13 },
      ...{ etag: set.headers.get('etag'), suspendedUntil: new Date(until).toISOString() },
    });
    await raw.run(
      `UPDATE metadata SET suspended_until = 253402300799999 WHERE sequential_id = ${sequentialId}`,
    );
    expect((await call('GET', `/${sequentialId}`)).body.data.suspendedUntil).toBe('forever');
    await raw.run(`UPDATE metadata SET suspended_until = 1 WHERE sequential_id = ${sequentialId}`);
    expect((await call('GET', `/${sequentialId}`)).body.data.suspendedUntil).toBeNull();
    await raw.close();
  });

  test('a lookup answers each once in the order asked, and the ids that nobody has', async () => {
    const [a, b] = [await register('look a'), await register('look b')];
    const byName = await call('POST', '/lookup', {
      playerIds: ['look b', 'nobody', 'look a', 'look b', 'nobody', '__proto__ 2'],
    });
    expect(byName.body.data).toEqual({ players: [b, a], unknown: ['nobody', '__proto__ 2'] });
    const ids = [4_000, a.sequentialId, b.sequentialId, a.sequentialId, 9_007_199_254_740_991];
    const byId = await call('POST', '/lookup', { sequentialIds: ids });
    expect(byId.body.data).toEqual({ players: [a, b], unknown: [4_000, 9_007_199_254_740_991] });
    expect(namedShapes.Players.safeParse(byId.body.data).error).toBeUndefined();
    const most = Array.from({ length: 100 }, (_, n) => `nobody ${n}`);
    expect((await call('POST', '/lookup', { playerIds: most })).body.data.unknown).toEqual(most);
    const bodies: unknown[] = ['', {}, [], { playerIds: [] }, { sequentialIds: [] }, { playerIds: 'a' }];
    bodies.push({ playerIds: ['a'], sequentialIds: [1] }, { playerIds: [1] }, { sequentialIds: ['1'] });
    bodies.push({ sequentialIds: [0] }, { sequentialIds: [1.5] }, { playerIds: [...most, 'x'] });
    bodies.push({ playerIds: ['a\u0000'] }, { sequentialIds: [2 ** 53] }, { names: ['a'] });
    for (const body of bodies) {
      const { status, body: answer } = await call('POST', '/lookup', body);
      expect([body, status, answer.error.message]).toEqual([body, 400, 'Invalid request']);
    }
  });

  test('an erasure is for good, and the name gets a new number', async () => {
    const { sequentialId } = await register('carl');
    await service.as('carl', 'POST', paths.start);
    expect((await call('DELETE', `/${sequentialId}`)).body.data).toEqual({ erased: true });
    for (const [method, target] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/export'],
    ] as const) {
      expect((await call(method, `/${sequentialId}${target}`)).body).toEqual(notFound);
    }
    expect((await service.as('carl', 'POST', paths.start)).body).toEqual(notFound);
    expect((await call('POST', '/lookup', { playerIds: ['carl'] })).body.data).toEqual({
      ...{ players: [], unknown: ['carl'] },
    });
    const again = await register('carl');
    expect(again.sequentialId).toBeGreaterThan(sequentialId);
    expect((await call('DELETE', `/${sequentialId}`)).body).toEqual(notFound);
    expect((await call('GET', `/${again.sequentialId}`)).body.data).toEqual(again);
    expect((await auditOf(sequentialId)).map(({ action }) => action).sort()).toEqual([
      'player.erase',
      'player.register',
    ]);
  });
});

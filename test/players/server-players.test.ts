// Players through the server API on every engine: register one or many, look up, get, erase, and the audit of it.
import { beforeAll, describe, expect, test } from 'bun:test';
import { BULK_MAX_OPERATIONS } from '../../src/limits.ts';
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
  const service = useService({
    engine,
    environment: { PLAYER_PROVISIONING: 'registered', SERVER_RATE_LIMIT_PER_MINUTE: '100000' },
  });
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

  describe('in bulk', () => {
    async function registerAll(...playerIds: string[]) {
      const { status, body } = await call('POST', '/bulk', { playerIds });
      expect([status, body.error]).toEqual([200, undefined]);
      expect(namedShapes.RegisteredPlayers.safeParse(body.data).error).toBeUndefined();
      return body.data.results;
    }
    const namesOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `player ${n}`);

    test('each name is answered as a registration by itself would be, in order, and new ones are noted', async () => {
      const known = await register('known');
      const gone = await register('gone');
      await call('DELETE', `/${gone.sequentialId}`);
      const names = ['..', 'known', 'a/b', 'gone', 'known', 'constructor', '..', `${long.slice(2)}x`];
      const results = await registerAll(...names);
      expect(results.map(({ playerId }: { playerId: string }) => playerId)).toEqual(names);
      for (const { playerId, statusCode, data } of results) {
        expect([playerId, statusCode, await register(playerId)]).toEqual([playerId, 200, data]);
        const registrations = (await auditOf(data.sequentialId)).map(({ action, detail }) => [
          action,
          detail,
        ]);
        expect([playerId, registrations]).toEqual([playerId, [['player.register', null]]]);
      }
      expect(results[1].data).toEqual(known);
      expect(results[3].data.sequentialId).not.toBe(gone.sequentialId);
      expect(results[6]).toEqual(results[0]);
      // They may play from now on.
      expect((await service.as('a/b', 'GET', paths.metadata)).status).toBe(200);
      expect(await registerAll(...names)).toEqual(results);
    });

    test('a thousand names are taken, and a wrong one is refused before anybody is registered', async () => {
      const sentence = 'must be a string of 1 to 255 characters without control characters';
      const list = `playerIds must be an array of 1 to ${BULK_MAX_OPERATIONS} ids`;
      const wrong: readonly (readonly [unknown, string])[] = [
        [{ playerIds: ['new a', 'new b', ''] }, `playerIds[2] ${sentence}`],
        [{ playerIds: ['new a', 7] }, `playerIds[1] ${sentence}`],
        [{ playerIds: ['new a', null] }, `playerIds[1] ${sentence}`],
        [{ playerIds: ['new a', ['new b']] }, `playerIds[1] ${sentence}`],
        [{ playerIds: ['tab\t'] }, `playerIds[0] ${sentence}`],
        [{ playerIds: ['x'.repeat(256)] }, `playerIds[0] ${sentence}`],
        [{ playerIds: [...namesOf(999), 'tab\t'] }, `playerIds[999] ${sentence}`],
        [{ playerIds: [] }, list],
        [{ playerIds: 'new a' }, list],
        [{ playerIds: namesOf(BULK_MAX_OPERATIONS + 1) }, list],
        [{}, list],
        [[], 'the body must be an object'],
        [{ playerIds: ['new a'], playerId: 'new a' }, '"playerId" is no member of this body'],
        ['{"playerIds":["new a"],"playerIds":["new b"]}', 'playerIds is given twice'],
      ];
      for (const [body, detail] of wrong)
        expect((await call('POST', '/bulk', body)).body.error).toEqual({
          message: 'Invalid request',
          detail,
        });
      const unknown = ['new a', 'new b', 'player 0'];
      expect((await call('POST', '/lookup', { playerIds: unknown })).body.data).toEqual({
        players: [],
        unknown,
      });
      const results = await registerAll(...namesOf(BULK_MAX_OPERATIONS));
      expect(results.at(-1).data).toMatchObject({ playerId: 'player 999', metadataBytes: 0 });
      const numbers = results.map(({ data }: { data: { sequentialId: number } }) => data.sequentialId);
      expect(new Set(numbers).size).toBe(BULK_MAX_OPERATIONS);
    });

    test('the longest names are taken in their longest form', async () => {
      const name = (n: number): string => '\\ud83d\\ude00'.repeat(250) + String(n).padStart(4, '0');
      const texts = Array.from({ length: BULK_MAX_OPERATIONS }, (_, n) => `"${name(n)}"`);
      const body = `{"playerIds":[${texts.join(',')}]}`;
      expect(body.length).toBeGreaterThan(3_000_000);
      const answer = await call('POST', '/bulk', body);
      expect([answer.status, answer.body.data.results.length]).toEqual([200, BULK_MAX_OPERATIONS]);
      const refused = await call('POST', '/bulk', `{"playerIds":["a"${' '.repeat(4 * 1_048_576)}]}`);
      expect([refused.status, refused.body.error.message]).toEqual([413, 'Metadata too large']);
    });
  });
});

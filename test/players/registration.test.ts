// The registration of many players in one request, on every engine: an exact answer for each name, one entry of the audit for each new
// player, and the bounds of a bulk.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import { BULK_MAX_OPERATIONS } from '../../src/limits.ts';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey, type TestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';

const path = '/api/server/players/bulk';
let service: Service;
let key: TestKey;
afterEach(() => service.stop());

async function start(engine: (typeof engines)[number], environment: Environment = {}): Promise<void> {
  service = await startService({ engine, environment });
  key = await createTestKey(service, { scopes: ['players:read', 'players:write'] });
}
const call = (method: string, target: string, body?: unknown): Promise<Answer> =>
  service.call(method, target, {
    token: key.token,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
async function register(...playerIds: string[]) {
  const { status, body } = await call('POST', path, { playerIds });
  expect([status, body.error]).toEqual([200, undefined]);
  expect(namedShapes.RegisteredPlayers.safeParse(body.data).error).toBeUndefined();
  return body.data.results;
}
const namesOf = (count: number): string[] => Array.from({ length: count }, (_, n) => `player ${n}`);

describe.each(engines)('the registration of many players on $name', (engine) => {
  beforeEach(() => start(engine, { PLAYER_PROVISIONING: 'registered' }), 30_000);

  const auditOf = async (action: string) => {
    const store = await openStoreOn(service.database.environment, service.clock);
    const { entries } = await store.audit.list({}, 100);
    await store.close();
    return entries.filter((entry) => entry.action === action);
  };

  test('answers each name as a registration by itself would, in order, and notes the new ones', async () => {
    const known = (await call('POST', '/api/server/players', { playerId: 'known' })).body.data;
    const gone = (await call('POST', '/api/server/players', { playerId: 'gone' })).body.data;
    await call('DELETE', `/api/server/players/${gone.sequentialId}`);
    const before = (await auditOf('player.register')).length;
    const names = ['..', 'known', 'a/b', 'gone', 'known', '__proto__', '..', '\u{1F600}'.repeat(255)];
    const results = await register(...names);
    expect(results.map(({ playerId }: { playerId: string }) => playerId)).toEqual(names);
    for (const { playerId, statusCode, data } of results) {
      expect([playerId, statusCode]).toEqual([playerId, 200]);
      expect((await call('POST', '/api/server/players', { playerId })).body.data).toEqual(data);
    }
    expect(results[1].data).toEqual(known);
    expect(results[3].data.sequentialId).not.toBe(gone.sequentialId);
    expect(results[6]).toEqual(results[0]);
    const entries = await auditOf('player.register');
    expect(entries).toHaveLength(before + new Set(names).size - 1);
    expect(entries[0]).toMatchObject({ keyId: key.keyId, detail: null });
    // They may play from now on.
    expect((await service.as('a/b', 'GET', paths.metadata)).status).toBe(200);
    expect(await register(...names)).toEqual(results);
    expect(await auditOf('player.register')).toHaveLength(entries.length);
  });

  test('takes a thousand names, and refuses a wrong one before anybody is registered', async () => {
    const sentence = 'must be a string of 1 to 255 characters without control characters';
    const list = `playerIds must be an array of 1 to ${BULK_MAX_OPERATIONS} ids`;
    const wrong: readonly (readonly [unknown, string])[] = [
      [{ playerIds: ['a', 'b', ''] }, `playerIds[2] ${sentence}`],
      [{ playerIds: ['a', 7] }, `playerIds[1] ${sentence}`],
      [{ playerIds: ['a', null] }, `playerIds[1] ${sentence}`],
      [{ playerIds: ['a', ['b']] }, `playerIds[1] ${sentence}`],
      [{ playerIds: ['tab\t'] }, `playerIds[0] ${sentence}`],
      [{ playerIds: ['x'.repeat(256)] }, `playerIds[0] ${sentence}`],
      [{ playerIds: [...namesOf(999), 'tab\t'] }, `playerIds[999] ${sentence}`],
      [{ playerIds: [] }, list],
      [{ playerIds: 'a' }, list],
      [{ playerIds: namesOf(BULK_MAX_OPERATIONS + 1) }, list],
      [{}, list],
      [[], 'the body must be an object'],
      [{ playerIds: ['a'], playerId: 'a' }, '"playerId" is no member of this body'],
    ];
    for (const [body, detail] of wrong)
      expect((await call('POST', path, body)).body).toEqual({
        statusCode: 400,
        error: { message: 'Invalid request', detail },
      });
    const twice = await service.call('POST', path, {
      ...{ token: key.token, body: '{"playerIds":["a"],"playerIds":["b"]}' },
    });
    expect(twice.body.error.detail).toBe('playerIds is given twice');
    const none = await call('POST', '/api/server/players/search', {});
    expect(none.body.data.players).toEqual([]);
    const results = await register(...namesOf(BULK_MAX_OPERATIONS));
    expect(results).toHaveLength(BULK_MAX_OPERATIONS);
    expect(results.at(-1).data).toMatchObject({ playerId: 'player 999', metadataBytes: 0 });
    const numbers = new Set(results.map(({ data }: { data: { sequentialId: number } }) => data.sequentialId));
    expect(numbers.size).toBe(BULK_MAX_OPERATIONS);
  }, 60_000);

  test('takes the longest names in their longest form', async () => {
    const name = (n: number): string => '\\ud83d\\ude00'.repeat(250) + String(n).padStart(4, '0');
    const texts = Array.from({ length: BULK_MAX_OPERATIONS }, (_, n) => `"${name(n)}"`);
    const body = `{"playerIds":[${texts.join(',')}]}`;
    expect(body.length).toBeGreaterThan(3_000_000);
    const answer = await service.call('POST', path, { token: key.token, body });
    expect([answer.status, answer.body.data.results.length]).toEqual([200, BULK_MAX_OPERATIONS]);
    const tooLarge = `{"playerIds":["a"${' '.repeat(4 * 1_048_576)}]}`;
    const refused = await service.call('POST', path, { token: key.token, body: tooLarge });
    expect([refused.status, refused.body.error.message]).toEqual([413, 'Metadata too large']);
  }, 60_000);
});

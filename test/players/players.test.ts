// The life of players on every engine: first contact, registration by the operator, erasure.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Store } from '../../src/store/ports/store.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { type Service, startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';

const notFound = { statusCode: 404, error: { message: 'Player not found' } };
const ownOperations = [
  ['GET', paths.metadata],
  ['POST', paths.metadata],
  ['DELETE', paths.metadata],
  ['POST', paths.start],
  ['POST', paths.heartbeat],
  ['POST', paths.stop],
] as const;
const operations = [...ownOperations, ['GET', `${paths.metadata}/1`]] as const;

describe.each(engines)('players on $name', (engine) => {
  let service: Service;
  /** A second store on the database, like that of another process. */
  let elsewhere: Store;
  beforeEach(async () => {
    service = await startService({ engine });
    elsewhere = await openStoreOn(service.database.environment, service.clock);
  });
  afterEach(async () => {
    await elsewhere.close();
    await service.stop();
  });

  const act = (playerId: string, method: string, path: string) =>
    service.as(
      playerId,
      method,
      path,
      path === paths.metadata && method === 'POST' ? { body: '{"data":{}}' } : {},
    );
  const expectNobody = async (playerId: string): Promise<void> => {
    for (const body of ['{"data":', `{"data":{"a":"${'x'.repeat(2_000_000)}"}}`]) {
      expect((await service.as(playerId, 'POST', paths.metadata, { body })).body).toEqual(notFound);
    }
    for (const [method, path] of operations) {
      const answer = await act(playerId, method, path);
      expect([method, path, answer.status, answer.body]).toEqual([method, path, 404, notFound]);
    }
  };

  test('auto: each own operation registers a new player at first contact', async () => {
    for (const [index, [method, path]] of ownOperations.entries()) {
      await act(`${method} ${path}`, method, path);
      expect(await elsewhere.players.find(`${method} ${path}`)).toBe(index + 1);
    }
  });

  test('registered: only the operator registers; every operation of others answers 404', async () => {
    await service.restart({ PLAYER_PROVISIONING: 'registered' });
    await elsewhere.players.register('ann');
    await expectNobody('stranger');
    expect(await elsewhere.players.find('stranger')).toBeUndefined();
    expect((await act('ann', 'GET', paths.metadata)).body.data.sequentialId).toBe(1);
    await elsewhere.players.register('bob');
    expect((await act('bob', 'POST', paths.start)).status).toBe(200);
  });

  for (const mode of ['auto', 'registered']) {
    test(`${mode}: an erased player's token that is still valid answers 404, and registers no one`, async () => {
      await elsewhere.players.register('first');
      await elsewhere.players.register('ann');
      await service.restart({ PLAYER_PROVISIONING: mode });
      await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"a":1}}' });
      await act('ann', 'POST', paths.start);
      await elsewhere.players.erase('ann');
      await expectNobody('ann');
      const malformed = { headers: { 'if-match': 'no tag' } };
      expect((await act('ann', 'GET', `${paths.session}?unknown=1`)).body).toEqual(notFound);
      expect((await service.as('ann', 'GET', paths.metadata, malformed)).body).toEqual(notFound);
      await service.restart();
      await expectNobody('ann');
      expect(await elsewhere.players.find('ann')).toBe('erased');
      expect((await act('first', 'GET', `${paths.metadata}/2`)).body).toEqual(notFound);
    });
  }

  // Each kind of patch, with an invalid and a valid body.
  const patches = [
    ['application/merge-patch+json', '[]', '{"a":1}'],
    ['application/json-patch+json', '{}', '[{"op":"add","path":"/a","value":1}]'],
    ['application/json-patch+json', `[${'{"op":"remove","path":"/a"},'.repeat(1_000)}{}]`, '[]'],
  ] as const;
  const patch = (playerId: string, type: string, body: string) =>
    service.as(playerId, 'PATCH', paths.metadata, { body, headers: { 'content-type': type } });

  test('a patch by an erased player answers 404, whether or not it is valid', async () => {
    for (const [index, [type, malformed, sound]] of patches.entries()) {
      for (const body of [malformed, sound]) {
        const name = `${index} ${body.length}`;
        await act(name, 'POST', paths.metadata);
        await elsewhere.players.erase(name);
        expect((await patch(name, type, body)).body).toEqual(notFound);
      }
    }
  });

  test('an invalid patch registers no player', async () => {
    for (const [type, malformed] of patches) {
      expect((await patch('ann', type, malformed)).status).toBeOneOf([400, 413]);
      expect(await elsewhere.players.find('ann')).toBeUndefined();
    }
  });

  test('a player erased and revived starts with empty metadata, under a new sequential id', async () => {
    await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"a":1}}' });
    await elsewhere.players.erase('ann');
    await elsewhere.players.register('ann', { revive: true });
    expect((await act('ann', 'GET', paths.metadata)).body.data).toEqual({
      playerId: 'ann',
      sequentialId: 2,
      metadata: {},
    });
    expect((await act('ann', 'POST', paths.start)).status).toBe(200);
  });

  for (const mode of ['any', 'self']) {
    test(`METADATA_READ=${mode}: a revived player reads by id as the new player`, async () => {
      await service.restart({ METADATA_READ: mode });
      await act('ann', 'POST', paths.metadata);
      expect((await act('ann', 'GET', `${paths.metadata}/1`)).status).toBe(200);
      await elsewhere.players.erase('ann');
      await elsewhere.players.register('ann', { revive: true });
      expect((await act('ann', 'GET', `${paths.metadata}/2`)).body.data).toMatchObject({ sequentialId: 2 });
      expect((await act('ann', 'GET', `${paths.metadata}/1`)).body).toEqual(notFound);
    });
  }
});

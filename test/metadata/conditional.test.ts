// Conditional requests on metadata (RFC 9110 section 13) through HTTP: entity tags, 304, 412 with the current record.
import { describe, expect, test } from 'bun:test';
import { type CallOptions, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { openStoreOn } from '../harness/store.ts';
import { useFreshService } from '../harness/use-service.ts';

const merge = { 'content-type': 'application/merge-patch+json' };

describe.each(engines)('conditional requests on $name', (engine) => {
  const service = useFreshService({ engine });

  const get = (headers: Record<string, string> = {}, player = 'ann') =>
    service.as(player, 'GET', paths.metadata, { headers });
  const set = (data: unknown, headers: Record<string, string> = {}) =>
    service.as('ann', 'POST', paths.metadata, { body: JSON.stringify({ data }), headers });
  const write = (method: string, path: string, options: CallOptions) =>
    service.as('ann', method, path, options);
  const tag = async () => (await get()).headers.get('etag') ?? '';

  test('the entity tag is strong, changes with every stored change and with nothing else', async () => {
    const tags = [await tag()];
    expect(tags[0]).toMatch(/^"[\x21\x23-\x7e]+"$/);
    for (const change of [
      () => set({ n: 1 }),
      () => set({ n: 1 }),
      () => write('PATCH', paths.metadata, { body: '{"n":2}', headers: merge }),
      () => write('DELETE', paths.metadata, {}),
      () => write('POST', `${paths.history}/1/restore`, {}),
    ]) {
      const answer = await change();
      expect(answer.status).toBe(200);
      expect(answer.headers.get('etag')).toBe(await tag());
      tags.push(await tag());
    }
    expect(new Set(tags).size).toBe(tags.length);
    const now = await tag();
    await set({ n: 3 }, { 'if-match': '"another"' });
    await write('PATCH', paths.metadata, { body: '[]', headers: merge });
    await service.as('ann', 'POST', paths.start);
    await service.as('ann', 'POST', paths.stop);
    await service.as('bob', 'POST', paths.metadata, { body: '{"data":{}}' });
    await service.restart();
    expect(await tag()).toBe(now);
    await write('DELETE', paths.metadata, {});
    const deleted = await tag();
    await write('DELETE', paths.metadata, {});
    expect(await tag()).toBe(deleted);
  });

  test('a GET whose entity tag the caller has answers 304, with the tag and nothing else', async () => {
    await set({ n: 1 });
    const etag = await tag();
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, `W/"x,y" ,${etag}, "z"`, '*']) {
      const answer = await get({ 'if-none-match': known });
      expect([answer.status, answer.text]).toEqual([304, '']);
      expect(answer.headers.get('etag')).toBe(etag);
    }
    for (const other of ['"x"', 'W/"x"', etag.replace('-', '--')]) {
      expect((await get({ 'if-none-match': other })).status).toBe(200);
    }
    const head = await service.as('ann', 'HEAD', paths.metadata, { headers: { 'if-none-match': etag } });
    expect(head.status).toBe(304);
    const other = await service.as('bob', 'GET', `${paths.metadata}/1`, {
      headers: { 'if-none-match': etag },
    });
    expect(other.status).toBe(304);
  });

  test('metadata has an entity tag before the first save, and If-Match: * fails until then', async () => {
    const etag = await tag();
    expect((await get({ 'if-none-match': '*' })).status).toBe(200);
    expect((await set({ n: 0 }, { 'if-match': '*' })).status).toBe(412);
    expect((await set({ n: 1 }, { 'if-match': etag })).status).toBe(200);
    expect((await set({ n: 2 }, { 'if-none-match': '*' })).status).toBe(412);
    expect((await set({ n: 3 }, { 'if-match': '*' })).status).toBe(200);
    await write('DELETE', paths.metadata, {});
    expect((await set({ n: 4 }, { 'if-none-match': '*' })).status).toBe(200);
  });

  test('every write whose precondition fails is refused with the current record, and changes nothing', async () => {
    await set({ n: 1 });
    const old = await tag();
    await set({ n: 2 });
    const etag = await tag();
    const stale = [{ 'if-match': old }, { 'if-match': `W/${etag}` }, { 'if-none-match': `W/${etag}` }];
    for (const headers of [...stale, { 'if-match': etag, 'if-none-match': etag }]) {
      for (const answer of [
        await set({ n: 3 }, headers),
        await write('PATCH', paths.metadata, { body: '{"n":3}', headers: { ...merge, ...headers } }),
        await write('DELETE', paths.metadata, { headers }),
        await write('POST', `${paths.history}/1/restore`, { headers }),
      ]) {
        expect([answer.status, answer.body]).toEqual([
          412,
          {
            statusCode: 412,
            error: { message: 'Precondition failed' },
            data: { playerId: 'ann', sequentialId: 1, metadata: { n: 2 } },
          },
        ]);
        expect(answer.headers.get('etag')).toBe(etag);
      }
    }
    expect(await tag()).toBe(etag);
    expect((await get({ 'if-match': old })).status).toBe(412);
    expect((await set({ n: 3 }, { 'if-match': `${old}, ${etag}` })).status).toBe(200);
  });

  test('a tag without quotes is invalid; it does not merely fail to match', async () => {
    for (const header of ['if-match', 'if-none-match']) {
      const answer = await set({ n: 1 }, { [header]: '1-0' });
      expect([answer.status, answer.body.error.message]).toEqual([400, 'Invalid request']);
      expect(answer.body.error.detail).toContain('double quotes');
    }
    expect((await get()).body.data.metadata).toEqual({});
  });

  test('of two writes from one version exactly one succeeds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const headers = { 'if-match': await tag() };
      const answers = await Promise.all([1, 2, 3, 4].map((device) => set({ round, device }, headers)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
      const won = answers.find(({ status }) => status === 200);
      expect((await get()).body.data.metadata).toEqual(won?.body.data.metadata);
    }
  });

  test('an erased player who registers again gets no entity tag used before', async () => {
    await set({ n: 1 });
    const etag = await tag();
    const store = await openStoreOn(service.database.environment, service.clock);
    await store.players.erase('ann');
    await store.players.register('ann', { revive: true });
    await store.close();
    expect((await set({ n: 1 }, { 'if-match': etag })).status).toBe(412);
    await set({ n: 1 });
    expect(await tag()).not.toBe(etag);
  });
});

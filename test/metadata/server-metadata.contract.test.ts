// The metadata of any player through the server API, on both engines: the contract of the player API, no path rule, the key in
// the history, an entry of the audit for each write that changes something, and writes that come again or at once.
import { beforeEach, describe, expect, test } from 'bun:test';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { type Answer, type CallOptions, paths } from '../harness/api.ts';
import { allEngines } from '../harness/engines.ts';
import { createTestKey, revokeTestKey, type TestKey } from '../harness/server-keys.ts';
import { useFile, useFreshService } from '../harness/use-service.ts';

const rules = { '/wallet': { write: 'server' }, '/secret': { read: 'owner' } };
const merge = { 'content-type': 'application/merge-patch+json' };
const counters = { 'content-type': 'application/vnd.playkeep.patch+json' };
const ofAnn = '/api/server/players/1/metadata';

describe.each(allEngines)('the metadata of players, for servers, on $name', (engine) => {
  const service = useFreshService({ engine, environment: { METADATA_RULES: useFile(rules) } });
  let key: TestKey;
  beforeEach(async () => {
    key = await createTestKey(service, { name: 'backend' });
    await service.as('ann', 'GET', paths.metadata);
  });

  const as = ({ token }: TestKey, method: string, path: string, options: CallOptions = {}) =>
    service.call(method, path, { token, ...options });
  const send = (method: string, path = '', options: CallOptions = {}) =>
    as(key, method, ofAnn + path, options);
  const set = (text: string, headers: Record<string, string> = {}) =>
    send('POST', '', { body: `{"data":${text}}`, headers });
  const patch = (body: string, headers: Record<string, string> = merge) =>
    send('PATCH', '', { body, headers });
  const setOwn = (text: string) => service.as('ann', 'POST', paths.metadata, { body: `{"data":${text}}` });
  const now = async (): Promise<string> => {
    const { text } = await send('GET');
    return text.slice(text.indexOf('"metadata":') + '"metadata":'.length, -2);
  };
  const entries = async (): Promise<readonly Record<string, unknown>[]> =>
    (await as(key, 'GET', '/api/server/audit?sequentialId=1')).body.data.entries;
  const told = ({ status, body }: Answer) => [status, body.error?.message, body.error?.detail];

  test('are set, read, changed and deleted, to the last character', async () => {
    const made = await set('{ "n":1.0, "big":12345678901234567890 }');
    expect(made.text).toBe(
      '{"statusCode":200,"data":{"playerId":"ann","sequentialId":1,' +
        '"metadata":{ "n":1.0, "big":12345678901234567890 }}}',
    );
    const read = await send('GET');
    expect([read.text, read.headers.get('etag')]).toEqual([made.text, made.headers.get('etag')]);
    expect((await send('GET', '', { headers: { 'if-none-match': '"1-1"' } })).status).toBe(304);
    expect((await patch('{"x":[1]}')).text).toContain('{ "n":1.0, "big":12345678901234567890, "x":[1] }');
    const added = await patch('[{"op":"increment","path":"/big","by":1}]', counters);
    expect(added.text).toContain('"big":12345678901234567891');
    expect((await service.as('ann', 'GET', paths.metadata)).text).toBe(added.text);
    const deleted = await send('DELETE');
    expect([deleted.body.data, deleted.headers.get('etag')]).toEqual(['Metadata deleted', '"1-4"']);
    expect(await now()).toBe('{}');
    // It counts in the memory budget.
    const long = JSON.stringify({ long: 'é'.repeat(100_000) });
    expect((await set(long)).status).toBe(200);
    expect(await now()).toBe(long);
    expect((await entries()).map(({ action, detail }) => [action, detail])).toEqual([
      ['metadata.set', { version: 5 }],
      ['metadata.delete', { version: 4 }],
      ...[3, 2].map((version) => ['metadata.patch', { version }]),
      ['metadata.set', { version: 1 }],
    ]);
  });

  test('are bound by no path rule, to read and to write', async () => {
    const text = '{"wallet":{"gold":5},"secret":1}';
    expect((await setOwn(text)).status).toBe(403);
    expect((await set(text)).status).toBe(200);
    expect((await patch('{"wallet":{"gold":6}}')).status).toBe(200);
    const own = await service.as('ann', 'GET', paths.metadata);
    expect((await send('GET')).text).toBe(own.text);
    const other = await service.as('bob', 'GET', `${paths.metadata}/1`);
    expect(other.body.data.metadata).toEqual({ wallet: { gold: 6 } });
    await service.restart({ METADATA_READ: 'self' });
    expect((await service.as('bob', 'GET', `${paths.metadata}/1`)).status).toBe(404);
    expect((await send('GET')).text).toBe(own.text);
  });

  test('name the key in the history, to servers alone, and keep each state that a server wrote', async () => {
    await setOwn('{"n":1}');
    await set('{"n":2}');
    await setOwn('{"n":3}');
    await setOwn('{"n":4}');
    const list = await send('GET', '/history');
    expect(namedShapes.ServerMetadataVersions.safeParse(list.body.data).error).toBeUndefined();
    const { versions } = list.body.data;
    expect(
      versions.map((each: Record<string, unknown>) => [each.version, each.writtenBy, each.keyId]),
    ).toEqual([
      [2, 'server', key.keyId],
      [1, 'player', null],
    ]);
    const own = (await service.as('ann', 'GET', paths.history)).body.data.versions;
    expect(own).toEqual(
      versions.map(({ keyId, keyName, installationId, context, ...shown }: Record<string, unknown>) => shown),
    );
    expect(versions.map(({ keyName }: Record<string, unknown>) => keyName)).toEqual(['backend', null]);
    const kept = await send('GET', '/history/2');
    expect(namedShapes.ServerMetadataVersion.safeParse(kept.body.data).error).toBeUndefined();
    expect(kept.body.data).toEqual({
      ...{ playerId: 'ann', sequentialId: 1, ...versions[0], metadata: { n: 2 } },
    });
  });

  test('are restored with everything, or without what the player may not write', async () => {
    await set('{"wallet":{"gold":1},"level":1}');
    await set('{"wallet":{"gold":2},"level":2}');
    const restore = (version: number, options: CallOptions = {}) =>
      send('POST', `/history/${version}/restore`, options);
    for (const options of [{}, { body: '' }, { body: '{}' }, { body: '{"keepProtected":false}' }]) {
      await set('{"wallet":{"gold":2},"level":2}');
      const answer = await restore(1, options);
      expect(namedShapes.MetadataRecord.safeParse(answer.body.data).error).toBeUndefined();
      expect(answer.body.data.metadata).toEqual({ wallet: { gold: 1 }, level: 1 });
    }
    await set('{"wallet":{"gold":2},"level":2}');
    const kept = await restore(1, { body: '{"keepProtected":true}' });
    expect(kept.body.data.metadata).toEqual({ wallet: { gold: 2 }, level: 1 });
    expect((await entries())[0]).toMatchObject({
      ...{ action: 'metadata.restore', detail: { version: 12, restored: 1 } },
    });
    // The player's own restore goes on to leave the protected part.
    await service.as('ann', 'POST', `${paths.history}/2/restore`);
    expect(await now()).toBe('{"wallet":{"gold":2},"level":2}');
    const tag = (await send('GET')).headers.get('etag');
    const count = (await entries()).length;
    const wrong: readonly (readonly [CallOptions, number, string | undefined])[] = [
      [{ body: '[]' }, 400, 'the body must be an object'],
      [{ body: '{"keep":true}' }, 400, '"keep" is no member of this body'],
      [{ body: '{"keepProtected":1}' }, 400, 'keepProtected must be true or false'],
      [{ body: '{"keepProtected":true,"keepProtected":true}' }, 400, 'keepProtected is given twice'],
      [{ body: '{', headers: { 'content-type': 'text/plain' } }, 415, 'send application/json'],
    ];
    for (const [options, status, detail] of wrong) {
      const answer = await restore(1, options);
      expect([options.body, answer.status, answer.body.error.detail]).toEqual([
        ...[options.body, status, detail],
      ]);
    }
    for (const version of ['99', '0', 'x']) {
      const answer = await send('POST', `/history/${version}/restore`);
      expect(told(answer)).toEqual([404, 'Version not found', undefined]);
      expect((await send('GET', `/history/${version}`)).body).toEqual(answer.body);
    }
    expect((await send('GET')).headers.get('etag')).toBe(tag);
    expect(await entries()).toHaveLength(count);
  });

  test('leave an entry with the key and the request for each change, and none where nothing changes', async () => {
    const at = new Date(service.clock.now()).toISOString();
    await set('{"gold":5}', { 'x-request-id': 'grant-7' });
    await setOwn('{"gold":6}');
    const unchanged: readonly (readonly [() => Promise<Answer>, number])[] = [
      [() => patch('{}'), 200],
      [() => patch('[{"op":"test","path":"/gold","value":6}]', counters), 200],
      [() => patch('[{"op":"increment","path":"/gold","by":-9,"min":0}]', counters), 409],
      [() => patch('{"x":1}', { ...merge, 'if-match': '"1-1"' }), 412],
      [() => set('{"x":1}', { 'if-none-match': '*' }), 412],
      [() => set('{"x":1}', { 'x-session-id': crypto.randomUUID() }), 409],
      [() => set('[]'), 400],
      [() => send('POST', '/history/9/restore'), 404],
      [() => send('GET'), 200],
    ];
    for (const [write, status] of unchanged) expect((await write()).status).toBe(status);
    expect(await now()).toBe('{"gold":6}');
    expect(await entries()).toEqual([
      {
        auditId: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/),
        ...{ at, keyId: key.keyId, keyName: 'backend', action: 'metadata.set', sequentialId: 1 },
        ...{ detail: { version: 1 }, requestId: 'grant-7' },
      },
    ]);
    await send('DELETE');
    await send('DELETE');
    expect((await entries()).map(({ action }) => action)).toEqual(['metadata.delete', 'metadata.set']);
  });
  test('writes of metadata run once under an idempotency key, which is not that of the player', async () => {
    const headers = { 'idempotency-key': 'grant', ...counters };
    const body = '[{"op":"increment","path":"/gold","by":5}]';
    await set('{"gold":1}');
    const first = await send('PATCH', '', { body, headers });
    expect(first.text).toContain('"playerId":"ann","sequentialId":1,"metadata":{"gold":6}');
    const own = await service.as('ann', 'PATCH', paths.metadata, { body, headers });
    expect(own.body.data.metadata).toEqual({ gold: 11 });
    const again = await send('PATCH', '', { body, headers });
    expect([again.text, again.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')]);
    const other = await send('PATCH', '', { body: '[]', headers });
    expect(told(other)).toEqual([422, 'Idempotency key reused', undefined]);
    expect(await now()).toBe('{"gold":11}');
    expect((await entries()).map(({ action }) => action)).toEqual(['metadata.patch', 'metadata.set']);
    // A rotation: another key sends the same, and the old one is gone.
    const next = await createTestKey(service, { name: 'backend' });
    await revokeTestKey(service, key.keyId);
    key = next;
    const rotated = await send('PATCH', '', { body, headers });
    expect([rotated.text, rotated.headers.get('etag')]).toEqual([first.text, first.headers.get('etag')]);
    expect(await now()).toBe('{"gold":11}');
  });

  test('every kind of write, and its refusals, are repeated under an idempotency key', async () => {
    await set('{"n":0}');
    const under = (name: string, more: Record<string, string> = {}) => ({
      headers: { 'idempotency-key': name, ...more },
    });
    const writes: readonly (() => Promise<Answer>)[] = [
      () => send('POST', '', { body: '{"data":{"n":1}}', ...under('set') }),
      () => send('POST', '', { body: '{"data":{"n":2}}', ...under('stale', { 'if-match': '"x"' }) }),
      () => send('POST', '/history/1/restore', { body: '{"keepProtected":true}', ...under('restore') }),
      () => send('DELETE', '', under('delete')),
      () => send('DELETE', '', under('nothing')),
    ];
    const first: Answer[] = [];
    for (const write of writes) first.push(await write());
    expect(first.map(({ status }) => status)).toEqual([200, 412, 200, 200, 200]);
    const count = (await entries()).length;
    expect(count).toBe(4);
    for (const [index, write] of writes.entries()) {
      const again = await write();
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([
        ...[first[index]?.status, first[index]?.text, first[index]?.headers.get('etag')],
      ] as never);
    }
    expect(await entries()).toHaveLength(count);
    const reused = await send('POST', '/history/1/restore', { body: '{}', ...under('restore') });
    expect(told(reused)).toEqual([422, 'Idempotency key reused', undefined]);
  });

  test('concurrent additions by servers and the player are all there, each of a server with its entry', async () => {
    await set('{"gold":0}');
    const add = '[{"op":"increment","path":"/gold","by":1}]';
    const options = { body: add, headers: counters };
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n % 3 === 0 ? service.as('ann', 'PATCH', paths.metadata, options) : send('PATCH', '', options),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await now()).toBe('{"gold":30}');
    const changes = (await entries()).filter(({ action }) => action === 'metadata.patch');
    expect(changes).toHaveLength(20);
  });
});

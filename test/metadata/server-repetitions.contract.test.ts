// Writes of metadata by servers that come again or at once, on both engines: idempotency keys apart from the player's, which
// outlive the rotation of a server key, and one entry of the audit for each change.
import { beforeEach, describe, expect, test } from 'bun:test';
import { type Answer, type CallOptions, paths } from '../harness/api.ts';
import { allEngines } from '../harness/engines.ts';
import { createTestKey, revokeTestKey, type TestKey } from '../harness/server-keys.ts';
import { useFreshService } from '../harness/use-service.ts';

const counters = { 'content-type': 'application/vnd.playkeep.patch+json' };
const ofAnn = '/api/server/players/1/metadata';

describe.each(allEngines)('repeated writes by servers on $name', (engine) => {
  const service = useFreshService({ engine });
  let key: TestKey;
  beforeEach(async () => {
    key = await createTestKey(service, { name: 'backend' });
    await service.as('ann', 'GET', paths.metadata);
  }, 60_000);

  const send = (method: string, path = '', options: CallOptions = {}) =>
    service.call(method, ofAnn + path, { token: key.token, ...options });
  const set = (text: string) => send('POST', '', { body: `{"data":${text}}` });
  const now = async (): Promise<string> => {
    const { text } = await send('GET');
    return text.slice(text.indexOf('"metadata":') + '"metadata":'.length, -2);
  };
  const entries = async (): Promise<readonly Record<string, unknown>[]> =>
    (await service.call('GET', '/api/server/audit?sequentialId=1', { token: key.token })).body.data.entries;
  const told = ({ status, body }: Answer) => [status, body.error?.message, body.error?.detail];

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

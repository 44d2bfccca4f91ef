// Writes of players with `Prefer: return=minimal` (RFC 7240) through HTTP: the record without its metadata.
import { describe, expect, test } from 'bun:test';
import { type CallOptions, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { useService } from '../harness/use-service.ts';
import { merge, set } from '../harness/writes.ts';

const minimal = { prefer: 'return=minimal' };
const applied = 'preference-applied';

describe.each(engines)('Prefer: return=minimal on $name', (engine) => {
  const service = useService({ engine, environment: { SERVER_API_KEY: testServerKey } });

  const write = (player: string, method: string, path: string, options: CallOptions, headers = {}) =>
    service.as(player, method, path, { ...options, headers: { ...options.headers, ...headers } });
  const read = (player: string) => service.as(player, 'GET', paths.metadata);

  test('leaves the metadata out of the answers to a set, a patch and a restore', async () => {
    const { sequentialId } = (await read('ann')).body.data;
    const sessionId = (await service.as('ann', 'POST', paths.start)).body.data.sessionId;
    const writes = [
      ['POST', paths.metadata, set('{"n":1}'), {}],
      ['POST', paths.metadata, set('{"n":2}'), { 'x-session-id': sessionId }],
      ['PATCH', paths.metadata, merge({ n: 3 }), {}],
      ['PATCH', paths.metadata, merge({ n: 3 }), {}],
      ['POST', `${paths.history}/1/restore`, {}, { 'idempotency-key': 'restore' }],
      ['POST', `${paths.history}/1/restore`, {}, { 'idempotency-key': 'restore' }],
    ] as const;
    for (const [method, path, options, headers] of writes) {
      const answer = await write('ann', method, path, options, { ...headers, ...minimal });
      expect(answer.body).toEqual({ statusCode: 200, data: { playerId: 'ann', sequentialId } });
      expect(answer.headers.get(applied)).toBe('return=minimal');
      expect(answer.headers.get('etag')).toBe((await read('ann')).headers.get('etag'));
    }
    expect((await read('ann')).body.data.metadata).toEqual({ n: 1 });
    const refused = await write('ann', 'POST', paths.metadata, set('{}'), { ...minimal, 'if-match': '"x"' });
    expect([refused.status, refused.body.data.metadata]).toEqual([412, { n: 1 }]);
    expect(refused.headers.get(applied)).toBeNull();
  });

  test('changes no read, no delete and no answer to a server', async () => {
    await write('bob', 'POST', paths.metadata, set('{"n":1}'));
    const { headers, body } = await service.as('bob', 'GET', paths.metadata, { headers: minimal });
    expect([body.data.metadata, headers.get(applied)]).toEqual([{ n: 1 }, null]);
    const path = `/api/server/players/${body.data.sequentialId}/metadata`;
    const ofServer = await service.call('POST', path, {
      ...set('{"n":2}'),
      token: testServerKey,
      headers: minimal,
    });
    expect([ofServer.body.data.metadata, ofServer.headers.get(applied)]).toEqual([{ n: 2 }, null]);
    const deleted = await write('bob', 'DELETE', paths.metadata, {}, minimal);
    expect([deleted.body.data, deleted.headers.get(applied)]).toEqual(['Metadata deleted', null]);
  });

  test('is passed over by a repetition of an installation, which answers with the record', async () => {
    const headers = {
      'x-installation-id': 'installation-of-a-phone',
      'idempotency-key': 'a',
      'if-none-match': '*',
      ...minimal,
    };
    const first = await write('cem', 'POST', paths.metadata, set('{"n":1}'), headers);
    expect([first.headers.get(applied), first.body.data.metadata]).toEqual(['return=minimal', undefined]);
    await write('cem', 'PATCH', paths.metadata, merge({ n: 2 }));
    const again = await write('cem', 'POST', paths.metadata, set('{"n":1}'), headers);
    expect([again.status, again.headers.get(applied)]).toEqual([200, null]);
    expect(again.body.data.metadata).toEqual({ n: 2 });
  });
});

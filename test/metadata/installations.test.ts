// Writes of installations through HTTP: each takes effect once, however often and however late it comes again.
import { describe, expect, test } from 'bun:test';
import { INSTALLATIONS_PER_PLAYER } from '../../src/limits.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { useFreshService } from '../harness/use-service.ts';

const counter = 'application/vnd.playkeep.patch+json';
const phone = 'installation-of-a-phone';
const deviceOf = (number: number): string => `installation-number-${number}`;

interface Write {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly key?: string;
  readonly installation?: string;
  readonly player?: string;
  readonly headers?: Record<string, string>;
}

describe.each(engines)('writes of installations on $name', (engine) => {
  const service = useFreshService({ engine, environment: { SERVER_API_KEY: testServerKey } });

  const send = ({ method = 'POST', path = paths.metadata, body, player = 'ann', ...write }: Write) =>
    service.as(player, method, path, {
      ...(body !== undefined && { body }),
      headers: {
        'x-installation-id': write.installation ?? phone,
        ...(write.key !== undefined && { 'idempotency-key': write.key }),
        ...write.headers,
      },
    });
  const read = async () => {
    const { body, headers } = await service.as('ann', 'GET', paths.metadata);
    return { data: body.data.metadata, etag: headers.get('etag') ?? '' };
  };
  /** Adds coins, by a patch on the state of a tag. */
  const earn = (coins: number, etag: string, write: Write) =>
    send({
      ...{ method: 'PATCH', body: JSON.stringify([{ op: 'increment', path: '/coins', by: coins }]) },
      ...write,
      headers: { 'content-type': counter, 'if-match': etag, ...write.headers },
    });
  const begin = async () => {
    const headers = { 'if-none-match': '*' };
    expect((await send({ body: '{"data":{"coins":0}}', key: 'first', headers })).status).toBe(200);
    return (await read()).etag;
  };

  test('take effect once, and a repetition answers the record as it is now', async () => {
    const etag = await begin();
    const first = await earn(10, etag, { key: 'a' });
    expect([first.status, first.body.data.metadata]).toEqual([200, { coins: 10 }]);
    const again = await earn(10, etag, { key: 'a' });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"coins":7}}' });
    const late = await earn(10, etag, { key: 'a' });
    expect([late.status, late.body.data.metadata]).toEqual([200, { coins: 7 }]);
    expect(late.headers.get('etag')).toBe((await read()).etag);
  });

  test('are known without a limit in time, and after a restart', async () => {
    const etag = await begin();
    await earn(10, etag, { key: 'a' });
    service.clock.advance(400 * 86_400_000);
    await service.restart();
    expect((await earn(10, etag, { key: 'a' })).status).toBe(200);
    expect((await read()).data).toEqual({ coins: 10 });
  });

  test('of each kind are repeated: a set, a patch, a delete and a restore', async () => {
    const etag = await begin();
    const set = { body: '{"data":{"coins":1}}', key: 'set', headers: { 'if-match': etag } };
    expect((await send(set)).status).toBe(200);
    expect((await send(set)).body.data.metadata).toEqual({ coins: 1 });
    const afterSet = (await read()).etag;
    const erase = { method: 'DELETE', key: 'delete', headers: { 'if-match': afterSet } };
    const deleted = await send(erase);
    const deletedAgain = await send(erase);
    expect([deletedAgain.status, deletedAgain.text]).toEqual([200, deleted.text]);
    expect(deletedAgain.headers.get('etag')).toBe(deleted.headers.get('etag'));
    const afterDelete = (await read()).etag;
    const restore = {
      path: `${paths.history}/1/restore`,
      key: 'restore',
      headers: { 'if-match': afterDelete },
    };
    const restored = await send(restore);
    expect(restored.body.data.metadata).toEqual({ coins: 0 });
    expect((await send(restore)).text).toBe(restored.text);
    expect((await read()).etag).toBe(restored.headers.get('etag') ?? '');
  });

  test('are told apart by key, content, method and installation; another one decides on its tag', async () => {
    const etag = await begin();
    await earn(10, etag, { key: 'a' });
    for (const other of [
      earn(11, etag, { key: 'a' }),
      earn(10, etag, { key: 'b' }),
      earn(10, etag, { key: 'a', installation: deviceOf(1) }),
      send({ body: '{"data":{"coins":3}}', key: 'a', headers: { 'if-match': etag } }),
    ]) {
      const { status, body } = await other;
      expect([status, body.data.metadata]).toEqual([412, { coins: 10 }]);
    }
    expect((await read()).data).toEqual({ coins: 10 });
  });

  test('of one installation are known for the last one alone', async () => {
    const etag = await begin();
    const afterA = (await earn(1, etag, { key: 'a' })).headers.get('etag') ?? '';
    await earn(2, afterA, { key: 'b' });
    expect((await earn(2, afterA, { key: 'b' })).status).toBe(200);
    expect((await earn(1, etag, { key: 'a' })).status).toBe(412);
    expect((await read()).data).toEqual({ coins: 3 });
  });

  test(`of ${INSTALLATIONS_PER_PLAYER} installations are known, and the one that wrote longest ago goes first`, async () => {
    let etag = await begin();
    const sent: [etag: string, installation: string][] = [];
    for (let n = 0; n <= INSTALLATIONS_PER_PLAYER; n += 1) {
      sent.push([etag, deviceOf(n)]);
      etag = (await earn(1, etag, { key: 'a', installation: deviceOf(n) })).headers.get('etag') ?? '';
    }
    const [oldest, ...others] = sent;
    for (const [tag, installation] of others)
      expect((await earn(1, tag, { key: 'a', installation })).status).toBe(200);
    expect((await earn(1, oldest?.[0] ?? '', { key: 'a', installation: deviceOf(0) })).status).toBe(412);
    expect((await read()).data).toEqual({ coins: INSTALLATIONS_PER_PLAYER + 1 });
  });

  test('that were refused or changed nothing are not remembered', async () => {
    const etag = await begin();
    await earn(10, etag, { key: 'a' });
    const now = await read();
    expect((await earn(1, etag, { key: 'refused' })).status).toBe(412);
    expect((await earn(0, now.etag, { key: 'nothing' })).headers.get('etag')).toBe(now.etag);
    expect((await earn(10, etag, { key: 'a' })).status).toBe(200);
    expect((await earn(1, now.etag, { key: 'refused' })).body.data.metadata).toEqual({ coins: 11 });
  });

  test('begin at nothing alone: a delayed first save revives nothing that was deleted', async () => {
    const headers = { 'if-none-match': '*' };
    const first = { body: '{"data":{"coins":0}}', headers };
    await begin();
    await send({ method: 'DELETE', key: 'delete', headers: { 'if-match': (await read()).etag } });
    const { etag } = await read();
    const delayed = await send({ ...first, key: 'first', installation: deviceOf(1) });
    expect([delayed.status, delayed.body.data.metadata]).toEqual([412, {}]);
    expect(delayed.headers.get('etag')).toBe(etag);
    expect((await read()).data).toEqual({});
    expect((await send({ body: first.body, key: 'again', headers: { 'if-match': etag } })).status).toBe(200);
  });

  test('of a suspended player are refused, repetitions too', async () => {
    const etag = await begin();
    const { sequentialId } = (await earn(10, etag, { key: 'a' })).body.data;
    const path = `/api/server/players/${sequentialId}/suspend`;
    await service.call('POST', path, { token: testServerKey });
    expect((await earn(10, etag, { key: 'a' })).status).toBe(403);
    await service.call('DELETE', path, { token: testServerKey });
    expect((await earn(10, etag, { key: 'a' })).body.data.metadata).toEqual({ coins: 10 });
  });

  test('are answered as repetitions before the required session is looked at', async () => {
    const start = await service.as('ann', 'POST', paths.start);
    const etag = await begin();
    const headers = { 'x-session-id': start.body.data.sessionId };
    expect((await earn(10, etag, { key: 'a', headers })).status).toBe(200);
    await service.as('ann', 'POST', paths.stop);
    expect((await earn(10, etag, { key: 'a', headers })).status).toBe(200);
    expect((await earn(10, (await read()).etag, { key: 'b', headers })).status).toBe(409);
    expect((await read()).data).toEqual({ coins: 10 });
  });

  test('leave the idempotency keys of the player alone', async () => {
    const etag = await begin();
    await earn(10, etag, { key: 'a' });
    const set = { body: '{"data":{"coins":5}}', headers: { 'idempotency-key': 'a' } };
    const plain = await service.as('ann', 'POST', paths.metadata, set);
    expect([plain.status, plain.body.data.metadata]).toEqual([200, { coins: 5 }]);
    expect((await earn(10, etag, { key: 'a' })).body.data.metadata).toEqual({ coins: 5 });
  });

  test('of players are apart, and end with an erasure', async () => {
    const etag = await begin();
    await earn(10, etag, { key: 'a' });
    const bob = await send({
      player: 'bob',
      body: '{"data":{}}',
      key: 'a',
      headers: { 'if-none-match': '*' },
    });
    expect(bob.status).toBe(200);
    const { sequentialId } = bob.body.data;
    const path = `/api/server/players/${sequentialId - 1}`;
    expect((await service.call('DELETE', path, { token: testServerKey })).status).toBe(200);
    expect((await earn(10, etag, { key: 'a' })).status).toBe(404);
  });

  test('of one installation at once take effect once', async () => {
    const etag = await begin();
    const answers = await Promise.all(Array.from({ length: 12 }, () => earn(10, etag, { key: 'a' })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await read()).data).toEqual({ coins: 10 });
  });

  test.each([
    ['no key', { headers: { 'if-match': '"1-0"' } }, 'Idempotency-Key'],
    ['no condition', { key: 'a' }, 'If-Match'],
    ['If-Match: *', { key: 'a', headers: { 'if-match': '*' } }, 'If-Match'],
    ['two tags', { key: 'a', headers: { 'if-match': '"1-0", "1-1"' } }, 'If-Match'],
    ['a weak tag', { key: 'a', headers: { 'if-match': 'W/"1-0"' } }, 'If-Match'],
    ['If-None-Match with a tag', { key: 'a', headers: { 'if-none-match': '"1-0"' } }, 'If-Match'],
    ['both conditions', { key: 'a', headers: { 'if-match': '"1-0"', 'if-none-match': '*' } }, 'If-Match'],
    ['a short id', { key: 'a', installation: 'x'.repeat(15), headers: { 'if-none-match': '*' } }, '16 to 64'],
    [
      'an odd id',
      { key: 'a', installation: `.${'x'.repeat(16)}`, headers: { 'if-none-match': '*' } },
      '16 to 64',
    ],
    ['a long id', { key: 'a', installation: 'x'.repeat(65), headers: { 'if-none-match': '*' } }, '16 to 64'],
  ] as const)('with %s are refused with the reason, and change nothing', async (_, write, reason) => {
    const before = await read();
    const refused = await send({ body: '{"data":{"coins":1}}', ...write });
    const { message, detail } = refused.body.error;
    expect([refused.status, message]).toEqual([400, 'Invalid request']);
    expect(detail).toContain(reason);
    expect(await read()).toEqual(before);
  });
});

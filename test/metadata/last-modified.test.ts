// The header `Last-Modified` (RFC 9110 section 8.8.2) through HTTP: a player learns when the own record was last written, and nobody
// else does, since it would show when the player plays.
import { describe, expect, test } from 'bun:test';
import { type CallOptions, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { useFreshService } from '../harness/use-service.ts';
import { merge, set } from '../harness/writes.ts';

const lastModified = 'last-modified';
type Write = readonly [method: string, path: string, options?: CallOptions];

const never = { 'if-match': '"x"' };

describe.each(engines)('Last-Modified on $name', (engine) => {
  const service = useFreshService({ engine, environment: { SERVER_API_KEY: testServerKey } });

  const ask = (player: string, method: string, path: string, options: CallOptions = {}) =>
    service.as(player, method, path, options);
  const dateOf = async (player: string, method: string, path: string, options?: CallOptions) =>
    (await ask(player, method, path, options)).headers.get(lastModified);

  test('is the time of the last write, in each answer with the own record', async () => {
    expect(await dateOf('ann', 'GET', paths.metadata)).toBeNull();
    const writes: readonly Write[] = [
      ['POST', paths.metadata, set('{"n":1}')],
      ['POST', paths.metadata, { ...set('{"n":2}'), headers: { 'if-match': '*', 'idempotency-key': 'set' } }],
      ['PATCH', paths.metadata, merge({ n: 3 }, { prefer: 'return=minimal' })],
      ['POST', `${paths.history}/1/restore`],
    ];
    for (const write of writes) {
      service.clock.advance(2_000);
      const written = new Date(service.clock.now()).toUTCString();
      expect([write[0], await dateOf('ann', ...write)]).toEqual([write[0], written]);
      service.clock.advance(2_000);
      const conflict = await ask('ann', 'POST', paths.metadata, { ...set('{}'), headers: never });
      expect([conflict.status, conflict.headers.get(lastModified)]).toEqual([412, written]);
      for (const answer of [
        await dateOf('ann', 'PATCH', paths.metadata, merge({ n: (await read()).n })),
        await dateOf('ann', 'GET', paths.metadata),
        await dateOf('ann', 'GET', paths.metadata, { headers: never }),
        await dateOf('ann', 'GET', `${paths.metadata}/1`),
      ])
        expect(answer).toBe(written);
    }
    service.clock.advance(2_000);
    expect(await dateOf('ann', 'DELETE', paths.metadata)).toBeNull();
    expect(await dateOf('ann', 'GET', paths.metadata)).toBe(new Date(service.clock.now()).toUTCString());
  });

  const read = async () => (await ask('ann', 'GET', paths.metadata)).body.data.metadata;

  test('is in the repetition of an installation, and never later than the answer', async () => {
    const headers = {
      'x-installation-id': 'installation-of-a-phone',
      'idempotency-key': 'a',
      'if-none-match': '*',
    };
    const save = () => dateOf('ann', 'POST', paths.metadata, { ...set('{}'), headers });
    const written = await save();
    expect(written).toBe(new Date(service.clock.now()).toUTCString());
    service.clock.advance(60_000);
    expect(await save()).toBe(written);
    service.clock.advance(-90_000);
    expect(await dateOf('ann', 'GET', paths.metadata)).toBe(new Date(service.clock.now()).toUTCString());
  });

  test('is in no answer about another player, nor in one to a server', async () => {
    await ask('ann', 'POST', paths.metadata, set('{"n":1}'));
    for (const headers of [{}, never])
      expect(await dateOf('bob', 'GET', `${paths.metadata}/1`, { headers })).toBeNull();
    for (const [method, options] of [
      ['GET', {}],
      ['GET', { headers: never }],
      ['POST', set('{"n":2}')],
      ['POST', { ...set('{"n":3}'), headers: never }],
    ] as const) {
      const path = '/api/server/players/1/metadata';
      const answer = await service.call(method, path, { ...options, token: testServerKey });
      expect([answer.body.data.sequentialId, answer.headers.get(lastModified)]).toEqual([1, null]);
    }
  });
});

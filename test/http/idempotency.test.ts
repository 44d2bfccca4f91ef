// Repeated requests under an Idempotency-Key, through HTTP, on every write of the player API.
import { beforeEach, describe, expect, test } from 'bun:test';
import { type Answer, type CallOptions, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { sendRaw } from '../harness/raw.ts';
import { signTestToken } from '../harness/service.ts';
import { useFreshService } from '../harness/use-service.ts';

const add = JSON.stringify([{ op: 'add', path: '/list/-', value: 1 }]);
const jsonPatch = { 'content-type': 'application/json-patch+json' };

describe.each(engines)('requests that are sent again on $name', (engine) => {
  const service = useFreshService({ engine });
  beforeEach(async () => {
    await set('{"list":[]}', 'first');
  }, 60_000);

  const send = (key: string, method: string, path: string, { headers, ...rest }: CallOptions = {}) =>
    service.as('ann', method, path, { ...rest, headers: { 'idempotency-key': key, ...headers } });
  const set = (text: string, key: string) => send(key, 'POST', paths.metadata, { body: `{"data":${text}}` });
  const append = (key: string) => send(key, 'PATCH', paths.metadata, { body: add, headers: jsonPatch });
  const now = async () => (await service.as('ann', 'GET', paths.metadata)).body.data.metadata;

  test('on every write', async () => {
    const session = await send('s', 'POST', paths.start, { body: '{"context":{}}' });
    const writes: [string, string, string, CallOptions?][] = [
      ['s', 'POST', paths.start, { body: '{"context":{}}' }],
      ['h', 'POST', paths.heartbeat],
      ['m', 'POST', paths.metadata, { body: '{"data":{"x":1.0}}' }],
      [
        'p',
        'PATCH',
        paths.metadata,
        { body: '{"y":2}', headers: { 'content-type': 'application/merge-patch+json' } },
      ],
      ['r', 'POST', `${paths.history}/1/restore`],
      ['d', 'DELETE', paths.metadata],
      ['e', 'POST', paths.stop],
    ];
    const told = ({ text, headers }: Answer) => [text, headers.get('etag')];
    const answers: ReturnType<typeof told>[] = [];
    for (const write of writes) {
      service.clock.advance(1_000);
      const answer = await send(...write);
      expect([write[2], answer.status]).toEqual([write[2], 200]);
      answers.push(told(answer));
    }
    expect(answers[0]?.[0]).toBe(session.text);
    await set('{"since":true}', 'since');
    const tag = (await service.as('ann', 'GET', paths.metadata)).headers.get('etag');
    for (const [index, write] of writes.entries()) {
      service.clock.advance(1_000);
      expect(told(await send(...write))).toEqual(answers[index] ?? []);
    }
    expect((await service.as('ann', 'GET', paths.metadata)).headers.get('etag')).toBe(tag);
    expect((await service.as('ann', 'GET', paths.session)).status).toBe(400);
  });

  test('get the first refusal again, with the record as it was then', async () => {
    const send = () =>
      service.as('ann', 'POST', paths.metadata, {
        body: '{"data":{"mine":true}}',
        headers: { 'idempotency-key': 'stale', 'if-match': '"x"' },
      });
    const first = await send();
    expect(first.status).toBe(412);
    await set('{"other":true}', 'other');
    const again = await send();
    expect([again.status, again.text]).toEqual([412, first.text]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  test.each(['nonsense', '', crypto.randomUUID()])(
    'are the same with the session id %j',
    async (sessionId) => {
      const requiringSession = (key: string, requiredSessionId: string) => {
        const headers = { ...jsonPatch, 'x-session-id': requiredSessionId };
        return send(key, 'PATCH', paths.metadata, { body: add, headers });
      };
      const about = (key: string, path: string) =>
        send(key, 'POST', path, { body: JSON.stringify({ sessionId }) });
      const refused = async () => [
        await requiringSession('late', sessionId),
        await about('beat', paths.heartbeat),
        await about('end', paths.stop),
      ];
      const first = await refused();
      expect(first.map(({ status, body }) => [status, body.error.message])).toEqual([
        [409, 'Session not current'],
        [400, 'No active session found'],
        [400, 'No active session found'],
      ]);
      const { body } = await service.as('ann', 'POST', paths.start);
      const done = await requiringSession('done', body.data.sessionId);
      expect(done.status).toBe(200);
      expect((await requiringSession('done', sessionId)).text).toBe(done.text);
      expect((await refused()).map(({ text }) => text)).toEqual(first.map(({ text }) => text));
      expect((await requiringSession('late', body.data.sessionId)).text).toBe(first[0]?.text as string);
      expect(await now()).toEqual({ list: [1] });
    },
  );

  test('get 422 under a key that another request has used', async () => {
    await append('one');
    for (const answer of [
      await set('{}', 'one'),
      await send('one', 'PATCH', paths.metadata, { body: '[]', headers: jsonPatch }),
      await send('one', 'PATCH', paths.metadata, {
        body: add,
        headers: { 'content-type': 'application/vnd.playkeep.patch+json' },
      }),
      await send('one', 'DELETE', paths.metadata),
      await send('one', 'POST', paths.start),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([422, { message: 'Idempotency key reused' }]);
    }
    expect(await now()).toEqual({ list: [1] });
  });

  test('are the same with any body where the route reads none', async () => {
    const text = { 'content-type': 'text/plain' };
    for (const [method, path] of [
      ['DELETE', paths.metadata],
      ['POST', `${paths.history}/1/restore`],
    ] as const) {
      const first = await send(path, method, path, { body: 'one', headers: text });
      const again = await send(path, method, path, { body: 'two', headers: text });
      expect([again.status, again.text]).toEqual([200, first.text]);
    }
  });

  test('run again a day later, but not after a restart, nor some hours later', async () => {
    await append('one');
    await service.restart();
    service.clock.advance(23 * 3_600_000);
    await append('one');
    expect(await now()).toEqual({ list: [1] });
    service.clock.advance(3_600_000);
    await append('one');
    expect(await now()).toEqual({ list: [1, 1] });
  });

  test('are the same with any Host, and with any spelling of the target', async () => {
    const token = await signTestToken('ann');
    const target = `${paths.history}/\\/restore`;
    const answers = [];
    for (const host of ['Host: a', 'Host: é', 'Host: <>:99999', 'Host:']) {
      const lines = [`POST ${target} HTTP/1.1`, host, `Authorization: Bearer ${token}`];
      const request = [...lines, 'Idempotency-Key: odd', 'Connection: close', '', ''].join('\r\n');
      answers.push((await sendRaw(service.url, [request])).received.split(' ', 2)[1]);
    }
    expect(answers).toEqual(['404', '404', '404', '404']);
  });

  test('are refused under an invalid key', async () => {
    for (const key of ['', 'é', 'x'.repeat(256)]) {
      const answer = await append(key);
      expect([answer.status, answer.body.error.message]).toEqual([400, 'Invalid request']);
    }
    expect((await append('x y "z"')).status).toBe(200);
  });
});

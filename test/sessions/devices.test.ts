// Sessions on several devices through HTTP: replacing, resuming, reading the active one, and the history by cursor.
import { describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { sendRaw } from '../harness/raw.ts';
import { signTestToken } from '../harness/service.ts';
import { useFreshService } from '../harness/use-service.ts';

const noneFound = { statusCode: 400, error: { message: 'No active session found' } };
const invalid = 'Invalid request';

/** An object of this many levels. */
const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe.each(engines)('sessions of several devices on $name', (engine) => {
  const service = useFreshService({ engine });

  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.as('ann', 'POST', path, {
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers,
    });
  const get = (path: string, player = 'ann') => service.as(player, 'GET', path);
  const start = async (body?: unknown) => (await post(paths.start, body)).body.data;
  const active = async () => (await get(paths.session)).body;

  test('a start that replaces ends the session of the other device, whose next heartbeat is refused', async () => {
    const first = await start();
    service.clock.advance(60_000);
    const second = await start({ onActive: 'replace' });
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(Object.keys(second)).toEqual(['sessionId', 'startTime', 'playerId']);
    const beat = await post(paths.heartbeat, { sessionId: first.sessionId });
    expect([beat.status, beat.body]).toEqual([400, noneFound]);
    expect((await post(paths.stop, { sessionId: first.sessionId })).body).toEqual(noneFound);
    for (const path of [paths.heartbeat, paths.stop]) {
      for (const sessionId of ['nonsense', '', ` ${second.sessionId}`]) {
        expect((await post(path, { sessionId })).body).toEqual(noneFound);
      }
    }
    expect((await post(paths.heartbeat, { sessionId: second.sessionId })).status).toBe(200);
    expect((await active()).data.sessionId).toBe(second.sessionId);
    expect((await get(paths.sessions)).body.data.sessions).toMatchObject([
      { sessionId: first.sessionId, duration: 60, reason: 'replaced' },
    ]);
  });

  test('a replaced device can no longer write', async () => {
    const first = await start();
    const as = (sessionId: string, method: string, path: string, body?: string, type = 'application/json') =>
      service.as('ann', method, path, {
        body,
        headers: { 'x-session-id': sessionId, 'content-type': type },
      });
    expect((await as(first.sessionId, 'POST', paths.metadata, '{"data":{"n":1}}')).status).toBe(200);
    const second = await start({ onActive: 'replace' });
    expect(
      (await as(second.sessionId.toUpperCase(), 'POST', paths.metadata, '{"data":{"n":2}}')).status,
    ).toBe(200);
    for (const stale of [first.sessionId, crypto.randomUUID(), 'nonsense']) {
      for (const answer of [
        await as(stale, 'POST', paths.metadata, '{"data":{"n":3}}'),
        await as(stale, 'PATCH', paths.metadata, '{"n":3}', 'application/merge-patch+json'),
        await as(stale, 'DELETE', paths.metadata),
        await as(stale, 'POST', `${paths.history}/1/restore`),
      ]) {
        expect([answer.status, answer.body.error]).toEqual([409, { message: 'Session not current' }]);
      }
    }
    service.clock.advance(1_500_000);
    expect((await as(second.sessionId, 'POST', paths.metadata, '{"data":{"n":3}}')).status).toBe(409);
    expect((await get(paths.metadata)).body.data.metadata).toEqual({ n: 2 });
  });

  test('a start that resumes gets the active session, or a new one when none is active', async () => {
    const first = await start({ onActive: 'resume' });
    service.clock.advance(1_400_000);
    expect(await start({ onActive: 'resume' })).toEqual(first);
    service.clock.advance(1_400_000);
    expect((await active()).data).toMatchObject({ sessionId: first.sessionId });
    service.clock.advance(100_000);
    expect((await start({ onActive: 'resume' })).sessionId).not.toBe(first.sessionId);
  });

  test('a start with onActive reject, or without onActive, is refused while a session is active', async () => {
    await start();
    for (const body of [undefined, {}, { onActive: 'reject' }]) {
      const answer = await post(paths.start, body);
      expect([answer.status, answer.body.error]).toEqual([400, { message: 'Session already active' }]);
    }
  });

  test('of many concurrent starts that replace, one session stays active and all others end', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => start({ onActive: 'replace' })));
    const ended = (await get(`${paths.sessions}?limit=50`)).body.data.sessions;
    const ids = [(await active()).data, ...ended].map(({ sessionId }) => sessionId);
    expect(ids.sort()).toEqual(answers.map(({ sessionId }) => sessionId).sort());
  });

  test('the context of a start is stored with its session, to the last digit', async () => {
    const context = '{"platform":"ios", "build":1.0,"n":12345678901234567890}';
    await post(paths.start, `{"context":${context}}`);
    const answer = await get(paths.session);
    expect(answer.text).toContain(`"context":${context}}`);
    expect(Object.keys(answer.body.data)).toEqual([
      'sessionId',
      'startTime',
      'playerId',
      'lastActivity',
      'installationId',
      'context',
    ]);
    await post(paths.heartbeat);
    await start({ onActive: 'replace' });
    expect((await get(paths.sessions)).text).toContain(`"context":${context}}`);
    expect((await active()).data.context).toBeNull();
  });

  test('a context may nest as deep as metadata', async () => {
    const context = nested(1_024);
    await post(paths.start, `{"context":${context}}`);
    expect((await get(paths.session)).text).toContain(`"context":${context}}`);
  });

  test('a body that is wrong is refused with a reason, and starts nothing', async () => {
    for (const body of [
      '{',
      '[]',
      'null',
      '\ufeff{}',
      { onActive: 'steal' },
      { context: [] },
      { context: { long: 'é'.repeat(2_048) } },
      `{"context":${nested(1_025)}}`,
    ]) {
      const answer = await post(paths.start, body);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        { message: invalid, detail: expect.any(String) },
      ]);
    }
    expect((await post(paths.heartbeat, { sessionId: 7 })).body.error.message).toBe(invalid);
    expect((await post(paths.start, { context: { long: 'x'.repeat(70_000) } })).status).toBe(413);
    expect(await active()).toEqual(noneFound);
    await start();
    expect((await post(paths.stop, { sessionId: 'nonsense' })).body).toEqual(noneFound);
  });

  test('a stop that names another session ends none, however malformed its id', async () => {
    const { sessionId } = await start();
    const other = '01a1fb57-a392-71cf-b279-7fe125c02a03';
    const wrong: [body: string, detail: string][] = [
      [`{"session_id":"${other}"}`, '"session_id" is no member of this body'],
      [`{"sessionId":"${sessionId}","sessionID":"${other}"}`, '"sessionID" is no member of this body'],
      [`{"sessionId":"${other}","sessionId":"${sessionId}"}`, 'sessionId is given twice'],
      [`{"sessionId":null}`, 'sessionId must be a string'],
    ];
    for (const path of [paths.stop, paths.heartbeat]) {
      for (const [body, detail] of wrong) {
        const answer = await post(path, body);
        expect([answer.status, answer.body.error]).toEqual([400, { message: invalid, detail }]);
      }
      const plain = await post(path, `{"sessionId":"${other}"}`, { 'content-type': 'text/plain' });
      expect(plain.status).toBe(415);
    }
    const unknown = await post(paths.start, '{"on_active":"replace"}');
    expect(unknown.body.error).toEqual({
      message: invalid,
      detail: '"on_active" is no member of this body',
    });
    expect((await active()).data).toMatchObject({ sessionId });
    expect((await get(paths.sessions)).body.data.sessions).toEqual([]);
  });

  test('the history is read in pages that do not shift while sessions end', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      ids.unshift((await start()).sessionId);
      service.clock.advance(n === 3 ? 0 : 1_000);
      await post(paths.stop);
    }
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 4; page += 1) {
      const { data } = (await get(`${paths.sessions}?limit=2${cursor}`)).body;
      seen.push(...data.sessions.map((session: { sessionId: string }) => session.sessionId));
      await start();
      await post(paths.stop);
      cursor = `&cursor=${data.nextCursor}`;
      expect(data.nextCursor === null).toBe(page === 3);
    }
    expect(seen).toEqual(ids);
    expect((await get(paths.sessions)).body.data.sessions).toHaveLength(11);
    expect((await get(paths.sessions, 'bob')).body.data).toEqual({ sessions: [], nextCursor: null });
  });

  test('the history is answered with any Host header, or without one', async () => {
    const authorization = `Authorization: Bearer ${await signTestToken('ann')}`;
    for (const lines of [
      'HTTP/1.0',
      'HTTP/1.1\r\nHost: <>:99999',
      'HTTP/1.1\r\nHost: ',
      'HTTP/1.1\r\nHost: :',
    ]) {
      const send = (query: string) =>
        sendRaw(service.url, [`GET ${paths.sessions}?${query} ${lines}\r\n${authorization}\r\n\r\n`], {
          enough: (received) => received.endsWith('}'),
        });
      expect((await send('limit=1')).received).toContain('{"statusCode":200,');
      expect((await send('limit=0')).received).toContain(invalid);
    }
  });

  test('a session that has expired is in the history at once, and not active', async () => {
    const { sessionId, startTime } = await start();
    service.clock.advance(1_500_000);
    expect(await active()).toEqual(noneFound);
    expect((await get(paths.sessions)).body.data.sessions).toEqual([
      {
        ...{ sessionId, startTime, endTime: startTime, duration: 0, reason: 'expired' },
        ...{ installationId: null, context: null },
      },
    ]);
  });

  test('an invalid cursor or limit is refused', async () => {
    const cursor = Buffer.from('1.x').toString('base64url');
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=', 'cursor=x', `cursor=${cursor}`]) {
      const answer = await get(`${paths.sessions}?${query}`);
      expect([query, answer.status, answer.body.error]).toEqual([
        query,
        400,
        { message: invalid, detail: expect.any(String) },
      ]);
    }
  });
});

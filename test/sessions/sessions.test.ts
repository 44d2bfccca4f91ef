// Sessions through HTTP, with a clock that the test moves: start, heartbeat and stop, on several devices and installations; the
// active one, the history by cursor, and the reasons in the headers X-Session-End and X-Error-Detail, beside bodies that stay as they are.
import { describe, expect, test } from 'bun:test';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { sendRaw } from '../harness/raw.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { signTestToken } from '../harness/service.ts';
import { useFreshService } from '../harness/use-service.ts';

const noneFound = { statusCode: 400, error: { message: 'No active session found' } };
const alreadyActive = { statusCode: 400, error: { message: 'Session already active' } };
const invalid = 'Invalid request';
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const timeout = 1_500_000;
const phone = 'installation-of-a-phone';
const tablet = 'installation-of-a-tablet';

const end = 'x-session-end';

/** An object of this many levels. */
const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe.each(engines)('sessions on $name', (engine) => {
  const service = useFreshService({ engine, environment: { SERVER_API_KEY: testServerKey } });

  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.as('ann', 'POST', path, {
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const get = (path: string, player = 'ann') => service.as(player, 'GET', path);
  const asServer = (method: string, path: string) =>
    service.call(method, `/api/server${path}`, { token: testServerKey });
  const start = async (body?: unknown) => (await post(paths.start, body)).body.data;
  const active = async () => (await get(paths.session)).body;
  const history = async (query = '') => (await get(`${paths.sessions}${query}`)).body.data.sessions;

  test('start, heartbeat and stop answer exactly the fields of the specification', async () => {
    const started = await post(paths.start);
    const { sessionId } = started.body.data;
    expect([started.status, sessionId]).toEqual([200, expect.stringMatching(uuidV7)]);
    const startTime = '2026-01-02T03:04:05.678Z';
    expect(started.body).toEqual({ statusCode: 200, data: { sessionId, startTime, playerId: 'ann' } });
    service.clock.advance(60_000);
    expect((await post(paths.heartbeat)).body).toEqual({
      statusCode: 200,
      data: { sessionId, lastActivity: '2026-01-02T03:05:05.678Z', playerId: 'ann' },
    });
    service.clock.advance(1_234);
    const endTime = '2026-01-02T03:05:06.912Z';
    expect((await post(paths.stop)).body).toEqual({
      statusCode: 200,
      data: { sessionId, startTime, endTime, duration: 61.234, playerId: 'ann' },
    });
  });

  test('a session expires after 1500 silent seconds, without any job, and is in the history at once', async () => {
    const { sessionId, startTime } = await start();
    service.clock.advance(timeout - 1);
    expect((await post(paths.heartbeat)).status).toBe(200);
    service.clock.advance(timeout);
    for (const path of [paths.heartbeat, paths.stop]) expect((await post(path)).body).toEqual(noneFound);
    expect(await active()).toEqual(noneFound);
    expect(await history()).toEqual([
      {
        ...{ sessionId, startTime, endTime: '2026-01-02T03:29:05.677Z', duration: 1_499.999 },
        ...{ reason: 'expired', installationId: null, context: null },
      },
    ]);
    expect((await start()).sessionId).not.toBe(sessionId);
  });

  test('a session expires after SESSION_TIMEOUT_SECONDS', async () => {
    await service.restart({ SESSION_TIMEOUT_SECONDS: '10' });
    await start();
    service.clock.advance(9_999);
    expect((await post(paths.heartbeat)).status).toBe(200);
    service.clock.advance(10_000);
    expect((await post(paths.heartbeat)).body).toEqual(noneFound);
  });

  test('an active session survives a restart', async () => {
    const { sessionId } = await start();
    await service.restart();
    expect((await post(paths.start)).body).toEqual(alreadyActive);
    expect((await post(paths.stop)).body.data.sessionId).toBe(sessionId);
  });

  test('time never runs backwards inside a session', async () => {
    const { startTime } = await start();
    service.clock.advance(-10_000);
    expect((await post(paths.heartbeat)).body.data.lastActivity).toBe(startTime);
    expect((await post(paths.stop)).body.data).toMatchObject({ startTime, endTime: startTime, duration: 0 });
  });

  test('a body of another media type than JSON is 415, and an empty body counts as no body', async () => {
    const text = { 'content-type': 'text/plain' };
    const error = { message: 'Unsupported media type', detail: 'send application/json' };
    const operations = [paths.start, paths.heartbeat, paths.stop];
    for (const path of operations)
      for (const body of ['{}', 'not json', '{"sessionId":"x"}']) {
        const answer = await post(path, body, text);
        expect([path, answer.status, answer.body.error]).toEqual([path, 415, error]);
      }
    for (const path of operations) expect([path, (await post(path, '', text)).status]).toEqual([path, 200]);
  });

  test('a start that replaces ends the session of the other device, whose next heartbeat is refused', async () => {
    const first = await start();
    service.clock.advance(60_000);
    const second = await start({ onActive: 'replace' });
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(Object.keys(second)).toEqual(['sessionId', 'startTime', 'playerId']);
    for (const path of [paths.heartbeat, paths.stop]) {
      for (const sessionId of [first.sessionId, 'nonsense', '', ` ${second.sessionId}`]) {
        expect((await post(path, { sessionId })).body).toEqual(noneFound);
      }
    }
    expect((await post(paths.heartbeat, { sessionId: second.sessionId })).status).toBe(200);
    expect((await active()).data.sessionId).toBe(second.sessionId);
    expect(await history()).toMatchObject([{ sessionId: first.sessionId, duration: 60, reason: 'replaced' }]);
  });

  test('a replaced device can no longer write', async () => {
    const as = (session: string, method: string, path: string, body?: string, type = 'application/json') =>
      service.as('ann', method, path, { body, headers: { 'x-session-id': session, 'content-type': type } });
    const set = (session: string, n: number) => as(session, 'POST', paths.metadata, `{"data":{"n":${n}}}`);
    const first = await start();
    expect((await set(first.sessionId, 1)).status).toBe(200);
    const second = await start({ onActive: 'replace' });
    expect((await set(second.sessionId.toUpperCase(), 2)).status).toBe(200);
    for (const stale of [first.sessionId, crypto.randomUUID(), 'nonsense']) {
      for (const answer of [
        await set(stale, 3),
        await as(stale, 'PATCH', paths.metadata, '{"n":3}', 'application/merge-patch+json'),
        await as(stale, 'DELETE', paths.metadata),
        await as(stale, 'POST', `${paths.history}/1/restore`),
      ]) {
        expect([answer.status, answer.body.error]).toEqual([409, { message: 'Session not current' }]);
        expect(answer.headers.get(end)).toBe(stale === first.sessionId ? 'replaced' : null);
      }
    }
    service.clock.advance(timeout);
    const late = await set(second.sessionId, 3);
    expect([late.status, late.headers.get(end)]).toEqual([409, 'expired']);
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
    const { sessionId } = await start();
    for (const body of [undefined, {}, { onActive: 'reject' }]) {
      const answer = await post(paths.start, body);
      expect([answer.status, answer.body]).toEqual([400, alreadyActive]);
      const detail = 'a session is active; send onActive "replace" or "resume"';
      expect(answer.headers.get('x-error-detail')).toBe(detail);
    }
    expect((await active()).data.sessionId).toBe(sessionId);
  });

  test('of many concurrent starts that replace, one session stays active and all others end', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => start({ onActive: 'replace' })));
    const all = [(await active()).data, ...(await history('?limit=50'))];
    const ids = (sessions: { sessionId: string }[]) => sessions.map(({ sessionId }) => sessionId).sort();
    expect(ids(all)).toEqual(ids(answers));
  });

  test('the context of a start is stored with its session, to the last digit, and nests 32 levels deep', async () => {
    const context = '{"platform":"ios", "build":1.0,"n":12345678901234567890}';
    await post(paths.start, `{"context":${context}}`);
    const answer = await get(paths.session);
    expect(answer.text).toContain(`"context":${context}}`);
    const about = ['sessionId', 'startTime', 'playerId', 'lastActivity', 'installationId', 'context'];
    expect(Object.keys(answer.body.data)).toEqual(about);
    await post(paths.heartbeat);
    await start({ onActive: 'replace' });
    expect((await get(paths.sessions)).text).toContain(`"context":${context}}`);
    expect((await active()).data.context).toBeNull();
    await post(paths.start, `{"onActive":"replace","context":${nested(32)}}`);
    expect((await get(paths.session)).text).toContain(`"context":${nested(32)}}`);
  });

  test('a body that is wrong is refused with a reason, and starts nothing', async () => {
    const contexts = [{ context: [] }, { context: { long: 'é'.repeat(2_048) } }];
    const texts = [
      '{',
      '[]',
      'null',
      '\ufeff{}',
      `{"context":${nested(33)}}`,
      `{"context":${nested(1_025)}}`,
    ];
    for (const body of [...texts, ...contexts, { onActive: 'steal' }]) {
      const { status, body: refused } = await post(paths.start, body);
      expect([status, refused.error]).toEqual([400, { message: invalid, detail: expect.any(String) }]);
    }
    const deep = await post(paths.start, `{"context":${nested(33)}}`);
    expect(deep.body.error.detail).toBe('context may nest 32 levels deep');
    expect((await post(paths.heartbeat, { sessionId: 7 })).body.error.message).toBe(invalid);
    expect((await post(paths.start, { context: { long: 'x'.repeat(70_000) } })).status).toBe(413);
    expect(await active()).toEqual(noneFound);
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
    }
    const { error } = (await post(paths.start, '{"on_active":"replace"}')).body;
    expect(error).toEqual({ message: invalid, detail: '"on_active" is no member of this body' });
    expect((await active()).data).toMatchObject({ sessionId });
    expect(await history()).toEqual([]);
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
    expect(await history()).toHaveLength(11);
    expect((await get(paths.sessions, 'bob')).body.data).toEqual({ sessions: [], nextCursor: null });
  });

  test('the history is answered with any Host header, or without one', async () => {
    const authorization = `Authorization: Bearer ${await signTestToken('ann')}`;
    const hosts = ['HTTP/1.1\r\nHost: <>:99999', 'HTTP/1.1\r\nHost: ', 'HTTP/1.1\r\nHost: :'];
    for (const lines of ['HTTP/1.0', ...hosts]) {
      const send = (query: string) =>
        sendRaw(service.url, [`GET ${paths.sessions}?${query} ${lines}\r\n${authorization}\r\n\r\n`], {
          enough: (received) => received.endsWith('}'),
        });
      expect((await send('limit=1')).received).toContain('{"statusCode":200,');
      expect((await send('limit=0')).received).toContain(invalid);
    }
  });

  test('an invalid cursor or limit is refused', async () => {
    const cursor = Buffer.from('1.x').toString('base64url');
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=', 'cursor=x', `cursor=${cursor}`]) {
      const { status, body } = await get(`${paths.sessions}?${query}`);
      const error = { message: invalid, detail: expect.any(String) };
      expect([query, status, body.error]).toEqual([query, 400, error]);
    }
  });

  describe('of installations', () => {
    const startOf = (installation: string, onActive?: string) =>
      post(paths.start, onActive && { onActive }, { 'x-installation-id': installation });

    test('show their installation to the player and to servers, and none where the start named none', async () => {
      const { sessionId } = (await startOf(phone)).body.data;
      expect((await active()).data).toMatchObject({ sessionId, installationId: phone });
      for (const path of ['/players/1/session', '/sessions']) {
        const { data } = (await asServer('GET', path)).body;
        expect(data.sessions?.[0] ?? data).toMatchObject({ sessionId, installationId: phone });
      }
      await start({ onActive: 'replace' });
      expect((await active()).data).toMatchObject({ installationId: null });
      const { data } = (await asServer('GET', '/players/1/sessions')).body;
      for (const sessions of [data.sessions, await history()])
        expect(sessions).toMatchObject([{ installationId: phone }]);
      expect((await asServer('GET', '/players/1/export')).text).toContain(phone);
    });

    test('are replaced by a start of their own installation that asks for it, and by no other one', async () => {
      const first = (await startOf(phone, 'replaceOwn')).body.data;
      expect((await startOf(tablet, 'replaceOwn')).body).toEqual(alreadyActive);
      expect((await active()).data).toMatchObject({ sessionId: first.sessionId });
      const second = (await startOf(phone, 'replaceOwn')).body.data;
      expect((await active()).data).toMatchObject({ sessionId: second.sessionId, installationId: phone });
      const replaced = { sessionId: first.sessionId, reason: 'replaced', installationId: phone };
      expect(await history()).toMatchObject([replaced]);
      expect((await startOf(tablet, 'replace')).status).toBe(200);
      expect((await startOf(phone, 'replaceOwn')).body).toEqual(alreadyActive);
    });

    test('are refused with a malformed id, or where a start without one asks for its own', async () => {
      for (const [answer, reason] of [
        [await startOf('too short'), '16 to 64'],
        [await post(paths.start, { onActive: 'replaceOwn' }), 'X-Installation-Id'],
      ] as const) {
        expect([answer.status, answer.body.error.message]).toEqual([400, invalid]);
        expect(answer.body.error.detail).toContain(reason);
      }
      expect(await active()).toEqual(noneFound);
    });
  });

  test('X-Session-End says why a session is none, on each request that names it', async () => {
    const sessionId = async () => (await start()).sessionId;
    const ends = async (named: string) => [
      (await post(paths.heartbeat, { sessionId: named })).headers.get(end),
      (await post(paths.stop, { sessionId: named })).headers.get(end),
      (await post(paths.metadata, { data: {} }, { 'x-session-id': named })).headers.get(end),
    ];
    const stopped = await sessionId();
    await post(paths.stop);
    const terminated = await sessionId();
    await asServer('POST', '/players/1/session/terminate');
    const expired = await sessionId();
    service.clock.advance(timeout);
    expect(await ends(expired)).toEqual(Array(3).fill('expired'));
    const replaced = await sessionId();
    const active = (await start({ onActive: 'replace' })).sessionId;
    for (const [named, reason] of Object.entries({ stopped, terminated, expired, replaced }))
      expect([named, await ends(reason)]).toEqual([named, Array(3).fill(named)]);
    for (const unknown of [crypto.randomUUID(), 'nonsense'])
      expect(await ends(unknown)).toEqual(Array(3).fill(null));
    const refused = await post(paths.start);
    expect([refused.body, refused.headers.get(end)]).toEqual([alreadyActive, null]);
    expect((await post(paths.heartbeat, { sessionId: active })).headers.get(end)).toBeNull();
  });

  describe('the header X-Error-Detail', () => {
    const told = ({ status, body, headers }: Answer) => [status, body.error, headers.get('x-error-detail')];
    const none = noneFound.error;
    const nobody = { message: 'Player not found' };
    const both = (detail: string) => Array(2).fill([400, none, detail]);
    const ask = async (sessionId: string) => [
      told(await post(paths.heartbeat, { sessionId })),
      told(await post(paths.stop, { sessionId })),
    ];

    test('distinguishes a replaced session from one that expired, was stopped or never existed', async () => {
      const replaced = await start();
      service.clock.advance(60_000);
      const stopped = await start({ onActive: 'replace' });
      expect(await ask(replaced.sessionId)).toEqual(both('this session was replaced'));
      await post(paths.stop);
      expect(await ask(stopped.sessionId)).toEqual(both('this session was stopped'));
      const expired = await start();
      service.clock.advance(timeout);
      expect(await ask(expired.sessionId)).toEqual(both('this session expired'));
      const terminated = await start();
      expect(await ask(expired.sessionId)).toEqual(both('this session expired'));
      expect(await ask(replaced.sessionId)).toEqual(both('this session was replaced'));
      for (const sessionId of [crypto.randomUUID(), 'nonsense', '']) {
        expect(await ask(sessionId)).toEqual(both('there is no such session (any more)'));
      }
      await asServer('POST', '/players/1/session/terminate');
      expect(await ask(terminated.sessionId)).toEqual(both('this session was terminated'));
    });

    test('says that there is no session, for a request that names none', async () => {
      const absent = [400, none, 'there is no active session'];
      const askAll = async () => [
        told(await post(paths.heartbeat)),
        told(await get(paths.session)),
        told(await post(paths.stop)),
      ];
      expect(await askAll()).toEqual([absent, absent, absent]);
      await start();
      const { lastActivity } = (await post(paths.heartbeat)).body.data;
      service.clock.advance(timeout);
      const silent = [400, none, `the session expired; its last activity was at ${lastActivity}`];
      // Unless the job `expire-sessions` was there before.
      for (const detail of await askAll()) expect([silent, absent]).toContainEqual(detail);
      expect(await askAll()).toEqual([absent, absent, absent]);
    });

    test('belongs to the first answer under a key', async () => {
      const { sessionId } = await start();
      await start({ onActive: 'replace' });
      const again = async () => [
        told(await post(paths.stop, { sessionId }, { 'idempotency-key': 'stop' })),
        told(await post(paths.heartbeat, { sessionId }, { 'idempotency-key': 'beat' })),
      ];
      expect(await again()).toEqual(both('this session was replaced'));
      await start({ onActive: 'replace' });
      service.clock.advance(timeout);
      expect(await again()).toEqual(both('this session was replaced'));
    });

    test('says whether the player was erased or is not registered', async () => {
      await start();
      await asServer('DELETE', '/players/1');
      const erased = [404, nobody, 'this player was erased'];
      expect(told(await post(paths.heartbeat))).toEqual(erased);
      for (const path of [paths.metadata, `${paths.metadata}/1`, paths.sessions])
        expect([path, ...told(await get(path))]).toEqual([path, ...erased]);
      await service.restart({ PLAYER_PROVISIONING: 'registered' });
      const unknown = [404, nobody, 'this player is not registered'];
      for (const path of [paths.metadata, paths.session, `${paths.metadata}/1`])
        expect([path, ...told(await get(path, 'cy'))]).toEqual([path, ...unknown]);
    });

    test('says the same about hidden sequential ids and those that no player has', async () => {
      for (const player of ['ann', 'bob']) await get(paths.metadata, player);
      const hidden = [404, nobody, 'there is no player with this sequential id that you may read'];
      const read = async (id: string) => told(await get(`${paths.metadata}/${id}`));
      for (const id of ['99', '0', 'x', '9007199254740993'])
        expect([id, ...(await read(id))]).toEqual([id, ...hidden]);
      await service.restart({ METADATA_READ: 'self' });
      for (const id of ['2', '99', 'x']) expect([id, ...(await read(id))]).toEqual([id, ...hidden]);
      expect((await get(`${paths.metadata}/1`)).status).toBe(200);
    });
  });
});

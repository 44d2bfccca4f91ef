// Sessions through the server API: a player's active and ended sessions, their end by a server, and those of all players.
import { beforeEach, describe, expect, test } from 'bun:test';
import { createOnlineCount } from '../../src/sessions/online-count.ts';
import { type Answer, type CallOptions, paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { openStoreOn } from '../harness/store.ts';
import { useFreshService } from '../harness/use-service.ts';

const notActive = { statusCode: 400, error: { message: 'No active session found' } };

describe.each(engines)('sessions by a server on $name', (engine) => {
  const service = useFreshService({ engine, environment: { SESSION_TIMEOUT_SECONDS: '60' } });
  let token = '';
  let keyId = '';
  beforeEach(async () => {
    ({ token, keyId } = await createTestKey(service, { name: 'backend' }));
  });

  const ask = (method: string, path: string, options: CallOptions = {}): Promise<Answer> =>
    service.call(method, `/api/server/${path}`, { token, ...options });
  const terminate = (id: number, options?: CallOptions) =>
    ask('POST', `players/${id}/session/terminate`, options);

  /** Registers a player and starts a session. */
  async function play(
    playerId: string,
    body?: object,
  ): Promise<{ readonly id: number; readonly sessionId: string }> {
    const started = await service.as(playerId, 'POST', paths.start, {
      ...(body && { body: JSON.stringify(body) }),
    });
    const record = await service.as(playerId, 'GET', paths.metadata);
    return { id: record.body.data.sequentialId, sessionId: started.body.data.sessionId };
  }

  async function audit() {
    const { database, clock } = service;
    const store = await openStoreOn(database.environment, clock);
    const { entries } = await store.audit.list({ action: 'session.terminate' }, 100);
    await store.close();
    return entries;
  }

  test('the active one is answered with its player, and ends by a termination with an entry in the audit', async () => {
    const { clock, as } = service;
    const startTime = new Date(clock.now()).toISOString();
    const { id, sessionId } = await play('ann', { context: { platform: 'ios', build: 1 } });
    clock.advance(1_500);
    const lastActivity = new Date(clock.now()).toISOString();
    await as('ann', 'POST', paths.heartbeat);
    const about = { sessionId, playerId: 'ann', sequentialId: id, startTime };
    const context = { platform: 'ios', build: 1 };
    expect((await ask('GET', `players/${id}/session`)).body.data).toEqual({
      ...about,
      lastActivity,
      installationId: null,
      context,
    });
    clock.advance(500);
    const endTime = new Date(clock.now()).toISOString();
    const ended = await terminate(id, { headers: { 'x-request-id': 'the-request' } });
    const end = { endTime, duration: 2, reason: 'terminated' };
    expect(ended.body).toEqual({ statusCode: 200, data: { ...about, ...end } });
    for (const answer of [await ask('GET', `players/${id}/session`), await terminate(id)])
      expect(answer.body).toEqual(notActive);
    const { body } = await ask('GET', `players/${id}/sessions`);
    expect(body.data).toEqual({
      sessions: [{ sessionId, startTime, ...end, installationId: null, context }],
      nextCursor: null,
    });
    expect(await audit()).toEqual([
      {
        ...{
          auditId: expect.any(String),
          at: clock.now(),
          keyId,
          keyName: 'backend',
          requestId: 'the-request',
        },
        ...{ action: 'session.terminate', sequentialId: id, detail: JSON.stringify({ sessionId }) },
      },
    ] as never);
    const heartbeat = await as('ann', 'POST', paths.heartbeat, { body: JSON.stringify({ sessionId }) });
    expect([heartbeat.body, heartbeat.headers.get('x-error-detail')]).toEqual([
      notActive,
      'this session was terminated',
    ]);
    expect((await as('ann', 'POST', paths.start)).status).toBe(200);
  });

  test('a termination takes no members, and repeats under its key without a further effect', async () => {
    const { id, sessionId } = await play('ann');
    const detailOf = async (options: CallOptions) => (await terminate(id, options)).body.error;
    expect(await detailOf({ body: '{"sessionId":"x"}' })).toEqual({
      message: 'Invalid request',
      detail: '"sessionId" is no member of this body',
    });
    expect(await detailOf({ body: '[]' })).toMatchObject({ message: 'Invalid request' });
    expect(await detailOf({ body: '{}', headers: { 'content-type': 'text/plain' } })).toMatchObject({
      message: 'Unsupported media type',
    });
    const headers = { 'idempotency-key': 'k' };
    const first = await terminate(id, { headers });
    expect(first.body.data.sessionId).toBe(sessionId);
    const next = await play('ann');
    // Another key of the studio knows the outcome.
    ({ token } = await createTestKey(service));
    expect((await terminate(id, { headers })).body).toEqual(first.body);
    const reused = await terminate(id, { headers, body: '{}' });
    expect([reused.status, reused.body.error.message]).toEqual([422, 'Idempotency key reused']);
    expect((await ask('GET', `players/${id}/session`)).body.data.sessionId).toBe(next.sessionId);
    expect(await audit()).toHaveLength(1);
  });

  test('the active ones of all players are listed in pages, in the order of sequential ids', async () => {
    const { clock, as } = service;
    const played = [];
    for (const name of ['ann', 'bob', '__proto__', 'dan', 'eve']) played.push(await play(name));
    await as('bob', 'POST', paths.stop);
    const first = await ask('GET', 'sessions?limit=2');
    expect(first.body.data.sessions.map(({ playerId }: { playerId: string }) => playerId)).toEqual([
      'ann',
      '__proto__',
    ]);
    await as('dan', 'POST', paths.stop);
    await play('bob');
    const second = await ask('GET', `sessions?limit=2&cursor=${first.body.data.nextCursor}`);
    const at = new Date(clock.now()).toISOString();
    const { sessionId, id } = played[4] as (typeof played)[number];
    expect(second.body.data).toEqual({
      sessions: [
        {
          ...{ sessionId, playerId: 'eve', sequentialId: id, startTime: at, lastActivity: at },
          ...{ installationId: null, context: null },
        },
      ],
      nextCursor: null,
    });
    clock.advance(60_000);
    expect((await ask('GET', 'sessions')).body.data).toEqual({ sessions: [], nextCursor: null });
    for (const query of ['limit=0', 'limit=101', 'cursor=x', 'cursor=MA', 'limit=1&cursor=']) {
      const { status, body } = await ask('GET', `sessions?${query}`);
      expect([query, status, body.error?.message]).toEqual([query, 400, 'Invalid request']);
    }
  });

  test('the ended ones of a player come page after page as the player sees them', async () => {
    const { as, clock } = service;
    const { id } = await play('ann');
    for (let n = 0; n < 3; n += 1) {
      clock.advance(1_000);
      await as('ann', 'POST', paths.start, { body: '{"onActive":"replace"}' });
    }
    for (const query of ['', '?limit=2']) {
      const own = await as('ann', 'GET', `${paths.sessions}${query}`);
      expect((await ask('GET', `players/${id}/sessions${query}`)).text).toBe(own.text);
      const { nextCursor } = own.body.data;
      if (nextCursor === null) continue;
      const rest = await ask('GET', `players/${id}/sessions?limit=2&cursor=${nextCursor}`);
      expect(rest.body.data.sessions).toHaveLength(1);
    }
    expect((await ask('GET', `players/${id}/sessions?limit=0`)).body.error.message).toBe('Invalid request');
  });

  test('the active ones are counted at the request, and a count is shared for five seconds', async () => {
    const { clock } = service;
    const count = async () => (await ask('GET', 'sessions/count')).body.data;
    expect(await count()).toEqual({ online: 0 });
    await play('ann');
    clock.advance(4_999);
    expect(await count()).toEqual({ online: 0 });
    clock.advance(1);
    expect(await count()).toEqual({ online: 1 });
    clock.advance(55_001);
    expect(await count()).toEqual({ online: 0 });
  });
});

describe('a count of the active sessions', () => {
  test('goes step by step, once for all callers meanwhile, and a failure fails them alone', async () => {
    const clock = manualClock();
    const asked: number[] = [];
    let fault: Error | undefined;
    const countActive = async (after: number) => {
      asked.push(after);
      clock.advance(3_000);
      await Promise.resolve();
      if (fault) throw fault;
      return { active: 2, next: after < 20 ? after + 10 : undefined };
    };
    const count = createOnlineCount({ countActive }, clock, 10);
    expect(await Promise.all([count(), count(), count()])).toEqual([6, 6, 6]);
    expect(asked).toEqual([0, 10, 20]);
    // The count is as old as its beginning.
    fault = new Error('gone');
    expect(await Promise.allSettled([count(), count()])).toMatchObject([
      { reason: fault },
      { reason: fault },
    ]);
    fault = undefined;
    expect([await count(), asked.length]).toEqual([6, 7]);
  });
});

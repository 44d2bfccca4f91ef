// The three session operations against a running service, on every engine, with a clock that the test moves.
import { describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { useFreshService } from '../harness/use-service.ts';

const alreadyActive = { statusCode: 400, error: { message: 'Session already active' } };
const noneFound = { statusCode: 400, error: { message: 'No active session found' } };
const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(engines)('sessions on $name', (engine) => {
  const service = useFreshService({ engine });

  const post = (path: string, playerId = 'ann') => service.as(playerId, 'POST', path);

  test('start, heartbeat and stop answer exactly the fields of the specification', async () => {
    const started = await post(paths.start);
    expect(started.status).toBe(200);
    const { sessionId } = started.body.data;
    expect(sessionId).toMatch(uuidV7);
    expect(started.body).toEqual({
      statusCode: 200,
      data: { sessionId, startTime: '2026-01-02T03:04:05.678Z', playerId: 'ann' },
    });
    service.clock.advance(60_000);
    expect((await post(paths.heartbeat)).body).toEqual({
      statusCode: 200,
      data: { sessionId, lastActivity: '2026-01-02T03:05:05.678Z', playerId: 'ann' },
    });
    service.clock.advance(1_234);
    expect((await post(paths.stop)).body).toEqual({
      statusCode: 200,
      data: {
        sessionId,
        startTime: '2026-01-02T03:04:05.678Z',
        endTime: '2026-01-02T03:05:06.912Z',
        duration: 61.234,
        playerId: 'ann',
      },
    });
  });

  test('a session expires after 1500 silent seconds, without any job, and a later start begins a new one', async () => {
    const first = (await post(paths.start)).body.data.sessionId;
    service.clock.advance(1_499_999);
    expect((await post(paths.heartbeat)).status).toBe(200);
    service.clock.advance(1_500_000);
    for (const path of [paths.heartbeat, paths.stop]) expect((await post(path)).body).toEqual(noneFound);
    const second = await post(paths.start);
    expect(second.status).toBe(200);
    expect(second.body.data.sessionId).not.toBe(first);
  });

  test('a session expires after SESSION_TIMEOUT_SECONDS', async () => {
    await service.restart({ SESSION_TIMEOUT_SECONDS: '10' });
    await post(paths.start);
    service.clock.advance(9_999);
    expect((await post(paths.heartbeat)).status).toBe(200);
    service.clock.advance(10_000);
    expect((await post(paths.heartbeat)).body).toEqual(noneFound);
  });

  test('an active session survives a restart', async () => {
    const { sessionId } = (await post(paths.start)).body.data;
    await service.restart();
    expect((await post(paths.start)).body).toEqual(alreadyActive);
    expect((await post(paths.stop)).body.data.sessionId).toBe(sessionId);
  });

  test('time never runs backwards inside a session', async () => {
    await post(paths.start);
    service.clock.advance(-10_000);
    expect((await post(paths.heartbeat)).body.data.lastActivity).toBe('2026-01-02T03:04:05.678Z');
    expect((await post(paths.stop)).body.data).toMatchObject({
      startTime: '2026-01-02T03:04:05.678Z',
      endTime: '2026-01-02T03:04:05.678Z',
      duration: 0,
    });
  });

  test('a body of another media type than JSON is 415, and an empty body counts as no body', async () => {
    const text = { 'content-type': 'text/plain' };
    const send = (path: string, body: string) => service.as('ann', 'POST', path, { body, headers: text });
    for (const path of [paths.start, paths.heartbeat, paths.stop]) {
      for (const body of ['{}', 'not json', '{"sessionId":"x"}']) {
        const answer = await send(path, body);
        const error = { message: 'Unsupported media type', detail: 'send application/json' };
        expect([path, answer.status, answer.body.error]).toEqual([path, 415, error]);
      }
    }
    for (const path of [paths.start, paths.heartbeat, paths.stop]) {
      expect([path, (await send(path, '')).status]).toEqual([path, 200]);
    }
  });
});

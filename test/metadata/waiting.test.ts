// Reads of the own metadata that wait for a change (`Prefer: wait`): what ends a wait, and what its answer is.
import { beforeEach, describe, expect, test } from 'bun:test';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { signTestToken } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';
import { useFreshService } from '../harness/use-service.ts';
import { metricOf, untilWaiting } from '../harness/waiting.ts';
import { json, set } from '../harness/writes.ts';

const environment = { SERVER_API_KEY: testServerKey };
const ends = (answer: Answer): (number | string | null)[] => [
  answer.status,
  answer.headers.get('preference-applied'),
];

describe.each(engines)('a read that waits on $name', (engine) => {
  const service = useFreshService({ engine, environment });
  let etag: string;
  beforeEach(async () => {
    etag = (await service.as('ann', 'POST', paths.metadata, set('{"n":1}'))).headers.get('etag') ?? '';
  }, 60_000);

  const wait = (headers: Record<string, string> = {}, player = 'ann', method = 'GET') =>
    service.as(player, method, paths.metadata, {
      headers: { 'if-none-match': etag, prefer: 'wait=25', ...headers },
    });
  const asServer = (method: string, path: string, body?: object) =>
    service.call(method, `/api/server/players${path}`, { ...(body && json(body)), token: testServerKey });

  test('is answered with the new record as soon as the player saves, by each kind of write', async () => {
    const writes: readonly (() => Promise<Answer>)[] = [
      () => service.as('ann', 'POST', paths.metadata, set('{"n":2}')),
      () =>
        service.as('ann', 'PATCH', paths.metadata, {
          body: '{"n":3}',
          headers: { 'content-type': 'application/merge-patch+json' },
        }),
      () => asServer('POST', '/1/metadata', { data: { n: 4 } }),
      () =>
        service.call('POST', '/api/server/metadata/bulk', {
          ...json({ operations: [{ op: 'set', sequentialId: 1, data: { n: 5 } }] }),
          token: testServerKey,
        }),
      () => service.as('ann', 'DELETE', paths.metadata),
      () => service.as('ann', 'POST', `${paths.history}/1/restore`),
    ];
    for (const write of writes) {
      const waiting = wait();
      await untilWaiting(service, 1);
      const written = await write();
      expect([written.status, written.text.includes('"error"')]).toEqual([200, false]);
      const answer = await waiting;
      expect(ends(answer)).toEqual([200, 'wait=25']);
      const now = await service.as('ann', 'GET', paths.metadata);
      expect([answer.text, answer.headers.get('etag')]).toEqual([now.text, now.headers.get('etag')]);
      etag = now.headers.get('etag') ?? '';
    }
    await untilWaiting(service, 0);
    expect(await metricOf(service.url, 'playkeep_waiting_reads_total{end="changed"}')).toBe(writes.length);
  });

  test('is answered at once where the state is another one, and where nothing says which is known', async () => {
    expect(ends(await wait({ 'if-none-match': '"1-0"' }))).toEqual([200, null]);
    expect(ends(await service.as('ann', 'GET', paths.metadata, { headers: { prefer: 'wait=25' } }))).toEqual([
      200,
      null,
    ]);
    expect(ends(await wait({ 'if-match': '"1-0"' }))).toEqual([412, null]);
    expect(ends(await wait({ 'if-none-match': 'x' }))).toEqual([400, null]);
    expect(ends(await wait({ 'x-installation-id': 'short' }))).toEqual([400, null]);
    for (const prefer of ['wait=0', 'respond-async', 'wait', 'wait=-1'])
      expect(ends(await wait({ prefer }))).toEqual([304, null]);
    expect(await metricOf(service.url, 'playkeep_waiting_reads')).toBe(0);
  });

  test('ends with 304 after its time, and with the tag alone', async () => {
    for (const [prefer, seconds] of [
      ['wait=1', 1],
      ['wait=25', 25],
      ['handling=lenient, Wait="60"', 25],
    ] as const) {
      const waiting = wait({ prefer });
      await untilWaiting(service, 1);
      await service.clock.pass(seconds * 1000 - 600);
      await untilWaiting(service, 1);
      const answer = await service.clock.passUntil(waiting);
      expect(ends(answer)).toEqual([304, `wait=${seconds}`]);
      expect([answer.text, answer.headers.get('etag')]).toEqual(['', etag]);
    }
  });

  test('ends after its time however often the state changes', async () => {
    const waiting = wait({ 'if-none-match': '*', prefer: 'wait=1' });
    await untilWaiting(service, 1);
    for (let n = 0; n < 4; n += 1) {
      await service.clock.pass(249);
      await service.as('ann', 'POST', paths.metadata, set(`{"again":${n}}`));
      await untilWaiting(service, 1);
    }
    expect(ends(await service.clock.passUntil(waiting))).toEqual([304, 'wait=1']);
  });

  test('is answered at once with a long head, which would stay in memory', async () => {
    expect(ends(await wait({ 'x-long': 'x'.repeat(20_000) }))).toEqual([304, null]);
    expect(ends(await wait({ 'if-none-match': `${etag}, ${'"x", '.repeat(4_000)}"y"` }))).toEqual([
      304,
      null,
    ]);
  });

  test('notices what another process writes, and its suspensions and erasures', async () => {
    const other = await openStoreOn(service.database.environment, service.clock);
    const changes: readonly (readonly [change: () => Promise<unknown>, end: ReturnType<typeof ends>])[] = [
      [() => other.metadata.save(1, '{"n":7}'), [200, 'wait=25']],
      [() => other.suspensions.suspend(1, { until: 'forever', reason: null }), [403, null]],
      [() => other.suspensions.unsuspend(1), [200, null]],
      [() => other.players.erase('ann'), [404, null]],
    ];
    for (const [change, end] of changes) {
      const waiting = end[0] === 200 && end[1] === null ? undefined : wait();
      if (waiting) await untilWaiting(service, 1);
      await change();
      const answer = await (waiting ? service.clock.passUntil(waiting) : wait({ 'if-none-match': '"x"' }));
      expect(ends(answer)).toEqual(end);
      etag = answer.headers.get('etag') ?? etag;
    }
    await other.close();
  });

  test('ends with 403 at a suspension and with 404 at an erasure', async () => {
    const suspended = wait();
    await untilWaiting(service, 1);
    expect((await asServer('POST', '/1/suspend', {})).status).toBe(200);
    expect((await suspended).body.error.message).toBe('Player suspended');
    expect(ends(await wait())).toEqual([403, null]);
    expect((await asServer('DELETE', '/1/suspend')).status).toBe(200);
    const erased = wait();
    await untilWaiting(service, 1);
    expect((await asServer('DELETE', '/1')).status).toBe(200);
    expect((await erased).body.error.message).toBe('Player not found');
    await untilWaiting(service, 0);
  });

  const start = async (body: object = {}): Promise<string> =>
    (await service.as('ann', 'POST', `${paths.session}/start`, json(body))).body.data.sessionId;

  test('ends with 409 as soon as its session is replaced, stopped or terminated, and not for another one', async () => {
    const ways = {
      replaced: () => start({ onActive: 'replace' }),
      stopped: () => service.as('ann', 'POST', `${paths.session}/stop`),
      terminated: () => asServer('POST', '/1/session/terminate'),
    };
    for (const [reason, end] of Object.entries(ways)) {
      const sessionId = await start({ onActive: 'replace' });
      const without = wait();
      const waiting = wait({ 'x-session-id': sessionId.toUpperCase() });
      await untilWaiting(service, 2);
      await service.as('ann', 'POST', `${paths.session}/heartbeat`);
      await untilWaiting(service, 2);
      await end();
      const answer = await waiting;
      expect([answer.status, answer.body.error.message]).toEqual([409, 'Session not current']);
      expect(answer.headers.get('x-session-end')).toBe(reason);
      // Such a session lets no read wait, nor does it hold back a new record.
      const known = { 'x-session-id': sessionId };
      expect(ends(await wait(known))).toEqual([409, null]);
      expect(ends(await wait({ ...known, 'if-none-match': '"1-0"' }))).toEqual([200, null]);
      expect(ends(await wait({ ...known, prefer: 'handling=lenient' }))).toEqual([304, null]);
      await untilWaiting(service, 1);
      await service.clock.passUntil(without);
    }
    expect(ends(await wait({ 'x-session-id': 'no id' }))).toEqual([409, null]);
  });

  test('begins no wait for a session that has expired', async () => {
    const sessionId = await start();
    await service.clock.pass(1_500_000);
    expect(ends(await wait({ 'x-session-id': sessionId }))).toEqual([409, null]);
  });

  test('notices that another process ends the session, and no heartbeat', async () => {
    const other = await openStoreOn(service.database.environment, service.clock);
    const waiting = wait({ 'x-session-id': await start() });
    const without = wait();
    await untilWaiting(service, 2);
    await other.sessions.heartbeat(1);
    await service.clock.pass(2_000);
    await untilWaiting(service, 2);
    await other.sessions.end(1, 'stopped');
    expect(ends(await service.clock.passUntil(waiting))).toEqual([409, null]);
    expect(ends(await service.clock.passUntil(without))).toEqual([304, 'wait=25']);
    await other.close();
  });

  test('is for players alone, and HEAD waits like GET', async () => {
    const answer = await service.call('GET', '/api/server/players/1/metadata', {
      token: testServerKey,
      headers: { 'if-none-match': etag, prefer: 'wait=25' },
    });
    expect(ends(answer)).toEqual([304, null]);
    const head = wait({}, 'ann', 'HEAD');
    await untilWaiting(service, 1);
    await service.as('ann', 'POST', paths.metadata, set('{"n":2}'));
    expect(ends(await head)).toEqual([200, 'wait=25']);
  });

  test('with the condition * ends when the metadata is deleted, and not before', async () => {
    const waiting = wait({ 'if-none-match': '*' });
    await untilWaiting(service, 1);
    await service.as('ann', 'POST', paths.metadata, set('{"n":2}'));
    await untilWaiting(service, 1);
    await service.as('ann', 'DELETE', paths.metadata);
    expect(ends(await waiting)).toEqual([200, 'wait=25']);
  });

  test('frees its place when its caller leaves', async () => {
    const leave = new AbortController();
    const headers = {
      authorization: `Bearer ${await signTestToken('ann')}`,
      'if-none-match': etag,
      prefer: 'wait=25',
    };
    const left = fetch(service.url + paths.metadata, { headers, signal: leave.signal }).catch(() => 'left');
    await untilWaiting(service, 1);
    leave.abort();
    expect(await left).toBe('left');
    await untilWaiting(service, 0);
    expect(await metricOf(service.url, 'playkeep_waiting_reads_total{end="left"}')).toBe(1);
    const series =
      'playkeep_http_request_duration_seconds_count{method="GET",route="/api/game/metadata",status="499"}';
    expect(await metricOf(service.url, series)).toBe(1);
  });

  test('counts in the metrics without the time that it waited', async () => {
    const waiting = wait();
    await untilWaiting(service, 1);
    await service.clock.pass(20_000);
    await service.as('ann', 'POST', paths.metadata, set('{"n":2}'));
    expect((await waiting).status).toBe(200);
    const refused = wait({ 'if-none-match': (await waiting).headers.get('etag') ?? '' });
    await untilWaiting(service, 1);
    await service.clock.pass(20_000);
    await asServer('DELETE', '/1');
    expect((await refused).status).toBe(404);
    for (const status of [200, 404]) {
      const series = `{method="GET",route="/api/game/metadata",status="${status}"}`;
      expect(await metricOf(service.url, `playkeep_http_request_duration_seconds_sum${series}`)).toBe(0);
      expect(await metricOf(service.url, `playkeep_http_request_duration_seconds_count${series}`)).toBe(1);
    }
  });
});

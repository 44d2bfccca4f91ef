// Reads of servers that wait for another answer: the player and the list of active sessions, what ends a wait, and its bounds.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createRepeatedReads } from '../../src/http/repeated-read.ts';
import { newSessionId } from '../../src/lib/ids.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { SERVER_WAITS_MAX } from '../../src/limits.ts';
import { type Answer, paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';
import { until } from '../harness/until.ts';
import { metricOf } from '../harness/waiting.ts';
import { set } from '../harness/writes.ts';

const ends = (answer: Answer): (number | string | null)[] => [
  answer.status,
  answer.headers.get('preference-applied'),
];
const player = '/api/server/players/1';
const sessions = '/api/server/sessions?limit=10';

describe.each(engines)('a read of a server that waits on $name', (engine) => {
  let service: Service;
  let isStopped = false;
  beforeEach(async () => {
    isStopped = false;
    service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey } });
    await service.as('ann', 'POST', paths.metadata, set('{"n":1}'));
  });
  afterEach(async () => {
    if (!isStopped) await service.stop();
  });

  const read = (path: string, headers: Record<string, string> = {}): Promise<Answer> =>
    service.call('GET', path, { token: testServerKey, headers });
  const wait = async (path: string, prefer = 'wait=5'): Promise<Answer> =>
    read(path, { prefer, 'if-none-match': (await read(path)).headers.get('etag') ?? '' });
  const untilWaiting = (count: number) =>
    until(async () => (await metricOf(service.url, 'playkeep_server_waiting_reads')) === count);

  test('is answered as soon as another process changes what it shows', async () => {
    const other = await openStoreOn(service.database.environment, service.clock);
    const changes: readonly (readonly [path: string, change: () => Promise<unknown>])[] = [
      [player, () => other.metadata.save(1, '{"n":2}')],
      [player, () => other.sessions.start(1, newSessionId(service.clock))],
      [sessions, () => other.sessions.start(1, newSessionId(service.clock), { onActive: 'replace' })],
      [sessions, () => other.sessions.end(1, 'stopped')],
      [player, () => other.suspensions.suspend(1, { until: 'forever', reason: null })],
    ];
    for (const [path, change] of changes) {
      const before = await read(path);
      const waiting = wait(path);
      await untilWaiting(1);
      await service.clock.pass(2_000);
      await untilWaiting(1);
      await change();
      const answer = await service.clock.passUntil(waiting);
      expect(ends(answer)).toEqual([200, 'wait=5']);
      expect(answer.text).not.toBe(before.text);
      const now = await read(path);
      expect([answer.text, answer.headers.get('etag')]).toEqual([now.text, now.headers.get('etag')]);
    }
    const gone = wait(player);
    await untilWaiting(1);
    await other.players.erase('ann');
    expect((await service.clock.passUntil(gone)).status).toBe(404);
    await other.close();
  });

  test('ends after five seconds at most, and at once where it may not wait', async () => {
    for (const [prefer, seconds] of [
      ['wait=2', 2],
      ['wait=25', 5],
    ] as const) {
      const waiting = wait(player, prefer);
      await untilWaiting(1);
      await service.clock.pass(seconds * 1_000 - 100);
      await untilWaiting(1);
      const answer = await service.clock.passUntil(waiting);
      expect([...ends(answer), answer.text]).toEqual([304, `wait=${seconds}`, '']);
    }
    expect(ends(await wait(player, 'respond-async'))).toEqual([304, null]);
    expect(ends(await read(player, { prefer: 'wait=5' }))).toEqual([200, null]);
    expect(ends(await wait(`${sessions}&context=${encodeURIComponent('{"/a":1}')}`))).toEqual([304, null]);
    expect((await read(player, { 'if-none-match': 'x' })).status).toBe(400);
    const series = `playkeep_http_request_duration_seconds_sum{method="GET",route="${player.replace('1', ':sequentialId')}",status="304"}`;
    // A read of PostgreSQL takes real time, in which this clock jumps.
    if (engine.name === 'sqlite') expect(await metricOf(service.url, series)).toBe(0);
  });

  test('has a bound in all, and ends when the caller leaves and when the service drains', async () => {
    const etag = (await read(player)).headers.get('etag') ?? '';
    const leave = new AbortController();
    const headers = { authorization: `Bearer ${testServerKey}`, prefer: 'wait=5', 'if-none-match': etag };
    const left = fetch(service.url + player, { headers, signal: leave.signal }).catch(() => 'left');
    const waiting = Array.from({ length: SERVER_WAITS_MAX - 1 }, () => read(player, headers));
    await untilWaiting(SERVER_WAITS_MAX);
    expect(ends(await read(player, headers))).toEqual([304, null]);
    leave.abort();
    expect(await left).toBe('left');
    await untilWaiting(SERVER_WAITS_MAX - 1);
    const next = read(player, headers);
    await untilWaiting(SERVER_WAITS_MAX);
    const stopping = service.stop();
    isStopped = true;
    for (const answer of await Promise.all([next, ...waiting])) expect(ends(answer)).toEqual([304, 'wait=5']);
    await stopping;
  });
});

test('a read that takes its time counts as one that waits', async () => {
  const clock = manualClock();
  const reads = createRepeatedReads(clock, createMetrics());
  const answer = (read: () => Promise<string>, tag: string) =>
    reads.answer(new Request('http://x/', { headers: { prefer: 'wait=5', 'if-none-match': tag } }), read);
  const etag = (await answer(async () => '1', '"none"')).etag ?? '';
  const second = Promise.withResolvers<string>();
  let begun = 0;
  const waiting = Array.from({ length: SERVER_WAITS_MAX }, () => {
    let isFirst = true;
    return answer(() => {
      if (!isFirst) begun += 1;
      const data = isFirst ? Promise.resolve('1') : second.promise;
      isFirst = false;
      return data;
    }, etag);
  });
  while (begun < SERVER_WAITS_MAX) await clock.pass(100);
  const refused = await clock.passUntil(answer(async () => '1', etag));
  expect([refused.status, refused.headers['preference-applied']]).toEqual([304, undefined]);
  second.resolve('2');
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  // Their places are free.
  const next = await clock.passUntil(answer(async () => '1', etag));
  expect(next.headers['preference-applied']).toBe('wait=5');
});

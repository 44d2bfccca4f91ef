// The bounds of waiting reads, and their end when the service stops.
import { afterEach, expect, test } from 'bun:test';
import type { Environment } from '../../../../src/config/settings.ts';
import { WAITS_PER_PLAYER } from '../../../../src/limits.ts';
import { type Answer, paths } from '../../../harness/api.ts';
import { manualClock } from '../../../harness/clock.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { metricOf, untilWaiting } from '../../../harness/waiting.ts';
import { set } from '../../../harness/writes.ts';

let service: Service;
let isStopped = false;
afterEach(async () => {
  if (!isStopped) await service.stop();
});

async function start(environment: Environment = {}, clock = manualClock()): Promise<void> {
  isStopped = false;
  service = await startService({ environment, clock });
  for (const player of ['ann', 'bob']) await service.as(player, 'POST', paths.metadata, set('{}'));
}

const installation = (number: number): string => `installation-${String(number).padStart(8, '0')}`;

/** @param device the number of the installation; none without it */
const wait = (player = 'ann', device?: number): Promise<Answer> =>
  service.as(player, 'GET', paths.metadata, {
    headers: {
      ...{ 'if-none-match': '*', prefer: 'wait=20' },
      ...(device !== undefined && { 'x-installation-id': installation(device) }),
    },
  });

const ends = (answer: Answer) => [answer.status, answer.headers.get('preference-applied')];

test('a newer read of an installation ends its older one, and that of another player stays', async () => {
  await start();
  const older = wait('ann', 1);
  await untilWaiting(service, 1);
  const others = [wait('ann', 2), wait('bob', 1)];
  await untilWaiting(service, 3);
  const newer = wait('ann', 1);
  expect(ends(await older)).toEqual([304, 'wait=20']);
  await untilWaiting(service, 3);
  expect(await metricOf(service.url, 'playkeep_waiting_reads_total{end="replaced"}')).toBe(1);
  for (const answer of await service.clock.passUntil(Promise.all([newer, ...others])))
    expect(ends(answer)).toEqual([304, 'wait=20']);
});

test('four reads of a player wait, the next is answered at once, and another player is not concerned', async () => {
  await start();
  const waiting = Array.from({ length: WAITS_PER_PLAYER }, (_, device) => wait('ann', device));
  await untilWaiting(service, WAITS_PER_PLAYER);
  expect(ends(await wait())).toEqual([304, null]);
  expect(ends(await wait('ann', 99))).toEqual([304, null]);
  expect(await metricOf(service.url, 'playkeep_waiting_reads_total{end="refused"}')).toBe(2);
  // One that takes the place of its own older one is no further one.
  waiting.push(wait('ann', 0));
  expect(ends(await (waiting[0] as Promise<Answer>))).toEqual([304, 'wait=20']);
  const bob = wait('bob');
  await untilWaiting(service, WAITS_PER_PLAYER + 1);
  await service.clock.passUntil(Promise.all([bob, ...waiting]));
});

test.each([
  ['2', 2],
  ['0', 0],
])('with WAIT_MAX_REQUESTS=%s so many reads wait', async (setting, most) => {
  await start({ WAIT_MAX_REQUESTS: setting });
  const waiting = Array.from({ length: most }, (_, index) => wait(index % 2 ? 'ann' : 'bob'));
  await untilWaiting(service, most);
  expect(ends(await wait())).toEqual([304, null]);
  await service.clock.passUntil(Promise.all(waiting));
});

test('a wait counts as one request of the limit of its player, however long it is', async () => {
  await start({ RATE_LIMIT_PER_MINUTE: '3' });
  const waiting = wait();
  await untilWaiting(service, 1);
  const read = () => service.as('ann', 'GET', paths.metadata);
  expect([(await read()).status, (await read()).status]).toEqual([200, 429]);
  expect((await service.clock.passUntil(waiting)).status).toBe(304);
});

test('a service that drains answers all of them at once, ends their connections, and lets no other wait', async () => {
  const asked = Promise.withResolvers<void>();
  const clock = manualClock();
  // The time of the draining passes when the test has asked everything.
  const passUntil: typeof clock.passUntil = (promise) => asked.promise.then(() => clock.passUntil(promise));
  const held = Object.assign(Object.create(clock) as typeof clock, { passUntil });
  await start({ NODE_ENV: 'production', HOST: '127.0.0.1' }, held);
  const waiting = ['ann', 'bob', 'ann'].map((player) => wait(player));
  await untilWaiting(service, 3);
  const drained = Promise.all(waiting);
  const stopping = service.stop();
  isStopped = true;
  for (const answer of await drained) {
    expect(ends(answer)).toEqual([304, 'wait=20']);
    expect(answer.headers.get('connection')).toBe('close');
  }
  expect(ends(await wait())).toEqual([304, null]);
  asked.resolve();
  await stopping;
});

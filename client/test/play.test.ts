// Play sessions that begin without a network: they wait, begin once, take the place of no other device, and their save writes nothing
// before. And sessions whose save was refused, which ask the service at once.
import { expect, test } from 'bun:test';
import { signTestToken } from '../../test/harness/service.ts';
import { platformEnvironment } from '../src/environment.ts';
import { type ClientOptions, memoryStorage, type PlaySession, type Save } from '../src/index.ts';
import { installationOf } from '../src/installation.ts';
import { failureOf, hurriedSleep, settle, until } from './devices.ts';
import { startSuite } from './suite.ts';
import { playLocksInTests } from './web-locks.ts';

const { service, player, device, stored } = startSuite();
const locks = playLocksInTests();

/** Pauses of heartbeats never end. Others are those of all devices. */
const sleep: typeof platformEnvironment.sleep = (milliseconds, signal) =>
  milliseconds === 300_000
    ? platformEnvironment.sleep(milliseconds, signal)
    : hurriedSleep(milliseconds, signal);

const begun = (session: PlaySession) => until(() => session.state === 'active');

/** A phone on a train. */
function offlineDevice(name: string, options: Partial<ClientOptions> = {}) {
  const phone = device(name, { player: name, environment: { sleep }, ...options });
  phone.isOnline = false;
  return phone;
}

test('a session without a network is suspended, and begins with it; its save writes nothing before', async () => {
  const name = player();
  const phone = offlineDevice(name);
  const session = await phone.sessions.play({ onActive: 'replace' });
  expect([session.state, session.sessionId]).toEqual(['suspended', undefined]);
  const save = await phone.openSave({ initial: { gold: 0 }, session });
  await save.increment('/gold', 5);
  const waits = await failureOf(save.flush());
  expect([waits.code, waits.message]).toEqual(['network', 'The session has not begun']);
  // A developer is told why.
  expect(waits.cause as unknown).toBe(session.error);
  expect(session.error?.message).toBe('The service could not be reached');
  phone.isOnline = true;
  phone.tell('online');
  await begun(session);
  await settle(save);
  expect(await stored(name)).toBe('{"gold":5}');
  const writes = phone.requests.filter(({ method, body }) => method !== 'GET' && body.includes('gold'));
  expect(writes.map(({ headers }) => headers.get('x-session-id'))).toEqual(
    writes.map(() => String(session.sessionId)),
  );
  expect((await phone.sessions.active()).sessionId).toBe(String(session.sessionId));
  await save.close();
  await session.end();
  // A network that is not there answers before the patience of three seconds is over, which takes ten times as long here.
}, 15_000);

test('a session and its save begin although the token could not be fetched', async () => {
  const name = player();
  let isOnline = false;
  const phone = device(name, {
    player: name,
    token: async () => {
      if (!isOnline) throw new TypeError('offline');
      return signTestToken(name);
    },
  });
  const session = await phone.sessions.play();
  expect(session.state).toBe('suspended');
  isOnline = true;
  await begun(session);
  await session.end();
});

test('a refusal of the service rejects, and so does an abort', async () => {
  const name = player();
  const other = await device(name).sessions.play();
  expect((await failureOf(device(name).sessions.play())).code).toBe('conflict');
  const reason = new Error('the game was left');
  expect(await failureOf(device(name).sessions.play({ signal: AbortSignal.abort(reason) }))).toBe(
    reason as never,
  );
  await other.end();
});

test('a late session takes the place of no other device, and its save is told at once', async () => {
  const name = player();
  const phone = offlineDevice(name);
  const session = await phone.sessions.play({ onActive: 'replace' });
  const save = (await phone.openSave({ initial: { gold: 0 }, session })) as unknown as Save;
  await save.increment('/gold', 1);
  const tablet = await device(name).sessions.play({ onActive: 'replace' });
  phone.isOnline = true;
  phone.tell('online');
  await until(() => session.state === 'superseded' && save.status === 'blocked');
  expect(save.error?.code).toBe('superseded');
  expect((await phone.sessions.active()).sessionId).toBe(String(tablet.sessionId));
  expect(await stored(name)).toBe('{}');
  // The player goes on here.
  const next = await phone.sessions.play({ onActive: 'replace' });
  save.retry(next);
  await until(() => save.status === 'saved');
  expect(await stored(name)).toBe('{"gold":1}');
  await save.close();
  await next.end();
});

test('a late session ends one that this installation left behind', async () => {
  const name = player();
  const storage = memoryStorage();
  const left = await device(name, { storage }).sessions.start();
  const phone = offlineDevice(name, { storage });
  const session = await phone.sessions.play();
  phone.isOnline = true;
  phone.tell('online');
  await begun(session);
  const { sessions } = await phone.sessions.history();
  expect(sessions.map(({ sessionId, reason }) => [sessionId, reason])).toEqual([
    [left.sessionId, 'replaced'],
  ]);
  await session.end();
});

test('a session that expired while its device slept replaces one whose start had no answer', async () => {
  const name = player();
  let isLossy = false;
  let lost = 0;
  const phone = device(name, {
    environment: { sleep },
    fetch: (async (input: string, init: RequestInit) => {
      const answer = await fetch(input, init);
      if (!isLossy || !input.endsWith('/start')) return answer;
      lost += 1;
      throw new TypeError('lost');
    }) as typeof fetch,
  });
  const session = await phone.sessions.play();
  const before = session.sessionId;
  service().clock.advance(1_500_001);
  isLossy = true;
  phone.tell('sleep');
  phone.tell('wake');
  // All attempts of one start.
  await until(() => lost === 5);
  expect([session.state, session.sessionId]).toEqual(['active', before]);
  isLossy = false;
  phone.tell('sleep');
  phone.tell('wake');
  await until(() => session.sessionId !== before);
  expect([session.state, (await phone.sessions.active()).sessionId]).toEqual([
    'active',
    String(session.sessionId),
  ]);
  expect((await phone.sessions.history()).sessions.map(({ sessionId }) => sessionId)).toEqual([
    String(before),
  ]);
  await session.end();
});

test('a late session takes the place of no live session in another tab of the storage', async () => {
  const [name, storage] = [player(), memoryStorage()];
  const first = await device(name, { storage }).sessions.play();
  const tab = offlineDevice(name, { storage });
  const second = await tab.sessions.play({ onActive: 'replace' });
  tab.isOnline = true;
  tab.tell('online');
  await until(() => second.state === 'superseded');
  expect((await tab.sessions.active()).sessionId).toBe(String(first.sessionId));
  // The tab dies, and its session stays behind.
  locks.kill(`playkeep session ${await installationOf(storage, service().url)} ${name}`);
  tab.isOnline = false;
  const third = await tab.sessions.play();
  tab.isOnline = true;
  tab.tell('online');
  await begun(third);
  // Another player on the same device.
  const other = player();
  await device(other, { storage }).sessions.start();
  const theirs = offlineDevice(other, { storage });
  const fourth = await theirs.sessions.play();
  theirs.isOnline = true;
  theirs.tell('online');
  await begun(fourth);
  await Promise.all([third.end(), fourth.end()]);
});

test('a start whose answer was lost counts once, also with `replace`', async () => {
  for (const onActive of ['reject', 'replace', 'replaceOwn', 'resume'] as const) {
    const name = player();
    let lost = 0;
    const phone = device(name, {
      fetch: (async (input: string, init: RequestInit) => {
        const answer = await fetch(input, init);
        if (!input.endsWith('/start') || lost > 0) return answer;
        lost += 1;
        throw new TypeError('lost');
      }) as typeof fetch,
    });
    const session = await phone.sessions.play({ onActive });
    expect(session.state).toBe('suspended');
    await begun(session);
    expect((await phone.sessions.active()).sessionId).toBe(String(session.sessionId));
    expect((await phone.sessions.history()).sessions).toEqual([]);
    await session.end();
  }
});

test('a hidden page begins no session before it is seen, and one that ended begins none', async () => {
  const name = player();
  const phone = offlineDevice(name);
  const session = await phone.sessions.play();
  phone.tell('sleep');
  phone.isOnline = true;
  phone.tell('online');
  const late = offlineDevice(name);
  const ended = await late.sessions.play();
  await ended.end();
  late.isOnline = true;
  late.tell('online');
  expect((await failureOf(phone.sessions.active())).message).toBe('No active session found');
  await late.metadata.get();
  expect([session.state, ended.state]).toEqual(['suspended', 'ended']);
  expect([...phone.requests, ...late.requests].map(({ method }) => method)).toEqual(['GET', 'GET']);
  phone.tell('wake');
  await begun(session);
  await session.end();
});

test('a save that was superseded tells its session at once', async () => {
  const name = player();
  const phone = device(name, { environment: { sleep } });
  const session = await phone.sessions.play({ onActive: 'replace' });
  const save = await phone.openSave({ initial: { gold: 0 }, session });
  await save.flush();
  const tablet = await device(name).sessions.play({ onActive: 'replace' });
  await save.increment('/gold', 1);
  await until(() => save.status === 'blocked' && session.state === 'superseded');
  expect((await phone.sessions.active()).sessionId).toBe(String(tablet.sessionId));
  await tablet.end();
  await save.close();
});

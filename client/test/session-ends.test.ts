// The ends of play sessions as the service tells them, and the tabs and processes of one device: an old one takes no session back, and
// the session of one that died is no obstacle.
import { expect, test } from 'bun:test';
import { temporaryDirectory } from '../../test/harness/engines.ts';
import { createTestKey } from '../../test/harness/server-keys.ts';
import { fileStorage, memoryStorage, type PlaySession, type SaveStorage } from '../src/index.ts';
import { installationOf } from '../src/installation.ts';
import { type Device, failureOf, until } from './devices.ts';
import { startSuite } from './suite.ts';
import { playLocksInTests } from './web-locks.ts';

const { service, player, device, stored } = startSuite();
const locks = playLocksInTests();

/** No heartbeat comes by itself. */
const silent = { heartbeatSeconds: 100_000 } as const;
const expire = () => service().clock.advance(1_500_001);
const activeOf = async (tab: Device) => (await tab.sessions.active()).sessionId;
const lockOf = async (storage: SaveStorage, name: string) =>
  `playkeep session ${await installationOf(storage, service().url)} ${name}`;

async function terminate(phone: Device): Promise<void> {
  const { sequentialId } = await phone.metadata.get();
  const path = `/api/server/players/${sequentialId}/session/terminate`;
  await service().call('POST', path, { token: (await createTestKey(service())).token });
}

test.each([
  [
    'replaced',
    'superseded',
    (_: Device, name: string) => device(name).sessions.start({ onActive: 'replace' }),
  ],
  ['stopped', 'ended', (phone: Device) => phone.sessions.stop()],
  ['terminated', 'ended', terminate],
] as const)('a session that was %s is %s, and begins no other one', async (end, state, happens) => {
  const name = player();
  const phone = device(name);
  const session = await phone.sessions.play(silent);
  const save = await phone.openSave({ initial: { gold: 0 }, session });
  await save.flush();
  await happens(phone, name);
  await save.increment('/gold', 1);
  await until(() => session.state === state);
  expect(await failureOf(phone.metadata.merge({}, { sessionId: String(session.sessionId) }))).toMatchObject({
    code: end === 'replaced' ? 'superseded' : 'refused',
    reason: 'session-not-current',
    sessionEnd: end,
  });
  expect(phone.requests.filter(({ url }) => url.endsWith('/start'))).toHaveLength(1);
  await until(() => save.status === (end === 'replaced' ? 'blocked' : 'waiting'));
  expect([save.error?.code === 'superseded', await stored(name)]).toEqual([end === 'replaced', '{"gold":0}']);
  // Another session goes on.
  const next = await phone.sessions.play({ ...silent, onActive: 'replace' });
  save.retry(next);
  await until(() => save.status === 'saved');
  expect(await stored(name)).toBe('{"gold":1}');
  await save.close();
});

test('a session that expired begins anew, and its save waits meanwhile', async () => {
  const name = player();
  let isHeld = false;
  const phone = device(name, {
    fetch: (async (input: string, init: RequestInit) => {
      if (isHeld && input.endsWith('/start')) throw new TypeError('offline');
      return fetch(input, init);
    }) as typeof fetch,
  });
  const session = await phone.sessions.play(silent);
  const before = session.sessionId;
  const save = await phone.openSave({ initial: { gold: 0 }, session });
  await save.flush();
  const told: unknown[] = [];
  save.on('status', ({ status, error }) => told.push(status === 'blocked' || error?.code === 'superseded'));
  session.on('superseded', () => told.push('superseded'));
  expire();
  isHeld = true;
  await save.increment('/gold', 1);
  await until(() => save.status === 'waiting');
  expect(save.error).toMatchObject({ reason: 'session-not-current', sessionEnd: 'expired' });
  isHeld = false;
  await until(() => save.status === 'saved');
  expect([session.state, session.sessionId === before]).toEqual(['active', false]);
  expect([await stored(name), told.some(Boolean)]).toEqual(['{"gold":1}', false]);
  await save.close();
  await session.end();
});

test('a service of an earlier version, which does not say why, is asked by a start', async () => {
  const name = player();
  const phone = device(name, {
    fetch: (async (input: string, init: RequestInit) => {
      const answer = await fetch(input, init);
      const headers = new Headers(answer.headers);
      headers.delete('x-session-end');
      return new Response(await answer.text(), { status: answer.status, headers });
    }) as typeof fetch,
  });
  const session = await phone.sessions.play(silent);
  const before = String(session.sessionId);
  expire();
  session.check();
  await until(() => session.sessionId !== before);
  await device(name).sessions.start({ onActive: 'replace' });
  expect((await failureOf(phone.metadata.merge({}, { sessionId: before }))).code).toBe('superseded');
  session.check();
  await until(() => session.state === 'superseded');
});

/** Two tabs of a browser. */
function twoTabs() {
  const [name, storage] = [player(), memoryStorage()];
  return { name, storage, tabs: [device(name, { storage }), device(name, { storage })] as const };
}

test('a tab whose session another tab replaced is superseded, and takes nothing back', async () => {
  const { tabs } = twoTabs();
  const first = await tabs[0].sessions.play(silent);
  const second = await tabs[1].sessions.play({ ...silent, onActive: 'replace' });
  first.check();
  await until(() => first.state === 'superseded');
  expect([await activeOf(tabs[1]), second.state]).toEqual([String(second.sessionId), 'active']);
  await second.end();
});

test('a tab whose session expired takes the place of no other tab, but of one that died', async () => {
  for (const hasDied of [false, true]) {
    const { name, storage, tabs } = twoTabs();
    const first = await tabs[0].sessions.play(silent);
    expire();
    const second = await tabs[1].sessions.play(silent);
    // It waits for the lock of the first one.
    if (hasDied) locks.kill(await lockOf(storage, name), 1);
    const before = first.sessionId;
    first.check();
    await until(() => first.state === 'superseded' || first.sessionId !== before);
    expect(first.state).toBe(hasDied ? 'active' : 'superseded');
    expect((await activeOf(tabs[0])) === String(second.sessionId)).toBe(!hasDied);
    await Promise.all([first.end(), second.end()]);
  }
});

test('tabs that share a session share the next one after it expired', async () => {
  const { tabs } = twoTabs();
  const sessions: PlaySession[] = [];
  for (const tab of tabs) sessions.push(await tab.sessions.play({ ...silent, onActive: 'resume' }));
  const before = sessions[0]?.sessionId;
  expect(sessions[1]?.sessionId).toBe(before);
  expire();
  for (const session of sessions) session.check();
  await until(() => sessions.every(({ sessionId }) => sessionId !== before));
  expect(sessions.map(({ state }) => state)).toEqual(['active', 'active']);
  expect(sessions[1]?.sessionId).toBe(String(sessions[0]?.sessionId));
  await sessions[0]?.end();
});

test('a game that died is no obstacle to the next one, and another tab is', async () => {
  const { name, storage, tabs } = twoTabs();
  const left = await tabs[0].sessions.play(silent);
  expect((await failureOf(tabs[1].sessions.play(silent))).code).toBe('conflict');
  expect((await failureOf(device(name).sessions.play(silent))).code).toBe('conflict');
  locks.kill(await lockOf(storage, name));
  const next = await tabs[1].sessions.play(silent);
  expect(next.state).toBe('active');
  const { sessions } = await tabs[1].sessions.history();
  expect(sessions.map(({ sessionId, reason }) => [sessionId, reason])).toEqual([
    [String(left.sessionId), 'replaced'],
  ]);
  await next.end();
});

test('without Web Locks the sessions of one process know each other', async () => {
  locks.remove();
  const { tabs } = twoTabs();
  const first = await tabs[0].sessions.play(silent);
  expect((await failureOf(tabs[1].sessions.play(silent))).code).toBe('conflict');
  await first.end();
  const left = await tabs[0].sessions.start();
  const second = await tabs[1].sessions.play(silent);
  expect(second.sessionId === left.sessionId).toBe(false);
  await second.end();
});

test('a process that was killed is no obstacle to the next one on its folder, and one that runs is', async () => {
  locks.remove();
  const name = player();
  const { directory, remove } = temporaryDirectory();
  const phone = device(name, { storage: fileStorage(directory) });
  const game = Bun.spawn([process.execPath, new URL('playing-process.ts', import.meta.url).pathname], {
    env: { ...process.env, SERVICE: service().url, PLAYER: name, FOLDER: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await game.stdout.getReader().read();
  const left = new TextDecoder().decode(value).trim();
  expect(await activeOf(phone)).toBe(left);
  expect((await failureOf(phone.sessions.play(silent))).code).toBe('conflict');
  game.kill('SIGKILL');
  await game.exited;
  const session = await phone.sessions.play(silent);
  expect([
    session.state,
    (await phone.sessions.history()).sessions.map(({ sessionId }) => sessionId),
  ]).toEqual(['active', [left]]);
  await session.end();
  remove();
});

// Requests of a save whose answers were lost: each goes again just as it was, however late, and the service knows it. Nothing takes
// effect twice, and nothing is dropped silently.
import { expect, test } from 'bun:test';
import { createTestKey } from '../../test/harness/server-keys.ts';
import { platformEnvironment } from '../src/environment.ts';
import { type ClientOptions, memoryStorage, type SaveStorage } from '../src/index.ts';
import type { JsonObject } from '../src/record.ts';
import { createDevice, failureOf, settle, until } from './devices.ts';
import { describeOnEngines } from './suite.ts';

type Network = 'well' | 'answersAreLost' | 'requestsAreLost';

interface SentWrite {
  readonly input: string;
  readonly init: RequestInit;
}

/** All by which the service knows a repetition. */
function factsOf(write: SentWrite | undefined) {
  const headers = new Headers(write?.init.headers);
  const [installation, key, type] = ['x-installation-id', 'idempotency-key', 'content-type'].map((name) =>
    headers.get(name),
  );
  const conditions = [headers.get('if-match'), headers.get('if-none-match')];
  return { installation, key, type, conditions, method: write?.init.method, body: write?.init.body };
}

/** A device whose answers or requests are lost while the test says so, with its writes as they were sent. */
function lossy(url: string, name: string, options: Partial<ClientOptions> = {}) {
  const state = { network: 'well' as Network };
  const writes: SentWrite[] = [];
  const device = createDevice(url, name, {
    ...options,
    fetch: (async (input: string, init: RequestInit) => {
      const isWrite = init.method !== 'GET' && !input.endsWith('/start');
      if (isWrite) writes.push({ input, init });
      if (state.network === 'requestsAreLost') throw new TypeError('lost');
      const response = await fetch(input, init);
      if (state.network === 'answersAreLost' && isWrite) throw new TypeError('lost');
      return response;
    }) as typeof fetch,
  });
  return { state, writes, device };
}

describeOnEngines(({ service, player, device, stored }) => {
  /** A save with an addition on its way, whose device was turned off. */
  async function leave(network: Network) {
    const name = player();
    const storage = memoryStorage();
    const first = lossy(service().url, name, { storage });
    const save = await first.device.openSave({ initial: { gold: 0 } });
    await save.flush();
    first.state.network = network;
    await save.increment('/gold', 10);
    await until(() => first.writes.length > 1 && save.status === 'waiting');
    expect((await save.pending()).map(({ state }) => state)).toEqual(['sent']);
    await save.close();
    return { name, storage, sent: first.writes.at(-1) };
  }

  /** The same device after a restart, when so much time has passed. */
  async function comeBack(name: string, storage: SaveStorage, milliseconds: number) {
    service().clock.advance(milliseconds);
    const environment = { now: () => platformEnvironment.now() - milliseconds };
    const phone = lossy(service().url, name, { storage, environment });
    return { ...phone, save: await phone.device.openSave() };
  }

  for (const [time, milliseconds] of [
    ['a second', 1_000],
    ['three weeks', 21 * 86_400_000],
  ] as const) {
    for (const network of ['answersAreLost', 'requestsAreLost'] as const) {
      test(`where ${network}, a request goes again just as it was after ${time}, and a late copy has no effect`, async () => {
        const { name, storage, sent } = await leave(network);
        const { save, writes } = await comeBack(name, storage, milliseconds);
        expect(save.data as unknown).toEqual({ gold: 10 });
        await settle(save);
        const late = await fetch(sent?.input ?? '', { ...sent?.init, signal: null });
        expect([late.status, await stored(name)]).toEqual([200, '{"gold":10}']);
        await save.increment('/gold', 1);
        await settle(save);
        expect(await stored(name)).toBe('{"gold":11}');
        const [again, next] = writes.map(factsOf);
        expect(again).toEqual(factsOf(sent));
        expect([next?.installation, next?.key === again?.key]).toEqual([again?.installation, false]);
        await save.close();
      });

      test(`where ${network}, additions of fifteen other installations do not hide a change, after ${time}`, async () => {
        const { name, storage } = await leave(network);
        await addFromInstallations(name, 15);
        const { save } = await comeBack(name, storage, milliseconds);
        await settle(save);
        expect(await stored(name)).toBe('{"gold":25}');
        expect(await save.pending()).toEqual([]);
        await save.close();
      });
    }
  }

  /** Each adds 1. */
  async function addFromInstallations(name: string, count: number): Promise<void> {
    for (let other = 0; other < count; other += 1) {
      const save = await device(name, { storage: memoryStorage() }).openSave();
      await save.increment('/gold', 1);
      await settle(save);
      await save.close();
    }
  }

  test('after sixteen other installations a change whose answer was lost may be applied a second time', async () => {
    const { name, storage } = await leave('answersAreLost');
    await addFromInstallations(name, 16);
    const { save } = await comeBack(name, storage, 1_000);
    await settle(save);
    expect(await stored(name)).toBe('{"gold":36}');
    await save.close();
  });

  test('a change that waited meets what others wrote before the answer to a repetition', async () => {
    const name = player();
    const phone = lossy(service().url, name);
    const save = await phone.device.openSave<JsonObject>({ initial: { gold: 0, level: 1, name: 'a' } });
    await save.flush();
    const conflicts: unknown[] = [];
    save.on('conflict', ({ base, mine, theirs }) => conflicts.push([base, mine, theirs]));
    phone.state.network = 'answersAreLost';
    await save.increment('/gold', 10);
    await until(() => save.status === 'waiting');
    await save.merge({ level: 2 });
    await save.merge({ own: true });
    await device(name).metadata.merge({ level: 5, name: 'b' });
    phone.state.network = 'well';
    await settle(save);
    expect(conflicts).toEqual([
      [
        { gold: 10, level: 1, name: 'a' },
        { gold: 10, level: 2, name: 'b', own: true },
        { gold: 10, level: 5, name: 'b' },
      ],
    ]);
    expect(await stored(name)).toBe('{"gold":10,"level":2,"name":"b","own":true}');
    await save.close();
  });

  test('a request goes again in the session of the moment, and takes effect once', async () => {
    const name = player();
    const phone = lossy(service().url, name);
    const session = { sessionId: (await phone.device.sessions.start()).sessionId };
    const save = await phone.device.openSave({ initial: { gold: 0 }, session });
    await save.flush();
    for (const network of ['answersAreLost', 'requestsAreLost'] as const) {
      phone.state.network = network;
      await save.increment('/gold', 10);
      await until(() => save.status === 'waiting');
      const sent = phone.writes.at(-1);
      await device(name).sessions.start({ onActive: 'replace' });
      phone.state.network = 'well';
      if (network === 'requestsAreLost') {
        expect((await failureOf(settle(save))).code).toBe('superseded');
        expect((await save.pending()).map(({ state }) => state)).toEqual(['sent']);
      }
      const next = await phone.device.sessions.start({ onActive: 'replace' });
      session.sessionId = next.sessionId;
      save.retry();
      await settle(save);
      // A copy from before arrives last of all.
      await fetch(sent?.input ?? '', { ...sent?.init, signal: null });
    }
    expect(await stored(name)).toBe('{"gold":20}');
    await save.close();
  });

  test('a save begins anew where its metadata was deleted, and a late copy of its first save revives nothing', async () => {
    const name = player();
    const first = lossy(service().url, name);
    const save = await first.device.openSave({ initial: { gold: 1 } });
    await save.flush();
    await save.close();
    const sent = first.writes.find(({ init }) => init.method === 'POST');
    await device(name).metadata.delete();
    const late = await fetch(sent?.input ?? '', { ...sent?.init, signal: null });
    expect([late.status, await stored(name)]).toEqual([200, '{}']);
    const second = lossy(service().url, name);
    const anew = await second.device.openSave({ initial: { gold: 2 } });
    await anew.increment('/gold', 1);
    await anew.flush();
    expect(await stored(name)).toBe('{"gold":3}');
    const conditions = second.writes.map(({ init }) => new Headers(init.headers).has('if-match'));
    expect(conditions).toEqual([false, true, true]);
    await anew.close();
  });

  test('a suspended player’s changes wait, and go when the game says so', async () => {
    const name = player();
    const save = await device(name).openSave({ initial: { gold: 1 } });
    await save.flush();
    const { sequentialId } = await device(name).metadata.get();
    const key = { token: (await createTestKey(service())).token };
    const path = `/api/server/players/${sequentialId}/suspend`;
    expect((await service().call('POST', path, key)).status).toBe(200);
    await save.merge({ gold: 2 });
    const failure = await failureOf(save.flush());
    expect([failure.status, failure.detail, save.status]).toEqual([403, 'suspended forever', 'blocked']);
    expect((await save.pending()).map(({ state }) => state)).toEqual(['sent']);
    expect((await service().call('DELETE', path, key)).status).toBe(200);
    save.retry();
    await until(() => save.status === 'saved');
    expect(await stored(name)).toBe('{"gold":2}');
    await save.close();
  });
});

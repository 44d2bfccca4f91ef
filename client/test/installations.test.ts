// The installation of a client: one id for all that use a storage, in each request that counts by it. And queues and services of
// earlier versions, which know no installations.
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryDirectory } from '../../test/harness/engines.ts';
import { asyncStorage, fileStorage, memoryStorage, type SaveStorage } from '../src/index.ts';
import { installationOf } from '../src/installation.ts';
import { failureOf, settle, until } from './devices.ts';
import { type Items, itemsStorage } from './items.ts';
import { describeOnEngines } from './suite.ts';

const url = 'https://play.example.com';

describe('the id of an installation', () => {
  const items: Items = new Map();
  const { directory, remove } = temporaryDirectory();
  for (const [kind, storage] of [
    ['files', () => fileStorage(join(directory, 'saves'))],
    ['items', () => itemsStorage(items)],
  ] as const) {
    test(`is one for all that use a storage at once, and another for another service: ${kind}`, async () => {
      // A storage object stands for a process of its own.
      const ids = await Promise.all(Array.from({ length: 4 }, () => installationOf(storage(), url)));
      expect(new Set(ids).size).toBe(1);
      expect(ids[0]).toMatch(/^[\w-]{16,64}$/);
      expect(await installationOf(storage(), 'https://other.example.com')).not.toBe(ids[0] as string);
      if (kind === 'files') remove();
      if (kind === 'files') expect(await installationOf(storage(), url)).not.toBe(ids[0] as string);
    });
  }

  test('is one for a run where the device keeps nothing', async () => {
    const full = () => Promise.reject(new Error('QuotaExceededError'));
    const storage = asyncStorage({ getItem: async () => null, setItem: full, removeItem: full });
    expect(await installationOf(storage, url)).toBe(await installationOf(storage, url));
  });
});

describeOnEngines(({ service, player, device, stored }) => {
  test('all players of a device have one, in writes of saves and in starts alone', async () => {
    const storage = memoryStorage();
    const names = [player(), player()];
    const phones = names.map((name) => device(name, { storage }));
    for (const phone of phones) {
      const session = await phone.sessions.play();
      const save = await phone.openSave({ initial: { gold: 0 }, session });
      await save.increment('/gold', 1);
      await save.flush();
      await phone.metadata.merge({ other: 1 });
      await phone.sessions.heartbeat();
      await save.close();
      await session.end();
    }
    const id = await installationOf(storage, service().url);
    for (const { requests } of phones) {
      const ids = requests.map(({ headers }) => headers.get('x-installation-id'));
      // The start, a read, the two writes of the save, the merge, the heartbeat and the stop.
      expect(new Set(ids)).toEqual(new Set([id, null]));
    }
  });

  /** A save whose request is on its way, on a device that an earlier version of the client left. */
  async function leaveEarlier(name: string, storage: SaveStorage) {
    const { etag: ifMatch = '' } = await device(name).metadata.set({ gold: 0 });
    const area = await storage.open(`${service().url} ${name}`);
    const add = (by: number) => ({
      ...{ id: String(by), kind: 'increment', madeAt: '2026-01-01T00:00:00.000Z' },
      body: { operations: [{ op: 'increment', path: '/gold', by }] },
    });
    const [key, type] = ['the key of before', 'application/vnd.playkeep.patch+json'];
    const body = JSON.stringify(add(10).body.operations);
    const batch = { key, numbers: [2], method: 'PATCH', type, body, ifMatch };
    const base = { text: '{"gold":0}', etag: ifMatch, playerId: name };
    const refused = {
      ...add(0),
      body: { patch: { title: 'king' } },
      refusal: { status: 403, message: 'Field not writable' },
    };
    const changes = new Map([add(10), add(1), refused].map((one, at) => [at + 2, JSON.stringify(one)]));
    await area.commit({ values: { base: JSON.stringify(base), batch: JSON.stringify(batch) }, changes });
    await area.close();
    const headers = { 'content-type': type, 'idempotency-key': key, 'if-match': ifMatch };
    return {
      arrive: () => service().as(name, 'PATCH', '/api/game/metadata', { body, headers }),
      /** The question of an earlier client whether the service knows the key. */
      ask: () =>
        service().as(name, 'PATCH', '/api/game/metadata', {
          body: '[{"op":"test","path":"","value":null}]',
          headers: { ...headers, 'if-match': '"probe"' },
        }),
    };
  }

  test('a queue of an earlier version goes on, with a request that had arrived, had not, or was asked about', async () => {
    for (const happened of ['arrived', 'lost', 'asked'] as const) {
      const [name, storage] = [player(), memoryStorage()];
      const { arrive, ask } = await leaveEarlier(name, storage);
      if (happened === 'arrived') expect((await arrive()).status).toBe(200);
      if (happened === 'asked') expect((await ask()).status).toBe(412);
      await device(name).metadata.merge({ other: 1 });
      const phone = device(name, { storage });
      const save = await phone.openSave();
      expect((save.data as { gold?: number }).gold).toBe(11);
      expect(save.pending()).toMatchObject({ sent: true, held: [{ path: '/title' }] });
      await until(() => save.status === 'saved');
      expect([happened, await stored(name)]).toEqual([happened, '{"gold":11,"other":1}']);
      // The queue is out, and an old tab shows the document.
      expect(save.data as unknown).toEqual({ gold: 11, other: 1, title: 'king' });
      const first = phone.requests.find(({ method }) => method !== 'GET');
      expect(first?.headers.has('x-installation-id')).toBe(false);
      // A copy of the earlier request arrives at last.
      await arrive();
      expect(await stored(name)).toBe('{"gold":11,"other":1}');
      await save.close();
    }
  });

  test('a service of before takes saves by their keys, and a late start ends there', async () => {
    const name = player();
    const refused: string[] = [];
    const phone = device(name, {
      fetch: (async (input: string, init: RequestInit) => {
        if (!phone.isOnline) throw new TypeError('offline');
        const headers = new Headers(init.headers);
        headers.delete('x-installation-id');
        const body = (init.body as string | undefined)?.replace('replaceOwn', 'unknown');
        const response = await fetch(input, { ...init, headers, ...(body !== undefined && { body }) });
        if (response.status === 400) refused.push(input);
        if (isLossy && init.method === 'PATCH') throw new TypeError('lost');
        return response;
      }) as typeof fetch,
    });
    let isLossy = false;
    const save = await phone.openSave({ initial: { gold: 0 } });
    await save.flush();
    isLossy = true;
    await save.increment('/gold', 10);
    await until(() => save.status === 'waiting');
    await device(name).metadata.merge({ other: 1 });
    isLossy = false;
    await settle(save);
    expect(await stored(name)).toBe('{"gold":10,"other":1}');
    phone.isOnline = false;
    const session = await phone.sessions.play();
    phone.isOnline = true;
    phone.tell('online');
    await until(() => session.state === 'ended');
    expect(refused.length).toBe(1);
    expect((await failureOf(phone.sessions.active())).message).toBe('No active session found');
    await save.close();
  });
});

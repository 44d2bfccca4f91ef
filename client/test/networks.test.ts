// A save behind networks that a game meets: a proxy that weakens or removes entity tags, a service that answers late, demands of
// long pauses. Then what a game may hand in by mistake.
import { expect, test } from 'bun:test';
import { temporaryDirectory } from '../../test/harness/engines.ts';
import { platformEnvironment } from '../src/environment.ts';
import { fileStorage, type Save } from '../src/index.ts';
import { failureOf, settle, until } from './devices.ts';
import { startSuite } from './suite.ts';

const { player, device, stored } = startSuite();

/** A network that gives each answer other headers. */
const proxy = (change: (headers: Headers) => void, requests: RequestInit[] = []) =>
  (async (input: string, init: RequestInit) => {
    requests.push(init);
    const response = await fetch(input, init);
    const headers = new Headers(response.headers);
    change(headers);
    return new Response(response.status === 304 ? null : await response.text(), {
      status: response.status,
      headers,
    });
  }) as typeof fetch;

test.each([
  ['makes entity tags weak', (etag: string) => `W/${etag}`],
  ['names its coding in entity tags', (etag: string) => etag.replace(/"$/, '-gzip"')],
  ['does both', (etag: string) => `W/${etag.replace(/"$/, '-zstd"')}`],
])('a proxy that compresses and %s causes no conflict', async (_title, changed) => {
  const name = player();
  const requests: RequestInit[] = [];
  const weaken = (headers: Headers) => headers.set('etag', changed(headers.get('etag') ?? ''));
  const phone = device(name, { fetch: proxy(weaken, requests) });
  const save = await phone.openSave({ initial: { gold: 0 } });
  await save.flush();
  for (let count = 0; count < 3; count += 1) {
    await save.increment('/gold', 1);
    await save.flush();
  }
  expect([await stored(name), requests.length]).toEqual(['{"gold":3}', 5]);
  const record = await phone.metadata.get();
  expect((await phone.metadata.merge({ gold: 4 }, { ifMatch: record.etag })).metadata).toEqual({ gold: 4 });
  await save.close();
});

test('a proxy that removes entity tags is named, and asked at times', async () => {
  const name = player();
  await device(name).metadata.set({ gold: 1 });
  const requests: RequestInit[] = [];
  let isRemoving = true;
  const remove = (headers: Headers) => {
    if (isRemoving) headers.delete('etag');
  };
  const pauses: number[] = [];
  const phone = device(name, {
    fetch: proxy(remove, requests),
    environment: {
      sleep(milliseconds, signal) {
        pauses.push(milliseconds);
        return platformEnvironment.sleep(milliseconds / 100, signal);
      },
    },
  });
  const save = await phone.openSave();
  await save.increment('/gold', 1);
  await until(() => save.error?.message === 'The answer has no entity tag');
  expect([save.status, save.error?.code]).toEqual(['waiting', 'network']);
  await until(() => requests.length > 4);
  expect(pauses.filter((pause) => pause >= 500).length).toBeGreaterThanOrEqual(requests.length - 2);
  isRemoving = false;
  await settle(save);
  expect(await stored(name)).toBe('{"gold":2}');
  await save.close();
});

test('a save without initial data waits for a record that comes late, and does not begin anew', async () => {
  const name = player();
  await device(name).metadata.set({ level: 40 });
  let isSlow = true;
  const phone = device(name, {
    environment: { sleep: platformEnvironment.sleep },
    fetch: (async (input: string, init: RequestInit) => {
      if (isSlow) await new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject()));
      return fetch(input, init);
    }) as typeof fetch,
  });
  const save = await phone.openSave();
  expect([save.data as unknown, save.status]).toEqual([{}, 'waiting']);
  isSlow = false;
  phone.tell('online');
  await save.close();
  const again = await device(name).openSave();
  expect(again.data as unknown).toEqual({ level: 40 });
  await again.close();
  const offline = device(name, { player: name });
  offline.isOnline = false;
  const late = await offline.openSave();
  expect([late.data as unknown, late.status]).toEqual([{}, 'waiting']);
  offline.isOnline = true;
  await until(() => late.status === 'saved');
  expect(late.data as unknown).toEqual({ level: 40 });
  await late.close();
});

test('values that are no objects are refused at once, and leave the save as it was', async () => {
  const name = player();
  using files = temporaryDirectory();
  const phone = device(name, { storage: fileStorage(files.directory) });
  expect(await failureOf(phone.openSave({ initial: { gold: Number.NaN } }))).toBeInstanceOf(TypeError);
  expect(await failureOf(phone.openSave({ initial: [] }))).toBeInstanceOf(TypeError);
  const save = (await phone.openSave({ initial: { gold: 1 } })) as unknown as Save;
  for (const value of [null, [1], 'text', 7] as unknown as object[]) {
    expect(await failureOf(save.set(value))).toBeInstanceOf(TypeError);
    expect(await failureOf(save.merge(value))).toBeInstanceOf(TypeError);
  }
  expect(await failureOf(save.increment('gold', 1))).toMatchObject({ code: 'refused' });
  await settle(save);
  expect([save.data, await stored(name)]).toEqual([{ gold: 1 }, '{"gold":1}']);
  await save.close();
});

test('an edit of the view in place throws, and loses no later set', async () => {
  const name = player();
  interface Held {
    gold: number;
    bag: { items: number[]; open?: boolean };
  }
  const save = await device(name).openSave<Held>({ initial: { gold: 1, bag: { items: [1] } } });
  const edits = () => [
    () => Object.assign(save.data, { gold: 2 }),
    () => Object.assign(save.data.bag, { size: 1 }),
    () => save.data.bag.items.push(2),
  ];
  for (const edit of edits()) expect(edit).toThrow(TypeError);
  await save.flush();
  await save.merge({ bag: { open: true } });
  for (const edit of edits()) expect(edit).toThrow(TypeError);
  // The game's own objects stay its own.
  const copy = structuredClone(save.data);
  copy.gold = 5;
  await save.set(copy);
  copy.bag.items.push(3);
  await settle(save);
  expect(await stored(name)).toBe('{"gold":5,"bag":{"items":[1],"open":true}}');
  await save.close();
});

// A save behind networks that a game meets: a proxy that weakens or removes entity tags, and a service that answers late.
import { expect, test } from 'bun:test';
import { platformEnvironment } from '../src/environment.ts';
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

test('a save waits for a record that comes late, and begins without one only where attempts fail', async () => {
  const name = player();
  await device(name).metadata.set({ level: 40 });
  let isSlow = true;
  let isAsked = false;
  const phone = device(name, {
    fetch: (async (input: string, init: RequestInit) => {
      isAsked = true;
      if (isSlow) await new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject()));
      return fetch(input, init);
    }) as typeof fetch,
  });
  const end = new AbortController();
  const opening = failureOf(phone.openSave({ initial: { level: 0 }, signal: end.signal }));
  await until(() => isAsked);
  // However long it takes, while the request is under way.
  end.abort(new Error('the player leaves'));
  expect((await opening).message).toBe('the player leaves');
  isSlow = false;
  const again = await phone.openSave({ initial: { level: 0 } });
  expect([again.data as unknown, again.source]).toEqual([{ level: 40 }, 'service']);
  await again.close();
  const offline = device(name, { player: name });
  offline.isOnline = false;
  const late = await offline.openSave();
  expect([late.data as unknown, late.status, late.source]).toEqual([{}, 'waiting', 'initial']);
  offline.isOnline = true;
  await until(() => late.status === 'saved');
  expect(late.data as unknown).toEqual({ level: 40 });
  await late.close();
});

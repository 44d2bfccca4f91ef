// The storages of the client: what an update promises on each, files after a kill, a lock between processes, stores of texts, and
// devices that can keep nothing.
import { describe, expect, test } from 'bun:test';
import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../test/harness/engines.ts';
import {
  type AsyncStorageAdapter,
  asyncStorage,
  fileStorage,
  memoryStorage,
  type SaveStorage,
} from '../src/index.ts';
import { createFallbackArea } from '../src/storage/fallback-area.ts';
import { failureOf } from './devices.ts';

/** Items in memory, as a device keeps them. `mostCharacters` bounds one item. */
function adapter(items = new Map<string, string>(), mostCharacters = 1_000_000): AsyncStorageAdapter {
  return {
    getItem: async (key) => items.get(key) ?? null,
    async setItem(key, value) {
      if (value.length > mostCharacters) throw new Error('the row is too large');
      items.set(key, value);
    },
    async removeItem(key) {
      items.delete(key);
    },
  };
}

const kinds: readonly (readonly [string, (directory: string) => SaveStorage])[] = [
  ['memoryStorage', () => memoryStorage()],
  ['fileStorage', (directory) => fileStorage(join(directory, 'a', 'b'))],
  ['asyncStorage', () => asyncStorage(adapter())],
];

describe.each(kinds)('%s', (_, create) => {
  test('keeps values and changes apart by name, and updates them whole or not at all', async () => {
    using files = temporaryDirectory();
    const storage = create(files.directory);
    const area = await storage.open('https://play.example.com ann');
    const other = await storage.open('https://play.example.com bob');
    expect(await area.commit({ values: { one: '1', two: '"\\n"' }, changes: new Map([[1, 'old']]) })).toBe(
      true,
    );
    expect(await area.commit({ expected: { one: 'x' }, values: { two: 'no' } })).toBe(false);
    expect(await area.commit({ expected: { three: 'x' }, values: { two: 'no' } })).toBe(false);
    const update = { expected: { one: '1', three: undefined }, values: { one: undefined, three: '3' } };
    expect(await area.commit({ ...update, changes: new Map([[1, undefined]]) })).toBe(true);
    expect(await other.commit({ values: { one: 'of bob' } })).toBe(true);
    await area.close();
    const again = await storage.open('https://play.example.com ann');
    const { values, changes: kept } = await again.read();
    expect(Object.fromEntries(values)).toEqual({ two: '"\\n"', three: '3' });
    expect([...kept]).toEqual([]);
    await again.close();
    await other.close();
  });

  test('stays small, and keeps long texts', async () => {
    using files = temporaryDirectory();
    const storage = create(files.directory);
    const area = await storage.open('ann');
    const text = (round: number) => `${round} ${'é"\\'.repeat(300_000)}`;
    for (let round = 0; round < 80; round += 1) {
      await area.commit({ values: { base: text(round % 8 === 0 ? round : 0) } });
      await area.commit({ values: { [`edit ${round}`]: 'x' } });
      if (round < 79) await area.commit({ values: { [`edit ${round}`]: undefined } });
    }
    await area.close();
    const again = await storage.open('ann');
    const { values } = await again.read();
    expect([values.get('base'), values.get('edit 79'), values.size]).toEqual([text(0), 'x', 2]);
    await again.close();
    const sizes = readdirSync(files.directory, { recursive: true }).map(
      (name) => statSync(join(files.directory, String(name))).size,
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(16 * 2 ** 20);
  }, 60_000);
});

describe('fileStorage', () => {
  const journalIn = (directory: string): string => {
    const name = readdirSync(directory).find((file) => file.endsWith('.journal'));
    return join(directory, name ?? '');
  };

  test('cuts off the beginning of a line that a kill left, and goes on after it', async () => {
    using files = temporaryDirectory();
    const storage = fileStorage(files.directory);
    const area = await storage.open('ann');
    for (const text of ['one', 'two']) await area.commit({ values: { [text]: text } });
    await area.close();
    const path = journalIn(files.directory);
    const { size } = statSync(path);
    appendFileSync(path, '{"values":{"thr');
    const again = await storage.open('ann');
    expect(statSync(path).size).toBe(size);
    expect(await again.commit({ values: { three: 'three' } })).toBe(true);
    await again.close();
    truncateSync(path, size + 5);
    const last = await storage.open('ann');
    expect([...(await last.read()).values.values()]).toEqual(['one', 'two']);
    await last.close();
  });

  test('says that a journal is damaged, and leaves it as it is', async () => {
    using files = temporaryDirectory();
    const storage = fileStorage(files.directory);
    const area = await storage.open('ann');
    await area.commit({ values: { one: 'one' } });
    await area.close();
    const path = journalIn(files.directory);
    writeFileSync(path, `{"chan\n${readFileSync(path, 'utf8')}`);
    const before = readFileSync(path, 'utf8');
    const failure = await failureOf(storage.open('ann'));
    expect([failure.code, failure.message]).toEqual(['storage', 'The save on the device is damaged']);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('is open in one place at a time, and at once after a kill', async () => {
    using files = temporaryDirectory();
    const storage = fileStorage(files.directory);
    const first = await storage.open('ann');
    expect((await failureOf(storage.open('ann'))).message).toBe(
      'The save is open in another place on this device',
    );
    await first.close();
    const module = join(import.meta.dir, '../src/index.ts');
    const program = `const { fileStorage } = await import(${JSON.stringify(module)});
      // Bun ends a process whose open file nothing refers to any more.
      globalThis.area = await fileStorage(${JSON.stringify(files.directory)}).open('ann');
      await area.commit({ values: { one: 'kept' } });
      console.log('open');
      setInterval(() => undefined, 1000);`;
    const holder = Bun.spawn([process.execPath, '--no-env-file', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { value } = await holder.stdout.getReader().read();
    expect(Buffer.from(value ?? []).toString()).toBe('open\n');
    expect((await failureOf(storage.open('ann'))).code).toBe('storage');
    holder.kill('SIGKILL');
    await holder.exited;
    const again = await storage.open('ann');
    expect([...(await again.read()).values.values()]).toEqual(['kept']);
    await again.close();
  });

  test('is locked by one of many that come at once', async () => {
    using files = temporaryDirectory();
    const module = join(import.meta.dir, '../src/index.ts');
    const program = `const { fileStorage } = await import(${JSON.stringify(module)});
      try {
        globalThis.area = await fileStorage(${JSON.stringify(files.directory)}).open('ann');
        console.log('open');
      } catch (error) {
        console.log(error.code);
      }
      process.stdin.on('data', () => process.exit());`;
    const children = Array.from({ length: 6 }, () =>
      Bun.spawn([process.execPath, '--no-env-file', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] }),
    );
    const words = await Promise.all(
      children.map(async (child) =>
        Buffer.from((await child.stdout.getReader().read()).value ?? [])
          .toString()
          .trim(),
      ),
    );
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(children.map((child) => child.exited));
    expect(words.toSorted()).toEqual(['open', ...Array(5).fill('storage')]);
  }, 30_000);
});

test('items of a store of texts stay below the size that Android can read', async () => {
  const items = new Map<string, string>();
  const area = await asyncStorage(adapter(items, 600_000)).open('ann');
  await area.commit({ values: { base: 'x'.repeat(2_000_000) } });
  const again = await asyncStorage(adapter(items)).open('ann');
  expect((await again.read()).values.get('base')).toHaveLength(2_000_000);
  expect(items.size).toBeGreaterThan(3);
});

/** An area on a device that keeps only so much, and that device. */
async function failingArea(items: Map<string, string>) {
  const device = { mostCharacters: 1_000_000 };
  const lost: unknown[] = [];
  const kept = adapter(items);
  const failing: AsyncStorageAdapter = {
    ...kept,
    async setItem(key, value) {
      if (value.length > device.mostCharacters) throw new Error('QuotaExceededError');
      await kept.setItem(key, value);
    },
  };
  const state = { isSettled: false };
  const onLost = (failure: unknown) => lost.push(failure);
  const area = createFallbackArea(await asyncStorage(failing).open('ann'), onLost, () => state.isSettled);
  await area.read();
  return { area, device, lost, state };
}

async function storedIn(items: Map<string, string>) {
  return Object.fromEntries((await (await asyncStorage(adapter(items)).open('ann')).read()).values);
}

test('a device that becomes full goes on in memory, forgets nothing, and keeps nothing that was settled', async () => {
  const items = new Map<string, string>();
  const { area, device, lost, state } = await failingArea(items);
  device.mostCharacters = 1_000;
  await area.commit({ values: { one: '1', request: 'r' } });
  const large = 'x'.repeat(2_000);
  expect(await area.commit({ expected: { one: '1' }, values: { large } })).toBe(true);
  expect([area.isDurable, lost.length, [...(await area.read()).values.values()]]).toEqual([
    false,
    1,
    ['1', 'r', large],
  ]);
  // A later run goes on from there while anything is unsent.
  expect(await storedIn(items)).toEqual({ one: '1', request: 'r' });
  state.isSettled = true;
  expect(await area.commit({ values: { request: undefined } })).toBe(true);
  expect(await storedIn(items)).toEqual({});
  await area.close();
});

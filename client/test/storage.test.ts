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
    const numbers = [
      await area.append('{"n":1}'),
      await area.append('{"n":2}'),
      await area.append('{"n":"\\n"}'),
    ];
    expect(numbers).toEqual([1, 2, 3]);
    expect(await area.commit({ expectedBatch: 'x', values: { base: 'no' } })).toBe(false);
    expect(
      await area.commit({
        expectedBatch: undefined,
        expectedChanges: new Map([[4, 'four']]),
        values: { base: 'no' },
      }),
    ).toBe(false);
    const late = { expectedBatch: undefined, expectedLast: 2, values: { base: 'no' } };
    expect(await area.commit(late)).toBe(false);
    expect(await area.commit({ ...late, expectedLast: 3, values: { base: 'first' } })).toBe(true);
    const changes = new Map([
      [1, undefined],
      [2, 'two'],
      [0, 'first'],
    ]);
    expect(
      await area.commit({ expectedBatch: undefined, values: { batch: 'b', base: 'yes' }, changes }),
    ).toBe(true);
    expect(await area.commit({ expectedBatch: undefined, values: { base: 'no' } })).toBe(false);
    expect(await area.commit({ expectedBatch: 'b', values: { batch: undefined } })).toBe(true);
    expect(await other.append('of bob')).toBe(1);
    await area.close();
    const again = await storage.open('https://play.example.com ann');
    const { values, changes: kept } = await again.read();
    expect([...values]).toEqual([['base', 'yes']]);
    expect([...kept].sort()).toEqual([
      [0, 'first'],
      [2, 'two'],
      [3, '{"n":"\\n"}'],
    ]);
    expect(await again.append('next')).toBe(4);
    await again.close();
    await other.close();
  });

  test('stays small, and keeps long texts', async () => {
    using files = temporaryDirectory();
    const storage = create(files.directory);
    const area = await storage.open('ann');
    const text = (round: number) => `${round} ${'é"\\'.repeat(300_000)}`;
    for (let round = 0; round < 80; round += 1) {
      await area.commit({ expectedBatch: undefined, values: { base: text(round % 8 === 0 ? round : 0) } });
      const number = await area.append(`change ${round}`);
      if (round < 79)
        await area.commit({ expectedBatch: undefined, changes: new Map([[number, undefined]]) });
    }
    await area.close();
    const again = await storage.open('ann');
    const { values, changes } = await again.read();
    expect(values.get('base')).toBe(text(0));
    expect([...changes]).toEqual([[80, 'change 79']]);
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
    for (const text of ['one', 'two']) await area.append(text);
    await area.close();
    const path = journalIn(files.directory);
    const { size } = statSync(path);
    appendFileSync(path, '{"changes":[[3,"thr');
    const again = await storage.open('ann');
    expect(statSync(path).size).toBe(size);
    expect(await again.append('three')).toBe(3);
    await again.close();
    truncateSync(path, size + 5);
    const last = await storage.open('ann');
    expect([...(await last.read()).changes.values()]).toEqual(['one', 'two']);
    await last.close();
  });

  test('says that a journal is damaged, and leaves it as it is', async () => {
    using files = temporaryDirectory();
    const storage = fileStorage(files.directory);
    const area = await storage.open('ann');
    await area.append('one');
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
      await area.append('kept');
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
    expect([...(await again.read()).changes.values()]).toEqual(['kept']);
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
  await area.commit({ expectedBatch: undefined, values: { base: 'x'.repeat(2_000_000) } });
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
  const area = createFallbackArea(await asyncStorage(failing).open('ann'), (failure) => lost.push(failure));
  await area.read();
  return { area, device, lost };
}

async function storedIn(items: Map<string, string>) {
  const { values, changes } = await (await asyncStorage(adapter(items)).open('ann')).read();
  return { values: Object.fromEntries(values), changes: Object.fromEntries(changes) };
}

test('a device that becomes full goes on in memory, forgets nothing, and keeps nothing that was settled', async () => {
  const items = new Map<string, string>();
  const { area, device, lost } = await failingArea(items);
  device.mostCharacters = 1_000;
  await area.append('one');
  await area.append('two');
  expect(await area.commit({ expectedBatch: undefined, values: { batch: 'b' } })).toBe(true);
  const large = 'x'.repeat(2_000);
  expect([await area.append(large), area.isDurable, lost.length]).toEqual([3, false, 1]);
  expect([...(await area.read()).changes.values()]).toEqual(['one', 'two', large]);
  const settled = { values: { batch: undefined, base: large }, changes: new Map([[1, undefined]]) };
  expect(await area.commit({ expectedBatch: 'b', ...settled })).toBe(true);
  expect([...(await area.read()).changes.values()]).toEqual(['two', large]);
  device.mostCharacters = 0;
  expect(await area.commit({ expectedBatch: undefined, changes: new Map([[3, undefined]]) })).toBe(true);
  await area.close();
  expect(await storedIn(items)).toEqual({ values: {}, changes: { 2: 'two' } });
});

describe('a device that fails once', () => {
  test('keeps the changes that it has until the one into which they were joined is settled', async () => {
    const items = new Map<string, string>();
    const { area, device } = await failingArea(items);
    for (const change of ['+1', '+2', '+3']) await area.append(change);
    device.mostCharacters = 0;
    await area.append('+4');
    device.mostCharacters = 1_000_000;
    const joined = new Map([
      [1, '+10'],
      ...[2, 3, 4].map((number): [number, undefined] => [number, undefined]),
    ]);
    expect(await area.commit({ expectedBatch: undefined, changes: joined })).toBe(true);
    expect((await storedIn(items)).changes).toEqual({ 1: '+1', 2: '+2', 3: '+3' });
    await area.append('+5');
    const settled = { expectedBatch: undefined, changes: new Map([[1, undefined]]) };
    expect(await area.commit(settled)).toBe(true);
    expect((await storedIn(items)).changes).toEqual({});
  });

  test('keeps the request on its way until that is settled', async () => {
    const items = new Map<string, string>();
    const { area, device } = await failingArea(items);
    for (const change of ['sent', 'refused']) await area.append(change);
    await area.commit({ expectedBatch: undefined, values: { batch: 'b' } });
    device.mostCharacters = 0;
    await area.append('last');
    device.mostCharacters = 1_000_000;
    expect(await area.commit({ expectedBatch: 'b', changes: new Map([[2, undefined]]) })).toBe(true);
    expect(await storedIn(items)).toEqual({ values: { batch: 'b' }, changes: { 1: 'sent' } });
    const settled = { values: { batch: undefined }, changes: new Map([[1, undefined]]) };
    expect(await area.commit({ expectedBatch: 'b', ...settled })).toBe(true);
    expect(await storedIn(items)).toEqual({ values: {}, changes: {} });
  });
});

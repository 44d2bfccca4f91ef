// A game that changes three things a second for an hour without a network: a setting, coins, and a log, in turn. Few changes
// wait, the game is told the truth about them, and all arrive whole.
import { expect, test } from 'bun:test';
import { temporaryDirectory } from '../../../test/harness/engines.ts';
import { amount } from '../../../test/harness/nightly.ts';
import { fileStorage, memoryStorage } from '../../src/index.ts';
import { settle, until } from '../devices.ts';
import { startSuite } from '../suite.ts';

const { player, device, stored } = startSuite();

const mostWaiting = 100;

interface Progress {
  readonly settings: { readonly volume: number };
  readonly coins: number;
  readonly log: readonly string[];
}

test.each([
  ['memory', 3_600],
  ['files', amount(400, 3_600)],
] as const)(
  'three changes a second wait as fewer than a hundred, with saves in %s, after %d seconds',
  async (kind, seconds) => {
    using files = temporaryDirectory();
    const name = player();
    const storage = kind === 'memory' ? memoryStorage() : fileStorage(files.directory);
    const phone = device(name, { player: name, storage });
    const initial = { settings: { volume: 0 }, coins: 0, log: [] };
    let save = await phone.openSave<Progress>({ initial });
    await save.flush();
    phone.isOnline = false;
    // Another device plays meanwhile.
    await device(name).metadata.patch([
      { op: 'increment', path: '/coins', by: 1_000 },
      { op: 'append', path: '/log', value: 'elsewhere' },
    ]);
    let most = 0;
    for (let second = 1; second <= seconds; second += 1) {
      await Promise.all([
        save.merge({ settings: { volume: second % 11 } }),
        save.increment('/coins', 2),
        save.append('/log', `second ${second}`),
      ]);
      if (second % 10 > 0) continue;
      most = Math.max(most, save.pending()?.bytes ?? 0);
    }
    process.stderr.write(`${kind}: at most ${most} of ${3 * seconds} changes wait\n`);
    expect(most).toBeLessThan(mostWaiting);
    const log = Array.from({ length: seconds }, (_, index) => `second ${index + 1}`);
    const volume = seconds % 11;
    expect(save.data).toEqual({ settings: { volume }, coins: 2 * seconds, log });
    await save.close();
    save = await phone.openSave<Progress>();
    expect(save.data.log.length).toBe(seconds);
    phone.requests.length = 0;
    phone.isOnline = true;
    await settle(save);
    const expected = { settings: { volume }, coins: 2 * seconds + 1_000, log: ['elsewhere', ...log] };
    expect(JSON.parse(await stored(name))).toEqual(expected);
    expect(phone.requests.length).toBeLessThan(40);
    await until(() => save.status === 'saved');
    await save.close();
  },
  300_000,
);

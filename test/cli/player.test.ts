// `playkeep player` on each engine: each change leaves one entry of the audit in the name of the command line.
import { expect, test } from 'bun:test';
import { manualClock } from '../harness/clock.ts';
import { runCommand } from '../harness/command.ts';
import { engines } from '../harness/engines.ts';
import { openStoreOn } from '../harness/store.ts';

test.each(engines)(
  'player register and player erase leave entries on $name',
  async (engine) => {
    const database = await engine.create();
    const { environment } = database;
    const store = await openStoreOn(environment, manualClock());
    const run = (...args: string[]) => runCommand(['player', ...args], environment);
    expect((await run('register', 'ann', 'bob', 'ann')).status).toBe(0);
    expect((await run('erase', 'ann')).stdout).toEndWith('ann is erased\n');
    const { status, stdout } = await run('erase', 'ann');
    expect([status, stdout.endsWith('ann is not registered; nothing to erase\n')]).toEqual([1, true]);
    expect((await run('register', 'ann')).stdout).toEndWith('ann is player 3\n');
    const { entries } = await store.audit.list({}, 100);
    await store.close();
    const author = { keyId: null, keyName: 'command line', requestId: null, detail: null };
    expect(entries.map(({ action, sequentialId }) => [action, sequentialId]).reverse()).toEqual([
      ['player.register', 1],
      ['player.register', 2],
      ['player.erase', 1],
      ['player.register', 3],
    ]);
    for (const entry of entries) expect(entry).toMatchObject(author);
    await database.remove();
  },
  90_000,
);

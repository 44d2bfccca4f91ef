// A rolling upgrade from an earlier tree: its two processes are replaced one after the other by those of this tree, on one PostgreSQL
// and under load. No request is refused, and every acknowledged write is there.
import { expect, test } from 'bun:test';
import { runCommand } from '../../../harness/command.ts';
import { postgres, temporaryDirectory } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { commitBefore, findLastRelease, unpackTree, whyNoTreeBefore } from '../../../harness/two-trees.ts';
import { startPair } from './pair.ts';
import { startPlaying } from './players.ts';

const release = findLastRelease();
/** The second one has a migration on the way, whatever the last release has. */
const trees = [
  {
    name: 'the last release',
    commit: release,
    missing: release === undefined ? 'its commit is not here' : undefined,
  },
  { name: 'the tree before the newest migration', commit: commitBefore, missing: whyNoTreeBefore() },
] as const;
const requests = amount(1_500, 20_000);

for (const { name, commit = '', missing } of trees) {
  const skipped = missing === undefined ? '' : ` (skipped: ${missing})`;
  test.skipIf(missing !== undefined)(
    `an upgrade from ${name} loses and refuses none of ${requests} requests${skipped}`,
    async () => {
      using scratch = temporaryDirectory();
      await using pair = await startPair(postgres, unpackTree(scratch.directory, commit));
      const { played, stop } = startPlaying(pair.ports.map((port) => `http://127.0.0.1:${port}`));
      const waitFor = async (count: number) => {
        for (let wait = 0; wait < 6_000 && played.requests < count; wait += 1) await Bun.sleep(20);
        expect(played.requests).toBeGreaterThanOrEqual(count);
      };
      await waitFor(requests / 4);
      const migrated = await runCommand(['migrate'], pair.database.environment);
      expect([migrated.status, migrated.stderr]).toEqual([0, '']);
      await waitFor(requests / 2);
      const statuses = [];
      for (const which of [0, 1]) {
        statuses.push(await pair.restart(which));
        await waitFor(played.requests + requests / 4);
      }
      await stop();
      expect(played.failures).toEqual([]);
      expect(statuses).toEqual([0, 0]);
      const { status, stdout } = await runCommand(['doctor'], pair.database.environment);
      expect([status, stdout]).toEqual([0, expect.stringContaining('nothing is wrong: 24 players')]);
    },
    amount(300_000, 600_000),
  );
}

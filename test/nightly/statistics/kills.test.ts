// The statistics on the command line: the output, and kills of a process at any moment of a rebuild.
import { describe, expect, test } from 'bun:test';
import { runCommand } from '../../harness/command.ts';
import { engines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { programCommand } from '../../harness/program.ts';
import { rawDatabase } from '../../harness/raw-database.ts';
import { seed, seeded } from '../../harness/seeded.ts';
import { pointers } from '../../statistics/compare.ts';
import { beginning, endedSession, openCountedStore, randomRecords } from '../../statistics/imported.ts';

for (const engine of engines) {
  describe(`playkeep statistics on ${engine.name}`, () => {
    test('prints a table, CSV and JSON, and names a mistake', async () => {
      const t = await openCountedStore(engine, 'UTC');
      try {
        const about = {
          startedAt: beginning,
          endedAt: beginning + 60_000,
          reason: 'stopped',
          context: null,
        } as const;
        await t.importSessions([1, 2, 3].map((sequentialId) => endedSession({ sequentialId, ...about })));
        const run = (line: string) => runCommand(['statistics', ...line.split(' ')], t.environment);
        const days = '--from 2026-01-20 --to 2026-01-21';
        const table = await run(`sessions ${days} --by reason`);
        const expected = 'value    sessions  playSeconds\nstopped         3          180\n';
        expect([table.status, table.stdout]).toEqual([0, expected]);
        expect((await run(`sessions ${days} --by reason --format csv`)).stdout).toBe(
          'value,sessions,playSeconds\r\nstopped,3,180\r\n',
        );
        const json = JSON.parse((await run(`players ${days} --format json`)).stdout);
        expect(json.rows[0]).toMatchObject({ start: '2026-01-20', sessions: 3, playSeconds: 180 });
        const series = await run('series --from 2026-01-20T00:00Z --to 2026-01-20T00:02Z --step-seconds 60');
        expect(series.stdout.split('\n')[1]).toMatch(/^2026-01-20T00:00:00.000Z +3$/);
        const wrong = await run('players --from today --to 2026-01-21');
        const detail = expect.stringContaining('from must be a date such as 2026-01-31');
        expect([wrong.status, wrong.stderr]).toEqual([2, detail]);
        const settings = { ...t.environment, STATISTICS_TIME_ZONE: 'Asia/Tokyo' };
        const rebuilt = await runCommand(['statistics', 'rebuild'], settings);
        expect([rebuilt.status, rebuilt.stdout]).toEqual([0, 'the statistics are rebuilt\n']);
        expect((await run('online')).stderr).toContain('the statistics are kept in the time zone Asia/Tokyo');
      } finally {
        await t.remove();
      }
    }, 120_000);

    test(`counts each session once, also when it is killed in a rebuild, from seed ${seed}`, async () => {
      const t = await openCountedStore(engine);
      const tables = rawDatabase(t.environment);
      const settings = { STATISTICS_TIME_ZONE: t.zone, STATISTICS_CONTEXT: pointers.join(',') };
      const random = seeded(seed);
      try {
        const records = randomRecords(random, amount(3_000, 20_000), 60);
        await t.importSessions(records);
        for (let kill = 0; kill < amount(3, 100); kill += 1) {
          const child = Bun.spawn([...programCommand(), 'statistics', 'rebuild'], {
            env: { PATH: process.env.PATH, ...t.environment, ...settings },
            stdio: ['ignore', 'ignore', 'pipe'],
          });
          // The first lines come when the rebuild has begun.
          const { value } = await child.stderr.getReader().read();
          expect(value).toBeDefined();
          await Bun.sleep(random(120));
          child.kill('SIGKILL');
          await child.exited;
          // The processes go by the clock of the machine, and the test by its own. The lease is over in any case.
          await tables.run('UPDATE statistics_state SET lease_until = 0 WHERE id = 1');
        }
        await t.expectFigures(records);
      } finally {
        await tables.close();
        await t.remove();
      }
    }, 600_000);
  });
}

// The statistics on the command line: the output, and kills of a process at any moment of a rebuild.
import { describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { runCommand } from '../../harness/command.ts';
import { engines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { programCommand } from '../../harness/program.ts';
import { seed } from '../../harness/seeded.ts';
import { openStoreOn, openTestStore } from '../../harness/store.ts';
import { expectEqualFigures, pointers } from '../../statistics/compare.ts';
import {
  importSessions,
  randomOf,
  randomRecords,
  registerPlayers,
  toReference,
} from '../../statistics/imported.ts';

const beginning = Date.parse('2026-01-20T00:00:00Z');

for (const engine of engines) {
  describe(`playkeep statistics on ${engine.name}`, () => {
    test('prints a table, CSV and JSON, and names a mistake', async () => {
      const t = await openTestStore(engine);
      try {
        const records = randomRecords(randomOf(1), 3, beginning, 1).map((record) => ({
          ...record,
          startedAt: beginning,
          endedAt: beginning + 60_000,
          reason: 'stopped' as const,
        }));
        await importSessions(t, records);
        const run = (...args: string[]) => runCommand(['statistics', ...args], t.environment);
        const days = ['--from', '2026-01-20', '--to', '2026-01-21'];
        const table = await run('sessions', ...days, '--by', 'reason');
        expect([table.status, table.stdout]).toEqual([
          0,
          'value    sessions  playSeconds\nstopped         3          180\n',
        ]);
        expect((await run('sessions', ...days, '--by', 'reason', '--format', 'csv')).stdout).toBe(
          'value,sessions,playSeconds\r\nstopped,3,180\r\n',
        );
        const json = JSON.parse((await run('players', ...days, '--format', 'json')).stdout);
        expect(json.rows[0]).toMatchObject({ start: '2026-01-20', sessions: 3, playSeconds: 180 });
        const online = await run(
          'series',
          '--from',
          '2026-01-20T00:00Z',
          '--to',
          '2026-01-20T00:02Z',
          '--step-seconds',
          '60',
        );
        expect(online.stdout.split('\n')[1]).toMatch(/^2026-01-20T00:00:00.000Z +3$/);
        const wrong = await run('players', '--from', 'today', '--to', '2026-01-21');
        expect([wrong.status, wrong.stderr]).toEqual([
          2,
          expect.stringContaining('from must be a date such as 2026-01-31'),
        ]);
        const settings = { ...t.environment, STATISTICS_TIME_ZONE: 'Asia/Tokyo' };
        const rebuilt = await runCommand(['statistics', 'rebuild'], settings);
        expect([rebuilt.status, rebuilt.stdout]).toEqual([0, 'the statistics are rebuilt\n']);
        expect((await run('online')).stderr).toContain('the statistics are kept in the time zone Asia/Tokyo');
      } finally {
        await t.remove();
      }
    }, 120_000);

    test(`counts each session once, also when it is killed in a rebuild, from seed ${seed}`, async () => {
      const zone = 'Europe/Berlin';
      const t = await openTestStore(engine);
      const settings = {
        ...t.environment,
        STATISTICS_TIME_ZONE: zone,
        STATISTICS_CONTEXT: pointers.join(','),
      };
      const random = randomOf(seed);
      try {
        t.clock.advance(Date.parse('2026-04-10T12:00:00Z') - t.clock.now());
        await registerPlayers(t);
        const records = randomRecords(random, amount(3_000, 20_000), beginning, 60);
        await importSessions(t, records);
        for (let kill = 0; kill < amount(3, 100); kill += 1) {
          const child = Bun.spawn([...programCommand(), 'statistics', 'rebuild'], {
            env: { PATH: process.env.PATH, ...settings },
            stdio: ['ignore', 'ignore', 'pipe'],
          });
          // The first lines come when the rebuild has begun.
          const { value } = await child.stderr.getReader().read();
          expect(value).toBeDefined();
          await Bun.sleep(random(120));
          child.kill('SIGKILL');
          await child.exited;
          // The processes go by the clock of the machine, and the test by its own. The lease is over in any case.
          await clearLease(t.environment.DATABASE_URL ?? '');
        }
        const store = await openStoreOn(settings, t.clock);
        try {
          await expectEqualFigures({ store: store.statistics, zone, refresh: true }, toReference(records));
        } finally {
          await store.close();
        }
      } finally {
        await t.remove();
      }
    }, 600_000);
  });
}

async function clearLease(url: string): Promise<void> {
  const sql = new SQL(url, { max: 1 });
  await sql.unsafe('UPDATE statistics_state SET lease_until = 0 WHERE id = 1');
  await sql.close();
}

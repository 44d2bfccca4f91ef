// A process whose clock is 36 days ahead at its start deletes nothing, says why, and goes on once its clock is right.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { sqlite } from '../harness/engines.ts';
import { startProcess } from '../harness/process.ts';
import { rawDatabase } from '../harness/raw-database.ts';
import { until } from '../harness/until.ts';

const settings = {
  EVENTS: 'metadata',
  METADATA_HISTORY_INTERVAL_SECONDS: '0',
  METADATA_HISTORY_DAYS: '30',
  LOG_LEVEL: 'info',
};
const jobs = ['prune-versions', 'prune-idempotency-keys', 'prune-events', 'prune-history', 'prune-audit'];

test('a start with a clock that is 36 days ahead deletes nothing', async () => {
  const database = await sqlite.create();
  const environment = { ...database.environment, ...settings };
  const tables = rawDatabase(database.environment);
  const counts = async () => {
    const rows = ['metadata_versions', 'idempotency_keys', 'events'].map((table) =>
      tables.run(`SELECT count(*) AS n FROM ${table}`),
    );
    return (await Promise.all(rows)).map(([row]) => row?.n);
  };
  const preload = join(database.directory, 'ahead.ts');
  writeFileSync(preload, 'const now = Date.now;\nDate.now = () => now() + 36 * 24 * 3_600_000;\n');

  /** Runs a service until its jobs that delete have run. @returns what it has printed */
  async function serve(isAhead: boolean): Promise<string> {
    const service = await startProcess(
      isAhead ? { ...environment, BUN_OPTIONS: `--preload=${preload}` } : environment,
      database.directory,
    );
    try {
      for (const n of isAhead ? [] : [1, 2, 3])
        await service.as('ann', 'POST', paths.metadata, {
          body: `{"data":{"n":${n}}}`,
          headers: { 'idempotency-key': crypto.randomUUID() },
        });
      await until(async () => {
        const { text } = await service.call('GET', '/metrics');
        return jobs.every((job) =>
          new RegExp(`last_success_timestamp_seconds{job="${job}"} [1-9]`).test(text),
        );
      });
    } finally {
      service.signal('SIGTERM');
      await service.exited;
    }
    return service.output();
  }

  try {
    expect(await serve(false)).not.toContain('the clock has jumped ahead');
    const before = await counts();
    expect(before).toEqual([2, 3, 3]);
    const printed = await serve(true);
    expect(await counts()).toEqual(before);
    expect(printed).toContain('the clock has jumped ahead by more than a day');
    const doctor = () => runCommand(['doctor'], database.environment);
    expect(await doctor()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('clock_state: the clock jumped from '),
    });
    await serve(false);
    expect(await doctor()).toMatchObject({ status: 0 });
  } finally {
    await tables.close();
    await database.remove();
  }
});

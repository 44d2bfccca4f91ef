// Processes behind PgBouncer in transaction mode: the operations and the race of starts. The contract tests of the store run
// through PgBouncer as well.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { paths } from '../../../harness/api.ts';
import type { TestDatabase } from '../../../harness/engines.ts';
import { pgbouncer } from '../../../harness/pgbouncer.ts';
import { type ServiceProcess, startProcess } from '../../../harness/process.ts';

describe.skipIf(pgbouncer === undefined)('processes behind PgBouncer (Debian package pgbouncer)', () => {
  let database: TestDatabase;
  let processes: ServiceProcess[] = [];

  beforeAll(async () => {
    if (!pgbouncer) return;
    database = await pgbouncer.create();
    const start = async (): Promise<ServiceProcess> =>
      await startProcess(database.environment, database.directory);
    processes = await Promise.all([start(), start(), start()]);
  }, 60_000);

  afterAll(async () => {
    for (const each of processes) each.signal('SIGTERM');
    await Promise.all(processes.map((each) => each.exited));
    await database?.remove();
  }, 60_000);

  const any = (n: number): ServiceProcess => processes[n % processes.length] as ServiceProcess;

  test('every operation works, for many players at once', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `player ${n}`);
    await Promise.all(
      names.map(async (name, n) => {
        const text = `{"n":${n},"big":12345678901234567890}`;
        const set = await any(n).as(name, 'POST', paths.metadata, { body: `{"data":${text}}` });
        expect(set.status).toBe(200);
        expect((await any(n + 1).as(name, 'GET', paths.metadata)).text).toEndWith(`"metadata":${text}}}`);
        for (const path of [paths.start, paths.heartbeat, paths.stop]) {
          expect((await any(n + 2).as(name, 'POST', path)).status).toBe(200);
        }
        expect((await any(n).as(name, 'DELETE', paths.metadata)).status).toBe(200);
      }),
    );
  }, 60_000);

  test('of concurrent starts through several processes exactly one succeeds', async () => {
    for (let round = 0; round < 30; round += 1) {
      const starts = Array.from({ length: 16 }, (_, n) => any(n).as('ann', 'POST', paths.start));
      const statuses = (await Promise.all(starts)).map((answer) => answer.status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 400)).toHaveLength(15);
      expect((await any(round).as('ann', 'POST', paths.stop)).status).toBe(200);
    }
  }, 60_000);
});

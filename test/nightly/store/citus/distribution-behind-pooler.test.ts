// The distribution of a database with Citus beside a service that goes on behind PgBouncer in transaction mode. The pooler hides that
// connections were ended, so the service meets tables that are distributed by surprise: it answers 503 and starts anew.
import { expect, test } from 'bun:test';
import { citusUrl, createCitusDatabase } from '../../../harness/citus.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { startPgbouncer } from '../../../harness/pgbouncer.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../harness/process.ts';
import { startLoad } from './load.ts';

const pooler = citusUrl === undefined ? undefined : await startPgbouncer(withPassword(citusUrl));

/** PgBouncer wants one of its clients, also where the server trusts this machine. */
function withPassword(url: string): string {
  const given = new URL(url);
  given.password ||= 'any';
  return given.href;
}

/** The port changes hands when the service starts anew. A request that met nobody goes again. */
function untilAnswered(send: ServiceProcess['as']): ServiceProcess['as'] {
  return async (...request) => {
    for (;;) {
      const answer = await send(...request).catch(() => undefined);
      if (answer) return answer;
      await Bun.sleep(20);
    }
  };
}

test.skipIf(pooler === undefined)(
  'a service behind PgBouncer answers 200 and 503 alone while its tables are distributed, and loses nothing',
  async () => {
    const { url, drop } = await createCitusDatabase({ migrated: false });
    using folder = temporaryDirectory();
    const { directory } = folder;
    const pooled = new URL(withPassword(url));
    pooled.port = String(pooler?.port);
    expect((await runProgram(['migrate'], { DATABASE_URL: url }, directory)).status).toBe(0);
    const environment = {
      DATABASE_URL: pooled.href,
      DATABASE_PREPARED_STATEMENTS: 'false',
      DATABASE_POOL_SIZE: '4',
    };
    const service = await startProcess(environment, directory);
    try {
      const names = Array.from({ length: 12 }, (_, n) => `player ${n}`);
      const load = await startLoad([{ ...service, as: untilAnswered(service.as) }], names);
      await load.served(5);
      const command = await runProgram(['migrate', '--distribute'], { DATABASE_URL: url }, directory);
      expect([command.status, command.stderr]).toEqual([0, expect.stringContaining('distributing metadata')]);
      await load.served(5);
      await load.stop();
      const statuses = Object.entries(Object.groupBy(load.answers, ({ status }) => status));
      process.stderr.write(`${statuses.map(([status, all]) => `${status}: ${all?.length}`).join(', ')}\n`);
      expect(service.output()).toContain('the tables were distributed with Citus');
    } finally {
      service.signal('SIGKILL');
      await service.exited;
      await drop();
      await pooler?.stop();
    }
  },
  120_000,
);

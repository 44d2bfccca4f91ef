// A pooler that refuses the settings of the pool's connections, as PgBouncer does unless it is told otherwise. The connection for set-up
// sends none, so the start has to open one of the pool.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { manualClock } from '../../harness/clock.ts';
import { runCommand } from '../../harness/command.ts';
import { postgres } from '../../harness/engines.ts';
import { pgbouncer, startPgbouncer } from '../../harness/pgbouncer.ts';
import { openStoreOn } from '../../harness/store.ts';

const refused =
  /the connections of the pool are refused \(unsupported startup parameter: \w+\); behind PgBouncer set DATABASE_PREPARED_STATEMENTS=false, or .* ignore_startup_parameters/;

describe.skipIf(pgbouncer === undefined)('behind PgBouncer with prepared statements', () => {
  test('the start fails, and the doctor says why', async () => {
    if (!pgbouncer) return;
    const database = await pgbouncer.create();
    const environment = { ...database.environment, DATABASE_PREPARED_STATEMENTS: 'true' };
    await expect(openStoreOn(environment, manualClock())).rejects.toThrow(refused);
    const { stdout, status } = await runCommand(['doctor', '--surroundings'], environment);
    expect([stdout, status]).toEqual([expect.stringMatching(refused), 1]);
    const told = await runCommand(['doctor', '--surroundings'], database.environment);
    expect(told.stdout).toContain('ok: connections of the pool: are taken');
    await database.remove();
  });

  test('in session mode the lines of the page let it keep its named statements', async () => {
    const page = readFileSync(join(import.meta.dir, '../../../docs/operations/postgresql.md'), 'utf8');
    const lines = /^pool_mode = session\n[^`]*/m.exec(page)?.[0];
    const database = await postgres.create();
    const url = new URL(database.environment.DATABASE_URL ?? '');
    const pooler = await startPgbouncer(url.href, lines);
    url.port = String(pooler?.port);
    const environment = { DATABASE_URL: url.href, DATABASE_POOL_SIZE: '2' };
    const store = await openStoreOn(environment, manualClock());
    const ids = await Promise.all(['ann', 'bob', 'ann'].map((id) => store.players.register(id)));
    expect(ids[0]).toBe(ids[2] as number);
    await store.close();
    await pooler?.stop();
    await database.remove();
  });
});

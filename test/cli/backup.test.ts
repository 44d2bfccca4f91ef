// `playkeep backup` and `playkeep restore` on an embedded file: copies made under load, and a service that goes on with one. Their kills stand in
// test/nightly/durability/killed-backups.test.ts.
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { sqlite, type TestDatabase } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { runProgram, type ServiceProcess, startProcess } from '../harness/process.ts';

const set = (value: unknown) => ({ body: JSON.stringify({ data: value }) });

describe('a backup of an embedded file', () => {
  let database: TestDatabase;
  let service: ServiceProcess | undefined;
  const file = () => join(database.directory, 'playkeep.db');
  const backUp = (to: string) => runProgram(['backup', to], database.environment, database.directory);
  const restoreFrom = (from: string) =>
    runProgram(['restore', from], database.environment, database.directory);
  const start = async () => {
    service = await startProcess(database.environment, database.directory);
    return service;
  };
  /** Moves the files of the database away, as a restore demands. */
  const moveAway = () => {
    for (const ending of ['', '-wal', '-shm']) {
      if (existsSync(file() + ending)) renameSync(file() + ending, join(database.directory, `old${ending}`));
    }
  };

  beforeEach(async () => {
    database = await sqlite.create();
  });
  afterEach(async () => {
    service?.signal('SIGKILL');
    await service?.exited;
    service = undefined;
    await database.remove();
  });

  test('has every save that was answered before it began, and is one state of the service', async () => {
    const running = await start();
    const acknowledged = { ann: 0, bob: 0 };
    let isOver = false;
    // Bob's save always follows ann's, so no state has bob ahead of her, or far behind.
    const saving = (async () => {
      for (let n = 1; !isOver; n += 1) {
        for (const player of ['ann', 'bob'] as const) {
          const save = set({ n, pad: 'x'.repeat(n % 5_000) });
          expect((await running.as(player, 'POST', paths.metadata, save)).status).toBe(200);
          acknowledged[player] = n;
        }
      }
    })();
    try {
      // On a busy machine few saves may come beside the first copies.
      for (let copy = 0; copy < amount(4, 40) || (acknowledged.ann <= 20 && copy < 100); copy += 1) {
        const before = { ...acknowledged };
        const target = join(database.directory, `copy-${copy}.db`);
        const { status, stdout, stderr } = await backUp(target);
        expect([status, stderr]).toEqual([0, '']);
        expect(stdout).toMatch(/copy-\d+\.db: \d players, \d+ bytes, schema \d+, checked, a copy of /);
        const copied = new Database(target, { readonly: true });
        const rows = copied
          .query<{ text: string }, []>('SELECT text FROM metadata ORDER BY sequential_id')
          .all();
        copied.close();
        const [ann = 0, bob = 0] = rows.map(({ text }) => JSON.parse(text).n);
        expect(ann).toBeGreaterThanOrEqual(before.ann);
        expect(bob).toBeGreaterThanOrEqual(before.bob);
        expect([0, 1]).toContain(ann - bob);
        expect(statSync(target).mode & 0o777).toBe(0o600);
      }
    } finally {
      isOver = true;
      await saving;
    }
    expect(acknowledged.ann).toBeGreaterThan(20);
  }, 120_000);

  test('becomes the database of a service, whose versions no device has seen', async () => {
    const running = await start();
    const stored = '{"big":12345678901234567890,"s":"é 🎮"}';
    await running.as('ann', 'POST', paths.metadata, { body: `{"data":${stored}}` });
    const copy = join(database.directory, 'copy.db');
    await backUp(copy);
    const lost = await running.as('ann', 'POST', paths.metadata, set({ lost: true }));
    await running.as('dan', 'POST', paths.metadata, set({ late: 1 }));
    running.signal('SIGTERM');
    await running.exited;
    expect((await restoreFrom(copy)).stderr).toContain(
      'a restore replaces no database; stop the service, and move playkeep.db',
    );
    moveAway();
    const { status, stdout, stderr } = await restoreFrom(copy);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('1 players');
    expect(stdout).toContain('every version was raised by 1000000000');
    const files = readdirSync(database.directory).filter((name) => name.startsWith('playkeep.db'));
    expect(files).toEqual(['playkeep.db']);
    const again = await start();
    const now = await again.as('ann', 'GET', paths.metadata);
    expect(now.text).toContain(stored);
    expect(now.headers.get('etag')).toBe('"1-1000000001"');
    // Another device writes as often as was lost. The tag of the lost state names none of these.
    await again.as('ann', 'POST', paths.metadata, set({ other: true }));
    const late = { ...set({ mine: true }), headers: { 'if-match': lost.headers.get('etag') ?? '' } };
    expect((await again.as('ann', 'POST', paths.metadata, late)).status).toBe(412);
    const first = await again.as('new', 'POST', paths.metadata, set({}));
    expect(first.body.data.sequentialId).toBe(1_000_002);
  });
});

test('a backup of PostgreSQL says which tools make one', async () => {
  const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  for (const args of [['backup'], ['restore', 'file.db']]) {
    const { status, stderr } = await runCommand(args, environment);
    expect(status).toBe(1);
    expect(stderr).toContain('PostgreSQL has pg_basebackup and pgBackRest');
  }
});

// Faults of SQLite: a clear refusal at start, 503 during the fault, 500 for a mistake in the program, and no leak or lasting
// damage.
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '../../../../src/lib/log.ts';
import { createMetrics } from '../../../../src/lib/metrics.ts';
import { StoreUnusable } from '../../../../src/store/ports/errors.ts';
import { openDatabase } from '../../../../src/store/sqlite/database.ts';
import { whenUnlocked } from '../../../../src/store/sqlite/fault.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open.ts';
import { paths } from '../../../harness/api.ts';
import { manualClock } from '../../../harness/clock.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { type Service, startService } from '../../../harness/service.ts';
import { newAdmission } from '../../../harness/store.ts';

describe('at start', () => {
  let path: string;
  let remove: () => void;
  beforeEach(() => {
    const { directory, remove: removeDirectory } = temporaryDirectory();
    path = join(directory, 'playkeep.db');
    remove = removeDirectory;
  });
  afterEach(() => remove());

  const open = () =>
    openSqliteStore({
      log: createLog({ level: 'silent', production: true }),
      path,
      clock: manualClock(),
      admission: newAdmission(),
      metrics: createMetrics(),
      rateLimitPerMinute: 0,
      serverRateLimitPerMinute: 0,
      sessionTimeoutSeconds: 60,
      statistics: { zone: 'UTC', pointers: [] },
      events: [],
      versions: { intervalMilliseconds: 300_000, days: 30, maxVersions: 20, lossMinBytes: 100 },
    });
  /** Makes a database, changes it by hand, and returns the outcome of opening the store on it. */
  async function refusalAfter(...statements: string[]): Promise<string> {
    const db = new Database(path, { create: true });
    for (const statement of statements) db.run(statement);
    db.close();
    try {
      await open().close();
      return 'opened';
    } catch (error) {
      expect(error).toBeInstanceOf(StoreUnusable);
      return (error as Error).message;
    }
  }

  test('a database of another program, or of a newer one, is refused and left alone', async () => {
    expect(await refusalAfter('CREATE TABLE theirs (x)')).toContain('another program');
    expect(await refusalAfter('DROP TABLE theirs')).toBe('opened');
    expect(await refusalAfter('PRAGMA user_version = 999')).toContain('newer than this program');
    expect(await refusalAfter()).toContain('newer than this program');
  });

  test('the file is opened with the pragmas that the promises need', () => {
    const { db } = openDatabase(path);
    const pragma = (name: string) => Object.values(db.query<object, []>(`PRAGMA ${name}`).get() ?? {})[0];
    const full = 2;
    const names = ['journal_mode', 'synchronous', 'fullfsync', 'secure_delete'];
    expect(names.map(pragma)).toEqual(['wal', full, 1, 1]);
    db.close();
  });

  test('erased text is no longer in the file', async () => {
    const store = open();
    const id = await store.players.register('ann of the secret name');
    for (const text of [`{"secret diary":"${'x'.repeat(20_000)}"}`, '{"secret diary":"short"}']) {
      await store.metadata.save(Number(id), text);
    }
    await store.players.erase('ann of the secret name');
    await store.close();
    expect(readFileSync(path).includes('secret')).toBe(false);
  });
});

describe('under a running service', () => {
  let service: Service;
  let intruder: Database;
  beforeEach(async () => {
    service = await startService();
    await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"safe":true}}' });
    intruder = new Database(service.database.environment.DATABASE_URL?.replace('sqlite:', '') ?? '');
  });
  afterEach(async () => {
    intruder.close();
    await service.stop();
  });

  test('a lasting lock is 503 with Retry-After; reads are answered, and writes too once it is gone', async () => {
    intruder.run('BEGIN IMMEDIATE');
    let refused = false;
    const answering = Promise.all([
      service.as('ann', 'POST', paths.metadata, { body: '{"data":{"safe":false}}' }),
      service.as('ann', 'POST', paths.start),
      service.as('newcomer', 'GET', paths.metadata),
    ]).then((all) => {
      refused = true;
      return all;
    });
    await Bun.sleep(100);
    expect((await service.call('GET', '/livez')).status).toBe(200);
    expect((await service.as('ann', 'GET', paths.metadata)).body.data.metadata).toEqual({ safe: true });
    expect(refused).toBe(false);
    const answers = await answering;
    for (const answer of answers) {
      expect([answer.status, answer.body.error]).toEqual([503, { message: 'Service unavailable' }]);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    intruder.run('ROLLBACK');
    expect((await service.as('ann', 'POST', paths.start)).status).toBe(200);
    expect((await service.as('newcomer', 'GET', paths.metadata)).body.data.sequentialId).toBe(2);
  }, 60_000);

  test('a file that is deleted or renamed takes no more writes, and the service is not ready', async () => {
    const path = service.database.environment.DATABASE_URL?.replace('sqlite:', '') ?? '';
    renameSync(path, `${path}.away`);
    expect((await service.as('ann', 'POST', paths.start)).status).toBe(503);
    expect((await service.call('GET', '/readyz')).status).toBe(503);
    renameSync(`${path}.away`, path);
    expect((await service.as('ann', 'POST', paths.start)).status).toBe(200);
    expect((await service.call('GET', '/readyz')).status).toBe(200);
  });

  test('an unexpected error is a 500 without details, and the service goes on', async () => {
    intruder.run('ALTER TABLE active_sessions RENAME TO gone');
    const answer = await service.as('ann', 'POST', paths.start);
    expect(answer.status).toBe(500);
    expect(answer.text).toBe('{"statusCode":500,"error":{"message":"Internal server error"}}');
    expect((await service.as('ann', 'GET', paths.metadata)).status).toBe(200);
    intruder.run('ALTER TABLE gone RENAME TO active_sessions');
    expect((await service.as('ann', 'POST', paths.start)).status).toBe(200);
  });

  test('a database that does not answer makes the service not ready', async () => {
    intruder.run('ALTER TABLE players RENAME TO gone');
    expect((await service.call('GET', '/readyz')).status).toBe(503);
    expect((await service.call('GET', '/livez')).status).toBe(200);
    intruder.run('ALTER TABLE gone RENAME TO players');
    expect((await service.call('GET', '/readyz')).status).toBe(200);
  });
});

describe('waiting for the lock', () => {
  /** The number of turns of the event loop until a lock is taken that is free at the nth try. */
  async function turnsUntil(tries: number): Promise<number> {
    const { directory, remove } = temporaryDirectory();
    const path = join(directory, 'locked.db');
    const [holder, other] = [openDatabase(path).db, openDatabase(path).db];
    holder.run('BEGIN IMMEDIATE');
    let turns = 0;
    let next = setImmediate(count);
    function count(): void {
      turns += 1;
      next = setImmediate(count);
    }
    let tried = 0;
    await whenUnlocked(() => {
      tried += 1;
      if (tried === tries) holder.run('COMMIT');
      other.run('BEGIN IMMEDIATE');
    });
    clearImmediate(next);
    expect(tried).toBe(tries);
    for (const db of [holder, other]) db.close();
    remove();
    return turns;
  }

  test('tries in each turn of the event loop while another process may be writing its batch', async () => {
    expect(await turnsUntil(50)).toBeLessThanOrEqual(60);
  });

  test('lets the event loop go on between later tries', async () => {
    // The ten tries after the first hundred rest for a tenth of a second in all.
    expect(await turnsUntil(110)).toBeGreaterThan(130);
  });
});

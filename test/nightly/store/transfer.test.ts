// Import beside a running service: no sequential id is given twice, and the import waits for a short lock.
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { SQL } from 'bun';
import { systemClock } from '../../../src/lib/clock.ts';
import { players } from '../../../src/store/ports/rows/players.ts';
import type { Transfer } from '../../../src/store/ports/transfer.ts';
import { openPostgresTransfer } from '../../../src/store/postgres/transfer.ts';
import { openSqliteTransfer } from '../../../src/store/sqlite/transfer.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { createPostgresDatabase, type TestPostgresDatabase } from '../../harness/postgres.ts';

describe('sequential ids in PostgreSQL', () => {
  let database: TestPostgresDatabase;
  let transfer: Transfer;
  let sql: SQL;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    transfer = openPostgresTransfer({
      url: database.url,
      caFile: undefined,
      preparedStatements: true,
      sessionTimeoutSeconds: 60,
      now: undefined,
    });
    sql = new SQL(database.url, { max: 4 });
  });
  afterEach(async () => {
    await transfer.close();
    await sql.close();
    await database.drop();
  });

  const take = async (count: number): Promise<number[]> => {
    const rows: { id: string }[] = await sql.unsafe(
      "SELECT nextval('player_sequential_id') AS id FROM generate_series(1, $1::int)",
      [count],
    );
    return rows.map((row) => Number(row.id));
  };

  test('reserved during registrations are each given once', async () => {
    const taken: number[] = [];
    let ended = false;
    const register = async (): Promise<void> => {
      while (!ended) taken.push(...(await take(20)));
    };
    const registering = [register(), register(), register()];
    // Ids behind the given ones, and ids just ahead of them.
    for (let n = 0; n < 200; n += 1) await transfer.reserveSequentialIds(n % 2 === 0 ? 1 : taken.length + 50);
    ended = true;
    await Promise.all(registering);
    expect(new Set(taken).size).toBe(taken.length);
  });

  test('go on after the last reserved one, near or far, and never back', async () => {
    await transfer.reserveSequentialIds(0);
    expect(await take(1)).toEqual([1]);
    for (const last of [2, 150_000, 5_000_000]) {
      await Promise.all([transfer.reserveSequentialIds(last), transfer.reserveSequentialIds(last - 1)]);
      await transfer.reserveSequentialIds(1);
      expect(await take(1)).toEqual([last + 1]);
    }
  });
});

describe('a lock on the SQLite file', () => {
  let path: string;
  let transfer: Transfer;
  let other: Database;
  let remove: () => void;
  beforeEach(() => {
    const { directory, remove: removeDirectory } = temporaryDirectory();
    remove = removeDirectory;
    path = join(directory, 'playkeep.db');
    transfer = openSqliteTransfer(path, systemClock);
    other = new Database(path);
  });
  afterEach(async () => {
    await transfer.close();
    other.close();
    remove();
  });

  const digest = 'ab'.repeat(32);
  const player = players.record.parse({
    type: 'player',
    sequentialId: 1,
    playerId: 'ann',
    registeredAt: 1,
    metadataVersion: 0,
    metadataText: null,
  });
  test.each<[string, () => Promise<unknown>]>([
    ['of ids', () => transfer.reserveSequentialIds(5)],
    ['of records', () => transfer.importRecords([player])],
    ['of erasures', () => transfer.forgetErasuresOfPlayers()],
  ])('is waited for by the import %s', async (_what, work) => {
    await transfer.importRecords([player, { type: 'erased-player', digest, erasedAt: 1 }]);
    other.run('BEGIN IMMEDIATE');
    const released = Bun.sleep(200).then(() => other.run('ROLLBACK'));
    await work();
    await released;
  });

  test('leaves the ids as they were reserved, and never sets them back', async () => {
    await transfer.reserveSequentialIds(5);
    await transfer.reserveSequentialIds(2);
    other.run("INSERT INTO players (player_id, registered_at) VALUES ('bob', 1)");
    expect(other.query('SELECT sequential_id AS id FROM players').get()).toEqual({ id: 6 });
  });
});

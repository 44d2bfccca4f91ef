// Import beside a running service: no sequential id is given twice.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { openPostgresTransfer } from '../../src/store/postgres/transfer.ts';
import type { Transfer } from '../../src/store/transfer.ts';
import { createPostgresDatabase, type TestPostgresDatabase } from '../harness/postgres.ts';

describe('sequential ids in PostgreSQL', () => {
  let database: TestPostgresDatabase;
  let transfer: Transfer;
  let sql: SQL;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    transfer = openPostgresTransfer({ url: database.url, caFile: undefined, preparedStatements: true });
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

  test('that are reserved while players are registered are given once', async () => {
    const taken: number[] = [];
    let ended = false;
    const register = async (): Promise<void> => {
      while (!ended) taken.push(...(await take(20)));
    };
    const registering = [register(), register(), register()];
    // Behind what is given already, and just before it.
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

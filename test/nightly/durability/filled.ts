// A database with many players, and the end of what a killed program left running there.
import type { TestEngine } from '../../harness/engines.ts';
import type { RawDatabase } from '../../harness/raw-database.ts';
import { until } from '../../harness/until.ts';

/** Players with metadata older than the server API: without entries of the audit or of an index. */
export async function fillPlayers(raw: RawDatabase, engine: TestEngine, players: number): Promise<void> {
  const isSqlite = engine.name === 'sqlite';
  const numbers = isSqlite
    ? `(WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${players}) SELECT n FROM s)`
    : `generate_series(1, ${players}) AS n`;
  const text = `'{"n":0,"level":' || n || ',"clan":"of old"}'`;
  await raw.run(
    `INSERT INTO players (sequential_id, player_id, registered_at) SELECT n, 'player ' || n, 1 FROM ${numbers}`,
  );
  await raw.run(
    isSqlite
      ? `INSERT INTO metadata (sequential_id, text, version, written_at) SELECT n, ${text}, 1, 1 FROM ${numbers}`
      : `INSERT INTO metadata (sequential_id, player_id, text, version, written_at)
         SELECT n, 'player ' || n, ${text}, 1, 1 FROM ${numbers}`,
  );
}

/** Waits for the statements of a program that was killed, which may still run. */
export async function settle(raw: RawDatabase, engine: TestEngine): Promise<void> {
  if (engine.name === 'sqlite') return;
  const others = () =>
    raw.run(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
       AND application_name NOT LIKE 'citus%' AND pid <> pg_backend_pid()`,
    );
  await until(async () => (await others()).length === 0);
}

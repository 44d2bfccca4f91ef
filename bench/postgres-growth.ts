// PostgreSQL with 1,000,000 players and 200,000 active sessions: no hot statement may scan a table, and minutes of heartbeats
// must not bloat one. `npx bun bench/postgres-growth.ts`; BENCH_MINUTES (10), BENCH_PLAYERS (1,000,000).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SQL } from 'bun';
import { openStore } from '../src/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createLog } from '../src/lib/log.ts';
import { plannerSettings } from '../src/store/postgres/planner-settings.ts';
import { startPostgres } from '../test/harness/postgres.ts';
import { say } from './program.ts';

const players = Number(process.env.BENCH_PLAYERS ?? 1_000_000);
const minutes = Number(process.env.BENCH_MINUTES ?? 10);
const active = Math.floor(players / 5);
const perSecond = 4_000;

const server = await startPostgres();
const url = server.url('postgres');
const log = createLog({ level: 'warn', production: true });
const config = loadConfig({
  DATABASE_URL: url,
  JWT_SECRET: 'not used here',
  SESSION_TIMEOUT_SECONDS: '86400',
});
const store = await openStore(config, { clock: systemClock, log });
const sql = new SQL(url, { max: 1 });
const planner = new SQL(url, { max: 1, connection: plannerSettings });

say(`loading ${players} players, ${active} active sessions, ${players} ended ones …`);
const now = Date.now();
await sql.unsafe(
  `INSERT INTO players (player_id, registered_at) SELECT 'player-' || n, ${now} FROM generate_series(1, ${players}) n`,
);
await sql.unsafe(
  `INSERT INTO metadata (sequential_id, player_id, text, version) SELECT sequential_id, player_id, '{"level":12,"inventory":"' || repeat('x', 270) || '"}', 1 FROM players`,
);
await sql.unsafe(
  `INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity) SELECT n, gen_random_uuid(), ${now}, ${now} FROM generate_series(1, ${active}) n`,
);
await sql.unsafe(
  `INSERT INTO ended_sessions SELECT n, ${now} - n, gen_random_uuid(), ${now} - n, 'stopped' FROM generate_series(1, ${players}) n`,
);
await sql.unsafe(
  `INSERT INTO erased_players SELECT encode(sha256(n::text::bytea), 'hex'), ${now} FROM generate_series(1, ${active}) n`,
);
await sql.unsafe('VACUUM ANALYZE');

say('\nplans of the statements, for whatever values:');
const directory = join(import.meta.dir, '../src/store/postgres/sql');
let scans = 0;
for (const file of readdirSync(directory).sort()) {
  const plan: { 'QUERY PLAN': string }[] = await planner.unsafe(
    `EXPLAIN (GENERIC_PLAN) ${readFileSync(join(directory, file), 'utf8')}`,
  );
  const lines = plan.map((row) => row['QUERY PLAN']);
  // The partition for rows of other months is empty or nearly so. A scan of it does not count as a scan of a table.
  const scan = lines.filter((line) => /Seq Scan on (?!ended_sessions_other)/.test(line));
  scans += scan.length;
  say(`  ${file}: ${scan.length === 0 ? 'by index' : `SCANS: ${scan.join('; ').trim()}`}`);
}
if (scans > 0) throw new Error('a hot statement scans a table');

interface Figures {
  updates: number;
  hot: number;
  bytes: number;
  autovacuums: number;
}
async function figures(): Promise<Figures> {
  await Bun.sleep(1_500);
  const [row] = await sql.unsafe(
    `SELECT n_tup_upd AS updates, n_tup_hot_upd AS hot, autovacuum_count AS autovacuums,
       pg_relation_size('active_sessions') AS bytes
     FROM pg_stat_user_tables WHERE relname = 'active_sessions'`,
  );
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, Number(value)]),
  ) as unknown as Figures;
}

const before = await figures();
say(`\n${minutes} minutes of heartbeats, ${perSecond} a second …`);
const startedAt = performance.now();
let sent = 0;
let failed = 0;
while (performance.now() - startedAt < minutes * 60_000) {
  const due = Math.min(Math.floor(((performance.now() - startedAt) / 1000) * perSecond) - sent, 2_000);
  sent += due;
  await Promise.all(
    Array.from({ length: due }, async () => {
      const answer = await store.sessions.heartbeat(1 + Math.floor(Math.random() * active));
      if (typeof answer !== 'object') failed += 1;
    }),
  );
  await Bun.sleep(5);
}
say('waiting for autovacuum to settle …');
await Bun.sleep(Math.min(90_000, minutes * 30_000));
const after = await figures();
const updates = after.updates - before.updates;
say(
  `\n${sent} heartbeats (${failed} refused), ${updates} updates, of which HOT ${((100 * (after.hot - before.hot)) / updates).toFixed(2)} %\n` +
    `active_sessions: ${before.bytes} bytes before, ${after.bytes} after (${((100 * after.bytes) / before.bytes - 100).toFixed(1)} %), ` +
    `${after.autovacuums - before.autovacuums} autovacuums`,
);
await store.close();
await sql.close();
await planner.close();
await server.stop();
process.exit(0);

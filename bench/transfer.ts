// Export and import of 1,000,000 players in both directions: SQLite → PostgreSQL → SQLite, compared row for row, with time
// and peak memory of each command, and their export as tables. `npx bun bench/transfer.ts`; BENCH_PLAYERS (1,000,000).
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { systemClock } from '../src/lib/clock.ts';
import { players as describedPlayers } from '../src/store/ports/rows/players.ts';
import { openSqliteTransfer } from '../src/store/sqlite/transfer.ts';
import { startPostgres } from '../test/harness/postgres.ts';
import { say } from './program.ts';

const players = Number(process.env.BENCH_PLAYERS ?? 1_000_000);
const page = 1_000;
const directory = mkdtempSync(join(tmpdir(), 'playkeep-bench-'));
const at = (name: string): string => join(directory, name);
const server = await startPostgres();

const { record } = describedPlayers;

async function fill(path: string): Promise<void> {
  const transfer = openSqliteTransfer(path, systemClock);
  const text = (n: number) => `{"level":${n},"gold":${n}.0,"inventory":"${'x'.repeat(250)}"}`;
  for (let first = 1; first <= players; first += page) {
    const ids = Array.from({ length: page }, (_, n) => first + n);
    const session = (sequentialId: number) => ({
      sequentialId,
      sessionId: Bun.randomUUIDv7(),
      startedAt: 1_700_000_000_000,
    });
    await transfer.importRecords([
      ...ids.map((id) =>
        record.parse({
          type: 'player',
          sequentialId: id,
          playerId: `player-${id}`,
          registeredAt: 1_700_000_000_000 + id,
          metadataVersion: 1,
          metadataText: text(id),
          writtenAt: 1_700_000_000_000 + id,
        }),
      ),
      ...ids
        .filter((id) => id % 5 === 0)
        .map((id) => ({
          type: 'active-session' as const,
          ...session(id),
          lastActivity: 1_700_000_100_000,
          ...{ context: null, installationId: null },
        })),
      ...ids
        .filter((id) => id % 2 === 0)
        .map((id) => ({
          type: 'ended-session' as const,
          ...session(id),
          endedAt: 1_700_000_200_000,
          reason: 'stopped' as const,
          ...{ context: null, installationId: null },
        })),
    ]);
  }
  await transfer.close();
}

async function run(
  command: 'export' | 'import',
  databaseUrl: string,
  file: string,
  ...options: readonly string[]
): Promise<void> {
  const startedAt = performance.now();
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', join(import.meta.dir, '../src/main.ts'), command, ...options, file],
    {
      env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
      stdout: 'pipe',
      stderr: 'inherit',
    },
  );
  const printed = (await new Response(child.stdout).text()).trim();
  if ((await child.exited) !== 0) throw new Error(`${command} failed`);
  const seconds = (performance.now() - startedAt) / 1000;
  const peak = (child.resourceUsage()?.maxRSS ?? 0) / 1024 / 1024;
  say(
    `| ${[command, ...options].join(' ')}, ${new URL(databaseUrl).protocol.slice(0, -1)} | ${seconds.toFixed(1)} s | ${peak.toFixed(0)} MB | ${printed.split(',')[0]} |`,
  );
}

/** The lines of an export without the entries of the audit about imports, and without the end, which counts them. */
async function* linesOf(file: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!line.startsWith('{"type":"audit-entry"') && !line.startsWith('{"type":"end"')) yield line;
  }
}

/** Both exports come in key order, so equal databases give equal files. */
async function compare(one: string, two: string): Promise<number> {
  const others = linesOf(two);
  let lines = 0;
  for await (const line of linesOf(one)) {
    lines += 1;
    if ((await others.next()).value !== line) throw new Error(`line ${lines} differs`);
  }
  if (!(await others.next()).done) throw new Error('one export is longer');
  return lines;
}

say(`filling SQLite with ${players} players …`);
await fill(at('first.db'));
say('| command | time | peak memory | |\n|---|---:|---:|---|');
await run('export', `sqlite:${at('first.db')}`, at('first.jsonl'));
await run('export', `sqlite:${at('first.db')}`, at('first tables'), '--format', 'csv');
await run('import', server.url('postgres'), at('first.jsonl'));
await run('export', server.url('postgres'), at('second.jsonl'));
await run('export', server.url('postgres'), at('second tables'), '--format', 'csv');
await run('import', `sqlite:${at('second.db')}`, at('second.jsonl'));
await run('export', `sqlite:${at('second.db')}`, at('third.jsonl'));
say(
  `${statSync(at('first.jsonl')).size} bytes; ${await compare(at('first.jsonl'), at('second.jsonl'))} lines the same after PostgreSQL`,
);
say(`${await compare(at('first.jsonl'), at('third.jsonl'))} lines the same after SQLite again`);
for (const file of ['players.csv', 'sessions.csv'])
  say(`${await compare(at(`first tables/${file}`), at(`second tables/${file}`))} lines of ${file} the same`);
await server.stop();
rmSync(directory, { recursive: true });
process.exit(0);

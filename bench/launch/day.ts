// A launch day in minutes, on one engine: made-up players beside a deploy and an outage, and what each component takes for them. On
// SQLite the service itself is deployed by a stop and a start, and the outage is its kill.

import { Database } from 'bun:sqlite';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { startPostgres } from '../../test/harness/postgres.ts';
import { playerName } from '../data.ts';
import { databaseFlags } from '../database-settings.ts';
import { linesOf } from '../player-load.ts';
import { say } from '../program.ts';
import { createComponent, type Usage } from './components.ts';
import type { HourOfPlayers } from './day-figures.ts';
import { daySeconds, deployHour, hours, outageHour, outageSeconds } from './day-plan.ts';
import type { DayEnd, DayPlayers } from './day-players.ts';
import { launchService } from './service.ts';

export type DayEngine = 'postgres' | 'sqlite';

export interface DayOptions {
  readonly engine: DayEngine;
  readonly players: number;
  readonly minutes: number;
}

/** One hour with the components beside the players. On SQLite the service is the database. */
export interface Hour extends HourOfPlayers {
  readonly service: number;
  readonly database: number;
  readonly serviceMegabytes: number;
  readonly databaseMegabytes: number;
  readonly databaseProcesses: number;
}

export interface DayResult extends DayOptions {
  readonly hours: readonly Hour[];
  readonly sessions: number;
  readonly coins: { readonly made: number; readonly stored: number; readonly players: number };
  readonly unfinished: number;
  readonly databaseMegabytesOnDisk: number;
  readonly logMegabytes: number;
  readonly deploySeconds: number;
  readonly awaySeconds: number;
  /** Refusals that the service has counted, by reason. */
  readonly counted: Readonly<Record<string, number>>;
}

/** The engine of a day: its settings of the service, and the ways to take it away and to look into it. */
interface Store {
  readonly settings: Readonly<Record<string, string>>;
  pid(): number;
  stop(): Promise<void>;
  start(): Promise<void>;
  coins(): Promise<readonly { readonly player_id: string; readonly coins: number }[]>;
  sizes(): Promise<{ readonly disk: number; readonly log: number }>;
  close(): Promise<void>;
}

const mebibyte = 2 ** 20;

async function openPostgresStore(): Promise<Store> {
  const server = await startPostgres(databaseFlags());
  const url = server.url('postgres');
  async function query<T>(text: string): Promise<T[]> {
    const sql = new SQL(url, { max: 1 });
    const rows = await sql.unsafe(text);
    await sql.close();
    return rows;
  }
  return {
    settings: { DATABASE_URL: url, PROCESSES: '2' },
    pid: () => server.pid() ?? 0,
    stop: () => server.kill(),
    start: () => server.restart(),
    coins: () => query("SELECT player_id, coalesce((text::json ->> 'coins')::int, 0) AS coins FROM metadata"),
    async sizes() {
      const [row] = await query<{ disk: number; log: number }>(
        "SELECT pg_database_size('postgres')::float8 AS disk, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS log",
      );
      return { disk: (row?.disk ?? 0) / mebibyte, log: (row?.log ?? 0) / mebibyte };
    },
    close: () => server.stop(),
  };
}

function openSqliteStore(directory: string): Store {
  const path = join(directory, 'launch.db');
  return {
    settings: { DATABASE_URL: `sqlite:${path}` },
    pid: () => 0,
    stop: async () => undefined,
    start: async () => undefined,
    async coins() {
      const db = new Database(path, { readonly: true });
      const rows = db
        .query(
          "SELECT player_id, coalesce(text ->> '$.coins', 0) AS coins FROM metadata JOIN players USING (sequential_id)",
        )
        .all();
      db.close();
      return rows as { player_id: string; coins: number }[];
    },
    sizes: async () => ({ disk: statSync(path).size / mebibyte, log: 0 }),
    close: async () => undefined,
  };
}

/** The players, in a process of their own. */
function startPlayers(options: DayPlayers) {
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', join(import.meta.dir, 'day-players.ts'), JSON.stringify(options)],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit', cwd: join(import.meta.dir, '../..') },
  );
  process.on('exit', () => child.kill());
  const lines = linesOf(child.stdout);
  const next = async <T>(): Promise<T> => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error('the players have ended');
    return value === 'ready' ? (undefined as T) : JSON.parse(value);
  };
  return {
    next,
    begin() {
      child.stdin.write('begin\n');
      child.stdin.flush();
    },
    end: () => child.kill(),
  };
}

/** Refusals by reason, from the metrics of the service. */
async function countedRefusals(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const samples = text.matchAll(/^playkeep_refusals_total\{reason="([^"]+)"\} (\d+)$/gm);
  return Object.fromEntries(
    [...samples]
      .map(([, reason, count]) => [reason, Number(count)] as const)
      .filter(([, count]) => count > 0),
  );
}

const round = (value: number): number => Number(value.toPrecision(4));

export async function runDay(options: DayOptions): Promise<DayResult> {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-launch-'));
  const isPostgres = options.engine === 'postgres';
  const store = isPostgres ? await openPostgresStore() : openSqliteStore(directory);
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const service = await launchService(directory, {
    ...store.settings,
    JWT_PUBLIC_KEY: publicKey,
    SESSION_TIMEOUT_SECONDS: '60',
  });
  const secondMilliseconds = (options.minutes * 60_000) / daySeconds;
  const players = startPlayers({
    ...{ url: service.url, players: options.players, secondMilliseconds },
    privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  });
  await players.next();
  const serving = createComponent(() => service.pid);
  const database = createComponent(store.pid);
  const startedAt = performance.now();
  players.begin();
  const at = async (hour: number) =>
    Bun.sleep(Math.max(0, startedAt + hour * 3_600 * secondMilliseconds - performance.now()));
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const from = performance.now();
    await work();
    return (performance.now() - from) / 1_000;
  };

  async function deploy(): Promise<number> {
    await at(deployHour + 0.5);
    if (isPostgres) return timed(service.reload);
    return timed(async () => {
      serving.leave();
      await service.end('SIGTERM');
      await service.start();
    });
  }
  async function outage(): Promise<number> {
    await at(outageHour + 0.5);
    (isPostgres ? database : serving).leave();
    return timed(async () => {
      await (isPostgres ? store.stop() : service.end('SIGKILL'));
      await Bun.sleep(outageSeconds * secondMilliseconds);
      await (isPostgres ? store.start() : service.start());
    });
  }
  const events = Promise.all([deploy(), outage()]);
  events.catch((error) => say(`${error}`));

  const rows: Hour[] = [];
  const none: Usage = { cpuSeconds: 0, megabytes: 0, processes: 0 };
  let before = { service: serving.usage(), database: isPostgres ? database.usage() : none };
  for (let hour = 0; hour < hours; hour += 1) {
    const told = await players.next<HourOfPlayers>();
    const now = { service: serving.usage(), database: isPostgres ? database.usage() : none };
    rows.push({
      ...told,
      service: round(now.service.cpuSeconds - before.service.cpuSeconds),
      database: round(now.database.cpuSeconds - before.database.cpuSeconds),
      serviceMegabytes: Math.round(now.service.megabytes),
      databaseMegabytes: Math.round(now.database.megabytes),
      databaseProcesses: now.database.processes,
    });
    before = now;
    say(JSON.stringify(rows.at(-1)));
  }
  const end = await players.next<DayEnd>();
  players.end();
  const counted = await countedRefusals(service.url);
  const [deploySeconds, awaySeconds] = await events;
  const stored = new Map((await store.coins()).map(({ player_id, coins }) => [player_id, coins]));
  const { disk, log } = await store.sizes();
  await service.end('SIGTERM');
  await store.close();
  rmSync(directory, { recursive: true });
  end.saved.forEach((coins, n) => {
    const found = stored.get(playerName(n)) ?? 0;
    // A save whose answer had not come when the run ended may be there too.
    if (found < coins || (end.unfinished === 0 && found > coins))
      throw new Error(`${playerName(n)} has ${found} coins of ${coins}`);
  });
  return {
    ...{ ...options, hours: rows, sessions: end.sessions, unfinished: end.unfinished, counted },
    coins: {
      made: end.made,
      stored: [...stored.values()].reduce((sum, coins) => sum + coins, 0),
      players: stored.size,
    },
    ...{ databaseMegabytesOnDisk: Math.round(disk), logMegabytes: Math.round(log) },
    ...{ deploySeconds: round(deploySeconds), awaySeconds: round(awaySeconds) },
  };
}

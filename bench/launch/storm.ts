// The storm: thousands of real clients of client/src play, PostgreSQL is killed and stays away, and all of them come back. Each coin
// that a game has kept must be in the database once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { startPostgres } from '../../test/harness/postgres.ts';
import { playerName, secret } from '../data.ts';
import { databaseFlags } from '../database-settings.ts';
import { linesOf } from '../player-load.ts';
import { say } from '../program.ts';
import { createComponent } from './components.ts';
import { createHistogram } from './histogram.ts';
import { launchService } from './service.ts';
import type { StormEnd, StormGames, StormSecond } from './storm-games.ts';

export interface StormOptions {
  readonly clients: number;
  readonly gameProcesses: number;
  readonly rampSeconds: number;
  readonly usualSeconds: number;
  readonly awaySeconds: number;
  readonly afterSeconds: number;
  readonly changeSeconds: number;
}

/** A second of all games, from the moment at which the database accepted connections again: negative before. */
export interface StormMoment {
  readonly second: number;
  readonly answered: number;
  readonly refused: number;
  readonly behind: number;
  readonly p50: number;
  readonly p99: number;
}

export interface StormResult extends StormOptions {
  /** From its start to its first connection. */
  readonly databaseStartSeconds: number;
  readonly waited: number;
  readonly backSeconds: { readonly p50: number; readonly p99: number; readonly last: number };
  readonly usualP99: number;
  /** Seconds until p99 was usual again and stayed so for ten seconds. */
  readonly usualAgainSeconds: number;
  readonly coins: { readonly kept: number; readonly stored: number; readonly players: number };
  readonly refusals: Readonly<Record<string, number>>;
  readonly told: Readonly<Record<'refusedChanges' | 'sessionsOver' | 'renewedSessions', number>>;
  readonly cpu: readonly {
    readonly phase: string;
    readonly seconds: number;
    readonly service: number;
    readonly database: number;
  }[];
  readonly megabytes: { readonly service: number; readonly games: number };
  readonly moments: readonly StormMoment[];
}

interface Games {
  readonly seconds: StormSecond[];
  readonly end: Promise<StormEnd>;
  readonly pid: number;
  tell(line: 'back' | 'end'): void;
}

function startGames(options: StormGames): Games {
  const child = Bun.spawn(
    [process.execPath, '--no-env-file', join(import.meta.dir, 'storm-games.ts'), JSON.stringify(options)],
    {
      ...{ stdin: 'pipe', stdout: 'pipe', stderr: 'inherit', cwd: join(import.meta.dir, '../..') },
      env: { PATH: process.env.PATH, BUN_CONFIG_MAX_HTTP_REQUESTS: '10000' },
    },
  );
  process.on('exit', () => child.kill());
  const seconds: StormSecond[] = [];
  const end = Promise.withResolvers<StormEnd>();
  void (async () => {
    for await (const line of linesOf(child.stdout)) {
      const told = JSON.parse(line);
      if ('second' in told) seconds.push(told);
      else end.resolve(told);
    }
    end.reject(new Error('the games have ended'));
  })();
  return {
    seconds,
    end: end.promise.finally(() => child.kill()),
    pid: child.pid,
    tell(line) {
      child.stdin.write(`${line}\n`);
      child.stdin.flush();
    },
  };
}

/** Adds up the seconds of all processes. @param zero the moment of the return, in milliseconds since the epoch */
function momentsOf(games: readonly Games[], zero: number): StormMoment[] {
  const bySecond = new Map<number, StormSecond[]>();
  for (const each of games.flatMap(({ seconds }) => seconds))
    bySecond.set(each.second, [...(bySecond.get(each.second) ?? []), each]);
  return [...bySecond]
    .filter(([, parts]) => parts.length === games.length)
    .sort(([a], [b]) => a - b)
    .map(([second, parts]) => {
      const latencies = createHistogram();
      for (const part of parts) latencies.merge(part.latencies);
      return {
        second: second - Math.floor(zero / 1_000),
        answered: latencies.count,
        refused: parts.reduce((sum, { refusals }) => sum + sumOf(refusals), 0),
        behind: parts.reduce((sum, part) => sum + part.behind, 0),
        p50: round(latencies.quantile(0.5)),
        p99: round(latencies.quantile(0.99)),
      };
    });
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
const round = (value: number): number => Number(value.toPrecision(3));

/** The usual p99: the highest of the seconds before, but for a tenth of them. Usual again: ten seconds not above twice that. */
function usualAgain(moments: readonly StormMoment[], from: number, to: number) {
  const before = moments.filter(({ second }) => second >= from && second < to).map(({ p99 }) => p99);
  const usualP99 = before.sort((a, b) => a - b)[Math.floor(before.length * 0.9)] ?? Number.NaN;
  const after = moments.filter(({ second }) => second >= 0);
  const isUsual = ({ p99 }: StormMoment) => p99 <= Math.max(2 * usualP99, 10);
  const index = after.findIndex((_, n) => after.slice(n, n + 10).every(isUsual));
  return { usualP99, usualAgainSeconds: after[index]?.second ?? Number.NaN };
}

async function storedCoins(url: string): Promise<Map<string, number>> {
  const sql = new SQL(url, { max: 1 });
  const rows: { player_id: string; coins: number }[] = await sql.unsafe(
    "SELECT player_id, (text::json ->> 'coins')::int AS coins FROM metadata",
  );
  await sql.close();
  return new Map(rows.map(({ player_id, coins }) => [player_id, coins]));
}

export async function runStorm(options: StormOptions): Promise<StormResult> {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-storm-'));
  const postgres = await startPostgres(databaseFlags());
  const DATABASE_URL = postgres.url('postgres');
  const service = await launchService(directory, { DATABASE_URL, JWT_SECRET: secret, PROCESSES: '2' });
  const count = options.clients / options.gameProcesses;
  const games = Array.from({ length: options.gameProcesses }, (_, n) =>
    startGames({ url: service.url, first: n * count, count, ...options }),
  );
  const serving = createComponent(() => service.pid);
  const database = createComponent(() => postgres.pid() ?? 0);
  const cpu: StormResult['cpu'][number][] = [];
  let used = { at: performance.now(), service: 0, database: 0 };
  function endPhase(phase: string): void {
    const now = {
      ...{
        at: performance.now(),
        service: serving.usage().cpuSeconds,
        database: database.usage().cpuSeconds,
      },
    };
    const seconds = (now.at - used.at) / 1_000;
    cpu.push({
      ...{ phase, seconds: round(seconds), service: round(now.service - used.service) },
      database: round(now.database - used.database),
    });
    used = now;
    say(
      `${phase}: ${JSON.stringify(cpu.at(-1))}, behind ${games.map(({ seconds }) => seconds.at(-1)?.behind)}`,
    );
  }
  await Bun.sleep(options.rampSeconds * 1_000);
  endPhase('the players come');
  await Bun.sleep(options.usualSeconds * 1_000);
  endPhase('usual');
  database.leave();
  const killedAt = Date.now();
  await postgres.kill();
  await Bun.sleep(options.awaySeconds * 1_000 - (Date.now() - killedAt));
  const startedAt = Date.now();
  endPhase('the database is away');
  await postgres.restart();
  const back = Date.now();
  for (const each of games) each.tell('back');
  await Bun.sleep(options.afterSeconds * 1_000);
  const megabytes = {
    service: Math.round(serving.usage().megabytes),
    games: Math.round(games.reduce((sum, { pid }) => sum + createComponent(() => pid).usage().megabytes, 0)),
  };
  endPhase('after its return');
  for (const each of games) each.tell('end');
  const ends = await Promise.all(games.map(({ end }) => end));
  const stored = await storedCoins(DATABASE_URL);
  await service.end('SIGTERM');
  await postgres.stop();
  rmSync(directory, { recursive: true });

  const kept = ends.flatMap(({ coins }) => coins);
  kept.forEach((coins, n) => {
    const found = stored.get(playerName(n));
    if (found !== coins) throw new Error(`${playerName(n)} has ${found} coins of ${coins}`);
  });
  const moments = momentsOf(games, back);
  const waits = ends.flatMap(({ backAfter }) => backAfter).sort((a, b) => a - b);
  const at = (q: number) => round((waits[Math.floor(q * (waits.length - 1))] ?? Number.NaN) / 1_000);
  const refusals: Record<string, number> = {};
  for (const second of games.flatMap(({ seconds }) => seconds))
    for (const [reason, times] of Object.entries(second.refusals))
      refusals[reason] = (refusals[reason] ?? 0) + times;
  const total = (name: keyof StormResult['told']) => ends.reduce((sum, end) => sum + end[name], 0);
  return {
    ...options,
    databaseStartSeconds: round((back - startedAt) / 1_000),
    waited: waits.length,
    backSeconds: { p50: at(0.5), p99: at(0.99), last: at(1) },
    ...usualAgain(moments, (killedAt - back) / 1_000 - options.usualSeconds, (killedAt - back) / 1_000 - 1),
    coins: {
      kept: kept.reduce((sum, coins) => sum + coins, 0),
      stored: [...stored.values()].reduce((sum, coins) => sum + coins, 0),
      players: stored.size,
    },
    refusals,
    told: {
      refusedChanges: total('refusedChanges'),
      sessionsOver: total('sessionsOver'),
      renewedSessions: total('renewedSessions'),
    },
    ...{ cpu, megabytes, moments },
  };
}

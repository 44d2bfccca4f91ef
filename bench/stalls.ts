// What callers see when everything stands still for three seconds: the processes of PostgreSQL, the service itself, a lock of the
// whole table, one locked row. And ten seconds of it beside ten thousand callers. `npx bun bench/stalls.ts ../before .` compares trees.
// It stores its table under bench/results/. Options: --engines sqlite,postgres --crowd 10000
import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SQL } from 'bun';
import { startPostgres } from '../test/harness/postgres.ts';
import { fill, playerName, secret } from './data.ts';
import { launchService } from './launch/service.ts';
import { load } from './load.ts';
import { commit, machine, residentMegabytes } from './machine.ts';
import { say } from './program.ts';
import { keepResult } from './results.ts';
import { createScenarios } from './scenarios.ts';

const { values: options, positionals } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    crowd: { type: 'string', default: '10000' },
  },
  allowPositionals: true,
});
const players = 10_000;
const stallSeconds = 3;
const crowdStallSeconds = 10;
const save = 'set 300 B';
const trees = positionals.length > 0 ? positionals : ['.'];
const startedOn = commit();
const lines = [
  `# Stalls, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players, saves of 300 bytes, everything on this machine. Made by \`npx bun bench/stalls.ts ${trees.join(' ')}\`.\n`,
  '| commit | engine | stall | callers | answered 200 | answered 503 | without an answer | longest ms | MB at most | longest in the second after ms |',
  '|---|---|---|---:|---:|---:|---:|---:|---:|---:|',
];

interface Subject {
  readonly tree: string;
  readonly engine: string;
  readonly url: string;
  readonly pid: () => number;
  /** Begins a stall. @returns its end */
  readonly stalls: Readonly<Record<string, () => Promise<() => unknown>>>;
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, signal);
}

async function measure(subject: Subject, stall: string, callers: number, seconds: number): Promise<void> {
  const { standard } = await createScenarios(players);
  const next = standard.find(({ name }) => name === save)?.next;
  const begin = subject.stalls[stall];
  if (!next || !begin) throw new Error(`there is no ${save} or no ${stall}`);
  const { url, pid } = subject;
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytes(pid()));
  }, 50);
  let end: () => unknown = () => undefined;
  setTimeout(async () => {
    end = await begin();
  }, 1_000);
  const timer = setTimeout(() => end(), 1_000 + seconds * 1_000);
  const result = await load({
    urls: [url],
    connections: callers,
    seconds: seconds + 2,
    next,
    expectsRefusals: true,
  });
  clearTimeout(timer);
  clearInterval(watch);
  const after = await load({ urls: [url], connections: 64, seconds: 1, next, expectsRefusals: true });
  const cells = [
    ...[commit(subject.tree), subject.engine, `${stall}, ${seconds} s`, callers, result.requests],
    ...[Math.round(result.refusedPerSecond * (seconds + 2)), result.failures, result.longest.toFixed(0)],
    ...[megabytes.toFixed(0), `${after.longest.toFixed(0)} (${after.refusedPerSecond.toFixed(0)} refused)`],
  ];
  lines.push(`| ${cells.join(' | ')} |`);
  say(lines.at(-1) ?? '');
}

async function measureAll(subject: Subject): Promise<void> {
  for (const stall of Object.keys(subject.stalls)) await measure(subject, stall, 200, stallSeconds);
  const [first = ''] = Object.keys(subject.stalls);
  await measure(subject, first, Number(options.crowd), crowdStallSeconds);
}

async function onPostgres(tree: string, directory: string): Promise<void> {
  const postgres = await startPostgres();
  const url = postgres.url('postgres');
  await fill(url, players);
  const settings = { DATABASE_URL: url, JWT_SECRET: secret, SESSION_TIMEOUT_SECONDS: '86400' };
  const service = await launchService(directory, settings, tree);
  const operator = new SQL(url, { max: 1 });

  const whileHeld = (statement: string) => async () => {
    const connection = await operator.reserve();
    await connection.unsafe('BEGIN');
    await connection.unsafe(statement);
    return async () => {
      await connection.unsafe('ROLLBACK');
      connection.release();
    };
  };
  await measureAll({
    tree,
    engine: 'postgres',
    url: service.url,
    pid: () => service.pid,
    stalls: {
      'PostgreSQL stopped': async () => {
        const rows: { pid: number }[] = await operator.unsafe(
          "SELECT pid FROM pg_stat_activity WHERE application_name = 'playkeep'",
        );
        const pids = rows.map(({ pid }) => pid);
        signalAll(pids, 'SIGSTOP');
        return () => signalAll(pids, 'SIGCONT');
      },
      'service stopped': async () => {
        signalAll([service.pid], 'SIGSTOP');
        return () => signalAll([service.pid], 'SIGCONT');
      },
      'table locked': whileHeld('LOCK TABLE metadata IN EXCLUSIVE MODE'),
      'one row locked': whileHeld(`SELECT FROM metadata WHERE player_id = '${playerName(1)}' FOR UPDATE`),
    },
  });
  await operator.close();
  await service.end('SIGTERM');
  await postgres.stop();
}

async function onSqlite(tree: string, directory: string): Promise<void> {
  const path = join(directory, 'playkeep.db');
  await fill(`sqlite:${path}`, players);
  const settings = { DATABASE_URL: `sqlite:${path}`, JWT_SECRET: secret, SESSION_TIMEOUT_SECONDS: '86400' };
  const service = await launchService(directory, settings, tree);
  await measureAll({
    tree,
    engine: 'sqlite',
    url: service.url,
    pid: () => service.pid,
    stalls: {
      'service stopped': async () => {
        signalAll([service.pid], 'SIGSTOP');
        return () => signalAll([service.pid], 'SIGCONT');
      },
      'file locked': async () => {
        const other = new Database(path);
        other.run('PRAGMA busy_timeout = 5000');
        other.run('BEGIN IMMEDIATE');
        return () => {
          other.run('ROLLBACK');
          other.close();
        };
      },
    },
  });
  await service.end('SIGTERM');
}

for (const tree of trees)
  for (const engine of options.engines.split(',')) {
    const directory = mkdtempSync(join(tmpdir(), 'playkeep-stalls-'));
    await (engine === 'sqlite' ? onSqlite : onPostgres)(resolve(tree), directory);
    rmSync(directory, { recursive: true });
  }
keepResult('stalls', startedOn, `${lines.join('\n')}\n`);
process.exit(0);

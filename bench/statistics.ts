// The statistics at scale on each engine: the count of a long history, every route over all its days, dashboards, and the count of a
// backlog beside half the peak of the player API. `npx bun bench/statistics.ts` stores its tables under bench/results/. Options:
// --engines sqlite,postgres --sessions 10000000 (2000000 on SQLite; a tenth of it are players, and a tenth the backlog) --days 400
// --calls 100 --seconds 10
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fill, secret } from './data.ts';
import type { LoadResult } from './load.ts';
import { commit, machine, residentMegabytes } from './machine.ts';
import { besidePlayers, halfThePeak, startPlayerLoad } from './player-load.ts';
import { openPostgres } from './postgres.ts';
import { median, type Program, say, startService } from './program.ts';
import { keepResult } from './results.ts';
import { dayMilliseconds, type HistoryOptions, makeBacklog, makeHistory } from './session-history.ts';
import {
  callsOver,
  measureCall,
  measureDashboards,
  overviewOf,
  serverKey,
  sessionsWithin,
  timeUntilReady,
  waitUntilCounted,
} from './statistics-calls.ts';
import { changeCount, createPartitions, insertSessions } from './statistics-data.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    sessions: { type: 'string' },
    days: { type: 'string', default: '400' },
    calls: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '10' },
  },
});
const days = Number(options.days);
const times = Number(options.calls);
const seconds = Number(options.seconds);
const until = Math.floor(Date.now() / dayMilliseconds) * dayMilliseconds;
const calls = callsOver(days, until);
const startedOn = commit();
const answerBar = 200;
const countBar = 60;
const playersBar = 50;
const dashboards = { dashboards: 8, rounds: 15, pause: 1_000 };
const fullSessions: Readonly<Record<string, number>> = { sqlite: 2_000_000, postgres: 10_000_000 };

const answers: string[] = [];
const bars: string[] = [];
const facts: string[] = [];
const noteTo = (list: string[], line: string): void => {
  list.push(line);
  say(line);
};
const number = (value: number, digits = 0): string => value.toFixed(digits);
const verdict = (isMet: boolean): string => (isMet ? 'pass' : '**fail**');

function noteBar(engine: string, name: string, value: number, bar: number, unit: string): void {
  const cells = [
    engine,
    name,
    `${number(value, 1)} ${unit}`,
    `${number(bar, 1)} ${unit}`,
    verdict(value < bar),
  ];
  noteTo(bars, `| ${cells.join(' | ')} |`);
}
const noteFact = (engine: string, name: string, value: string): void =>
  noteTo(facts, `| ${engine} | ${name} | ${value} |`);

const start = (databaseUrl: string): Promise<Program> =>
  startService({
    ...{ DATABASE_URL: databaseUrl, JWT_SECRET: secret, SERVER_API_KEY: serverKey },
    STATISTICS_CONTEXT: '/platform,/version',
  });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** @throws unless as many sessions are counted as were made */
async function checkCounted(url: string, expected: number): Promise<void> {
  const counted = await sessionsWithin(url, calls);
  if (counted !== expected) throw new Error(`${counted} sessions are counted, not ${expected}`);
}

async function makeData(engine: string, databaseUrl: string, history: HistoryOptions): Promise<void> {
  const { players, sessions } = history;
  say(`${engine}: making ${sessions} sessions of ${players} players …`);
  const filled = await timed(async () => {
    await fill(databaseUrl, players);
    await createPartitions(databaseUrl, until, days);
    await insertSessions(databaseUrl, makeHistory(history), 1);
  });
  noteFact(engine, `making ${sessions} sessions of ${players} players`, `${number(filled)} s`);
}

async function countHistory(engine: string, service: Program, { sessions }: HistoryOptions): Promise<void> {
  const took = await waitUntilCounted(service.url, say);
  noteFact(
    engine,
    `the first count of ${sessions} sessions`,
    `${number(took, 1)} s, ${number(sessions / took)} sessions a second`,
  );
  await checkCounted(service.url, sessions);
}

/** Each call in JSON and CSV. The first one of each is an answer of a process that has not given it before. */
async function measureAnswers(engine: string, { url }: Program): Promise<void> {
  let [slowest, slowestName] = [0, ''];
  for (const [form, accept] of [
    ['JSON', 'application/json'],
    ['CSV', 'text/csv'],
  ] as const) {
    for (const call of calls) {
      const { first, p50, p99, max, bytes } = await measureCall(url, call, accept, times);
      if (p99 > slowest) [slowest, slowestName] = [p99, `${call.name}, ${form}`];
      const cells = [
        ...[engine, call.name, form, number(first, 1), number(p50, 1), number(p99, 1), number(max, 1)],
        ...[bytes, verdict(p99 < answerBar)],
      ];
      noteTo(answers, `| ${cells.join(' | ')} |`);
    }
  }
  noteBar(engine, `p99 of the slowest call (${slowestName})`, slowest, answerBar, 'ms');
}

/** An answer for which the active sessions must be counted first, since none is ready. */
async function measureUnready(engine: string, databaseUrl: string, { url }: Program): Promise<void> {
  const all: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await changeCount(databaseUrl, 'as_of = NULL, published = NULL');
    all.push(await timeUntilReady(url));
  }
  noteFact(
    engine,
    'an answer when none is ready, median of 5, 503 before it included',
    `${number(median(all))} ms`,
  );
}

async function measureOverviews(engine: string, { url }: Program): Promise<void> {
  const { p50, p99, max, calls: count } = await measureDashboards(url, overviewOf(calls), dashboards);
  noteBar(
    engine,
    `p99 of ${count} calls of ${dashboards.dashboards} dashboards at once`,
    p99,
    answerBar,
    'ms',
  );
  noteFact(engine, 'the same: median and longest', `${number(p50, 1)} and ${number(max, 1)} ms`);
}

function notePlayers(engine: string, beside: string, alone: LoadResult, players: LoadResult): void {
  const bar = Math.max(2 * alone.p99, playersBar);
  noteBar(engine, `p99 of players beside ${beside}`, players.p99, bar, 'ms');
  noteFact(
    engine,
    `players beside ${beside}: requests, failures`,
    `${players.requests}, ${players.failures}`,
  );
}

/**
 * The count of a backlog beside half the peak of players. The lease of the count is held until then, so that the players' own
 * latency is measured on the same data.
 */
async function measureBacklog(engine: string, databaseUrl: string, history: HistoryOptions): Promise<void> {
  const backlog = Math.round(history.sessions / 10);
  const held = `lease_holder = 'a measurement', lease_until = ${Date.now() + dayMilliseconds}`;
  await changeCount(databaseUrl, `${held}, as_of = NULL, published = NULL`);
  say(`${engine}: making a backlog of ${backlog} sessions …`);
  await insertSessions(databaseUrl, makeBacklog({ ...history, sessions: backlog }), history.sessions + 1);
  const service = await start(databaseUrl);
  const besides = startPlayerLoad(service.url, history.players);
  const rate = await halfThePeak(besides, seconds);
  noteFact(engine, 'half the peak of players', `${number(rate)} requests a second`);
  const alone = await besides.run({ seconds, rate });
  noteFact(engine, 'p50 and p99 of players alone', `${number(alone.p50, 2)} and ${number(alone.p99, 2)} ms`);
  const { result: took, players } = await besidePlayers(besides, rate, async () => {
    await changeCount(databaseUrl, 'lease_holder = NULL, lease_until = 0');
    return waitUntilCounted(service.url, say);
  });
  noteBar(engine, `time for a backlog of ${backlog} sessions beside players`, took, countBar, 's');
  noteFact(engine, 'sessions of the backlog counted a second', number(backlog / took));
  notePlayers(engine, 'the count', alone, players);
  await checkCounted(service.url, history.sessions + backlog);
  const polls = await besidePlayers(besides, rate, () =>
    measureDashboards(service.url, overviewOf(calls), dashboards),
  );
  notePlayers(engine, `${dashboards.dashboards} dashboards`, alone, polls.players);
  noteFact(engine, 'p99 of dashboards beside players', `${number(polls.result.p99, 1)} ms`);
  noteFact(engine, 'resident memory of the service', `${number(residentMegabytes(service.pid))} MB`);
  besides.stop();
  await service.stop();
}

async function measureAll(engine: string, databaseUrl: string): Promise<void> {
  const sessions = Number(options.sessions ?? fullSessions[engine]);
  const history = { players: Math.round(sessions / 10), sessions, days, until };
  await makeData(engine, databaseUrl, history);
  const first = await start(databaseUrl);
  await countHistory(engine, first, history);
  await first.stop();
  const service = await start(databaseUrl);
  await measureAnswers(engine, service);
  await measureUnready(engine, databaseUrl, service);
  await measureOverviews(engine, service);
  await service.stop();
  await measureBacklog(engine, databaseUrl, history);
}

for (const engine of options.engines.split(',')) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-statistics-'));
  const server = engine === 'postgres' ? await openPostgres() : undefined;
  await measureAll(engine, server?.url ?? `sqlite:${join(directory, 'bench.db')}`);
  await server?.stop();
  rmSync(directory, { recursive: true });
}
const text = [
  `# Statistics at scale, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; sessions of ${days} days, each answer over all of them by ${times} calls one after the other, the first of a new ` +
    'process among them; everything on this machine. Made by `npx bun bench/statistics.ts`.',
  '\n## Bars\n',
  '| engine | measured | value | bar | |\n|---|---|---:|---:|---|',
  ...bars,
  '\n## Answers\n',
  '| engine | call | form | first ms | p50 ms | p99 ms | longest ms | bytes | under 200 ms |\n|---|---|---|---:|---:|---:|---:|---:|---|',
  ...answers,
  '\n## Other figures\n',
  '| engine | measured | value |\n|---|---|---|',
  ...facts,
];
keepResult('statistics', startedOn, `${text.join('\n')}\n`);
process.exit(0);

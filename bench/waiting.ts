// Ten thousand players who wait for a change, on each engine: the memory that they take, the rate of the others beside them, the time
// from a server's grant at another process to the answer, and a deploy. `npx bun bench/waiting.ts` stores its table under
// bench/results/. Options: --engines sqlite,postgres --waiting 10000 --seconds 6 --rounds 3
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.ts';
import { metricOf } from '../test/harness/waiting.ts';
import { openIdle } from './crowd.ts';
import { fill, sampleOf, secret } from './data.ts';
import { load } from './load.ts';
import { commit, cpuSecondsOf, machine, residentMegabytes } from './machine.ts';
import { median, type Program, say, startService } from './program.ts';
import { keepResult } from './results.ts';
import { createScenarios } from './scenarios.ts';
import { openReaders } from './waiting-readers.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    waiting: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
  },
});
const waiting = Number(options.waiting);
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
/** The first half plays, the second half waits. */
const players = 2 * waiting;
const waiters = Array.from({ length: waiting }, (_, n) => waiting + 1 + n);
const serverKey = 'the key of a backend in a measurement';
const startedOn = commit();
const lines = [
  `# Waiting reads, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${waiting} players who wait, everything on this machine. Made by \`npx bun bench/waiting.ts\`.\n`,
  '| Engine | What | Value |',
  '|---|---|---|',
];
const note = (engine: string, what: string, value: string): void => {
  lines.push(`| ${engine} | ${what} | ${value} |`);
  say(`${engine}: ${what}: ${value}`);
};
const number = (value: number, digits = 0): string => value.toFixed(digits);

const untilWaiting = async (urls: readonly string[], count: number): Promise<void> => {
  for (;;) {
    const counts = await Promise.all(urls.map((url) => metricOf(url, 'playkeep_waiting_reads')));
    if (counts.reduce((sum, each) => sum + each, 0) >= count * 0.99) return;
    await Bun.sleep(200);
  }
};

/** Memory of the service before, with idle connections, and with readers who wait; and the CPU time of waiting. */
async function memory(engine: string, { url, pid }: Program): Promise<void> {
  const before = residentMegabytes(pid);
  const idle = await openIdle(url, waiting);
  await Bun.sleep(2_000);
  const withIdle = residentMegabytes(pid);
  idle.close();
  await Bun.sleep(2_000);
  const readers = await openReaders(waiters, () => url);
  await untilWaiting([url], waiting);
  await Bun.sleep(26_000);
  const cpuBefore = cpuSecondsOf(pid);
  await Bun.sleep(10_000);
  const cpu = (cpuSecondsOf(pid) - cpuBefore) / 10;
  const withReaders = residentMegabytes(pid);
  readers.close();
  note(
    engine,
    'resident memory before, with as many idle connections, with readers',
    [before, withIdle, withReaders].map((each) => `${number(each)} MB`).join(', '),
  );
  note(engine, 'memory more with readers', `${number(withReaders - before)} MB, bar 100`);
  note(
    engine,
    'processor time of the service while nothing else happens',
    `${number(100 * cpu, 1)} % of a core`,
  );
  await Bun.sleep(1_000);
}

/** The rate of other players without and with readers, in turns. */
async function rate(engine: string, { url, pid }: Program): Promise<void> {
  const { standard } = await createScenarios(waiting);
  const { next } = standard.find(({ name }) => name.startsWith('mix')) as (typeof standard)[number];
  const measure = async () => {
    const cpu = cpuSecondsOf(pid);
    const { requests, requestsPerSecond, p99 } = await load({ urls: [url], connections: 64, seconds, next });
    return { rate: requestsPerSecond, p99, cpu: ((cpuSecondsOf(pid) - cpu) / requests) * 1e6 };
  };
  type Measured = Awaited<ReturnType<typeof measure>>;
  const pairs: Record<'without' | 'beside' | 'after', Measured>[] = [];
  await measure();
  for (let round = 0; round < rounds; round += 1) {
    const without = await measure();
    const readers = await openReaders(waiters, () => url);
    await untilWaiting([url], waiting);
    const beside = await measure();
    readers.close();
    await Bun.sleep(1_000);
    const after = await measure();
    pairs.push({ without, beside, after });
    say(JSON.stringify(pairs.at(-1)));
  }
  const ratio = (of: 'rate' | 'cpu') =>
    median(pairs.map(({ without, beside, after }) => (2 * beside[of]) / (without[of] + after[of])));
  note(
    engine,
    'rate of the others with readers, of that before and after',
    `${number(ratio('rate'), 3)}, bar 0.97`,
  );
  note(engine, 'processor time of the service for a request of them, likewise', number(ratio('cpu'), 3));
  note(
    engine,
    'p99 of the others before, with readers, after',
    [
      median(pairs.map(({ without }) => without.p99)),
      median(pairs.map(({ beside }) => beside.p99)),
      median(pairs.map(({ after }) => after.p99)),
    ]
      .map((each) => `${number(each, 1)} ms`)
      .join(', '),
  );
}

/** From the answer to a server's grant at another process to the answer of the player who waits. */
async function delay(engine: string, at: Program, { url }: Program): Promise<void> {
  const readers = await openReaders(waiters, () => at.url);
  await untilWaiting([at.url], waiting);
  const granted = new Map<number, number>();
  const delays: number[] = [];
  readers.onChange((player) => {
    const moment = granted.get(player);
    if (moment !== undefined) delays.push(performance.now() - moment);
  });
  const grants = 500;
  for (let n = 0; n < grants; n += 1) {
    const player = waiters[(n * 7919) % waiting] as number;
    const began = performance.now();
    const answer = await fetch(`${url}/api/server/players/${player}/metadata`, {
      method: 'POST',
      headers: { authorization: `Bearer ${serverKey}`, 'content-type': 'application/json' },
      body: `{"data":{"granted":${n}}}`,
    });
    if (answer.status !== 200) throw new Error(`a grant got ${answer.status}`);
    await answer.text();
    granted.set(player, performance.now());
    await Bun.sleep(Math.max(0, 20 - (performance.now() - began)));
  }
  await Bun.sleep(2_000);
  readers.close();
  delays.sort((a, b) => a - b);
  const quantile = (q: number) => number(delays[Math.floor(q * (delays.length - 1))] ?? Number.NaN);
  note(
    engine,
    `a grant at another process to the answer, ${delays.length} of ${grants}: p50, p99, most`,
    `${quantile(0.5)} ms, ${quantile(0.99)} ms, ${quantile(1)} ms, bar 1000 at p99`,
  );
  await Bun.sleep(1_000);
}

/** One of two processes ends beside readers at both. Counts the requests of each second. */
async function deploy(engine: string, first: Program, second: Program): Promise<void> {
  let isEnding = false;
  const readers = await openReaders(waiters, (player) =>
    player % 2 === 0 || isEnding ? second.url : first.url,
  );
  await untilWaiting([first.url, second.url], waiting);
  await Bun.sleep(26_000);
  readers.takeSent();
  await Bun.sleep(25_000);
  const usual = readers.takeSent().length / 25;
  isEnding = true;
  const began = performance.now();
  void first.stop();
  await Bun.sleep(50_000);
  const bySecond = new Map<number, number>();
  for (const moment of readers.takeSent()) {
    const second = Math.floor((moment - began) / 1_000);
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
  }
  const most = Math.max(...bySecond.values());
  await untilWaiting([second.url], waiting);
  readers.close();
  note(
    engine,
    'requests of readers a second before a deploy, and in its busiest second',
    `${number(usual)}, ${most}: ${number(most / usual, 2)} times, bar 2`,
  );
}

async function measureEngine(engine: string, databaseUrl: string): Promise<void> {
  await fill(databaseUrl, players);
  const settings = { DATABASE_URL: databaseUrl, JWT_SECRET: secret, SERVER_API_KEY: serverKey };
  // A sample must be there, or the mix of the others would have no sessions.
  if (sampleOf(waiting).length === 0) throw new Error('too few players');
  const first = await startService(settings);
  const second = await startService(settings);
  await memory(engine, first);
  await rate(engine, first);
  await delay(engine, first, second);
  await deploy(engine, first, second);
  await second.stop();
}

const directory = mkdtempSync(join(tmpdir(), 'playkeep-bench-'));
for (const engine of options.engines.split(',')) {
  if (engine === 'sqlite') await measureEngine(engine, `sqlite:${join(directory, 'bench.db')}`);
  else {
    const server = await startPostgres();
    await measureEngine(engine, server.url('postgres'));
    await server.stop();
  }
}
rmSync(directory, { recursive: true });
keepResult('waiting', startedOn, `${lines.join('\n')}\n`);
process.exit(0);

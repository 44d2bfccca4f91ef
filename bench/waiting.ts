// Ten thousand players who wait for a change, on each engine: the memory that they take, the rate of the others beside them, the time
// from a server's grant at another process to the answer, and deploys: of one of two processes, and of one that has all of them.
// `npx bun bench/waiting.ts` stores its table under bench/results/. Options: --engines sqlite,postgres --waiting 10000 --seconds 6
// --rounds 3 --parts memory,rate,delay,deploy
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.ts';
import { metricOf } from '../test/harness/waiting.ts';
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
    parts: { type: 'string', default: 'memory,rate,delay,deploy' },
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

/** The most resident memory of a process in some seconds, in MB. */
async function peakMegabytes(pid: number, seconds: number): Promise<number> {
  let peak = 0;
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await Bun.sleep(250))
    peak = Math.max(peak, residentMegabytes(pid));
  return peak;
}

/**
 * Peaks of the memory of the service while the same players read once over new connections, again and again, keep a connection
 * that does nothing, and wait; and the CPU time of waiting. The memory of players whom a service has met counts in all three.
 */
async function memory(engine: string, { url, pid }: Program): Promise<void> {
  const atStart = residentMegabytes(pid);
  let before = 0;
  for (let round = 0; round < 2; round += 1) {
    const met = await openReaders(waiters, () => url, false);
    before = await peakMegabytes(pid, 15);
    met.close();
    await Bun.sleep(2_000);
  }
  const left = await peakMegabytes(pid, 5);
  const readers = await openReaders(waiters, () => url);
  await untilWaiting([url], waiting);
  const withReaders = await peakMegabytes(pid, 40);
  const cpuBefore = cpuSecondsOf(pid);
  await Bun.sleep(10_000);
  const cpu = (cpuSecondsOf(pid) - cpuBefore) / 10;
  readers.close();
  note(
    engine,
    'resident memory at the start; of the same players, peaks: without connections, with idle ones, while they wait',
    [atStart, left, before, withReaders].map((each) => `${number(each)} MB`).join(', '),
  );
  note(
    engine,
    'memory more while they wait than without connections, and than with idle ones',
    `${number(withReaders - left)} MB, bar 100; ${number(withReaders - before)} MB`,
  );
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

/** The most requests in one second, of seconds counted from a moment, and the number of that second. */
function busiestSecond(
  moments: readonly number[],
  began: number,
): { readonly most: number; readonly second: number } {
  const bySecond = new Map<number, number>();
  for (const moment of moments) {
    const second = Math.floor((moment - began) / 1_000);
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
  }
  const [[second, most] = [0, 0]] = [...bySecond].sort(([, a], [, b]) => b - a);
  return { second, most };
}

/** A process ends beside readers at it and at another one. Counts the requests of each second. @param share of the readers at it */
async function deploy(engine: string, ending: Program, other: Program, share: number): Promise<void> {
  let isEnding = false;
  const readers = await openReaders(waiters, (player) =>
    isEnding || (player * 7919) % 100 >= share * 100 ? other.url : ending.url,
  );
  await untilWaiting([ending.url, other.url], waiting);
  await Bun.sleep(26_000);
  readers.takeSent();
  const beganUsual = performance.now();
  await Bun.sleep(25_000);
  const usual = readers.takeSent();
  isEnding = true;
  const began = performance.now();
  void ending.stop();
  await Bun.sleep(52_000);
  const { second, most } = busiestSecond(readers.takeSent(), began);
  await untilWaiting([other.url], waiting);
  readers.close();
  const usualRate = usual.length / 25;
  note(
    engine,
    `requests of readers a second before a process with ${number(100 * share)} % of them ends, busiest second before and after`,
    `${number(usualRate)}, ${busiestSecond(usual, beganUsual).most}, ${most} after ${second} s: ${number(most / usualRate, 2)} times, bar 2`,
  );
}

async function measureEngine(engine: string, databaseUrl: string): Promise<void> {
  await fill(databaseUrl, players);
  const settings = { DATABASE_URL: databaseUrl, JWT_SECRET: secret, SERVER_API_KEY: serverKey };
  // A sample must be there, or the mix of the others would have no sessions.
  if (sampleOf(waiting).length === 0) throw new Error('too few players');
  const first = await startService(settings);
  const second = await startService(settings);
  const wants = (part: string): boolean => options.parts.split(',').includes(part);
  if (wants('memory')) await memory(engine, first);
  if (wants('rate')) await rate(engine, first);
  if (wants('delay')) await delay(engine, first, second);
  if (!wants('deploy')) return void (await Promise.all([first.stop(), second.stop()]));
  await deploy(engine, first, second, 0.5);
  const third = await startService(settings);
  await deploy(engine, second, third, 1);
  await third.stop();
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

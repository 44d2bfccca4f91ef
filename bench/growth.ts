// The figures as data and connections grow: the hot operations at 10,000 to 10,000,000 players, side by side in one run, and at
// 10 to 10,000 connections, and the memory of the service. `npx bun bench/growth.ts` stores its tables under bench/results/.
// Options: --sqlite 10000,1000000 --postgres 10000,1000000,10000000 --connections 10,1000,10000 --rounds 5 --seconds 2
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.ts';
import { fill, sampleAnswer, sampleOf, secret } from './data.ts';
import { databaseFlags, databaseSettings } from './database-settings.ts';
import { type LoadResult, load } from './load.ts';
import { commit, machine, residentMegabytes } from './machine.ts';
import { createDatabase } from './postgres.ts';
import { median, type Program, say, startService } from './program.ts';
import { keepResult } from './results.ts';
import { createScenarios, type Scenario } from './scenarios.ts';

const { values: options } = parseArgs({
  options: {
    sqlite: { type: 'string', default: '10000,1000000' },
    postgres: { type: 'string', default: '10000,1000000,10000000' },
    connections: { type: 'string', default: '10,1000,10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
});
const numbers = (list: string): number[] => list.split(',').filter(Boolean).map(Number);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const startedOn = commit();
const lines = [
  `# Growth, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; medians of ${rounds} × ${seconds} s, everything on this machine. Made by \`npx bun bench/growth.ts\`.`,
];

interface Subject {
  readonly engine: string;
  readonly players: number;
  readonly service: Program;
  readonly scenarios: readonly Scenario[];
}

async function prepare(engine: string, databaseUrl: string, players: number): Promise<Subject> {
  say(`${engine}: preparing ${players} players …`);
  await fill(databaseUrl, players);
  const service = await startService({ DATABASE_URL: databaseUrl, JWT_SECRET: secret });
  await sampleAnswer(service, sampleOf(players)[0] ?? 0);
  return { engine, players, service, scenarios: (await createScenarios(players)).standard };
}

async function measure({ service }: Subject, scenario: Scenario, connections: number): Promise<LoadResult> {
  const { name, next, requestsEach = 1 } = scenario;
  // Ten thousand concurrent requests are more than the service can serve in good time, so it sheds some.
  const result = await load({ urls: [service.url], connections, seconds, next, expectsRefusals: true });
  if (result.failures > 0) throw new Error(`${name}: ${result.failures} answers were not 200`);
  return { ...result, requestsPerSecond: result.requestsPerSecond / requestsEach };
}

function table(title: string, columns: readonly string[]): void {
  lines.push(`\n## ${title}\n\n| ${columns.join(' | ')} |`, `|---|${'---:|'.repeat(columns.length - 1)}`);
}

function row(cells: readonly (string | number)[]): void {
  const line = `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(cell < 100 ? 2 : 0) : cell)).join(' | ')} |`;
  lines.push(line);
  say(line);
}

const medianOf = (results: readonly LoadResult[], figure: (result: LoadResult) => number): number =>
  median(results.map(figure));

/** Each round measures one size after the other, so that other load of the machine affects all sizes. */
async function compareSizes(subjects: readonly Subject[]): Promise<void> {
  const [smallest] = subjects;
  if (!smallest) return;
  table(`${smallest.engine}, by players, 64 connections`, [
    ...['operation', 'players', 'a second', `÷ at ${smallest.players}`, 'p99 ms', 'MB of the service'],
  ]);
  for (const [index, { name }] of smallest.scenarios.slice(0, 5).entries()) {
    const results = subjects.map((): LoadResult[] => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [n, subject] of subjects.entries()) {
        const result = await measure(subject, subject.scenarios[index] as Scenario, 64);
        if (round > 0) results[n]?.push(result);
      }
    }
    const rates = results.map((of) => of.map(({ requestsPerSecond }) => requestsPerSecond));
    for (const [n, { players, service }] of subjects.entries()) {
      const of = results[n] ?? [];
      const ratio = median((rates[n] ?? []).map((rate, round) => rate / (rates[0]?.[round] ?? 0)));
      const rate = medianOf(of, (each) => each.requestsPerSecond);
      const p99 = medianOf(of, (each) => each.p99);
      row([name, String(players), rate, ratio, p99, residentMegabytes(service.pid)]);
    }
  }
}

async function compareConnections(subject: Subject): Promise<void> {
  table(`${subject.engine}, by connections, ${subject.players} players`, [
    ...['operation', 'connections', 'a second', 'p99 ms', 'refused a second', 'MB of the service'],
  ]);
  for (const connections of numbers(options.connections)) {
    for (const index of [0, 2, 3]) {
      const scenario = subject.scenarios[index] as Scenario;
      const results: LoadResult[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const result = await measure(subject, scenario, connections);
        if (round > 0) results.push(result);
      }
      const rate = medianOf(results, (each) => each.requestsPerSecond);
      const p99 = medianOf(results, (each) => each.p99);
      const refused = medianOf(results, (each) => each.refusedPerSecond);
      const megabytes = residentMegabytes(subject.service.pid);
      row([scenario.name, String(connections), rate, p99, refused, megabytes]);
    }
  }
}

async function compare(
  engine: string,
  sizes: readonly number[],
  url: (players: number) => Promise<string>,
): Promise<void> {
  const subjects: Subject[] = [];
  for (const players of sizes) subjects.push(await prepare(engine, await url(players), players));
  await compareSizes(subjects);
  if (subjects[0]) await compareConnections(subjects[0]);
  for (const { service } of subjects) await service.stop();
}

const directory = mkdtempSync(join(tmpdir(), 'playkeep-growth-'));
await compare(
  'SQLite',
  numbers(options.sqlite),
  async (players) => `sqlite:${join(directory, `${players}.db`)}`,
);
rmSync(directory, { recursive: true });

const server = await startPostgres(databaseFlags());
await compare(`PostgreSQL with ${databaseSettings().join(', ')}`, numbers(options.postgres), (players) =>
  createDatabase(server, `players_${players}`),
);
await server.stop();

keepResult('growth', startedOn, `${lines.join('\n')}\n`);
process.exit(0);

// What a change does to the figures: the service of several checked-out trees side by side in one run, in turns of half a
// second, each round in another order. `npx bun bench/compare.ts ../before .` takes the first for what the others are compared with, and
// keeps its table under bench/results/. A tree is a clone with its packages installed.
// Options: --engines sqlite,postgres --operations '^set|first' --players 10000 --rounds 30 --seconds 0.5
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.ts';
import { document, playerName, sampleOf, secret, sign } from './data.ts';
import { encodeRequest, load, type Next } from './load.ts';
import { commit, cpuSecondsOf, machine } from './machine.ts';
import { createDatabase } from './postgres.ts';
import { median, type Program, say, startService } from './program.ts';
import { keepResult } from './results.ts';
import { createScenarios, type Scenario } from './scenarios.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    operations: { type: 'string', default: '' },
    players: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '0.5' },
  },
});
if (positionals.length < 2) throw new Error('name the trees to compare, two at least');
const players = Number(options.players);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const trees = positionals.map((path) => resolve(path));
const connections = 64;
const startedOn = commit();
const lines = [
  `# Comparison of trees, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players, ${connections} connections, ${rounds} × ${seconds} s of each in turns. Made by \`npx bun bench/compare.ts\`. Ratios are medians of those of each round.`,
];

interface Subject {
  readonly name: string;
  readonly service: Program;
  /** The same for all, but each knows for itself who plays. */
  readonly scenarios: readonly Scenario[];
}

/** Sends what a player sends at first, since trees may have different tables: they play, and have saved in this session. */
async function fillThrough(service: Program): Promise<void> {
  const path = '/api/game/';
  const steps = [
    { path: `${path}metadata`, body: `{"data":${document(300)}}` },
    { path: `${path}session/start` },
    { path: `${path}metadata`, body: `{"data":${document(300)}}` },
  ];
  // Who has no session is for the scenarios to start and stop.
  const playing = new Set(sampleOf(players));
  const all = Array.from({ length: players }, (_, n) => n + 1);
  const tokens = await Promise.all(all.map((id) => sign(playerName(id))));
  for (const step of steps) {
    const requests = all
      .filter((id) => playing.has(id) || step === steps[0])
      .map((id) => encodeRequest({ method: 'POST', token: tokens[id - 1] ?? '', ...step }));
    const next = () => requests.pop();
    const result = await load({ urls: [service.url], connections, seconds: 60, next });
    if (result.failures > 0) throw new Error(`${step.path}: ${result.failures} answers were not 200`);
  }
}

/** The first request of each of so many players. */
async function strangers(count: number): Promise<Next> {
  const names = Array.from({ length: count }, (_, n) => `stranger ${n}`);
  const tokens = await Promise.all(names.map(sign));
  const requests = tokens.map((token) => encodeRequest({ method: 'GET', path: '/api/game/metadata', token }));
  return () => requests.pop();
}

async function compare(subjects: readonly Subject[], place: number): Promise<void> {
  const rates = subjects.map((): number[] => []);
  const cpu = subjects.map((): number[] => []);
  for (let round = -1; round < rounds; round += 1) {
    for (const index of subjects.keys()) {
      // Whoever comes after a certain other one, in all rounds, would have the pages and caches that this one leaves.
      const which = (index + round + 1) % subjects.length;
      const { name, service, scenarios } = subjects[which] as Subject;
      const scenario = scenarios[place] as Scenario;
      const before = cpuSecondsOf(service.pid);
      const check = (body: string): void => {
        if (!body.includes(scenario.answers)) throw new Error(`${name}: ${scenario.name}: ${body}`);
      };
      const { next } = scenario;
      const result = await load({ urls: [service.url], connections, seconds, next, check });
      if (result.failures > 0)
        throw new Error(`${name}: ${scenario.name}: ${result.failures} answers were not 200`);
      if (round < 0) continue;
      rates[which]?.push(result.requestsPerSecond);
      cpu[which]?.push(((cpuSecondsOf(service.pid) - before) / result.requests) * 1e6);
    }
  }
  const toFirst = (of: readonly number[][], which: number): string =>
    median((of[which] ?? []).map((value, round) => value / (of[0]?.[round] ?? Number.NaN))).toFixed(2);
  for (const [which, { name, scenarios }] of subjects.entries()) {
    const scenario = scenarios[place] as Scenario;
    const rate = median(rates[which] ?? []) / (scenario.requestsEach ?? 1);
    const cells = [scenario.name, name, rate.toFixed(0), toFirst(rates, which)];
    const line = `| ${[...cells, median(cpu[which] ?? []).toFixed(0), toFirst(cpu, which)].join(' | ')} |`;
    lines.push(line);
    say(line);
  }
}

async function scenariosOf(): Promise<readonly Scenario[]> {
  const scenarios = await createScenarios(players);
  const firstContact = await strangers(Math.ceil(30_000 * seconds * (rounds + 1)));
  const all = [
    ...scenarios.standard,
    ...scenarios.sized('16 KB', document(16_384)),
    { name: 'first contact', next: firstContact, answers: '"metadata":{}' },
  ];
  return all.filter(({ name }) => new RegExp(options.operations).test(name));
}

for (const engine of options.engines.split(',')) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-compare-'));
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  const subjects: Subject[] = [];
  for (const [index, tree] of trees.entries()) {
    const databaseUrl = server
      ? await createDatabase(server, `tree_${index}`)
      : `sqlite:${join(directory, `${index}.db`)}`;
    const service = await startService({ DATABASE_URL: databaseUrl, JWT_SECRET: secret }, tree);
    await fillThrough(service);
    subjects.push({ name: commit(tree), service, scenarios: await scenariosOf() });
  }
  lines.push(
    `\n## ${engine}\n\n| operation | tree | a second | ÷ first | service CPU s/M | ÷ first |\n|---|---|---:|---:|---:|---:|`,
  );
  for (const place of (subjects[0] as Subject).scenarios.keys()) await compare(subjects, place);
  for (const { service } of subjects) await service.stop();
  await server?.stop();
  rmSync(directory, { recursive: true });
}
keepResult('compare', startedOn, `${lines.join('\n')}\n`);
process.exit(0);

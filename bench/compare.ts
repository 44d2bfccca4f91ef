// The effect of a change on the figures: the services of several checked-out trees side by side in one run, in turns of half a
// second, each round in another order. `npx bun bench/compare.ts ../before .` compares the other trees with the first, and stores
// its table under bench/results/. A tree is a clone with its packages installed. Each is started several times, since one process
// may be slower by a tenth than the next process of the same tree. Options: --engines sqlite,postgres --operations '^set|first'
// --players 10000 --starts 5 --rounds 6 --seconds 0.5
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
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '0.5' },
  },
});
if (positionals.length < 2) throw new Error('name the trees to compare, two at least');
const players = Number(options.players);
const starts = Number(options.starts);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const trees = positionals.map((path) => resolve(path));
const connections = 64;
const startedOn = commit();
const lines = [
  `# Comparison of trees, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players, ${connections} connections, ${starts} processes of each tree, each ${rounds} × ${seconds} s in turns. Made by \`npx bun bench/compare.ts\`. Ratios are medians of those of each round.`,
];

interface Subject {
  readonly tree: string;
  readonly name: string;
  readonly settings: Record<string, string>;
  /** The scenario is the same for all subjects, but each subject has its own state of the players. */
  readonly scenarios: readonly Scenario[];
}

/** The measurements of a scenario, for each subject, round by round. */
interface Figures {
  readonly rates: number[];
  readonly cpu: number[];
}

/** Sends the first requests of each player, since trees may have different tables: a start and a save. */
async function fillThrough(service: Program): Promise<void> {
  const path = '/api/game/';
  const steps = [
    { path: `${path}metadata`, body: `{"data":${document(300)}}` },
    { path: `${path}session/start` },
    { path: `${path}metadata`, body: `{"data":${document(300)}}` },
  ];
  // The scenarios start and stop the players without a session.
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

/** The first request of each of this many players. */
async function strangers(count: number): Promise<Next> {
  const names = Array.from({ length: count }, (_, n) => `stranger ${n}`);
  const tokens = await Promise.all(names.map(sign));
  const requests = tokens.map((token) => encodeRequest({ method: 'GET', path: '/api/game/metadata', token }));
  return () => requests.pop();
}

/** Adds the measurements of one scenario with the running processes. The first round of a process is its warm-up. */
async function compare(
  subjects: readonly Subject[],
  services: readonly Program[],
  place: number,
  figures: readonly Figures[],
): Promise<void> {
  for (let round = -1; round < rounds; round += 1) {
    for (const index of subjects.keys()) {
      // In a fixed order each subject would always find the pages and caches that the same other subject left.
      const which = (index + round + 1) % subjects.length;
      const { name, scenarios } = subjects[which] as Subject;
      const service = services[which] as Program;
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
      figures[which]?.rates.push(result.requestsPerSecond);
      figures[which]?.cpu.push(((cpuSecondsOf(service.pid) - before) / result.requests) * 1e6);
    }
  }
}

function tell(subjects: readonly Subject[], place: number, figures: readonly Figures[]): void {
  const toFirst = (of: readonly number[], first: readonly number[] = []): string =>
    median(of.map((value, round) => value / (first[round] ?? Number.NaN))).toFixed(2);
  for (const [which, { name, scenarios }] of subjects.entries()) {
    const scenario = scenarios[place] as Scenario;
    const { rates, cpu } = figures[which] as Figures;
    const rate = median(rates) / (scenario.requestsEach ?? 1);
    const cells = [scenario.name, name, rate.toFixed(0), toFirst(rates, figures[0]?.rates)];
    const line = `| ${[...cells, median(cpu).toFixed(0), toFirst(cpu, figures[0]?.cpu)].join(' | ')} |`;
    lines.push(line);
    say(line);
  }
}

async function scenariosOf(): Promise<readonly Scenario[]> {
  const scenarios = await createScenarios(players);
  const firstContact = await strangers(Math.ceil(30_000 * seconds * starts * (rounds + 1)));
  const all = [
    ...scenarios.standard,
    ...scenarios.sized('16 KB', document(16_384)),
    ...scenarios.sized('200 KB', document(204_800)),
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
    const settings = { DATABASE_URL: databaseUrl, JWT_SECRET: secret };
    const service = await startService(settings, tree);
    await fillThrough(service);
    await service.stop();
    subjects.push({ tree, name: commit(tree), settings, scenarios: await scenariosOf() });
  }
  lines.push(
    `\n## ${engine}\n\n| operation | tree | a second | ÷ first | service CPU s/M | ÷ first |\n|---|---|---:|---:|---:|---:|`,
  );
  const places = [...(subjects[0] as Subject).scenarios.keys()];
  const figures = places.map(() => subjects.map((): Figures => ({ rates: [], cpu: [] })));
  for (let start = 0; start < starts; start += 1) {
    const services = await Promise.all(subjects.map(({ settings, tree }) => startService(settings, tree)));
    for (const place of places) await compare(subjects, services, place, figures[place] ?? []);
    for (const service of services) await service.stop();
  }
  for (const place of places) tell(subjects, place, figures[place] ?? []);
  await server?.stop();
  rmSync(directory, { recursive: true });
}
keepResult('compare', startedOn, `${lines.join('\n')}\n`);
process.exit(0);

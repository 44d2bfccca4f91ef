// The cost of traces: CPU seconds of a service for 100,000 requests of the usual mix, of the tree before, and of this tree with traces
// off, of 1 % and of all requests, in turns, each turn with processes of its own. `npx bun bench/traces.ts ../before` stores its table
// under bench/results/. Options: --engines sqlite,postgres --rounds 9 --requests 100000 --players 10000. With --pieces FILE a run adds its
// rounds to those of that file, so that a long measurement can be made in pieces.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.ts';
import { fill, secret } from './data.ts';
import { load } from './load.ts';
import { commit, cpuSecondsOf, machine } from './machine.ts';
import { createDatabase } from './postgres.ts';
import { median, say, startProgram, startService } from './program.ts';
import { keepResult } from './results.ts';
import { createScenarios } from './scenarios.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    rounds: { type: 'string', default: '9' },
    requests: { type: 'string', default: '100000' },
    players: { type: 'string', default: '10000' },
    pieces: { type: 'string' },
  },
});
const [before] = positionals;
if (before === undefined) throw new Error('name the tree before');
const rounds = Number(options.rounds);
const requests = Number(options.requests);
const players = Number(options.players);
const connections = 64;
const warmUp = 10_000;

/** Takes spans and forgets them. */
const collectorPath = join(import.meta.dir, 'trace-collector.ts');

interface Subject {
  readonly name: string;
  readonly tree: string;
  readonly settings: Record<string, string>;
}

function subjectsOf(collector: string): readonly Subject[] {
  const tree = join(import.meta.dir, '..');
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER: 'traceidratio' };
  return [
    { name: `before (${commit(resolve(before as string))})`, tree: resolve(before as string), settings: {} },
    { name: 'off', tree, settings: {} },
    { name: '1 %', tree, settings: { ...traced, OTEL_TRACES_SAMPLER_ARG: '0.01' } },
    { name: '100 %', tree, settings: { ...traced, OTEL_TRACES_SAMPLER_ARG: '1' } },
  ];
}

const { standard } = await createScenarios(players);
const mix = standard.find(({ name }) => name.startsWith('mix'));
if (!mix) throw new Error('there is no mix of operations');
const { next: nextOfMix, answers, name: mixName } = mix;

async function send(url: string, count: number): Promise<number> {
  let left = count;
  const next = (connection: number) => (left-- > 0 ? nextOfMix(connection) : undefined);
  const check = (body: string): void => {
    if (!body.includes(answers)) throw new Error(body);
  };
  const result = await load({ urls: [url], connections, seconds: 120, next, check });
  // A stall of the machine may have a few refused.
  if (result.requests !== count || result.failures > count / 1_000)
    throw new Error(`${result.requests} answers of ${count}, ${result.failures} not 200`);
  return result.requestsPerSecond;
}

interface Measured {
  readonly cpuSeconds: number;
  readonly rate: number;
}

async function measure({ tree, settings }: Subject, databaseUrl: string): Promise<Measured> {
  const service = await startService({ DATABASE_URL: databaseUrl, JWT_SECRET: secret, ...settings }, tree);
  await send(service.url, warmUp);
  const cpuBefore = cpuSecondsOf(service.pid);
  const rate = await send(service.url, requests);
  const cpuSeconds = cpuSecondsOf(service.pid) - cpuBefore;
  await service.stop();
  return { cpuSeconds, rate };
}

/** The measurements of each engine, subject by subject, those of earlier pieces first. */
const { pieces } = options;
const kept: Record<string, Measured[][]> =
  pieces !== undefined && existsSync(pieces) ? JSON.parse(readFileSync(pieces, 'utf8')) : {};

function tell(engine: string, subjects: readonly Subject[], measured: readonly Measured[][]): void {
  const first = measured[0] ?? [];
  lines.push(
    `\n## ${engine}, ${first.length} rounds\n\n| traces | CPU seconds | ÷ before, of medians | ÷ before, median of rounds | requests a second |\n|---|---:|---:|---:|---:|`,
  );
  for (const [which, { name }] of subjects.entries()) {
    const all = measured[which] ?? [];
    const cpu = median(all.map(({ cpuSeconds }) => cpuSeconds));
    const ofMedians = cpu / median(first.map(({ cpuSeconds }) => cpuSeconds));
    const ofRounds = median(
      all.map(({ cpuSeconds }, round) => cpuSeconds / (first[round]?.cpuSeconds ?? Number.NaN)),
    );
    const rate = median(all.map((each) => each.rate));
    const row = [name, cpu.toFixed(2), ofMedians.toFixed(3), ofRounds.toFixed(3), rate.toFixed(0)];
    lines.push(`| ${row.join(' | ')} |`);
    say(lines.at(-1) ?? '');
  }
}

const startedOn = commit();
const lines = [
  `# The cost of traces, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players, ${connections} connections, ${requests} requests (${mixName}) after ${warmUp} that warm up, in turns, each round with processes of its own; medians. Made by \`npx bun bench/traces.ts ${before}\`. The time of a process's start is not in it.`,
];
const collector = await startProgram([collectorPath]);
for (const engine of options.engines.split(',')) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-traces-'));
  const server = engine === 'postgres' ? await startPostgres() : undefined;
  const databaseUrl = server
    ? await createDatabase(server, 'traces')
    : `sqlite:${join(directory, 'playkeep.db')}`;
  await fill(databaseUrl, players);
  const subjects = subjectsOf(collector.url);
  const measured = kept[engine] ?? subjects.map((): Measured[] => []);
  kept[engine] = measured;
  for (let round = 0; round < rounds; round += 1) {
    for (const index of subjects.keys()) {
      const which = (index + round) % subjects.length;
      measured[which]?.push(await measure(subjects[which] as Subject, databaseUrl));
    }
    say(measured.map((all) => all.at(-1)?.cpuSeconds.toFixed(2)).join(' '));
    if (pieces !== undefined) writeFileSync(pieces, JSON.stringify(kept));
  }
  tell(engine, subjects, measured);
  await server?.stop();
  rmSync(directory, { recursive: true });
}
await collector.stop();
keepResult('traces', startedOn, `${lines.join('\n')}\n`);
process.exit(0);

// `npm run bench`: the operations of players on each engine, beside limits measured in the same run: a bare handler that answers
// the same bytes, a minimal service, and the store without HTTP. It prints one table for each engine and stores it under
// bench/results/. Options: --engines sqlite,postgres --players 10000 --connections 64 --rounds 5 --seconds 1.5 --name full
// --postgres postgres://… for an empty database of your own, which is filled, instead of a server from npm
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  document,
  fill,
  inventory,
  playerName,
  type Sign,
  sampleAnswer,
  sampleOf,
  secret,
  sign,
} from './data.ts';
import { freshKeys } from './keys.ts';
import { encodeRequest, type LoadOptions, type LoadResult, load, type Next } from './load.ts';
import { commit, cpuSecondsOf, cpuSecondsOfTree, machine, residentMegabytes } from './machine.ts';
import { openPostgres } from './postgres.ts';
import { type Program, say, startProgram, startService } from './program.ts';
import { keepResult } from './results.ts';
import { createScenarios, type Scenario } from './scenarios.ts';
import { createTable, type Table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    players: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1.5' },
    name: { type: 'string', default: 'full' },
    postgres: { type: 'string' },
  },
});
const players = Number(options.players);
const connections = Number(options.connections);
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const startedOn = commit();

/** The operations that `least.ts` serves. */
const leastHas: ReadonlySet<string> = new Set(['GET own metadata', 'set 300 B', 'heartbeat']);

interface Under {
  readonly program: Program;
  readonly databasePid: number | undefined;
  readonly table: Table;
}

interface Task extends Omit<Scenario, 'answers'> {
  readonly answers?: string;
  readonly rate?: number;
}

async function measure({ program, databasePid, table }: Under, task: Task): Promise<LoadResult> {
  const cpu = [cpuSecondsOf(program.pid), cpuSecondsOfTree(databasePid)];
  const { answers, requestsEach = 1 } = task;
  const given: LoadOptions = {
    urls: [program.url],
    connections,
    seconds,
    next: task.next,
    ...(task.rate !== undefined && { rate: task.rate }),
    ...(answers !== undefined && {
      check(body) {
        if (!body.includes(answers)) throw new Error(`${task.name}: the answer was ${body.slice(0, 500)}`);
      },
    }),
  };
  const result = await load(given);
  if (result.failures > 0) throw new Error(`${task.name}: ${result.failures} answers were not 200`);
  table.add(task.name, {
    ...result,
    operationsPerSecond: result.requestsPerSecond / requestsEach,
    serviceCpu: ((cpuSecondsOf(program.pid) - (cpu[0] ?? 0)) / result.requests) * 1e6,
    databaseCpu: ((cpuSecondsOfTree(databasePid) - (cpu[1] ?? 0)) / result.requests) * 1e6,
    megabytes: residentMegabytes(program.pid),
  });
  return result;
}

/** Requests that are each sent once, made before the measurement. */
async function once(signs: Sign, names: readonly string[], path: string): Promise<Next> {
  const made = await Promise.all(
    names.map(async (name) => encodeRequest({ method: 'GET', path, token: await signs(name) })),
  );
  return () => made.pop();
}

async function coldStart(databaseUrl: string): Promise<number> {
  const startedAt = performance.now();
  const service = await startService({ DATABASE_URL: databaseUrl, JWT_SECRET: secret });
  await sampleAnswer(service, 1);
  const milliseconds = performance.now() - startedAt;
  await service.stop();
  return milliseconds;
}

async function bench(engine: string, databaseUrl: string, databasePid: number | undefined): Promise<string> {
  say(`\n${engine}: preparing ${players} players …`);
  await fill(databaseUrl, players);
  const scenarios = await createScenarios(players);
  const keys = await freshKeys();
  const service = await startService({ DATABASE_URL: databaseUrl, JWT_SECRET: secret });
  const byKey = await Promise.all(
    keys.map((key) => startService({ DATABASE_URL: databaseUrl, ...key.environment })),
  );
  const answer = await sampleAnswer(service, sampleOf(players)[0] ?? 0);
  const bare = await startProgram([
    join(import.meta.dir, 'bare.ts'),
    answer.body,
    JSON.stringify(answer.headers),
  ]);
  const least = await startProgram([join(import.meta.dir, 'least.ts'), databaseUrl]);
  const table = createTable();
  const [on, onBare, onLeast] = [
    { program: service, databasePid, table },
    { program: bare, databasePid: undefined, table },
    { program: least, databasePid, table },
  ];
  const token = await sign('nobody');
  const bareRequest = encodeRequest({ method: 'GET', path: '/bare', token });
  const sample = sampleOf(players).slice(0, 1_500).map(playerName);
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? 'warming up …' : `round ${round} of ${rounds} …`);
    await measure(onBare, { name: 'bare handler', next: () => bareRequest });
    for (const scenario of scenarios.standard) {
      await measure(on, scenario);
      if (leastHas.has(scenario.name)) {
        await measure(onLeast, { ...scenario, name: `${scenario.name}, the least service` });
      }
    }
    for (const [name, bytes] of [
      ['16 KB', 16_384],
      ['200 KB', 204_800],
    ] as const) {
      const body = `{"data":${document(bytes)}}`;
      const echo = encodeRequest({ method: 'POST', path: '/echo', token, body });
      await measure(onBare, { name: `bare echo ${name}`, next: () => echo });
      for (const scenario of scenarios.sized(name, document(bytes))) await measure(on, scenario);
    }
    for (const scenario of scenarios.patched('16 KB of 900 members', inventory, '{"level":12}')) {
      await measure(on, scenario);
    }
    const newcomers = sample.map((_, n) => `newcomer ${round} ${n}`);
    await measure(on, { name: 'first contact', next: await once(sign, newcomers, '/api/game/metadata') });
    for (const [index, key] of keys.entries()) {
      const program = byKey[index];
      if (!program) continue;
      const next = await once(key.sign, sample, '/api/game/metadata');
      await measure(
        { program, databasePid, table },
        { name: `GET, ${key.name} token not seen before`, next },
      );
    }
    await table.addDirect(engineDirect(databaseUrl));
    if (round === 0) table.clear();
  }
  const mix = scenarios.standard.at(-1) as Scenario;
  for (const share of [0.5, 0.8]) {
    const rate = share * table.median(mix.name, 'requestsPerSecond');
    for (let round = 0; round < rounds; round += 1) {
      await measure(on, { ...mix, name: `open loop, mix at ${share * 100} % of its peak`, rate });
    }
  }
  const cold: number[] = [];
  for (let round = 0; round < rounds; round += 1) cold.push(await coldStart(databaseUrl));
  for (const program of [service, bare, least, ...byKey]) await program.stop();
  return table.render(engine, cold);
}

async function engineDirect(databaseUrl: string): Promise<Record<string, number>> {
  const child = Bun.spawn(
    [
      process.execPath,
      '--no-env-file',
      join(import.meta.dir, 'direct.ts'),
      databaseUrl,
      options.players,
      options.seconds,
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  return JSON.parse(await new Response(child.stdout).text());
}

const parts = [
  `# Benchmark, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `${machine()}; ${players} players, ${connections} connections, medians of ${rounds} × ${seconds} s, everything on this machine. Made by \`npm run bench\`.`,
];
for (const engine of options.engines.split(',')) {
  if (engine === 'sqlite') {
    const directory = mkdtempSync(join(tmpdir(), 'playkeep-bench-'));
    parts.push(await bench('SQLite', `sqlite:${join(directory, 'bench.db')}`, undefined));
    rmSync(directory, { recursive: true });
  } else {
    const server = await openPostgres(options.postgres);
    parts.push(await bench(server.about, server.url, server.pid));
    await server.stop();
  }
}
const text = `${parts.join('\n\n')}\n`;
say(`\n${text}`);
keepResult(options.name, startedOn, text);
process.exit(0);

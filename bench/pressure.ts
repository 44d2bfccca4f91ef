// Requests of players under pressure, on each engine: three times the peak load, compared with a server that only refuses, and
// ten thousand idle connections beside two hundred callers who send slowly. `npx bun bench/pressure.ts` stores its table under
// bench/results/. Options: --engines sqlite,postgres --players 10000 --seconds 10 --connections 3000 --idle 10000 --slow 200
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../test/harness/postgres.ts';
import { openIdle, openSlow } from './crowd.ts';
import { document, fill, playerName, sampleAnswer, sampleOf, secret, sign } from './data.ts';
import { encodeRequest, load } from './load.ts';
import { commit, machine, residentMegabytes } from './machine.ts';
import { median, type Program, say, startProgram, startService } from './program.ts';
import { keepResult } from './results.ts';
import { createScenarios, type Scenario } from './scenarios.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    players: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '10' },
    connections: { type: 'string', default: '3000' },
    idle: { type: 'string', default: '10000' },
    slow: { type: 'string', default: '200' },
  },
});
const players = Number(options.players);
const seconds = Number(options.seconds);
const startedOn = commit();
const lines = [
  `# Pressure, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players, ${seconds} s each, everything on this machine. Made by \`npx bun bench/pressure.ts\`.\n`,
];
const note = (line: string): void => {
  lines.push(line);
  say(line);
};
const number = (value: number, digits = 0): string => value.toFixed(digits);

/** Three times the peak in an open loop, then half of the peak, second by second. */
async function overload(engine: string, { url }: Program, { name, next }: Scenario): Promise<void> {
  const urls = [url];
  const peaks = [];
  for (let round = 0; round < 4; round += 1) {
    const { requestsPerSecond } = await load({ urls, connections: 64, seconds: seconds / 4, next });
    if (round > 0) peaks.push(requestsPerSecond);
  }
  const peak = median(peaks);
  const half = { urls, connections: 64, next, rate: peak / 2, expectsRefusals: true };
  const before = await load({ ...half, seconds: seconds / 2 });
  const connections = Number(options.connections);
  const offered = { connections, seconds, next, rate: 3 * peak, expectsRefusals: true };
  const over = await load({ urls, ...offered });
  const after = [];
  for (let second = 1; second <= 5; second += 1) after.push(await load({ ...half, seconds: 1 }));
  const refuser = await startProgram([join(import.meta.dir, 'bare.ts')]);
  const limit = await load({ urls: [refuser.url], ...offered });
  await refuser.stop();
  const cells = [
    ...[engine, name, number(peak), number(over.requestsPerSecond)],
    ...[number(over.requestsPerSecond / peak, 2), number(over.p99, 1), number(over.sentP99, 1)],
    ...[
      number(over.refusedPerSecond),
      number(over.refusedP99, 1),
      number(over.refusedSentP99, 1),
      over.failures,
    ],
    ...[number(before.p99, 1), after.map((each) => number(each.p99, 1)).join(', ')],
    number(over.generatorBusy, 2),
    ...[number(limit.refusedPerSecond), number(limit.refusedP99, 1)],
  ];
  note(`| ${cells.join(' | ')} |`);
}

/** The latency at half the peak, without and with a crowd that does next to nothing. */
async function crowded(engine: string, service: Program, { name, next }: Scenario): Promise<void> {
  const urls = [service.url];
  const { requestsPerSecond } = await load({ urls, connections: 64, seconds: seconds / 2, next });
  const measure = async () => {
    const results = [];
    for (let round = 0; round < 3; round += 1) {
      results.push(await load({ urls, connections: 64, seconds, next, rate: requestsPerSecond / 2 }));
    }
    return median(results.map((each) => each.p99));
  };
  const alone = await measure();
  const idle = await openIdle(service.url, Number(options.idle));
  const token = await sign(playerName(sampleOf(players)[0] ?? 0));
  const slow = await openSlow(service.url, Number(options.slow), token);
  const together = await measure();
  const megabytes = residentMegabytes(service.pid);
  const cells = [engine, name, number(requestsPerSecond / 2), number(alone, 2), number(together, 2)];
  note(`| ${[...cells, number(together / alone, 2), number(megabytes)].join(' | ')} |`);
  slow.close();
  idle.close();
}

async function onEachEngine(run: (engine: string, service: Program) => Promise<void>): Promise<void> {
  for (const engine of options.engines.split(',')) {
    const directory = mkdtempSync(join(tmpdir(), 'playkeep-pressure-'));
    const server = engine === 'postgres' ? await startPostgres() : undefined;
    const databaseUrl = server?.url('postgres') ?? `sqlite:${join(directory, 'bench.db')}`;
    await fill(databaseUrl, players);
    const service = await startService({ DATABASE_URL: databaseUrl, JWT_SECRET: secret });
    await sampleAnswer(service, sampleOf(players)[0] ?? 0);
    await run(engine, service);
    await service.stop();
    await server?.stop();
    rmSync(directory, { recursive: true });
  }
}

const scenarios = await createScenarios(players);
const named = (name: string) => scenarios.standard.find((each) => each.name.startsWith(name)) as Scenario;
const body = `{"data":${document(16_384)}}`;
const sets = await Promise.all(
  sampleOf(players, 3_000).map(async (id) =>
    encodeRequest({ method: 'POST', path: '/api/game/metadata', token: await sign(playerName(id)), body }),
  ),
);
const setLarge: Scenario = {
  name: 'set 16 KB',
  next: () => sets[Math.floor(Math.random() * sets.length)],
  answers: '"metadata"',
};
note(
  '| engine | operation | peak a second | answered a second at 3 × peak | ÷ peak | p99 ms | from its sending | refused a second | their p99 ms | from their sending | failures | p99 ms at half the peak before | in the seconds after | generator busy | a server that only refuses, at 3 × peak: answered a second | their p99 ms |\n|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|---:|---:|---:|',
);
await onEachEngine(async (engine, service) => {
  for (const scenario of [named('mix'), named('heartbeat'), named('set'), setLarge]) {
    await overload(engine, service, scenario);
  }
});
note(
  `\n| engine | operation | a second | p99 ms alone | with ${options.idle} idle connections and ${options.slow} slow senders | ratio | MB of the service |\n|---|---|---:|---:|---:|---:|---:|`,
);
await onEachEngine((engine, service) => crowded(engine, service, named('mix')));

keepResult('pressure', startedOn, `${lines.join('\n')}\n`);
process.exit(0);

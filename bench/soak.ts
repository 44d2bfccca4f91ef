// An hour of all operations at a steady rate, on both engines at once, and the growth of the service's memory: its slope over the
// last half, in MB an hour, with the standard error. Before that hour new players fill the largest cache, so that no cache grows
// any more. `npx bun bench/soak.ts` stores its table under bench/results/. Options: --engines sqlite,postgres --players 10000
// --minutes 60 --rate 1000 --connections 200
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PLAYER_CACHE_MAX_PLAYERS } from '../src/tuning.ts';
import { startPostgres } from '../test/harness/postgres.ts';
import { document, fill, inventory, playerName, sampleOf, saves, secret, sign } from './data.ts';
import { encodeRequest, load, type Next, type RequestParts } from './load.ts';
import { commit, machine, residentMegabytes } from './machine.ts';
import { type Program, say, startService } from './program.ts';
import { keepResult } from './results.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    players: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '200' },
  },
});
const players = Number(options.players);
const minutes = Number(options.minutes);
const startedOn = commit();
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

/** Requests of many kinds. Every hundredth is the first request of a new player. */
async function createMix(): Promise<Next> {
  const sample = sampleOf(players, 2_000);
  const tokens = await Promise.all(sample.map((id) => sign(playerName(id))));
  const own = '/api/game/metadata';
  const session = '/api/game/session';
  const lookUp = JSON.stringify({ sequentialIds: sample.slice(0, 20) });
  const kinds: [number, (token: string) => RequestParts][] = [
    [50, (token) => ({ method: 'POST', path: `${session}/heartbeat`, token })],
    [15, (token) => ({ method: 'GET', path: own, token })],
    [12, (token) => ({ method: 'POST', path: own, token, body: `{"data":${oneOf(saves)}}` })],
    [3, (token) => ({ method: 'POST', path: own, token, body: `{"data":${inventory}}` })],
    [1, (token) => ({ method: 'POST', path: own, token, body: `{"data":${document(200_000)}}` })],
    [
      5,
      (token) => ({
        ...{ method: 'PATCH', path: own, token, body: `{"level":${Date.now()}}` },
        contentType: 'application/merge-patch+json',
      }),
    ],
    [3, (token) => ({ method: 'GET', path: `${own}/${oneOf(sample)}`, token })],
    [2, (token) => ({ method: 'POST', path: `${own}/lookup`, token, body: lookUp })],
    [2, (token) => ({ method: 'GET', path: `${own}/history`, token })],
    [2, (token) => ({ method: 'GET', path: `${session}/history`, token })],
    [2, (token) => ({ method: 'GET', path: session, token })],
    [2, (token) => ({ method: 'POST', path: `${session}/start`, token, body: '{"onActive":"replace"}' })],
  ];
  const dice = kinds.flatMap(([weight, kind]) => Array.from({ length: weight }, () => kind));
  const fresh: Uint8Array[] = [];
  const addFresh = async (): Promise<void> => {
    const token = await sign(`soak ${crypto.randomUUID()}`);
    fresh.push(encodeRequest({ method: 'GET', path: own, token }));
  };
  return () => {
    if (Math.random() < 0.01) void addFresh();
    return fresh.pop() ?? encodeRequest(oneOf(dice)(oneOf(tokens)));
  };
}

/** The least-squares line through points at equal distances: the slope per step, and its standard error. */
function slopeOf(values: readonly number[]): { slope: number; error: number } {
  const n = values.length;
  const middle = (n - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const spread = values.reduce((sum, _, x) => sum + (x - middle) ** 2, 0);
  const slope = values.reduce((sum, value, x) => sum + (x - middle) * (value - mean), 0) / spread;
  const rest = values.reduce((sum, value, x) => sum + (value - mean - slope * (x - middle)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / (n - 2) / spread) };
}

/** Fills the caches by first contacts of as many players as they hold. */
async function welcome(service: Program): Promise<void> {
  const signing = 2_000;
  for (let come = 0; come < PLAYER_CACHE_MAX_PLAYERS; come += signing) {
    const tokens = await Promise.all(
      Array.from({ length: signing }, () => sign(`newcomer ${crypto.randomUUID()}`)),
    );
    const requests = tokens.map((token) =>
      encodeRequest({ method: 'GET', path: '/api/game/metadata', token }),
    );
    await load({
      ...{ urls: [service.url], connections: 64, seconds: 60 },
      next: () => requests.pop(),
    });
  }
}

function meansOf(values: readonly number[], each: number): number[] {
  const blocks = Array.from({ length: Math.floor(values.length / each) }, (_, n) =>
    values.slice(n * each, (n + 1) * each),
  );
  return blocks.map((block) => block.reduce((sum, value) => sum + value, 0) / block.length);
}

async function soak(engine: string, service: Program): Promise<string> {
  await welcome(service);
  const samples: number[] = [];
  const everySeconds = 5;
  const blocks = 15;
  const timer = setInterval(() => {
    samples.push(residentMegabytes(service.pid));
    if (samples.length % 60 === 0)
      say(`${engine}: ${samples.length / 12} min, ${samples.at(-1)?.toFixed(0)} MB`);
  }, everySeconds * 1000);
  const result = await load({
    ...{ urls: [service.url], connections: Number(options.connections), seconds: minutes * 60 },
    ...{ next: await createMix(), rate: Number(options.rate), expectsRefusals: true },
  });
  clearInterval(timer);
  // Consecutive samples are alike, which would make the error look too small. Means of some minutes are less alike.
  const half = samples.slice(samples.length / 2);
  const each = Math.max(1, Math.floor(half.length / blocks));
  const { slope, error } = slopeOf(meansOf(half, each));
  const anHour = 3_600 / (each * everySeconds);
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const part = samples.slice((quarter * samples.length) / 4, ((quarter + 1) * samples.length) / 4);
    return (part.reduce((sum, value) => sum + value, 0) / part.length).toFixed(0);
  });
  const cells = [
    ...[engine, result.requests, result.failures, result.p99.toFixed(1), quarters.join(' → ')],
    `${(slope * anHour).toFixed(1)} ± ${(error * anHour).toFixed(1)}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const directory = mkdtempSync(join(tmpdir(), 'playkeep-soak-'));
const engines = options.engines.split(',');
const server = engines.includes('postgres') ? await startPostgres() : undefined;
const rows = await Promise.all(
  engines.map(async (engine) => {
    const isPostgres = engine === 'postgres';
    const databaseUrl = (isPostgres && server?.url('postgres')) || `sqlite:${join(directory, 'bench.db')}`;
    await fill(databaseUrl, players);
    const service = await startService({ DATABASE_URL: databaseUrl, JWT_SECRET: secret });
    const row = await soak(engine, service);
    await service.stop();
    return row;
  }),
);
await server?.stop();
rmSync(directory, { recursive: true });
const text = `# Soak, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}

${machine()}; ${players} players, ${options.rate} requests a second on each engine for ${minutes} minutes, everything on this machine. Made by \`npx bun bench/soak.ts\`.

| engine | answers | failures | p99 ms | MB in each quarter | slope of the last half, MB an hour |
|---|---:|---:|---:|---|---:|
${rows.join('\n')}
`;
say(`\n${text}`);
keepResult('soak', startedOn, text);
process.exit(0);

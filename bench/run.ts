// `npm run bench`: the hot operations of the service on each engine, side by side with a bare handler that answers the same
// bytes, on the same machine in the same run. Prints requests per second, latencies and the ratio to the bare handler.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { startPostgres } from '../test/harness/postgres.ts';
import { encodeRequest, type LoadResult, load } from './load.ts';
import { median, type Program, say, startProgram } from './program.ts';

const players = 10_000;
const connections = 64;
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const secret = 'a secret for benchmarks, used nowhere else: 0123456789';

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const sign = (playerId: string) =>
  new SignJWT({ sub: playerId }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));

const metadata = JSON.stringify({ level: 12, position: [1.5, 2.5], inventory: 'x'.repeat(245) });
const setBody = `{"data":${metadata}}`;
const tokens = await Promise.all(Array.from({ length: players }, (_, n) => sign(`player-${n}`)));
const requests = (method: string, path: string, body?: string): Uint8Array[] =>
  tokens.map((token) => encodeRequest({ method, path, token, ...(body !== undefined && { body }) }));
const requestsFor = {
  get: requests('GET', '/api/game/metadata'),
  set: requests('POST', '/api/game/metadata', setBody),
  heartbeat: requests('POST', '/api/game/session/heartbeat'),
  start: requests('POST', '/api/game/session/start'),
  stop: requests('POST', '/api/game/session/stop'),
};
/** Each connection has a player of its own to start and stop, in turns, who gets no heartbeats. */
const playing = new Map<number, boolean>();
function startOrStop(connection: number): Uint8Array {
  const starts = !playing.get(connection);
  playing.set(connection, starts);
  return (starts ? requestsFor.start : requestsFor.stop)[connection] as Uint8Array;
}
const others = requestsFor.heartbeat.slice(connections);
const scenarios: Record<string, (connection: number) => Uint8Array> = {
  'GET own metadata': () => oneOf(requestsFor.get),
  'POST metadata, 300 B': () => oneOf(requestsFor.set),
  heartbeat: () => oneOf(others),
  'start or stop': startOrStop,
};

async function prepare(url: string): Promise<string> {
  for (let n = 0; n < players; n += 200) {
    await Promise.all(
      tokens.slice(n, n + 200).map(async (token, index) => {
        const headers = { authorization: `Bearer ${token}` };
        await fetch(`${url}/api/game/metadata`, { method: 'POST', headers, body: setBody });
        if (n + index >= connections)
          await fetch(`${url}/api/game/session/start`, { method: 'POST', headers });
      }),
    );
  }
  const headers = { authorization: `Bearer ${tokens[0]}` };
  const sample = await (await fetch(`${url}/api/game/metadata`, { headers })).text();
  if (!sample.includes(metadata)) throw new Error(`the service answers ${sample}`);
  return sample;
}

const rows = new Map<string, LoadResult[]>();
async function measure(
  name: string,
  urls: readonly string[],
  next: (connection: number) => Uint8Array,
): Promise<void> {
  const result = await load({ urls, connections, seconds, next });
  if (result.failures > 0) throw new Error(`${name}: ${result.failures} answers were not 200`);
  rows.set(name, [...(rows.get(name) ?? []), result]);
}

async function bench(engine: string, databaseUrl: string): Promise<void> {
  say(`\n${engine}: preparing ${players} players with metadata and active sessions …`);
  playing.clear();
  rows.clear();
  const service = (): Promise<Program> =>
    startProgram([join(import.meta.dir, '../src/main.ts'), 'serve'], {
      DATABASE_URL: databaseUrl,
      JWT_SECRET: secret,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
    });
  const [one, two] = [await service(), await service()];
  const bare = await startProgram([join(import.meta.dir, 'bare.ts'), await prepare(one.url)]);
  const bareRequest = encodeRequest({ method: 'GET', path: '/bare', token: tokens[0] ?? '' });
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? 'warming up …' : `round ${round} of ${rounds} …`);
    await measure('bare handler', [bare.url], () => bareRequest);
    for (const [name, next] of Object.entries(scenarios)) {
      await measure(`${name}, one process`, [one.url], next);
      await measure(`${name}, two processes`, [one.url, two.url], next);
    }
    if (round === 0) rows.clear();
  }
  await Promise.all([bare.stop(), one.stop(), two.stop()]);
  report(engine);
}

function report(engine: string): void {
  const of = (name: string, key: keyof LoadResult) =>
    median((rows.get(name) ?? []).map((result) => result[key]));
  const base = of('bare handler', 'requestsPerSecond');
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  say(
    `\n${new Date().toISOString()}, commit ${commit}, Bun ${Bun.version}, ${availableParallelism()} × ${cpus()[0]?.model}, ` +
      `${engine}, ${connections} connections, ${players} players, medians of ${rounds} × ${seconds} s\n`,
  );
  say('| operation | requests/s | ratio to bare | p50 ms | p99 ms |\n|---|---:|---:|---:|---:|');
  for (const name of rows.keys()) {
    const rate = of(name, 'requestsPerSecond');
    const [p50, p99] = [of(name, 'p50Milliseconds'), of(name, 'p99Milliseconds')];
    say(
      `| ${name} | ${Math.round(rate)} | ${(rate / base).toFixed(2)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} |`,
    );
  }
}

const directory = mkdtempSync(join(tmpdir(), 'playkeep-bench-'));
await bench('SQLite', `sqlite:${join(directory, 'bench.db')}`);
rmSync(directory, { recursive: true });
const server = await startPostgres();
await bench('PostgreSQL', server.url('postgres'));
await server.stop();
process.exit(0);

// `npm run bench`: the hot operations of the service on SQLite, side by side with a bare handler that answers the same
// bytes, on the same machine in the same run. Prints requests per second, latencies and the ratio to the bare handler.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { encodeRequest, type LoadResult, load } from './load.ts';
import { median, say, startProgram } from './program.ts';

const players = 10_000;
const connections = 64;
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const secret = 'a secret for benchmarks, used nowhere else: 0123456789';

const oneOf =
  <T>(list: readonly T[]) =>
  (): T =>
    list[Math.floor(Math.random() * list.length)] as T;

const sign = (playerId: string) =>
  new SignJWT({ sub: playerId }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));

const directory = mkdtempSync(join(tmpdir(), 'playkeep-bench-'));
const service = await startProgram([join(import.meta.dir, '../src/main.ts'), 'serve'], {
  DATABASE_URL: `sqlite:${join(directory, 'bench.db')}`,
  JWT_SECRET: secret,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
});

const metadata = JSON.stringify({ level: 12, position: [1.5, 2.5], inventory: 'x'.repeat(245) });
const setBody = `{"data":${metadata}}`;
const tokens = await Promise.all(Array.from({ length: players }, (_, n) => sign(`player-${n}`)));
const requests = (method: string, path: string, body?: string): Uint8Array[] =>
  tokens.map((token) => encodeRequest({ method, path, token, ...(body !== undefined && { body }) }));
const scenarios = {
  'GET own metadata': requests('GET', '/api/game/metadata'),
  'POST metadata, 300 B': requests('POST', '/api/game/metadata', setBody),
  heartbeat: requests('POST', '/api/game/session/heartbeat'),
};

say(`preparing ${players} players with metadata and an active session …`);
for (let n = 0; n < players; n += 200) {
  await Promise.all(
    tokens.slice(n, n + 200).map(async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      await fetch(`${service.url}/api/game/metadata`, { method: 'POST', headers, body: setBody });
      await fetch(`${service.url}/api/game/session/start`, { method: 'POST', headers });
    }),
  );
}
const sample = await (
  await fetch(`${service.url}/api/game/metadata`, { headers: { authorization: `Bearer ${tokens[0]}` } })
).text();
if (!sample.includes(metadata)) throw new Error(`the service answers ${sample}`);

const bare = await startProgram([join(import.meta.dir, 'bare.ts'), sample]);
const bareRequest = encodeRequest({ method: 'GET', path: '/bare', token: tokens[0] ?? '' });

const results: Record<string, LoadResult[]> = {};
async function measure(name: string, url: string, next: () => Uint8Array): Promise<void> {
  const result = await load({ url, connections, seconds, next });
  if (result.failures > 0) throw new Error(`${name}: ${result.failures} answers were not 200`);
  results[name] = [...(results[name] ?? []), result];
}
for (let round = 0; round <= rounds; round += 1) {
  say(round === 0 ? 'warming up …' : `round ${round} of ${rounds} …`);
  await measure('bare handler', bare.url, () => bareRequest);
  for (const [name, list] of Object.entries(scenarios)) await measure(name, service.url, oneOf(list));
  if (round === 0) for (const name of Object.keys(results)) delete results[name];
}
await bare.stop();
await service.stop();
rmSync(directory, { recursive: true });

const of = (name: string, key: keyof LoadResult) =>
  median((results[name] ?? []).map((result) => result[key]));
const base = of('bare handler', 'requestsPerSecond');
const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
say(
  `\n${new Date().toISOString()}, commit ${commit}, Bun ${Bun.version}, ${availableParallelism()} × ${cpus()[0]?.model}, ` +
    `SQLite, ${connections} connections, ${players} players, medians of ${rounds} × ${seconds} s\n`,
);
say('| operation | requests/s | ratio to bare | p50 ms | p99 ms |\n|---|---:|---:|---:|---:|');
for (const name of Object.keys(results)) {
  const rate = of(name, 'requestsPerSecond');
  const [p50, p99] = [of(name, 'p50Milliseconds'), of(name, 'p99Milliseconds')];
  say(
    `| ${name} | ${Math.round(rate)} | ${(rate / base).toFixed(2)} | ${p50.toFixed(2)} | ${p99.toFixed(2)} |`,
  );
}

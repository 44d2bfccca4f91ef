// SQLite's writes on the main thread or in a worker: the same batches of the same statements, run by the thread that serves HTTP
// and by a worker that gets them by message, in turns on the same machine. `bun bench/writer-thread.ts` measures it. The result
// is the reason for decision 0016.
import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdmissionControl } from '../src/admission/admission-control.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createMetrics } from '../src/lib/metrics.ts';
import { createBatcher, type Outcome } from '../src/store/shared/batcher.ts';
import { encodeRequest, type LoadResult, load } from './load.ts';
import { median, say, startProgram } from './program.ts';

type Mode = 'main' | 'worker';
type Call = [player: number, text: string | undefined];
type Run = (calls: readonly Call[]) => Promise<Outcome<unknown>[]> | Outcome<unknown>[];

const players = 10_000;
const text = JSON.stringify({ level: 12, inventory: 'x'.repeat(275) });

function open(path: string) {
  const db = new Database(path, { create: true, strict: true });
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'cache_size = -65536'])
    db.run(`PRAGMA ${pragma}`);
  db.run('CREATE TABLE IF NOT EXISTS bench (player INTEGER PRIMARY KEY, text TEXT, activity INTEGER) STRICT');
  return db;
}

function createRun(path: string): Run {
  const db = open(path);
  const set = db.prepare('UPDATE bench SET text = ?2 WHERE player = ?1 RETURNING player');
  const beat = db.prepare('UPDATE bench SET activity = ?2 WHERE player = ?1 RETURNING activity');
  return (calls) => {
    db.run('BEGIN IMMEDIATE');
    const now = Date.now();
    const outcomes = calls.map(([player, value]) => ({
      value: value === undefined ? beat.get(player, now) : set.get(player, value),
    }));
    db.run('COMMIT');
    return outcomes;
  };
}

function runInWorker(path: string): Run {
  const worker = new Worker(import.meta.path, { argv: ['write', path] });
  return (calls) =>
    new Promise((resolve) => {
      worker.onmessage = (event) => resolve(event.data);
      worker.postMessage(calls);
    });
}

function serve(mode: Mode, path: string): void {
  const db = open(path);
  const insert = db.prepare('INSERT OR REPLACE INTO bench VALUES (?1, ?2, 0)');
  db.transaction(() => {
    for (let player = 0; player < players; player += 1) insert.run(player, text);
  })();
  const find = db.prepare<{ text: string }, [number]>('SELECT text FROM bench WHERE player = ?1');
  const run = mode === 'main' ? createRun(path) : runInWorker(path);
  const monitor = createAdmissionControl({ clock: systemClock, metrics: createMetrics() }).monitor('write');
  const batcher = createBatcher<Call, unknown>({ run, maxCalls: 1000, maxQueuedCalls: 20_000, monitor });
  const anyPlayer = (): number => Math.floor(Math.random() * players);
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/beat': async () => Response.json(await batcher.add([anyPlayer(), undefined])),
      '/set': async (request) => Response.json(await batcher.add([anyPlayer(), await request.text()])),
      '/get': () => new Response(find.get(anyPlayer())?.text),
    },
  });
  say(server.url.origin);
}

async function measure(): Promise<void> {
  const get = encodeRequest({ method: 'GET', path: '/get' });
  const set = encodeRequest({ method: 'POST', path: '/set', body: text });
  const beat = encodeRequest({ method: 'POST', path: '/beat' });
  const scenarios: Record<string, () => Uint8Array> = {
    heartbeat: () => beat,
    'set 300 B': () => set,
    'half sets, half gets': () => (Math.random() < 0.5 ? set : get),
  };
  const results = new Map<string, LoadResult[]>();
  for (let round = 0; round < 5; round += 1) {
    for (const mode of round % 2 === 0 ? (['main', 'worker'] as const) : (['worker', 'main'] as const)) {
      const directory = mkdtempSync(join(tmpdir(), 'playkeep-bench-'));
      const program = await startProgram([import.meta.path, mode, join(directory, 'bench.db')]);
      await load({ urls: [program.url], connections: 64, seconds: 1, next: () => beat });
      for (const [name, next] of Object.entries(scenarios)) {
        const result = await load({ urls: [program.url], connections: 64, seconds: 2, next });
        const key = `| ${name} | ${mode} |`;
        results.set(key, [...(results.get(key) ?? []), result]);
      }
      await program.stop();
      rmSync(directory, { recursive: true });
    }
  }
  say('| operation | writes on | requests/s | p99 ms | failures |\n|---|---|---:|---:|---:|');
  for (const [key, list] of [...results].sort()) {
    const rate = median(list.map((result) => result.requestsPerSecond));
    const p99 = median(list.map((result) => result.p99));
    const failures = list.reduce((sum, result) => sum + result.failures, 0);
    say(`${key} ${Math.round(rate)} | ${p99.toFixed(2)} | ${failures} |`);
  }
}

const [what, path = ''] = process.argv.slice(2);
if (what === 'main' || what === 'worker') serve(what, path);
else if (what === 'write') {
  const run = createRun(path);
  (globalThis as unknown as Worker).onmessage = async (event) => postMessage(await run(event.data));
} else await measure();

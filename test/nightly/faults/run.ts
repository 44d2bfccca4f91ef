// Puts each fault of the list into a copy of a tree and runs the tests that reach it, to the first failure: so two suites can be compared.
// It writes a line of JSON for each fault.
//
//   bun test/nightly/faults/run.ts [ID...] [--tree PATH] [--against ordinary|all] [--files] [--check-only]
//       [--control]
//
// `--tree` is the root of another checkout. `--against ordinary` leaves out what only the nightly run does. `--files` leaves out the
// folders, so that only the tests that are named run. `--check-only` tells whether the faults compile, and runs no test.
// `--control` runs the same tests without the faults: a test that fails then proves nothing.
import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findUncompilable } from './compile.ts';
import { copyTree, putIn, run } from './copy.ts';
import type { Fault } from './fault.ts';
import { faults } from './list.ts';
import { doesMoreNightly, isNightlyAlone, listTests, testsNamed } from './tests.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tree: { type: 'string', default: join(import.meta.dir, '../../..') },
    against: { type: 'string', default: 'all' },
    files: { type: 'boolean', default: false },
    'check-only': { type: 'boolean', default: false },
    control: { type: 'boolean', default: false },
  },
});
if (values.against !== 'all' && values.against !== 'ordinary')
  throw new Error('--against is ordinary or all');
const tree = resolve(values.tree);
const chosen = faults.filter(({ id }) => positionals.length === 0 || positionals.includes(String(id)));
setPriority(10);

/** A test that hangs by a fault fails then. */
const longestTestMilliseconds = 60_000;

interface Step {
  readonly file: string;
  readonly isNightly: boolean;
}

/** The runs of test files for a fault: the ordinary ones first, then what only the nightly run does. */
function stepsOf({ tests }: Fault): readonly Step[] {
  const all = listTests(tree);
  const hints = tests.filter((hint) => !values.files || !hint.endsWith('/'));
  const files = [...new Set(hints.flatMap((hint) => testsNamed(hint, all)))];
  const ordinary = files.filter((file) => !isNightlyAlone(file));
  const nightly = files.filter((file) => isNightlyAlone(file) || doesMoreNightly(tree, file));
  return [
    ...ordinary.map((file) => ({ file, isNightly: false })),
    ...(values.against === 'all' ? nightly.map((file) => ({ file, isNightly: true })) : []),
  ];
}

/** @returns the first test that failed; undefined when all passed */
async function failureOf({ file, isNightly }: Step, directory: string): Promise<string | undefined> {
  const options = ['--no-orphans', '--bail', '--timeout', String(longestTestMilliseconds)];
  const { status, output } = await run(
    [process.execPath, '--no-env-file', 'test', ...options, `./${file}`],
    directory,
    { NIGHTLY: isNightly ? '1' : undefined },
  );
  if (status === 0) return undefined;
  return /^\(fail\) (?<name>.*?)(?: \[[\d.]+ms\])?$/m.exec(output)?.groups?.name ?? 'the file does not run';
}

async function judge(fault: Fault) {
  const startedAt = performance.now();
  using copy = await copyTree(tree);
  if (!values.control) await putIn([fault], copy.directory);
  const ran: string[] = [];
  let found: (Step & { readonly test: string }) | undefined;
  for (const step of stepsOf(fault)) {
    ran.push(step.isNightly ? `${step.file} (nightly)` : step.file);
    const test = await failureOf(step, copy.directory);
    if (test === undefined) continue;
    found = { ...step, test };
    break;
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  return { id: fault.id, name: fault.name, isFound: found !== undefined, ...found, seconds, ran };
}

const uncompilable = values.control ? [] : await findUncompilable(chosen, tree);
for (const { fault, why } of uncompilable) {
  process.stderr.write(`${fault.id} ${fault.name} does not compile:\n${why}\n`);
  process.exitCode = 1;
}
process.stderr.write(`${chosen.length - uncompilable.length} of ${chosen.length} faults compile\n`);
if (!values['check-only']) {
  const good = chosen.filter((each) => uncompilable.every(({ fault }) => fault !== each));
  let found = 0;
  for (const fault of good) {
    const result = await judge(fault);
    if (result.isFound) found += 1;
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
  process.stderr.write(`${found} of ${good.length} faults are found (${values.against})\n`);
}

// The client for .NET: its own tests, and those of the client for TypeScript, which use it by messages (client.ts). In the nightly run
// they also use it trimmed and as native code, the nearest things here to Unity's IL2CPP. Without the SDK they are skipped.
import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDotnet, type DotnetForm, makeDotnetHost, testDotnet } from '../harness/dotnet.ts';
import { temporaryDirectory } from '../harness/engines.ts';
import { amount } from '../harness/nightly.ts';
import { seed } from '../harness/seeded.ts';
import { linesOf } from '../vectors/samples.ts';

const root = join(import.meta.dir, '../..');
const hasDotnet = await buildDotnet();

/** Of test/client: tests that use the client by its interface, with the fewest tests of each. */
const shared: readonly (readonly [file: string, tests: number])[] = [
  ['beyond-memory', 4],
  ['foreign-saves', 3],
  ['full-device', 1],
  ['kills', 4],
  ['scenarios', 16],
  ['two-devices', 6],
];
const forms = amount(1, 3);
const allForms: readonly DotnetForm[] = ['runtime', 'trimmed', 'native'];

const countOf = (word: string, output: string): number =>
  Number(new RegExp(`^ +(\\d+) ${word}$`, 'm').exec(output)?.[1] ?? 0);

describe.skipIf(!hasDotnet)('the client for .NET', () => {
  test('passes its own tests', async () => {
    const { exitCode, output } = await testDotnet();
    const passed = Number(/Passed: +(\d+)/.exec(output)?.[1] ?? 0);
    expect(exitCode === 0 && passed > 300 ? 'passed' : output).toBe('passed');
  }, 300_000);

  describe.each(allForms.slice(0, forms))('as a program (%s)', (form) => {
    test(`gives random documents the same bytes (seed ${seed})`, async () => {
      const count = amount(10_000, 100_000);
      using files = temporaryDirectory();
      const path = join(files.directory, 'samples');
      writeFileSync(path, linesOf(count, seed));
      const child = Bun.spawn([await programOf(form), 'samples', path], { stdout: 'pipe' });
      expect(await new Response(child.stdout).text()).toBe(`${count} samples are the same\n`);
    }, 300_000);

    test.each(shared)(
      'passes %s of the client for TypeScript',
      async (file, tests) => {
        const program = await programOf(form);
        const child = Bun.spawn(
          [process.execPath, '--no-env-file', 'test', '--timeout', '60000', `./test/client/${file}.test.ts`],
          {
            cwd: root,
            env: { ...process.env, PLAYKEEP_DOTNET_HOST: program },
            stdio: ['ignore', 'pipe', 'pipe'],
          },
        );
        const [out, errors] = await Promise.all([
          new Response(child.stdout).text(),
          new Response(child.stderr).text(),
        ]);
        const output = out + errors;
        const isPassed = (await child.exited) === 0 && countOf('pass', output) >= tests;
        expect(isPassed ? 'passed' : output).toBe('passed');
      },
      amount(300_000, 4_000_000),
    );
  });
});

const programs = new Map<DotnetForm, Promise<string>>();

/** The host of tests in a form, made once. Its folder goes with those of all tests. */
function programOf(form: DotnetForm): Promise<string> {
  const made = programs.get(form) ?? makeDotnetHost(form, temporaryDirectory().directory);
  programs.set(form, made);
  return made;
}

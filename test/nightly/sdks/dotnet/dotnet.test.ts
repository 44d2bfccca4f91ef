// The client for .NET: its own tests, and those of the client for TypeScript, which use it by messages (client.ts). In the nightly run
// they also use it trimmed and as native code, the nearest things here to Unity's IL2CPP. Without the SDK they are skipped.
import { describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNetwork } from '../../../../client/test/network.ts';
import {
  buildDotnet,
  type DotnetForm,
  dotnetSources,
  makeDotnetHost,
  runDotnet,
  testDotnet,
} from '../../../harness/dotnet.ts';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { seed } from '../../../harness/seeded.ts';
import { signTestToken, startService } from '../../../harness/service.ts';
import { linesOf } from '../../../vectors/samples.ts';

const root = join(import.meta.dir, '../../../..');
const document = join(root, 'docs/clients/dotnet.md');
const hasDotnet = await buildDotnet();

/** Tests that use the client by its interface, with the fewest tests of each. */
const shared: readonly (readonly [file: string, tests: number])[] = [
  ['client/test/nightly/beyond-memory', 4],
  ['client/test/full-device', 1],
  ['client/test/nightly/kills', 4],
  ['client/test/nightly/live', 8],
  ['client/test/meanwhile', 4],
  ['client/test/scenarios', 16],
  ['client/test/nightly/two-devices', 4],
];
const forms = amount(1, 3);
const allForms: readonly DotnetForm[] = ['runtime', 'trimmed', 'native'];

const blocksOf = (text: string): readonly string[] =>
  [...text.matchAll(/^```cs\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);

/** The game with the examples of its page, which are compiled and do not run. */
function withExamples(game: string, examples: readonly string[]): string {
  const isClass = (block: string): boolean => block.startsWith('class ');
  const statements = examples.filter((block) => !isClass(block)).map((block) => `{\n${block}}\n`);
  const namespaces = ['System.Collections.Generic', 'System.Text.Json', 'System.Text.Json.Serialization'];
  return [
    ...namespaces.map((namespace) => `using ${namespace};\n`),
    `${game}async Task RunExamples()\n{\n${statements.join('')}}\n`,
    ...examples.filter(isClass),
  ].join('');
}

const countOf = (word: string, output: string): number =>
  Number(new RegExp(`^ +(\\d+) ${word}$`, 'm').exec(output)?.[1] ?? 0);

describe.skipIf(!hasDotnet)('the client for .NET', () => {
  test('passes its own tests', async () => {
    const { exitCode, output } = await testDotnet();
    const passed = Number(/Passed: +(\d+)/.exec(output)?.[1] ?? 0);
    expect(exitCode === 0 && passed > 300 ? 'passed' : output).toBe('passed');
  }, 300_000);

  test('saves by the game of its document, also while the service is stopped', async () => {
    const [game = '', ...others] = blocksOf(readFileSync(document, 'utf8'));
    expect(others.length).toBeGreaterThan(4);
    const service = await startService();
    const network = await startNetwork(service.url);
    const { directory, run } = await makeGame(
      withExamples(game.replace('http://127.0.0.1:8080', network.url), others),
    );
    try {
      const token = await signTestToken('ann');
      const stored = async () => (await service.as('ann', 'GET', '/api/game/metadata')).body.data.metadata;
      expect(await run(token)).toContain('{"level":2,"gold":10}\n');
      expect(await stored()).toEqual({ level: 2, gold: 10 });
      network.isGone = true;
      expect(await run(token)).toMatch(
        /\{"level":3,"gold":20\}[\s\S]*Kept on this device: The service could not/,
      );
      network.isGone = false;
      expect(await run(token)).toContain('{"level":4,"gold":30}\n');
      expect(await stored()).toEqual({ level: 4, gold: 30 });
    } finally {
      await network.stop();
      await service.stop();
      rmSync(directory, { recursive: true });
    }
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
          [process.execPath, '--no-env-file', 'test', '--timeout', '180000', `./${file}.test.ts`],
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
      amount(900_000, 4_000_000),
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

const gameProject = (client: string): string => `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net10.0</TargetFramework>
    <Nullable>enable</Nullable>
  </PropertyGroup>
  <ItemGroup><Reference Include="${client}" /></ItemGroup>
</Project>
`;

/** A console program of one file, which uses the client that was built. */
async function makeGame(source: string) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-game-'));
  const client = join(dotnetSources, 'Playkeep.Client/bin/Release/net10.0/Playkeep.Client.dll');
  writeFileSync(join(directory, 'game.csproj'), gameProject(client));
  writeFileSync(join(directory, 'Program.cs'), source);
  const built = await runDotnet(['build', '-p:UseSharedCompilation=false', '-o', 'out'], directory);
  if (built.exitCode !== 0) throw new Error(built.output);
  return {
    directory,
    /** Plays once. @returns what it printed */
    async run(token: string): Promise<string> {
      const child = Bun.spawn([join(directory, 'out/game')], {
        cwd: directory,
        env: { ...process.env, TOKEN: token },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const output = await new Response(child.stdout).text();
      expect(await child.exited).toBe(0);
      return output;
    },
  };
}

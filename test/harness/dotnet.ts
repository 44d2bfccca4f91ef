// The client for .NET for tests: its projects, built once, and the programs of its tests. A machine without the SDK, or where NuGet's
// packages are not to be had, has none.
import { join } from 'node:path';

/** The `dotnet` on the path; undefined where the machine has none. */
const dotnet: string | undefined = Bun.which('dotnet') ?? undefined;
export const dotnetSources = join(import.meta.dir, '../../sdks/dotnet');

/** NuGet finds a package or its version nowhere, or reaches no registry. */
const isUnreachable = (output: string): boolean => /\b(?:NU1101|NU1102|NU1301|NU1801)\b/.test(output);

/** Runs `dotnet` in the folder of the client. @returns its status and everything that it printed */
export async function runDotnet(args: readonly string[], directory = dotnetSources) {
  const child = Bun.spawn([dotnet ?? 'dotnet', ...args], {
    cwd: directory,
    // A server of the compiler would outlive the tests.
    env: {
      ...process.env,
      DOTNET_NOLOGO: '1',
      DOTNET_CLI_TELEMETRY_OPTOUT: '1',
      MSBUILDDISABLENODEREUSE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
  const output = (await Promise.all(texts)).join('');
  return { exitCode: await child.exited, output };
}

const build = ['-c', 'Release', '-p:UseSharedCompilation=false'] as const;

/**
 * Builds the client, its own tests and the host of tests.
 * @returns false where the machine has no SDK or no packages. @throws Error with the compiler's output
 */
export async function buildDotnet(): Promise<boolean> {
  if (dotnet === undefined) return false;
  const { exitCode, output } = await runDotnet(['build', ...build]);
  if (exitCode === 0) return true;
  if (isUnreachable(output)) return false;
  throw new Error(output);
}

/** Runs the client's own tests, which were built. */
export const testDotnet = () => runDotnet(['test', '--no-build', ...build]);

/** How the host of tests is made: for the runtime, trimmed to the code that it uses, or as native code, which is trimmed too. */
export type DotnetForm = 'runtime' | 'trimmed' | 'native';

const host = 'playkeep-test-host';

/** Makes a form of the host of tests. @returns the path of its program */
export async function makeDotnetHost(form: DotnetForm, output: string): Promise<string> {
  const project = join(dotnetSources, 'Playkeep.Client.TestHost');
  if (form === 'runtime') return join(project, 'bin/Release/net10.0', host);
  const artifacts = join(output, 'artifacts');
  const made = await runDotnet([
    ...['publish', project, ...build, '--use-current-runtime', '-warnaserror'],
    `-p:HostForm=${form}`,
    ...['--artifacts-path', artifacts, '-o', join(output, 'program')],
  ]);
  if (made.exitCode !== 0) throw new Error(made.output);
  return join(output, 'program', host);
}

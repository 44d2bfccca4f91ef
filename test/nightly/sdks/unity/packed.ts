// The package for Unity as its users unpack it, and the programs that are built of it. Unity itself is not there, so the layer is
// compiled against stubs of the engine (test/unity/stubs), with the projects that Unity would make of the assembly definitions.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../../packaging/run.ts';
import { packUnity } from '../../../../packaging/unity-package.ts';

/** The .NET SDK of the machine; undefined where there is none. */
export const dotnet: string | undefined = Bun.which('dotnet') ?? undefined;

export interface PackedUnity {
  /** The path of the archive. */
  readonly archive: string;
  /** The folder `package` of the archive. */
  readonly root: string;
}

export async function unpackUnity(directory: string): Promise<PackedUnity> {
  const archive = await packUnity(join(directory, 'staged'), directory);
  mkdirSync(join(directory, 'unpacked'));
  await run(['tar', '-xzf', archive], { cwd: join(directory, 'unpacked') });
  return { archive, root: join(directory, 'unpacked/package') };
}

/**
 * Builds a project of this folder with the package's source.
 * @param artifacts the folder of everything that is built
 * @param constants symbols of the compiler, such as those of a platform
 */
export async function buildUnity(
  project: string,
  { root }: PackedUnity,
  artifacts: string,
  constants = '',
): Promise<void> {
  if (dotnet === undefined) throw new Error('there is no .NET SDK');
  const properties = [`-p:PlaykeepPackage=${root}`, `-p:DefineConstants=${constants}`];
  // No process of the compiler stays behind.
  const alone = ['-nodeReuse:false', '-p:UseSharedCompilation=false'];
  const options = ['-c', 'Release', '-v', 'q', '--artifacts-path', artifacts];
  const environment = { ...process.env, DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' };
  await run([dotnet, 'build', join(import.meta.dir, project), ...options, ...properties, ...alone], {
    cwd: import.meta.dir,
    env: environment,
  });
}

/** Plays a game of the package (test/unity/game). @returns the lines that it printed. @throws Error when it fails */
export async function playUnity(artifacts: string, args: readonly string[]): Promise<readonly string[]> {
  const program = join(artifacts, 'bin/Game/release/playkeep-test-host');
  return (await run([program, ...args], { cwd: artifacts })).trim().split('\n');
}

// The NuGet package of the client for .NET. It needs the .NET SDK, which a machine that makes the other parts may lack.
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { root } from './program.ts';
import { run } from './run.ts';

export const hasDotnet = (): boolean => Bun.which('dotnet') !== null;

/** @param output the folder of the archive  @returns the path of the archive */
export async function packNuget(output: string): Promise<string> {
  const { version } = manifest;
  const options = ['-c', 'Release', `-p:Version=${version}`, '-p:UseSharedCompilation=false', '-o', output];
  await run(['dotnet', 'pack', join(root, 'sdks/dotnet/Playkeep.Client'), ...options], { cwd: root });
  return join(output, `Playkeep.Client.${version}.nupkg`);
}

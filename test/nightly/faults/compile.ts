// Whether faults compile. Those of one project are put into one copy and compiled together. Where that fails, those in the files
// that the compiler names are tried one by one, and all where it names none.
import { join } from 'node:path';
import { copyTree, putIn, run } from './copy.ts';
import type { Fault } from './fault.ts';

export interface Uncompilable {
  readonly fault: Fault;
  readonly why: string;
}

const typescript = (project: string) => ['node_modules/.bin/tsc', '--noEmit', '-p', project];
const dotnet = 'dotnet build sdks/dotnet -c Release -p:UseSharedCompilation=false'.split(' ');

/** Builds the layer for Unity against stubs of the engine, wherever the module is that does it. */
const unity = `
const [path] = new Bun.Glob('**/unity/packed.ts').scanSync(process.cwd());
const { unpackUnity, buildUnity } = await import(process.cwd() + '/' + path);
const directory = process.cwd() + '/built';
require('node:fs').mkdirSync(directory);
await buildUnity('packed/Playkeep.Unity.csproj', await unpackUnity(directory), directory + '/artifacts');
`;

/** The command that compiles a project, by the folder of its files. Godot's language has no compiler. */
const projects: Readonly<Record<string, readonly string[] | undefined>> = {
  'src/': typescript('.'),
  'console/': typescript('console'),
  'client/': typescript('client'),
  'server-client/': typescript('server-client'),
  'sdks/dotnet/': dotnet,
  'sdks/unity/': [process.execPath, '--no-env-file', '-e', unity],
  'sdks/godot/': undefined,
};

function projectOf({ file }: Fault): string {
  const project = Object.keys(projects).find((folder) => file.startsWith(folder));
  if (project === undefined) throw new Error(`${file} is of no project`);
  return project;
}

/** The faults that cannot be put into a tree or do not compile. */
export async function findUncompilable(
  faults: readonly Fault[],
  tree: string,
): Promise<readonly Uncompilable[]> {
  const found: Uncompilable[] = [];
  for (const [project, own] of Map.groupBy(faults, projectOf)) {
    process.stderr.write(`${project}: ${own.length} faults are compiled\n`);
    const problem = await problemOf(own, tree, projects[project]);
    if (problem === undefined) continue;
    const named = own.filter(({ file }) => problem.includes(file));
    for (const fault of named.length > 0 ? named : own) {
      const why = await problemOf([fault], tree, projects[project]);
      if (why !== undefined) found.push({ fault, why });
    }
  }
  return found;
}

async function problemOf(
  faults: readonly Fault[],
  tree: string,
  command: readonly string[] | undefined,
): Promise<string | undefined> {
  using copy = await copyTree(tree);
  try {
    await putIn(faults, copy.directory);
  } catch (error) {
    return (error as Error).message;
  }
  if (command === undefined) return undefined;
  const [program = '', ...args] = command;
  const path = program.startsWith('node_modules/') ? join(copy.directory, program) : program;
  const { status, output } = await run([path, ...args], copy.directory);
  return status === 0 ? undefined : output;
}

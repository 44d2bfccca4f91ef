// The packages as npm packs them: a copy in a checkout of its own, built by its own script, packed, and installed into an empty folder,
// once for a test file.
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAllTests } from '../../test/harness/end-of-tests.ts';
import { temporaryDirectory } from '../../test/harness/engines.ts';

const root = join(import.meta.dir, '../..');

type Package = 'client' | 'server-client';

/** Runs a command to its end. */
export async function run(command: readonly string[], cwd: string, environment = {}) {
  const child = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { status: await child.exited, output, errors };
}

/** A package in a checkout of its own, beside the build that both have in common. @returns its folder */
export function copyPackage(name: Package, directory: string, withCompiler: boolean): string {
  const folder = join(directory, name);
  mkdirSync(join(directory, 'node_modules'));
  mkdirSync(join(directory, 'client'));
  cpSync(join(root, 'client/prepare.mjs'), join(directory, 'client/prepare.mjs'));
  cpSync(join(root, name), folder, { recursive: true, filter: (path) => !path.endsWith(`${name}/dist`) });
  const compiler = [
    'typescript',
    '@typescript',
    'esbuild',
    '@esbuild',
    '@types',
    'undici-types',
    'bun-types',
  ];
  for (const module of withCompiler ? compiler : []) {
    const installed = join(root, 'node_modules', module);
    if (existsSync(installed)) symlinkSync(installed, join(directory, 'node_modules', module));
  }
  return folder;
}

export interface Packed {
  /** The path of the archive that npm would publish. */
  readonly archive: string;
  /** The status and the output of its build. */
  readonly built: Awaited<ReturnType<typeof run>>;
  /** A folder that was empty before it installed the archive. */
  readonly project: string;
  /** The folder of the package in it. */
  readonly installed: string;
  /** Writes a file of the project. @returns its path */
  write(name: string, text: string): string;
}

const packages = new Map<Package, Promise<Packed>>();

export function packed(name: Package): Promise<Packed> {
  const made = packages.get(name) ?? pack(name);
  packages.set(name, made);
  return made;
}

async function pack(name: Package): Promise<Packed> {
  const files = temporaryDirectory();
  afterAllTests(async () => {
    packages.delete(name);
    files.remove();
  });
  const folder = copyPackage(name, files.directory, true);
  const built = await run(['node', 'prepare.mjs', '--required'], folder);
  const { output } = await run(['npm', 'pack', '--silent', '--ignore-scripts'], folder);
  const archive = join(folder, output.trim());
  const project = join(files.directory, 'project');
  mkdirSync(project);
  const write = (file: string, text: string): string => {
    writeFileSync(join(project, file), text);
    return join(project, file);
  };
  write('package.json', '{"name":"project","private":true}');
  const quietly = ['--silent', '--offline', '--no-audit', '--no-fund'];
  const { status, errors } = await run(['npm', 'install', ...quietly, archive], project);
  if (status !== 0) throw new Error(`${name} was not installed: ${errors}`);
  const installed = join(project, 'node_modules/@playkeep', name === 'client' ? 'client' : 'server');
  return { archive, built, project, installed, write };
}

// Bundles the program with bytecode: all modules and migrations in one file, or in an executable that holds the console too.
// `src/lib/program-files.ts` finds the files of the console and of the API pages beside it.
import { join, resolve } from 'node:path';
import type { Build } from '../src/lib/version.ts';
import type { Target } from './targets.ts';

export const root = join(import.meta.dir, '..');

/** The file that Bun starts. */
export const entryName = 'main.js';

const common = (build: Build) =>
  ({
    entrypoints: [join(root, 'src/main.ts')],
    root: join(root, 'src'),
    target: 'bun',
    minify: true,
    bytecode: true,
    metafile: true,
    define: { PLAYKEEP_BUILD: JSON.stringify(build) },
  }) satisfies Partial<Bun.BuildConfig>;

type Result = Awaited<ReturnType<typeof Bun.build>>;

/** Whole paths of the files that the bundler took in. */
function sourcesOf({ metafile }: Result): readonly string[] {
  if (!metafile) throw new Error('the bundler gave no list of its files');
  return Object.keys(metafile.inputs).map((path) => resolve(path));
}

/**
 * Writes the bundle and the files of the API pages into a folder. Bytecode without an executable needs CommonJS.
 * @returns whole paths of the files that the bundler took in
 */
export async function bundleProgram(directory: string, build: Build): Promise<readonly string[]> {
  return sourcesOf(await Bun.build({ ...common(build), outdir: directory, format: 'cjs' }));
}

/**
 * Compiles the executable of a system.
 * @param bun the program of Bun for that system, which becomes a part of it
 * @param console a folder of the name `console` that holds the built one as `dist`
 */
export async function compileProgram(
  outfile: string,
  build: Build,
  target: Target,
  { bun, console }: { readonly bun: string; readonly console: string },
): Promise<void> {
  await Bun.build({
    ...common(build),
    format: 'esm',
    compile: {
      target: `bun-${target}`,
      outfile,
      executablePath: bun,
      assets: [console],
      // A file of the current directory is no part of the program. It reads an `.env` of its settings by itself.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
}

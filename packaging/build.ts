// `npm run dist`: builds the console and the bundle once, and makes of them the npm packages, the executables, the notices and the
// bill of materials, in `dist/`. The package for Unity and the check sums are made beside them.
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildConsole } from '../console/build.ts';
import { type Build, version } from '../src/lib/version.ts';
import { type Component, componentsOf } from './components.ts';
import { renderNotices } from './notices.ts';
import { pack, packProgram, programFolder } from './npm-package.ts';
import { hasDotnet, packNuget } from './nuget-package.ts';
import { bundleProgram, compileProgram, root } from './program.ts';
import { run } from './run.ts';
import { renderSbom } from './sbom.ts';
import { bunOf, type Target, targets, withExtension } from './targets.ts';
import { packUnity } from './unity-package.ts';

export const distDirectory = join(root, 'dist');

/** Parts of a release that can be asked for alone. */
export const parts = ['bundle', 'npm', 'unity', 'nuget', ...(Object.keys(targets) as Target[])] as const;
export type Part = (typeof parts)[number];
/** Clients that the bundle is not in. */
const sdkParts: readonly Part[] = ['unity', 'nuget'];

const executableName = (target: Target): string => withExtension(`playkeep-${target}`, target);

/** The commit of the source. An environment without Git, such as the build of an image, tells it by `PLAYKEEP_COMMIT`. */
export async function commitOf(given = process.env.PLAYKEEP_COMMIT): Promise<string> {
  if (given !== undefined && given !== '') return given.slice(0, 8);
  const git = (...args: string[]) => run(['git', ...args], { cwd: root }).then((text) => text.trim());
  try {
    const changes = await git('status', '--porcelain', '--untracked-files=no');
    return `${await git('rev-parse', '--short=8', 'HEAD')}${changes === '' ? '' : '+'}`;
  } catch {
    return 'unknown commit';
  }
}

export interface Bundled {
  /** Holds the bundle, with the console and the API pages. */
  readonly directory: string;
  readonly components: readonly Component[];
}

/** Builds the console and the bundle into a folder. */
export async function buildBundle(directory: string, build: Build): Promise<Bundled> {
  const consoleFolder = join(directory, 'console/dist');
  mkdirSync(join(directory, 'console'), { recursive: true });
  const { sources } = await buildConsole(consoleFolder);
  const bundled = await bundleProgram(directory, build);
  return { directory, components: componentsOf([...bundled, ...sources]) };
}

/** Compiles the executable of a system. @returns its path */
export async function buildExecutable(
  { directory }: Bundled,
  target: Target,
  commit: string,
  output: string,
): Promise<string> {
  const outfile = join(output, executableName(target));
  const bun = await bunOf(target, join(output, '.bun'));
  const build = { commit, target };
  await compileProgram(outfile, build, target, { bun, console: join(directory, 'console') });
  chmodSync(outfile, 0o755);
  return outfile;
}

/** The check sums of all files of a release, as `sha256sum --check` reads them. */
function writeSums(output: string): void {
  const names = readdirSync(output, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS')
    .map(({ name }) => name);
  const lines = names.toSorted().map((name) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(output, name)))
      .digest('hex');
    return `${hash}  ${name}\n`;
  });
  writeFileSync(join(output, 'SHA256SUMS'), lines.join(''));
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Makes the parts that the bundle is in, and tells of what it consists. */
async function buildProgram(chosen: readonly Part[], output: string): Promise<void> {
  const commit = await commitOf();
  const staged = join(output, 'package');
  const bundled = await buildBundle(join(staged, programFolder), { commit });
  say(`dist/package/${programFolder}: the bundle of ${version} (${commit})`);
  const notices = renderNotices(bundled.components, Bun.version);
  writeFileSync(join(output, 'THIRD-PARTY-NOTICES'), notices);
  writeFileSync(join(output, 'playkeep.cdx.json'), renderSbom(version, bundled.components, Bun.version));
  for (const target of Object.keys(targets) as Target[]) {
    if (!chosen.includes(target)) continue;
    await buildExecutable(bundled, target, commit, output);
    say(`dist/${executableName(target)}`);
  }
  if (chosen.includes('npm')) {
    for (const archive of [
      await packProgram(staged, notices, output),
      await pack(join(root, 'client'), output),
      await pack(join(root, 'server-client'), output),
    ]) {
      say(archive.slice(root.length + 1));
    }
  }
  if (!chosen.includes('bundle')) rmSync(staged, { recursive: true });
}

/** Makes parts of a release; all of them unless some are named. What was there before is replaced. */
export async function buildRelease(chosen: readonly Part[] = parts, output = distDirectory): Promise<void> {
  // Programs of Bun that were downloaded are kept.
  mkdirSync(output, { recursive: true });
  for (const name of readdirSync(output)) {
    if (name !== '.bun') rmSync(join(output, name), { recursive: true });
  }
  if (chosen.some((part) => !sdkParts.includes(part))) await buildProgram(chosen, output);
  if (chosen.includes('unity')) {
    const staged = join(output, 'unity');
    say((await packUnity(staged, output)).slice(root.length + 1));
    rmSync(staged, { recursive: true });
  }
  if (chosen.includes('nuget')) {
    if (hasDotnet()) say((await packNuget(output)).slice(root.length + 1));
    else if (chosen === parts) say('There is no .NET SDK here, so there is no package for NuGet.');
    else throw new Error('The part nuget needs the .NET SDK.');
  }
  writeSums(output);
}

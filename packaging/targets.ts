// The systems that an executable is made for, and the program of Bun of each. npm has it as a package of its own, whose hash stands
// in package-lock.json.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import lock from '../package-lock.json' with { type: 'json' };
import { run } from './run.ts';

/** The package of Bun of each system. */
export const targets = {
  'linux-x64': 'bun-linux-x64',
  'linux-arm64': 'bun-linux-aarch64',
  'darwin-arm64': 'bun-darwin-aarch64',
  'darwin-x64': 'bun-darwin-x64',
  'windows-x64': 'bun-windows-x64',
} as const;

export type Target = keyof typeof targets;

/** On Windows a program ends in `.exe`. */
export const withExtension = (name: string, target: Target): string =>
  target.startsWith('windows-') ? `${name}.exe` : name;

interface LockedPackage {
  readonly version?: string;
  /** The hash of its archive (W3C Subresource Integrity). */
  readonly integrity?: string;
  readonly resolved?: string;
}

const packages = lock.packages as Readonly<Record<string, LockedPackage>>;

/** The packages of Bun that its own package names: npm installs the one for its system. */
export const bunPackages = (): Readonly<Record<string, string>> => {
  const prefix = 'node_modules/';
  const names = Object.keys(packages).filter((path) => path.startsWith(`${prefix}@oven/bun-`));
  return Object.fromEntries(
    names.map((path) => [path.slice(prefix.length), packages[path]?.version ?? '']).toSorted(),
  );
};

/** The system that this process runs on. @throws Error if no executable is made for it */
export function hostTarget(): Target {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const target = (Object.keys(targets) as Target[]).find((each) => each === name);
  if (target === undefined) throw new Error(`no executable is made for ${name}`);
  return target;
}

/**
 * The path of Bun for a system: the one that runs, or one that is downloaded from the npm registry into a folder.
 * @throws Error if its archive has another hash than package-lock.json
 */
export async function bunOf(target: Target, cache: string): Promise<string> {
  const name = `@oven/${targets[target]}`;
  const program = join('bin', withExtension('bun', target));
  if (target === hostTarget()) return process.execPath;
  const { version, integrity } = packages[`node_modules/${name}`] ?? {};
  const folder = join(cache, `${targets[target]}-${version}`);
  if (existsSync(join(folder, 'package', program))) return join(folder, 'package', program);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = await run(['npm', 'pack', '--silent', `${name}@${version}`], { cwd: folder });
  const archive = join(folder, packed.trim());
  const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (hash !== integrity) throw new Error(`${name} has not the hash of package-lock.json`);
  await run(['tar', '-xzf', archive], { cwd: folder });
  rmSync(archive);
  return join(folder, 'package', program);
}

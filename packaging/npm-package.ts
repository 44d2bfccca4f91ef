// The npm package `playkeep`: the bundle, a launcher in Node, and Bun as packages that npm chooses by system. It has no dependency
// that every system installs, and no script that runs at an installation.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { root } from './program.ts';
import { run } from './run.ts';
import { bunPackages } from './targets.ts';

/** The folder of the bundle within the package. */
export const programFolder = 'program';

const published = () => ({
  name: manifest.name,
  version: manifest.version,
  description: manifest.description,
  license: manifest.license,
  keywords: ['game', 'backend', 'save', 'player data', 'sessions', 'sqlite', 'postgresql'],
  bin: { playkeep: 'bin/playkeep.cjs' },
  files: ['bin/', `${programFolder}/`, 'CHANGELOG.md', 'THIRD-PARTY-NOTICES'],
  engines: manifest.engines,
  optionalDependencies: bunPackages(),
  // Yarn would keep the package in an archive, where Bun finds no file.
  preferUnplugged: true,
  publishConfig: { access: 'public' },
});

/**
 * Packs the npm package.
 * @param directory holds the bundle as `program`; the package is put together there
 * @param output the folder of the archive
 * @returns the path of the archive
 */
export async function packProgram(directory: string, notices: string, output: string): Promise<string> {
  mkdirSync(join(directory, 'bin'), { recursive: true });
  copyFileSync(join(import.meta.dir, 'launcher.cjs'), join(directory, 'bin/playkeep.cjs'));
  for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md']) {
    copyFileSync(join(root, name), join(directory, name));
  }
  writeFileSync(join(directory, 'THIRD-PARTY-NOTICES'), notices);
  // In the place of those in the current directory, as the launcher says.
  writeFileSync(join(directory, programFolder, 'bunfig.toml'), '');
  writeFileSync(join(directory, programFolder, 'tsconfig.json'), '{}\n');
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(published(), null, 2)}\n`);
  return pack(directory, output);
}

/** Runs `npm pack` on a folder. @returns the path of the archive */
export async function pack(directory: string, output: string): Promise<string> {
  mkdirSync(output, { recursive: true });
  const command = ['npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', output];
  return join(output, (await run(command, { cwd: directory })).trim());
}

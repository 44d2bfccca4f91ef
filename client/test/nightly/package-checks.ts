// Checks of a package as npm packs it, for those of games and of servers.
import { expect } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import sizeLimit from 'size-limit';
import { temporaryDirectory } from '../../../test/harness/engines.ts';
import { type Packed, run } from '../packed.ts';

const root = join(import.meta.dir, '../../..');
// It has no types.
const { default: sizeOfFiles } = await import('@size-limit/file' as string);

/** It holds what a project needs, installs nothing else, and has no dead link. */
export function expectComplete({ built, project, installed }: Packed, folders: readonly string[]): void {
  expect(built).toEqual({ status: 0, output: '', errors: '' });
  const files = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', ...folders];
  expect(readdirSync(installed).sort()).toEqual(files.sort());
  const modules = readdirSync(join(project, 'node_modules'));
  expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['@playkeep']);
  expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).not.toHaveProperty(
    'dependencies',
  );
  const links = ['CHANGELOG.md', 'README.md'].flatMap((document) => {
    const text = readFileSync(join(installed, document), 'utf8');
    const targets = text.matchAll(/\]\((?<inline>[^)\s]+)[^)]*\)|^\[[^\]]+\]:\s*(?<reference>\S+)/gm);
    return [...targets].map(({ groups }) => groups?.inline ?? groups?.reference ?? '');
  });
  const isDead = (target: string): boolean =>
    !/^(?:https?:|mailto:|#)/.test(target) &&
    !existsSync(join(installed, dirname(target), target.replace(/^.*\/|#.*$/g, '')));
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter(isDead)).toEqual([]);
}

/** Linters of packages find nothing, but for problems that are known. */
export async function expectLinted({ archive }: Packed, entries: string[], known: string[] = []) {
  const bytes = new Uint8Array(readFileSync(archive));
  const { messages } = await publint({ level: 'suggestion', strict: true, pack: { tarball: bytes.buffer } });
  expect(messages).toEqual([]);
  const result = await checkPackage(createPackageFromTarballData(bytes));
  if (result.types === false) throw new Error('the archive has no types');
  expect(Object.keys(result.entrypoints)).toEqual(entries);
  expect([...new Set(result.problems.map(({ kind }) => kind))]).toEqual(known as never);
}

/** Modules in one file for browsers, minified, and its size when gzip has compressed it. */
export async function bundle(modules: readonly string[], external: string[] = []) {
  using files = temporaryDirectory();
  const entry = join(files.directory, 'entry.js');
  await Bun.write(entry, modules.map((module) => `export * from ${JSON.stringify(module)};`).join('\n'));
  const { outputs } = await Bun.build({ entrypoints: [entry], minify: true, target: 'browser', external });
  const text = (await outputs[0]?.text()) ?? '';
  const path = join(files.directory, 'bundle.js');
  await Bun.write(path, text);
  return { text, size: await compressedSize(path) };
}

/** The size of a file when gzip has compressed it. */
export async function compressedSize(path: string): Promise<number> {
  const results = await sizeLimit([sizeOfFiles], { checks: [{ files: [path], gzip: true }] });
  return (results as readonly { readonly size: number }[])[0]?.size ?? 0;
}

/** What the modules of a folder import, but for modules of their own. */
export const foreignImports = (folder: string, pattern: string): string[] =>
  [...new Bun.Glob(pattern).scanSync(folder)].sort().flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return [...text.matchAll(/\bfrom ['"](?<from>[^'"]+)['"]|\bimport\(['"](?<lazy>[^'"]+)['"]\)/g)]
      .map(({ groups }) => groups?.from ?? groups?.lazy ?? '')
      .filter((name) => !name.startsWith('.'))
      .map((name) => `${file} ${name}`);
  });

/** Reads files of the project by TypeScript, strictly. */
export function compile(
  { project }: Packed,
  { module, resolution, lib }: Readonly<Record<'module' | 'resolution' | 'lib', string>>,
  names: readonly string[],
) {
  const types = lib.includes('dom') ? [''] : ['node', '--typeRoots', join(root, 'node_modules/@types')];
  const compiler = ['node', join(root, 'node_modules/typescript/bin/tsc'), '--strict', '--noEmit'];
  const ways = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--lib', lib];
  return run([...compiler, '--exactOptionalPropertyTypes', ...ways, '--types', ...types, ...names], project);
}

// The package of the client as browsers load it: its size, what it imports, and what its entries offer.
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as node from '../../client/src/index.ts';
import * as portable from '../../client/src/portable.ts';
import { temporaryDirectory } from '../harness/engines.ts';

const source = join(import.meta.dir, '../../client/src');
const kilobyte = 1_000;

/** Minified and compressed by gzip. */
async function sizeOf(modules: readonly string[]): Promise<number> {
  using files = temporaryDirectory();
  const entry = join(files.directory, 'entry.ts');
  writeFileSync(
    entry,
    modules.map((module) => `export * from ${JSON.stringify(join(source, module))};`).join('\n'),
  );
  const { outputs } = await Bun.build({ entrypoints: [entry], minify: true, target: 'browser' });
  return gzipSync(await (outputs[0]?.text() ?? '')).length;
}

test('operations and sessions have under 8 KB, and all with saves and their queue under 18 KB', async () => {
  const core = await sizeOf([
    'metadata.ts',
    'sessions.ts',
    'transport.ts',
    'token-source.ts',
    'environment.ts',
  ]);
  const all = await sizeOf(['portable.ts']);
  expect(core).toBeGreaterThan(2 * kilobyte);
  expect(core).toBeLessThan(8 * kilobyte);
  expect(all).toBeGreaterThan(core);
  expect(all).toBeLessThan(18 * kilobyte);
});

test('the sources import nothing outside the package, but for Node in the storage of files', () => {
  const files = [...new Bun.Glob('**/*.ts').scanSync(source)].sort();
  expect(files).toContain('storage/file-lock.ts');
  const foreign = files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    const specifiers = [...text.matchAll(/\bfrom '(?<from>[^']+)'|\bimport\('(?<lazy>[^']+)'\)/g)];
    const names = specifiers.map(({ groups }) => groups?.from ?? groups?.lazy ?? '');
    return names.filter((name) => !name.startsWith('.')).map((name) => `${file} ${name}`);
  });
  const ofFiles = /^storage\/file-(?:lock|storage)\.ts node:/;
  expect(foreign.filter((each) => !ofFiles.test(each))).toEqual([]);
  expect(foreign.length).toBeGreaterThan(0);
  const { dependencies } = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
});

test('both entries offer the same names, and without files the storage of files says so', () => {
  expect(Object.keys(portable).sort()).toEqual(Object.keys(node).sort());
  expect(Object.keys(node).sort()).toEqual([
    'PlaykeepError',
    'asyncStorage',
    'createClient',
    'fileStorage',
    'indexedDbStorage',
    'memoryStorage',
  ]);
  expect(() => portable.fileStorage('saves')).toThrow('This platform has no files');
});

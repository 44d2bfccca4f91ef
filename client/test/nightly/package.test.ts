// The package as npm packs it: linters of packages find nothing, its sizes have bounds, and it works after an installation into an
// empty folder, under Node, Bun, bundlers and TypeScript.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import sizeLimit from 'size-limit';
import { type TemporaryDirectory, temporaryDirectory } from '../../../test/harness/engines.ts';
import * as node from '../../src/index.ts';
import * as portable from '../../src/portable.ts';
import { type PackedClient, packedClient, run } from '../packed-client.ts';

const root = join(import.meta.dir, '../../..');
// It has no types.
const { default: sizeOfFiles } = await import('@size-limit/file' as string);
const source = join(root, 'client/src');
const kilobyte = 1_000;

let client: PackedClient;
let files: TemporaryDirectory;
/** The empty folder of a game that installed the archive. */
let game: string;
let installed: string;
beforeAll(async () => {
  client = await packedClient();
  files = temporaryDirectory();
  game = files.directory;
  writeFileSync(join(game, 'package.json'), '{"name":"game","private":true}');
  const quietly = ['--silent', '--offline', '--no-audit', '--no-fund'];
  const installation = await run(['npm', 'install', ...quietly, client.archive], game);
  expect(installation).toMatchObject({ status: 0, errors: '' });
  installed = join(game, 'node_modules/@playkeep/client');
}, 120_000);
afterAll(() => files.remove());

test('the archive holds what a game needs, and installs nothing else', () => {
  expect(client.built).toEqual({ status: 0, output: '', errors: '' });
  expect(readdirSync(installed).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
  const others = readdirSync(join(game, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(others).toEqual(['@playkeep']);
  expect(readFileSync(join(installed, 'dist/portable.d.ts'), 'utf8')).not.toMatch(/\.ts'/);
});

test('every relative link of its documents leads to a file in it', () => {
  const documents = [...new Bun.Glob('**/*.md').scanSync(installed)];
  expect(documents.sort()).toEqual(['CHANGELOG.md', 'README.md']);
  const links = documents.flatMap((document) => {
    const text = readFileSync(join(installed, document), 'utf8');
    const targets = [...text.matchAll(/\]\((?<inline>[^)\s]+)[^)]*\)|^\[[^\]]+\]:\s*(?<reference>\S+)/gm)];
    return targets.map(({ groups }) => ({ document, target: groups?.inline ?? groups?.reference ?? '' }));
  });
  expect(links.length).toBeGreaterThan(0);
  const dead = links.filter(({ document, target }) => {
    if (/^(?:https?:|mailto:|#)/.test(target)) return false;
    return !existsSync(join(installed, dirname(document), target.replace(/#.*$/, '')));
  });
  expect(dead).toEqual([]);
});

test('publint finds nothing', async () => {
  const tarball = readFileSync(client.archive);
  const { messages } = await publint({
    level: 'suggestion',
    strict: true,
    pack: { tarball: new Uint8Array(tarball).buffer },
  });
  expect(messages).toEqual([]);
}, 120_000);

test('the types are right in every way of resolution, but that `require` gets a module', async () => {
  const archive = createPackageFromTarballData(new Uint8Array(readFileSync(client.archive)));
  const result = await checkPackage(archive);
  if (result.types === false) throw new Error('the archive has no types');
  const entries = Object.keys(result.entrypoints);
  expect(entries).toEqual(['.', './react', './schema', './package.json']);
  // The package has modules alone. Node 20.19 and newer can require them.
  const problems = result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM');
  // The oldest resolution, `node10`, knows no `exports`. The hooks and the check by a schema need a newer one.
  expect(problems.map((problem) => [problem.kind, 'entrypoint' in problem && problem.entrypoint])).toEqual([
    ['NoResolution', './react'],
    ['NoResolution', './schema'],
  ]);
  expect(result.problems.length).toBeLessThanOrEqual(5);
}, 120_000);

/** Minified, in a bundle for browsers, and compressed by gzip. */
async function sizeOf(modules: readonly string[], external: string[] = []): Promise<number> {
  using bundle = temporaryDirectory();
  const entry = join(bundle.directory, 'entry.js');
  const exported = modules.map(
    (module) => `export * from ${JSON.stringify(join(installed, 'dist', module))};`,
  );
  writeFileSync(entry, exported.join('\n'));
  const { outputs } = await Bun.build({
    ...{ entrypoints: [entry], minify: true, target: 'browser', external },
  });
  const path = join(bundle.directory, 'bundle.js');
  await Bun.write(path, outputs[0] ?? '');
  const results = await sizeLimit([sizeOfFiles], { checks: [{ files: [path], gzip: true }] });
  return (results as readonly { readonly size: number }[])[0]?.size ?? 0;
}

test('operations and sessions have under 8 KB, and all with saves and their queue under 21.75 KB', async () => {
  const modules = ['metadata.js', 'sessions.js', 'transport.js', 'token-source.js', 'environment.js'];
  const core = await sizeOf(modules);
  const all = await sizeOf(['portable.js']);
  expect(core).toBeGreaterThan(2 * kilobyte);
  expect(core).toBeLessThan(8 * kilobyte);
  expect(all).toBeGreaterThan(core + 4 * kilobyte);
  expect(all).toBeLessThan(21.75 * kilobyte);
  expect(await sizeOf(['react.js'], ['react'])).toBeLessThan(kilobyte);
  expect(await sizeOf(['schema.js'])).toBeLessThan(kilobyte);
}, 120_000);

test('the sources import nothing outside the package, but for Node in the storage of files and React in its hooks', () => {
  const sources = [...new Bun.Glob('**/*.ts').scanSync(source)].sort();
  expect(sources).toContain('storage/file-lock.ts');
  const foreign = sources.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    const specifiers = [...text.matchAll(/\bfrom '(?<from>[^']+)'|\bimport\('(?<lazy>[^']+)'\)/g)];
    const names = specifiers.map(({ groups }) => groups?.from ?? groups?.lazy ?? '');
    return names.filter((name) => !name.startsWith('.')).map((name) => `${file} ${name}`);
  });
  const ofFiles = /^storage\/file-(?:lock|storage)\.ts node:|^react\.ts react$/;
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

const program = `import { createClient, fileStorage, PlaykeepError } from '@playkeep/client';
const fetch = () => Promise.reject(new TypeError('offline'));
const token = () => 'x.' + btoa('{"sub":"ann"}') + '.x';
const client = createClient({ url: 'http://127.0.0.1:9', token, fetch, storage: fileStorage('saves') });
const save = await client.openSave({ initial: { gold: 1 } });
const { durable } = await save.increment('/gold', 2);
await save.close();
const again = await client.openSave();
console.log(durable, again.data.gold, new PlaykeepError('closed', 'over').code);
await again.close();
`;

test.each([
  ['Node', 'node'],
  ['Bun', process.execPath],
])(
  'a game in an empty folder saves under %s',
  async (_, runtime) => {
    writeFileSync(join(game, 'game.mjs'), program.replace("'saves'", `'saves of ${runtime === 'node'}'`));
    expect(await run([runtime, 'game.mjs'], game)).toEqual({
      status: 0,
      output: 'true 3 closed\n',
      errors: '',
    });
  },
  120_000,
);

test('a bundle for browsers has the entry without files', async () => {
  const entry = join(game, 'browser.mjs');
  writeFileSync(entry, "export * from '@playkeep/client';\n");
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser' });
  const text = (await outputs[0]?.text()) ?? '';
  expect(text).toContain('This platform has no files');
  expect(text).not.toContain('node:');
});

test.each([
  ['node16', 'node16', 'es2022,dom'],
  ['preserve', 'bundler', 'es2022,dom'],
  ['node16', 'node16', 'es2022'],
])(
  'TypeScript reads the types strictly with module %s, resolution %s and lib %s',
  async (module, resolution, lib) => {
    writeFileSync(
      join(game, 'game.mts'),
      `import { createClient, type MetadataRecord } from '@playkeep/client';
import { openCheckedSave, type StandardSchema } from '@playkeep/client/schema';
export const load = (): Promise<MetadataRecord<{ gold: number }>> =>
  createClient({ url: '/', token: async () => 'x' }).metadata.get<{ gold: number }>();
export const open = async (schema: StandardSchema<{ gold: number }>): Promise<number> =>
  (await openCheckedSave(createClient({ url: '/', token: () => 'x' }), { schema })).data.gold;
`,
    );
    writeFileSync(
      join(game, 'wrong.mts'),
      "import { createClient } from '@playkeep/client';\nexport const client = createClient({ url: 1 });\n",
    );
    const text = readFileSync(join(root, 'docs/clients/typescript.md'), 'utf8');
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(text) ?? [];
    expect(example).toContain('openSave<Progress>');
    writeFileSync(join(game, 'example.mts'), example);
    const hasPage = lib.includes('dom');
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const types = hasPage
      ? ['--types', '']
      : ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
    const compile = (...names: string[]) =>
      run(
        [
          ...['node', compiler, '--strict', '--noEmit', '--exactOptionalPropertyTypes'],
          ...['--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--lib', lib],
          ...[...types, ...names],
        ],
        game,
      );
    const right = hasPage ? ['game.mts', 'example.mts'] : ['game.mts'];
    expect(await compile(...right)).toMatchObject({ status: 0, output: '' });
    const wrong = await compile('wrong.mts');
    expect(wrong.status).toBeGreaterThan(0);
    expect(wrong.output).toContain("Type 'number' is not assignable to type 'string'");
  },
  300_000,
);

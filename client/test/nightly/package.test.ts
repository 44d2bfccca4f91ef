// The package as npm packs it: linters of packages find nothing, its sizes have bounds, and it works after an installation into an
// empty folder, under Node, Bun, bundlers and TypeScript.
import { beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as node from '../../src/index.ts';
import * as portable from '../../src/portable.ts';
import { type Packed, packed, run } from '../packed.ts';
import {
  bundle,
  compile,
  compressedSize,
  expectComplete,
  expectLinted,
  foreignImports,
} from './package-checks.ts';

const root = join(import.meta.dir, '../../..');
const kilobyte = 1_000;

let game: Packed;
beforeAll(async () => {
  game = await packed('client');
}, 120_000);

test('the archive holds what a game needs, installs nothing else, and linters find nothing', async () => {
  expectComplete(game, ['dist', 'react', 'schema']);
  expect(readFileSync(join(game.installed, 'dist/cjs/exports.d.ts'), 'utf8')).not.toMatch(/\.ts'/);
  await expectLinted(game, ['.', './react', './schema', './package.json']);
}, 120_000);

test('each entry is one file, and in Node the module passes CommonJS on', () => {
  const dist = join(game.installed, 'dist');
  const files = [...new Bun.Glob('**/*.js').scanSync(dist)].sort();
  expect(files).toEqual([
    ...['index', 'portable', 'react', 'schema'].map((name) => `cjs/${name}.js`),
    ...['index', 'playkeep.global', 'portable', 'react', 'schema'].map((name) => `${name}.js`),
  ]);
  const importing = files.filter((file) => /["']\.\.?\//.test(readFileSync(join(dist, file), 'utf8')));
  expect(importing).toEqual(['index.js']);
});

test('operations and sessions have under 8 KB, all in a bundle under 22 KB, and the script under 22.75 KB', async () => {
  const sizeOf = async (paths: readonly string[], external: string[] = []) =>
    (await bundle(paths, external)).size;
  const built = (name: string): string => join(game.installed, 'dist', `${name}.js`);
  const parts = ['metadata', 'sessions', 'transport', 'token-source', 'environment'];
  const core = await sizeOf(parts.map((name) => join(root, `client/src/${name}.ts`)));
  const all = await sizeOf([built('portable')]);
  expect(core).toBeWithin(2 * kilobyte, 8 * kilobyte);
  expect(all).toBeWithin(core + 4 * kilobyte, 22 * kilobyte);
  expect(await compressedSize(built('playkeep.global'))).toBeWithin(all, 22.75 * kilobyte);
  expect(await sizeOf([built('react')], ['react'])).toBeLessThan(kilobyte);
  expect(await sizeOf([built('schema')])).toBeLessThan(kilobyte);
}, 120_000);

test('the sources import nothing outside the package, but for Node in the storage of files and React in its hooks', () => {
  const foreign = foreignImports(join(root, 'client/src'), '**/*.ts');
  const ofFiles = /^storage\/file-(?:lock|storage)\.ts node:|^react\.ts react$/;
  expect(foreign.filter((each) => !ofFiles.test(each))).toEqual([]);
  expect(foreign.length).toBeGreaterThan(0);
});

test('both entries offer the same names, and without files the storage of files says so', () => {
  const names = ['PlaykeepError', 'asyncStorage', 'createClient', 'fileStorage', 'indexedDbStorage'];
  for (const entry of [node, portable])
    expect(Object.keys(entry).sort()).toEqual([...names, 'memoryStorage']);
  expect(() => portable.fileStorage('saves')).toThrow('This platform has no files');
});

const program = `import { createClient, fileStorage, PlaykeepError } from '@playkeep/client';
import { createRequire } from 'node:module';
const required = createRequire(import.meta.url)('@playkeep/client');
const fetch = () => Promise.reject(new TypeError('offline'));
const token = () => 'x.' + btoa('{"sub":"ann"}') + '.x';
const client = createClient({ url: 'http://127.0.0.1:9', token, fetch, storage: fileStorage(process.argv[2]) });
const save = await client.openSave({ initial: { gold: 1 } });
const { durable } = await save.increment('/gold', 2);
await save.close();
const again = await client.openSave();
const failure = new required.PlaykeepError('closed', 'over');
console.log(durable, again.data.gold, failure instanceof PlaykeepError);
await again.close();
`;

test('a game in an empty folder saves under Node and Bun, and by require it gets the same client', async () => {
  const path = game.write('game.mjs', program);
  for (const [name, runtime] of [
    ['node', 'node'],
    ['bun', process.execPath],
  ] as const) {
    const ran = await run([runtime, path, `saves of ${name}`], game.project);
    expect([name, ran]).toEqual([name, { status: 0, output: 'true 3 true\n', errors: '' }]);
  }
}, 120_000);

test('a bundle for browsers has the entry without files', async () => {
  const entry = game.write('browser.mjs', "export * from '@playkeep/client';\n");
  const { outputs } = await Bun.build({ entrypoints: [entry], target: 'browser' });
  const text = (await outputs[0]?.text()) ?? '';
  expect(text).toContain('This platform has no files');
  expect(text).not.toContain('node:');
});

test.each([
  { module: 'node16', resolution: 'node16', lib: 'es2022,dom' },
  { module: 'preserve', resolution: 'bundler', lib: 'es2022,dom' },
  { module: 'node16', resolution: 'node16', lib: 'es2022' },
])(
  'TypeScript reads the types strictly with module $module, resolution $resolution and lib $lib',
  async (way) => {
    game.write(
      'game.mts',
      `import { createClient, type MetadataRecord } from '@playkeep/client';
import { openCheckedSave, type StandardSchema } from '@playkeep/client/schema';
export const load = (): Promise<MetadataRecord<{ gold: number }>> =>
  createClient({ url: '/', token: async () => 'x' }).metadata.get<{ gold: number }>();
export const open = async (schema: StandardSchema<{ gold: number }>): Promise<number> =>
  (await openCheckedSave(createClient({ url: '/', token: () => 'x' }), { schema })).data.gold;
`,
    );
    game.write(
      'wrong.mts',
      "import { createClient } from '@playkeep/client';\nexport const client = createClient({ url: 1 });\n",
    );
    const text = readFileSync(join(root, 'docs/clients/typescript.md'), 'utf8');
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(text) ?? [];
    expect(example).toContain('openSave<Progress>');
    game.write('example.mts', example);
    const right = way.lib.includes('dom') ? ['game.mts', 'example.mts'] : ['game.mts'];
    expect(await compile(game, way, right)).toMatchObject({ status: 0, output: '' });
    const wrong = await compile(game, way, ['wrong.mts']);
    expect(wrong.status).toBeGreaterThan(0);
    expect(wrong.output).toContain("Type 'number' is not assignable to type 'string'");
  },
  300_000,
);

// The package @playkeep/server as npm packs it: linters of packages find nothing, its size has a bound, it imports nothing, and TypeScript
// reads its types strictly.
import { beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import sizeLimit from 'size-limit';
import { run } from '../../../client/test/packed-client.ts';
import { temporaryDirectory } from '../../../test/harness/engines.ts';
import * as source from '../../src/index.ts';
import { type PackedServerClient, packedServerClient } from '../packed-server-client.ts';

const root = join(import.meta.dir, '../../..');
// It has no types.
const { default: sizeOfFiles } = await import('@size-limit/file' as string);

let client: PackedServerClient;
beforeAll(async () => {
  client = await packedServerClient();
}, 120_000);

test('the archive holds what a backend needs, and installs nothing else', () => {
  expect(client.built).toEqual({ status: 0, output: '', errors: '' });
  expect(readdirSync(client.installed).sort()).toEqual([
    ...['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json'],
  ]);
  const modules = join(client.backend, 'node_modules');
  expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['@playkeep']);
  expect(JSON.parse(readFileSync(join(client.installed, 'package.json'), 'utf8'))).not.toHaveProperty(
    'dependencies',
  );
  const documents = ['CHANGELOG.md', 'README.md'].map((name) => join(client.installed, name));
  const dead = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?<to>[^)\s#]+)[^)]*\)/g)]
      .map(({ groups }) => groups?.to ?? '')
      .filter((to) => !/^(?:https?|mailto):/.test(to) && !existsSync(join(dirname(document), to))),
  );
  expect(dead).toEqual([]);
});

test('publint and arethetypeswrong find nothing, but that `require` gets a module', async () => {
  const bytes = new Uint8Array(readFileSync(client.archive));
  const { messages } = await publint({
    ...{ level: 'suggestion', strict: true, pack: { tarball: bytes.buffer } },
  });
  expect(messages).toEqual([]);
  const result = await checkPackage(createPackageFromTarballData(bytes));
  if (result.types === false) throw new Error('the archive has no types');
  expect(Object.keys(result.entrypoints)).toEqual(['.', './package.json']);
  // Node 20.19 and newer can require a module.
  expect(result.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM')).toEqual([]);
}, 120_000);

/** Minified, in one file, and compressed by gzip. */
async function bundleSize(): Promise<{ readonly size: number; readonly text: string }> {
  using folder = temporaryDirectory();
  const { outputs } = await Bun.build({ entrypoints: [client.entry], minify: true, target: 'browser' });
  const text = (await outputs[0]?.text()) ?? '';
  const path = join(folder.directory, 'bundle.js');
  writeFileSync(path, text);
  const results = await sizeLimit([sizeOfFiles], { checks: [{ files: [path], gzip: true }] });
  return { size: (results as readonly { readonly size: number }[])[0]?.size ?? 0, text };
}

test('all of it has under 10 KB, and nothing that Deno and Workers lack', async () => {
  const { size, text } = await bundleSize();
  expect(size).toBeGreaterThan(3_000);
  expect(size).toBeLessThan(10_000);
  expect(text).not.toMatch(/\bnode:|\brequire\(|\bprocess\.|\bBuffer\b|\bBun\b/);
  const files = [...new Bun.Glob('dist/**/*.js').scanSync(client.installed)];
  const imports = files.flatMap((file) =>
    [...readFileSync(join(client.installed, file), 'utf8').matchAll(/\bfrom ['"](?<from>[^'"]+)['"]/g)].map(
      ({ groups }) => groups?.from ?? '',
    ),
  );
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((from) => !/^\.\/[\w-]+\.js$/.test(from))).toEqual([]);
});

test('runs where there is nothing but the globals of a Worker', async () => {
  const { text } = await bundleSize();
  const program = join(client.backend, 'worker.mjs');
  // The globals that the client may use (the Minimum Common Web API of WinterTC).
  writeFileSync(
    program,
    `import { createContext, SourceTextModule } from 'node:vm';
const names = ['AbortController', 'AbortSignal', 'Headers', 'Response', 'TextDecoder', 'TextEncoder', 'URLSearchParams',
  'ReadableStream', 'crypto', 'setTimeout', 'clearTimeout'];
const context = createContext(Object.fromEntries(names.map((name) => [name, globalThis[name]])));
const asked = [];
context.fetch = async (url, init) => {
  asked.push([url, init.method, init.redirect]);
  return new Response('{"statusCode":200,"data":{"keyId":"k","name":"worker","scopes":[]}}');
};
const module = new SourceTextModule(${JSON.stringify(text)}, { context });
await module.link(() => { throw new Error('it imports something'); });
await module.evaluate();
const client = module.namespace.createServerClient({ url: 'https://playkeep.example', key: 'pk_x' });
console.log((await client.me()).name, JSON.stringify(asked));
`,
  );
  expect(await run(['node', '--experimental-vm-modules', '--no-warnings', program], client.backend)).toEqual({
    ...{ status: 0, errors: '' },
    output: 'worker [["https://playkeep.example/api/server/me","GET","manual"]]\n',
  });
}, 120_000);

test('offers these names', () => {
  expect(Object.keys(source).sort()).toEqual(['JsonText', 'PlaykeepError', 'createServerClient']);
});

test.each([
  ['node16', 'node16'],
  ['preserve', 'bundler'],
])(
  'TypeScript reads the types strictly with module %s and resolution %s',
  async (module, resolution) => {
    const file = (name: string, text: string) => writeFileSync(join(client.backend, name), text);
    const start = `import { createServerClient, type MetadataRecord, type Player } from '@playkeep/server';
const playkeep = createServerClient({ url: 'https://playkeep.example', key: 'pk_x' });
`;
    file(
      'right.mts',
      `${start}export const gold = (): Promise<MetadataRecord<{ gold: number }>> =>
  playkeep.player('ann').metadata.get<{ gold: number }>();
export async function names(): Promise<string[]> {
  const list: string[] = [];
  for await (const { playerId } of playkeep.players.search({ online: true })) list.push(playerId);
  const { rows } = await playkeep.statistics('players', { from: '2026-01-01', to: '2026-01-31' });
  return [...list, ...rows.map(({ start }) => start)];
}
export const one = async (): Promise<Player> =>
  (await playkeep.request('POST', '/api/server/players', { body: { playerId: 'ann' } })).data;
`,
    );
    const wrong = {
      'wrong-path.mts': "await playkeep.request('GET', '/api/server/nothing');",
      'wrong-query.mts': "await playkeep.statistics('players', { from: '2026-01-01', to: 7 });",
      'wrong-search.mts': 'playkeep.players.search({ onlin: true });',
      'wrong-key.mts': "createServerClient({ url: 'x', key: 7 });",
    };
    for (const [name, line] of Object.entries(wrong)) file(name, `${start}export {};\n${line}\n`);
    const compile = (name: string) =>
      run(
        [
          ...['node', join(root, 'node_modules/typescript/bin/tsc'), '--strict', '--noEmit', name],
          ...['--exactOptionalPropertyTypes', '--types', '', '--target', 'es2022'],
          ...['--module', module, '--moduleResolution', resolution, '--lib', 'es2022,dom'],
        ],
        client.backend,
      );
    expect(await compile('right.mts')).toMatchObject({ status: 0, output: '' });
    for (const name of Object.keys(wrong)) {
      const { status, output } = await compile(name);
      expect([name, status === 0, output.includes('error TS')]).toEqual([name, false, true]);
    }
  },
  300_000,
);

// The package @playkeep/server as npm packs it: linters of packages find nothing, its size has a bound, it imports nothing, and TypeScript
// reads its types strictly.
import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import {
  bundle,
  compile,
  expectComplete,
  expectLinted,
  foreignImports,
} from '../../../client/test/nightly/package-checks.ts';
import { type Packed, packed, run } from '../../../client/test/packed.ts';
import * as source from '../../src/index.ts';

let backend: Packed;
let bundled: Awaited<ReturnType<typeof bundle>>;
beforeAll(async () => {
  backend = await packed('server-client');
  bundled = await bundle([join(backend.installed, 'dist/index.js')]);
}, 120_000);

test('the archive holds what a backend needs, installs nothing else, and linters find nothing', async () => {
  expectComplete(backend, ['dist']);
  // It has modules alone. Node 20.19 and newer can require them.
  await expectLinted(backend, ['.', './package.json'], ['CJSResolvesToESM']);
  expect(Object.keys(source).sort()).toEqual(['JsonText', 'PlaykeepError', 'createServerClient']);
}, 120_000);

test('all of it has under 10 KB, and nothing that Deno and Workers lack', () => {
  expect(bundled.size).toBeWithin(3_000, 10_000);
  expect(bundled.text).not.toMatch(/\bnode:|\brequire\(|\bprocess\.|\bBuffer\b|\bBun\b/);
  expect(foreignImports(backend.installed, 'dist/**/*.js')).toEqual([]);
});

test('runs where there is nothing but the globals of a Worker', async () => {
  // The globals that the client may use (the Minimum Common Web API of WinterTC).
  const program = backend.write(
    'worker.mjs',
    `import { createContext, SourceTextModule } from 'node:vm';
const names = ['AbortController', 'AbortSignal', 'Headers', 'Response', 'TextDecoder', 'TextEncoder', 'URLSearchParams',
  'ReadableStream', 'crypto', 'setTimeout', 'clearTimeout'];
const context = createContext(Object.fromEntries(names.map((name) => [name, globalThis[name]])));
const asked = [];
context.fetch = async (url, init) => {
  asked.push([url, init.method, init.redirect]);
  return new Response('{"statusCode":200,"data":{"keyId":"k","name":"worker","scopes":[]}}');
};
const module = new SourceTextModule(${JSON.stringify(bundled.text)}, { context });
await module.link(() => { throw new Error('it imports something'); });
await module.evaluate();
const client = module.namespace.createServerClient({ url: 'https://playkeep.example', key: 'pk_x' });
console.log((await client.me()).name, JSON.stringify(asked));
`,
  );
  expect(await run(['node', '--experimental-vm-modules', '--no-warnings', program], backend.project)).toEqual(
    {
      status: 0,
      errors: '',
      output: 'worker [["https://playkeep.example/api/server/me","GET","manual"]]\n',
    },
  );
}, 120_000);

test.each([
  { module: 'node16', resolution: 'node16', lib: 'es2022,dom' },
  { module: 'preserve', resolution: 'bundler', lib: 'es2022,dom' },
])(
  'TypeScript reads the types strictly with module $module and resolution $resolution',
  async (way) => {
    const start = `import { createServerClient, type MetadataRecord, type Player } from '@playkeep/server';
const playkeep = createServerClient({ url: 'https://playkeep.example', key: 'pk_x' });
`;
    backend.write(
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
    expect(await compile(backend, way, ['right.mts'])).toMatchObject({ status: 0, output: '' });
    for (const line of [
      "await playkeep.request('GET', '/api/server/nothing');",
      "await playkeep.statistics('players', { from: '2026-01-01', to: 7 });",
      'playkeep.players.search({ onlin: true });',
      "createServerClient({ url: 'x', key: 7 });",
    ]) {
      backend.write('wrong.mts', `${start}export {};\n${line}\n`);
      const { status, output } = await compile(backend, way, ['wrong.mts']);
      expect([line, status === 0, output.includes('error TS')]).toEqual([line, false, true]);
    }
  },
  300_000,
);

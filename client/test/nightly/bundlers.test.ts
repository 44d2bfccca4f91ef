// The package in the tools that games are built with, of the versions that the folder `bundlers` locks. They come from the npm registry,
// so this runs at night.
import { beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Packed, packed, run } from '../packed.ts';

let game: Packed;
/** The folder of the tools, with the package installed. */
let folder: string;
beforeAll(async () => {
  game = await packed('client');
  folder = join(game.project, 'bundlers');
  cpSync(join(import.meta.dir, 'bundlers'), folder, { recursive: true });
  const npm = ['npm', 'ci', '--silent', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  const { status, errors } = await run(npm, folder);
  if (status !== 0) throw new Error(`the tools were not installed: ${errors}`);
  cpSync(game.installed, join(folder, 'node_modules/@playkeep/client'), { recursive: true });
}, 600_000);

test.each([
  ...['webpack 4', 'webpack 5', 'esbuild', 'Metro', 'Metro without exports'].flatMap((name) =>
    ['modules', 'commonjs'].map((format) => [name, format] as const),
  ),
  // It takes modules alone.
  ['Vite', 'modules'] as const,
])(
  '%s bundles a game of %s, whose entries share one class of failures',
  async (bundler, format) => {
    const output = join(folder, `${bundler} ${format}.out.js`);
    // webpack 4 hashes by an algorithm that OpenSSL 3 counts among the old ones.
    const environment = bundler === 'webpack 4' ? { NODE_OPTIONS: '--openssl-legacy-provider' } : {};
    const built = await run(['node', 'build.mjs', bundler, `game.${format}.js`, output], folder, environment);
    expect(built).toMatchObject({ status: 0 });
    expect(await run(['node', 'run.mjs', output], folder)).toEqual({
      status: 0,
      output: '3 true closed function\n',
      errors: '',
    });
    expect(readFileSync(output, 'utf8')).not.toContain('node:');
  },
  120_000,
);

test('CommonJS and the script are ES2018', async () => {
  const { parse } = await import(join(folder, 'node_modules/acorn'));
  const dist = join(game.installed, 'dist');
  const commonJs = readdirSync(join(dist, 'cjs')).filter((name) => name.endsWith('.js'));
  const files = [...commonJs.map((name) => `cjs/${name}`), 'playkeep.global.js'].sort();
  expect(files).toEqual([
    ...['index', 'portable', 'react', 'schema'].map((name) => `cjs/${name}.js`),
    'playkeep.global.js',
  ]);
  for (const file of files) parse(readFileSync(join(dist, file), 'utf8'), { ecmaVersion: 2018 });
  const modern = readFileSync(join(dist, 'portable.js'), 'utf8');
  expect(() => parse(modern, { ecmaVersion: 2018, sourceType: 'module' })).toThrow('Unexpected token');
});

interface Way {
  readonly module: string;
  readonly resolution: string;
  readonly since?: number;
  readonly until?: number;
}

const compilers = [4.7, 4.9, 5.0, 5.4, 5.9, 6.0, 7.0];
const ways: readonly Way[] = [
  // TypeScript 7 has it no more.
  { module: 'commonjs', resolution: 'node', until: 6 },
  { module: 'node16', resolution: 'node16' },
  { module: 'es2020', resolution: 'bundler', since: 5 },
];

const code = `import { createClient, fileStorage, PlaykeepError, type Save } from '@playkeep/client';
import { useSave } from '@playkeep/client/react';
import { openCheckedSave, type StandardSchema } from '@playkeep/client/schema';
interface Progress { readonly gold: number }
export const playkeep = createClient({ url: '/', token: async () => 'x', storage: fileStorage('saves') });
export const open = async (schema: StandardSchema<Progress>): Promise<number> =>
  (await openCheckedSave(playkeep, { schema })).data.gold;
export const show = (save: Save<Progress> | undefined): number | undefined => useSave(save).data?.gold;
export const isOver = (error: unknown): boolean => error instanceof PlaykeepError && error.code === 'closed';
// @ts-expect-error The address is a text.
createClient({ url: 1, token: () => 'x' });
`;
describe.each(compilers)('TypeScript %d', (version) => {
  test.each(ways.filter(({ since = 0, until = 9 }) => since <= version && version <= until))(
    'reads the types strictly with module $module and resolution $resolution',
    async ({ module, resolution }) => {
      const compiler = join(folder, `node_modules/typescript-${version.toFixed(1)}/bin/tsc`);
      const compilerOptions = {
        strict: true,
        noEmit: true,
        target: 'es2020',
        lib: ['es2020', 'dom'],
        types: [],
        module,
        moduleResolution: resolution,
        // TypeScript 6 has put the oldest resolution off, and says so.
        ...(version === 6 && { ignoreDeprecations: '6.0' }),
      };
      for (const extension of resolution === 'node16' ? ['cts', 'mts'] : ['ts']) {
        const files = [`game.${extension}`];
        game.write(`bundlers/${files}`, code);
        game.write('bundlers/tsconfig.json', JSON.stringify({ compilerOptions, files }));
        const read = await run(['node', compiler, '-p', '.'], folder);
        expect(read).toEqual({ status: 0, output: '', errors: '' });
      }
    },
    120_000,
  );
});

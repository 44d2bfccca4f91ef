// The build of the client after an installation: it never makes one fail for want of the compiler, and always for a fault of the
// source. The result works under plain Node.
import { expect, test } from 'bun:test';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../harness/engines.ts';

const root = join(import.meta.dir, '../..');

async function run(command: readonly string[], cwd: string) {
  const child = Bun.spawn([...command], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { status: await child.exited, output, errors };
}

/** The package in a checkout of its own. */
function copyTo(directory: string, withCompiler: boolean): string {
  const folder = join(directory, 'client');
  mkdirSync(join(directory, 'node_modules'));
  cpSync(join(root, 'client'), folder, { recursive: true, filter: (path) => !path.endsWith('client/dist') });
  const names = withCompiler ? ['typescript', '@typescript', '@types', 'undici-types', 'bun-types'] : [];
  for (const name of names) {
    const installed = join(root, 'node_modules', name);
    if (existsSync(installed)) symlinkSync(installed, join(directory, 'node_modules', name));
  }
  return folder;
}

test('says in a line that the compiler is absent, and fails only if the build was asked for', async () => {
  using checkout = temporaryDirectory();
  const folder = copyTo(checkout.directory, false);
  const errors =
    'playkeep: the client is not built, since TypeScript is not installed; `npm ci && npm run build` builds it\n';
  const prepare = ['node', join(folder, 'prepare.mjs')];
  expect(await run(prepare, folder)).toEqual({ status: 0, output: '', errors });
  expect(await run([...prepare, '--required'], folder)).toEqual({ status: 1, output: '', errors });
  rmSync(join(folder, 'src'), { recursive: true });
  expect((await run(prepare, folder)).errors).toContain('since this package has no source of it');
});

test('fails with the build', async () => {
  using checkout = temporaryDirectory();
  const folder = copyTo(checkout.directory, true);
  writeFileSync(join(folder, 'src/index.ts'), 'export const broken: number = "text";\n');
  const { status, output } = await run(['node', 'prepare.mjs'], folder);
  expect(status).toBeGreaterThan(0);
  expect(output).toContain('index.ts');
}, 30_000);

test('packs what a game installs: Node and Bun import it by its name, and TypeScript reads in both ways of resolution', async () => {
  using checkout = temporaryDirectory();
  const { directory } = checkout;
  const folder = copyTo(directory, true);
  expect(await run(['node', 'prepare.mjs'], folder)).toEqual({ status: 0, output: '', errors: '' });
  expect(readFileSync(join(folder, 'dist/portable.d.ts'), 'utf8')).not.toMatch(/\.ts'/);
  const game = join(directory, 'game');
  mkdirSync(join(game, 'node_modules/@playkeep'), { recursive: true });
  const packed = await run(['npm', 'pack', '--silent', '--ignore-scripts'], folder);
  const installed = join(game, 'node_modules/@playkeep/client');
  mkdirSync(installed);
  const archive = join(folder, packed.output.trim());
  const unpacked = await run(['tar', '-xzf', archive, '-C', installed, '--strip-components', '1'], game);
  expect(unpacked.status).toBe(0);
  expect(readdirSync(installed).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ]);
  const program = `import { createClient, PlaykeepError } from '@playkeep/client';
const client = createClient({ url: 'http://127.0.0.1:9', token: () => 'x' });
const failure = await client.metadata.get({ signal: AbortSignal.timeout(50) }).catch((error) => error.name);
console.log(failure, new PlaykeepError('closed', 'over').code);
`;
  writeFileSync(join(game, 'game.mjs'), program);
  expect((await run(['node', 'game.mjs'], game)).output).toBe('TimeoutError closed\n');
  expect((await run([process.execPath, 'game.mjs'], game)).output).toBe('TimeoutError closed\n');
  writeFileSync(
    join(game, 'game.mts'),
    `import { createClient, type MetadataRecord } from '@playkeep/client';
export const load = (): Promise<MetadataRecord<{ gold: number }>> =>
  createClient({ url: '/', token: async () => 'x' }).metadata.get<{ gold: number }>();
`,
  );
  const [, example = ''] =
    /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/clients.md'), 'utf8')) ?? [];
  expect(example).toContain('openSave<Progress>');
  writeFileSync(join(game, 'example.mts'), example);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  for (const [module, resolution] of [
    ['node16', 'node16'],
    ['preserve', 'bundler'],
  ]) {
    const options = ['--strict', '--noEmit', '--module', `${module}`, '--moduleResolution', `${resolution}`];
    const types = ['--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
    expect(await run(['node', tsc, ...options, ...types, 'game.mts', 'example.mts'], game)).toMatchObject({
      status: 0,
      output: '',
    });
  }
}, 60_000);

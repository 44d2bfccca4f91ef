// The build of the console after an installation: it never makes one fail for want of packages or of Bun, and always for a fault
// of the source.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../../test/harness/engines.ts';

const project = join(import.meta.dir, '../../..');
const script = join(project, 'console/prepare.mjs');
const packages = ['react', 'react-dom', '@base-ui/react', 'uplot'];

let root: string;
let remove: () => void;
beforeEach(() => {
  ({ directory: root, remove } = temporaryDirectory());
  mkdirSync(join(root, 'console'));
  copyFileSync(script, join(root, 'console/prepare.mjs'));
  const build = "console.log('built'); process.exit(Number(process.env.STATUS));";
  writeFileSync(join(root, 'console/build.ts'), build);
  for (const name of packages) mkdirSync(join(root, 'node_modules', name), { recursive: true });
});
afterEach(() => remove());

function installBun(): void {
  mkdirSync(join(root, 'node_modules/bun/bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules/bun/bin/bun.exe'));
}

async function prepare(args: readonly string[] = [], status = 0) {
  const child = Bun.spawn([process.execPath, join(root, 'console/prepare.mjs'), ...args], {
    env: { ...process.env, STATUS: String(status) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { status: await child.exited, output, errors };
}

test('builds where packages and Bun are there, and fails with the build', async () => {
  installBun();
  expect(await prepare()).toEqual({ status: 0, output: 'built\n', errors: '' });
  expect(await prepare([], 3)).toMatchObject({ status: 3, output: 'built\n' });
});

test('says in a line that packages are absent, and fails only if the build was asked for', async () => {
  installBun();
  rmSync(join(root, 'node_modules/uplot'), { recursive: true });
  const errors =
    'playkeep: the console is not built, since its packages are not installed; `npm ci && npm run build` builds it\n';
  expect(await prepare()).toEqual({ status: 0, output: '', errors });
  expect(await prepare(['--required'])).toEqual({ status: 1, output: '', errors });
  mkdirSync(join(root, 'console/node_modules/uplot'), { recursive: true });
  expect(await prepare()).toMatchObject({ status: 0, output: 'built\n' });
});

test('takes the program of the platform where the install script did not run', async () => {
  mkdirSync(join(root, 'node_modules/bun/bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/bun/bin/bun.exe'), 'a text in its place');
  expect((await prepare()).errors).toContain('since Bun is not installed for this system;');
  mkdirSync(join(root, 'node_modules/@oven/bun-other/bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/@oven/bun-other/bin/bun'), 'for another system', { mode: 0o755 });
  expect(await prepare()).toMatchObject({ status: 0, output: '' });
  mkdirSync(join(root, 'node_modules/@oven/bun-this/bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules/@oven/bun-this/bin/bun'));
  expect(await prepare()).toMatchObject({ status: 0, output: 'built\n' });
});

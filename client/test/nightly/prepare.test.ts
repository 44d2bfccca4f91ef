// The build of the client after an installation: it never makes one fail for want of the compiler or the bundler, and always for a
// fault of the source.
import { expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../../test/harness/engines.ts';
import { copyPackage, run } from '../packed.ts';

test.each(['TypeScript', 'esbuild'])(
  'says in a line that %s is absent, and fails only if the build was asked for',
  async (absent) => {
    using checkout = temporaryDirectory();
    const folder = copyPackage('client', checkout.directory, absent === 'esbuild');
    rmSync(join(checkout.directory, 'node_modules/esbuild'), { force: true });
    const errors = `playkeep: the client is not built, since ${absent} is not installed; \`npm ci && npm run build\` builds it\n`;
    const prepare = ['node', join(folder, 'prepare.mjs')];
    expect(await run(prepare, folder)).toEqual({ status: 0, output: '', errors });
    expect(await run([...prepare, '--required'], folder)).toEqual({ status: 1, output: '', errors });
    rmSync(join(folder, 'src'), { recursive: true });
    expect((await run(prepare, folder)).errors).toContain('since this package has no source of it');
  },
);

test('fails with the build', async () => {
  using checkout = temporaryDirectory();
  const folder = copyPackage('client', checkout.directory, true);
  writeFileSync(join(folder, 'src/index.ts'), 'export const broken: number = "text";\n');
  const { status, output } = await run(['node', 'prepare.mjs'], folder);
  expect(status).toBeGreaterThan(0);
  expect(output).toContain('index.ts');
}, 30_000);

// Starts the build of the console on the Bun that npm has installed. npm runs it after an installation, where it may find that
// the packages of the console or Bun are absent: then it says so in a line and succeeds. With --required it fails instead.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');

/** The program, found as bin/playkeep finds it; undefined where none runs on this system. */
function findBun() {
  const installed = join(modules, 'bun/bin/bun.exe');
  // Before the install script has run, a short text stands in for it.
  if (existsSync(installed) && statSync(installed).size > 1_000_000) return installed;
  const platforms = join(modules, '@oven');
  const others = existsSync(platforms) ? readdirSync(platforms) : [];
  return others
    .filter((name) => name.startsWith('bun-'))
    .map((name) => join(platforms, name, 'bin/bun'))
    .find((path) => existsSync(path) && spawnSync(path, ['--version']).status === 0);
}

/** Packages lie in either folder, as npm decides. */
const isInstalled = (name) =>
  existsSync(join(modules, name)) || existsSync(join(root, 'console/node_modules', name));

function build() {
  const lacking = !existsSync(join(root, 'console/build.ts'))
    ? 'this package has no source of it'
    : ['react', 'react-dom', '@base-ui/react', 'uplot'].every(isInstalled)
      ? undefined
      : 'its packages are not installed';
  const bun = lacking === undefined ? findBun() : undefined;
  if (bun === undefined) {
    const why = lacking ?? 'Bun is not installed for this system';
    process.stderr.write(
      `playkeep: the console is not built, since ${why}; \`npm ci && npm run build\` builds it\n`,
    );
    return process.argv.includes('--required') ? 1 : 0;
  }
  const { status } = spawnSync(bun, ['--no-env-file', join(root, 'console/build.ts')], {
    cwd: root,
    stdio: 'inherit',
  });
  return status ?? 1;
}

process.exitCode = build();

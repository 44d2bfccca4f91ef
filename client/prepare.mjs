// Builds the folder dist of a client by the compiler of TypeScript, on Node alone. npm runs it after an installation, where the compiler may be
// absent: then it says so in a line and succeeds. With --required it fails instead.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The compiler, which npm puts into either folder. */
const compilerFor = (folder) =>
  [join(folder, 'node_modules'), join(dirname(folder), 'node_modules')]
    .map((modules) => join(modules, 'typescript/bin/tsc'))
    .find((path) => existsSync(path));

/** The compiler leaves the extension of imports in declarations as it is. */
function nameDeclarations(output) {
  for (const name of readdirSync(output, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(output, name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(/((?:from|import) ?\(?['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js'));
  }
}

/**
 * Builds a package.
 * @param name the name of the package in messages
 * @returns the exit status
 */
export function build(folder, name) {
  const output = join(folder, 'dist');
  const compiler = compilerFor(folder);
  const lacking = !existsSync(join(folder, 'src/index.ts'))
    ? 'this package has no source of it'
    : compiler === undefined
      ? 'TypeScript is not installed'
      : undefined;
  if (lacking !== undefined) {
    process.stderr.write(
      `playkeep: ${name} is not built, since ${lacking}; \`npm ci && npm run build\` builds it\n`,
    );
    return process.argv.includes('--required') ? 1 : 0;
  }
  rmSync(output, { recursive: true, force: true });
  const { status } = spawnSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
  if (status !== 0) return status ?? 1;
  nameDeclarations(output);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = build(dirname(fileURLToPath(import.meta.url)), 'the client');

// Builds the folder dist of a client on Node alone: its declarations, and where it is not bundled its modules, by the compiler of
// TypeScript, and the bundles of the client for games by esbuild. npm runs it after an installation, where one of them may be absent:
// then it says so in a line and succeeds. With --required it fails instead.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A package, which npm puts into either folder. */
const installed = (folder, name) =>
  [folder, dirname(folder)]
    .map((each) => join(each, 'node_modules', name))
    .find((path) => existsSync(join(path, 'package.json')));

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
 * @param bundle makes its JavaScript, and its declarations are of CommonJS; without it the compiler makes modules
 * @returns the exit status
 */
export async function build(folder, name, bundle) {
  const output = join(folder, 'dist');
  const compiler = installed(folder, 'typescript');
  const lacking = !existsSync(join(folder, 'src/index.ts'))
    ? 'this package has no source of it'
    : compiler === undefined
      ? 'TypeScript is not installed'
      : bundle !== undefined && installed(folder, 'esbuild') === undefined
        ? 'esbuild is not installed'
        : undefined;
  if (lacking !== undefined) {
    process.stderr.write(
      `playkeep: ${name} is not built, since ${lacking}; \`npm ci && npm run build\` builds it\n`,
    );
    return process.argv.includes('--required') ? 1 : 0;
  }
  rmSync(output, { recursive: true, force: true });
  const declarations = bundle ? ['--emitDeclarationOnly', '--outDir', join(output, 'cjs')] : [];
  const { status } = spawnSync(process.execPath, [join(compiler, 'bin/tsc'), '-p', folder, ...declarations], {
    stdio: 'inherit',
  });
  if (status !== 0) return status ?? 1;
  nameDeclarations(output);
  return bundle ? bundle(folder, output) : 0;
}

/**
 * Bundles the client for games, each entry into one file: modules for bundlers and browsers, CommonJS, and a script for pages. In
 * Node the module passes on what CommonJS has, since a process may load both, and the class of the failures is to be one.
 * @returns the exit status
 */
async function bundleClient(folder, output) {
  const { build: bundle } = await import('esbuild');
  const make = (names, options) =>
    bundle({
      entryPoints: names.map((name) => join(folder, `src/${name}.ts`)),
      bundle: true,
      external: ['react'],
      metafile: true,
      // It lowers literals of BigInt to calls, and warns that these may be missing.
      logOverride: { bigint: 'silent' },
      ...options,
    });
  const { metafile } = await make(['portable', 'react', 'schema'], {
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    outdir: output,
  });
  const target = 'es2018';
  const cjs = join(output, 'cjs');
  await make(['index', 'portable', 'react', 'schema'], {
    format: 'cjs',
    target,
    platform: 'node',
    outdir: cjs,
  });
  await make(['portable'], {
    format: 'iife',
    target,
    platform: 'browser',
    globalName: 'Playkeep',
    minify: true,
    outfile: join(output, 'playkeep.global.js'),
  });
  const [{ exports: names }] = Object.values(metafile.outputs);
  writeFileSync(join(output, 'index.js'), `export { ${names.join(', ')} } from './cjs/index.js';\n`);
  writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n');
  for (const entry of ['index', 'react', 'schema'])
    writeFileSync(join(output, `${entry}.d.ts`), `export * from './cjs/${entry}.js';\n`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await build(dirname(fileURLToPath(import.meta.url)), 'the client', bundleClient);

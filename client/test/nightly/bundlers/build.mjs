// Bundles a game by one of the bundlers of this folder: node build.mjs BUNDLER GAME OUTPUT. A warning fails.
import { dirname, join, resolve } from 'node:path';

const here = import.meta.dirname;

async function byWebpack(name, entry, output) {
  const { default: webpack } = await import(name);
  const options = {
    mode: 'production',
    context: here,
    entry,
    output: { path: dirname(output), filename: output.slice(dirname(output).length + 1) },
    performance: false,
  };
  const stats = await new Promise((done, fail) => {
    webpack(options, (error, result) => (error ? fail(error) : done(result)));
  });
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString('errors-warnings'));
}

async function byVite(entry, output) {
  const { build } = await import('vite');
  await build({
    root: here,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: dirname(output),
      emptyOutDir: false,
      rollupOptions: {
        input: entry,
        output: { format: 'iife', entryFileNames: output.slice(dirname(output).length + 1) },
        onwarn: (warning) => {
          throw new Error(warning.message);
        },
      },
    },
  });
}

async function byEsbuild(entry, output) {
  const { build } = await import('esbuild');
  const { warnings } = await build({ entryPoints: [entry], bundle: true, minify: true, outfile: output });
  if (warnings.length > 0) throw new Error(warnings[0].text);
}

async function byMetro(knowsExports, entry, output) {
  const { default: metro } = await import('metro');
  const config = await metro.loadConfig({ cwd: here, projectRoot: here });
  config.resolver.unstable_enablePackageExports = knowsExports;
  config.transformer.getTransformOptions = () => ({ transform: { experimentalImportSupport: true } });
  config.reporter = { update: () => undefined };
  await metro.runBuild(config, { entry, out: output, dev: false, minify: true });
}

const bundlers = {
  'webpack 4': (entry, output) => byWebpack('webpack-4', entry, output),
  'webpack 5': (entry, output) => byWebpack('webpack-5', entry, output),
  Vite: byVite,
  esbuild: byEsbuild,
  Metro: (entry, output) => byMetro(true, entry, output),
  'Metro without exports': (entry, output) => byMetro(false, entry, output),
};

const [bundler, game, output] = process.argv.slice(2);
await bundlers[bundler](join(here, game), resolve(output));

// Builds the console into console/dist: index.html, build.json and assets with a hash in their names, each also as .br and .gz. They
// name each other by relative addresses. In index.html `{{root}}` stands for the way from the page to the root of the service.
// Two stylesheets are made of the CSS files below src, in the order of their layers: that of the first load, and that of the pages
// beside the overview.
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { BunPlugin } from 'bun';

const root = import.meta.dir;
const source = join(root, 'src');

/** The folder that the service serves. */
export const distDirectory = join(root, 'dist');

export interface BuildResult {
  /** Changes with every change of a file. */
  readonly buildId: string;
  /** Names of the files that the first page loads. */
  readonly entry: { readonly script: string; readonly styles: string };
  /** Whole paths of the files that the bundler took in, also those of packages. */
  readonly sources: readonly string[];
}

/** @throws AggregateError with the problems of the source */
export async function buildConsole(directory = distDirectory): Promise<BuildResult> {
  // The folder is replaced as a whole at the end, so that a failed build leaves the one before.
  const making = `${directory}.new-${process.pid}`;
  await rm(making, { recursive: true, force: true });
  await mkdir(join(making, 'assets'), { recursive: true });
  try {
    const result = await buildInto(making);
    await rm(directory, { recursive: true, force: true });
    await rename(making, directory);
    return result;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

async function buildInto(directory: string): Promise<BuildResult> {
  const assets = join(directory, 'assets');
  const { name: script, sources } = await bundle(join(source, 'main.tsx'), assets);
  const { name: styles, sources: sheets } = await bundleSheet('console', directory, isOfFirstLoad);
  const { name: pages, sources: laterSheets } = await bundleSheet(
    'pages',
    directory,
    (file) => !isOfFirstLoad(file),
  );
  const icon = await copyHashed('favicon.svg', assets);
  const names = (await readdir(assets)).sort();
  const buildId = hash(names.join());
  const page = (await Bun.file(join(source, 'index.html')).text()).replaceAll(
    /\{\{(\w+)\}\}/g,
    (whole, name: string) => {
      if (name === 'root') return whole;
      const value = { script, styles, pages, icon, build: buildId }[name];
      if (value === undefined) throw new Error(`index.html names {{${name}}}, which the build does not make`);
      return value;
    },
  );
  await Bun.write(join(directory, 'index.html'), page);
  await Bun.write(join(directory, 'build.json'), JSON.stringify({ build: buildId }));
  await Promise.all(names.map((name) => compress(join(assets, name))));
  return {
    buildId,
    entry: { script, styles },
    sources: [...sources, ...sheets, ...laterSheets],
  };
}

/**
 * Charts group digits as the rest of the console does. uPlot would ask for the language of the browser, and stop the whole page
 * where that is no language tag of BCP 47, such as `en-US@posix`.
 */
const englishCharts: BunPlugin = {
  name: 'english-charts',
  setup(build) {
    build.onLoad({ filter: /uPlot\.esm\.js$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const asked = 'new Intl.NumberFormat(domEnv ? nav.language : ';
      if (!text.includes(asked))
        throw new Error(`${path} does not ask for the language of the browser any more`);
      return { contents: text.replace(asked, 'new Intl.NumberFormat('), loader: 'js' };
    });
  },
};

/** @returns the name of the entry file, and whole paths of the files that it is made of */
async function bundle(entrypoint: string, outdir: string) {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [entrypoint],
    outdir,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    metafile: true,
    naming: { entry: '[name].[hash].[ext]', chunk: 'part.[hash].[ext]', asset: '[name].[hash].[ext]' },
    plugins: [englishCharts],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  // A stylesheet is no entry point to the bundler.
  const entry = outputs.find(({ kind, path }) => kind === 'entry-point' || path.endsWith('.css'));
  if (!entry) throw new Error(`${entrypoint} gave no file`);
  return {
    name: entry.path.slice(outdir.length + 1),
    sources: Object.keys(metafile?.inputs ?? {}).map((path) => resolve(path)),
  };
}

/** The styles of the overview, with its list of losses, and of everything around the pages. Those of the other pages are loaded with the first of them. */
const isOfFirstLoad = (file: string): boolean =>
  !file.startsWith('pages/') || /^pages\/(?:overview|losses)\//.test(file);

/** Bundles the sheet of some files. @returns its name, and the whole paths of the files */
async function bundleSheet(name: string, directory: string, isIn: (file: string) => boolean) {
  const sheet = join(directory, `${name}.css`);
  await Bun.write(sheet, await stylesheetSource(isIn));
  const { name: bundled, sources } = await bundle(sheet, join(directory, 'assets'));
  await rm(sheet);
  return { name: bundled, sources: sources.filter((path) => path !== sheet) };
}

const layers = ['design', 'components', 'shell', 'pages'];

/** Imports of CSS files, sorted by path within their layer. Each sheet names the order of all layers. */
async function stylesheetSource(isIn: (file: string) => boolean): Promise<string> {
  const files = [...new Bun.Glob('**/*.css').scanSync(source)].sort();
  const lost = files.filter((file) => !layers.some((layer) => file.startsWith(`${layer}/`)));
  if (lost.length > 0) throw new Error(`these CSS files are in no layer: ${lost}`);
  const imports = layers.flatMap((layer) =>
    files
      .filter((file) => file.startsWith(`${layer}/`) && isIn(file))
      .map((file) => `@import ${JSON.stringify(join(source, file))} layer(${layer});`),
  );
  const charts = Bun.resolveSync('uplot/dist/uPlot.min.css', root);
  const first = `@layer packages, ${layers.join(', ')};`;
  if (!isIn('design/base.css')) return [first, ...imports].join('\n');
  return [first, `@import ${JSON.stringify(charts)} layer(packages);`, ...imports].join('\n');
}

async function copyHashed(file: string, assets: string): Promise<string> {
  const text = await Bun.file(join(source, file)).text();
  const name = file.replace('.', `.${hash(text)}.`);
  await Bun.write(join(assets, name), text);
  return name;
}

const hash = (text: string): string => new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 12);

async function compress(path: string): Promise<void> {
  const content = await Bun.file(path).bytes();
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Bun.write(`${path}.br`, brotliCompressSync(content, { params }));
  await Bun.write(`${path}.gz`, gzipSync(content, { level: 9 }));
}

if (import.meta.main) {
  const startedAt = performance.now();
  const { buildId } = await buildConsole();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`console/dist is built (${buildId}, ${seconds} s)\n`);
}

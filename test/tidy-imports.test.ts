// The house rules of imports: who may know whom, that no import runs back to a higher layer, and that no files form a cycle.
// Imports of types count like any other.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { findCycles } from './harness/cycles.ts';

const root = join(import.meta.dir, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const sources = [...new Bun.Glob('src/**/*.ts').scanSync(root)].sort();

/** Paths of the project's own files that a file imports, from the root; npm packages by name. */
function importsOf(path: string): string[] {
  const statement =
    /(?:^|\n)(?:import|export)(?:\s[^;'"]*?\sfrom)?\s+['"](?<from>[^'"]+)['"]|\bimport\(\s*['"](?<lazily>[^'"]+)['"]/g;
  const specifiers = [...read(path).matchAll(statement)];
  return specifiers.map(({ groups }) => {
    const from = groups?.from ?? groups?.lazily ?? '';
    return from.startsWith('.') ? normalize(join(dirname(path), from)) : from;
  });
}

const features = [
  ...[
    'metadata',
    'sessions',
    'players',
    'people',
    'audit',
    'events',
    'keys',
    'indexes',
    'statistics',
    'health',
    'webhooks',
  ],
  ...['metrics', 'api-docs', 'console'],
];
const feature = (path: string): string | undefined =>
  features.find((name) => path.startsWith(`src/${name}/`));
const isEngine = (path: string): boolean => /^src\/store\/(?:sqlite|postgres)\//.test(path);
const isRule = (path: string): boolean =>
  /^src\/(?:metadata|sessions|players|people|audit|events|keys|indexes|statistics)\//.test(path) &&
  !/(?:routes|dependencies|adapters|handlers|headers|replies|body|query)\.ts$/.test(path);

/** Imports that break a rule, as `file → import`. */
function offenders(
  where: (path: string) => boolean,
  forbidden: (target: string, path: string) => boolean,
): string[] {
  return sources.filter(where).flatMap((path) =>
    importsOf(path)
      .filter((target) => forbidden(target, path))
      .map((target) => `${path} → ${target}`),
  );
}

/** The layers of `src`, the lowest first. A file imports files of its own layer and of lower ones. */
const layers = [
  ['limits.ts', 'limits/', 'tuning.ts', 'tuning/'],
  ['lib/'],
  ['traces/'],
  ['errors/'],
  ['store/ports/'],
  ['wire/'],
  ['admission/'],
  ['store/shared/'],
  ['store/sqlite/', 'store/postgres/'],
  ['http/'],
  ['auth/'],
  ['config/'],
  ['route/'],
  [...features.map((name) => `${name}/`), 'jobs/'],
  ['schemas/'],
  ['routes.ts'],
  ['surroundings/'],
  ['import/'],
  ['app.ts'],
  ['demo/'],
  ['processes/'],
  ['cli/'],
  ['main.ts'],
];
const layerOf = (path: string): number =>
  layers.findIndex((members) => members.some((member) => path.startsWith(`src/${member}`)));

describe('imports', () => {
  test('the check finds imports', () => {
    expect(importsOf('src/app.ts')).toContain('src/store/sqlite/open.ts');
    expect(importsOf('src/auth/verifier.ts')).toContain('lru-cache');
  });

  test('only app.ts names an engine', () => {
    expect(offenders((path) => path !== 'src/app.ts' && !isEngine(path), isEngine)).toEqual([]);
  });

  test('an engine knows the port, lib, limits and its driver, and no HTTP error', () => {
    const allowed =
      /^(?:src\/store\/|src\/lib\/|src\/admission\/|src\/(?:limits|tuning)\.ts|bun$|bun:|node:)/;
    expect(offenders(isEngine, (target) => !allowed.test(target))).toEqual([]);
  });

  test('rules know the port, errors, limits and lib, and no other feature', () => {
    const allowed =
      /^(?:src\/store\/ports\/|src\/errors\/|src\/(?:limits|tuning)\.ts|src\/lib\/|lru-cache|zod)/;
    expect(
      offenders(isRule, (target, path) => !allowed.test(target) && dirname(target) !== dirname(path)),
    ).toEqual([]);
  });

  test('a feature knows no other feature, but for players.ts', () => {
    const shared = /^src\/players\/players\.ts$/;
    const crosses = (target: string, path: string) =>
      feature(target) !== undefined && feature(target) !== feature(path) && !shared.test(target);
    expect(offenders((path) => feature(path) !== undefined, crosses)).toEqual([]);
  });

  test('http, auth and lib know no feature', () => {
    const below = (path: string) => /^src\/(?:http|auth|lib)\//.test(path);
    expect(offenders(below, (target) => feature(target) !== undefined)).toEqual([]);
  });

  test('jobs know the ports, lib and tuning', () => {
    const allowed = /^src\/(?:jobs\/|lib\/|store\/ports\/|(?:limits|tuning)\.ts)/;
    const isJob = (path: string) => path.startsWith('src/jobs/');
    expect(sources.filter(isJob)).toContain('src/jobs/scheduler.ts');
    expect(offenders(isJob, (target) => !allowed.test(target))).toEqual([]);
  });

  test('the shapes of the wire import each other, the limits, rules of texts, and the enumerations of the ports', () => {
    const isShapes = (path: string) => path.startsWith('src/wire/');
    expect(sources.filter(isShapes)).toContain('src/wire/named-shapes.ts');
    const allowed =
      /^(?:zod$|src\/wire\/|src\/limits\.ts$|src\/store\/ports\/|src\/lib\/(?:clock|key-name|player-id|quoted)\.ts$)/;
    expect(offenders(isShapes, (target) => !allowed.test(target))).toEqual([]);
  });

  test('the values of small bodies are checked by their shapes', () => {
    // Metadata and bulk requests are large. The session routes and the texts of a search say why they open texts themselves.
    const opens = /^src\/(?:metadata\/|sessions\/body\.ts|players\/search-body\.ts)/;
    const isReader = (path: string) =>
      feature(path) !== undefined &&
      /^src\/\w+\/(?:\w+-)*(?:body|routes)\.ts$/.test(path) &&
      !opens.test(path);
    expect(sources.filter(isReader)).toContain('src/keys/body.ts');
    expect(offenders(isReader, (target) => /^src\/lib\/json-/.test(target))).toEqual([]);
  });

  test('run to the same layer or a lower one, never back', () => {
    const isOwn = (path: string) => path.startsWith('src/') && path.endsWith('.ts');
    expect(sources.filter((path) => layerOf(path) < 0 && path !== 'src/store/sql-text.d.ts')).toEqual([]);
    expect(offenders(isOwn, (target, path) => isOwn(target) && layerOf(target) > layerOf(path))).toEqual([]);
  });

  test.each(['src', 'client/src', 'console/src', 'server-client/src'])(
    'form no cycle of files in %s',
    (folder) => {
      const files = [...new Bun.Glob(`${folder}/**/*.{ts,tsx}`).scanSync(root)];
      expect(files.length).toBeGreaterThan(10);
      expect(findCycles(new Map(files.map((path) => [path, importsOf(path)])))).toEqual([]);
    },
  );

  test('have a check that finds cycles', () => {
    const graph = { a: ['b', 'x'], b: ['c'], c: ['a'], d: ['a', 'd'], e: ['f'], f: [] };
    expect(findCycles(new Map(Object.entries(graph)))).toEqual([['a', 'b', 'c'], ['d']]);
  });

  test('begin at a root that holds what starts the program, and the constants and routes that it is put together from', () => {
    const atRoot = sources.filter((path) => dirname(path) === 'src');
    expect(atRoot).toEqual(['app', 'limits', 'main', 'routes', 'tuning'].map((name) => `src/${name}.ts`));
  });
});

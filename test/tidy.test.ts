// The house rules that a test can check: imports, names, sizes, headers, and complete documents.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { errorCatalogue } from '../src/errors.ts';
import { routeTable } from '../src/routes.ts';

const root = join(import.meta.dir, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync(root)].sort();

const sources = list('src/**/*.ts');
const tests = list('test/**/*.ts');
// Two files are generated.
const packages = ['console', 'client'].flatMap((name) => [
  ...list(`${name}/*.{ts,mjs}`),
  ...list(`${name}/src/**/*.{ts,tsx}`),
]);
const handWritten = packages.filter((path) => !/(?:api\/schema|api-types)\.ts$/.test(path));
const all = [...sources, ...tests, ...list('{bench,examples/browser}/**/*.ts'), ...handWritten];

/** Paths of the project's own files that a file imports, from the root; npm packages by name. */
function importsOf(path: string): string[] {
  const statement = /(?:^|\n)(?:import|export)(?:\s[^;'"]*?\sfrom)?\s+['"](?<from>[^'"]+)['"]/g;
  const specifiers = [...read(path).matchAll(statement)];
  return specifiers.map(({ groups }) => {
    const from = groups?.from ?? '';
    return from.startsWith('.') ? normalize(join(dirname(path), from)) : from;
  });
}

const features = [
  ...['metadata', 'sessions', 'players', 'audit', 'keys', 'indexes', 'statistics', 'health', 'metrics'],
  ...['api-docs', 'console'],
];
const feature = (path: string): string | undefined =>
  features.find((name) => path.startsWith(`src/${name}/`));
const isEngine = (path: string): boolean => /^src\/store\/(?:sqlite|postgres)\//.test(path);
const isRule = (path: string): boolean =>
  /^src\/(?:metadata|sessions|players|audit|keys|indexes|statistics)\//.test(path) &&
  !/(?:routes|dependencies|doors|handlers|headers|replies|body|query)\.ts$/.test(path);

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

describe('imports', () => {
  test('the check finds imports', () => {
    expect(importsOf('src/app.ts')).toContain('src/store/sqlite/open.ts');
    expect(importsOf('src/auth/verifier.ts')).toContain('jose');
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
      /^(?:src\/store\/ports\/|src\/errors\.ts|src\/(?:limits|tuning)\.ts|src\/lib\/|lru-cache|zod)/;
    expect(
      offenders(isRule, (target, path) => !allowed.test(target) && dirname(target) !== dirname(path)),
    ).toEqual([]);
  });

  test('a feature knows no other feature, but for players.ts and the description of operations', () => {
    const shared = /^src\/players\/players\.ts$|^src\/api-docs\/operation\.ts$/;
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

  test('the shapes of the wire import nothing of the service but each other', () => {
    const isShapes = (path: string) => /^src\/wire(?:-\w+)?\.ts$/.test(path);
    expect(sources.filter(isShapes)).toContain('src/wire.ts');
    expect(offenders(isShapes, (target) => target !== 'zod' && !isShapes(target))).toEqual([]);
  });
});

describe('the surroundings of the process', () => {
  test('the environment is read in main.ts, and time in lib/clock.ts', () => {
    const uses = (pattern: RegExp) => sources.filter((path) => pattern.test(read(path)));
    expect(uses(/process\.env/)).toEqual(['src/main.ts']);
    expect(uses(/Date\.now\(|new Date\(\)|performance\.now\(/)).toEqual(['src/lib/clock.ts']);
  });
});

describe('waiting', () => {
  const uses = (pattern: RegExp) => sources.filter((path) => pattern.test(read(path)));

  test('goes through the clock; timers are real only where what they wait for is real', () => {
    expect(uses(/\b(?:setTimeout|setInterval|Bun\.sleep\w*|AbortSignal\.timeout)\(/)).toEqual(
      [
        // The clock itself.
        'src/lib/clock.ts',
        // The wait for a blocked terminal, without a turn of the event loop.
        'src/lib/lines.ts',
        // Statements and connections of a real server. Each statement has a timer, and clearing a real one costs least.
        'src/admission/wait-list.ts',
        'src/store/postgres/executor.ts',
        // The commits of a real database, and the pauses and deadlines of work that takes real time.
        'src/store/shared/batcher.ts',
        'src/store/shared/dispatch-schedule.ts',
        // A lock of another process, before the service serves requests.
        'src/store/sqlite/database.ts',
      ].sort(),
    );
  });

  test('on the system clock is left to engines and to the edge of the process', () => {
    const mayName = /^src\/(?:app|main|lib\/(?:clock|lines))\.ts$|^src\/cli\//;
    expect(uses(/\bsystemClock\b/).filter((path) => !isEngine(path) && !mayName.test(path))).toEqual([]);
  });
});

describe('input of callers', () => {
  test('is parsed by the runtime only where its keys are known to be few, or the service’s own', () => {
    const parsing = sources.filter((path) => /JSON\.parse\(|safeParse\(JSON|\.json\(\)/.test(read(path)));
    expect(parsing).toEqual(
      [
        // The operator's own key.
        'src/auth/keys.ts',
        // After a scan that bounds the members.
        'src/auth/jwks.ts',
        'src/cli/import-lines.ts',
        // Lines that the service wrote.
        'src/lib/log.ts',
        // A text of few strings.
        'src/metadata/body.ts',
        // The operator's own file.
        'src/metadata/path-rules.ts',
        'src/indexes/declarations.ts',
        // A detail of at most 4 KiB that the service stored.
        'src/store/shared/audit.ts',
        // An outcome that the service stored.
        'src/store/shared/idempotency.ts',
        // Sums that the service stored, an array of arrays.
        'src/store/shared/statistics-parts.ts',
      ].sort(),
    );
  });
});

describe('files', () => {
  test('open with a comment that says what they own', () => {
    const bare = all.filter((path) => !/^(?:#!.*\n)?\/\/ \S/.test(read(path)));
    expect(bare).toEqual([]);
    expect(list('src/**/*.sql').filter((path) => !read(path).startsWith('-- '))).toEqual([]);
  });

  test('are in kebab case, and no grab-bags', () => {
    const names = all.map((path) => basename(path));
    expect(
      names.filter(
        (name) =>
          !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:contract|property|browser))?(?:\.test)?(?:\.d)?\.(?:tsx?|mjs)$/.test(
            name,
          ),
      ),
    ).toEqual([]);
    expect(all.filter((path) => /(?:^|\/)(?:utils?|helpers?|common|manager|misc)\b/.test(path))).toEqual([]);
  });

  test('have at most 300 lines', () => {
    expect(all.filter((path) => read(path).split('\n').length > 301)).toEqual([]);
  });

  test('have no note of open work, and no test switched off by hand', () => {
    const marks = new RegExp(
      ['TO', 'DO|FIX', 'ME|\\b(?:test|describe)\\.(?:on', 'ly|sk', 'ip|to', 'do)\\('].join(''),
    );
    expect(all.filter((path) => marks.test(read(path)))).toEqual([]);
  });
});

describe('names', () => {
  test('of mechanisms are those of the glossary, and no private name comes back', () => {
    const privateNames = new RegExp(
      `\\b(?:${[
        ...[
          'createLane',
          'LaneOptions',
          'patiently',
          'PlayerOrder',
          'turnsAway',
          'TurnAway',
          'mayBeTurnedAway',
        ],
        ...[
          'StoreLoad',
          'whileHeld',
          'whileGrowing',
          'createRoom',
          'Unsent',
          'createSlots',
          'whileInTime',
          'SavedStates',
        ],
        ...[
          'Replay',
          'replays',
          'mayBeTooMany',
          'fenced?',
          'only_in',
          'written_in',
          'actAs',
          'lookAs',
          'isAtHand',
        ],
        ...['judgeAnew', 'Surroundings', 'createWatched', 'housekeeping', 'demand[A-Z]\\w*'],
      ].join('|')})\\b`,
    );
    // Migrations and their tests name the tables of older schemas.
    const isOfOlderSchemas = (path: string): boolean =>
      /\/migrations\/|^test\/fixtures\/|standard-names|tidy/.test(path);
    const files = [...all, ...list('src/**/*.sql')].filter((path) => !isOfOlderSchemas(path));
    const lost = files.flatMap((path) => {
      const [name] = privateNames.exec(read(path)) ?? [];
      return name === undefined ? [] : [`${path}: ${name}`];
    });
    expect(lost).toEqual([]);
  });
});

describe('migrations', () => {
  test.each(['sqlite', 'postgres'])('of %s are numbered without a gap, and each is applied', (engine) => {
    const files = list(`src/store/${engine}/migrations/*.sql`).map((path) => basename(path));
    expect(files.map((file) => Number.parseInt(file, 10))).toEqual(files.map((_, index) => index + 1));
    const applied = read(`src/store/${engine}/migrations.ts`);
    const imports = [...applied.matchAll(/import (?<name>\w+) from '.\/migrations\/(?<file>[^']+)'/g)];
    expect(imports.map(({ groups }) => groups?.file)).toEqual(files);
    const listed = /= \[(?<names>[^\]]*)\]/.exec(applied)?.groups?.names?.match(/\w+/g);
    expect([...(listed ?? [])]).toEqual(imports.map(({ groups }) => groups?.name ?? ''));
  });
});

describe('nothing is undocumented or untested', () => {
  const tested = tests
    .filter((path) => path.endsWith('.test.ts') || path.includes('hostile'))
    .map(read)
    .join('\n');
  const api = read('docs/api.md');

  test('every error is in docs/api.md and in a test', () => {
    for (const { statusCode, message } of Object.values(errorCatalogue)) {
      expect([message, api.includes(`| ${statusCode} | ${message} |`)]).toEqual([message, true]);
      expect([message, tested.includes(message)]).toEqual([message, true]);
    }
  });

  test('every route is in docs/api.md or docs/server-api.md', () => {
    const pages = api + read('docs/server-api.md');
    const missing = routeTable.filter(({ method, path }) => !pages.includes(`\`${method} ${path}\``));
    expect(missing.map((route) => route.path)).toEqual([]);
  });

  test('every claim of SECURITY.md names a test that exists', () => {
    const rows = read('SECURITY.md')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Threat '));
    expect(rows.length).toBeGreaterThan(30);
    for (const row of rows) {
      const shownBy = row.split(' | ').at(-1) ?? '';
      const claims = [...shownBy.matchAll(/`(?<path>test\/[^`]+)`(?<titles>(?: "[^"]+",?)+)/g)];
      expect([row, claims.length > 0]).toEqual([row, true]);
      for (const { groups } of claims) {
        const text = read(groups?.path ?? '');
        for (const [, title = ''] of (groups?.titles ?? '').matchAll(/"([^"]+)"/g)) {
          expect([groups?.path, title, text.includes(title)]).toEqual([groups?.path, title, true]);
        }
      }
    }
  });
});

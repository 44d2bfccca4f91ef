// The rules of the source that a test can check: where time and the environment come from, who waits, and what the runtime parses. Those of
// imports are in tidy-imports.test.ts.
import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dir, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const list = (pattern: string): string[] => [...new Bun.Glob(pattern).scanSync(root)].sort();

/** The statements of PostgreSQL and of Citus, which `npm run statements` writes. */
const isWritten = (path: string): boolean => /\/sql\/statements\.ts$/.test(path);

const sources = list('src/**/*.ts').filter((path) => !isWritten(path));
const tests = list('test/**/*.ts');
// Three files are generated.
const packages = ['console', 'client', 'server-client'].flatMap((name) => [
  ...list(`${name}/*.{ts,mjs}`),
  ...list(`${name}/src/**/*.{ts,tsx}`),
]);
const handWritten = packages.filter((path) => !/(?:api\/schema|api-types)\.ts$/.test(path));
// A glob of Bun finds nothing where an alternative has a slash.
const programs = [...list('bench/**/*.ts'), ...list('site/*.ts'), ...list('examples/browser/**/*.ts')];
const all = [...sources, ...tests, ...programs, ...handWritten];

const isEngine = (path: string): boolean => /^src\/store\/(?:sqlite|postgres)\//.test(path);

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
        'src/store/postgres/citus/step-batcher.ts',
        'src/store/postgres/silence.ts',
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
        // Sealed by the service itself.
        'src/auth/staff/sealed-tokens.ts',
        // After a scan that bounds the members.
        'src/auth/jwks.ts',
        'src/auth/verifier.ts',
        'src/cli/import-lines.ts',
        // Lines that the service wrote, and what it tells its own processes.
        'src/lib/log.ts',
        'src/cli/serve.ts',
        // A text of few strings.
        'src/metadata/body.ts',
        // The operator's own file.
        'src/metadata/path-rules.ts',
        'src/indexes/declarations.ts',
        'src/import/read-map.ts',
        'src/schemas/metadata-schema.ts',
        // A detail of at most 4 KiB that the service stored.
        'src/store/ports/audit.ts',
        'src/store/shared/audit.ts',
        // An outcome that the service stored.
        'src/store/shared/idempotency.ts',
        'src/store/shared/labels.ts',
        // Sums that the service stored, an array of arrays.
        'src/store/shared/statistics-parts.ts',
      ].sort(),
    );
  });
});

describe('files', () => {
  test('have no note of open work, and no test switched off by hand', () => {
    const marks = new RegExp(
      ['TO', 'DO|FIX', 'ME|\\b(?:test|describe)\\.(?:on', 'ly|sk', 'ip|to', 'do)\\('].join(''),
    );
    expect(all.filter((path) => marks.test(read(path)))).toEqual([]);
  });
});

describe('migrations', () => {
  test.each(['sqlite', 'postgres'])('of %s are numbered without a gap, and each is applied', (engine) => {
    const files = list(`src/store/${engine}/migrations/*.sql`).map((path) => basename(path));
    const numbers = files.map((file) => Number.parseInt(file, 10));
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    const applied = read(`src/store/${engine}/migrations.ts`);
    const imports = [...applied.matchAll(/import (?<name>\w+) from '.\/migrations\/(?<file>[^']+)'/g)];
    expect(imports.map(({ groups }) => groups?.file)).toEqual(files);
    const listed = [...applied.matchAll(/\{ number: (\d+), sql: (\w+) \}/g)];
    expect(listed.map(([, number, name]) => [Number(number), name])).toEqual(
      imports.map(({ groups }, index) => [numbers[index] ?? 0, groups?.name]),
    );
  });
});

// The house rule of functions: at most 60 lines. The functions that are longer are listed, and the list only shrinks.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionLengths } from './harness/functions.ts';

const maxLines = 60;
const root = join(import.meta.dir, '../src');

/** Longer functions by file, from before the rule. A function that is shorter now leaves the list, and no function joins it. */
const longFunctions: Readonly<Record<string, readonly string[]>> = {
  'admission/admission-control.ts': ['createAdmissionControl'],
  'admission/memory-budget.ts': ['createMemoryBudget'],
  'admission/operation-permits.ts': ['createOperationPermits'],
  'app.ts': ['startApp'],
  'auth/credentials.ts': ['createCredentials'],
  'demo/traffic.ts': ['createApi'],
  'http/boundary.ts': ['createBoundary'],
  'http/server.ts': ['startHttpServer'],
  'jobs/jobs.ts': ['createJobs'],
  'players/players.ts': ['createPlayers'],
  'statistics/statistics.ts': ['createStatistics'],
  'store/postgres/citus/shard-queue.ts': ['createShardQueue'],
  'store/postgres/connection-pool.ts': ['createConnectionPool'],
  'store/postgres/edit-batchers.ts': ['editBatchers'],
  'store/postgres/server-keys.ts': ['serverKeyStore'],
  'store/postgres/session-statements.ts': ['sessionStatements'],
  'store/postgres/sessions.ts': ['sessionBatchers'],
  'store/shared/batcher.ts': ['createBatcher'],
  'store/shared/statistics-pass.ts': ['createCounting'],
  'store/shared/version-reads.ts': ['createVersionReads'],
  'store/sqlite/metadata.ts': ['metadataStore'],
  'store/sqlite/players.ts': ['playerStore'],
  'store/sqlite/reader.ts': ['createReader'],
  'store/sqlite/server-keys.ts': ['serverKeyStore'],
  'store/sqlite/sessions.ts': ['sessionWrites'],
  'store/sqlite/statistics-change.ts': ['prepareChange'],
  'store/sqlite/statistics.ts': ['readsOn'],
  'store/sqlite/writer.ts': ['createWriter'],
};

const found = [...new Bun.Glob('**/*.ts').scanSync(root)].sort().flatMap((path) =>
  [...functionLengths(readFileSync(join(root, path), 'utf8'))].map(([name, lines]) => ({
    path,
    name,
    lines,
  })),
);
const isListed = ({ path, name }: { readonly path: string; readonly name: string }): boolean =>
  longFunctions[path]?.includes(name) === true;

test('functions have at most 60 lines, but for those of the list', () => {
  const long = found.filter(({ lines }) => lines > maxLines);
  expect(long.filter((each) => !isListed(each))).toEqual([]);
});

test('the list has no function that is short enough, or gone', () => {
  const long = found.filter(({ lines }) => lines > maxLines).map(({ path, name }) => `${path} ${name}`);
  const listed = Object.entries(longFunctions).flatMap(([path, names]) =>
    names.map((name) => `${path} ${name}`),
  );
  expect(listed.filter((each) => !long.includes(each))).toEqual([]);
});

test('the check counts functions of every form', () => {
  const text = [
    'export async function* one(',
    '  a: string,',
    '): Promise<void> {',
    '  return a;',
    '}',
    'const two =',
    '  (a: string) =>',
    '  () => {',
    '    a();',
    '  };',
    'const three = (a: string): void => {',
    '  if (a) {',
    '    a();',
    '  }',
    '};',
    'const all = {',
    '  async four(a: string) {',
    '    a();',
    '  },',
    '  five: async (',
    '    a: string,',
    '  ) => {',
    '    a();',
    '  },',
    '  six(',
    '    a: string,',
    '  ): void {',
    '    a();',
    '  },',
    '};',
  ].join('\n');
  expect(Object.fromEntries(functionLengths(text))).toEqual({
    one: 5,
    two: 5,
    three: 5,
    four: 3,
    five: 5,
    six: 5,
  });
});

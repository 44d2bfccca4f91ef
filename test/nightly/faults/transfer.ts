// Faults in import, export, doctor and migrations.
import type { Fault } from './fault.ts';

export const transferFaults: readonly Fault[] = [
  {
    id: 53,
    name: 'import-does-not-merge',
    file: 'src/import/decide-edit.ts',
    find: "if (!isNew && existing === 'keep') return",
    replace: "if (!isNew && existing !== 'replace') return",
    breaks: 'an import that merges leaves the players who are there as they are',
    tests: ['import/existing.test.ts', 'import/import.test.ts', 'import/'],
  },
  {
    id: 54,
    name: 'import-leaves-a-short-suspension',
    file: 'src/import/suspension-plan.ts',
    find: "return suspendedUntil === 'forever' ? undefined : 'suspend';",
    replace: "return suspendedUntil !== null ? undefined : 'suspend';",
    breaks:
      'a player who is banned at the source, and here suspended for a day, can play again after the day',
    tests: ['import/existing.test.ts', 'import/half-players.test.ts', 'import/services.test.ts', 'import/'],
  },
  {
    id: 55,
    name: 'import-of-seconds-as-milliseconds',
    file: 'src/import/files/times.ts',
    find: "return form === 'seconds' ? number * 1_000 : number;",
    replace: 'return number;',
    breaks: 'times that a map calls seconds are read as milliseconds, in January 1970',
    tests: ['import/csv.test.ts', 'import/files/times.test.ts', 'import/'],
  },
  {
    id: 56,
    name: 'import-refuses-empty-sessions',
    file: 'src/cli/import-checks.ts',
    find: 'if (last < session.startedAt) return',
    replace: 'if (last <= session.startedAt) return',
    breaks: 'an export with a session that ended as it began cannot be imported',
    tests: ['cli/import-rules.test.ts', 'cli/transfer.test.ts', 'cli/'],
  },
  {
    id: 57,
    name: 'seconds-of-csv-in-milliseconds',
    file: 'src/cli/export-csv.ts',
    find: 'String((session.endedAt - startedAt) / 1000),',
    replace: 'String(session.endedAt - startedAt),',
    breaks: 'the column `seconds` of sessions.csv has milliseconds',
    tests: ['cli/export-csv.test.ts', 'cli/'],
  },
  {
    id: 58,
    name: 'doctor-is-content-with-one-finding',
    file: 'src/cli/doctor.ts',
    find: 'if (sums.findings > 0) setStatus(',
    replace: 'if (sums.findings > 1) setStatus(',
    breaks: 'the doctor ends with status 0 though something is wrong',
    tests: ['cli/doctor.test.ts', 'cli/'],
  },
  {
    id: 59,
    name: 'upgraded-database-has-the-wrong-number',
    file: 'src/store/postgres/migrate.ts',
    find: '        newestSchema(migrations),',
    replace: '        newestSchema(migrations) - 1,',
    breaks: 'a database of PostgreSQL that was upgraded is taken for an older one at the next start',
    tests: [
      'store/migrations/release.test.ts',
      'store/migrations/two-trees.test.ts',
      'store/migrations/killed.test.ts',
      'store/migrations/',
    ],
  },
];

// The reads of the doctor in PostgreSQL, in transactions that cannot write. Each statement finds its rows by key.
import { SQL } from 'bun';
import type { Doctor } from '../ports/doctor.ts';
import { createDoctor } from '../shared/doctor.ts';
import type { DoctorReads } from '../shared/doctor-reads.ts';
import { type DistributedDoctor, findDistributedDoctor } from './citus/doctor.ts';
import { tlsOptions } from './connect.ts';
import { readClock } from './database.ts';
import { statisticsReads } from './doctor-statistics.ts';
import { type ExecutorOptions, type Queries, queriesOf } from './executor.ts';
import { listIndexRows } from './index-lease.ts';
import { plannerSettings } from './planner-settings.ts';
import {
  countUnplacedEvents,
  findClockRecord,
  findContents,
  findEndOfRows,
  findTexts,
  listCheckedAudit,
  listCheckedEntries,
  listCheckedLosses,
  listCheckedMetadata,
  listCheckedPlayers,
  listCheckedVersions,
  listCrowded,
  listOrphans,
  listUnclearedEvents,
} from './sql/statements.ts';

/** For a database whose schema is up to date. */
export function openPostgresDoctor(
  options: Pick<ExecutorOptions, 'url' | 'caFile' | 'preparedStatements'> & {
    /** The clock of a test. Otherwise the clock of the database decides. */
    readonly now: (() => number) | undefined;
  },
): Doctor {
  const { url, caFile, preparedStatements: prepare, now } = options;
  const sql = new SQL(url, {
    max: 1,
    prepare,
    ...tlsOptions(caFile),
  });
  let found: Promise<DistributedDoctor | undefined> | undefined;
  /** Undefined on one server. */
  const findDistributed = () => (found ??= findDistributedDoctor(sql));
  return createDoctor({
    // PostgreSQL checks its pages by itself, where it was initialized with checksums.
    examineFile: async () => (await findDistributed())?.examineCluster(sql) ?? [],
    async snapshot(read) {
      const distributed = await findDistributed();
      return sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (transaction) => {
        const queries = distributed ? distributed.queries(transaction) : queriesOf(transaction);
        await applySettings(queries, distributed ? distributed.settings : plannerSettings);
        const reads = readsOf(queries, () => now?.() ?? null);
        return read(distributed ? { ...reads, ...noEvents } : reads);
      });
    },
    close: () => sql.close({ timeout: 5 }),
  });
}

/** No events are told on Citus. */
const noEvents: Pick<DoctorReads, 'listUncleared' | 'countUnplaced'> = {
  listUncleared: async () => [],
  countUnplaced: async () => 0,
};

/** A pooler tracks no settings of a connection, so they hold for the transaction. */
async function applySettings(queries: Queries, settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await queries.query(`SET LOCAL ${name} = ${value}`);
}

function readsOf(queries: Queries, now: () => number | null): DoctorReads {
  const { run } = queries;
  /** The number of rows that a step reads of a table. */
  const rowsOf = (table: string, rows: Parameters<DoctorReads['findEnd']>[1]): number =>
    table === 'metadata' ? rows.players : rows.others;
  return {
    ...statisticsReads(queries),
    now: () => readClock(queries, now),
    async findEnd(after, rows) {
      const ends: number[] = [];
      for (const [table, find] of Object.entries(findEndOfRows)) {
        const [row] = await run(find, { after, skipped: rowsOf(table, rows) - 1 });
        if (row) ends.push(row.end);
      }
      return ends.length > 0 ? Math.min(...ends) : undefined;
    },
    listMetadata: (range) => run(listCheckedMetadata, range),
    findTexts: (ids) => run(findTexts, { ids }),
    listCrowded: async (range) => (await run(listCrowded, range)).map(({ id }) => id),
    async listOrphans(range) {
      const orphans: { tableName: string; sequentialId: number }[] = [];
      for (const [tableName, list] of Object.entries(listOrphans)) {
        for (const { sequentialId } of await run(list, range)) orphans.push({ tableName, sequentialId });
      }
      return orphans;
    },
    listVersions: (range) => run(listCheckedVersions, range),
    listLosses: (range) => run(listCheckedLosses, range),
    findContents: (keys) =>
      run(findContents, {
        ids: keys.map(({ sequentialId }) => sequentialId),
        versions: keys.map(({ version }) => version),
      }),
    listIndexes: () => listIndexRows(queries),
    listIndexEntries: (range) => run(listCheckedEntries, range),
    listAudit: ({ end }, { sequentialId, at, auditId }, limit) =>
      run(listCheckedAudit, { sequentialId, at, auditId, end, limit }),
    listUncleared: async (limit) =>
      (await run(listUnclearedEvents, { limit })).map((row) => row.sequentialId),
    countUnplaced: async (before) => (await run(countUnplacedEvents, { before }))[0]?.count ?? 0,
    findClockRecord: async () => (await run(findClockRecord, {}))[0],
    listPlayers: (after, limit) => run(listCheckedPlayers, { after, limit }),
  };
}

// The reads of the doctor in PostgreSQL, in transactions that cannot write. Each statement finds its rows by key.
import { SQL } from 'bun';
import type { Doctor } from '../ports/doctor.ts';
import { createDoctor } from '../shared/doctor.ts';
import type {
  AuditDetails,
  DoctorReads,
  IdRange,
  IndexEntry,
  MetadataFacts,
  NamedPlayer,
  VersionDetails,
  VersionKey,
} from '../shared/doctor-reads.ts';
import { bigints } from './arrays.ts';
import { type DistributedDoctor, findDistributedDoctor } from './citus/doctor.ts';
import { readClock } from './database.ts';
import {
  findContents,
  findEnd,
  findTexts,
  listAudit,
  listCrowded,
  listIndexEntries,
  listMetadata,
  listOrphans,
  listPlayers,
  listVersions,
  settings,
} from './doctor-statements.ts';
import { statisticsReads } from './doctor-statistics.ts';
import { type ExecutorOptions, type Queries, queriesOf } from './executor.ts';
import { listIndexRows } from './indexes.ts';

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
    ...(caFile !== undefined && { tls: { ca: Bun.file(caFile) } }),
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
        const queries = queriesOf(distributed?.statements(transaction) ?? transaction);
        await queries.query(settings);
        return read(readsOf(queries, () => now?.() ?? null));
      });
    },
    close: () => sql.close({ timeout: 5 }),
  });
}

function readsOf({ query }: Queries, now: () => number | null): DoctorReads {
  const boundsOf = ({ after, end }: IdRange): [number, number] => [after, end];
  return {
    ...statisticsReads({ query }),
    now: () => readClock({ query }, now),
    async findEnd(after, rows) {
      const [row] = await query<{ end: number | null }>(findEnd, [after, rows.players, rows.others]);
      return row?.end ?? undefined;
    },
    listMetadata: (range) => query<MetadataFacts>(listMetadata, boundsOf(range)),
    findTexts: (ids) => query<{ sequentialId: number; text: string | null }>(findTexts, [bigints(ids)]),
    listCrowded: async (range) =>
      (await query<{ id: number }>(listCrowded, boundsOf(range))).map(({ id }) => id),
    listOrphans: (range) => query<{ tableName: string; sequentialId: number }>(listOrphans, boundsOf(range)),
    listVersions: (range) => query<VersionDetails>(listVersions, boundsOf(range)),
    findContents: (keys) =>
      query<VersionKey & { content: Uint8Array }>(findContents, [
        bigints(keys.map(({ sequentialId }) => sequentialId)),
        bigints(keys.map(({ version }) => version)),
      ]),
    listIndexes: () => listIndexRows({ query }),
    listIndexEntries: (range) => query<IndexEntry>(listIndexEntries, boundsOf(range)),
    listAudit: ({ end }, { sequentialId, at, auditId }, limit) =>
      query<AuditDetails>(listAudit, [sequentialId, at, auditId, end, limit]),
    listPlayers: (afterName, limit) => query<NamedPlayer>(listPlayers, [afterName, limit]),
  };
}

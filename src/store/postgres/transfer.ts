// Export from and import into PostgreSQL. An export reads from one snapshot, whatever is written meanwhile.
import { SQL } from 'bun';
import {
  IMPORT_MAX_COUNTED_IDS,
  IMPORT_MAX_PARTITIONS,
  IMPORT_STEP_IDS,
  TRANSFER_PAGE_ROWS,
} from '../../tuning.ts';
import {
  type EndedSessionRecord,
  type ExportPage,
  type Imported,
  recordsOf,
  type Transfer,
  type TransferRecord,
} from '../ports/transfer.ts';
import { toAuditRow } from '../shared/audit.ts';
import { monthStart } from '../shared/history-months.ts';
import { insertAuditRows } from './audit.ts';
import { type DistributedTransfer, findDistributedTransfer } from './citus/transfer.ts';
import { editStatements } from './edit-statements.ts';
import { type ExecutorOptions, queriesOf, type Statements } from './executor.ts';
import {
  activeSessions,
  auditEntries,
  endedSessions,
  erasedPlayers,
  metadataVersions,
  players,
  type Row,
  type Source,
} from './export-sources.ts';
import { meaningOf } from './faults.ts';
import { importRecords } from './import.ts';
import { forgetErasures } from './import-players.ts';
import { readIndexSet } from './index-lease.ts';
import { keepPartitions } from './partitions.ts';
import { beginSnapshot } from './snapshot.ts';
import { completeStatistics, readStatistics } from './statistics-transfer.ts';

/** The key of the advisory lock. Any number that nothing else in the database uses. */
const lock = 7_529_361_043;

/** For a database whose schema is up to date. */
export function openPostgresTransfer(
  options: Pick<ExecutorOptions, 'url' | 'caFile' | 'preparedStatements'> & {
    readonly sessionTimeoutSeconds: number;
    /** The clock of a test. Otherwise the clock of the database decides. */
    readonly now: (() => number) | undefined;
  },
): Transfer {
  const { url, caFile, preparedStatements: prepare, sessionTimeoutSeconds, now } = options;
  const sql = new SQL(url, {
    max: 2,
    prepare,
    ...(caFile !== undefined && { tls: { ca: Bun.file(caFile) } }),
  });
  const monthsSeen = new Set<number>();
  let found: Promise<DistributedTransfer | undefined> | undefined;
  /** Undefined on one server. */
  const findDistributed = () => (found ??= findDistributedTransfer(queriesOf(sql)));
  let statisticsDigest: string | undefined;

  /** Makes the partitions of the months. Where that is not possible now, the rows go into `ended_sessions_other`. */
  async function preparePartitions(ended: readonly EndedSessionRecord[]): Promise<void> {
    const months = new Set(ended.map((row) => monthStart(row.endedAt)));
    const fresh = [...months].filter((month) => !monthsSeen.has(month));
    if (fresh.length === 0 || monthsSeen.size + fresh.length > IMPORT_MAX_PARTITIONS) return;
    for (const month of fresh) monthsSeen.add(month);
    const create = (await findDistributed())?.createPartition;
    try {
      await sql.begin((transaction) => keepPartitions(queriesOf(transaction), fresh, { create }));
    } catch (error) {
      if (meaningOf(error) !== 'unavailable') throw error;
    }
  }

  return {
    async *read() {
      yield* readAll(sql, sessionTimeoutSeconds * 1000, await findDistributed());
    },
    async importRecords(records) {
      await preparePartitions(recordsOf(records, 'ended-session'));
      // Later records belong to the statistics of the same export.
      statisticsDigest = recordsOf(records, 'statistics')[0]?.digest ?? statisticsDigest;
      const distributed = await findDistributed();
      return sql.begin((transaction) =>
        importRecords(distributed?.statements(transaction) ?? transaction, records, statisticsDigest),
      ) as Promise<Imported>;
    },
    async forgetErasuresOfPlayers() {
      await ((await findDistributed())?.statements(sql) ?? sql).unsafe(forgetErasures);
    },
    async reserveSequentialIds(last) {
      await sql.begin((transaction) => advanceSequence(transaction, last));
    },
    async completeStatistics() {
      await sql.unsafe(completeStatistics);
    },
    recordImport: (audited) => insertAuditRows(queriesOf(sql), [toAuditRow(audited, null)], now?.() ?? null),
    close: () => sql.close({ timeout: 5 }),
  };
}

/**
 * Brings the sequence to `last`, and never back: an id that a running service took meanwhile would be given twice. So the
 * sequence is counted up, as at registrations. It is set only across a gap that is too wide to count, which a rollback does not
 * undo. The advisory lock keeps another import from setting it further in between. `ALTER SEQUENCE` would lock it, but Citus
 * refuses that.
 */
async function advanceSequence(sql: SQL, last: number): Promise<void> {
  await sql.unsafe('SELECT pg_advisory_xact_lock($1::bigint)', [lock]);
  for (;;) {
    const missing = last - (await lastSequentialId(sql));
    if (missing <= 0) return;
    if (missing > IMPORT_MAX_COUNTED_IDS) {
      await sql.unsafe("SELECT setval('player_sequential_id', $1::bigint)", [last]);
    } else {
      await sql.unsafe("SELECT count(nextval('player_sequential_id')) FROM generate_series(1, $1::bigint)", [
        Math.min(missing, IMPORT_STEP_IDS),
      ]);
    }
  }
}

/** The highest sequential id ever given; 0 before the first. */
async function lastSequentialId(sql: Statements): Promise<number> {
  const [row] = await sql.unsafe(
    'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM player_sequential_id',
  );
  return Number(row.last);
}

async function* readAll(
  sql: SQL,
  sessionTimeoutMilliseconds: number,
  distributed: DistributedTransfer | undefined,
): AsyncGenerator<ExportPage> {
  const reserved = await sql.reserve();
  const connection = distributed?.statements(reserved) ?? reserved;
  const indexLease = { current: readIndexSet };
  const { wereSessionsOver } = editStatements({ now: () => null, sessionTimeoutMilliseconds, indexLease });
  try {
    const begin = async (): Promise<unknown> => connection.unsafe(beginSnapshot);
    await (distributed ? distributed.whileNotCounting(sql, begin) : begin());
    await connection.unsafe('SET LOCAL idle_in_transaction_session_timeout = 0');
    // A sequence has no snapshots. It is read after the snapshot of the rows was taken.
    await connection.unsafe('SELECT FROM players LIMIT 1');
    yield { lastSequentialId: await lastSequentialId(connection) };
    yield* pages(connection, erasedPlayers);
    yield* pages(connection, players, async (rows) => {
      const ids = rows.map((row) => Number(row.sequential_id));
      const wereOver = await wereSessionsOver(queriesOf(connection), ids);
      return rows.map((row, index) => (wereOver[index] ? { ...row, session_id: null } : row));
    });
    yield* pages(connection, metadataVersions);
    yield* pages(connection, activeSessions);
    yield* readStatistics(connection, TRANSFER_PAGE_ROWS);
    yield* pages(connection, endedSessions);
    yield* pages(connection, auditEntries);
    await connection.unsafe('COMMIT');
  } finally {
    await reserved.release();
  }
}

/** @param amend corrects the rows of a page by a further statement */
async function* pages(
  sql: Statements,
  source: Source,
  amend: (rows: readonly Row[]) => Promise<readonly Row[]> = async (rows) => rows,
): AsyncGenerator<readonly TransferRecord[]> {
  for (let after = source.first; ; ) {
    const rows: Row[] = await sql.unsafe(source.text, [...after, TRANSFER_PAGE_ROWS]);
    if (rows.length > 0) yield (await amend(rows)).map(source.toRecord);
    const last = rows.at(-1);
    if (!last || rows.length < TRANSFER_PAGE_ROWS) return;
    after = source.keyOf(last);
  }
}

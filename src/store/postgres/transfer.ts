// Export from and import into PostgreSQL. An export reads from one snapshot, whatever is written meanwhile.
import { SQL } from 'bun';
import {
  IMPORT_MAX_COUNTED_IDS,
  IMPORT_STEP_IDS,
  RAISE_STEP_IDS,
  RESTORED_EVENTS,
  RESTORED_SEQUENTIAL_IDS,
  RESTORED_VERSIONS,
  TRANSFER_PAGE_ROWS,
} from '../../tuning.ts';
import type { AuditedAs } from '../ports/audit.ts';
import { StoreUnusable } from '../ports/errors.ts';
import type { EventGroup } from '../ports/events.ts';
import {
  assertWhole,
  type ExportPage,
  type Imported,
  type PlayTables,
  recordsOf,
  type Transfer,
  type TransferRecord,
} from '../ports/transfer.ts';
import { toAuditRow } from '../shared/audit.ts';
import { lockKeys } from './advisory-locks.ts';
import { insertAuditRows } from './audit.ts';
import { type DistributedTransfer, findDistributedTransfer } from './citus/transfer.ts';
import { tlsOptions } from './connect.ts';
import { editStatements } from './edit-statements.ts';
import { type ExecutorOptions, type Queries, queriesOf, type Statements } from './executor.ts';
import {
  activeSessions,
  auditEntries,
  endedSessions,
  erasedPlayers,
  metadataLosses,
  metadataVersions,
  players,
  type Source,
} from './export-sources.ts';
import { importRecords } from './import.ts';
import { partitionMaker } from './import-partitions.ts';
import type { ImportContext } from './import-players.ts';
import { readIndexSet } from './index-lease.ts';
import { findLineage, recordLineage } from './lineage.ts';
import {
  beginSnapshot,
  completeStatistics,
  findLastGiven,
  findLastId,
  forgetErasures,
  type ListExportedPlayersRow,
  lockAdvisory,
  raiseEventFloor,
  raiseVersions,
  reserveIds,
  setLastId,
  takeIds,
} from './sql/statements.ts';
import { readStatistics } from './statistics-transfer.ts';
import { createTellOf, silent } from './tell.ts';
import { withRetries } from './with-retries.ts';

/** For a database whose schema is up to date. */
export function openPostgresTransfer(
  options: Pick<ExecutorOptions, 'url' | 'caFile' | 'preparedStatements'> & {
    readonly sessionTimeoutSeconds: number;
    /** The groups of events that an import tells; none by default. */
    readonly events?: readonly EventGroup[];
    /** The clock of a test. Otherwise the clock of the database decides. */
    readonly now: (() => number) | undefined;
  },
): Transfer {
  const { url, caFile, preparedStatements: prepare, sessionTimeoutSeconds, now } = options;
  const sql = new SQL(url, {
    max: 2,
    prepare,
    ...tlsOptions(caFile),
  });
  let found: Promise<DistributedTransfer | undefined> | undefined;
  /** Undefined on one server. */
  const findDistributed = () => (found ??= findDistributedTransfer(queriesOf(sql)));
  const context = (): ImportContext => ({ tell, now: now?.() ?? null });
  const tell = createTellOf(options.events ?? []);
  const insert = importerOn(sql, findDistributed, context);

  return {
    async *read() {
      yield* readAll(sql, sessionTimeoutSeconds * 1000, await findDistributed());
    },
    readPlay: async (work) => readPlay(sql, await findDistributed(), work),
    importRecords: (records) => insert(records),
    importPlayers: (records) => insert(records, assertWhole).then(() => undefined),
    async forgetErasuresOfPlayers() {
      await on(sql, await findDistributed()).run(forgetErasures, {});
    },
    async takeSequentialIds(count) {
      const rows = await withRetries(() => queriesOf(sql).run(takeIds, { count }), true);
      return rows.map(({ id }) => id);
    },
    async reserveSequentialIds(last) {
      await sql.begin((transaction) => advanceSequence(queriesOf(transaction), last));
    },
    async raiseVersions(audited, report) {
      const distributed = await findDistributed();
      const { lineage } = await findLineage(queriesOf(sql));
      await sql.begin(async (transaction) => {
        await raiseAll(on(transaction, distributed), audited, now?.() ?? null, report);
        await recordLineage(queriesOf(transaction), lineage);
      });
    },
    async acceptLineage() {
      const { lineage } = await findLineage(queriesOf(sql));
      if (await recordLineage(queriesOf(sql), lineage)) return;
      throw new StoreUnusable('only the owner of the tables may note this');
    },
    async completeStatistics() {
      await queriesOf(sql).run(completeStatistics, {});
    },
    recordImport: (audited) => insertAuditRows(queriesOf(sql), [toAuditRow(audited, null)], now?.() ?? null),
    close: () => sql.close({ timeout: 5 }),
  };
}

type Insert = (
  records: readonly TransferRecord[],
  /** It throws to roll the records back. */
  check?: (imported: Imported) => void,
) => Promise<Imported>;

/** The import of records, each call in one transaction. */
function importerOn(
  sql: SQL,
  findDistributed: () => Promise<DistributedTransfer | undefined>,
  context: () => ImportContext,
): Insert {
  const preparePartitions = partitionMaker(sql);
  let statisticsDigest: string | undefined;
  return async (records, check) => {
    const distributed = await findDistributed();
    await preparePartitions(recordsOf(records, 'ended-session'), distributed?.createPartition);
    // Later records belong to the statistics of the same export.
    statisticsDigest = recordsOf(records, 'statistics')[0]?.digest ?? statisticsDigest;
    const work = async (transaction: Statements): Promise<Imported> => {
      const imported = await importRecords(on(transaction, distributed), records, {
        ...{ ...context(), statisticsDigest },
      });
      check?.(imported);
      return imported;
    };
    // A second run finds the records of the first one.
    return withRetries(() => sql.begin(work) as Promise<Imported>, true);
  };
}

/**
 * Brings the sequence to `last`, and never back: an id that a running service took meanwhile would be given twice. So the
 * sequence is counted up, as at registrations. It is set only across a gap that is too wide to count, which a rollback does not
 * undo. The advisory lock keeps another import from setting it further in between. `ALTER SEQUENCE` would lock it, but Citus
 * refuses that.
 */
async function advanceSequence(queries: Queries, last: number): Promise<void> {
  await queries.run(lockAdvisory, { key: lockKeys.sequence });
  for (;;) {
    const missing = last - (await lastSequentialId(queries));
    if (missing <= 0) return;
    if (missing > IMPORT_MAX_COUNTED_IDS) await queries.run(setLastId, { last });
    else await queries.run(reserveIds, { count: Math.min(missing, IMPORT_STEP_IDS) });
  }
}

async function raiseAll(
  queries: Queries,
  audited: AuditedAs,
  now: number | null,
  report: (players: number) => void,
): Promise<void> {
  // The coordinator of a cluster may have lost more than its workers, and its sequence with that.
  const [there] = await queries.run(findLastId, {});
  const last = Math.max(await lastSequentialId(queries), there?.last ?? 0);
  let players = 0;
  for (let after = 0; after < last; after += RAISE_STEP_IDS) {
    const rows = await queries.run(raiseVersions, {
      by: RESTORED_VERSIONS,
      after,
      upTo: after + RAISE_STEP_IDS,
    });
    players += rows.length;
    report(players);
  }
  await advanceSequence(queries, last + RESTORED_SEQUENTIAL_IDS);
  await queries.run(raiseEventFloor, { by: RESTORED_EVENTS });
  await insertAuditRows(
    queries,
    [toAuditRow({ ...audited, detail: { ...audited.detail, players } }, null)],
    now,
  );
}

/** The highest sequential id ever given; 0 before the first. */
async function lastSequentialId(queries: Queries): Promise<number> {
  const [row] = await queries.run(findLastGiven, {});
  return row?.last ?? 0;
}

/** The queries of a connection, with the variants of a cluster. */
const on = (connection: Statements, distributed: DistributedTransfer | undefined): Queries =>
  distributed ? distributed.queries(connection) : queriesOf(connection);

/** A slow reader of an export holds its transaction open. */
const staysOpen = 'SET LOCAL idle_in_transaction_session_timeout = 0';

async function readPlay<Result>(
  sql: SQL,
  distributed: DistributedTransfer | undefined,
  work: (tables: PlayTables) => Promise<Result>,
): Promise<Result> {
  const reserved = await sql.reserve();
  const queries = on(reserved, distributed);
  try {
    await queries.run(beginSnapshot, {});
    await queries.query(staysOpen);
    const result = await work({
      players: pages(queries, players),
      activeSessions: pages(queries, activeSessions),
      endedSessions: pages(queries, endedSessions),
    });
    await queries.query('COMMIT');
    return result;
  } finally {
    await reserved.release();
  }
}

async function* readAll(
  sql: SQL,
  sessionTimeoutMilliseconds: number,
  distributed: DistributedTransfer | undefined,
): AsyncGenerator<ExportPage> {
  const reserved = await sql.reserve();
  const queries = on(reserved, distributed);
  const indexLease = { current: readIndexSet };
  const { wereSessionsOver } = editStatements({
    ...{ now: () => null, sessionTimeoutMilliseconds, indexLease, tell: silent },
  });
  try {
    const begin = () => queries.run(beginSnapshot, {});
    await (distributed ? distributed.whileNotCounting(queriesOf(sql), begin) : begin());
    await queries.query(staysOpen);
    // A sequence has no snapshots. It is read after the snapshot of the rows was taken.
    await queries.query('SELECT FROM players LIMIT 1');
    yield { lastSequentialId: await lastSequentialId(queries) };
    yield* pages(queries, erasedPlayers);
    yield* pages(queries, players, async (rows: readonly ListExportedPlayersRow[]) => {
      const ids = rows.map((row) => row.sequentialId);
      const wereOver = await wereSessionsOver(queries, ids);
      return rows.map((row, index) => (wereOver[index] ? { ...row, sessionId: null } : row));
    });
    yield* pages(queries, metadataVersions);
    yield* pages(queries, metadataLosses);
    yield* pages(queries, activeSessions);
    yield* readStatistics(queries, TRANSFER_PAGE_ROWS);
    yield* pages(queries, endedSessions);
    yield* pages(queries, auditEntries);
    await queries.query('COMMIT');
  } finally {
    await reserved.release();
  }
}

/** @param amend corrects the rows of a page by a further statement */
async function* pages<Key, Row extends object, Record extends TransferRecord>(
  queries: Queries,
  source: Source<Key, Row, Record>,
  amend: (rows: readonly Row[]) => Promise<readonly Row[]> = async (rows) => rows,
): AsyncGenerator<readonly Record[]> {
  for (let after = source.first; ; ) {
    const rows = await queries.run(source.page, { ...after, limit: TRANSFER_PAGE_ROWS });
    if (rows.length > 0) yield (await amend(rows)).map(source.toRecord);
    const last = rows.at(-1);
    if (!last || rows.length < TRANSFER_PAGE_ROWS) return;
    after = source.keyOf(last);
  }
}

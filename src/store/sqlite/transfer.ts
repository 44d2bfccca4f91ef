// Export from and import into SQLite. An export reads from one snapshot, whatever is written meanwhile.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { TRANSFER_PAGE_ROWS } from '../../tuning.ts';
import type { EventGroup } from '../ports/events.ts';
import { auditEntries } from '../ports/rows/audit.ts';
import { metadataLosses } from '../ports/rows/losses.ts';
import { erasedPlayers, statisticsPlayers } from '../ports/rows/others.ts';
import { players } from '../ports/rows/players.ts';
import { activeSessions, endedSessions } from '../ports/rows/sessions.ts';
import type { RecordOf, Table } from '../ports/rows/table.ts';
import { metadataVersions } from '../ports/rows/versions.ts';
import { assertWhole, type ExportPage, type PlayTables, type Transfer } from '../ports/transfer.ts';
import { noPlayerId, toAuditRow } from '../shared/audit.ts';
import { registered as registeredTold, toldGroups } from '../shared/events.ts';
import { insertAuditOn } from './audit.ts';
import { openDatabase, toUnusable, whileOpening } from './database.ts';
import { whenUnlocked } from './fault.ts';
import { importRecordsOn } from './import.ts';
import { recordLineage } from './lineage.ts';
import { digest } from './players.ts';
import { lastSequentialId, raiseVersionsOn, reserveIds, takeIds } from './raise-versions.ts';
import { recordReadingOf, selectionOf } from './rows.ts';
import { completeStatistics, readStatistics } from './statistics-transfer.ts';
import { tellOn } from './tell.ts';

/** @param events the groups of events that an import tells; none by default */
export function openSqliteTransfer(path: string, clock: Clock, events: readonly EventGroup[] = []): Transfer {
  const { db } = openDatabase(path);
  const insert = whileOpening(path, () => {
    const tell = tellOn(db, { groups: toldGroups(events), onEvent: () => undefined });
    return importRecordsOn(db, (id) => {
      if (tell.players) tell.event(id, registeredTold, clock.now());
    });
  });
  return {
    read: () => withPathInReads(path, readAll(db)),
    readPlay: (work) => readPlay(path, db, work),
    importRecords: (records) =>
      withPathInErrors(path, () => whenUnlocked(() => db.transaction(() => insert(records)).immediate())),
    importPlayers: (records) =>
      withPathInErrors(path, () =>
        whenUnlocked(() => db.transaction(() => assertWhole(insert(records))).immediate()),
      ),
    takeSequentialIds: (count) =>
      withPathInErrors(path, () => whenUnlocked(() => db.transaction(() => takeIds(db, count)).immediate())),
    reserveSequentialIds: (last) =>
      withPathInErrors(path, () =>
        whenUnlocked(() => db.transaction(() => reserveIds(db, last)).immediate()),
      ),
    forgetErasuresOfPlayers: () =>
      withPathInErrors(path, async () => {
        const anyErased = db.query('SELECT 1 FROM erased_players LIMIT 1').get();
        if (!anyErased) return;
        const forget = db.prepare('DELETE FROM erased_players WHERE player_digest = ?1');
        for (const page of pages(db, registered)) {
          const forgetPage = db.transaction(() => {
            for (const { playerId } of page) forget.run(digest(playerId));
          });
          await whenUnlocked(() => forgetPage.immediate());
        }
      }),
    raiseVersions: (audited, report) =>
      withPathInErrors(path, () =>
        whenUnlocked(() =>
          db.transaction(() => raiseVersionsOn(db, audited, clock.now(), report)).immediate(),
        ),
      ),
    acceptLineage: () => withPathInErrors(path, () => whenUnlocked(() => recordLineage(db))),
    completeStatistics: () =>
      withPathInErrors(path, () => whenUnlocked(() => void db.run(completeStatistics))),
    recordImport: (audited) =>
      withPathInErrors(path, () =>
        whenUnlocked(() =>
          db.transaction(() => insertAuditOn(db)(toAuditRow(audited, null), clock.now())).immediate(),
        ),
      ),
    async close() {
      db.close();
    },
  };
}

/** Names the file in every error. @throws StoreUnusable */
async function withPathInErrors<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toUnusable(path, error);
  }
}

async function readPlay<Result>(
  path: string,
  db: Database,
  work: (tables: PlayTables) => Promise<Result>,
): Promise<Result> {
  db.run('BEGIN');
  try {
    return await work({
      players: withPathInReads(path, pages(db, registered)),
      activeSessions: withPathInReads(path, pages(db, active)),
      endedSessions: withPathInReads(path, pages(db, ended)),
    });
  } finally {
    db.run('COMMIT');
  }
}

/** Names the file in the errors of the reads, and in none of whoever takes the pages. */
async function* withPathInReads<Page>(
  path: string,
  reads: AsyncIterable<Page> | Iterable<Page>,
): AsyncGenerator<Page> {
  try {
    yield* reads;
  } catch (error) {
    throw toUnusable(path, error);
  }
}

async function* readAll(db: Database): AsyncGenerator<ExportPage> {
  db.run('BEGIN');
  try {
    yield { lastSequentialId: lastSequentialId(db) };
    yield* pages(db, erased);
    yield* pages(db, registered);
    yield* pages(db, versions);
    yield* pages(db, losses);
    yield* pages(db, active);
    yield* readStatistics(db, TRANSFER_PAGE_ROWS);
    yield* pages(db, activeDays);
    yield* pages(db, ended);
    yield* pages(db, audit);
  } finally {
    db.run('COMMIT');
  }
}

interface Source<T extends Table> {
  readonly table: T;
  /** The rest of the statement after the columns. */
  readonly from: string;
  /** The key before the first record, and the key of a record. The next page begins after the key of the last one. */
  readonly first: readonly SQLQueryBindings[];
  readonly keyOf: (record: RecordOf<T>) => readonly SQLQueryBindings[];
}

const source = <T extends Table>(value: Source<T>): Source<T> => value;

function* pages<T extends Table>(
  db: Database,
  { table, from, first, keyOf }: Source<T>,
): Generator<readonly RecordOf<T>[]> {
  const query = db.prepare<object, SQLQueryBindings[]>(`SELECT ${selectionOf(table)} ${from}`);
  const toRecord = recordReadingOf(table);
  for (let after = first; ; ) {
    const records = query.all(...after, TRANSFER_PAGE_ROWS).map(toRecord);
    if (records.length > 0) yield records;
    const last = records.at(-1);
    if (!last || records.length < TRANSFER_PAGE_ROWS) return;
    after = keyOf(last);
  }
}

const erased = source({
  table: erasedPlayers,
  from: 'FROM erased_players WHERE player_digest > unhex(?1) ORDER BY player_digest LIMIT ?2',
  first: [''],
  keyOf: ({ digest }) => [digest],
});

const registered = source({
  table: players,
  from: `FROM metadata JOIN players ON players.sequential_id = metadata.sequential_id
    WHERE metadata.sequential_id > ?1 ORDER BY metadata.sequential_id LIMIT ?2`,
  first: [0],
  keyOf: ({ sequentialId }) => [sequentialId],
});

// Newest first, since the base of a version is newer.
const versions = source({
  table: metadataVersions,
  from: `FROM metadata_versions WHERE sequential_id > ?1 OR (sequential_id = ?1 AND version < ?2)
    ORDER BY sequential_id, version DESC LIMIT ?3`,
  first: [0, 0],
  keyOf: ({ sequentialId, version }) => [sequentialId, version],
});

const losses = source({
  table: metadataLosses,
  from: `FROM metadata_losses WHERE (sequential_id, version) > (?1, ?2) ORDER BY sequential_id, version LIMIT ?3`,
  first: [0, 0],
  keyOf: ({ sequentialId, version }) => [sequentialId, version],
});

const active = source({
  table: activeSessions,
  from: 'FROM active_sessions WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2',
  first: [0],
  keyOf: ({ sequentialId }) => [sequentialId],
});

const ended = source({
  table: endedSessions,
  from: `FROM ended_sessions WHERE (sequential_id, ended_at, session_id) > (?1, ?2, ?3)
    ORDER BY sequential_id, ended_at, session_id LIMIT ?4`,
  first: [0, 0, ''],
  keyOf: ({ sequentialId, endedAt, sessionId }) => [sequentialId, endedAt, sessionId],
});

const activeDays = source({
  table: statisticsPlayers,
  from: 'FROM statistics_players WHERE sequential_id > ?1 ORDER BY sequential_id LIMIT ?2',
  first: [0],
  keyOf: ({ sequentialId }) => [sequentialId],
});

const audit = source({
  table: auditEntries,
  from: `FROM audit_entries WHERE (sequential_id, at, audit_id) > (?1, ?2, ?3)
    ORDER BY sequential_id, at, audit_id LIMIT ?4`,
  first: [noPlayerId, 0, ''],
  keyOf: ({ sequentialId, at, auditId }) => [sequentialId ?? noPlayerId, at, auditId],
});

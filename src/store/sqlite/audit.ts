// The audit in SQLite. An entry is inserted within the transaction of its change.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { AUDIT_PAGE_MAX_ENTRIES } from '../../tuning.ts';
import type { AuditEntry, AuditPosition, AuditStore, PlayerEntry } from '../ports/audit.ts';
import { auditEntries } from '../ports/rows/audit.ts';
import { auditStart, type NewAuditRow, startOfList, toAuditPage, toAuditRow } from '../shared/audit.ts';
import { certainTimeOn } from './clock.ts';
import { deleteInSteps, prepareDeleteOldest } from './delete-oldest.ts';
import type { Reader } from './reader.ts';
import { insertionOf, selectionOf } from './rows.ts';
import type { Writer } from './writer.ts';

/** Inserts an entry, within the writer's transaction. */
export type InsertAudit = (row: NewAuditRow, now: number) => void;

export function insertAuditOn(db: Database): InsertAudit {
  const { columns, values, bind } = insertionOf<typeof auditEntries, AuditEntry>(auditEntries);
  const insert = db.query<object, SQLQueryBindings[]>(
    `INSERT INTO audit_entries (${columns}) VALUES (${values})`,
  );
  return (row, now) => {
    insert.run(...bind({ ...row, at: now }));
  };
}

interface AuditStoreOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly insertAudit: InsertAudit;
}

export function auditStore({ db, writer, reader, insertAudit }: AuditStoreOptions): AuditStore {
  const certain = certainTimeOn(db);
  const deleteOldest = prepareDeleteOldest(db, 'audit_entries', 'at', 'detail');
  /** The entries that a page looks at: those of a player, or all, from a position on, newest first. */
  const lookedAt = (ofPlayer: boolean) => `SELECT ${selectionOf(auditEntries)}
    FROM audit_entries WHERE (at, audit_id) < (?1, ?2) AND at >= ?3 ${ofPlayer ? 'AND sequential_id = ?4' : 'AND ?4 IS NULL'}
    ORDER BY at DESC, audit_id DESC LIMIT ${AUDIT_PAGE_MAX_ENTRIES}`;
  const prepareList = (ofPlayer: boolean) => ({
    find: reader.db.query<
      AuditEntry,
      [number, string, number, number | null, string | null, string | null, number]
    >(
      `SELECT * FROM (${lookedAt(ofPlayer)}) WHERE (?5 IS NULL OR keyId = ?5) AND (?6 IS NULL OR action = ?6) LIMIT ?7`,
    ),
    findLast: reader.db.query<AuditPosition, [number, string, number, number | null]>(
      `SELECT at, auditId FROM (${lookedAt(ofPlayer)}) LIMIT 1 OFFSET ${AUDIT_PAGE_MAX_ENTRIES - 1}`,
    ),
  });
  const ofAction = reader.db.query<PlayerEntry, [number, string]>(
    `SELECT sequential_id AS sequentialId, at, detail FROM audit_entries
     WHERE sequential_id = ?1 AND action = ?2 ORDER BY at, audit_id`,
  );
  const all = prepareList(false);
  const ofPlayer = prepareList(true);

  return {
    record: (audited, sequentialId) =>
      writer.write((now) => insertAudit(toAuditRow(audited, sequentialId), now)),
    listOfPlayers: (sequentialIds, action) =>
      reader.read(() => sequentialIds.flatMap((id) => ofAction.all(id, action))),
    list(filter, limit, after) {
      const { sequentialId = null, keyId = null, action = null, from = 0 } = filter;
      const { at, auditId } = startOfList(filter, after);
      const { find, findLast } = sequentialId === null ? all : ofPlayer;
      return reader.read(() => {
        const rows = find.all(at, auditId, from, sequentialId, keyId, action, limit + 1);
        const last = rows.length > limit ? null : findLast.get(at, auditId, from, sequentialId);
        return toAuditPage(rows, limit, last ?? undefined);
      });
    },
    deleteOld: (days, signal) =>
      deleteInSteps(writer, signal, (now) => deleteOldest(auditStart(certain(now), days))),
  };
}

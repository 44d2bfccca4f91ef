// The raising of all versions after a restore, in one transaction.
import type { Database } from 'bun:sqlite';
import { RAISE_STEP_IDS, RESTORED_EVENTS, RESTORED_SEQUENTIAL_IDS, RESTORED_VERSIONS } from '../../tuning.ts';
import type { AuditedAs } from '../ports/audit.ts';
import { toAuditRow } from '../shared/audit.ts';
import { insertAuditOn } from './audit.ts';
import { recordLineage } from './lineage.ts';

/** `Transfer.raiseVersions` within a transaction. @param now of the entry in the audit */
export function raiseVersionsOn(
  db: Database,
  audited: AuditedAs,
  now: number,
  report: (players: number) => void,
): void {
  const last = lastSequentialId(db);
  const raise = db.query(
    `UPDATE metadata SET version = version + ?1, indexed_version = indexed_version + ?1, label_version = label_version + ?1
    WHERE sequential_id > ?2 AND sequential_id <= ?3`,
  );
  let players = 0;
  for (let after = 0; after < last; after += RAISE_STEP_IDS) {
    players += raise.run(RESTORED_VERSIONS, after, after + RAISE_STEP_IDS).changes;
    report(players);
  }
  reserveIds(db, last + RESTORED_SEQUENTIAL_IDS);
  reserve(db, 'events', lastOf(db, 'events') + RESTORED_EVENTS);
  recordLineage(db);
  insertAuditOn(db)(toAuditRow({ ...audited, detail: { ...audited.detail, players } }, null), now);
}

/** The highest sequential id ever given; 0 before the first. */
export const lastSequentialId = (db: Database): number => lastOf(db, 'players');

/** Makes sure that no sequential id up to this one is given again. */
export const reserveIds = (db: Database, last: number): void => reserve(db, 'players', last);

type Counted = 'players' | 'events';

function lastOf(db: Database, table: Counted): number {
  const sequence = db
    .query<{ last: number | null }, [Counted]>('SELECT max(seq) AS last FROM sqlite_sequence WHERE name = ?1')
    .get(table);
  return sequence?.last ?? 0;
}

function reserve(db: Database, table: Counted, last: number): void {
  db.run(
    'INSERT INTO sqlite_sequence (name, seq) SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)',
    [table],
  );
  db.run('UPDATE sqlite_sequence SET seq = max(seq, ?1) WHERE name = ?2', [last, table]);
}

/** Takes the next ids, which nobody else gets. */
export function takeIds(db: Database, count: number): readonly number[] {
  const last = lastSequentialId(db);
  reserveIds(db, last + count);
  return Array.from({ length: count }, (_, index) => last + index + 1);
}

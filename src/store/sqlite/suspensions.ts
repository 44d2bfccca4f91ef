// Suspensions in SQLite. A change, the end of the session and the entry of the audit are one transaction of the writer.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import type {
  Suspension,
  SuspensionChange,
  SuspensionOptions,
  SuspensionStore,
} from '../ports/suspensions.ts';
import { toAuditRow } from '../shared/audit.ts';
import type { ChangeNotices } from '../shared/change-notices.ts';
import { suspensionTold } from '../shared/events.ts';
import { type SuspensionRow, suspensionAt, suspensionChange } from '../shared/suspensions.ts';
import type { InsertAudit } from './audit.ts';
import type { EndSession } from './end-session.ts';
import { findSuspension } from './expressions.ts';
import type { Reader } from './reader.ts';
import type { Tell } from './tell.ts';
import type { Writer } from './writer.ts';

export interface SuspensionStoreOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly endSession: EndSession;
  readonly insertAudit: InsertAudit;
  readonly notices: ChangeNotices;
  readonly tell: Tell;
}

export function suspensionStore(options: SuspensionStoreOptions): SuspensionStore {
  const { db, writer, reader, clock, endSession, insertAudit, notices, tell } = options;
  const find = reader.db.query<SuspensionRow, [number]>(findSuspension);
  const findToChange = db.query<SuspensionRow, [number]>(findSuspension);
  const update = db.query<object, [number, number | null, string | null]>(
    'UPDATE metadata SET suspended_until = ?2, suspension_reason = ?3 WHERE sequential_id = ?1',
  );

  const change = (
    sequentialId: number,
    suspension: Suspension | undefined,
    { audited }: SuspensionOptions,
  ): Promise<SuspensionChange> =>
    writer.write((now) => {
      const found = findToChange.get(sequentialId);
      if (!found) return undefined;
      const next = suspensionChange(found, suspension, now);
      if (!next) return false;
      update.run(sequentialId, next.suspendedUntil, next.reason);
      if (tell.players) tell.event(sequentialId, suspensionTold(found, suspension), now);
      if (suspension) endSession(sequentialId, 'terminated', now);
      if (audited) insertAudit(toAuditRow(audited, sequentialId), now);
      notices.tell(sequentialId);
      return true;
    });

  return {
    suspend: (sequentialId, suspension, options = {}) => change(sequentialId, suspension, options),
    unsuspend: (sequentialId, options = {}) => change(sequentialId, undefined, options),
    find: (sequentialId) =>
      reader.read(() => {
        const row = find.get(sequentialId);
        const until = row ? suspensionAt(row.suspendedUntil, clock.now()) : undefined;
        return row && until !== undefined ? { until, reason: row.reason } : undefined;
      }, sequentialId),
  };
}

// Suspensions in PostgreSQL. A change is one transaction: it locks the player's row, which every write and every start changes, so
// that each of them commits before the suspension or is refused. Then it ends the session that such a start may have left.
import { READ_BATCH_MAX_CALLS } from '../../tuning.ts';
import type {
  Suspension,
  SuspensionChange,
  SuspensionOptions,
  SuspensionStore,
} from '../ports/suspensions.ts';
import { toAuditRow } from '../shared/audit.ts';
import { suspensionTold } from '../shared/events.ts';
import { suspensionChange, suspensionOf } from '../shared/suspensions.ts';
import { insertAuditRows } from './audit.ts';
import { batchesInFlight, type Database } from './database.ts';
import { rowLocks, shortenLockWaits } from './locked-calls.ts';
import { type Statements, untilCommitted } from './sessions.ts';
import { findSuspensions, lockSuspension, setSuspension } from './sql/statements.ts';
import { createStatementBatcher } from './statement-batcher.ts';

interface Change {
  readonly sequentialId: number;
  /** Undefined to end the present one. */
  readonly suspension: Suspension | undefined;
  readonly options: SuspensionOptions;
}

export function suspensionStore(database: Database): SuspensionStore & { drain(): Promise<unknown> } {
  const { executor, admission, now, shards, changes: notices, tell } = database;

  const finds = createStatementBatcher<number, Suspension | undefined>({
    monitor: admission.monitor('find-suspensions'),
    shardOf: shards?.ofId,
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: READ_BATCH_MAX_CALLS,
    async run(ids) {
      const rows = await executor.run(findSuspensions, { ids, now: now() });
      const found = new Map(rows.map((row) => [row.sequentialId, row]));
      return ids.map((id) => {
        const row = found.get(id);
        const until = row && suspensionOf(row.suspendedUntil);
        return row && until !== undefined ? { until, reason: row.reason } : undefined;
      });
    },
  });

  // One call per batch, since each has a transaction of its own. A repetition finds that nothing is left to change.
  const changes = createStatementBatcher<Change, SuspensionChange>({
    monitor: admission.monitor('suspend', 'others'),
    shardOf: shards && (({ sequentialId }) => shards.ofId(sequentialId)),
    locks: rowLocks(database, ['metadata', 'active_sessions'], ({ sequentialId }) => sequentialId),
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: 1,
    run: (calls) => Promise.all(calls.map(change)),
  });

  async function change({ sequentialId, suspension, options }: Change): Promise<SuspensionChange> {
    const { audited } = options;
    const transact = (sessions: Pick<Statements, 'end'>) =>
      executor.transaction(async (queries) => {
        if (!shards) await shortenLockWaits(queries);
        const [found] = await queries.run(lockSuspension, { sequentialId, now: now() });
        if (!found) return undefined;
        const next = suspensionChange(found, suspension, found.now);
        if (!next) return false;
        await queries.run(setSuspension, { sequentialId, ...next });
        if (tell.players)
          await tell.events(queries, [{ sequentialId, ...suspensionTold(found, suspension) }], now());
        if (suspension)
          await sessions.end(queries, [{ sequentialId, sessionId: null, reason: 'terminated' }]);
        if (audited) await insertAuditRows(queries, [toAuditRow(audited, sequentialId)], now());
        return true;
      });
    const isChanged = await untilCommitted(database, transact);
    if (isChanged) notices.tell(sequentialId);
    return isChanged;
  }

  return {
    suspend: (sequentialId, suspension, options = {}) => changes.add({ sequentialId, suspension, options }),
    unsuspend: (sequentialId, options = {}) => changes.add({ sequentialId, suspension: undefined, options }),
    find: (sequentialId) => finds.add(sequentialId),
    drain: () => Promise.all([finds.drain(), changes.drain()]),
  };
}

// The partitions that an import of ended sessions needs, one for each month of theirs.
import type { SQL } from 'bun';
import { IMPORT_MAX_PARTITIONS } from '../../tuning.ts';
import type { EndedSessionRecord } from '../ports/transfer.ts';
import { monthStart } from '../shared/history-months.ts';
import type { DistributedTransfer } from './citus/transfer.ts';
import { queriesOf, type Statements } from './executor.ts';
import { meaningOf } from './faults.ts';
import { keepPartitions } from './partitions.ts';

/** Makes the partitions of the months. Where that is not possible now, the rows go into `ended_sessions_other`. */
export function partitionMaker(sql: SQL) {
  const seen = new Set<number>();
  return async (
    ended: readonly EndedSessionRecord[],
    create: DistributedTransfer['createPartition'] | undefined,
  ): Promise<void> => {
    const months = new Set(ended.map((row) => monthStart(row.endedAt)));
    const fresh = [...months].filter((month) => !seen.has(month));
    if (fresh.length === 0 || seen.size + fresh.length > IMPORT_MAX_PARTITIONS) return;
    for (const month of fresh) {
      seen.add(month);
      // The history is locked meanwhile, so each month has a transaction of its own.
      const make = (transaction: Statements) => keepPartitions(queriesOf(transaction), [month], { create });
      try {
        await sql.begin(make);
      } catch (error) {
        if (meaningOf(error) !== 'unavailable') throw error;
      }
    }
  };
}

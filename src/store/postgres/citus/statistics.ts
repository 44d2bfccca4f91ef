// The counting of sessions on Citus. Its sums are on the coordinator and its marks on the workers, and one commit has both.
import type { Queries } from '../executor.ts';
import { limitLockWait } from '../statistics-change.ts';
import type { Translation } from './executor.ts';

/** The wait for a lock is bounded on the workers too. */
async function limitLockWaits(queries: Queries): Promise<readonly object[]> {
  await queries.query("SET LOCAL citus.propagate_set_commands = 'local'");
  return queries.query(limitLockWait);
}

export const statisticsTranslations: readonly (readonly [string, Translation])[] = [
  [limitLockWait, limitLockWaits],
];

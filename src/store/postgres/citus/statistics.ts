// The counting of sessions on Citus. Its sums are on the coordinator and its marks on the workers, and one commit has both.
import type { Queries } from '../executor.ts';
import { limitLockWait } from '../sql/statements.ts';
import { type Variant, variantOf } from './executor.ts';

/** The wait for a lock is bounded on the workers too. */
async function limitLockWaits(queries: Queries): Promise<readonly []> {
  await queries.query("SET LOCAL citus.propagate_set_commands = 'local'");
  await queries.run(limitLockWait, {});
  return [];
}

export const statisticsVariants: readonly Variant[] = [variantOf(limitLockWait, [], [], limitLockWaits)];

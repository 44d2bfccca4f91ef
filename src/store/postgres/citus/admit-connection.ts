// The refusal of processes that opened the database before its tables were distributed with Citus. Their statements are for one
// server, so from the distribution on no connection of theirs may run one. A distribution ends their connections, and each new
// connection comes here first.
import { StoreUnavailable } from '../../ports/errors.ts';
import type { Queries } from '../executor.ts';
import { isDistributed } from './cluster.ts';

/**
 * Refuses connections once the tables are distributed. While a distribution is under way, it waits for the lock on
 * `playkeep_schema`, until the time-out of the statement.
 * @param onDistributed is called at each refusal
 */
export const refuseOnceDistributed =
  (onDistributed: () => void) =>
  async (queries: Queries): Promise<void> => {
    if (!(await isDistributed(queries))) return;
    onDistributed();
    throw new StoreUnavailable(
      'the tables were distributed with Citus, and this process has to open the database again',
    );
  };

// Facts about players in PostgreSQL, in two statements for many calls. The times of registration are found by name, since Citus
// allows no join of `players`, which is distributed by name, with tables that are distributed by sequential id.
import { READ_BATCH_MAX_CALLS } from '../../tuning.ts';
import type { PlayerFacts, PlayerStore } from '../ports/players.ts';
import { type PlayerFactsRow, toPlayerFacts, toStoredSuspension } from '../shared/player-facts.ts';
import type { SuspensionRow } from '../shared/suspensions.ts';
import { bigints, texts } from './arrays.ts';
import { batchesInFlight, type Database } from './database.ts';
import describePlayers from './sql/describe-players.sql' with { type: 'text' };
import findRegistrations from './sql/find-registrations.sql' with { type: 'text' };
import { createStatementBatcher } from './statement-batcher.ts';
import { withRetries } from './with-retries.ts';

const findSuspension = `SELECT suspended_until::float8 AS "suspendedUntil", suspension_reason AS reason
  FROM metadata WHERE sequential_id = $1::bigint`;

interface FactsRow extends PlayerFactsRow {
  readonly now: number;
}

interface Registration {
  readonly sequentialId: number;
  readonly registeredAt: number;
}

export function playerFacts({ executor, admission, now, sessionTimeoutMilliseconds: timeout }: Database): {
  readonly store: Pick<PlayerStore, 'describe' | 'findSuspension'>;
  drain(): Promise<unknown>;
} {
  /** A player who is erased between the two statements is missing. */
  async function describeAll(ids: readonly number[]): Promise<Map<number, PlayerFacts>> {
    const rows = await executor.query<FactsRow>(describePlayers, [bigints(ids), now(), timeout]);
    if (rows.length === 0) return new Map();
    const names = texts(rows.map((row) => row.playerId));
    const registrations = await executor.query<Registration>(findRegistrations, [names]);
    const registeredAt = new Map(registrations.map((row) => [row.sequentialId, row.registeredAt]));
    const facts = new Map<number, PlayerFacts>();
    for (const row of rows) {
      const at = registeredAt.get(row.sequentialId);
      if (at !== undefined) facts.set(row.sequentialId, toPlayerFacts(row, at, row.now));
    }
    return facts;
  }

  const batcher = createStatementBatcher<readonly number[], readonly PlayerFacts[]>({
    monitor: admission.monitor('describe-players'),
    isRepeatable: true,
    maxInFlight: batchesInFlight,
    maxCalls: READ_BATCH_MAX_CALLS,
    async run(calls) {
      const facts = await describeAll([...new Set(calls.flat())].sort((a, b) => a - b));
      return calls.map((ids) => ids.map((id) => facts.get(id)).filter((each) => each !== undefined));
    },
  });
  return {
    store: {
      describe: batcher.add,
      findSuspension: (sequentialId) =>
        withRetries(async () => {
          const [row] = await executor.query<SuspensionRow>(findSuspension, [sequentialId]);
          return row ? toStoredSuspension(row) : undefined;
        }, true),
    },
    drain: batcher.drain,
  };
}

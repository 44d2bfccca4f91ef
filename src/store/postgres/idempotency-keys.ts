// Idempotency keys in PostgreSQL. The row of the key, the write and its outcome are one transaction: a call with the same key
// waits for the row meanwhile, and finds the outcome.
import {
  IDEMPOTENCY_BRIEF_MAX_BYTES,
  IDEMPOTENCY_KEY_SECONDS,
  IDEMPOTENCY_MAX_KEYS,
  IDEMPOTENCY_OUTCOMES_MAX_BYTES,
} from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { IdempotencyKey, IdempotencyKeyStore, KeyReused } from '../ports/idempotency.ts';
import type { Suspended } from '../ports/suspensions.ts';
import {
  answerUnderKey,
  type FoundKey,
  isPruningDue,
  keyRetentionStart,
  toStoredOutcome,
  withoutBrief,
} from '../shared/idempotency.ts';
import { isSuspended, suspensionOf } from '../shared/suspensions.ts';
import { type Database, readClock } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import type { Queries } from './executor.ts';
import claimKey from './sql/claim-idempotency-key.sql' with { type: 'text' };
import pruneKeys from './sql/prune-idempotency-keys.sql' with { type: 'text' };
import { withRetries } from './with-retries.ts';

/** The outcome under a key, with the end of a suspension of the player that is not over. */
const findOutcome = `SELECT fingerprint, outcome, is_shortened AS "isShortened", (
    SELECT suspended_until::float8 FROM metadata WHERE sequential_id = $1::bigint
      AND suspended_until > coalesce($3::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
  ) AS "suspendedUntil"
  FROM idempotency_keys WHERE sequential_id = $1::bigint AND key = $2::text`;
const setOutcome = `UPDATE idempotency_keys SET outcome = $3::text, brief_outcome = $4::text
  WHERE sequential_id = $1::bigint AND key = $2::text`;

const ofPlayers = { claimKey, findOutcome, setOutcome, pruneKeys };
/** The same statements on the table of servers, whose columns are the same. */
const ofServers = {
  claimKey: onServerTable(claimKey),
  findOutcome: onServerTable(findOutcome),
  setOutcome: onServerTable(setOutcome),
  pruneKeys: onServerTable(pruneKeys),
};

interface FoundUnderKey extends FoundKey {
  readonly suspendedUntil: number | null;
}

export function onServerTable(statement: string): string {
  return statement.replaceAll(/\bidempotency_keys\b/g, 'server_idempotency_keys');
}

/** Rolls the transaction back with an outcome that may not be stored: the player does not exist or is suspended. */
class NotStored extends Error {
  constructor(readonly outcome: Suspended | undefined) {
    super();
  }
}

/**
 * Runs a write once for each key, in a transaction. With a key the write may be repeated when its outcome is unknown.
 * @param work answers undefined when the player does not exist (any more).
 */
export async function runOnce<T>(
  { executor, now }: Database,
  sequentialId: number,
  key: IdempotencyKey,
  work: (queries: Queries) => Promise<T | undefined>,
): Promise<T | KeyReused | Suspended | undefined> {
  const statements = key.owner === 'server' ? ofServers : ofPlayers;

  async function claim(queries: Queries): Promise<boolean> {
    const parameters = [sequentialId, key.key, key.fingerprint, now(), IDEMPOTENCY_KEY_SECONDS * 1000];
    return (await queries.query(statements.claimKey, parameters)).length > 0;
  }

  async function run(queries: Queries): Promise<T | KeyReused | Suspended> {
    while (!(await claim(queries))) {
      const parameters = [sequentialId, key.key, now()];
      const [found] = await queries.query<FoundUnderKey>(statements.findOutcome, parameters);
      const suspendedUntil = key.owner === 'server' ? undefined : suspensionOf(found?.suspendedUntil ?? null);
      if (suspendedUntil !== undefined) return { suspendedUntil };
      // The key may have been pruned in between. Then it is claimed again.
      const answer = answerUnderKey<T>(found, key);
      if (answer !== undefined) return answer;
    }
    const outcome = await work(queries);
    if (outcome === undefined) throw new NotStored(undefined);
    if (key.owner !== 'server' && isSuspended(outcome)) throw new NotStored(outcome);
    const stored = toStoredOutcome(outcome);
    await queries.query(statements.setOutcome, [sequentialId, key.key, stored.outcome, stored.briefOutcome]);
    if (isPruningDue(stored, Math.random())) {
      const bounds = [IDEMPOTENCY_MAX_KEYS, IDEMPOTENCY_OUTCOMES_MAX_BYTES, IDEMPOTENCY_BRIEF_MAX_BYTES];
      await queries.query(statements.pruneKeys, [
        sequentialId,
        key.key,
        ...bounds,
        now(),
        CLOCK_SKEW_MILLISECONDS,
      ]);
    }
    return withoutBrief(outcome);
  }

  try {
    return await withRetries(() => executor.transaction(run), true);
  } catch (error) {
    if (error instanceof NotStored) return error.outcome;
    throw error;
  }
}

export const idempotencyKeyStore = ({ executor, now }: Database): IdempotencyKeyStore => ({
  deleteOld: (signal) =>
    executor.background(signal, async (queries) => {
      const oldest = keyRetentionStart(await readClock(queries, now));
      for (const table of ['idempotency_keys', 'server_idempotency_keys'])
        await deleteInSteps(queries, table, 'created_at', oldest);
    }),
});

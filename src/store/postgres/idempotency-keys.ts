// Writes under idempotency keys in PostgreSQL. The claim of the key, the write and its outcome are one transaction. A repetition
// meanwhile waits for the row of the key, and then finds the outcome.
import {
  IDEMPOTENCY_BRIEF_MAX_BYTES,
  IDEMPOTENCY_KEY_SECONDS,
  IDEMPOTENCY_MAX_KEYS,
  IDEMPOTENCY_OUTCOMES_MAX_BYTES,
} from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { IdempotencyKey, IdempotencyKeyStore } from '../ports/idempotency.ts';
import {
  type FoundOutcome,
  fromStoredOutcome,
  samplePruning,
  toStoredOutcome,
  withoutBrief,
} from '../shared/idempotency.ts';
import { type Database, readClock } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import type { Queries } from './executor.ts';
import claimKey from './sql/claim-idempotency-key.sql' with { type: 'text' };
import pruneKeys from './sql/prune-idempotency-keys.sql' with { type: 'text' };
import { withRetries } from './statement-batcher.ts';

const findOutcome = `SELECT fingerprint, outcome, is_shortened AS "isShortened"
  FROM idempotency_keys WHERE sequential_id = $1::bigint AND key = $2::text`;
const setOutcome = `UPDATE idempotency_keys SET outcome = $3::text, brief_outcome = $4::text
  WHERE sequential_id = $1::bigint AND key = $2::text`;

/** Thrown when the player does not exist, so that the transaction is rolled back. */
class NoSuchPlayer extends Error {}

/**
 * Runs a write once for each key, in a transaction. A transaction with an unknown outcome is repeated, which the key makes safe.
 * @param work returns undefined when the player does not exist.
 */
export async function once<T>(
  { executor, now }: Database,
  sequentialId: number,
  idempotencyKey: IdempotencyKey,
  work: (queries: Queries) => Promise<T | undefined>,
): Promise<T | 'key-reused' | undefined> {
  const { key, fingerprint } = idempotencyKey;

  async function claimed(queries: Queries): Promise<boolean> {
    const parameters = [sequentialId, key, fingerprint, now(), IDEMPOTENCY_KEY_SECONDS * 1000];
    return (await queries.query(claimKey, parameters)).length > 0;
  }

  async function run(queries: Queries): Promise<T | 'key-reused'> {
    while (!(await claimed(queries))) {
      const [first] = await queries.query<FoundOutcome & { fingerprint: string }>(findOutcome, [
        sequentialId,
        key,
      ]);
      if (first) return first.fingerprint === fingerprint ? (fromStoredOutcome(first) as T) : 'key-reused';
    }
    const outcome = await work(queries);
    if (outcome === undefined) throw new NoSuchPlayer();
    const kept = toStoredOutcome(outcome);
    await queries.query(setOutcome, [sequentialId, key, kept.outcome, kept.briefOutcome]);
    if (samplePruning(kept)) {
      const bounds = [IDEMPOTENCY_MAX_KEYS, IDEMPOTENCY_OUTCOMES_MAX_BYTES, IDEMPOTENCY_BRIEF_MAX_BYTES];
      await queries.query(pruneKeys, [sequentialId, key, ...bounds, now(), CLOCK_SKEW_MILLISECONDS]);
    }
    return withoutBrief(outcome);
  }

  try {
    return await withRetries(() => executor.transaction(run), true);
  } catch (error) {
    if (error instanceof NoSuchPlayer) return undefined;
    throw error;
  }
}

export const idempotencyKeyStore = ({ executor, now }: Database): IdempotencyKeyStore => ({
  deleteOld: (signal) =>
    executor.background(signal, async (queries) => {
      const oldest = (await readClock(queries, now)) - IDEMPOTENCY_KEY_SECONDS * 1000;
      await deleteInSteps(queries, 'idempotency_keys', 'created_at', oldest);
    }),
});

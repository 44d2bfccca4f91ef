// First answers under idempotency keys. The key's row, the write and its answer are one transaction: who comes with the same
// key meanwhile waits for the row, and finds the answer.
import {
  IDEMPOTENCY_BRIEF_MAX_BYTES,
  IDEMPOTENCY_KEY_SECONDS,
  IDEMPOTENCY_MAX_KEYS,
  IDEMPOTENCY_OUTCOMES_MAX_BYTES,
} from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { IdempotencyKey } from '../ports/store.ts';
import {
  fromStoredOutcome,
  type StoredOutcome,
  samplePruning,
  toStoredOutcome,
  withoutBrief,
} from '../shared/idempotency.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import claimKey from './sql/claim-idempotency-key.sql' with { type: 'text' };
import pruneKeys from './sql/prune-idempotency-keys.sql' with { type: 'text' };
import { withRetries } from './statement-batcher.ts';

const findOutcome = `SELECT fingerprint, outcome, CASE WHEN brief_at = created_at THEN brief END AS brief
  FROM replays WHERE sequential_id = $1::bigint AND key = $2::text`;
const setOutcome = `UPDATE replays SET outcome = $3::text, brief = $4::text, brief_at = CASE WHEN $4::text IS NOT NULL THEN created_at END
  WHERE sequential_id = $1::bigint AND key = $2::text`;

/** The player is gone: nothing is kept of the transaction. */
class NobodyThere extends Error {}

/**
 * Runs a write once a key, in a transaction. With a key it may run again when nobody knows what became of it.
 * @param work answers undefined when the player does not exist (any more).
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
      const [first] = await queries.query<StoredOutcome & { fingerprint: string }>(findOutcome, [
        sequentialId,
        key,
      ]);
      if (first) return first.fingerprint === fingerprint ? (fromStoredOutcome(first) as T) : 'key-reused';
    }
    const outcome = await work(queries);
    if (outcome === undefined) throw new NobodyThere();
    const kept = toStoredOutcome(outcome);
    await queries.query(setOutcome, [sequentialId, key, kept.outcome, kept.brief]);
    if (samplePruning(kept)) {
      const bounds = [IDEMPOTENCY_MAX_KEYS, IDEMPOTENCY_OUTCOMES_MAX_BYTES, IDEMPOTENCY_BRIEF_MAX_BYTES];
      await queries.query(pruneKeys, [sequentialId, key, ...bounds, now(), CLOCK_SKEW_MILLISECONDS]);
    }
    return withoutBrief(outcome);
  }

  try {
    return await withRetries(() => executor.transaction(run), true);
  } catch (error) {
    if (error instanceof NobodyThere) return undefined;
    throw error;
  }
}

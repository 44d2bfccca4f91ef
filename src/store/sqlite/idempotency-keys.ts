// First answers under idempotency keys: looked up and kept in the transaction of the write itself, so that it happens once.
// Past the bounds of a player the text of long answers goes first, then the oldest keys.
import type { Database } from 'bun:sqlite';
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
import { deleteInSteps, prepareDeleteOldest } from './delete-oldest.ts';
import type { Writer } from './writer.ts';

/** Of a write within the writer's transaction. Runs it once a key; undefined, for a player who is gone, is not kept. */
export type Once = <T>(
  sequentialId: number,
  idempotencyKey: IdempotencyKey | undefined,
  now: number,
  work: () => T,
) => T | 'key-reused';

export function createIdempotentWrites(db: Database): Once {
  const find = db.query<FoundOutcome & { fingerprint: string }, [number, string, number]>(
    `SELECT fingerprint, outcome, is_shortened AS isShortened FROM idempotency_keys
     WHERE sequential_id = ?1 AND key = ?2 AND created_at > ?3`,
  );
  const insert = db.query<object, [number, string, string, string, string | null, number]>(
    `INSERT OR REPLACE INTO idempotency_keys (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
  );
  // The key just written ranks first and stays as it is. A key from before the clock was set back ranks as the oldest.
  const ranked = `SELECT key FROM (
    SELECT key, brief_outcome, octet_length(outcome) AS length, row_number() OVER newest AS rank,
      sum(octet_length(outcome)) OVER newest AS bytes
    FROM idempotency_keys WHERE sequential_id = ?1
    WINDOW newest AS (ORDER BY key <> ?2, created_at > ?3, created_at DESC, key))`;
  const shorten = db.query<object, [number, string, number]>(
    `UPDATE idempotency_keys SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = 1
     WHERE sequential_id = ?1 AND key <> ?2 AND key IN (${ranked}
       WHERE bytes > ${IDEMPOTENCY_OUTCOMES_MAX_BYTES} AND length > ${IDEMPOTENCY_BRIEF_MAX_BYTES} AND brief_outcome IS NOT NULL)`,
  );
  // Whatever is too long still has no brief outcome.
  const prune = db.query<object, [number, string, number]>(
    `DELETE FROM idempotency_keys WHERE sequential_id = ?1 AND key <> ?2 AND key IN (${ranked}
       WHERE rank > ${IDEMPOTENCY_MAX_KEYS} OR bytes > ${IDEMPOTENCY_OUTCOMES_MAX_BYTES} AND length > ${IDEMPOTENCY_BRIEF_MAX_BYTES})`,
  );

  return (sequentialId, idempotencyKey, now, work) => {
    if (!idempotencyKey) return withoutBrief(work());
    const first = find.get(sequentialId, idempotencyKey.key, now - IDEMPOTENCY_KEY_SECONDS * 1000);
    if (first)
      return first.fingerprint === idempotencyKey.fingerprint
        ? (fromStoredOutcome(first) as never)
        : 'key-reused';
    const outcome = work();
    if (outcome === undefined) return outcome;
    const kept = toStoredOutcome(outcome);
    insert.run(
      sequentialId,
      idempotencyKey.key,
      idempotencyKey.fingerprint,
      kept.outcome,
      kept.briefOutcome,
      now,
    );
    if (samplePruning(kept)) {
      shorten.run(sequentialId, idempotencyKey.key, now + CLOCK_SKEW_MILLISECONDS);
      prune.run(sequentialId, idempotencyKey.key, now + CLOCK_SKEW_MILLISECONDS);
    }
    return withoutBrief(outcome);
  };
}

export function idempotencyKeyStore(db: Database, writer: Writer): IdempotencyKeyStore {
  const deleteOldest = prepareDeleteOldest(db, 'idempotency_keys', 'created_at', 'outcome');
  return {
    deleteOld: (signal) =>
      deleteInSteps(writer, signal, (now) => deleteOldest(now - IDEMPOTENCY_KEY_SECONDS * 1000)),
  };
}

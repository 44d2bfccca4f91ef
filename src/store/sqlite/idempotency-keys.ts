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
import type { IdempotencyKey } from '../ports/store.ts';
import {
  fromStoredOutcome,
  type StoredOutcome,
  samplePruning,
  toStoredOutcome,
  withoutBrief,
} from '../shared/idempotency.ts';

/** Of a write within the writer's transaction. Runs it once a key; undefined, for a player who is gone, is not kept. */
export type Once = <T>(
  sequentialId: number,
  idempotencyKey: IdempotencyKey | undefined,
  now: number,
  work: () => T,
) => T | 'key-reused';

export function createIdempotentWrites(db: Database): Once {
  // A time is negative where the brief answer has taken the place of the whole one.
  const find = db.query<StoredOutcome & { fingerprint: string }, [number, string, number]>(
    'SELECT fingerprint, outcome, brief FROM replays WHERE sequential_id = ?1 AND key = ?2 AND abs(created_at) > ?3',
  );
  const insert = db.query<object, [number, string, string, string, string | null, number]>(
    'INSERT OR REPLACE INTO replays (sequential_id, key, fingerprint, outcome, brief, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
  );
  // The key just written comes first, whatever the clock says, and stays however long its answer is. A key with a
  // time to come was written before the clock was set back.
  const surplus = `SELECT key FROM (
    SELECT key, brief, octet_length(outcome) AS length, row_number() OVER newest AS place,
      sum(octet_length(outcome)) OVER newest AS bytes
    FROM replays WHERE sequential_id = ?1 WINDOW newest AS (ORDER BY key <> ?2, abs(created_at) > ?3, abs(created_at) DESC, key))`;
  const shorten = db.query<object, [number, string, number]>(
    `UPDATE replays SET outcome = brief, brief = NULL, created_at = -created_at
     WHERE sequential_id = ?1 AND key <> ?2 AND key IN (${surplus}
       WHERE bytes > ${IDEMPOTENCY_OUTCOMES_MAX_BYTES} AND length > ${IDEMPOTENCY_BRIEF_MAX_BYTES} AND brief IS NOT NULL)`,
  );
  // A long answer of the version before has no brief one.
  const prune = db.query<object, [number, string, number]>(
    `DELETE FROM replays WHERE sequential_id = ?1 AND key <> ?2 AND key IN (${surplus}
       WHERE place > ${IDEMPOTENCY_MAX_KEYS} OR bytes > ${IDEMPOTENCY_OUTCOMES_MAX_BYTES} AND length > ${IDEMPOTENCY_BRIEF_MAX_BYTES})`,
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
    insert.run(sequentialId, idempotencyKey.key, idempotencyKey.fingerprint, kept.outcome, kept.brief, now);
    if (samplePruning(kept)) {
      shorten.run(sequentialId, idempotencyKey.key, now + CLOCK_SKEW_MILLISECONDS);
      prune.run(sequentialId, idempotencyKey.key, now + CLOCK_SKEW_MILLISECONDS);
    }
    return withoutBrief(outcome);
  };
}

// Idempotency keys in SQLite. The look-up of a key and the storing of its outcome are in the transaction of the write itself, so
// that the write happens once. Past the bounds of a player the long outcomes are shortened first, then the oldest keys are
// deleted.
import type { Database } from 'bun:sqlite';
import {
  IDEMPOTENCY_BRIEF_MAX_BYTES,
  IDEMPOTENCY_MAX_KEYS,
  IDEMPOTENCY_OUTCOMES_MAX_BYTES,
} from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS, SQLITE_STEP_ROWS } from '../../tuning.ts';
import type { IdempotencyKey, IdempotencyKeyStore } from '../ports/idempotency.ts';
import type { Suspended } from '../ports/suspensions.ts';
import {
  answerUnderKey,
  type FoundKey,
  isPruningDue,
  keyRetentionStart,
  toStoredOutcome,
  withoutBrief,
} from '../shared/idempotency.ts';
import { isSuspended, suspensionAt } from '../shared/suspensions.ts';
import { certainTimeOn } from './clock.ts';
import { deleteInSteps, prepareDeleteOldest } from './delete-oldest.ts';
import { findSuspensionEnd } from './expressions.ts';
import type { Writer } from './writer.ts';

/**
 * Runs a write once for each key, within the writer's transaction. The undefined outcome of an unknown player is not stored, nor
 * is a refusal because of a suspension.
 */
export type RunOnce = <T>(
  sequentialId: number,
  idempotencyKey: IdempotencyKey | undefined,
  now: number,
  work: () => T,
) => T | Suspended | 'key-reused';

export function createIdempotentWrites(db: Database): RunOnce {
  const ofPlayers = createRunOnce(db, 'idempotency_keys');
  const ofServers = createRunOnce(db, 'server_idempotency_keys');
  return (sequentialId, key, now, work) =>
    (key?.owner === 'server' ? ofServers : ofPlayers)(sequentialId, key, now, work);
}

type Table = 'idempotency_keys' | 'server_idempotency_keys';

function createRunOnce(db: Database, table: Table): RunOnce {
  const findSuspension = db.query<{ suspendedUntil: number | null }, [number]>(findSuspensionEnd);
  const find = db.query<FoundKey, [number, string, number]>(
    `SELECT fingerprint, outcome, is_shortened AS isShortened FROM ${table}
     WHERE sequential_id = ?1 AND key = ?2 AND created_at > ?3`,
  );
  const insert = db.query<object, [number, string, string, string, string | null, number]>(
    `INSERT OR REPLACE INTO ${table} (sequential_id, key, fingerprint, outcome, brief_outcome, created_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
  );
  const findSize = db.query<{ keys: number; bytes: number | null }, [number]>(
    `SELECT count(*) AS keys, sum(octet_length(outcome)) AS bytes FROM ${table} WHERE sequential_id = ?1`,
  );
  // The key just written ranks first and stays as it is. A key from before the clock was set back ranks as the oldest.
  const ranked = `SELECT key FROM (
    SELECT key, brief_outcome, octet_length(outcome) AS length, row_number() OVER newest AS rank,
      sum(octet_length(outcome)) OVER newest AS bytes
    FROM ${table} WHERE sequential_id = ?1
    WINDOW newest AS (ORDER BY key <> ?2, created_at > ?3, created_at DESC, key))`;
  const shorten = db.query<object, [number, string, number]>(
    `UPDATE ${table} SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = 1
     WHERE sequential_id = ?1 AND key <> ?2 AND key IN (${ranked}
       WHERE bytes > ${IDEMPOTENCY_OUTCOMES_MAX_BYTES} AND length > ${IDEMPOTENCY_BRIEF_MAX_BYTES} AND brief_outcome IS NOT NULL)`,
  );
  // Outcomes that are still too long have no brief form.
  const prune = db.query<object, [number, string, number]>(
    `DELETE FROM ${table} WHERE sequential_id = ?1 AND key <> ?2 AND key IN (${ranked}
       WHERE rank > ${IDEMPOTENCY_MAX_KEYS} OR bytes > ${IDEMPOTENCY_OUTCOMES_MAX_BYTES} AND length > ${IDEMPOTENCY_BRIEF_MAX_BYTES})`,
  );

  /** Most players are within the bounds, and to rank their keys takes ten times as long as to count them. */
  function pruneBeside(sequentialId: number, key: string, now: number): void {
    const size = findSize.get(sequentialId);
    if (!size || (size.keys <= IDEMPOTENCY_MAX_KEYS && (size.bytes ?? 0) <= IDEMPOTENCY_OUTCOMES_MAX_BYTES))
      return;
    shorten.run(sequentialId, key, now + CLOCK_SKEW_MILLISECONDS);
    prune.run(sequentialId, key, now + CLOCK_SKEW_MILLISECONDS);
  }

  return <T>(sequentialId: number, key: IdempotencyKey | undefined, now: number, work: () => T) => {
    if (!key) return withoutBrief(work());
    const answer = answerUnderKey<T>(find.get(sequentialId, key.key, keyRetentionStart(now)), key);
    if (answer !== undefined) {
      const until = key.owner === 'server' ? undefined : findSuspension.get(sequentialId)?.suspendedUntil;
      const suspendedUntil = suspensionAt(until, now);
      return suspendedUntil === undefined ? answer : { suspendedUntil };
    }
    const outcome = work();
    if (outcome === undefined) return outcome;
    if (key.owner !== 'server' && isSuspended(outcome)) return outcome;
    const stored = toStoredOutcome(outcome);
    insert.run(sequentialId, key.key, key.fingerprint, stored.outcome, stored.briefOutcome, now);
    if (isPruningDue(stored, Math.random())) pruneBeside(sequentialId, key.key, now);
    return withoutBrief(outcome);
  };
}

export function idempotencyKeyStore(db: Database, writer: Writer): IdempotencyKeyStore {
  const certain = certainTimeOn(db);
  const prepare = (table: Table) => ({
    deleteOldest: prepareDeleteOldest(db, table, 'created_at', 'outcome'),
    // A key from before the clock was set back counts as one of now.
    correct: db.query<object, [now: number, latest: number, rows: number]>(
      `UPDATE ${table} SET created_at = ?1 WHERE rowid IN (SELECT rowid FROM ${table} WHERE created_at > ?2 LIMIT ?3)`,
    ),
  });
  const deletions = [prepare('idempotency_keys'), prepare('server_idempotency_keys')];
  return {
    async deleteOld(signal) {
      for (const { deleteOldest, correct } of deletions) {
        await deleteInSteps(writer, signal, (now) => deleteOldest(keyRetentionStart(certain(now))));
        await deleteInSteps(
          writer,
          signal,
          (now) => correct.run(now, now + CLOCK_SKEW_MILLISECONDS, SQLITE_STEP_ROWS).changes,
        );
      }
    },
  };
}

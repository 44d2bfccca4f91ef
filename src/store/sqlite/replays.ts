// First answers under idempotency keys: looked up and kept in the transaction of the write itself, so that it happens once.
import type { Database } from 'bun:sqlite';
import { REPLAY_MAX_BYTES, REPLAY_MAX_KEYS, REPLAY_SECONDS } from '../../limits.ts';
import { mayBeTooMany } from '../replays.ts';
import type { Replay } from '../store.ts';

/** Of a write within the writer's transaction. Runs it once a key; undefined, for a player who is gone, is not kept. */
export type Once = <T>(
  sequentialId: number,
  replay: Replay | undefined,
  now: number,
  work: () => T,
) => T | 'key-reused';

export function createOnce(db: Database): Once {
  const find = db.query<{ fingerprint: string; outcome: string }, [number, string, number]>(
    'SELECT fingerprint, outcome FROM replays WHERE sequential_id = ?1 AND key = ?2 AND created_at > ?3',
  );
  const insert = db.query<object, [number, string, string, string, number]>(
    'INSERT OR REPLACE INTO replays (sequential_id, key, fingerprint, outcome, created_at) VALUES (?1, ?2, ?3, ?4, ?5)',
  );
  // The key just written comes first, whatever the clock says, and stays however long its answer is.
  const prune = db.query<object, [number, string, number, number]>(
    `DELETE FROM replays WHERE sequential_id = ?1 AND key <> ?2 AND key IN (
       SELECT key FROM (
         SELECT key, row_number() OVER newest AS place, sum(octet_length(outcome)) OVER newest AS bytes
         FROM replays WHERE sequential_id = ?1 WINDOW newest AS (ORDER BY key <> ?2, created_at DESC, key)
       ) WHERE place > ?3 OR bytes > ?4)`,
  );

  return (sequentialId, replay, now, work) => {
    if (!replay) return work();
    const first = find.get(sequentialId, replay.key, now - REPLAY_SECONDS * 1000);
    if (first) return first.fingerprint === replay.fingerprint ? JSON.parse(first.outcome) : 'key-reused';
    const outcome = work();
    if (outcome === undefined) return outcome;
    const answer = JSON.stringify(outcome);
    insert.run(sequentialId, replay.key, replay.fingerprint, answer, now);
    if (mayBeTooMany(answer)) prune.run(sequentialId, replay.key, REPLAY_MAX_KEYS, REPLAY_MAX_BYTES);
    return outcome;
  };
}

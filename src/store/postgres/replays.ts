// First answers under idempotency keys. The key's row, the write and its answer are one transaction: who comes with the same
// key meanwhile waits for the row, and finds the answer.
import {
  AHEAD_MILLISECONDS,
  REPLAY_BRIEF_MAX_BYTES,
  REPLAY_MAX_BYTES,
  REPLAY_MAX_KEYS,
  REPLAY_SECONDS,
} from '../../limits.ts';
import { fromKept, type KeptOutcome, mayBeTooMany, toKept, withoutBrief } from '../replays.ts';
import type { Replay } from '../store.ts';
import type { Database } from './database.ts';
import { patiently } from './lane.ts';
import type { Queries } from './pool.ts';
import claimReplay from './sql/claim-replay.sql' with { type: 'text' };
import pruneReplays from './sql/prune-replays.sql' with { type: 'text' };

const findReplay = `SELECT fingerprint, outcome, CASE WHEN brief_at = created_at THEN brief END AS brief
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
  { pool, now }: Database,
  sequentialId: number,
  replay: Replay,
  work: (queries: Queries) => Promise<T | undefined>,
): Promise<T | 'key-reused' | undefined> {
  const { key, fingerprint } = replay;

  async function claimed(queries: Queries): Promise<boolean> {
    const parameters = [sequentialId, key, fingerprint, now(), REPLAY_SECONDS * 1000];
    return (await queries.query(claimReplay, parameters)).length > 0;
  }

  async function run(queries: Queries): Promise<T | 'key-reused'> {
    while (!(await claimed(queries))) {
      const [first] = await queries.query<KeptOutcome & { fingerprint: string }>(findReplay, [
        sequentialId,
        key,
      ]);
      if (first) return first.fingerprint === fingerprint ? (fromKept(first) as T) : 'key-reused';
    }
    const outcome = await work(queries);
    if (outcome === undefined) throw new NobodyThere();
    const kept = toKept(outcome);
    await queries.query(setOutcome, [sequentialId, key, kept.outcome, kept.brief]);
    if (mayBeTooMany(kept)) {
      const bounds = [REPLAY_MAX_KEYS, REPLAY_MAX_BYTES, REPLAY_BRIEF_MAX_BYTES];
      await queries.query(pruneReplays, [sequentialId, key, ...bounds, now(), AHEAD_MILLISECONDS]);
    }
    return withoutBrief(outcome);
  }

  try {
    return await patiently(() => pool.transaction(run), true);
  } catch (error) {
    if (error instanceof NobodyThere) return undefined;
    throw error;
  }
}

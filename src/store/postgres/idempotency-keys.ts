// Idempotency keys in PostgreSQL. The row of the key, the write and its outcome are one transaction, under the lock of the player's
// row of metadata: a call with the same key waits meanwhile, and finds the outcome. An edit of metadata is one statement
// (edits.ts). This file has the transactions of sessions, and the pruning.
import {
  IDEMPOTENCY_BRIEF_MAX_BYTES,
  IDEMPOTENCY_KEY_SECONDS,
  IDEMPOTENCY_MAX_KEYS,
  IDEMPOTENCY_OUTCOMES_MAX_BYTES,
} from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS, PRUNE_STEP_ROWS } from '../../tuning.ts';
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
import { bigints } from './arrays.ts';
import { type Database, readCertainTime, readClock } from './database.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import type { Queries } from './executor.ts';
import { claimIdempotencyKey, findOutcome, pruneIdempotencyKeys, setOutcome } from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

export type KeyOwner = NonNullable<IdempotencyKey['owner']>;

/** The keys of servers have a table of their own with the same columns. */
export const keyTables = {
  player: 'idempotency_keys',
  server: 'server_idempotency_keys',
} as const satisfies Record<KeyOwner, string>;

/** The fingerprint is null when no outcome is stored under the key. */
type FoundUnderKey = { readonly suspendedUntil: number | null } & (FoundKey | { readonly fingerprint: null });

/** A key under which an outcome has just been stored. */
export interface UsedKey {
  readonly sequentialId: number;
  readonly key: string;
}

/** Prunes the keys of a player, apart from the one that has just been used. */
export async function pruneKeysBeside(
  queries: Queries,
  { owner, now }: { readonly owner: KeyOwner; readonly now: number | null },
  { sequentialId, key }: UsedKey,
): Promise<void> {
  await queries.run(pruneIdempotencyKeys[keyTables[owner]], {
    sequentialId,
    key,
    maxKeys: IDEMPOTENCY_MAX_KEYS,
    maxBytes: IDEMPOTENCY_OUTCOMES_MAX_BYTES,
    briefBytes: IDEMPOTENCY_BRIEF_MAX_BYTES,
    now,
    skew: CLOCK_SKEW_MILLISECONDS,
  });
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
  { executor, now, timeoutMilliseconds }: Database,
  sequentialId: number,
  key: IdempotencyKey,
  work: (queries: Queries) => Promise<T | undefined>,
): Promise<T | KeyReused | Suspended | undefined> {
  const owner = key.owner ?? 'player';
  const table = keyTables[owner];
  const own = { sequentialId, key: key.key };

  async function claim(queries: Queries): Promise<boolean> {
    const { fingerprint } = key;
    const retention = IDEMPOTENCY_KEY_SECONDS * 1000;
    const rows = await queries.run(claimIdempotencyKey[table], {
      ...own,
      fingerprint,
      now: now(),
      retention,
    });
    return rows.length > 0;
  }

  async function run(queries: Queries): Promise<T | KeyReused | Suspended> {
    while (!(await claim(queries))) {
      const [row] = await queries.run(findOutcome[table], { ...own, now: now() });
      if (!row) throw new NotStored(undefined);
      const found = row as FoundUnderKey;
      const suspendedUntil = owner === 'server' ? undefined : suspensionOf(found.suspendedUntil);
      if (suspendedUntil !== undefined) return { suspendedUntil };
      // The key may have been pruned in between. Then it is claimed again.
      const answer = answerUnderKey<T>(found.fingerprint === null ? undefined : found, key);
      if (answer !== undefined) return answer;
    }
    const outcome = await work(queries);
    if (outcome === undefined) throw new NotStored(undefined);
    if (owner !== 'server' && isSuspended(outcome)) throw new NotStored(outcome);
    const stored = toStoredOutcome(outcome);
    const { outcome: text, briefOutcome } = stored;
    await queries.run(setOutcome[table], { ...own, outcome: text, briefOutcome });
    if (isPruningDue(stored, Math.random())) {
      await pruneKeysBeside(queries, { owner, now: now() }, { sequentialId, key: key.key });
    }
    return withoutBrief(outcome);
  }

  try {
    return await withRetries(() => executor.transaction(run, sequentialId), true, timeoutMilliseconds);
  } catch (error) {
    if (error instanceof NotStored) return error.outcome;
    throw error;
  }
}

export const idempotencyKeyStore = ({ executor, now }: Database): IdempotencyKeyStore => ({
  deleteOld: (signal) =>
    executor.background(signal, async (queries) => {
      const oldest = keyRetentionStart(await readCertainTime(queries, now));
      for (const table of ['idempotency_keys', 'server_idempotency_keys'])
        await deleteInSteps(queries, table, 'created_at', oldest);
      for (const table of ['idempotency_keys', 'server_idempotency_keys'])
        await correctTimes(queries, table, await readClock(queries, now));
    }),
});

/** Keys from before the clock was set back count as ones of now. */
async function correctTimes(queries: Queries, table: string, time: number): Promise<void> {
  const latest = time + CLOCK_SKEW_MILLISECONDS;
  const list = `SELECT sequential_id::float8 AS id FROM ${table} WHERE created_at > $1::bigint LIMIT $2::int`;
  const correct = `UPDATE ${table} SET created_at = $3::bigint WHERE sequential_id = any($1::bigint[]) AND created_at > $2::bigint`;
  for (;;) {
    const rows = await queries.query<{ id: number }>(list, [latest, PRUNE_STEP_ROWS]);
    if (rows.length === 0) return;
    const ids = [...new Set(rows.map(({ id }) => id))].sort((a, b) => a - b);
    await withRetries(() => queries.query(correct, [bigints(ids), latest, time]), true);
  }
}

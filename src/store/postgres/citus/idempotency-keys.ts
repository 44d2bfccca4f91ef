// The claim of an idempotency key and the pruning of a player's keys on Citus, in statements of their own: first those that lock, then
// those that write. All are on the player's shard.
import { texts } from '../arrays.ts';
import type { Queries } from '../executor.ts';
import { onTableOf } from '../idempotency-keys.ts';
import claimKey from '../sql/claim-idempotency-key.sql' with { type: 'text' };
import pruneKeys from '../sql/prune-idempotency-keys.sql' with { type: 'text' };
import { asTransaction, type Parameters, type Translation } from './executor.ts';
import claimKeyOfPlayer from './sql/claim-idempotency-key.sql' with { type: 'text' };
import listSurplusKeys from './sql/list-surplus-keys.sql' with { type: 'text' };

const lockPlayer = 'SELECT FROM metadata WHERE sequential_id = $1::bigint FOR NO KEY UPDATE';
const lockKeys = `SELECT key FROM idempotency_keys WHERE sequential_id = $1::bigint AND key = ANY ($2::text[])
  FOR UPDATE SKIP LOCKED`;
const deleteKeys = 'DELETE FROM idempotency_keys WHERE sequential_id = $1::bigint AND key = ANY ($2::text[])';
const shortenOutcomes = `UPDATE idempotency_keys
  SET outcome = brief_outcome, brief_outcome = NULL, is_shortened = true
  WHERE sequential_id = $1::bigint AND key = ANY ($2::text[]) AND brief_outcome IS NOT NULL`;

const claim = (onTable: (statement: string) => string) =>
  async function claimOne(queries: Queries, parameters: Parameters): Promise<readonly object[]> {
    const [player] = await queries.query(lockPlayer, [parameters[0]]);
    return player ? queries.query(onTable(claimKeyOfPlayer), parameters) : [];
  };

const prune = (onTable: (statement: string) => string) =>
  async function pruneOne(queries: Queries, parameters: Parameters): Promise<readonly object[]> {
    const [id] = parameters;
    const surplus = await queries.query<{ key: string; isDeleted: boolean }>(
      onTable(listSurplusKeys),
      parameters,
    );
    if (surplus.length === 0) return [];
    const rows = await queries.query<{ key: string }>(onTable(lockKeys), [
      id,
      texts(surplus.map(({ key }) => key)),
    ]);
    const locked = new Set(rows.map(({ key }) => key));
    const keys = (isDeleted: boolean): string[] =>
      surplus.filter((row) => row.isDeleted === isDeleted && locked.has(row.key)).map(({ key }) => key);
    const [deleted, shortened] = [keys(true), keys(false)];
    if (deleted.length > 0) await queries.query(onTable(deleteKeys), [id, texts(deleted)]);
    if (shortened.length > 0) await queries.query(onTable(shortenOutcomes), [id, texts(shortened)]);
    return [];
  };

const forTables = (['player', 'server'] as const).map(
  (owner) => (statement: string) => onTableOf(owner, statement),
);

export const idempotencyTranslations: readonly (readonly [string, Translation])[] = forTables.flatMap(
  (onTable) => [
    [onTable(claimKey), asTransaction(claim(onTable))] as const,
    [onTable(pruneKeys), asTransaction(prune(onTable))] as const,
  ],
);

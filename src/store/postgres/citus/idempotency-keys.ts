// The claim of an idempotency key and the pruning of a player's keys on Citus, in statements of their own: first those that lock, then
// those that write. All are on the player's shard.
import type { Queries } from '../executor.ts';
import { keyTables } from '../idempotency-keys.ts';
import {
  type ClaimIdempotencyKeyParameters,
  type ClaimIdempotencyKeyRow,
  claimIdempotencyKey,
  type PruneIdempotencyKeysParameters,
  pruneIdempotencyKeys,
} from '../sql/statements.ts';
import { asTransaction, type Variant, variantOf } from './executor.ts';
import {
  deleteIdempotencyKeys,
  insertIdempotencyKey,
  listSurplusKeys,
  lockIdempotencyKeys,
  lockRow,
  shortenOutcomes,
} from './sql/statements.ts';

type Table = keyof typeof claimIdempotencyKey;

const claim = (table: Table) =>
  async function claimOne(
    queries: Queries,
    key: ClaimIdempotencyKeyParameters,
  ): Promise<readonly ClaimIdempotencyKeyRow[]> {
    const [player] = await queries.run(lockRow, key);
    return player ? queries.run(insertIdempotencyKey[table], key) : [];
  };

const prune = (table: Table) =>
  async function pruneOne(queries: Queries, bounds: PruneIdempotencyKeysParameters): Promise<readonly []> {
    const { sequentialId } = bounds;
    const surplus = await queries.run(listSurplusKeys[table], bounds);
    if (surplus.length === 0) return [];
    const names = surplus.map(({ key }) => key);
    const rows = await queries.run(lockIdempotencyKeys[table], { sequentialId, names });
    const locked = new Set(rows.map(({ key }) => key));
    const keys = (isDeleted: boolean): string[] =>
      surplus.filter((row) => row.isDeleted === isDeleted && locked.has(row.key)).map(({ key }) => key);
    const [deleted, shortened] = [keys(true), keys(false)];
    if (deleted.length > 0) await queries.run(deleteIdempotencyKeys[table], { sequentialId, names: deleted });
    if (shortened.length > 0) await queries.run(shortenOutcomes[table], { sequentialId, names: shortened });
    return [];
  };

export const idempotencyVariants: readonly Variant[] = Object.values(keyTables).flatMap((table) => [
  variantOf(
    claimIdempotencyKey[table],
    ['sequentialId', 'key', 'fingerprint', 'now', 'retention'],
    ['createdAt'],
    asTransaction(claim(table)),
  ),
  variantOf(
    pruneIdempotencyKeys[table],
    ['sequentialId', 'key', 'maxKeys', 'maxBytes', 'briefBytes', 'now', 'skew'],
    [],
    asTransaction(prune(table)),
  ),
]);

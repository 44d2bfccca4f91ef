// The token buckets on Citus. Almost all buckets are there, so they are updated by one statement for one shard. Missing ones are made
// first, full.
import { type TakeTokensParameters, type TakeTokensRow, takeTokens } from '../sql/statements.ts';
import { type Scope, type Variant, variantOf } from './executor.ts';
import { insertRows, newBuckets } from './insert-rows.ts';
import { takeTokensOfShard } from './sql/statements.ts';

/** The job that prunes full buckets may take one away again. */
const attempts = 3;

async function take(
  scope: Scope,
  { digests, wanted, nowMicroseconds, ...rest }: TakeTokensParameters,
): Promise<readonly TakeTokensRow[]> {
  const calls = digests.map((digest, index) => ({ digest, wanted: wanted[index] ?? 0 }));
  const taken = new Map<string, TakeTokensRow>();
  let missing = calls;
  for (let attempt = 1; attempt <= attempts && missing.length > 0; attempt += 1) {
    if (attempt > 1)
      await insertRows(
        scope,
        newBuckets,
        missing.map((call) => [call.digest]),
        [nowMicroseconds],
      );
    const rows = await scope.run(takeTokensOfShard, {
      ...rest,
      nowMicroseconds,
      digests: missing.map((call) => call.digest),
      wanted: missing.map((call) => call.wanted),
    });
    for (const row of rows) taken.set(row.digest, row);
    missing = missing.filter((call) => !taken.has(call.digest));
  }
  return [...taken.values()];
}

export const rateLimitVariants: readonly Variant[] = [
  variantOf(
    takeTokens,
    ['digests', 'wanted', 'nowMicroseconds', 'perToken', 'isAllOrNone'],
    ['digest', 'given', 'ahead'],
    take,
  ),
];

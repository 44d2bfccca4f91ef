// The token buckets on Citus. Almost all buckets are there, so they are updated by one statement for one shard. Missing ones are made
// first, full.
import { bigints, texts } from '../arrays.ts';
import takeTokens from '../sql/take-tokens.sql' with { type: 'text' };
import type { Translation } from './executor.ts';
import { insertRows, newBuckets } from './insert-rows.ts';
import takeTokensOfShard from './sql/take-tokens.sql' with { type: 'text' };
import { toNumbers } from './statement-text.ts';

/** The job that prunes full buckets may take one away again. */
const attempts = 3;

const take: Translation = async (scope, [digests, wanted, now, ...rest]) => {
  const amounts = toNumbers(wanted);
  // SHA-256 in hexadecimal.
  const all = String(digests).match(/[0-9a-f]{64}/g) ?? [];
  const calls = all.map((digest, index) => ({ digest, wanted: amounts[index] ?? 0 }));
  const taken = new Map<string, object>();
  let missing = calls;
  for (let attempt = 1; attempt <= attempts && missing.length > 0; attempt += 1) {
    const names = texts(missing.map((call) => call.digest));
    if (attempt > 1)
      await insertRows(
        scope,
        newBuckets,
        missing.map((call) => [call.digest, now, now, 0]),
      );
    const parameters = [names, bigints(missing.map((call) => call.wanted)), now, ...rest];
    for (const row of await scope.query<{ digest: string }>(takeTokensOfShard, parameters)) {
      taken.set(row.digest, row);
    }
    missing = missing.filter((call) => !taken.has(call.digest));
  }
  return [...taken.values()];
};

export const rateLimitTranslations: readonly (readonly [string, Translation])[] = [[takeTokens, take]];

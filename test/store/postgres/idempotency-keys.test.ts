// The shortening of outcomes under idempotency keys in PostgreSQL, while another transaction has locked a key.
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import type { SQL } from 'bun';
import { IDEMPOTENCY_OUTCOMES_MAX_BYTES } from '../../../src/limits.ts';
import { useStore } from '../../harness/describe-stores.ts';
import { postgres } from '../../harness/engines.ts';

const long = 'x'.repeat(IDEMPOTENCY_OUTCOMES_MAX_BYTES + 1);

const t = useStore(postgres);
let id: number;
let sql: SQL;
beforeEach(async () => {
  id = await t.register('ann');
  sql = t.connect();
  // Keys are pruned at random: here after every outcome.
  spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  spyOn(Math, 'random').mockRestore();
});

/** Returns the outcome; `again` when it has run. */
async function keep(key: string, answer: string): Promise<string | undefined> {
  t.clock.advance(1);
  let ran = false;
  const decide = () => {
    ran = true;
    return { answer, brief: `brief ${key}` };
  };
  const edited = await t.store.metadata.edit(id, decide, { idempotencyKey: { key, fingerprint: 'f' } });
  if (typeof edited !== 'object') return edited;
  if (!('answer' in edited)) throw new Error('the player is suspended');
  return ran ? 'ran' : edited.answer;
}

test('a key locked by another transaction is skipped, and shortened later', async () => {
  await keep('one', long);
  await sql.begin(async (other) => {
    await other`SELECT FROM idempotency_keys WHERE key = 'one' FOR UPDATE`;
    expect(await keep('two', long)).toBe('ran');
    expect(await keep('three', long)).toBe('ran');
  });
  expect(await keep('two', '')).toBe('brief two');
  expect(await keep('one', '')).toBe(long);
  await keep('four', '');
  expect(await keep('one', '')).toBe('brief one');
}, 60_000);

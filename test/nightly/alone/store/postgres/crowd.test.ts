// Very many concurrent pings on a healthy PostgreSQL share a statement.
import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { postgres } from '../../../../harness/engines.ts';
import { lockWaits, untilLockWait } from '../../../../harness/lock-waits.ts';
import { openTestStore } from '../../../../harness/store.ts';

test('a thousand concurrent pings share a statement, and a later one has its own', async () => {
  const t = await openTestStore(postgres);
  const operator = new SQL(t.environment.DATABASE_URL ?? '', { max: 1 });
  await t.store.ping();
  const pings = operator.begin(async (transaction) => {
    await transaction.unsafe('LOCK TABLE players IN ACCESS EXCLUSIVE MODE');
    const asked = Promise.all(Array.from({ length: 1_000 }, () => t.store.ping()));
    await untilLockWait(transaction);
    // Another statement would be there soon after the first.
    await Bun.sleep(100);
    return { asked, statements: (await lockWaits(transaction)).length };
  });
  const { asked, statements } = await pings;
  expect(statements).toBe(1);
  await asked;
  await operator.unsafe('ALTER TABLE players RENAME TO gone');
  await expect(t.store.ping()).rejects.toThrow();
  await operator.unsafe('ALTER TABLE gone RENAME TO players');
  await t.store.ping();
  await operator.close();
  await t.remove();
});

// Very many concurrent calls on a healthy PostgreSQL: calls past the bound are refused as busy, and pings share a statement.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { PLAYER_MAX_WRITES } from '../../../../../src/limits.ts';
import { StoreBusy } from '../../../../../src/store/ports/errors.ts';
import { postgres } from '../../../../harness/engines.ts';
import { lockWaits, untilLockWait } from '../../../../harness/lock-waits.ts';
import { openTestStore, type TestStore } from '../../../../harness/store.ts';

let t: TestStore;
let operator: SQL;
beforeEach(async () => {
  t = await openTestStore(postgres);
  operator = new SQL(t.environment.DATABASE_URL ?? '', { max: 1 });
});
afterEach(async () => {
  await operator.close();
  await t.remove();
});

test('a write past the bound of its player is refused as busy, and those before it are done', async () => {
  const id = await t.register('ann');
  await t.store.sessions.start(id, crypto.randomUUID());
  const late = 10;
  const outcomes = await Promise.allSettled(
    Array.from({ length: PLAYER_MAX_WRITES + late }, () => t.store.sessions.heartbeat(id)),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(late);
  expect(refused.every((reason) => reason instanceof StoreBusy)).toBe(true);
  expect(await t.store.sessions.heartbeat(id)).toHaveProperty('sessionId');
});

test('a thousand concurrent pings share a statement, and a later one has its own', async () => {
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
});

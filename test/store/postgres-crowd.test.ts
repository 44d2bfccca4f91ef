// Very many at once on a PostgreSQL that is well: who comes too late is refused for that alone, and what can be shared is.
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { PLAYER_MAX_WRITES } from '../../src/limits.ts';
import { StoreBusy } from '../../src/store/store.ts';
import { engines } from '../harness/engines.ts';
import { openTestStore, type TestStore } from '../harness/store.ts';

let t: TestStore;
beforeEach(async () => {
  const postgres = engines.find(({ name }) => name === 'postgres');
  if (!postgres) throw new Error('there is no PostgreSQL');
  t = await openTestStore(postgres);
});
afterEach(() => t.remove());

test('a write behind too many of its player is refused as busy, and those before it are done', async () => {
  const id = await t.register('ann');
  await t.store.sessions.insert(id, crypto.randomUUID());
  const late = 10;
  const outcomes = await Promise.allSettled(
    Array.from({ length: PLAYER_MAX_WRITES + late }, () => t.store.sessions.update(id)),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(late);
  expect(refused.every((reason) => reason instanceof StoreBusy)).toBe(true);
  expect(await t.store.sessions.update(id)).toHaveProperty('sessionId');
});

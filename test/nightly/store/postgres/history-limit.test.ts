// The shortening of a player's history in PostgreSQL beside other locks on its rows: it waits for no lock, so it cannot deadlock.
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import type { SQL } from 'bun';
import { SESSION_CONTEXT_MAX_BYTES, SESSION_HISTORY_MAX_BYTES } from '../../../../src/limits.ts';
import { useStore } from '../../../harness/describe-stores.ts';
import { postgres } from '../../../harness/engines.ts';

const context = JSON.stringify('x'.repeat(SESSION_CONTEXT_MAX_BYTES - 2));
const sessions = 300;

const t = useStore(postgres);
let id: number;
let sql: SQL;
beforeEach(async () => {
  id = await t.register('ann');
  sql = t.connect();
  spyOn(Math, 'random').mockReturnValue(0.999_999);
  for (let n = 0; n < sessions; n += 1) await replace();
  // From here on a check follows each end.
  spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  spyOn(Math, 'random').mockRestore();
});

const replace = () => {
  t.clock.advance(1);
  return t.store.sessions.start(id, Bun.randomUUIDv7('hex', t.clock.now()), {
    onActive: 'replace',
    context,
  });
};
const contexts = async (): Promise<number> =>
  (await sql`SELECT FROM ended_sessions WHERE context IS NOT NULL`).length;
const within = SESSION_HISTORY_MAX_BYTES / SESSION_CONTEXT_MAX_BYTES;

test('other rows are shortened while one row is locked, and that row later', async () => {
  await sql.begin(async (other) => {
    await other`SELECT FROM ended_sessions WHERE sequential_id = ${id} ORDER BY ended_at LIMIT 10 FOR UPDATE`;
    await replace();
    while ((await contexts()) > within + 10) await Bun.sleep(5);
    const [oldest] = await sql`SELECT context FROM ended_sessions ORDER BY ended_at LIMIT 1`;
    expect(oldest.context).toBe(context);
  });
  await replace();
  while ((await contexts()) > within) await Bun.sleep(5);
}, 60_000);

test('an erasure, replacements and history checks of two processes never deadlock', async () => {
  const other = await t.open();
  const until = performance.now() + 2_000;
  const churn = async (store: typeof other) => {
    while (performance.now() < until) await replaceOn(store);
  };
  const replaceOn = async (store: typeof other) => {
    const owner = await store.players.register('ann', { revive: true });
    if (owner === 'erased') return;
    t.clock.advance(1);
    await store.sessions.start(owner, crypto.randomUUID(), { onActive: 'replace', context });
  };
  const erase = async () => {
    while (performance.now() < until) {
      await Bun.sleep(50);
      await other.players.erase('ann').catch(() => undefined);
    }
  };
  await Promise.all([churn(t.store), churn(other), churn(t.store), churn(other), erase()]);
  await other.close();
  const [counts] =
    await sql`SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()`;
  expect(counts.deadlocks).toBe(0);
}, 60_000);

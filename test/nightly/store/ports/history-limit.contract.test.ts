// The bound of a player's history of sessions, beside ends, erasures and checks of other processes.
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import {
  SESSION_CONTEXT_MAX_BYTES,
  SESSION_HISTORY_MAX_BYTES,
  SESSION_HISTORY_ROW_BYTES,
} from '../../../../src/limits.ts';
import { StoreBusy } from '../../../../src/store/ports/errors.ts';
import type { Store } from '../../../../src/store/ports/store.ts';
import { describeStores } from '../../../harness/describe-stores.ts';
import { until } from '../../../harness/until.ts';

const longest = JSON.stringify('x'.repeat(SESSION_CONTEXT_MAX_BYTES - 2));
describeStores('the history of one player’s sessions', {}, (t) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  const history = (player = id) => t.store.sessions.listEnded(player, 1_000_000);
  async function stored(player = id) {
    const rows = await history(player);
    const contexts = rows.reduce((sum, row) => sum + Buffer.byteLength(row.context ?? ''), 0);
    return { rows, bytes: rows.length * SESSION_HISTORY_ROW_BYTES + contexts };
  }
  const isWithin = async (bytes: number) => (await stored()).bytes <= bytes;
  const lookAtEachEnd = () => spyOn(Math, 'random').mockReturnValue(0);
  afterEach(() => void spyOn(Math, 'random').mockRestore());

  const replace = (context: string | null, store: Store = t.store) => {
    t.clock.advance(1);
    return store.sessions.start(id, Bun.randomUUIDv7('hex', t.clock.now()), {
      onActive: 'replace',
      context,
    });
  };

  test('is bounded beside ends, erasures and checks of other processes, and no process is locked out', async () => {
    lookAtEachEnd();
    const other = await t.open();
    /** A start that loses to others a hundred times is refused as busy, and is sent again. */
    const insist = async (context: string | null, store: Store): Promise<void> => {
      const refusal = await replace(context, store).catch((error: unknown) => error);
      if (refusal instanceof StoreBusy) return insist(context, store);
      if (refusal instanceof Error) throw refusal;
    };
    const churn = async (store: Store) => {
      for (let n = 0; n < 300; n += 1) await insist(longest, store);
    };
    await Promise.all([churn(t.store), churn(other), churn(t.store), churn(other)]);
    await until(() => isWithin(SESSION_HISTORY_MAX_BYTES));
    await Promise.all([t.store.players.erase('ann'), insist(null, other), insist(null, other)]);
    await other.close();
    const { rows } = await stored();
    expect(rows.length).toBeGreaterThanOrEqual(1_200);
    expect(rows.every(({ context }) => context === null)).toBe(true);
  }, 120_000);
});

// The bound on one player's session history, on every engine: the newest sessions stay, whatever their reasons to end. Ordinary
// players never reach the bound.
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import {
  SESSION_CONTEXT_MAX_BYTES,
  SESSION_HISTORY_MAX_BYTES,
  SESSION_HISTORY_MAX_ROWS,
  SESSION_HISTORY_ROW_BYTES,
} from '../../../src/limits.ts';
import { StoreBusy } from '../../../src/store/ports/errors.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { amount } from '../../harness/nightly.ts';
import { timeoutSeconds } from '../../harness/store.ts';
import { until } from '../../harness/until.ts';

const longest = JSON.stringify('x'.repeat(SESSION_CONTEXT_MAX_BYTES - 2));
/**
 * The excess that may be stored for a moment. A check comes after 64 KiB on average, so this excess comes less than once in a
 * million runs.
 */
const slackBytes = 1024 * 1024;

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
  const hasRows = async (count: number) => (await history()).length <= count;
  const lookAtEachEnd = () => spyOn(Math, 'random').mockReturnValue(0);
  const lookAtNoEnd = () => spyOn(Math, 'random').mockReturnValue(0.999_999);
  afterEach(() => void spyOn(Math, 'random').mockRestore());

  const replace = (context: string | null, store: Store = t.store) => {
    t.clock.advance(1);
    return store.sessions.start(id, Bun.randomUUIDv7('hex', t.clock.now()), {
      onActive: 'replace',
      context,
    });
  };

  /** Adds sessions that were replaced earlier, as an import does: in large steps, without a check. */
  async function importEnded(count: number, context: string | null = null): Promise<void> {
    const transfer = await t.transfer();
    const records = Array.from({ length: count }, () => {
      t.clock.advance(1);
      const at = t.clock.now();
      return {
        type: 'ended-session',
        sequentialId: id,
        sessionId: Bun.randomUUIDv7('hex', at),
        startedAt: at,
        endedAt: at,
        installationId: null,
        reason: 'replaced',
        context,
      } as const;
    });
    for (let n = 0; n < count; n += 1_000) await transfer.importRecords(records.slice(n, n + 1_000));
  }

  test('keeps one mebibyte of a player who replaces sessions endlessly, dropping the oldest contexts first', async () => {
    const replaced = 2_200;
    // Without a check all of the first half would stay, and more than the bound with the second half.
    await importEnded(replaced / 2, longest);
    for (let n = 0; n <= replaced / 2; n += 1) await replace(longest);
    await until(() => isWithin(SESSION_HISTORY_MAX_BYTES + slackBytes));
    const { rows, bytes } = await stored();
    expect(bytes).toBeLessThan(SESSION_HISTORY_MAX_BYTES + slackBytes);
    expect(rows).toHaveLength(replaced);
    // With all their contexts the sessions would exceed the bound.
    expect(replaced * longest.length).toBeGreaterThan(SESSION_HISTORY_MAX_BYTES + slackBytes);
    const contexts = rows.map(({ context }) => context);
    const kept = contexts.indexOf(null);
    expect(kept).toBeGreaterThan(100);
    expect(contexts.slice(0, kept).every((context) => context === longest)).toBe(true);
    expect(contexts.slice(kept).every((context) => context === null)).toBe(true);
  }, 120_000);

  test('keeps exactly the bound when every end is followed by a check, then drops the oldest rows', async () => {
    lookAtNoEnd();
    await importEnded(SESSION_HISTORY_MAX_ROWS);
    for (let n = 0; n < 600; n += 1) await replace(null);
    lookAtEachEnd();
    for (let n = 0; n < 20; n += 1) await replace(null);
    await until(() => hasRows(SESSION_HISTORY_MAX_ROWS));
    expect((await history()).length).toBe(SESSION_HISTORY_MAX_ROWS);
    const newest = (await history()).slice(0, 100);
    for (let n = 0; n < 40; n += 1) await replace(longest);
    await until(() => isWithin(SESSION_HISTORY_MAX_BYTES));
    const { rows, bytes } = await stored();
    expect(rows).toHaveLength(SESSION_HISTORY_MAX_ROWS);
    expect(bytes).toBeGreaterThan(SESSION_HISTORY_MAX_BYTES - 2 * SESSION_CONTEXT_MAX_BYTES);
    // The newest sessions keep their contexts, and no session in the middle is missing.
    expect(rows[0]?.context).toBe(longest);
    expect(rows.slice(40, 139)).toEqual(newest.slice(0, 99));
  }, 120_000);

  test('checks the history after a stop, an expiry and an erasure', async () => {
    lookAtEachEnd();
    const fill = async (player: number) => {
      for (let n = 0; n < 600; n += 1) {
        t.clock.advance(1);
        const session = Bun.randomUUIDv7('hex', t.clock.now());
        await t.store.sessions.start(player, session, { context: longest });
        if (n < 300) await t.store.sessions.end(player, 'stopped');
        else {
          t.clock.advance(timeoutSeconds * 1000);
          await t.store.sessions.expire(0, 100);
        }
      }
    };
    await fill(id);
    await until(() => isWithin(SESSION_HISTORY_MAX_BYTES));
    const { rows } = await stored();
    expect(rows).toHaveLength(600);
    expect(rows.slice(0, 100).map(({ reason }) => reason)).toEqual(Array(100).fill('expired'));
    lookAtNoEnd();
    await importEnded(SESSION_HISTORY_MAX_ROWS - 300);
    for (let n = 0; n < 300; n += 1) await replace(null);
    lookAtEachEnd();
    expect(await t.store.players.erase('ann')).toBe(true);
    await until(() => hasRows(SESSION_HISTORY_MAX_ROWS));
    expect((await history()).length).toBe(SESSION_HISTORY_MAX_ROWS);
    expect((await history())[0]?.reason).toBe('erased');
  }, 120_000);

  test('is unchanged below the bound, and so is that of other players', async () => {
    lookAtEachEnd();
    const bob = await t.register('bob');
    const context = '{"platform":"ios","version":"1.4.2"}';
    for (let n = 0; n < 50; n += 1) {
      t.clock.advance(60_000);
      await t.store.sessions.start(bob, Bun.randomUUIDv7('hex', t.clock.now()), { context });
      await t.store.sessions.end(bob, 'stopped');
    }
    const his = await history(bob);
    expect(his).toHaveLength(50);
    expect(his.every((row) => row.context === context)).toBe(true);
    for (let n = 0; n < 400; n += 1) await replace(longest);
    await until(() => isWithin(SESSION_HISTORY_MAX_BYTES));
    expect(await history(bob)).toEqual(his);
  }, 60_000);

  test('is bounded beside ends, erasures and checks of other processes, and no process is locked out', async () => {
    const ends = amount(90, 300);
    lookAtEachEnd();
    const other = await t.open();
    /** A start that loses to others a hundred times is refused as busy, and comes again. */
    const insist = async (context: string | null, store: Store): Promise<void> => {
      const refusal = await replace(context, store).catch((error: unknown) => error);
      if (refusal instanceof StoreBusy) return insist(context, store);
      if (refusal instanceof Error) throw refusal;
    };
    const churn = async (store: Store) => {
      for (let n = 0; n < ends; n += 1) await insist(longest, store);
    };
    await Promise.all([churn(t.store), churn(other), churn(t.store), churn(other)]);
    await until(() => isWithin(SESSION_HISTORY_MAX_BYTES));
    await Promise.all([t.store.players.erase('ann'), insist(null, other), insist(null, other)]);
    await other.close();
    const rows = await history();
    expect(rows.length).toBeGreaterThanOrEqual(4 * ends);
    expect(rows.every(({ context }) => context === null)).toBe(true);
  }, 120_000);
});

// The promises of every engine about reads of all active sessions, ends in the name of a server, and names by sequential ids.
import { expect, test } from 'bun:test';
import { ACTIVE_PAGE_MAX_ROWS } from '../../../src/tuning.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';
import { timeoutSeconds } from '../../harness/store.ts';
import { author } from './shared.ts';

const audited = { author, action: 'session.terminate' } as const;
const sessionIdOf = (n: number) => `01a00000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const idempotencyKey = { key: 'k', fingerprint: 'f', owner: 'server' } as const;

describeStores('active sessions in the store', { engines: enginesAndPooler }, (t, engine) => {
  async function start(n: number, context: string | null = null): Promise<number> {
    const id = await t.register(`player ${n}`);
    await t.store.sessions.start(id, sessionIdOf(n), { context });
    return id;
  }

  /** All steps, each from where the one before ended. */
  async function all<T extends { next: number | undefined }>(
    step: (after: number) => Promise<T>,
  ): Promise<T[]> {
    const steps: T[] = [];
    for (let after: number | undefined = 0; after !== undefined; after = steps.at(-1)?.next)
      steps.push(await step(after));
    return steps;
  }
  const listAll = async (limit: number) =>
    (await all((after) => t.store.sessions.listActive(after, limit))).map(({ sessions }) => sessions);
  const countAll = async (rows: number) =>
    (await all((after) => t.store.sessions.countActive(after, rows))).map(({ active }) => active);

  test('are listed and counted in the order of sequential ids, without expired ones', async () => {
    expect([await listAll(10), await countAll(10)]).toEqual([[[]], [0]]);
    const expired = await start(1);
    t.clock.advance(timeoutSeconds * 1000 - 1);
    const startedAt = t.clock.now();
    const ids = [];
    for (let n = 2; n <= 6; n += 1) ids.push(await start(n, n === 2 ? '{"a":1.0}' : null));
    expect(await countAll(10)).toEqual([6]);
    t.clock.advance(1);
    const sessions = ids.map((sequentialId, index) => ({
      sequentialId,
      sessionId: sessionIdOf(index + 2),
      startedAt,
      lastActivity: startedAt,
      context: index === 0 ? '{"a":1.0}' : null,
      installationId: null,
    }));
    expect(await listAll(10)).toEqual([sessions]);
    expect(await listAll(5)).toEqual([sessions]);
    expect(await listAll(2)).toEqual([sessions.slice(0, 2), sessions.slice(2, 4), sessions.slice(4)]);
    expect(await countAll(10)).toEqual([5]);
    expect(await countAll(2)).toEqual([1, 2, 2, 0]);
    expect((await t.store.sessions.listActive(expired, 1)).sessions).toEqual(sessions.slice(0, 1));
    await t.store.sessions.end(ids[0] ?? 0, 'stopped');
    expect([await listAll(10), await countAll(10)]).toEqual([[sessions.slice(1)], [4]]);
  });

  test('are found behind more expired ones than a page looks at', async () => {
    const now = t.clock.now();
    const expiredAt = now - timeoutSeconds * 1000;
    const live = ACTIVE_PAGE_MAX_ROWS + 2;
    await t.run(`INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity)
      WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${live - 1})
      SELECT n, ${engine.name === 'sqlite' ? `'${sessionIdOf(0)}'` : 'gen_random_uuid()'}, ${expiredAt}, ${expiredAt} FROM s`);
    await t.run(`INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity)
      VALUES (${live}, '${sessionIdOf(live)}', ${now}, ${now})`);
    const pages = await listAll(5);
    expect(pages.map((page) => page.map(({ sequentialId }) => sequentialId))).toEqual([[], [live]]);
    expect(await countAll(ACTIVE_PAGE_MAX_ROWS)).toEqual([0, 1]);
  });

  test('end by a server with an entry in the audit, and none where nothing ends', async () => {
    const id = await start(1);
    const { sessions } = t.store;
    const ended = await sessions.end(id, 'terminated', { audited });
    expect(ended).toMatchObject({ sessionId: sessionIdOf(1), reason: 'terminated' });
    expect(await sessions.end(id, 'terminated', { audited })).toEqual({ notActive: 'none' });
    expect(await sessions.end(77, 'terminated', { audited })).toBeUndefined();
    await sessions.start(id, sessionIdOf(2));
    t.clock.advance(timeoutSeconds * 1000);
    expect(await sessions.end(id, 'terminated', { audited })).toMatchObject({ notActive: 'expired' });
    const { entries } = await t.store.audit.list({}, 10);
    const detail = JSON.stringify({ sessionId: sessionIdOf(1) });
    expect(entries).toMatchObject([{ sequentialId: id, action: 'session.terminate', ...author, detail }]);
    expect((await sessions.listEnded(id, 10)).map(({ reason }) => reason)).toEqual(['expired', 'terminated']);
  });

  test('end once under the key of a server, which is apart from that of the player', async () => {
    const id = await start(1);
    const { sessions } = t.store;
    const terminate = () => sessions.end(id, 'terminated', { audited, idempotencyKey });
    const answers = await Promise.all([terminate(), terminate()]);
    expect(answers[0]).toMatchObject({ reason: 'terminated' });
    expect(answers[1]).toEqual(answers[0] as never);
    await sessions.start(id, sessionIdOf(2));
    expect(await terminate()).toEqual(answers[0] as never);
    const other = { ...idempotencyKey, fingerprint: 'g' };
    expect(await sessions.end(id, 'terminated', { audited, idempotencyKey: other })).toBe('key-reused');
    expect(await sessions.find(id)).toMatchObject({ sessionId: sessionIdOf(2) });
    const { owner: _, ...ofPlayer } = other;
    expect(await sessions.end(id, 'stopped', { idempotencyKey: ofPlayer })).toMatchObject({
      reason: 'stopped',
    });
    expect((await t.store.audit.list({}, 10)).entries).toHaveLength(1);
  });

  test('have the names of their players, and none for a number of nobody', async () => {
    const [ann, bob] = [await t.register('ann'), await t.register('__proto__')];
    const names = await t.store.players.listNames([bob, 77, ann]);
    expect([names.get(ann), names.get(bob), names.get(77)]).toEqual(['ann', '__proto__', undefined]);
    await t.store.players.erase('ann');
    expect((await t.store.players.listNames([ann])).get(ann)).toBeUndefined();
    expect((await t.store.players.listNames([])).size).toBe(0);
  });
});

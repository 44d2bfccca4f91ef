// The mark that a start leaves on its player's metadata in PostgreSQL: a save need not read the active session, and still notices
// a session that another process has started. A start notices an erasure.
import { beforeEach, expect, test } from 'bun:test';
import type { SQL } from 'bun';
import { StoreBusy } from '../../../src/store/ports/errors.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { editStatements } from '../../../src/store/postgres/edit-statements.ts';
import { queriesOf } from '../../../src/store/postgres/executor.ts';
import { readIndexSet } from '../../../src/store/postgres/index-lease.ts';
import { sessionStatements } from '../../../src/store/postgres/session-statements.ts';
import { silent } from '../../../src/store/postgres/tell.ts';
import { useStore } from '../../harness/describe-stores.ts';
import { postgres } from '../../harness/engines.ts';
import { untilLockWait } from '../../harness/lock-waits.ts';
import { amount } from '../../harness/nightly.ts';
import { timeoutSeconds } from '../../harness/store.ts';

const sessionA = '01a00000-0000-7000-8000-00000000000a';
const sessionB = '01a00000-0000-7000-8000-00000000000b';

const t = useStore(postgres);
let id: number;
let sql: SQL;
beforeEach(async () => {
  id = await t.register('ann');
  sql = t.connect();
});

const activeRows = async (): Promise<number> => (await sql`SELECT FROM active_sessions`).length;

test('a start during an erasure finds no player', async () => {
  let started: Promise<unknown> = Promise.resolve();
  await sql.begin(async (erasure) => {
    await erasure`SELECT FROM metadata WHERE sequential_id = ${id} FOR UPDATE`;
    started = t.store.sessions.start(id, sessionA);
    await untilLockWait(sql);
    await erasure`DELETE FROM metadata WHERE sequential_id = ${id}`;
  });
  expect(await started).toBeUndefined();
  expect(await activeRows()).toBe(0);
}, 60_000);

test('an erasure that meets a start under way waits for it and ends its session', async () => {
  let erased: Promise<unknown> = Promise.resolve();
  await sql.begin(async (start) => {
    await start`UPDATE metadata SET unseen_starts = unseen_starts + 1 WHERE sequential_id = ${id}`;
    await start`INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity)
      VALUES (${id}, ${sessionA}::uuid, ${t.clock.now()}, ${t.clock.now()})`;
    erased = t.store.players.erase('ann');
    await untilLockWait(sql);
  });
  expect(await erased).toBe(true);
  expect(await activeRows()).toBe(0);
  const [ended] = await t.store.sessions.listEnded(id, 10);
  expect(ended).toMatchObject({ sessionId: sessionA, reason: 'erased' });
}, 60_000);

test('a start between the two steps of a write is still noticed by the next save', async () => {
  const elsewhere = editStatements({
    now: t.clock.now,
    sessionTimeoutMilliseconds: timeoutSeconds * 1_000,
    indexLease: { current: readIndexSet },
    tell: silent,
  });
  await t.store.metadata.save(id, '{"n":1}');
  await t.store.metadata.edit(id, () => ({ answer: null, text: '{"n":2}' }), { keepReplaced: true });
  await t.store.sessions.start(id, sessionA);
  const [found] = await elsewhere.find(queriesOf(sql), [{ sequentialId: id }]);
  if (!found) throw new Error('ann is not there');
  await t.store.sessions.start(id, sessionB, { onActive: 'replace' });
  const edit = {
    found,
    text: '{"n":3}',
    options: {},
    kept: undefined,
    marked: undefined,
    outcome: undefined,
    told: undefined,
  };
  expect(await elsewhere.write(queriesOf(sql), [edit])).toMatchObject([{ sequentialId: id }]);
  expect((await t.store.metadata.find(id))?.version).toBe(3);
  await t.store.metadata.save(id, '{"n":4}');
  const kept = await t.store.versions.list(id);
  expect(kept.map(({ version, sessionId }) => [version, sessionId])).toEqual([
    [3, sessionA],
    [1, null],
  ]);
});

test('a replacement does not wait for the end of another session', async () => {
  const { replace } = sessionStatements({
    now: () => null,
    sessionTimeoutMilliseconds: 3_600_000,
    tell: silent,
  });
  const bob = await t.register('bob');
  await t.store.sessions.start(id, sessionA);
  await t.store.sessions.start(bob, sessionB);
  await sql`UPDATE active_sessions SET last_activity = floor(extract(epoch FROM now()) * 1000)`;
  const fresh = { context: null, installationId: null, replacedId: sessionB };
  const calls = [
    { ...fresh, sequentialId: id, sessionId: '01a00000-0000-7000-8000-00000000000c' },
    { ...fresh, sequentialId: bob, sessionId: '01a00000-0000-7000-8000-00000000000d' },
  ];
  await sql.begin(async (end) => {
    await end`DELETE FROM active_sessions WHERE sequential_id = ${id}`;
    const started = await sql.begin(async (takeover) => {
      await takeover`SET LOCAL lock_timeout = 1000`;
      return replace(queriesOf(takeover), calls);
    });
    expect(started.map((row) => row?.sessionId)).toEqual([undefined, calls[1]?.sessionId]);
    await end`DELETE FROM active_sessions WHERE sequential_id = ${bob}`;
  });
  expect(await activeRows()).toBe(0);
});

test('starts, replacements, writes in a session, saves and ends of two processes never deadlock', async () => {
  const elsewhere = await t.open();
  const ids = [id, await t.register('bob'), await t.register('cid')];
  const sessions = [sessionA, sessionB, '01a00000-0000-7000-8000-00000000000c'];
  const any = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;
  const acts: readonly ((store: Store, player: number, n: number) => Promise<unknown>)[] = [
    (store, player) => store.sessions.start(player, crypto.randomUUID()),
    (store, player) => store.sessions.start(player, crypto.randomUUID(), { onActive: 'replace' }),
    (store, player) => store.sessions.start(player, any(sessions), { onActive: 'replace' }),
    (store, player) => store.sessions.heartbeat(player),
    (store, player) => store.sessions.end(player, 'stopped'),
    (store, player, n) => store.metadata.save(player, `{"n":${n}}`),
    (store, player, n) =>
      store.metadata.edit(player, () => ({ answer: null, text: `{"n":${n}}` }), { sessionId: any(sessions) }),
    (store, player, n) => store.metadata.edit(player, () => ({ answer: null, text: `{"n":${n}}` })),
  ];
  const players = Array.from({ length: 48 }, async (_, caller) => {
    for (let n = 0; n < amount(30, 300); n += 1) {
      const act = any(acts)(caller % 2 ? t.store : elsewhere, any(ids), n);
      await act.catch((error) => expect(error).toBeInstanceOf(StoreBusy));
    }
  });
  await Promise.all(players);
  await elsewhere.close();
  const [counts] =
    await sql`SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()`;
  expect(counts.deadlocks).toBe(0);
}, 60_000);

// Edits under idempotency keys on PostgreSQL while other processes hold locks: the write and its outcome are one, whatever happens
// between the look-up and the write, and the edits of other players in the batch are not affected.
import { beforeEach, expect, test } from 'bun:test';
import type { SQL } from 'bun';
import { useStore } from '../../../harness/describe-stores.ts';
import { postgres } from '../../../harness/engines.ts';
import { lockWaits, untilLockWait } from '../../../harness/lock-waits.ts';
import { amount } from '../../../harness/nightly.ts';
import { until } from '../../../harness/until.ts';
import { increment, sessionA as session } from '../../../store/ports/shared.ts';

const first = { answer: 1, version: 1 };

const t = useStore(postgres);
let ids: number[];
let sql: SQL;
beforeEach(async () => {
  ids = await Promise.all(Array.from({ length: 20 }, (_, n) => t.register(`player ${n}`)));
  sql = t.connect();
});

const key = { key: 'k', fingerprint: 'f' };
const edit = (id: number, decide = increment) => t.store.metadata.edit(id, decide, { idempotencyKey: key });
const sendAll = () => Promise.all(ids.map((id) => edit(id)));
const mine = (): number => ids[7] ?? 0;

const storedKeys = async (id: number): Promise<string[]> =>
  (await sql`SELECT outcome FROM idempotency_keys WHERE sequential_id = ${id}`).map(
    (row: { outcome: string }) => row.outcome,
  );

/** Sends the edits of all players while a transaction has changed the row of one of them, and answers what they got. */
async function sendDuring(change: (transaction: SQL) => Promise<unknown>): Promise<unknown[]> {
  let answers: Promise<unknown[]> = Promise.resolve([]);
  await sql.begin(async (transaction) => {
    await change(transaction);
    answers = sendAll();
    await untilLockWait(sql);
  });
  return answers;
}

const others = (answers: readonly unknown[]): unknown[] => answers.filter((_, n) => ids[n] !== mine());
const allFirst = () => ids.slice(1).map(() => first);

test('edits of many players are one transaction', async () => {
  await sendAll();
  const writers = await sql`SELECT DISTINCT xmin::text FROM metadata
    UNION SELECT DISTINCT xmin::text FROM idempotency_keys`;
  // The first call may leave alone, before the others arrive.
  expect(writers.length).toBeLessThanOrEqual(2);
}, 60_000);

test('a change of the row that leaves the version waits, and then the edit takes effect', async () => {
  const answers = await sendDuring(
    (transaction) =>
      transaction`UPDATE metadata SET unseen_starts = unseen_starts + 1 WHERE sequential_id = ${mine()}`,
  );
  expect(answers).toMatchObject(ids.map(() => first));
  expect(await storedKeys(mine())).toEqual([JSON.stringify(first)]);
  expect(await sendAll()).toMatchObject(ids.map(() => first));
}, 60_000);

test('after another write the edit begins again, and its outcome is that of the second attempt', async () => {
  const answers = await sendDuring(
    (transaction) =>
      transaction`UPDATE metadata SET text = '{"n":41}', version = version + 1 WHERE sequential_id = ${mine()}`,
  );
  const second = { answer: 42, version: 2 };
  expect(answers[7]).toMatchObject(second);
  expect(others(answers)).toMatchObject(allFirst());
  expect(await storedKeys(mine())).toEqual([JSON.stringify(second)]);
  expect(await t.store.metadata.find(mine())).toMatchObject({ text: '{"n":42}', version: 2 });
}, 60_000);

test('a key that another process uses meanwhile refuses the edit, and its outcome is answered', async () => {
  const theirs = { answer: 'theirs', version: 0 };
  const answers = await sendDuring(async (transaction) => {
    await transaction`SELECT FROM metadata WHERE sequential_id = ${mine()} FOR NO KEY UPDATE`;
    await transaction`INSERT INTO idempotency_keys (sequential_id, key, fingerprint, outcome, created_at)
      VALUES (${mine()}, 'k', 'f', ${JSON.stringify(theirs)}, ${t.clock.now()})`;
  });
  expect(answers[7]).toMatchObject(theirs);
  expect(others(answers)).toMatchObject(allFirst());
  expect(await t.store.metadata.find(mine())).toMatchObject({ text: undefined, version: 0 });
  expect(await storedKeys(mine())).toEqual([JSON.stringify(theirs)]);
}, 60_000);

test('an erasure meanwhile leaves no key, for an edit and for a session', async () => {
  let beat: Promise<unknown> = Promise.resolve();
  const answers = await sendDuring(async (transaction) => {
    await transaction`SELECT FROM metadata WHERE sequential_id = ${mine()} FOR UPDATE`;
    const other = await t.open();
    beat = other.sessions
      .heartbeat(mine(), { idempotencyKey: { key: 'beat', fingerprint: 'f' } })
      .finally(() => other.close());
    await transaction`DELETE FROM metadata WHERE sequential_id = ${mine()}`;
  });
  expect([answers[7], await beat]).toEqual([undefined, undefined]);
  expect(others(answers)).toMatchObject(allFirst());
  expect(await storedKeys(mine())).toEqual([]);
}, 60_000);

test('a batch whose connection breaks is sent again, and each edit has happened once', async () => {
  let answers: Promise<unknown[]> = Promise.resolve([]);
  await sql.begin(async (transaction) => {
    await transaction`LOCK TABLE metadata IN EXCLUSIVE MODE`;
    answers = sendAll();
    await untilLockWait(sql);
    const [pid = 0] = await lockWaits(sql);
    expect(pid).toBeGreaterThan(0);
    await sql`SELECT pg_terminate_backend(${pid})`;
    await until(async () => !(await lockWaits(sql)).includes(pid));
  });
  expect(await answers).toMatchObject(ids.map(() => first));
  expect(await sendAll()).toMatchObject(ids.map(() => first));
  for (const id of ids)
    expect(await t.store.metadata.find(id)).toMatchObject({ text: '{"n":1}', version: 1 });
}, 60_000);

const rounds = amount(15, 200);
test(`edits and starts under one key through two processes never deadlock, ${rounds} times`, async () => {
  const other = await t.open();
  for (let round = 0; round < rounds; round += 1) {
    const idempotencyKey = { key: `round ${round}`, fingerprint: 'f' };
    const calls = ids.flatMap((id) => [
      t.store.metadata.edit(id, increment, { idempotencyKey }),
      other.sessions.start(id, session, { onActive: 'replace', idempotencyKey }),
      other.metadata.edit(id, increment, { idempotencyKey }),
    ]);
    const answers = await Promise.all(calls);
    for (let n = 0; n < answers.length; n += 3) expect(answers[n]).toEqual(answers[n + 2] as never);
  }
  await other.close();
  const [row] = await sql`SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  expect(row.deadlocks).toBe(0);
}, 60_000);

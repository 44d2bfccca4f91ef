// A lock that no look at rows shows is in the way of every call of a batch. It holds up none of them for longer than its time.
import { beforeEach, expect, test } from 'bun:test';
import type { SQL } from 'bun';
import { StoreBusy } from '../../../../src/store/ports/errors.ts';
import { useStore } from '../../../harness/describe-stores.ts';
import { postgres } from '../../../harness/engines.ts';

const t = useStore(postgres, { environment: { DATABASE_TIMEOUT_MILLISECONDS: '300' } });
let sql: SQL;
beforeEach(() => {
  sql = t.connect();
});
const newSession = () => crypto.randomUUID();

test('a partition that is locked as a whole refuses the calls of a batch soon after their time is over', async () => {
  const names = Array.from({ length: 32 }, (_, index) => `player ${index}`);
  const ids = await Promise.all(names.map(t.register));
  await Promise.all(ids.map((id) => t.store.sessions.start(id, newSession())));
  const partitions = await sql<{ name: string }[]>`
    SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'ended_sessions'::regclass`;
  const locks = partitions.map(({ name }) => `LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`).join(';');
  const connection = await sql.reserve();
  await connection.unsafe(`BEGIN; ${locks}`);
  try {
    const startedAt = performance.now();
    const ends = await Promise.allSettled(ids.map((id) => t.store.sessions.end(id, 'stopped')));
    expect(ends).toEqual(ids.map(() => ({ status: 'rejected', reason: new StoreBusy('lockedRow') })));
    // Each call by itself would wait a tenth of a second, in two batches one after the other.
    expect(performance.now() - startedAt).toBeLessThan(6_000);
  } finally {
    await connection.unsafe('ROLLBACK');
    connection.release();
  }
  const ended = await Promise.all(ids.map((id) => t.store.sessions.end(id, 'stopped')));
  expect(ended).toEqual(ids.map(() => expect.objectContaining({ reason: 'stopped' })));
});

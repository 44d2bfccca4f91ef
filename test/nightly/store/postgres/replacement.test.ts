// A heartbeat or a stop in PostgreSQL that waits for the row of a session that is being replaced: a session is active before and
// after, so the call must find one.
import { expect, test } from 'bun:test';
import { useStore } from '../../../harness/describe-stores.ts';
import { postgres } from '../../../harness/engines.ts';
import { untilLockWait } from '../../../harness/lock-waits.ts';

const first = '01a1fb57-a392-71cf-b279-000000000001';
const second = '01a1fb57-a392-71cf-b279-000000000002';
const t = useStore(postgres);

test.each([
  ['a heartbeat goes to the replacing session', 'heartbeat', undefined, { sessionId: second }],
  ['a stop ends the replacing session', 'end', undefined, { sessionId: second }],
  ['a heartbeat for the replaced session finds none', 'heartbeat', first, { notActive: 'unknown' }],
  ['a stop for the replaced session finds none', 'end', first, { notActive: 'unknown' }],
] as const)(
  '%s',
  async (_, act, sessionId, outcome) => {
    const { sessions } = t.store;
    const id = await t.register('ann');
    await sessions.start(id, first);
    const options = sessionId === undefined ? {} : { sessionId };
    let told: Promise<unknown> = Promise.resolve();
    const sql = t.connect();
    await sql.begin(async (other) => {
      await other`DELETE FROM active_sessions WHERE sequential_id = ${id}`;
      await other`INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity)
      VALUES (${id}, ${second}::uuid, ${t.clock.now()}, ${t.clock.now()})`;
      told = act === 'end' ? sessions.end(id, 'stopped', options) : sessions.heartbeat(id, options);
      await untilLockWait(sql);
    });
    expect(await told).toMatchObject(outcome);
  },
  60_000,
);

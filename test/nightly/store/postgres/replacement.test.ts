// A heartbeat or a stop in PostgreSQL that waits for the row of a session that is being replaced: a session is active before and
// after, so the call must find one.
import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import type { SessionStore } from '../../../../src/store/ports/sessions.ts';
import { manualClock } from '../../../harness/clock.ts';
import { postgres } from '../../../harness/engines.ts';
import { untilLockWait } from '../../../harness/lock-waits.ts';
import { openStoreOn } from '../../../harness/store.ts';

const first = '01a1fb57-a392-71cf-b279-000000000001';
const second = '01a1fb57-a392-71cf-b279-000000000002';

type Act = (sessions: SessionStore, id: number) => Promise<unknown>;

/** The outcome of a call during the replacement of the first session by the second in another process. */
async function duringReplacement(act: Act): Promise<unknown> {
  const database = await postgres.create();
  if (!database) throw new Error('there is no PostgreSQL');
  const clock = manualClock();
  const store = await openStoreOn(database.environment, clock);
  const sql = new SQL(database.environment.DATABASE_URL ?? '', { max: 2 });
  try {
    const id = Number(await store.players.register('ann'));
    await store.sessions.start(id, first);
    let told: Promise<unknown> = Promise.resolve();
    await sql.begin(async (other) => {
      await other`DELETE FROM active_sessions WHERE sequential_id = ${id}`;
      await other`INSERT INTO active_sessions (sequential_id, session_id, started_at, last_activity)
        VALUES (${id}, ${second}::uuid, ${clock.now()}, ${clock.now()})`;
      told = act(store.sessions, id);
      await untilLockWait(sql);
    });
    return await told;
  } finally {
    await sql.close();
    await store.close();
    await database.remove();
  }
}

test('a heartbeat goes to the replacing session', async () => {
  expect(await duringReplacement((sessions, id) => sessions.heartbeat(id))).toMatchObject({
    sessionId: second,
  });
}, 60_000);

test('a stop ends the replacing session', async () => {
  expect(await duringReplacement((sessions, id) => sessions.end(id, 'stopped'))).toMatchObject({
    sessionId: second,
  });
}, 60_000);

test('a heartbeat or stop for the replaced session finds none', async () => {
  const beat: Act = (sessions, id) => sessions.heartbeat(id, { sessionId: first });
  expect(await duringReplacement(beat)).toEqual({ notActive: 'unknown' });
  const end: Act = (sessions, id) => sessions.end(id, 'stopped', { sessionId: first });
  expect(await duringReplacement(end)).toEqual({ notActive: 'unknown' });
}, 60_000);

// PostgreSQL: many writers beside a transaction that stays open with events of its own. The feed has no gap and skips nothing, the
// others' events go on, and nobody waits for the open transaction but its own player.
import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { typeNumber } from '../../../../src/store/shared/events.ts';
import { postgres } from '../../../harness/engines.ts';
import { allEvents, readEvents, settledEvents, type TestEvent } from '../../../harness/events.ts';
import { amount } from '../../../harness/nightly.ts';
import { openTestStore } from '../../../harness/store.ts';

const writers = 64;
const openMilliseconds = amount(3_000, 60_000);
const readMilliseconds = 25;
/** The most looks of a reader in a row that find no event of the others: two seconds of a machine that does nothing else. */
const mostEmpty = 2_000 / readMilliseconds;

test(
  `${writers} writers and a transaction that is open for ${openMilliseconds / 1_000} s`,
  async () => {
    const t = await openTestStore(postgres, allEvents);
    const sql = new SQL(t.environment.DATABASE_URL ?? '', { max: 1 });
    const ids = await Promise.all(Array.from({ length: writers }, (_, n) => t.register(`player ${n}`)));
    const stranger = await t.register('stranger');
    let isOver = false;
    let written = 0;
    const write = async (id: number): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        await t.store.metadata.save(id, `{"n":${n}}`);
        written += 1;
        await Bun.sleep(20);
      }
    };
    /** A reader who goes on behind the last event, with the longest row of looks that found none. */
    const heard: TestEvent[] = [];
    let [empty, longest] = [0, 0];
    const read = async (): Promise<void> => {
      while (!isOver) {
        const events = await readEvents(t.store.events, { after: heard.at(-1)?.eventId ?? 0 });
        heard.push(...events);
        empty = events.length > 0 ? 0 : empty + 1;
        longest = Math.max(longest, empty);
        await Bun.sleep(readMilliseconds);
      }
    };
    const changes = () => heard.filter(({ type }) => type === 'metadata.changed').length;
    try {
      await settledEvents(t.store.events, t.environment);
      const connection = await sql.reserve();
      await connection.unsafe('BEGIN');
      await connection.unsafe(`UPDATE metadata SET written_at = 1 WHERE sequential_id = ${stranger}`);
      const insert = () =>
        connection.unsafe(
          `INSERT INTO events (at, type, sequential_id, data) VALUES (1, ${typeNumber('player.erased')}, ${stranger}, '{}')`,
        );
      const working = [...ids.map(write), read()];
      for (let part = 0; part < 10; part += 1) {
        await insert();
        await Bun.sleep(openMilliseconds / 10);
        // The others' events come while the transaction is open. If they waited for it, the test would run out of its time.
        const before = written;
        while (changes() < before) await Bun.sleep(readMilliseconds);
      }
      const strangers = () => heard.filter(({ type }) => type === 'player.erased').length;
      expect(strangers()).toBe(0);
      await connection.unsafe('COMMIT');
      connection.release();
      await Bun.sleep(500);
      isOver = true;
      await Promise.all(working);
      const all = await settledEvents(t.store.events, t.environment);
      heard.push(...(await readEvents(t.store.events, { after: heard.at(-1)?.eventId ?? 0 })));
      expect<readonly TestEvent[]>(heard).toEqual(all);
      expect(all.map(({ eventId }) => eventId)).toEqual(all.map((_, index) => index + 1));
      expect(strangers()).toBe(10);
      expect(all).toHaveLength(writers + 1 + written + 10);
      expect(longest).toBeLessThan(mostEmpty);
      // Nothing is updated for an event, so there is one row for many of them.
      const [runs] = await sql`SELECT count(*)::int AS count FROM event_runs`;
      expect(runs.count).toBeLessThan(all.length / 2);
      for (const id of ids) {
        const versions = all
          .filter((event) => event.sequentialId === id && event.type === 'metadata.changed')
          .map(({ data }) => Number(/-(\d+)"$/.exec(data.etag)?.[1]));
        expect(versions).toEqual(versions.map((_, index) => index + 1));
      }
    } finally {
      isOver = true;
      await sql.close();
      await t.remove();
    }
  },
  openMilliseconds + 180_000,
);

test('a hole of a transaction that was rolled back is given up, and another process takes over', async () => {
  const t = await openTestStore(postgres, allEvents);
  const sql = new SQL(t.environment.DATABASE_URL ?? '', { max: 1 });
  try {
    const ann = await t.register('ann');
    await sql`SELECT nextval('event_ids')`;
    const other = await t.open();
    await t.store.metadata.save(ann, '{"n":1}');
    await settledEvents(t.store.events, t.environment);
    const settled = async () =>
      Number((await sql`SELECT settled FROM event_runs ORDER BY position DESC LIMIT 1`)[0].settled);
    // A transaction of another test on the server may hold this up for as long as it takes.
    for (let n = 2; (await settled()) < 3; n += 1) {
      await t.store.metadata.save(ann, `{"n":${n}}`);
      await Bun.sleep(60);
    }
    const before = await sql`SELECT holder, lease_number FROM event_stamper`;
    // The holder gives its lease back, and the other one goes on behind it.
    await t.store.close();
    await other.metadata.save(ann, '{"other":1}');
    const all = await settledEvents(other.events, t.environment);
    expect(all.map(({ eventId }) => eventId)).toEqual(all.map((_, index) => index + 1));
    const after = await sql`SELECT holder, lease_number FROM event_stamper`;
    expect(Number(after[0].lease_number)).toBeGreaterThan(Number(before[0].lease_number));
    expect(after[0].holder).not.toBe(before[0].holder);
    await t.reopen();
    await other.close();
  } finally {
    await sql.close();
    await t.remove();
  }
}, 180_000);

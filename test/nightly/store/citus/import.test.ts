// An import from another service on Citus: names whose registration was cut off, and a worker that goes while players come in. Without
// `TEST_CITUS_URL` the tests are skipped.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { breakWorker, citusUrl } from '../../../harness/citus.ts';
import { citus } from '../../../harness/engines.ts';
import { arraySource, importPlayers, playerOf } from '../../../harness/imports.ts';
import { openTestStore, type TestStore } from '../../../harness/store.ts';

const names = Array.from({ length: 60 }, (_, n) => `player ${n}`);

describe.skipIf(citusUrl === undefined)('an import from another service on Citus', () => {
  let t: TestStore;
  let sql: SQL;
  beforeEach(async () => {
    t = await openTestStore(citus);
    sql = new SQL(String(t.environment.DATABASE_URL), { max: 1, prepare: false });
  });
  afterEach(async () => {
    await sql.close();
    await t.remove();
  });

  test('finishes a registration that was cut off, and fills the player', async () => {
    const [{ id }] = await sql.unsafe(
      `INSERT INTO players (player_id, sequential_id, registered_at) VALUES ('player 3'::text, 5000, 0)
       RETURNING sequential_id::float8 AS id`,
    );
    const players = names.slice(0, 9).map((name, n) => playerOf(name, { n: String(n) }));
    const { last } = await importPlayers(players, t.environment, t.clock, {
      bounds: { players: 9, records: 100, bytes: 1_000, rest: 0 },
    });
    expect(last).toMatchObject({ complete: true, refused: 0, new: 8, filled: 1 });
    expect(await t.store.players.find('player 3')).toBe(id);
    expect((await t.store.metadata.find(id))?.text).toBe('{"n":3}');
  });

  test('waits for a worker that goes, with nothing half done, and goes on when it is back', async () => {
    const players = names.map((name, n) => playerOf(name, { n: String(n) }, { registeredAt: 1_000 + n }));
    let restoring: Promise<void> | undefined;
    const cut = {
      ...arraySource([]),
      async *read() {
        yield* players.slice(0, 30);
        const { restore } = await breakWorker(String(t.environment.DATABASE_URL));
        restoring = Bun.sleep(1_000).then(restore);
        yield* players.slice(30);
      },
    };
    const clock = Object.assign(Object.create(t.clock) as typeof t.clock, {
      sleep: (milliseconds: number) => Bun.sleep(milliseconds),
    });
    const { last } = await importPlayers(cut, t.environment, t.clock, { clock });
    await restoring;
    expect(last).toMatchObject({ complete: true, read: 60, refused: 0, kept: 0, filled: 0 });
    expect(last.new + last.present).toBe(60);
    const [{ rows }] = await sql.unsafe(`SELECT count(*)::int AS rows FROM metadata WHERE version = 1`);
    const [{ named }] = await sql.unsafe('SELECT count(*)::int AS named FROM players');
    const [{ entries }] = await sql.unsafe('SELECT count(*)::int AS entries FROM audit_entries');
    expect([rows, named, entries]).toEqual([60, 60, 60]);
  }, 120_000);
});

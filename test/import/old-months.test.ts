// Sessions of years ago on PostgreSQL: each month of them gets its partition, also beside a service that ends sessions meanwhile.
import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { newSessionId } from '../../src/lib/ids.ts';
import { postgres } from '../harness/engines.ts';
import { importPlayers, playerOf } from '../harness/imports.ts';
import { openTestStore } from '../harness/store.ts';

const day = 24 * 3_600_000;

test('the sessions of an import are in the partitions of their months', async () => {
  const t = await openTestStore(postgres);
  const sql = new SQL(String(t.environment.DATABASE_URL), { max: 1 });
  try {
    const months = 40;
    const sessions = Array.from({ length: months }, (_, n) => {
      const startedAt = t.clock.now() - (n + 1) * 30.5 * day;
      return { startedAt: Math.floor(startedAt), endedAt: Math.floor(startedAt) + 60_000, context: null };
    });
    const id = await t.register('live');
    let isOver = false;
    let played = 0;
    const play = async () => {
      while (!isOver) {
        await t.store.sessions.start(id, newSessionId(t.clock), {});
        t.clock.advance(10);
        if ((await t.store.sessions.end(id, 'stopped')) !== undefined) played += 1;
      }
    };
    const playing = play();
    const { last } = await importPlayers([playerOf('bob', { a: '1' }, { sessions })], t.environment, t.clock);
    isOver = true;
    await playing;
    expect(last).toMatchObject({ new: 1, sessions: months, partsRefused: 0 });
    expect(played).toBeGreaterThan(0);
    const bob = Number(await t.store.players.find('bob'));
    const rows: { name: string; ended: number }[] = await sql.unsafe(
      'SELECT tableoid::regclass::text AS name, ended_at::float8 AS ended FROM ended_sessions WHERE sequential_id = $1::bigint',
      [bob],
    );
    expect(rows).toHaveLength(months);
    for (const { name, ended } of rows)
      expect(name).toBe(`ended_sessions_${new Date(ended).toISOString().slice(0, 7).replace('-', '_')}`);
  } finally {
    await sql.close();
    await t.remove();
  }
}, 60_000);

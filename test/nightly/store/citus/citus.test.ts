// Promises of the store on Citus alone: statements for one shard, steps that a later call finishes, and workers that are gone.
// Without `TEST_CITUS_URL` the tests are skipped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { newSessionId } from '../../../../src/lib/ids.ts';
import { createPlayers } from '../../../../src/players/players.ts';
import { StoreUnavailable } from '../../../../src/store/ports/errors.ts';
import type { Store } from '../../../../src/store/ports/store.ts';
import type { Shards } from '../../../../src/store/postgres/citus/shards.ts';
import { digest } from '../../../../src/store/postgres/digest.ts';
import { queriesOf } from '../../../../src/store/postgres/executor.ts';
import { breakWorker, citusUrl, shardsOf } from '../../../harness/citus.ts';
import { citus } from '../../../harness/engines.ts';
import { amount } from '../../../harness/nightly.ts';
import { openTestStore, type TestStore } from '../../../harness/store.ts';

describe.skipIf(citusUrl === undefined)('the store on Citus', () => {
  let t: TestStore;
  let sql: SQL;
  let shards: Shards;
  beforeAll(async () => {
    t = await openTestStore(citus);
    sql = new SQL(String(t.environment.DATABASE_URL), { max: 1, prepare: false });
    shards = await shardsOf(queriesOf(sql));
  });
  afterAll(async () => {
    await sql.close();
    await t.remove();
  });

  test('computes the shards of ids and names as Citus does', async () => {
    const ids = [1, 2, 42, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1];
    for (let id = 3; id < 1_000; id += 7) ids.push(id);
    const ofIds = await sql.unsafe(
      `SELECT id::float8, get_shard_id_for_distribution_column('metadata', id)::float8 AS shard FROM unnest($1::bigint[]) AS id`,
      [`{${ids.join(',')}}`],
    );
    expect(ofIds.map((row: { id: number }) => [row.id, shards.ofId(row.id).shardId])).toEqual(
      ofIds.map((row: { id: number; shard: number }) => [row.id, row.shard]),
    );
    const names = [
      'a',
      'alice',
      'twelve bytes',
      'thirteen byte',
      'ünïcode',
      '😀😀😀',
      '\u{10FFFF}',
      'x'.repeat(255),
    ];
    for (let length = 1; length < 60; length += 1) names.push('player-ä'.repeat(8).slice(0, length));
    names.push(...names.map(digest));
    const ofNames = await sql.unsafe(
      `SELECT name, get_shard_id_for_distribution_column('players', name)::float8 AS shard FROM unnest($1::text[]) AS name`,
      [sql.array(names, 'TEXT')],
    );
    expect(ofNames.map((row: { name: string }) => [row.name, shards.ofName(row.name).shardId])).toEqual(
      ofNames.map((row: { name: string; shard: number }) => [row.name, row.shard]),
    );
  });

  describe('a name without a row of metadata', () => {
    /** A registration that was cut off after its first step. */
    const cutOff = async (name: string): Promise<number> => {
      const [row] = await sql.unsafe(
        'INSERT INTO players (player_id, sequential_id, registered_at) VALUES ($1::text, $2::bigint, 0) RETURNING sequential_id::float8 AS id',
        [name, 1_000_000 + Math.floor(Math.random() * 1_000_000)],
      );
      return row.id;
    };

    test('counts as not registered, and the next registration finishes it under its id', async () => {
      const id = await cutOff('half');
      expect(await t.store.players.find('half')).toBeUndefined();
      expect(await t.store.metadata.find(id)).toBeUndefined();
      expect(await t.store.players.register('half')).toBe(id);
      expect(await t.store.players.find('half')).toBe(id);
      expect(await t.store.metadata.find(id)).toMatchObject({ playerId: 'half', version: 0 });
    });

    test('is finished once by concurrent registrations of two processes', async () => {
      const id = await cutOff('raced');
      const other = await t.open();
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 ? other : t.store).players.register('raced')),
      );
      expect(new Set(ids)).toEqual(new Set([id]));
      await other.close();
    });

    test('is finished by the first request of its player, which looks at the name alone', async () => {
      const id = await cutOff('returning');
      expect(await t.store.players.findToAct('returning')).toBe(id);
      const players = createPlayers(t.store, 'auto');
      const read = () =>
        players.withoutRegistration<unknown>('returning', (found) =>
          found === undefined ? 'nobody' : t.store.metadata.find(found),
        );
      expect(await read()).toBe('nobody');
      const saved = await players.withRegistration('returning', (found) =>
        t.store.metadata.save(found, '{}'),
      );
      expect(saved).toMatchObject({ version: 1 });
      expect(await t.store.players.find('returning')).toBe(id);
      expect(await read()).toMatchObject({ playerId: 'returning', version: 1 });
    });

    test('is erased like a player', async () => {
      const id = await cutOff('leaving');
      expect(await t.store.players.erase('leaving')).toBe(true);
      expect(await t.store.players.find('leaving')).toBe('erased');
      expect(await t.store.players.register('leaving')).toBe('erased');
      const names = await sql.unsafe('SELECT FROM players WHERE player_id = $1::text', ['leaving']);
      expect(names).toHaveLength(0);
      const revived = await t.store.players.register('leaving', { revive: true });
      expect(revived).not.toBe(id);
    });
  });

  test('an erasure that was cut off before the name counts, and is finished by a repetition or a revival', async () => {
    for (const finish of ['repeat', 'revive'] as const) {
      const name = `cut-${finish}`;
      const id = await t.register(name);
      await t.store.players.erase(name);
      await sql.unsafe(
        'INSERT INTO players (player_id, sequential_id, registered_at) VALUES ($1::text, $2::bigint, 0)',
        [name, id],
      );
      expect(await t.store.players.find(name)).toBe('erased');
      expect(await t.store.players.register(name)).toBe('erased');
      if (finish === 'repeat') expect(await t.store.players.erase(name)).toBe(false);
      const revived = await t.store.players.register(name, { revive: true });
      expect(revived).not.toBe(id);
      expect(await t.store.players.find(name)).toBe(revived);
    }
  });

  test('an erasure that waits for another one erases nobody, though a revival took the digest away meanwhile', async () => {
    const id = await t.register('revived');
    const watcher = new SQL(String(t.environment.DATABASE_URL), { max: 1, prepare: false });
    const waiting = () =>
      watcher.unsafe(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
        AND pid <> pg_backend_pid() AND query LIKE '%FROM metadata%FOR UPDATE'`);
    let erasing: Promise<boolean> | undefined;
    await sql.begin(async (transaction) => {
      await transaction.unsafe('DELETE FROM metadata WHERE sequential_id = $1::bigint', [id]);
      erasing = t.store.players.erase(id);
      while ((await waiting()).length === 0) await Bun.sleep(5);
      await transaction.unsafe('DELETE FROM players WHERE player_id = $1::text', ['revived']);
    });
    expect(await erasing).toBe(false);
    await watcher.close();
    expect(await t.store.players.find('revived')).toBeUndefined();
    expect(await t.store.players.register('revived')).not.toBe(id);
  });

  describe('while a worker is gone', () => {
    test('registrations of two processes that are cut off leave no second id, and are finished afterwards', async () => {
      const url = String(t.environment.DATABASE_URL);
      const stores = [t.store, await t.open()];
      const acknowledged = new Map<string, number>();
      const refusals: unknown[] = [];
      let isOn = true;
      let next = 0;
      /** Both processes meet each name, some of them at the same time. */
      const meet = async (name: string) => {
        const outcomes = await Promise.allSettled(stores.map(({ players }) => players.findOrRegister(name)));
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') refusals.push(outcome.reason);
          else if (acknowledged.has(name)) expect(outcome.value).toBe(Number(acknowledged.get(name)));
          else acknowledged.set(name, Number(outcome.value));
        }
      };
      const meeting = Array.from({ length: 24 }, async () => {
        while (isOn) {
          next += 1;
          await meet(`cut ${next}`);
        }
      });
      for (let cut = 0; cut < amount(3, 30); cut += 1) {
        await Bun.sleep(100);
        const { restore } = await breakWorker(url);
        await Bun.sleep(100);
        await restore();
      }
      await Bun.sleep(300);
      isOn = false;
      await Promise.all(meeting);
      expect(acknowledged.size).toBeGreaterThan(0);
      expect(refusals.length).toBeGreaterThan(0);
      expect(refusals.filter((error) => !(error instanceof StoreUnavailable))).toEqual([]);
      const names = Array.from({ length: next }, (_, n) => `cut ${n + 1}`);
      const ids = await Promise.all(names.map((name) => t.store.players.register(name)));
      for (const [index, name] of names.entries())
        expect([name, acknowledged.get(name) ?? ids[index]]).toEqual([name, ids[index]]);
      expect(new Set(ids).size).toBe(ids.length);
      const rows = await sql.unsafe(
        `SELECT player_id AS name, sequential_id::float8 AS id FROM metadata WHERE player_id LIKE 'cut %'`,
      );
      expect(rows).toHaveLength(ids.length);
      const byName = new Map(rows.map((row: { name: string; id: number }) => [row.name, row.id]));
      expect(names.map((name) => byName.get(name))).toEqual(ids as number[]);
      const prepared = await sql.unsafe(
        `SELECT result FROM run_command_on_all_nodes('SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()')`,
      );
      expect(prepared.map(({ result }: { result: string }) => result)).toEqual(prepared.map(() => '0'));
      await stores[1]?.close();
    }, 120_000);

    test('the players of the other worker are served, those of the worker are refused, and return with it', async () => {
      const players = new Map<number, number>();
      for (let n = 0; n < 24; n += 1) players.set(await t.register(`player ${n}`), n);
      const ids = [...players.keys()];
      for (const id of ids) {
        await t.store.metadata.save(id, '{"n":0}');
        await t.store.sessions.start(id, newSessionId(t.clock));
      }
      const { nodeOf, restore } = await breakWorker(String(t.environment.DATABASE_URL));
      const isGone = (id: number) => nodeOf(shards.ofId(id).shardId) === 'gone';
      expect(ids.some(isGone)).toBe(true);
      expect(ids.every(isGone)).toBe(false);
      const outcome = (work: Promise<unknown>) =>
        work.then(
          (value) => (value === undefined ? 'undefined' : 'served'),
          (error) => (error instanceof StoreUnavailable ? 'unavailable' : error),
        );
      const calls: readonly ((store: Store, id: number) => Promise<unknown>)[] = [
        ({ metadata }, id) => metadata.find(id),
        ({ metadata }, id) => metadata.save(id, '{"n":1}'),
        ({ metadata }, id) =>
          metadata.edit(id, () => ({ answer: 1, text: '{"n":2}' }), { keepReplaced: true }),
        ({ metadata }, id) =>
          metadata.edit(id, () => ({ answer: 1, text: '{"n":3}' }), {
            idempotencyKey: { key: String(id), fingerprint: 'f' },
          }),
        ({ sessions }, id) => sessions.find(id),
        ({ sessions }, id) => sessions.heartbeat(id),
        ({ sessions }, id) => sessions.end(id, 'stopped'),
        ({ sessions }, id) => sessions.start(id, newSessionId(t.clock)),
        ({ sessions }, id) => sessions.start(id, newSessionId(t.clock), { onActive: 'replace' }),
        ({ versions }, id) => versions.list(id),
        ({ suspensions }, id) => suspensions.find(id).then(() => 1),
      ];
      for (const call of calls) {
        const outcomes = await Promise.all(ids.map((id) => outcome(call(t.store, id))));
        expect(outcomes).toEqual(ids.map((id) => (isGone(id) ? 'unavailable' : 'served')));
      }
      await t.store.ping();
      expect(await t.store.findWriteProblem()).toBeUndefined();
      // A registration needs the shards of the name and of the new id.
      const names = Array.from({ length: 24 }, (_, n) => `newcomer ${n}`);
      const registered = await Promise.all(
        names.map((name) => t.store.players.register(name).catch((error) => error)),
      );
      const served = registered.filter((id): id is number => typeof id === 'number');
      expect(served.length).toBeGreaterThan(0);
      expect(served.some(isGone)).toBe(false);
      for (const [index, id] of registered.entries()) {
        const name = String(names[index]);
        const isThere = nodeOf(shards.ofName(name).shardId) === 'there';
        if (typeof id === 'number') expect([name, isThere]).toEqual([name, true]);
        else expect(id).toBeInstanceOf(StoreUnavailable);
      }
      await restore();
      for (const name of names) expect(typeof (await t.store.players.register(name))).toBe('number');
      for (const call of calls.slice(0, 6)) {
        const outcomes = await Promise.all(ids.map((id) => outcome(call(t.store, id))));
        expect(outcomes.filter((each) => each !== 'served' && each !== 'unavailable')).toEqual([]);
      }
      const last = await Promise.all(ids.map((id) => outcome(t.store.metadata.find(id))));
      expect(last.every((each) => each === 'served')).toBe(true);
    }, 60_000);
  });
});

// The promises of the doctor on every engine: a sound database has no finding, each kind of damage has one, and rows that change
// meanwhile have none. So it is with index entries and events.
import { beforeEach, expect, test } from 'bun:test';
import { tablesOfPlayers } from '../../../src/store/shared/doctor-reads.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { examine } from '../../harness/doctor.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { allEvents, settledEvents } from '../../harness/events.ts';
import { moveRows } from '../../harness/raw-database.ts';
import { author, buildIndexes, day, signal } from './shared.ts';

const marker = 'a value that no finding may quote';
const stateOf = (n: number): string => JSON.stringify({ level: n, marker, same: 'the same '.repeat(100) });

describeStores('the doctor', { environment: { METADATA_HISTORY_INTERVAL_SECONDS: '0' } }, (t, engine) => {
  let ann: number;
  let bob: number;

  /** A write of a server with its entry. */
  const grant = (id: number, n: number) =>
    t.store.metadata.edit(id, () => ({ answer: 0, text: stateOf(n) }), {
      by: 'server',
      audited: { author, action: 'metadata.set' },
      idempotencyKey: { key: `grant ${n}`, fingerprint: 'f', owner: 'server' },
    });

  beforeEach(async () => {
    ann = await t.register('ann');
    bob = await t.register('bob');
    for (let n = 1; n <= 4; n += 1) {
      t.clock.advance(1_000);
      await t.store.metadata.save(ann, stateOf(n));
      await grant(ann, 10 + n);
    }
    await t.store.metadata.edit(bob, () => ({ answer: 0, text: null }), {
      idempotencyKey: { key: 'k', fingerprint: 'f' },
    });
    await t.store.sessions.start(ann, Bun.randomUUIDv7());
    await t.store.sessions.start(bob, Bun.randomUUIDv7());
    await t.store.sessions.end(bob, 'stopped');
    await t.store.audit.record({ author, action: 'player.export' }, ann);
    await t.store.audit.record({ author, action: 'key.create' }, null);
  });

  const bytes = (hex: string) => (engine.name !== 'sqlite' ? `'\\x${hex}'::bytea` : `x'${hex}'`);
  const look = () => examine(t.environment, t.clock);
  const findingsAfter = async (...statements: string[]): Promise<readonly string[]> => {
    for (const statement of statements) await t.run(statement);
    const { findings } = await look();
    expect(findings.join()).not.toContain('a value');
    return findings;
  };

  test('finds nothing wrong with what the store wrote, erasures included', async () => {
    expect(await look()).toEqual({ players: 2, toBeMended: 0, findings: [] });
    await grant(bob, 1);
    await t.store.players.erase('ann');
    expect(await look()).toEqual({ players: 1, toBeMended: 0, findings: [] });
  });

  test('finds nothing wrong in an empty database, and in one of many players', async () => {
    for (const name of ['ann', 'bob']) await t.store.players.erase(name);
    await t.run('DELETE FROM audit_entries');
    expect(await look()).toEqual({ players: 0, toBeMended: 0, findings: [] });
    const ids = await Promise.all(Array.from({ length: 450 }, (_, n) => t.register(`player ${n}`)));
    await Promise.all(ids.map((id) => t.store.metadata.save(id, stateOf(id))));
    expect(await look()).toEqual({ players: 450, toBeMended: 0, findings: [] });
    await t.run(`UPDATE metadata SET text = '[]' WHERE sequential_id IN (${ids[0]}, ${ids[449]})`);
    expect((await look()).findings).toHaveLength(2);
  });

  test('finds players without metadata, and metadata without a player', async () => {
    expect(await findingsAfter(`DELETE FROM players WHERE sequential_id = ${bob}`)).toEqual([
      `metadata ${bob}: there is no player with this number`,
    ]);
    expect(
      await findingsAfter(
        `DELETE FROM metadata_versions WHERE sequential_id = ${ann}`,
        `DELETE FROM active_sessions WHERE sequential_id = ${ann}`,
        `DELETE FROM idempotency_keys WHERE sequential_id = ${ann}`,
        `DELETE FROM server_idempotency_keys WHERE sequential_id = ${ann}`,
        `DELETE FROM metadata WHERE sequential_id = ${ann}`,
      ),
    ).toEqual([
      `metadata ${bob}: there is no player with this number`,
      // On Citus the next contact of the player finishes such a registration.
      ...(engine.name === 'citus' ? [] : [`players ${ann}: the player has no metadata`]),
    ]);
  });

  test('finds rows of players who do not exist, but for ended sessions and the audit', async () => {
    const move = (table: string, to: number, where: string) => moveRows(engine, table, to, where);
    expect(await findingsAfter(...move('idempotency_keys', 99, `sequential_id = ${bob}`))).toEqual([
      'idempotency_keys 99: there is no such player',
    ]);
    const found = await findingsAfter(
      ...move('active_sessions', 98, `sequential_id = ${ann}`),
      ...move('server_idempotency_keys', 98, `sequential_id = ${ann}`),
      `DELETE FROM metadata_versions WHERE sequential_id = ${ann} AND version <> 7`,
      ...move('metadata_versions', 97, 'true'),
      `INSERT INTO metadata_index_entries (sequential_id, index_id, value) VALUES (96, 1, NULL), (-5, 1, NULL)`,
      ...move('ended_sessions', 95, 'true'),
      ...move('audit_entries', 95, `action = 'player.export'`),
    );
    expect(found.toSorted()).toEqual(
      [
        'active_sessions 98: there is no such player',
        'idempotency_keys 99: there is no such player',
        'metadata_index_entries -5: there is no such player',
        'metadata_index_entries 96: there is no such player',
        'metadata_versions 97: there is no such player',
        'server_idempotency_keys 98: there is no such player',
      ].toSorted(),
    );
  });

  test('looks into every table that has rows of players', async () => {
    const columns =
      engine.name !== 'sqlite'
        ? `SELECT table_name AS name FROM information_schema.columns
           WHERE table_schema = 'public' AND column_name = 'sequential_id' AND table_name !~ '^ended_sessions_'`
        : `SELECT tables.name FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
           WHERE tables.type = 'table' AND columns.name = 'sequential_id'`;
    // Ended sessions, the audit, events, the log of webhooks and the active days of statistics stay after an erasure.
    const names = (await t.run(columns))
      .map(({ name }) => String(name))
      .filter((name) => !/^(?:events?|webhook)_?/.test(name));
    const others = ['players', 'metadata', 'ended_sessions', 'audit_entries', 'statistics_players'];
    expect(names.toSorted()).toEqual([...tablesOfPlayers, ...others].toSorted());
  });

  test('finds a second active session', async () => {
    const copy = 'SELECT * FROM active_sessions';
    const loosen =
      engine.name !== 'sqlite'
        ? ['ALTER TABLE active_sessions DROP CONSTRAINT active_sessions_pkey']
        : [
            `CREATE TABLE loose AS ${copy}`,
            'DROP TABLE active_sessions',
            'ALTER TABLE loose RENAME TO active_sessions',
          ];
    expect(await findingsAfter(...loosen, `INSERT INTO active_sessions ${copy}`)).toEqual([
      `active_sessions ${ann}: there is more than one active session`,
    ]);
  });

  test.each(['[1]', '{"a":01}', ' {}', ''])('finds metadata whose text is %p', async (text) => {
    expect(await findingsAfter(`UPDATE metadata SET text = '${text}' WHERE sequential_id = ${ann}`)).toEqual([
      `metadata ${ann}: the text is not the text of a JSON object nested at most 1024 deep`,
    ]);
  });

  test('finds metadata that is too long', async () => {
    const repeat = engine.name !== 'sqlite' ? `repeat('x', 16777216)` : `printf('%.16777216c', 'x')`;
    expect(
      await findingsAfter(
        `UPDATE metadata SET text = '{"a":"' || ${repeat} || '"}' WHERE sequential_id = ${ann}`,
      ),
    ).toEqual([`metadata ${ann}: the text takes more than 16777216 bytes`]);
  }, 60_000);

  test('finds kept versions that cannot be read', async () => {
    const put = (version: number, content: string) =>
      `UPDATE metadata_versions SET content = ${content} WHERE sequential_id = ${ann} AND version = ${version}`;
    expect(await findingsAfter(put(1, bytes('0203')))).toEqual([
      `metadata_versions ${ann}: version 1 cannot be decoded`,
    ]);
    expect(await findingsAfter(put(1, bytes('007b7d')))).toEqual([
      `metadata_versions ${ann}: version 1 has 2 bytes where its row says ${stateOf(1).length}`,
    ]);
    const size = `UPDATE metadata_versions SET size_bytes = 2 WHERE sequential_id = ${ann} AND version = 1`;
    expect(await findingsAfter(put(1, bytes('005b5d')), size)).toEqual([
      `metadata_versions ${ann}: version 1 is not the text of a JSON object nested at most 1024 deep`,
    ]);
    expect(await findingsAfter(put(1, bytes('00fffe')))).toEqual([
      `metadata_versions ${ann}: version 1 is not UTF-8`,
    ]);
    expect(
      await findingsAfter(
        put(1, bytes('007b7d')),
        `DELETE FROM metadata_versions WHERE sequential_id = ${ann} AND version = 5`,
      ),
    ).toEqual([
      `metadata_versions ${ann}: version 4 cannot be read: its base, version 5, is not the next newer one`,
      `metadata_versions ${ann}: version 3 cannot be read, since its base, version 4, cannot`,
      `metadata_versions ${ann}: version 2 cannot be read, since its base, version 3, cannot`,
      `metadata_versions ${ann}: version 1 cannot be read, since its base, version 2, cannot`,
    ]);
  });

  test('finds a kept version that is not older than the metadata', async () => {
    expect(await findingsAfter(`UPDATE metadata SET version = 7 WHERE sequential_id = ${ann}`)).toEqual([
      `metadata_versions ${ann}: version 7 is not older than the metadata`,
      expect.stringMatching(
        new RegExp(
          `^audit_entries ${ann}: the entry [-0-9a-f]{36} tells of version 8, and the metadata is at version 7$`,
        ),
      ),
      `metadata ${ann}: version 7 was written by a server, and no entry of the audit tells of it`,
    ]);
  });

  test('finds writes of a server without an entry, within the days that entries are kept', async () => {
    const missing = (table: string, version: number) =>
      `${table} ${ann}: version ${version} was written by a server, and no entry of the audit tells of it`;
    await t.run(`DELETE FROM audit_entries WHERE detail LIKE '{"version":8%'`);
    expect((await look()).findings).toEqual([missing('metadata', 8)]);
    for (const step of moveRows(engine, 'audit_entries', bob, `detail LIKE '{"version":4%'`))
      await t.run(step);
    expect((await look()).findings.toSorted()).toEqual([
      expect.stringContaining(`audit_entries ${bob}: the entry`),
      missing('metadata', 8),
      missing('metadata_versions', 4),
    ] as string[]);
    t.clock.advance(400 * day + 1);
    expect((await look()).findings).toHaveLength(1);
  });

  test('finds entries of the audit that are no facts', async () => {
    expect(
      await findingsAfter(
        `UPDATE audit_entries SET detail = 'x' WHERE action = 'player.export' OR action = 'key.create'`,
      ),
    ).toEqual([
      expect.stringMatching(/^audit_entries 0: the detail of the entry [-0-9a-f]{36} is no JSON object$/),
      expect.stringMatching(
        new RegExp(`^audit_entries ${ann}: the detail of the entry [-0-9a-f]{36} is no JSON object$`),
      ),
    ]);
  });

  test('finds nothing wrong while players and servers write, register and leave', async () => {
    await t.store.indexes.declare([{ pointer: '/level', type: 'number' }]);
    await buildIndexes(t);
    let isOver = false;
    const play = async (name: string): Promise<void> => {
      for (let n = 1; !isOver; n += 1) {
        const id = await t.register(`${name} ${n}`);
        await t.store.metadata.save(id, stateOf(n));
        for (let more = 1; more < 6; more += 1) await grant(id, more);
        await t.store.sessions.start(id, Bun.randomUUIDv7());
        if (n > 3) await t.store.players.erase(`${name} ${n - 3}`);
      }
    };
    const playing = ['carl', 'dora', 'emil'].map(play);
    for (let round = 0; round < 15; round += 1) {
      expect((await look()).findings).toEqual([]);
    }
    isOver = true;
    await Promise.all(playing);
    expect((await look()).findings).toEqual([]);
  }, 60_000);
});

describeStores('the doctor of index entries', {}, (t, engine) => {
  let ann: number;
  let bob: number;
  beforeEach(async () => {
    ann = await t.register('ann');
    bob = await t.register('bob');
    await t.store.metadata.save(ann, '{"level":1,"marker":"a value"}');
    await t.store.metadata.edit(bob, () => ({ answer: 0, text: null }));
  });

  const bytes = (hex: string) => (engine.name !== 'sqlite' ? `'\\x${hex}'::bytea` : `x'${hex}'`);
  const look = () => examine(t.environment, t.clock);
  const findingsAfter = async (...statements: string[]): Promise<readonly string[]> => {
    for (const statement of statements) await t.run(statement);
    return (await look()).findings;
  };
  const indexes = [
    { pointer: '/level', type: 'number' },
    { pointer: '/marker', type: 'string' },
  ] as const;
  const change = (id: number, to: string) =>
    `${to} WHERE sequential_id = ${id} AND index_id = (SELECT index_id FROM metadata_indexes WHERE pointer = '/level')`;
  const set = (id: number, value: string) => change(id, `UPDATE metadata_index_entries SET value = ${value}`);
  const finding = (id: number, problem = 'differs from the metadata', index = '"/level" (number)') =>
    `metadata_index_entries ${id}: the entry of the index on ${index} ${problem}`;

  test('counts players without entries once the index is whole, and none while it is built', async () => {
    const expectToBeMended = async (toBeMended: number) =>
      expect(await look()).toEqual({ players: 2, toBeMended, findings: [] });
    await t.store.indexes.declare(indexes);
    await expectToBeMended(0);
    await buildIndexes(t);
    await expectToBeMended(0);
    // As a process of an earlier version writes.
    await t.run(
      `UPDATE metadata SET version = version + 1, text = '{"level":5}' WHERE sequential_id = ${bob}`,
    );
    await expectToBeMended(1);
    await t.store.indexes.mend(signal);
    await expectToBeMended(0);
    await t.store.indexes.drop('/level');
    await expectToBeMended(0);
  });

  test('finds entries that are missing or differ from the metadata', async () => {
    await t.store.indexes.declare(indexes);
    await buildIndexes(t);
    const other = bytes('c014000000000000');
    for (const value of [other, 'NULL']) expect(await findingsAfter(set(ann, value))).toEqual([finding(ann)]);
    expect(await findingsAfter(change(ann, 'DELETE FROM metadata_index_entries'))).toEqual([
      finding(ann, 'is missing'),
    ]);
    await t.run(`UPDATE metadata SET indexed_version = 0 WHERE sequential_id = ${ann}`);
    await t.store.indexes.mend(signal);
    expect(await findingsAfter(set(bob, other))).toEqual([finding(bob)]);
    const carl = await t.register('carl');
    const found = await findingsAfter(
      `UPDATE metadata SET text = '{"marker":"another value"}' WHERE sequential_id = ${ann}`,
      `INSERT INTO metadata_index_entries (sequential_id, index_id, value)
       SELECT ${carl}, index_id, ${other} FROM metadata_indexes WHERE pointer = '/level'`,
    );
    const marker = finding(ann, 'differs from the metadata', '"/marker" (string)');
    expect(found.toSorted()).toEqual([finding(ann), marker, finding(bob), finding(carl)].toSorted());
  });
});

describeStores(
  'the doctor of events',
  { engines: [sqlite, postgres], environment: allEvents },
  (t, engine) => {
    const findings = async () => (await examine(t.environment, t.clock)).findings;

    test('names players who are gone and whose events keep personal facts', async () => {
      const ann = await t.register('ann');
      await t.store.sessions.start(ann, Bun.randomUUIDv7(), { context: '{"a":1}' });
      await t.store.players.erase('ann');
      await settledEvents(t.store.events, t.environment);
      expect(await findings()).toEqual([]);
      // An earlier version erased the player.
      await t.run('DELETE FROM event_erasures');
      expect((await findings()).join()).toContain(
        'an event has personal facts of a player who does not exist',
      );
    });

    test.if(engine === postgres)('tells of events that wait for their places', async () => {
      await t.register('ann');
      await settledEvents(t.store.events, t.environment);
      await t.store.close();
      const other = `INSERT INTO events (at, type, sequential_id, data) VALUES (${t.clock.now()}, 0, 1, '{}')`;
      await t.run(other);
      expect(await findings()).toEqual([]);
      t.clock.advance(120_000);
      expect((await findings()).join()).toContain('events have no place in the feed');
      await t.reopen();
      await settledEvents(t.store.events, t.environment);
      expect(await findings()).toEqual([]);
    });
  },
);

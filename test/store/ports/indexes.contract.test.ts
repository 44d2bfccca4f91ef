// The promises of every engine about indexes on metadata: an entry is committed with the metadata that it is of, whoever writes,
// and an index is whole only once each player has an entry.
import { beforeEach, expect, test } from 'bun:test';
import type { DeclaredIndex, IndexDeclaration } from '../../../src/store/ports/indexes.ts';
import { players } from '../../../src/store/ports/rows/players.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import type { PlayerRecord } from '../../../src/store/ports/transfer.ts';
import { encodeIndexValue } from '../../../src/store/shared/index-values.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { buildIndexes, signal } from './shared.ts';

const level: IndexDeclaration = { pointer: '/level', type: 'number' };
const clan: IndexDeclaration = { pointer: '/clan', type: 'string' };
/** Longer than the lease of every process. */
const known = 120_000;
const hex = (value: unknown): string | null =>
  value === null ? null : Buffer.from(value as Uint8Array).toString('hex');

describeStores('indexes', {}, (t) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  const save = (sequentialId: number, text: string, store = t.store) =>
    store.metadata.save(sequentialId, text);
  const edit = (sequentialId: number, text: string | null, options = {}, store = t.store) =>
    store.metadata.edit(sequentialId, () => ({ answer: null, text }), options);

  async function declare(...indexes: IndexDeclaration[]): Promise<void> {
    expect(await t.store.indexes.declare(indexes)).toEqual(indexes);
  }

  const build = (store?: Store) => buildIndexes(t, store);
  const mend = () => t.store.indexes.mend(signal);

  /** The entries of all players, as `pointer: bytes`. */
  async function entries(sequentialId = id): Promise<Record<string, string | null>> {
    const indexes = await t.store.indexes.list();
    const rows = await t.run(
      `SELECT index_id, value FROM metadata_index_entries WHERE sequential_id = ${sequentialId} ORDER BY index_id`,
    );
    return Object.fromEntries(
      rows.map(({ index_id, value }) => {
        const found = indexes.find(({ indexId }) => indexId === Number(index_id));
        return [found ? `${found.pointer} ${found.type}` : `dropped ${index_id}`, hex(value)];
      }),
    );
  }

  /** The entries that a text has to have. */
  const of = (levelText: string | null, clanText: string | null) => ({
    '/level number': levelText === null ? null : hex(encodeIndexValue('number', levelText)),
    '/clan string': clanText === null ? null : hex(encodeIndexValue('string', clanText)),
  });

  const states = async () =>
    (await t.store.indexes.list()).map(({ pointer, isWhole }: DeclaredIndex) => [pointer, isWhole]);

  test('entries follow each kind of write', async () => {
    await declare(level, clan);
    const steps: readonly [write: () => Promise<unknown>, level: string | null, clan: string | null][] = [
      [() => save(id, '{"level":1,"clan":"a"}'), '1', '"a"'],
      [() => save(id, '{"level":2,"clan":"a"}'), '2', '"a"'],
      [() => save(id, '{"clan":7}'), null, null],
      [() => edit(id, '{"level":-3.5,"clan":"b"}'), '-3.5', '"b"'],
      [() => save(id, '{"level":-3.5,"clan":"c"}'), '-3.5', '"c"'],
      [() => edit(id, '{"level":4}', { by: 'server' }), '4', null],
      [() => edit(id, '{"level":5}', { idempotencyKey: { key: 'k', fingerprint: 'f' } }), '5', null],
      [() => edit(id, null), null, null],
    ];
    for (const [write, ...expected] of steps) {
      await write();
      expect(await entries()).toEqual(of(...expected));
    }
  });

  test('concurrent saves leave the entry of the state that is stored', async () => {
    await declare(level);
    const other = await t.open();
    const ids = [id, await t.register('bob'), await t.register('cid')];
    for (let round = 0; round < 20; round += 1) {
      // The same few values come again and again, so that a stale entry would look right to some save.
      await Promise.all(
        ids.flatMap((each) =>
          [0, 1, 2, 0].flatMap((n, at) => {
            const store = at % 2 === 0 ? t.store : other;
            return [
              save(each, `{"level":${n}}`, store),
              edit(each, n === 1 ? null : `{"level":${n}}`, {}, store),
            ];
          }),
        ),
      );
      for (const each of ids) {
        const stored = (await t.store.metadata.find(each))?.text;
        const value = stored === undefined ? null : encodeIndexValue('number', `${JSON.parse(stored).level}`);
        expect(await entries(each)).toEqual({ '/level number': hex(value) });
      }
    }
    await other.close();
  }, 60_000);

  test('every process keeps up the indexes that another one declared', async () => {
    const other = await t.open();
    await save(id, '{"level":1,"clan":"a"}', other);
    await declare(level);
    expect(await other.indexes.declare([clan])).toEqual([clan]);
    t.clock.advance(known);
    await save(id, '{"level":2,"clan":"b"}', other);
    expect(await entries()).toEqual(of('2', '"b"'));
    await save(id, '{"level":3,"clan":"c"}');
    expect(await entries()).toEqual(of('3', '"c"'));
    await other.close();
  });

  test('a new index is built for what is stored, and is whole only then', async () => {
    const more = await Promise.all(['bob', 'cid', 'dan'].map(t.register));
    for (const [index, each] of [id, ...more].entries()) await save(each, `{"level":${index}}`);
    await declare(level);
    expect(await states()).toEqual([['/level', false]]);
    expect(await t.store.indexes.find('/level')).toMatchObject([{ type: 'number', isWhole: false }]);
    await build();
    expect(await states()).toEqual([['/level', true]]);
    for (const [index, each] of [id, ...more].entries()) {
      expect(await entries(each)).toEqual({ '/level number': hex(encodeIndexValue('number', `${index}`)) });
    }
    await declare(clan);
    expect(await states()).toEqual([
      ['/level', true],
      ['/clan', false],
    ]);
    await build();
    expect(await states()).toEqual([
      ['/level', true],
      ['/clan', true],
    ]);
    expect(await entries()).toEqual(of('0', null));
    expect(await t.store.indexes.find('/other')).toEqual([]);
  });

  test('a build that was ended goes on from its position', async () => {
    const text = JSON.stringify({ level: 7, fill: 'x'.repeat(300_000) });
    const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => t.register(`p${n}`)));
    for (const each of ids) await save(each, text);
    await declare(level);
    t.clock.advance(known);
    const stopping = new AbortController();
    const progress: number[] = [];
    await t.store.indexes.build(stopping.signal, ([index]) => {
      progress.push(index?.progress ?? 0);
      stopping.abort();
    });
    expect(progress).toHaveLength(1);
    const [early] = await t.store.indexes.list();
    expect(early).toMatchObject({ isWhole: false, progress: progress[0] });
    expect(progress[0]).toBeGreaterThan(0);
    expect(progress[0]).toBeLessThan(1);
    const other = await t.open();
    await build(other);
    await other.close();
    expect(await states()).toEqual([['/level', true]]);
    for (const each of ids) expect(Object.keys(await entries(each))).toEqual(['/level number']);
  }, 60_000);

  test('metadata that a process without indexes wrote is mended', async () => {
    await declare(level, clan);
    await save(id, '{"level":1,"clan":"a"}');
    await build();
    // The statement of a process from before there were indexes.
    await t.run(
      `UPDATE metadata SET text = '{"level":2}', version = version + 1 WHERE sequential_id = ${id}`,
    );
    expect(await entries()).toEqual(of('1', '"a"'));
    expect(await mend()).toEqual({ mended: 1, deleted: 0 });
    expect(await entries()).toEqual(of('2', null));
    expect(await mend()).toEqual({ mended: 0, deleted: 0 });
    await t.run(
      `UPDATE metadata SET text = '{"level":3}', version = version + 1 WHERE sequential_id = ${id}`,
    );
    await save(id, '{"level":4}');
    expect(await entries()).toEqual(of('4', null));
    expect(await mend()).toEqual({ mended: 0, deleted: 0 });
  });

  test('a dropped index loses its entries, and one that is declared anew is built anew', async () => {
    await declare(level, clan);
    await save(id, '{"level":1,"clan":"a"}');
    await build();
    const [before] = await t.store.indexes.find('/level');
    expect(await t.store.indexes.drop('/level', 'string')).toEqual([]);
    expect(await t.store.indexes.drop('/level')).toEqual([level]);
    expect(await t.store.indexes.find('/level')).toEqual([]);
    expect(await mend()).toEqual({ mended: 0, deleted: 1 });
    expect(await entries()).toEqual({ '/clan string': hex(encodeIndexValue('string', '"a"')) });
    await save(id, '{"level":2,"clan":"b"}');
    expect(await entries()).toEqual({ '/clan string': hex(encodeIndexValue('string', '"b"')) });
    await declare(level);
    const [after] = await t.store.indexes.find('/level');
    expect(after?.indexId).toBeGreaterThan(before?.indexId ?? 0);
    expect(after?.isWhole).toBe(false);
    await build();
    expect(await entries()).toEqual(of('2', '"b"'));
  });

  test('an index that no process declares for an hour is dropped', async () => {
    await declare(level, clan);
    t.clock.advance(1_800_000);
    expect(await t.store.indexes.declare([clan])).toEqual([]);
    t.clock.advance(1_800_001);
    expect(await t.store.indexes.dropUndeclared()).toEqual([level]);
    expect((await t.store.indexes.list()).map(({ pointer }) => pointer)).toEqual(['/clan']);
    expect(await t.store.indexes.dropUndeclared()).toEqual([]);
  });

  test('the database has a bound on indexes', async () => {
    const many = (start: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ pointer: `/p${start + n}`, type: 'number' }) as const);
    await t.store.indexes.declare(many(0, 16));
    await t.store.indexes.declare(many(16, 16));
    expect(await t.store.indexes.declare(many(31, 2))).toBe('too-many');
    expect(await t.store.indexes.list()).toHaveLength(32);
    expect(await t.store.indexes.declare(many(31, 1))).toEqual([]);
  });

  test('an erasure leaves no entry', async () => {
    await declare(level);
    await save(id, '{"level":1}');
    await t.store.players.erase('ann');
    expect(await t.run('SELECT * FROM metadata_index_entries')).toEqual([]);
  });
});

describeStores('an import beside indexes', { environment: { METADATA_HISTORY_DAYS: '0' } }, (t) => {
  // Without versions every save is a plain one, which goes by the marks of the row.
  const importPlayers = async (...records: PlayerRecord[]) => (await t.transfer()).importRecords(records);
  const record = (sequentialId: number, metadataText: string | null, metadataVersion: number) =>
    players.record.parse({
      type: 'player',
      playerId: `player ${sequentialId}`,
      sequentialId,
      registeredAt: 1,
      metadataVersion,
      metadataText,
      writtenAt: 2,
    });
  const entries = async (id?: number) =>
    (await t.run('SELECT * FROM metadata_index_entries ORDER BY sequential_id, index_id'))
      .filter(({ sequential_id }) => id === undefined || Number(sequential_id) === id)
      .map(({ sequential_id, value }) => [Number(sequential_id), hex(value)]);
  const bytesOf = (type: 'number' | 'string', text: string) => hex(encodeIndexValue(type, text));

  test('makes the entries of each imported state, and leaves nothing to mend', async () => {
    await t.store.indexes.declare([level, clan]);
    await buildIndexes(t);
    await importPlayers(
      record(1, '{"level":7,"clan":"a"}', 3),
      record(2, '{"clan":1}', 1),
      record(3, null, 4),
      record(4, null, 0),
    );
    expect(await entries()).toEqual([
      [1, bytesOf('number', '7')],
      [1, bytesOf('string', '"a"')],
      ...[2, 2, 3, 3].map((id) => [id, null]),
    ]);
    expect(await t.store.indexes.find('/level')).toMatchObject([{ isWhole: true }]);
    expect(await t.store.indexes.mend(signal)).toEqual({ mended: 0, deleted: 0 });
    for (const id of [4, 1]) {
      await t.store.metadata.save(id, '{"level":8}');
      expect(await entries(id)).toEqual([
        [id, bytesOf('number', '8')],
        [id, null],
      ]);
    }
  });

  test('that finds a player leaves the state and its entries, and the build covers what came before it', async () => {
    await importPlayers(record(1, '{"level":7}', 3), record(2, null, 0));
    await t.store.indexes.declare([level]);
    expect(await t.store.indexes.find('/level')).toMatchObject([{ isWhole: false }]);
    await buildIndexes(t);
    expect(await entries()).toEqual([[1, bytesOf('number', '7')]]);
    expect(await t.store.indexes.find('/level')).toMatchObject([{ isWhole: true }]);
    await t.store.metadata.save(1, '{"level":9}');
    await importPlayers(record(1, '{"level":7}', 3));
    expect(await entries()).toEqual([[1, bytesOf('number', '9')]]);
  });
});

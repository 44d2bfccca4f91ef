// The promise of every engine about an import beside declared indexes: an index that is whole stays whole, since the entries of
// imported players are committed with them.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { openTransfer } from '../../../src/app.ts';
import { createLog } from '../../../src/lib/log.ts';
import { players } from '../../../src/store/ports/rows/players.ts';
import type { PlayerRecord } from '../../../src/store/ports/transfer.ts';
import { encodeIndexValue } from '../../../src/store/shared/index-values.ts';
import { allEngines } from '../../harness/engines.ts';
import { type RawDatabase, rawDatabase } from '../../harness/raw-database.ts';
import { testConfig } from '../../harness/service.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';

const level = { pointer: '/level', type: 'number' } as const;
const clan = { pointer: '/clan', type: 'string' } as const;

const record = (sequentialId: number, metadataText: string | null, metadataVersion: number): PlayerRecord =>
  players.record.parse({
    ...{ type: 'player', playerId: `player ${sequentialId}`, sequentialId, registeredAt: 1, metadataVersion },
    ...{ metadataText, writtenAt: 2 },
  });

for (const engine of allEngines) {
  describe(`an import beside indexes on ${engine.name}`, () => {
    let t: TestStore;
    let raw: RawDatabase;
    beforeEach(async () => {
      // Without versions every save is a plain one, which goes by the marks of the row.
      t = await openTestStore(engine, { METADATA_HISTORY_DAYS: '0' });
      raw = rawDatabase(t.environment);
    });
    afterEach(async () => {
      await raw.close();
      await t.remove();
    });

    async function importPlayers(...records: PlayerRecord[]): Promise<void> {
      const log = createLog({ level: 'silent', production: true });
      const transfer = await openTransfer(testConfig(t.environment), { clock: t.clock, log });
      await transfer.importRecords(records);
      await transfer.close();
    }

    async function build(): Promise<void> {
      t.clock.advance(120_000);
      await t.store.indexes.build(new AbortController().signal, () => undefined);
    }

    const mend = () => t.store.indexes.mend(new AbortController().signal);
    const entries = async () =>
      (await raw.run('SELECT * FROM metadata_index_entries ORDER BY sequential_id, index_id')).map(
        ({ sequential_id, value }) => [
          Number(sequential_id),
          value === null ? null : Buffer.from(value as Uint8Array).toString('hex'),
        ],
      );
    const hex = (type: 'number' | 'string', text: string) =>
      Buffer.from(encodeIndexValue(type, text) ?? []).toString('hex');

    test('makes the entries of each imported state, and leaves nothing to mend', async () => {
      await t.store.indexes.declare([level, clan]);
      await build();
      await importPlayers(
        record(1, '{"level":7,"clan":"a"}', 3),
        record(2, '{"clan":1}', 1),
        record(3, null, 4),
        record(4, null, 0),
      );
      expect(await entries()).toEqual([
        [1, hex('number', '7')],
        [1, hex('string', '"a"')],
        ...[2, 2, 3, 3].map((id) => [id, null]),
      ]);
      expect(await t.store.indexes.find('/level')).toMatchObject([{ isWhole: true }]);
      expect(await mend()).toEqual({ mended: 0, deleted: 0 });
      await t.store.metadata.save(4, '{"level":1}');
      await t.store.metadata.save(1, '{"level":8}');
      const all = await entries();
      expect(all.filter(([id]) => id === 1)).toEqual([
        [1, hex('number', '8')],
        [1, null],
      ]);
      expect(all.filter(([id]) => id === 4)).toEqual([
        [4, hex('number', '1')],
        [4, null],
      ]);
    });

    test('that finds a player leaves the state and its entries', async () => {
      await t.store.indexes.declare([level]);
      await importPlayers(record(1, '{"level":7}', 3));
      await t.store.metadata.save(1, '{"level":9}');
      await importPlayers(record(1, '{"level":7}', 3));
      expect(await entries()).toEqual([[1, hex('number', '9')]]);
    });

    test('from before an index is covered by its build', async () => {
      await importPlayers(record(1, '{"level":7}', 3), record(2, null, 0));
      await t.store.indexes.declare([level]);
      expect(await t.store.indexes.find('/level')).toMatchObject([{ isWhole: false }]);
      await build();
      expect(await entries()).toEqual([[1, hex('number', '7')]]);
      expect(await t.store.indexes.find('/level')).toMatchObject([{ isWhole: true }]);
    });
  });
}

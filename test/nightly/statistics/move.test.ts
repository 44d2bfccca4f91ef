// A move of the statistics: an export carries what was counted, days of deleted sessions included, and nothing counts twice.
import { expect, test } from 'bun:test';
import type { TransferRecord } from '../../../src/store/ports/transfer.ts';
import { allEngines } from '../../harness/engines.ts';
import { seed, seeded } from '../../harness/seeded.ts';
import {
  going,
  type ImportTarget,
  openCountedStore,
  randomRecords,
  withTransfer,
} from '../../statistics/imported.ts';

const exportFrom = (t: ImportTarget): Promise<TransferRecord[]> =>
  withTransfer(t, async (transfer) => {
    const records: TransferRecord[] = [];
    for await (const page of transfer.read()) if (!('lastSequentialId' in page)) records.push(...page);
    return records;
  });

/** @param isWhole false for an import that is interrupted after these records */
const importInto = (t: ImportTarget, records: readonly TransferRecord[], isWhole = true): Promise<void> =>
  withTransfer(t, async (transfer) => {
    for (const record of records) await transfer.importRecords([record]);
    if (isWhole) await transfer.completeStatistics();
  });

for (const [from, to] of allEngines.flatMap((from) => allEngines.map((to) => [from, to] as const))) {
  test(`statistics moved from ${from.name} to ${to.name} stay exact, also when the import is run again, from seed ${seed}`, async () => {
    const source = await openCountedStore(from);
    const target = await openCountedStore(to);
    try {
      const records = randomRecords(seeded(seed), 260, 70);
      await source.importSessions(records.slice(0, 220));
      // Sessions that ended before March are deleted.
      await source.store.sessions.deleteOldHistory(20, going);
      await source.importSessions(records.slice(220));
      const exported = await exportFrom(source);
      const sessions = exported.filter((record) => record.type === 'ended-session');
      expect(sessions.length).toBeLessThan(records.length);
      expect(new Set(sessions.map(({ counted }) => counted))).toEqual(new Set([0, 1]));

      await importInto(target, exported.slice(0, -100), false);
      expect(await target.count()).toBe('busy');
      expect((await target.store.statistics.read([])).state).toBe('counting');
      for (let run = 0; run < 2; run += 1) {
        await importInto(target, exported);
        await target.expectFigures(records);
      }
      // The sums of another export are left out, and its sessions are counted.
      await source.count();
      const later = await exportFrom(source);
      const sumsOf = (all: readonly TransferRecord[]) => all.find(({ type }) => type === 'statistics');
      expect(sumsOf(later)).not.toEqual(sumsOf(exported));
      await importInto(target, later);
      await target.expectFigures(records);
    } finally {
      await source.remove();
      await target.remove();
    }
  }, 240_000);
}

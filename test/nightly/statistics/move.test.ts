// A move of the statistics: an export carries what was counted, days of deleted sessions included, and nothing counts twice.
import { describe, expect, test } from 'bun:test';
import { openTransfer } from '../../../src/app.ts';
import { createLog } from '../../../src/lib/log.ts';
import type { Transfer, TransferRecord } from '../../../src/store/ports/transfer.ts';
import { allEngines } from '../../harness/engines.ts';
import { seed } from '../../harness/seeded.ts';
import { testConfig } from '../../harness/service.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';
import { expectEqualFigures, pointers } from '../../statistics/compare.ts';
import {
  importSessions,
  randomOf,
  randomRecords,
  registerPlayers,
  toReference,
} from '../../statistics/imported.ts';

const zone = 'Europe/Berlin';
const settings = { STATISTICS_TIME_ZONE: zone, STATISTICS_CONTEXT: pointers.join(',') };
const beginning = Date.parse('2026-01-20T00:00:00Z');
const going = new AbortController().signal;
const log = createLog({ level: 'silent', production: true });

async function withTransfer<T>(t: TestStore, work: (transfer: Transfer) => Promise<T>): Promise<T> {
  const transfer = await openTransfer(testConfig(t.environment), { clock: t.clock, log });
  try {
    return await work(transfer);
  } finally {
    await transfer.close();
  }
}

const exportFrom = (t: TestStore): Promise<TransferRecord[]> =>
  withTransfer(t, async (transfer) => {
    const records: TransferRecord[] = [];
    for await (const page of transfer.read()) if (!('lastSequentialId' in page)) records.push(...page);
    return records;
  });

/** @param isWhole false for an import that is interrupted after these records */
const importInto = (t: TestStore, records: readonly TransferRecord[], isWhole = true): Promise<void> =>
  withTransfer(t, async (transfer) => {
    for (const record of records) await transfer.importRecords([record]);
    if (isWhole) await transfer.completeStatistics();
  });

for (const from of allEngines) {
  for (const to of allEngines) {
    describe(`statistics moved from ${from.name} to ${to.name}`, () => {
      test(`stay exact, also when the import is run again, from seed ${seed}`, async () => {
        const source = await openTestStore(from, settings);
        const target = await openTestStore(to, settings);
        try {
          for (const t of [source, target])
            t.clock.advance(Date.parse('2026-04-10T12:00:00Z') - t.clock.now());
          await registerPlayers(source);
          const records = randomRecords(randomOf(seed), 260, beginning, 70);
          await importSessions(source, records.slice(0, 220));
          // Sessions that ended before March are deleted.
          await source.store.sessions.deleteOldHistory(20, going);
          await importSessions(source, records.slice(220));
          const exported = await exportFrom(source);
          const sessions = exported.filter((record) => record.type === 'ended-session');
          expect(sessions.length).toBeLessThan(records.length);
          expect(new Set(sessions.map(({ counted }) => counted))).toEqual(new Set([0, 1]));

          await importInto(target, exported.slice(0, -100), false);
          expect(await target.store.statistics.count(going, { publish: 'now' })).toBe('busy');
          expect((await target.store.statistics.read([])).state).toBe('counting');
          await importInto(target, exported);
          const subject = { store: target.store.statistics, zone, refresh: true };
          await expectEqualFigures(subject, toReference(records));
          await importInto(target, exported);
          await expectEqualFigures(subject, toReference(records));
          // The sums of another export are left out, and its sessions are counted.
          const other = await exportFrom(source);
          await source.store.statistics.count(going, { publish: 'now' });
          const later = await exportFrom(source);
          expect(later.find(({ type }) => type === 'statistics')).not.toEqual(
            other.find(({ type }) => type === 'statistics'),
          );
          await importInto(target, later);
          await expectEqualFigures(subject, toReference(records));
        } finally {
          await source.remove();
          await target.remove();
        }
      }, 240_000);
    });
  }
}

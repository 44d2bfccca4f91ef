// The counting of sessions: each once, whatever interrupts it, however many processes do it, and however late a session comes.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { playersOf, playersQueries } from '../../../src/statistics/figures.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { allEngines } from '../../harness/engines.ts';
import { amount } from '../../harness/nightly.ts';
import { seed } from '../../harness/seeded.ts';
import { openStoreOn, openTestStore, type TestStore } from '../../harness/store.ts';
import { expectEqualFigures, pointers } from '../../statistics/compare.ts';
import {
  importSessions,
  randomOf,
  randomRecords,
  registerPlayers,
  toReference,
} from '../../statistics/imported.ts';
import { Reference } from '../../statistics/reference.ts';

const hour = 3_600_000;
const month = {
  from: Date.parse('2026-01-01T00:00:00Z') / (24 * hour),
  to: Date.parse('2026-02-28T00:00:00Z') / (24 * hour),
};
const going = new AbortController().signal;
const beginning = Date.parse('2026-01-20T00:00:00Z');
const settings = { STATISTICS_TIME_ZONE: 'Europe/Berlin', STATISTICS_CONTEXT: pointers.join(',') };

for (const engine of allEngines) {
  describe(`the counting of sessions on ${engine.name}`, () => {
    let t: TestStore;
    beforeEach(async () => {
      t = await openTestStore(engine, settings);
      t.clock.advance(Date.parse('2026-04-10T12:00:00Z') - t.clock.now());
      await registerPlayers(t);
    });
    afterEach(() => t.remove());
    const expectFigures = (records: ReturnType<typeof randomRecords>, store: Store = t.store) =>
      expectEqualFigures(
        { store: store.statistics, zone: settings.STATISTICS_TIME_ZONE, refresh: true },
        toReference(records),
      );

    test(`counts sessions once that are imported late, twice and in any order, from seed ${seed}`, async () => {
      const random = randomOf(seed);
      const records = randomRecords(random, 900, beginning, 70);
      await importSessions(t, records.slice(0, 300));
      await expectFigures(records.slice(0, 300));
      await importSessions(t, records.slice(0, 600));
      await expectFigures(records.slice(0, 600));
      await importSessions(t, records);
      await importSessions(t, records);
      await expectFigures(records);
    }, 120_000);

    test(`counts each session once in processes that are aborted at any moment, from seed ${seed}`, async () => {
      const random = randomOf(seed);
      const runs = amount(12, 100);
      const records = randomRecords(random, 450 * runs, beginning, 60);
      const other = await t.open();
      try {
        for (let run = 0; run < runs; run += 1) {
          await importSessions(t, records.slice(run * 450, (run + 1) * 450));
          const stores = [t.store, other];
          await Promise.all(
            stores.map(async ({ statistics }) => {
              const abort = new AbortController();
              const counting = statistics.count(abort.signal, { publish: random(2) === 0 ? 'now' : 'no' });
              await Bun.sleep(random(12));
              abort.abort();
              await counting.catch(() => undefined);
            }),
          );
          // The lease of a process that was aborted ends.
          t.clock.advance(31_000);
        }
        await expectFigures(records);
        await expectFigures(records, other);
      } finally {
        await other.close();
      }
    }, 600_000);

    test('says how far it is while a backlog is counted', async () => {
      await importSessions(t, randomRecords(randomOf(1), 4_600, beginning, 30));
      expect(await t.store.statistics.read([])).toEqual({ state: 'counting', counted: 0, total: 0 });
      const abort = new AbortController();
      const states = new Set<string>();
      const counting = t.store.statistics.count(abort.signal, { publish: 'now' });
      for (let isDone = false; !isDone; ) {
        const answer = await t.store.statistics.read([]);
        states.add(answer.state === 'counting' ? `${answer.counted > 0} ${answer.total}` : answer.state);
        isDone = await Promise.race([counting.then(() => true), Bun.sleep(1).then(() => false)]);
      }
      expect(states).toContain('true 4600');
      expect((await t.store.statistics.read([])).state).toBe('exact');
    }, 120_000);

    test('gives exact answers in the middle of a count', async () => {
      const records = randomRecords(randomOf(seed), 3_900, beginning, 30);
      await importSessions(t, records);
      const queries = playersQueries(month, 'month');
      const answers = new Map<string, number>();
      const counting = t.store.statistics.count(going, { publish: 'now' });
      for (let isDone = false; !isDone; ) {
        isDone = await Promise.race([counting.then(() => true), Bun.sleep(0).then(() => false)]);
        const answer = await t.store.statistics.read(queries);
        if (answer.state !== 'exact') continue;
        const text = JSON.stringify(await playersOf(answer.rows, month, 'month'));
        answers.set(text, (answers.get(text) ?? 0) + 1);
      }
      const reference = new Reference(toReference(records), settings.STATISTICS_TIME_ZONE, t.clock.now());
      const expected = JSON.stringify(reference.players('2026-01-01', '2026-02-28', 'month'));
      expect([...answers.keys()]).toEqual([expected]);
      // There is an answer between two transactions, and one in the end.
      expect(answers.get(expected)).toBeGreaterThan(1);
    }, 120_000);

    test('deletes no session that is not counted, and keeps the figures of those that are deleted', async () => {
      const records = randomRecords(randomOf(seed), 300, beginning, 60);
      await importSessions(t, records);
      const elsewhere = await openStoreOn({ ...t.environment, STATISTICS_TIME_ZONE: 'Asia/Tokyo' }, t.clock);
      try {
        await t.store.statistics.count(going, { publish: 'no' });
        const late = randomRecords(randomOf(seed + 1), 50, beginning, 20);
        await importSessions(t, late);
        t.clock.advance(200 * 24 * hour);
        // A process with another zone counts nothing, so what is not counted stays.
        await elsewhere.sessions.deleteOldHistory(1, going);
        const left = await Promise.all(
          Array.from({ length: 40 }, (_, n) => t.store.sessions.listEnded(n + 1, 1000)),
        );
        const kept = new Set(left.flat().map(({ sessionId }) => sessionId));
        expect(late.filter(({ sessionId }) => !kept.has(sessionId))).toEqual([]);
        await t.store.sessions.deleteOldHistory(1, going);
        const all = await Promise.all(
          Array.from({ length: 40 }, (_, n) => t.store.sessions.listEnded(n + 1, 1000)),
        );
        expect(all.flat()).toEqual([]);
        await expectFigures([...records, ...late]);
      } finally {
        await elsewhere.close();
      }
    }, 120_000);

    test('keeps 1,000 values of a pointer on a day, and counts the rest as other', async () => {
      const [record] = randomRecords(randomOf(1), 1, beginning, 1);
      const records = Array.from({ length: 1_200 }, (_, n) => ({
        ...(record as NonNullable<typeof record>),
        sessionId: Bun.randomUUIDv7(),
        sequentialId: 1 + (n % 40),
        startedAt: beginning + 2 * hour,
        endedAt: beginning + 3 * hour,
        context: `{"platform":"device ${n % 1_100}"}`,
      }));
      await importSessions(t, records.slice(0, 700));
      await t.store.statistics.count(going, { publish: 'now' });
      await importSessions(t, records);
      await t.store.statistics.count(going, { publish: 'now' });
      const day = Math.floor((beginning + 2 * hour) / (24 * hour));
      const answer = await t.store.statistics.read([{ kind: '/platform', from: day, to: day }]);
      const text = answer.state === 'exact' ? answer.rows.map((row) => row.text).join('\n') : '';
      const values = new Map<string, number>();
      for (const line of text.split('\n')) {
        const [sessions, , ...value] = line.split(' ');
        values.set(value.join(' '), (values.get(value.join(' ')) ?? 0) + Number(sessions));
      }
      expect(values.size).toBe(1_001);
      expect(values.get('other')).toBe(100);
      expect([...values.values()].reduce((sum, count) => sum + count, 0)).toBe(1_200);
    }, 120_000);
  });
}

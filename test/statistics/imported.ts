// Stores with many random ended sessions, stored as an import stores them: of more players and days than a test could play.
import { openTransfer } from '../../src/app.ts';
import type { Environment } from '../../src/config/settings.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { createLog } from '../../src/lib/log.ts';
import type { StatisticsStore } from '../../src/store/ports/statistics.ts';
import type { Store } from '../../src/store/ports/store.ts';
import type { EndedSessionRecord, Transfer } from '../../src/store/ports/transfer.ts';
import type { TestEngine } from '../harness/engines.ts';
import type { Random } from '../harness/seeded.ts';
import { testConfig } from '../harness/service.ts';
import { openStoreOn, openTestStore, type TestStore } from '../harness/store.ts';
import { expectEqualFigures, pointers } from './compare.ts';
import type { ReferenceSession } from './reference.ts';

const hour = 3_600_000;
const reasons = ['stopped', 'expired', 'replaced', 'terminated', 'erased'] as const;
const contexts = [
  null,
  '{"platform":"ios"}',
  '{"platform":"android","version":1}',
  '{"version":"1"}',
  `{"platform":"${'p'.repeat(65)}","version":"${'\\u0001'.repeat(64)}"}`,
  `{"platform":"${'q'.repeat(2_000)}","version":"${'\\u0001'.repeat(65)}"}`,
] as const;
/** Those of the players of a counted store. */
const playerCount = 40;

/** When random sessions begin, unless a test says otherwise. */
export const beginning = Date.parse('2026-01-20T00:00:00Z');
export const going = new AbortController().signal;

export function randomRecords(
  random: Random,
  count: number,
  days: number,
  from = beginning,
): EndedSessionRecord[] {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  return Array.from({ length: count }, () => {
    const startedAt = from + random(days * 24 * 60) * 60_000 + random(3) * 7_777;
    const length = pick([0, random(1_000), random(hour), random(5 * hour), random(100) < 3 ? 60 * hour : 1]);
    const sequentialId = 1 + random(playerCount);
    const [reason, context] = [pick(reasons), pick(contexts)];
    return endedSession({ sequentialId, startedAt, endedAt: startedAt + length, reason, context });
  });
}

export const endedSession = (
  about: Omit<EndedSessionRecord, 'type' | 'sessionId' | 'installationId' | 'counted'>,
): EndedSessionRecord => ({
  type: 'ended-session',
  sessionId: Bun.randomUUIDv7(),
  installationId: null,
  ...about,
});

export const toReference = (records: readonly EndedSessionRecord[]): ReferenceSession[] =>
  records.map(({ sequentialId: player, startedAt: start, endedAt: end, reason, context }) => {
    return { player, start, end, reason, context };
  });

export interface ImportTarget {
  readonly environment: Environment;
  readonly clock: Clock;
}

export async function withTransfer<T>(t: ImportTarget, work: (transfer: Transfer) => Promise<T>): Promise<T> {
  const log = createLog({ level: 'silent', production: true });
  const transfer = await openTransfer(testConfig(t.environment), { clock: t.clock, log });
  try {
    return await work(transfer);
  } finally {
    await transfer.close();
  }
}

/** The context of a session of nobody is not imported, so the players have to be registered first. */
export const importSessions = (t: ImportTarget, records: readonly EndedSessionRecord[]): Promise<void> =>
  withTransfer(t, async (transfer) => {
    for (let start = 0; start < records.length; start += 500)
      await transfer.importRecords(records.slice(start, start + 500));
  });

export interface CountedStore extends TestStore {
  readonly zone: string;
  importSessions(records: readonly EndedSessionRecord[]): Promise<void>;
  /** Counts all sessions, and publishes the sums. */
  count(signal?: AbortSignal): ReturnType<StatisticsStore['count']>;
  /** A store of a process with another time zone on the same database, for some work. */
  inZone<T>(zone: string, work: (store: Store) => Promise<T>): Promise<T>;
  /** All figures are those of the reference. */
  expectFigures(records: readonly EndedSessionRecord[], store?: Store): Promise<void>;
}

/** A store at noon of the 10th of April 2026, with forty players and a count of sessions by the pointers. */
export async function openCountedStore(engine: TestEngine, zone = 'Europe/Berlin'): Promise<CountedStore> {
  const settings = (name: string) => ({ STATISTICS_TIME_ZONE: name, STATISTICS_CONTEXT: pointers.join(',') });
  const t = await openTestStore(engine, settings(zone));
  t.clock.advance(Date.parse('2026-04-10T12:00:00Z') - t.clock.now());
  for (let n = 1; n <= playerCount; n += 1) await t.register(`player ${n}`);
  return {
    ...t,
    get store() {
      return t.store;
    },
    zone,
    importSessions: (records) => importSessions(t, records),
    count: (signal = going) => t.store.statistics.count(signal, { publish: 'now' }),
    async inZone(name, work) {
      const store = await openStoreOn({ ...t.environment, ...settings(name) }, t.clock);
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    },
    expectFigures: (records, store = t.store) =>
      expectEqualFigures(store.statistics, zone, toReference(records)),
  };
}

/** Begins a count and aborts it after some turns of the event loop. Its lease is over when some time has passed. */
export async function countInPart(
  { statistics }: Pick<Store, 'statistics'>,
  turns: number,
  publish: 'now' | 'no' = 'no',
): Promise<void> {
  const abort = new AbortController();
  const counting = statistics.count(abort.signal, { publish }).catch(() => undefined);
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
  abort.abort();
  await counting;
}
/** Longer than the lease of a process that counts. */
export const lease = 31_000;

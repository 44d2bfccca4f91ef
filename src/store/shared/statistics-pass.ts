// The counting of sessions, the same on both engines. One process counts at a time, under a lease. Each transaction marks
// sessions as counted and stores what they add, so a kill at any moment leaves each session counted once. In the end the sums of
// what is not counted, active sessions above all, are published beside the stored ones, as of the same moment.
import type { Clock } from '../../lib/clock.ts';
import { ageOf } from '../../lib/clock-skew.ts';
import { createTimeZone } from '../../lib/time-zone.ts';
import { EDIT_ATTEMPTS } from '../../limits.ts';
import {
  COUNT_LEASE_MILLISECONDS,
  COUNT_MAX_PART_CHARACTERS,
  COUNT_MAX_PARTS,
  COUNT_READY_MILLISECONDS,
  COUNT_RENEWAL_MILLISECONDS,
} from '../../tuning.ts';
import type { CountOptions, CountResult, StatisticsSettings, StatisticsStore } from '../ports/statistics.ts';
import { backfill, completeBackfill } from './statistics-backfill.ts';
import { type Batch, createYielder } from './statistics-batch.ts';
import {
  StatisticsConflict,
  type StatisticsConnection,
  type StatisticsDatabase,
  type StatisticsState,
} from './statistics-database.ts';
import { mergeParts, shortenLong } from './statistics-merge.ts';
import type { CountMetrics } from './statistics-metrics.ts';
import { addPart, encodePart } from './statistics-parts.ts';
import { commit, type Pass } from './statistics-pass-state.ts';
import { beginRebuild, resetPlayers } from './statistics-rebuild.ts';
import { type CountRules, parsePointers } from './statistics-sessions.ts';
import { type Prepared, prepare } from './statistics-step.ts';
import { addSums, createValueBound, newSums, type Sums } from './statistics-sums.ts';

export function createCounting(
  database: StatisticsDatabase,
  settings: StatisticsSettings,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  metrics: CountMetrics,
): Pick<StatisticsStore, 'count' | 'rebuild'> {
  const rules: CountRules = {
    zone: createTimeZone(settings.zone),
    pointers: parsePointers(settings.pointers),
  };

  // Passes of one process run one after the other. A pass that was aborted leaves its lease to the next one.
  const holder = crypto.randomUUID();
  const once = { isShort: false };

  function passOn(connection: StatisticsConnection, signal: AbortSignal, state: StatisticsState): Pass {
    const { stepRows, sessionTimeoutMilliseconds } = database;
    return {
      ...{ connection, holder, rules, settings, stepRows, sessionTimeoutMilliseconds, signal, state },
      yieldIfDue: createYielder(clock, signal),
      metrics,
      parts: newSums(),
      partCount: 0,
      partCharacters: 0,
      bound: createValueBound(),
      once,
      after: undefined,
    };
  }

  /**
   * Works under the lease, and begins again after a conflict, for instance with a deletion of old history.
   * @returns undefined when another process has the lease
   */
  async function underLease<T>(
    signal: AbortSignal,
    work: (pass: Pass) => Promise<T>,
  ): Promise<T | undefined> {
    return database.connect(signal, async (connection) => {
      try {
        for (let attempt = 1; attempt <= EDIT_ATTEMPTS && !signal.aborted; attempt += 1) {
          const state = await connection.acquire(holder, COUNT_LEASE_MILLISECONDS);
          if (!state) return undefined;
          const result = await work(passOn(connection, signal, state)).catch(undefinedIfConflict);
          if (result !== undefined) return result;
        }
        return undefined;
      } finally {
        metrics.left(0);
        await connection.release(holder).catch(() => undefined);
      }
    });
  }

  return {
    count: async (signal, options) => (await underLease(signal, (pass) => countAll(pass, options))) ?? 'busy',
    async rebuild() {
      const { signal } = new AbortController();
      const begun = await underLease(signal, async (pass) => {
        await loadParts(pass);
        await backfill(pass);
        await mergeParts(pass);
        await beginRebuild(pass);
        return 'begun' as const;
      });
      return begun ?? 'busy';
    },
  };
}

function undefinedIfConflict(error: unknown): undefined {
  if (!(error instanceof StatisticsConflict)) throw error;
}

async function loadParts(pass: Pass): Promise<void> {
  const texts = await pass.connection.listParts();
  pass.parts = newSums();
  for (const text of texts) {
    addPart(pass.parts, text, pass.state.mergedKey);
    await pass.yieldIfDue();
  }
  pass.partCount = texts.length;
  pass.partCharacters = texts.reduce((sum, text) => sum + text.length, 0);
}

async function countAll(pass: Pass, options: CountOptions): Promise<CountResult> {
  const { zone, asOf, askedAt, now } = pass.state;
  if (zone !== null && zone !== pass.settings.zone) return 'other-zone';
  if (pass.state.importing === 1) return 'busy';
  const isAsked = ageOf(askedAt, now) < COUNT_READY_MILLISECONDS;
  const isNew = asOf !== null && ageOf(asOf, now) < COUNT_RENEWAL_MILLISECONDS;
  if (options.publish === 'if-asked' && isAsked && isNew) return done(pass, asOf);
  await loadParts(pass);
  if (pass.state.mergedKey !== null) await mergeParts(pass);
  if (!pass.once.isShort) await shortenLong(pass);
  pass.once.isShort = !pass.signal.aborted;
  await backfill(pass);
  await resetPlayers(pass);
  const publishes = options.publish === 'now' || (options.publish === 'if-asked' && isAsked);
  let at: number | undefined;
  while (at === undefined) {
    if (pass.signal.aborted) return 'busy';
    at = await countStep(pass, publishes, options.publish === 'now');
    // Each answer reads the parts, so they are few and short before one is ready. During a backlog there are no answers.
    const areLong = pass.after === undefined && pass.partCharacters > COUNT_MAX_PART_CHARACTERS;
    if (areLong || pass.partCount >= COUNT_MAX_PARTS) await mergeParts(pass);
  }
  return done(pass, at);
}

/** @param at the moment as of which every ended session is counted */
function done({ metrics }: Pass, at: number): CountResult {
  metrics.complete(at);
  return 'done';
}

/** Counts the next sessions. @returns the moment as of which none remains; undefined while some may */
async function countStep(pass: Pass, publishes: boolean, isAsked: boolean): Promise<number | undefined> {
  const prepared = await pass.connection.snapshot(() => prepare(pass, publishes));
  const { sessions, batches, isBacklog, active, now } = prepared;
  const state = {
    zone: pass.settings.zone,
    asOf: active ? now : null,
    ...(isAsked && { askedAt: now }),
  };
  const rests = await restsOf(pass, batches, active);
  // Nothing was counted before, so the first change says that no sums of an earlier version have to be completed.
  const first = pass.state.zone === null ? completeBackfill() : newSums();
  pass.metrics.left(
    isBacklog ? Math.max(pass.state.total - pass.state.counted, prepared.uncounted) : sessions.length,
  );
  for (const [index, batch] of batches.entries()) {
    const counted = sessions.slice(index * pass.stepRows, (index + 1) * pass.stepRows);
    const rest = rests[index];
    if (index === 0) addSums(batch.sums, first);
    const part = encodePart(batch.sums);
    await commit(pass, {
      counted,
      players: [...batch.players],
      part,
      state: {
        ...state,
        ...progress(pass, prepared, counted.length),
        published: rest ? encodePart(rest) : null,
      },
    });
    pass.metrics.counted(counted.length);
    await pass.yieldIfDue();
    addSums(pass.parts, batch.sums);
    await pass.yieldIfDue();
    pass.partCount += 1;
    pass.partCharacters += part.length;
    if (pass.signal.aborted) return undefined;
  }
  if (batches.length === 0 && active) {
    const published = encodePart(active);
    const part = pass.state.zone === null ? encodePart(first) : undefined;
    await commit(pass, { part, state: { ...state, counted: 0, total: 0, published } });
    addSums(pass.parts, first);
    if (part !== undefined) pass.partCount += 1;
  }
  const wasFromStart = pass.after === undefined;
  pass.after = isBacklog ? sessions.at(-1) : undefined;
  return !isBacklog && wasFromStart ? now : undefined;
}

function progress({ state }: Pass, { isBacklog, uncounted }: Prepared, counted: number) {
  if (state.total === 0 && isBacklog) return { counted, total: uncounted };
  if (state.total === 0) return {};
  return isBacklog ? { counted: Math.min(state.counted + counted, state.total) } : { counted: 0, total: 0 };
}

/** For each batch the sums that are not stored after it: those of later batches and of active sessions. */
async function restsOf(
  { yieldIfDue }: Pass,
  batches: readonly Batch[],
  active: Sums | undefined,
): Promise<readonly Sums[]> {
  if (!active) return [];
  const rests: Sums[] = [];
  let rest = active;
  for (const { sums } of batches.toReversed()) {
    rests.unshift(rest);
    const all = newSums();
    addSums(all, rest);
    addSums(all, sums);
    rest = all;
    await yieldIfDue();
  }
  return rests;
}

// The reads of a step of counting, as of one moment, and the sums that they make. Each statement reads a page, and the thread rests
// between pages.
import { COUNT_BACKLOG_ROWS, COUNT_LEARN_ROWS, COUNT_PAGE_ROWS, COUNT_TOTAL_STEPS } from '../../tuning.ts';
import { countActive } from './statistics-active.ts';
import { type Batch, countBatch, type PlayerDays, toPlayerDays } from './statistics-batch.ts';
import { type EndedKey, StatisticsConflict, type UncountedSession } from './statistics-database.ts';
import type { Pass } from './statistics-pass-state.ts';
import { findFloor } from './statistics-rebuild.ts';
import { noFloor } from './statistics-sessions.ts';
import { rowOf, type Sums } from './statistics-sums.ts';

/** The rows that a step has read and counted, as of one moment. */
export interface Prepared {
  readonly now: number;
  readonly sessions: readonly UncountedSession[];
  readonly batches: readonly Batch[];
  /** More sessions remain than an answer takes in. */
  readonly isBacklog: boolean;
  readonly uncounted: number;
  /** The sums of active sessions; undefined when none are to be published. */
  readonly active: Sums | undefined;
}

/** Reads uncounted sessions, and active ones where they are to be published, and counts them in memory. */
export async function prepare(pass: Pass, publishes: boolean): Promise<Prepared> {
  const { connection, rules, stepRows, yieldIfDue } = pass;
  const state = await connection.findState();
  if (state.version !== pass.state.version) throw new StatisticsConflict();
  const read = await listUncounted(pass, COUNT_BACKLOG_ROWS + 1);
  const isBacklog = read.length > COUNT_BACKLOG_ROWS;
  const sessions = isBacklog ? read.slice(0, COUNT_BACKLOG_ROWS) : read;
  const uncounted = isBacklog && state.total === 0 ? await countUncounted(pass) : sessions.length;
  const days = await findDays(pass, [...new Set(sessions.map(({ sequentialId }) => sequentialId))]);
  const floor = await findFloor(pass, rules.zone.startOf);
  const batches: Batch[] = [];
  for (let start = 0; start < sessions.length; start += stepRows) {
    const step = sessions.slice(start, start + stepRows);
    const counted = step.map((session) => ({ ...session, floor: session.mark === 2 ? floor : noFloor }));
    batches.push(await countBatch(counted, days, rules, yieldIfDue));
  }
  const isLast = !isBacklog && pass.after === undefined;
  const active = publishes && isLast ? await countActive(pass, state.now, days) : undefined;
  const all = [...batches.map(({ sums }) => sums), ...(active ? [active] : [])];
  await learnValues(pass, all);
  for (const sums of all) {
    pass.bound.hold(sums);
    await yieldIfDue();
  }
  return { now: state.now, sessions, batches, isBacklog, uncounted, active };
}

async function listUncounted(
  { connection, after, yieldIfDue }: Pass,
  most: number,
): Promise<readonly UncountedSession[]> {
  const sessions: UncountedSession[] = [];
  let page: readonly UncountedSession[];
  do {
    const rows = Math.min(COUNT_PAGE_ROWS, most - sessions.length);
    page = await connection.listUncounted(sessions.at(-1) ?? after, rows);
    sessions.push(...page);
    await yieldIfDue();
  } while (page.length === COUNT_PAGE_ROWS && sessions.length < most);
  return sessions;
}

async function findDays({ connection, yieldIfDue }: Pass, ids: readonly number[]): Promise<PlayerDays> {
  const days: PlayerDays = new Map();
  for (let start = 0; start < ids.length; start += COUNT_PAGE_ROWS) {
    const texts = await connection.findPlayers(ids.slice(start, start + COUNT_PAGE_ROWS));
    for (const [id, ranges] of toPlayerDays(texts)) days.set(id, ranges);
    await yieldIfDue();
  }
  return days;
}

async function countUncounted({ connection, stepRows, yieldIfDue }: Pass): Promise<number> {
  let total = 0;
  let after: EndedKey | undefined;
  do {
    const { count, last } = await connection.countUncounted(after, COUNT_TOTAL_STEPS * stepRows);
    total += count;
    after = last;
    await yieldIfDue();
  } while (after);
  return total;
}

/** Reads the values that the days of the sums keep already. */
async function learnValues(
  { connection, bound, parts, yieldIfDue }: Pass,
  all: readonly Sums[],
): Promise<void> {
  for (const sums of all) {
    const missing = bound.missing(sums);
    for (let start = 0; start < missing.length; start += COUNT_LEARN_ROWS) {
      const keys = missing.slice(start, start + COUNT_LEARN_ROWS);
      const stored = await connection.findSums(keys);
      for (const { kind, day } of keys) {
        const texts = stored.filter((row) => row.kind === kind && row.day === day).map(({ text }) => text);
        bound.learn(kind, day, [...texts, rowOf(parts, kind, day).text]);
        await yieldIfDue();
      }
    }
  }
}

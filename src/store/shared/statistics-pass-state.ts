// A pass of the counting (statistics-pass.ts): what one process knows while it has the lease, and the commit of a change, which
// keeps that in step with the database.
import type { StatisticsSettings } from '../ports/statistics.ts';
import type {
  EndedKey,
  StatisticsChange,
  StatisticsConnection,
  StatisticsState,
} from './statistics-database.ts';
import type { CountMetrics } from './statistics-metrics.ts';
import type { CountRules } from './statistics-sessions.ts';
import type { Sums, ValueBound } from './statistics-sums.ts';

/** A pass of one process: what it knows while it has the lease. */
export interface Pass {
  readonly connection: StatisticsConnection;
  readonly holder: string;
  readonly rules: CountRules;
  readonly settings: StatisticsSettings;
  readonly stepRows: number;
  readonly sessionTimeoutMilliseconds: number;
  readonly signal: AbortSignal;
  readonly yieldIfDue: () => Promise<void> | undefined;
  readonly metrics: CountMetrics;
  state: StatisticsState;
  /** The sum of the parts that are not merged, their number, and the characters of their texts. */
  parts: Sums;
  partCount: number;
  partCharacters: number;
  readonly bound: ValueBound;
  /** The work that this process does once. */
  readonly once: { isShort: boolean };
  /** The last session that was read while there is a backlog. */
  after: EndedKey | undefined;
}

/** Commits a change, and keeps the state of the pass in step with the database. @throws StatisticsConflict */
export async function commit(
  pass: Pass,
  { state, ...change }: Omit<StatisticsChange, 'holder' | 'version'>,
): Promise<void> {
  const { connection, holder } = pass;
  await connection.change({ holder, version: pass.state.version, state, ...change });
  const { published: _, ...known } = state;
  pass.state = { ...pass.state, ...known, version: pass.state.version + 1 };
}

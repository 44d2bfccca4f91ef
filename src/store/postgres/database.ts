// The parts that the stores of this engine share: the executor, the per-player serialization of writes, the clock of a test.

import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { Clock } from '../../lib/clock.ts';
import { jumpMilliseconds } from '../../lib/clock-skew.ts';
import type { ChangeNotices } from '../shared/change-notices.ts';
import type { CpuScheduler } from '../shared/cpu-scheduler.ts';
import type { HistoryLimit } from '../shared/history-limit.ts';
import type { PlayerSerializer } from '../shared/player-serializer.ts';
import type { VersionPolicy } from '../shared/versions.ts';
import type { Cluster } from './citus/cluster.ts';
import type { Shards } from './citus/shards.ts';
import type { Executor, Queries } from './executor.ts';
import type { IndexLease } from './index-lease.ts';
import { findCertainTime, readClock as readClockStatement } from './sql/statements.ts';
import type { Tell } from './tell.ts';

export interface Database {
  readonly executor: Executor;
  /** The shards of players, where the tables are distributed with Citus. */
  readonly cluster: Cluster | undefined;
  /** The shard of a player or a name, where the tables are distributed with Citus. */
  readonly shards: Shards | undefined;
  readonly admission: AdmissionControl;
  readonly serialize: PlayerSerializer['run'];
  readonly cpuScheduler: CpuScheduler;
  /** The time of a test in milliseconds; null where the clock of the database decides. */
  readonly now: () => number | null;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly sessionTimeoutMilliseconds: number;
  readonly versions: VersionPolicy;
  readonly historyLimit: HistoryLimit;
  readonly indexLease: IndexLease;
  /** Told of changes after their commits. */
  readonly changes: ChangeNotices;
  /** The events that are told. */
  readonly tell: Tell;
  /** The time-out of a statement. */
  readonly timeoutMilliseconds: number;
}

/** The bound on statements of one kind in flight. With two, a slow statement does not delay the next one. */
export const batchesInFlight = 2;

/** The time that decides, in milliseconds: by the clock of the database, unless a test brings a clock. */
export async function readClock(queries: Queries, now: Database['now']): Promise<number> {
  const [row] = await queries.run(readClockStatement, { now: now() });
  return row?.now ?? Number.NaN;
}

/** The time by which old rows are deleted: that of the clock, unless it has jumped ahead. */
export async function readCertainTime(queries: Queries, now: Database['now']): Promise<number> {
  const [row] = await queries.run(findCertainTime, { now: now(), jump: jumpMilliseconds });
  return row?.time ?? Number.NaN;
}

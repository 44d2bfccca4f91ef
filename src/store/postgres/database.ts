// What the parts of this engine share: the pool, the order of a player's writes, the time of tests.

import type { AdmissionControl } from '../../admission/admission-control.ts';
import type { CpuScheduler } from '../shared/cpu-scheduler.ts';
import type { HistoryLimit } from '../shared/history-limit.ts';
import type { PlayerSerializer } from '../shared/player-serializer.ts';
import type { VersionPolicy } from '../shared/versions.ts';
import type { Executor } from './executor.ts';

export interface Database {
  readonly executor: Executor;
  readonly admission: AdmissionControl;
  readonly serialize: PlayerSerializer['run'];
  readonly thread: CpuScheduler;
  /** Milliseconds to take for now; null for the database's own clock, which decides unless a test brings one. */
  readonly now: () => number | null;
  readonly sessionTimeoutMilliseconds: number;
  readonly versions: VersionPolicy;
  readonly historyLimit: HistoryLimit;
}

/** Statements of the same kind that may be under way at once: one that takes long keeps nobody waiting. */
export const batchesInFlight = 2;

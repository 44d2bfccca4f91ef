// What the parts of this engine share: the pool, the order of a player's writes, the time of tests.
import type { HistoryBound } from '../history-bound.ts';
import type { StoreLoad } from '../load.ts';
import type { PlayerOrder } from '../player-order.ts';
import type { Thread } from '../thread.ts';
import type { VersionPolicy } from '../versions.ts';
import type { Pool } from './pool.ts';

export interface Database {
  readonly pool: Pool;
  readonly load: StoreLoad;
  readonly inOrder: PlayerOrder['run'];
  readonly thread: Thread;
  /** Milliseconds to take for now; null for the database's own clock, which decides unless a test brings one. */
  readonly now: () => number | null;
  readonly sessionTimeoutMilliseconds: number;
  readonly versions: VersionPolicy;
  readonly historyBound: HistoryBound;
}

/** Statements of the same kind that may be under way at once: one that takes long keeps nobody waiting. */
export const lanesInFlight = 2;

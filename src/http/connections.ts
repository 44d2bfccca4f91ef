// The file descriptors of connections. When nearly all descriptors of the process are taken, idle connections are closed. So
// descriptors stay free for other callers and for connections to the database.
import type { Clock } from '../lib/clock.ts';
import { descriptorLimit, openDescriptors } from '../lib/descriptors.ts';
import type { Log } from '../lib/log.ts';
import type { Counter } from '../lib/metrics.ts';
import { DESCRIPTORS_MAX_SHARE } from '../limits.ts';
import { DESCRIPTORS_CHECK_SECONDS } from '../tuning.ts';

/** Checks the descriptors at intervals until the returned function is called. Does nothing on a system without `/proc`. */
export function watchConnections(
  server: Pick<Bun.Server<undefined>, 'closeIdleConnections'>,
  { clock, log, closed }: { readonly clock: Clock; readonly log: Log; readonly closed: Counter },
): () => void {
  const limit = descriptorLimit();
  if (limit === undefined) return () => undefined;
  return clock.every(DESCRIPTORS_CHECK_SECONDS * 1000, () => {
    const open = openDescriptors();
    if (open !== undefined && open < limit * DESCRIPTORS_MAX_SHARE) return;
    const count = server.closeIdleConnections();
    closed.value += count;
    log.warn({ open, limit, closed: count }, 'file descriptors run out; idle connections were closed');
  });
}

// The file descriptors of connections. When nearly all descriptors of the process are taken, idle connections are closed. So
// descriptors stay free for other callers and for connections to the database.
import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../lib/clock.ts';
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

/** @returns undefined when no descriptor is left for counting them. */
function openDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

/** A share of the file descriptors that this process may have; infinite on a system without `/proc`. */
export const descriptorsOf = (share: number): number =>
  Math.floor((descriptorLimit() ?? Number.POSITIVE_INFINITY) * share);

function descriptorLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files\s+(?<soft>\d+)/m.exec(limits)?.groups?.soft;
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

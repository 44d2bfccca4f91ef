// Connections take file descriptors, and the database needs some too. When nearly all are taken, connections that wait for
// nothing are closed, so that callers who do nothing keep nobody else out.
import { readdirSync, readFileSync } from 'node:fs';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Counter } from '../lib/metrics.ts';
import { DESCRIPTORS_MAX_SHARE } from '../limits.ts';
import { DESCRIPTORS_CHECK_SECONDS } from '../tuning.ts';

/** Looks now and then, until the returned function is called. Where the system does not tell (`/proc`), it does nothing. */
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

/** Undefined when there is not even one left to count them with. */
function openDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

function descriptorLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const soft = /^Max open files\s+(?<soft>\d+)/m.exec(limits)?.groups?.soft;
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

// The coordinator's time, known in the process. Its offset from the monotonic clock is measured again and again. The clocks of
// workers decide nothing, so they may differ.
import type { Clock } from '../../../lib/clock.ts';
import type { Queries } from '../executor.ts';

export interface CoordinatorClock {
  /** Milliseconds since the Unix epoch, by the coordinator's clock. */
  now(): number;
  /** Measures the offset once. */
  measure(): Promise<void>;
}

interface Offset {
  /** The coordinator's time less the monotonic time, in milliseconds. */
  readonly milliseconds: number;
  /** The offset is wrong by this much at most: half of the round trip. */
  readonly error: number;
  readonly measuredAt: number;
}

/** Two clocks go apart by less than this part of the time. */
const drift = 0.0005;

const readTime = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now';

/** The first `measure` has to succeed before `now` is called. */
export function createCoordinatorClock(
  queries: Pick<Queries, 'query'>,
  { monotonic }: Pick<Clock, 'monotonic'>,
): CoordinatorClock {
  let offset: Offset | undefined;

  return {
    now: () => Math.floor(monotonic() + (offset?.milliseconds ?? Number.NaN)),
    async measure() {
      const sentAt = monotonic();
      const [row] = await queries.query<{ now: number }>(readTime);
      const measuredAt = monotonic();
      const error = (measuredAt - sentAt) / 2;
      const found: Offset = { milliseconds: Number(row?.now) - sentAt - error, error, measuredAt };
      if (!offset || isBetter(found, offset)) offset = found;
    },
  };
}

/**
 * A measurement during a busy moment may be far off, so the more exact one stays for as long as it is. When the two exclude each
 * other, the coordinator's clock was set.
 */
function isBetter(found: Offset, known: Offset): boolean {
  const knownError = known.error + (found.measuredAt - known.measuredAt) * drift;
  return (
    found.error <= knownError || Math.abs(found.milliseconds - known.milliseconds) > found.error + knownError
  );
}

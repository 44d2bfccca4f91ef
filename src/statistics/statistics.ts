// Sums that are exact and recent enough for an answer. A request that finds older ones makes the store count, and waits for a
// bounded time.
import { ApiError } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { STATISTICS_MAX_AGE_SECONDS } from '../limits.ts';
import type {
  StatisticsAnswer,
  StatisticsSettings,
  StatisticsStore,
  SumsQuery,
  SumsRow,
} from '../store/ports/statistics.ts';
import { COUNT_RENEWAL_MILLISECONDS, COUNT_WAIT_MILLISECONDS } from '../tuning.ts';

export interface ExactSums {
  /** The moment as of which the sums are exact, in milliseconds since the epoch. */
  readonly asOf: number;
  readonly rows: readonly SumsRow[];
}

export interface Statistics {
  /** @throws ApiError `serviceUnavailable` that says why there are no exact sums now */
  read(queries: readonly SumsQuery[]): Promise<ExactSums>;
  /** Makes one answer in a turn of the event loop, since one over years keeps the thread for some ten milliseconds. */
  inTurn<T>(make: () => T): Promise<T>;
  /** Ends the counting that requests have begun, and waits for it. */
  stop(): Promise<void>;
}

/** The pause before another look while another process counts. */
const pauseMilliseconds = 50;
/** An answer reaches its caller within the difference to the bound. */
const maxAgeMilliseconds = STATISTICS_MAX_AGE_SECONDS * 1000 - 5_000;

export function createStatistics(
  store: Pick<StatisticsStore, 'read' | 'count'>,
  settings: StatisticsSettings,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
): Statistics {
  const stopping = new AbortController();
  let counting: Promise<unknown> | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();

  /** All requests wait for the same count. */
  function count(): Promise<unknown> {
    counting ??= store.count(stopping.signal, { publish: 'now' }).finally(() => {
      counting = undefined;
    });
    return counting;
  }

  return {
    async read(queries) {
      const until = clock.monotonic() + COUNT_WAIT_MILLISECONDS;
      for (;;) {
        const answer = await store.read(queries);
        if (answer.state === 'exact' && answer.age <= maxAgeMilliseconds) {
          // The next answers find younger sums, and do not wait for them.
          if (answer.age > COUNT_RENEWAL_MILLISECONDS) void count().catch(() => undefined);
          return answer;
        }
        const left = until - clock.monotonic();
        if (answer.state === 'other-zone' || left <= 0) throw unavailable(answer, settings);
        const wait = clock.sleep(left);
        const result = await Promise.race([count(), wait]);
        if (result === 'busy') await clock.sleep(pauseMilliseconds);
      }
    },
    inTurn(make) {
      const made = lastTurn.then(make);
      const rest = () => clock.sleep(0);
      lastTurn = made.then(rest, rest);
      return made;
    },
    async stop() {
      stopping.abort();
      await counting?.catch(() => undefined);
    },
  };
}

function unavailable(answer: StatisticsAnswer, { zone }: StatisticsSettings): ApiError {
  const detail =
    answer.state === 'other-zone'
      ? `the statistics are kept in the time zone ${answer.zone}, and STATISTICS_TIME_ZONE is ${zone}; ` +
        'run playkeep statistics rebuild'
      : progressOf(answer);
  return new ApiError('serviceUnavailable', { detail });
}

function progressOf(answer: StatisticsAnswer): string {
  if (answer.state !== 'counting' || answer.total === 0) return 'the statistics are being counted';
  return `the statistics are being counted: ${answer.counted} of ${answer.total} sessions`;
}

// Answers made of sums that are exact and recent enough. A request that finds older ones makes the store count, and waits for a
// bounded time. An answer is made page after page of days, in slices of the thread, and few are made at once: so requests over
// years keep neither the thread nor the memory, however many there are.
import { ApiError } from '../errors/errors.ts';
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
import type { Pause } from './figures.ts';
import { createPages, type Pages } from './pages.ts';
import { BackfillError } from './period-figures.ts';
import { createTurns } from './turns.ts';

export interface ExactSums {
  /** The moment as of which the sums are exact, in milliseconds since the epoch. */
  readonly asOf: number;
  /** In the order of their days for each kind. They can be read once. */
  readonly rows: AsyncIterable<SumsRow>;
  /** Reads the same rows once more. */
  readonly reread: () => AsyncIterable<SumsRow>;
  readonly pause: Pause;
}

export interface Statistics {
  /**
   * Makes one answer of sums. When a count has changed them between two pages, it is made anew.
   * @throws ApiError `serviceUnavailable` that says why there are no exact sums now
   */
  make<T>(queries: readonly SumsQuery[], make: (sums: ExactSums) => Promise<T>): Promise<T>;
  /** Ends the counting that requests have begun, and waits for it. */
  stop(): Promise<void>;
}

export interface StatisticsOptions {
  readonly store: Pick<StatisticsStore, 'read' | 'count'>;
  readonly settings: StatisticsSettings;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** Makes what lets other work of the process run when it is due, until the abort. By default nobody else needs the thread. */
  readonly createYield?: (signal: AbortSignal) => Pause;
}

/** The pause before another look while another process counts. */
const pauseMilliseconds = 50;
/** An answer reaches its caller within the difference to the bound. */
const maxAgeMilliseconds = STATISTICS_MAX_AGE_SECONDS * 1000 - 5_000;
/** A count changes the sums every 20 seconds or so, and an answer takes less. */
const attempts = 5;

type Exact = StatisticsAnswer & { readonly state: 'exact' };

/** A count has changed the sums since the first page was read. */
class SumsChanged extends Error {
  override readonly name = 'SumsChanged';
}

export function createStatistics({
  store,
  settings,
  clock,
  createYield = () => () => undefined,
}: StatisticsOptions): Statistics {
  const stopping = new AbortController();
  let counting: Promise<unknown> | undefined;
  const turns = createTurns(clock, createYield(stopping.signal), stopping.signal);

  /** All requests wait for the same count. */
  function count(): Promise<unknown> {
    counting ??= store.count(stopping.signal, { publish: 'now' }).finally(() => {
      counting = undefined;
    });
    return counting;
  }

  async function readExact(queries: readonly SumsQuery[]): Promise<Exact> {
    const until = clock.monotonic() + COUNT_WAIT_MILLISECONDS;
    for (;;) {
      const answer = await store.read(queries);
      if (answer.state === 'exact' && answer.age <= maxAgeMilliseconds) {
        // The next answers find younger sums, and do not wait for them.
        if (answer.age > COUNT_RENEWAL_MILLISECONDS) void count().catch(() => undefined);
        return answer;
      }
      const left = until - clock.monotonic();
      if (answer.state === 'other-zone' || left <= 0 || stopping.signal.aborted)
        throw unavailable(answer, settings);
      const wait = clock.sleep(left, stopping.signal);
      const result = await Promise.race([count(), wait]);
      if (result === 'busy') await clock.sleep(pauseMilliseconds, stopping.signal);
    }
  }

  /** @param asOf the moment of all pages */
  async function* rowsOf(
    first: StatisticsAnswer,
    { asOf, pages, pause }: { readonly asOf: number; readonly pages: Pages; readonly pause: Pause },
  ): AsyncGenerator<SumsRow> {
    let answer = first;
    for (;;) {
      if (answer.state !== 'exact' || answer.asOf !== asOf) throw new SumsChanged();
      let characters = 0;
      for (const row of answer.rows.toSorted((a, b) => a.day - b.day)) {
        characters += row.text.length;
        yield row;
        const due = pause();
        if (due) await due;
      }
      const next = pages.next(characters);
      if (!next) return;
      answer = await store.read(next);
    }
  }

  return {
    async make(queries, make) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const pages = createPages(queries);
        const first = await readExact(pages.first);
        const { asOf } = first;
        async function* reread(pause: Pause): AsyncGenerator<SumsRow> {
          const again = createPages(queries);
          yield* rowsOf(await store.read(again.first), { asOf, pages: again, pause });
        }
        try {
          return await turns.run((pause) =>
            make({
              ...{ asOf, pause, reread: () => reread(pause) },
              rows: rowsOf(first, { asOf, pages, pause }),
            }),
          );
        } catch (error) {
          if (error instanceof BackfillError) break;
          if (!(error instanceof SumsChanged)) throw error;
        }
      }
      throw unavailable({ state: 'counting', counted: 0, total: 0 }, settings);
    },
    async stop() {
      stopping.abort();
      await counting?.catch(() => undefined);
    },
  };
}

function unavailable(answer: StatisticsAnswer, { zone }: StatisticsSettings): ApiError {
  if (answer.state === 'other-zone') {
    const detail =
      `the statistics are kept in the time zone ${answer.zone}, and STATISTICS_TIME_ZONE is ${zone}; ` +
      'run playkeep statistics rebuild';
    return new ApiError('serviceUnavailable', { detail });
  }
  const { counted, total } = answer.state === 'counting' ? answer : { counted: 0, total: 0 };
  const progress = total === 0 ? '' : `: ${counted} of ${total} sessions`;
  return new ApiError('serviceUnavailable', {
    detail: `the statistics are being counted${progress}`,
    // Programs read the progress here, people in the detail.
    headers: { 'x-count-progress': `${counted}/${total}` },
  });
}

// The process that gives events their places in the feed. One process at a time has the lease, with a number that changes whenever the
// holder does, and each step of it is refused under another number. A process that dies loses the lease within seconds. Nothing is
// updated for an event, so a transaction that stays open leaves no dead rows in the way.
import { systemClock } from '../../lib/clock.ts';
import type { Metrics } from '../../lib/metrics.ts';
import {
  EVENT_LEASE_MILLISECONDS,
  EVENT_LEASE_RENEWAL_MILLISECONDS,
  EVENT_LOOK_LEAST_MILLISECONDS,
  EVENT_LOOK_MILLISECONDS,
  EVENT_LOOK_ROWS,
} from '../../tuning.ts';
import { type Places, placeEvents, resumePlaces, settledOf, withNumber } from '../shared/event-runs.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import {
  findTransactionNumber,
  listStampedRuns,
  listUnstampedEvents,
  releaseEventLease,
  stampEvents,
  takeEventLease,
} from './sql/statements.ts';

export interface EventStamper {
  /** Looks for new events soon. */
  wake(): void;
  stop(): Promise<void>;
}

interface Lease {
  readonly leaseNumber: number;
  /** When it was taken, on the monotonic clock. */
  readonly takenAt: number;
  readonly places: Places;
}

export interface StamperOptions extends Pick<Database, 'executor' | 'now'> {
  readonly metrics: Metrics;
  /** Called when events have got places. */
  readonly onPlaced: () => void;
}

export function createEventStamper({ executor, now, metrics, onPlaced }: StamperOptions): EventStamper {
  const holder = crypto.randomUUID();
  const stopping = new AbortController();
  const backlog = createBacklog(metrics);
  let lease: Lease | undefined;
  let woke = new AbortController();

  /** One look. @returns the milliseconds until the next */
  async function look(): Promise<number> {
    const moment = systemClock.monotonic();
    if (!lease || moment - lease.takenAt > EVENT_LEASE_RENEWAL_MILLISECONDS) lease = await takeLease(moment);
    if (!lease) return EVENT_LEASE_RENEWAL_MILLISECONDS;
    const { leaseNumber, places } = lease;
    const rows = await executor.run(listUnstampedEvents, {
      after: places.seen,
      starts: places.holes.map(({ first }) => first),
      ends: places.holes.map(({ last }) => last),
      limit: EVENT_LOOK_ROWS,
    });
    const found = rows.flatMap(({ id, count, at }) =>
      id !== null && count !== null ? [{ id, count, at }] : [],
    );
    const events = found.reduce((sum, { count }) => sum + count, 0);
    backlog.found(events, found);
    const placed = placeEvents(places, { found, lowestOpen: rows[0]?.xmin ?? 0 });
    if (placed.runs.length > 0) {
      const stamped = await executor.run(stampEvents, {
        leaseNumber,
        positions: placed.runs.map(({ position }) => position),
        ids: placed.runs.map(({ id }) => id),
        counts: placed.runs.map(({ count }) => count),
        settled: settledOf(placed.places),
        now: now(),
      });
      lease = stamped.length === 0 ? undefined : { ...lease, places: placed.places };
      if (!lease) return 0;
      onPlaced();
    } else lease = { ...lease, places: placed.places };
    backlog.placed();
    await numberHoles(lease);
    return events >= EVENT_LOOK_ROWS ? 0 : EVENT_LOOK_MILLISECONDS;
  }

  /** The number comes from a statement after the look that saw the hole. */
  async function numberHoles(held: Lease): Promise<void> {
    const { places } = held;
    if (places.holes.every(({ since }) => since !== undefined)) return;
    const [row] = await executor.run(findTransactionNumber, {});
    if (row) lease = { ...held, places: { ...places, holes: withNumber(places.holes, row.number) } };
  }

  async function takeLease(takenAt: number): Promise<Lease | undefined> {
    const [taken] = await executor.run(takeEventLease, { holder, milliseconds: EVENT_LEASE_MILLISECONDS });
    if (!taken) return undefined;
    if (lease?.leaseNumber === taken.leaseNumber) return { ...lease, takenAt };
    return { leaseNumber: taken.leaseNumber, takenAt, places: await findPlaces(executor, taken) };
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woke = new AbortController();
      let pause = EVENT_LOOK_MILLISECONDS;
      try {
        pause = await look();
      } catch {
        // Nobody knows how much of it was committed, so it is read anew. Other calls tell of a database that does not answer.
        lease = undefined;
      }
      await systemClock.sleep(EVENT_LOOK_LEAST_MILLISECONDS, stopping.signal);
      if (pause > 0) await systemClock.sleep(pause, woke.signal);
    }
    if (lease) await executor.run(releaseEventLease, { holder }).catch(() => undefined);
  }

  const running = run();
  return {
    wake: () => woke.abort(),
    async stop() {
      stopping.abort();
      woke.abort();
      await running;
    },
  };
}

/** Reads which events have places. */
async function findPlaces(
  queries: Queries,
  noted: { readonly floor: number; readonly settled: number },
): Promise<Places> {
  const runs = await queries.run(listStampedRuns, {});
  const newest = runs.at(-1);
  const next = Math.max(noted.floor, newest ? newest.position + newest.count - 1 : 0) + 1;
  return resumePlaces(Math.max(noted.settled, newest?.settled ?? 0), next, runs);
}

/** The events that this process found without a place, until it has given them theirs. */
function createBacklog(metrics: Metrics) {
  let events = 0;
  let oldest: number | undefined;
  metrics.gauge(
    {
      name: 'playkeep_events_backlog',
      help: 'Events that are committed and have no place in the feed yet, as of the last look.',
      across: 'max',
    },
    () => events,
  );
  metrics.gauge(
    {
      name: 'playkeep_events_backlog_seconds',
      help: 'The age of the oldest of these events.',
      across: 'max',
    },
    () => (oldest === undefined ? 0 : Math.max(0, (systemClock.now() - oldest) / 1_000)),
  );
  return {
    found(count: number, runs: readonly { readonly at: number | null }[]): void {
      events = count;
      oldest = runs
        .flatMap(({ at }) => at ?? [])
        .reduce<number | undefined>((least, at) => Math.min(least ?? at, at), undefined);
    },
    placed(): void {
      events = 0;
      oldest = undefined;
    },
  };
}

// The process that gives events their places in the feed. One process at a time has the lease (event-lease.ts), and one that dies loses
// it within seconds. Nothing is updated for an event, so a transaction that stays open leaves no dead rows in the way.
import { systemClock } from '../../lib/clock.ts';
import type { Metrics } from '../../lib/metrics.ts';
import {
  EVENT_LEASE_RENEWAL_MILLISECONDS,
  EVENT_LOOK_LEAST_MILLISECONDS,
  EVENT_LOOK_MILLISECONDS,
  EVENT_LOOK_ROWS,
} from '../../tuning.ts';
import { type Places, placeEvents, settledOf, withNumber } from '../shared/event-runs.ts';
import type { Database } from './database.ts';
import { createEventLease, type EventLease, type HeldLease } from './event-lease.ts';
import type { Queries } from './executor.ts';
import { findTransactionNumber, listUnstampedEvents, stampEvents } from './sql/statements.ts';

export interface EventStamper {
  /** Looks for new events soon. */
  wake(): void;
  stop(): Promise<void>;
}

export interface StamperOptions extends Pick<Database, 'executor' | 'now'> {
  readonly metrics: Metrics;
  /** Called when events have got places. */
  readonly onPlaced: () => void;
}

export function createEventStamper({ executor, now, metrics, onPlaced }: StamperOptions): EventStamper {
  const stopping = new AbortController();
  const lease = createEventLease(executor);
  const look = createLook({ queries: executor, lease, now, onPlaced, backlog: createBacklog(metrics) });
  let woke = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woke = new AbortController();
      let pause = EVENT_LOOK_MILLISECONDS;
      try {
        pause = await look();
      } catch {
        // Nobody knows how much of it was committed. Other calls tell of a database that does not answer.
        lease.lose();
      }
      await systemClock.sleep(EVENT_LOOK_LEAST_MILLISECONDS, stopping.signal);
      if (pause > 0) await systemClock.sleep(pause, woke.signal);
    }
    await lease.release().catch(() => undefined);
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

interface LookOptions extends Pick<StamperOptions, 'now' | 'onPlaced'> {
  readonly queries: Queries;
  readonly lease: EventLease;
  readonly backlog: Backlog;
}

/** @returns a function that looks once for events without a place, and answers the milliseconds until the next look */
function createLook({ queries, lease, now, onPlaced, backlog }: LookOptions): () => Promise<number> {
  /** The runs of events that are committed, as of one snapshot, with the lowest number of a transaction that is open. */
  async function find({ seen, holes }: Places) {
    const rows = await queries.run(listUnstampedEvents, {
      after: seen,
      starts: holes.map(({ first }) => first),
      ends: holes.map(({ last }) => last),
      limit: EVENT_LOOK_ROWS,
    });
    const found = rows.flatMap(({ id, count, at }) =>
      id !== null && count !== null ? [{ id, count, at }] : [],
    );
    return { found, lowestOpen: rows[0]?.xmin ?? 0 };
  }

  /** @returns false where the lease is another process's by now */
  async function stamp(number: number, { runs, places }: ReturnType<typeof placeEvents>): Promise<boolean> {
    if (runs.length === 0) return true;
    const stamped = await queries.run(stampEvents, {
      leaseNumber: number,
      positions: runs.map(({ position }) => position),
      ids: runs.map(({ id }) => id),
      counts: runs.map(({ count }) => count),
      settled: settledOf(places),
      now: now(),
    });
    if (stamped.length > 0) onPlaced();
    return stamped.length > 0;
  }

  /** The number of a hole comes from a statement after the look that saw it. */
  async function numbered(places: Places): Promise<Places> {
    if (places.holes.every(({ since }) => since !== undefined)) return places;
    const [row] = await queries.run(findTransactionNumber, {});
    return row ? { ...places, holes: withNumber(places.holes, row.number) } : places;
  }

  return async () => {
    const held: HeldLease | undefined = await lease.hold();
    if (!held) return EVENT_LEASE_RENEWAL_MILLISECONDS;
    const looked = await find(held.places);
    const events = looked.found.reduce((sum, { count }) => sum + count, 0);
    backlog.found(events, looked.found);
    const placed = placeEvents(held.places, looked);
    if (!(await stamp(held.number, placed))) {
      lease.lose();
      return 0;
    }
    lease.keep(placed.places);
    backlog.placed();
    lease.keep(await numbered(placed.places));
    return events >= EVENT_LOOK_ROWS ? 0 : EVENT_LOOK_MILLISECONDS;
  };
}

type Backlog = ReturnType<typeof createBacklog>;

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

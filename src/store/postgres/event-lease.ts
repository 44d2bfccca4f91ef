// The lease of the process that gives events their places, and the state that goes with it. Its number changes whenever the holder does, or
// does not know whether its last step was done: a step under an old number does nothing.
import { systemClock } from '../../lib/clock.ts';
import {
  CLOCK_SKEW_MILLISECONDS,
  EVENT_LEASE_MILLISECONDS,
  EVENT_LEASE_RENEWAL_MILLISECONDS,
} from '../../tuning.ts';
import { type Places, resumePlaces } from '../shared/event-runs.ts';
import type { Queries } from './executor.ts';
import { listStampedRuns, releaseEventLease, takeEventLease } from './sql/statements.ts';

export interface HeldLease {
  readonly number: number;
  readonly places: Places;
}

export interface EventLease {
  /** Takes the lease, or renews it in time. @returns undefined while another process has it */
  hold(): Promise<HeldLease | undefined>;
  /** Keeps the state after a step. */
  keep(places: Places): void;
  /** The next hold reads the state anew, under another number. */
  lose(): void;
  /** Gives the lease back. */
  release(): Promise<void>;
}

export function createEventLease(queries: Queries): EventLease {
  const holder = crypto.randomUUID();
  let held: (HeldLease & { readonly takenAt: number }) | undefined;

  async function take(takenAt: number): Promise<typeof held> {
    const isRenewal = held !== undefined;
    const [taken] = await queries.run(takeEventLease, {
      holder,
      milliseconds: EVENT_LEASE_MILLISECONDS,
      skew: CLOCK_SKEW_MILLISECONDS,
      isRenewal,
    });
    if (!taken) return undefined;
    if (held?.number === taken.leaseNumber) return { ...held, takenAt };
    return { number: taken.leaseNumber, takenAt, places: await findPlaces(queries, taken) };
  }

  return {
    async hold() {
      const now = systemClock.monotonic();
      if (!held || now - held.takenAt > EVENT_LEASE_RENEWAL_MILLISECONDS) held = await take(now);
      return held;
    },
    keep(places) {
      if (held) held = { ...held, places };
    },
    lose() {
      held = undefined;
    },
    async release() {
      if (held) await queries.run(releaseEventLease, { holder });
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

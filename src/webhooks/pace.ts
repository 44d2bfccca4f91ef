// The pace of one endpoint: how many requests it gets at once, and when it is left alone. It follows how the endpoint answers, so one
// that is away costs a request every few minutes.
import type { Clock } from '../lib/clock.ts';
import { WEBHOOK_MAX_REQUESTS, WEBHOOK_START_REQUESTS } from '../tuning.ts';
import { pauseAfter } from './schedule.ts';

export interface Pace {
  /** Requests that may be under way at once now. 0 during a pause; one after it, until an event is delivered. */
  limit(): number;
  /** Milliseconds on the monotonic clock at which the pause ends. */
  readonly pausedUntil: number;
  /** @returns was the endpoint left alone before? */
  delivered(): boolean;
  /** @param askedMilliseconds the pause that the endpoint asked for */
  failed(askedMilliseconds: number): void;
  /** Begins anew, for another URL. */
  reset(): void;
}

export function createPace(clock: Pick<Clock, 'monotonic'>, random: () => number): Pace {
  let requests = WEBHOOK_START_REQUESTS;
  let failures = 0;
  let pausedUntil = 0;
  const isTrying = () => pauseAfter(failures, 0) > 0;

  return {
    get pausedUntil() {
      return pausedUntil;
    },
    limit() {
      if (clock.monotonic() < pausedUntil) return 0;
      return isTrying() ? 1 : requests;
    },
    delivered() {
      const wasAway = isTrying();
      failures = 0;
      requests = Math.min(requests + 1, WEBHOOK_MAX_REQUESTS);
      return wasAway;
    },
    failed(askedMilliseconds) {
      failures += 1;
      // A single failure may be about its event.
      if (failures > 1) requests = Math.max(1, Math.floor(requests / 2));
      const pause = Math.max(pauseAfter(failures, random()), askedMilliseconds);
      // Requests that were under way beside the one whose answer asked for a long pause do not shorten it.
      if (pause > 0) pausedUntil = Math.max(pausedUntil, clock.monotonic() + pause);
    },
    reset() {
      requests = WEBHOOK_START_REQUESTS;
      failures = 0;
      pausedUntil = 0;
    },
  };
}

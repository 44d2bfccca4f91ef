// Refusals of credentials, counted by reason. In production the log has one line a minute for each reason: operators
// must see a fault, and callers must not fill the log.
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Counter, Metrics } from '../lib/metrics.ts';
import { REFUSAL_LOG_MILLISECONDS } from '../tuning.ts';

export interface RefusalRuntime {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Outside production the log has a line for each refusal (http/error-mapper.ts). */
  readonly production: boolean;
}

export interface RefusalCountsOptions<Reason extends string> {
  /** The counter in the metrics. */
  readonly family: { readonly name: string; readonly help: string };
  readonly reasons: readonly Reason[];
  /** The message of the line in the log. */
  readonly message: string;
}

/** Makes the function that counts a refusal. */
export function createRefusalCounts<Reason extends string>(
  { clock, log, metrics, production }: RefusalRuntime,
  { family, reasons, message }: RefusalCountsOptions<Reason>,
): (reason: Reason) => void {
  const states = new Map(
    reasons.map((reason) => [reason, stateOf(metrics.counter(family, { reason }))] as const),
  );

  function logReason(reason: Reason, state: ReasonState): void {
    const now = clock.monotonic();
    if (now - state.loggedAt < REFUSAL_LOG_MILLISECONDS) {
      state.leftOut += 1;
      return;
    }
    const { leftOut } = state;
    log.info({ reason, ...(leftOut > 0 && { leftOut }) }, message);
    state.loggedAt = now;
    state.leftOut = 0;
  }

  return (reason) => {
    const state = states.get(reason);
    if (!state) return;
    state.counter.value += 1;
    if (production) logReason(reason, state);
  };
}

interface ReasonState {
  readonly counter: Counter;
  /** The time of the last line in the log. */
  loggedAt: number;
  /** Refusals since then, which have no line. */
  leftOut: number;
}

const stateOf = (counter: Counter): ReasonState => ({
  counter,
  loggedAt: Number.NEGATIVE_INFINITY,
  leftOut: 0,
});

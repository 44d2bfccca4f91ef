// Refusals of credentials, counted by reason. In production the log has one line a minute for each reason: operators
// must see a fault, and callers must not fill the log.
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Counter, Metrics } from '../lib/metrics.ts';
import { createSparseLine, type SparseLine } from '../lib/sparse-lines.ts';
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
    reasons.map((reason): [Reason, ReasonState] => [
      reason,
      {
        counter: metrics.counter(family, { reason }),
        line: createSparseLine(clock, REFUSAL_LOG_MILLISECONDS),
      },
    ]),
  );

  return (reason) => {
    const state = states.get(reason);
    if (!state) return;
    state.counter.value += 1;
    if (production) state.line((count) => log.info({ reason, ...count }, message));
  };
}

interface ReasonState {
  readonly counter: Counter;
  readonly line: SparseLine;
}

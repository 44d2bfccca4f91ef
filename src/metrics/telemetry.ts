// The metrics of a service, its traces, and the admission control that measures its store.
import { type AdmissionControl, createAdmissionControl } from '../admission/admission-control.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createMetrics, type Metrics } from '../lib/metrics.ts';
import type { Traces } from '../lib/traces.ts';
import type { TraceConfig } from '../traces/trace-config.ts';
import { addProcessMetrics } from './process-metrics.ts';

export interface Telemetry<Opened extends Traces = Traces> {
  readonly metrics: Metrics;
  readonly admission: AdmissionControl;
  /** Undefined while traces are off. */
  readonly traces: Opened | undefined;
}

/**
 * @param realClock measures waits for the store, which is real whatever time a test sets on the other one
 * @param openTraces gets the metrics in which traces count their spans
 */
export function createTelemetry<Opened extends Traces>(
  clock: Clock,
  realClock: Clock,
  openTraces?: (metrics: Metrics) => Opened,
): Telemetry<Opened> {
  const metrics = createMetrics();
  addProcessMetrics(metrics, clock);
  const traces = openTraces?.(metrics);
  return { metrics, traces, admission: createAdmissionControl({ clock: realClock, metrics, traces }) };
}

/** OpenTelemetry is loaded where traces are on. */
export async function openTelemetry(
  traces: TraceConfig | undefined,
  clock: Clock,
  realClock: Clock,
  log: Log,
) {
  const open = traces && (await import('../traces/open.ts')).openTraces;
  return createTelemetry(clock, realClock, open && ((metrics) => open(traces, { clock, log, metrics })));
}

// The metrics of a service, and the admission control that measures its store.
import { type AdmissionControl, createAdmissionControl } from '../admission/admission-control.ts';
import type { Clock } from '../lib/clock.ts';
import { createMetrics, type Metrics } from '../lib/metrics.ts';
import { addProcessMetrics } from './process-metrics.ts';

export interface Telemetry {
  readonly metrics: Metrics;
  readonly admission: AdmissionControl;
}

export function createTelemetry(clock: Clock): Telemetry {
  const metrics = createMetrics();
  addProcessMetrics(metrics, clock);
  return { metrics, admission: createAdmissionControl({ clock, metrics }) };
}

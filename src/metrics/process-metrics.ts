// The metrics of the process under the names that all Prometheus clients share
// (https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics), and the delay of its event loop.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Clock } from '../lib/clock.ts';
import { descriptorLimit, openDescriptors } from '../lib/descriptors.ts';
import { createMetrics, type Metrics } from '../lib/metrics.ts';
import { version } from '../lib/version.ts';

const loopDelayResolutionMilliseconds = 10;
const microseconds = 1e-6;
const nanoseconds = 1e-9;

/** Adds what costs nothing until it is read. */
export function addProcessMetrics(metrics: Metrics, clock: Pick<Clock, 'now'>): void {
  metrics.gauge(
    {
      name: 'playkeep_build_info',
      help: 'The version of the service, as a label; the value is 1.',
      across: 'max',
    },
    () => 1,
    { version },
  );
  metrics.gauge(
    {
      name: 'playkeep_time_seconds',
      help: 'The clock of the process, in seconds since the Unix epoch.',
      across: 'max',
    },
    () => clock.now() / 1000,
  );
  metrics.readCounter(
    { name: 'process_cpu_seconds_total', help: 'User and system CPU time in seconds.' },
    () => {
      const { user, system } = process.cpuUsage();
      return (user + system) * microseconds;
    },
  );
  const startedAt = Math.round(performance.timeOrigin / 1000);
  metrics.gauge(
    {
      name: 'process_start_time_seconds',
      help: 'When the process began, in seconds since the Unix epoch.',
      across: 'min',
    },
    () => startedAt,
  );
  metrics.gauge({ name: 'process_resident_memory_bytes', help: 'Resident memory in bytes.' }, () =>
    process.memoryUsage.rss(),
  );
  if (descriptorLimit() !== undefined) addLinuxMetrics(metrics);
}

/** Adds the metrics that only `/proc` has (proc(5)). */
function addLinuxMetrics(metrics: Metrics): void {
  metrics.gauge(
    { name: 'process_virtual_memory_bytes', help: 'Virtual memory in bytes.' },
    () => Number(/^VmSize:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024,
  );
  metrics.gauge(
    { name: 'process_open_fds', help: 'File descriptors that are open.' },
    () => openDescriptors() ?? Number.NaN,
  );
  metrics.gauge(
    { name: 'process_max_fds', help: 'File descriptors that may be open.' },
    () => descriptorLimit() ?? Number.NaN,
  );
}

/** The delay of the event loop since the last reading, whoever read it. It needs a timer from here on. */
export function createLoopDelayMetrics(): Metrics {
  const metrics = createMetrics();
  const delays = monitorEventLoopDelay({ resolution: loopDelayResolutionMilliseconds });
  delays.enable();
  const family = {
    name: 'playkeep_event_loop_delay_seconds',
    help: 'How late the event loop came to what was due, since the metrics were read before.',
    across: 'max',
  } as const;
  metrics.gauge(family, () => delays.percentile(50) * nanoseconds, { quantile: '0.5' });
  metrics.gauge(family, () => delays.percentile(99) * nanoseconds, { quantile: '0.99' });
  metrics.gauge(
    family,
    () => {
      const { max } = delays;
      delays.reset();
      return max * nanoseconds;
    },
    { quantile: '1' },
  );
  return metrics;
}

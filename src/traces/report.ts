// The fate of spans: how many were exported, how many were lost, and a line in the log when exporting begins to fail and when it
// works again.
import { certificateProblem } from '../lib/certificate-problem.ts';
import type { Log } from '../lib/log.ts';
import type { Counter, Metrics } from '../lib/metrics.ts';

const family = {
  name: 'playkeep_trace_spans_total',
  help: 'Spans by what became of them: exported, not taken by the collector, or dropped since too many waited.',
};

export interface ExportReport {
  exported(spans: number): void;
  failed(spans: number, error: Error | undefined): void;
  dropped(): void;
}

/** @param url where spans are sent to, without a password */
export function createExportReport(url: string, metrics: Metrics, log: Log): ExportReport {
  const count = (outcome: string): Counter => metrics.counter(family, { outcome });
  const [exported, failed, dropped] = [count('exported'), count('failed'), count('dropped')];
  let isFailing = false;
  return {
    exported(spans) {
      exported.value += spans;
      if (isFailing) log.info({ url }, 'traces are exported again');
      isFailing = false;
    },
    failed(spans, error) {
      failed.value += spans;
      if (!isFailing) log.warn({ url, reason: reasonOf(error) }, 'traces cannot be exported');
      isFailing = true;
    },
    dropped() {
      dropped.value += 1;
    },
  };
}

/** The status or the message of an error of the exporter. */
function reasonOf(error: Error | undefined): string {
  if (!error) return 'unknown';
  const { code, message } = error as Error & { code?: unknown };
  return typeof code === 'number' ? `the answer's status is ${code}` : (certificateProblem(error) ?? message);
}

// The figures of the process and of its background jobs, made from its metrics. Pure.
import { type MetricSample, sumOf } from './metrics-text.ts';

export type FigureValue =
  | { readonly kind: 'seconds' | 'bytes' | 'count'; readonly amount: number }
  | { readonly kind: 'share'; readonly amount: number; readonly most: number }
  | { readonly kind: 'text'; readonly text: string };

export interface Figure {
  readonly label: string;
  readonly value: FigureValue;
  /** Something to look after. */
  readonly warning?: string;
}

/** A figure whose metric is not there is left out, as on other systems and engines. @param now milliseconds since the epoch */
export function processFigures(samples: readonly MetricSample[], now: number): readonly Figure[] {
  const value = (name: string) => sumOf(samples, name);
  const startedAt = value('process_start_time_seconds');
  const memory = value('process_resident_memory_bytes');
  const cpu = value('process_cpu_seconds_total');
  const upSeconds = startedAt === undefined ? undefined : Math.max(1, now / 1000 - startedAt);
  return [
    upSeconds !== undefined && { label: 'Running for', value: { kind: 'seconds', amount: upSeconds } },
    memory !== undefined && { label: 'Memory', value: { kind: 'bytes', amount: memory } },
    cpu !== undefined &&
      upSeconds !== undefined && {
        label: 'Processor, on average',
        value: { kind: 'text', text: `${((cpu / upSeconds) * 100).toFixed(1)} % of one core` },
      },
    ...requestFigures(samples),
    pair(samples, 'Calls at the database', ['playkeep_store_calls', 'playkeep_store_calls_limit'], {
      share: 0.9,
      warning: 'The database is nearly too slow for its calls. Requests past the limit are answered 503.',
    }),
    pair(samples, 'Connections to PostgreSQL in use', ['playkeep_pool_statements', 'playkeep_pool_size'], {
      share: 1,
      warning: 'All connections are in use. A larger DATABASE_POOL_SIZE may help.',
    }),
    pair(samples, 'Open files', ['process_open_fds', 'process_max_fds'], {
      share: 0.9,
      warning: 'The limit of open files is near. Raise it for the service.',
    }),
    dropped(samples),
  ].filter((figure): figure is Figure => figure !== false && figure !== undefined);
}

const count = (amount: number): FigureValue => ({ kind: 'count', amount });

const requests = 'playkeep_http_request_duration_seconds_count';

function requestFigures(samples: readonly MetricSample[]): readonly Figure[] {
  const all = sumOf(samples, requests);
  if (all === undefined) return [];
  const faults = sumOf(samples, requests, ({ status }) => status === '500') ?? 0;
  const refused = sumOf(samples, requests, ({ status }) => status === '503') ?? 0;
  return [
    { label: 'Requests answered', value: count(all) },
    {
      ...{ label: 'Answered with a fault (500)', value: count(faults) },
      ...(faults > 0 && { warning: 'The log has an error line for each.' }),
    },
    {
      ...{ label: 'Refused under overload (503)', value: count(refused) },
      ...(refused > 0 && { warning: 'The database was away or overloaded since the start of the process.' }),
    },
  ];
}

function pair(
  samples: readonly MetricSample[],
  label: string,
  [used, limit]: readonly [string, string],
  { share, warning }: { readonly share: number; readonly warning: string },
): Figure | undefined {
  const now = sumOf(samples, used);
  const most = sumOf(samples, limit);
  if (now === undefined || most === undefined) return undefined;
  return {
    ...{ label, value: { kind: 'share', amount: now, most } },
    ...(now >= most * share && { warning }),
  };
}

function dropped(samples: readonly MetricSample[]): Figure | undefined {
  const lines = sumOf(samples, 'playkeep_log_lines_dropped_total');
  return lines === undefined || lines === 0
    ? undefined
    : {
        ...{ label: 'Lines of the log that were lost', value: count(lines) },
        warning: 'The reader of the log is too slow.',
      };
}

/** The background jobs in words, as in docs/operations/monitor.md. */
const jobTexts: Readonly<Record<string, string>> = {
  'expire-sessions': 'Ends the sessions of players who have gone silent.',
  'count-sessions': 'Counts sessions for the statistics.',
  'prune-history': 'Deletes old sessions.',
  'prune-versions': 'Deletes old versions of metadata.',
  'prune-idempotency-keys': 'Deletes the outcomes of old requests.',
  'prune-rate-limits': 'Deletes the counts of callers who stay below their limit.',
  'prune-audit': 'Deletes old entries of the audit.',
  'declare-indexes': 'Keeps the declared indexes, and drops those that nobody declares.',
  'build-indexes': 'Builds new indexes.',
  'mend-indexes': 'Completes indexes after an upgrade.',
};

/** Undefined for a job that this version does not know. */
export const jobText = (job: string): string | undefined =>
  Object.hasOwn(jobTexts, job) ? jobTexts[job] : undefined;

export interface JobFigure {
  readonly job: string;
  /** Milliseconds since the epoch; null before the first success. */
  readonly lastSuccessAt: number | null;
  readonly failures: number;
}

/** The background jobs, those that failed first. */
export function jobFigures(samples: readonly MetricSample[]): readonly JobFigure[] {
  const ofJob = (name: string, job: string) => sumOf(samples, name, (labels) => labels.job === job) ?? 0;
  return samples
    .filter(({ name }) => name === 'playkeep_job_last_success_timestamp_seconds')
    .map(({ labels: { job = '' }, value }) => ({
      ...{ job, lastSuccessAt: value === 0 ? null : value * 1000 },
      failures: ofJob('playkeep_job_failures_total', job),
    }))
    .sort((a, b) => b.failures - a.failures);
}

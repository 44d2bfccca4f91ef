// The figures of the process and of its background jobs, in words and with warnings, made from the state of the service. Pure.
import type { components } from '../../api/schema.ts';
import { formatBytes, formatCount, formatDuration } from '../../components/value-texts.ts';

export type ProcessFigures = components['schemas']['ServiceState']['process'];

export interface Figure {
  readonly label: string;
  readonly value: string;
  /** Something to look after. */
  readonly warning?: string;
}

/** A figure among the first, with a line below. */
export interface KeyFigure {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  /** Does somebody have to look after it? */
  readonly isBad: boolean;
}

const percent = 100;
const leastFreeBytes = 512 * 1024 ** 2;
/** The part from which on a bound is near. */
const near = 0.9;
/** The part of the requests from which on refusals are no single callers. */
const manyRefusals = 0.01;
const slowSeconds = 0.25;

/** The figures that the first row of the dashboard has. */
export function keyFigures(figures: ProcessFigures): readonly KeyFigure[] {
  const { recent, activeSessions, jobs } = figures;
  const { requestsPerSecond, refusedPerSecond, failedPerSecond, p99Seconds } = recent;
  const period = `in the last ${formatDuration(recent.seconds)}`;
  const refused = requestsPerSecond > 0 ? refusedPerSecond / requestsPerSecond : 0;
  const failing = jobs.filter(({ consecutiveFailures }) => consecutiveFailures > 0);
  return [
    {
      label: 'Requests a second',
      value: formatRate(requestsPerSecond),
      isBad: failedPerSecond > 0,
      note: failedPerSecond > 0 ? `${formatRate(failedPerSecond)} with a fault (500)` : period,
    },
    { label: 'Refused (429, 503)', value: formatPart(refused), isBad: refused >= manyRefusals, note: period },
    {
      label: 'Latency (p99)',
      isBad: p99Seconds !== null && p99Seconds > slowSeconds,
      value: p99Seconds === null ? '–' : formatTime(p99Seconds),
      note: 'requests of players',
    },
    roomOf(figures),
    {
      label: 'Jobs that fail',
      value: formatCount(failing.length),
      isBad: failing.length > 0,
      note: failing[0]?.name ?? `of ${formatCount(jobs.length)}`,
    },
    {
      label: 'Sessions online',
      value: formatCount(activeSessions),
      isBad: false,
      note: 'as of the last count',
    },
  ];
}

/** The room of the database: connections, the disk, or the calls where the system tells of neither. */
function roomOf({ pool, disk, storeCalls }: ProcessFigures): KeyFigure {
  if (pool !== null)
    return {
      label: 'Connections in use',
      value: share(pool.statements, pool.size),
      note: 'to PostgreSQL',
      isBad: pool.statements >= pool.size,
    };
  if (disk !== null)
    return {
      label: 'Disk left',
      value: formatBytes(disk.freeBytes),
      isBad: disk.freeBytes < leastFreeBytes,
      note: `of ${formatBytes(disk.sizeBytes)}`,
    };
  return {
    label: 'Calls at the database',
    value: formatCount(storeCalls.now),
    note: `at most ${formatCount(storeCalls.limit)}`,
    isBad: storeCalls.now >= storeCalls.limit * near,
  };
}

const share = (amount: number, most: number): string => `${formatCount(amount)} of ${formatCount(most)}`;
const formatRate = (perSecond: number): string =>
  perSecond >= 100 ? formatCount(Math.round(perSecond)) : String(Number(perSecond.toPrecision(2)));
const formatPart = (part: number): string => `${Number((part * percent).toPrecision(2))} %`;
/** A short time: `0.8 ms`, `42 ms`, `1.3 s`. */
const formatTime = (seconds: number): string =>
  seconds < 1 ? `${Number((seconds * 1000).toPrecision(2))} ms` : `${Number(seconds.toPrecision(2))} s`;

/** @param now milliseconds since the epoch. A figure that the system does not tell is left out */
export function processFigures(figures: ProcessFigures, now: number): readonly Figure[] {
  const { startedAt, memoryBytes, cpuSeconds, requests, storeCalls, openFiles, disk, logLinesDropped } =
    figures;
  const upSeconds = Math.max(1, (now - Date.parse(startedAt)) / 1000);
  return [
    { label: 'Running for', value: formatDuration(upSeconds) },
    { label: 'Memory', value: formatBytes(memoryBytes) },
    {
      label: 'Processor, on average',
      value: `${((cpuSeconds / upSeconds) * percent).toFixed(1)} % of one core`,
    },
    ...requestFigures(requests),
    {
      label: 'Calls at the database',
      value: share(storeCalls.now, storeCalls.limit),
      ...(storeCalls.now >= storeCalls.limit * near && {
        warning: 'The database is nearly too slow for its calls. Requests past the limit are answered 503.',
      }),
    },
    ...(disk ? [{ label: 'Database file and its log', value: formatBytes(disk.databaseBytes) }] : []),
    ...(openFiles
      ? [
          {
            label: 'Open files',
            value: share(openFiles.now, openFiles.limit),
            ...(openFiles.now >= openFiles.limit * near && {
              warning: 'The limit of open files is near. Raise it for the service.',
            }),
          },
        ]
      : []),
    ...(logLinesDropped > 0
      ? [
          {
            label: 'Lines of the log that were lost',
            value: formatCount(logLinesDropped),
            warning: 'The reader of the log is too slow.',
          },
        ]
      : []),
  ];
}

const requestFigures = ({ answered, failed, refused }: ProcessFigures['requests']): readonly Figure[] => [
  { label: 'Requests answered', value: formatCount(answered) },
  {
    label: 'Answered with a fault (500)',
    value: formatCount(failed),
    ...(failed > 0 && { warning: 'The log has an error line for each.' }),
  },
  { label: 'Refused (429, 503)', value: formatCount(refused) },
];

/** The background jobs in words, as in docs/operations/monitor.md. */
const jobTexts: Readonly<Record<string, string>> = {
  'expire-sessions': 'Ends the sessions of players who have gone silent.',
  'count-sessions': 'Counts sessions for the statistics.',
  'prune-history': 'Deletes old sessions.',
  'prune-versions': 'Deletes old versions of metadata, and old marks of lost saves.',
  'prune-idempotency-keys': 'Deletes the outcomes of old requests.',
  'prune-rate-limits': 'Deletes the counts of callers who stay below their limit.',
  'prune-audit': 'Deletes old entries of the audit.',
  'prune-events': 'Deletes old events.',
  'clear-events': 'Takes facts of erased players out of events.',
  'clear-webhooks': 'Deletes events that webhooks were not given and the feed does not have any more.',
  'declare-indexes': 'Keeps the declared indexes, and drops those that nobody declares.',
  'build-indexes': 'Builds new indexes.',
  'mend-indexes': 'Completes indexes after an upgrade.',
};

/** Undefined for a job that this version does not know. */
export const jobText = (job: string): string | undefined =>
  Object.hasOwn(jobTexts, job) ? jobTexts[job] : undefined;

export type JobFigure = ProcessFigures['jobs'][number];

/** The background jobs, those that fail first, then those that failed. */
export const jobFigures = ({ jobs }: ProcessFigures): readonly JobFigure[] =>
  jobs.toSorted((a, b) => b.consecutiveFailures - a.consecutiveFailures || b.failures - a.failures);

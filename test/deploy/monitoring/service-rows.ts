// The rows of the dashboard about requests: those of now, traffic, latency, admission.
import {
  availabilityObjective,
  failed,
  latencyBound,
  ofApi,
  ofPlayers,
  requests,
  served,
} from './objectives.ts';
import { lines, type Panel, row, type Step, stat } from './panels.ts';
import { isRefused, of, quantile, rate } from './queries.ts';

const levels = (warning: number, problem: number): readonly Step[] => [
  { color: 'green', value: null },
  { color: 'orange', value: warning },
  { color: 'red', value: problem },
];
const leastLevels = (problem: number, warning: number): readonly Step[] => [
  { color: 'red', value: null },
  { color: 'orange', value: problem },
  { color: 'green', value: warning },
];
const gibibyte = 2 ** 30;

export const now: readonly Panel[] = [
  stat({
    title: 'Version',
    unit: 'short',
    shows: 'name',
    description: 'The versions of the processes. More than one is an upgrade under way.',
    targets: [{ expr: `count by (version) (${of('playkeep_build_info')})`, legend: '{{version}}' }],
  }),
  stat({
    title: 'Requests',
    unit: 'reqps',
    description: 'Requests of players and servers.',
    targets: [{ expr: `sum(${rate(`${requests}_count`, ofApi)})`, legend: '' }],
  }),
  stat({
    title: 'Refused',
    unit: 'percentunit',
    steps: levels(0.01, 0.05),
    description: 'The part that is answered 429 or 503.',
    targets: [
      {
        expr: `(sum(${rate(`${requests}_count`, ofApi, isRefused)}) or vector(0)) / sum(${rate(`${requests}_count`, ofApi)})`,
        legend: '',
      },
    ],
  }),
  stat({
    title: 'p99',
    unit: 's',
    steps: levels(latencyBound / 2, latencyBound),
    description:
      'The time within which 99 of 100 requests of players are answered. Answers of 5xx are left out.',
    targets: [
      {
        expr: `histogram_quantile(0.99, sum by (le) (${rate(`${requests}_bucket`, ofPlayers, served)}))`,
        legend: '',
      },
    ],
  }),
  stat({
    title: 'PostgreSQL connections',
    unit: 'percentunit',
    steps: levels(0.4, 0.6),
    description: 'The part of DATABASE_POOL_SIZE with a statement under way, in the fullest process.',
    targets: [{ expr: `max(${of('playkeep_pool_statements')} / ${of('playkeep_pool_size')})`, legend: '' }],
  }),
  stat({
    title: 'Disk left',
    unit: 'bytes',
    steps: leastLevels(gibibyte / 2, 2 * gibibyte),
    description:
      'On the file system of the database file. PostgreSQL has a disk of its own, which Playkeep does not see.',
    targets: [{ expr: `min(${of('playkeep_sqlite_disk_free_bytes')})`, legend: '' }],
  }),
  stat({
    title: 'Jobs that fail',
    unit: 'short',
    steps: levels(1, 3),
    description: 'Background jobs whose last run failed in every process.',
    targets: [
      {
        expr: `count(min by (job, exported_job) (${of('playkeep_job_consecutive_failures')}) > 0) or vector(0)`,
        legend: '',
      },
    ],
  }),
  stat({
    title: 'Sessions online',
    unit: 'short',
    description: 'Active sessions in the database, as of the last run of expire-sessions.',
    targets: [{ expr: `max(${of('playkeep_active_sessions')})`, legend: '' }],
  }),
];

export const traffic: readonly Panel[] = [
  row('Traffic'),
  lines({
    title: 'Requests by operation',
    unit: 'reqps',
    isStacked: true,
    description: 'Requests in each second, by method and route.',
    targets: [
      {
        expr: `sum by (method, route) (${rate(`${requests}_count`, ofApi)})`,
        legend: '{{method}} {{route}}',
      },
    ],
  }),
  lines({
    title: 'Answers that are no success, by status',
    unit: 'reqps',
    description: '499 is a caller who left before the end of the request.',
    targets: [
      {
        expr: `sum by (status) (${rate(`${requests}_count`, ofApi, 'status!~"2.."')})`,
        legend: '{{status}}',
      },
    ],
  }),
  lines({
    title: 'Refusals by reason',
    unit: 'reqps',
    description: 'The error of the API, or what is behind a 429 or 503. `internal` must stay 0.',
    targets: [{ expr: `sum by (reason) (${rate('playkeep_refusals_total')}) > 0`, legend: '{{reason}}' }],
  }),
  lines({
    title: 'Failed requests, as a part of those that may fail',
    unit: 'percentunit',
    description: `Of all requests ${((1 - availabilityObjective) * 100).toFixed(1)} % may be answered 5xx. At 100 % the budget lasts exactly to the end of its 30 days.`,
    targets: [
      {
        expr: `(sum(${rate(`${requests}_count`, ofApi, failed)}) or vector(0)) / sum(${rate(`${requests}_count`, ofApi)}) / (1 - ${availabilityObjective})`,
        legend: 'burn rate',
      },
    ],
  }),
];

export const latency: readonly Panel[] = [
  row('Latency'),
  ...[0.5, 0.99].map((share) =>
    lines({
      title: `p${share * 100} by operation`,
      unit: 's',
      description: 'From the headers of the request to its answer, estimated from ranges of the histogram.',
      targets: [
        {
          expr: quantile(share, requests, 'method, route', ofApi, served),
          legend: '{{method}} {{route}}',
        },
      ],
    }),
  ),
];

export const admission: readonly Panel[] = [
  row('Admission'),
  lines({
    title: 'Calls at the database, and their limit',
    unit: 'short',
    width: 8,
    description: 'Past the limit requests are answered 503. The limit follows how long calls wait.',
    targets: [
      { expr: of('playkeep_store_calls'), legend: '{{instance}}' },
      { expr: of('playkeep_store_calls_limit'), legend: '{{instance}} limit' },
    ],
  }),
  lines({
    title: 'Longest wait of a call',
    unit: 's',
    width: 8,
    description: 'Past a second requests are answered 503.',
    targets: [{ expr: of('playkeep_store_longest_wait_seconds'), legend: '{{instance}}' }],
  }),
  lines({
    title: 'In progress, and refused for want of room',
    unit: 'short',
    width: 8,
    description:
      'Requests under way, and those in each second that admission control or another bound refuses.',
    targets: [
      { expr: of('playkeep_http_requests_in_progress'), legend: '{{instance}} in progress' },
      { expr: rate('playkeep_refusals_total', 'reason="busy"'), legend: '{{instance}} refused' },
    ],
  }),
];

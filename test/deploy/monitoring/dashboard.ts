// The dashboard of Grafana: the first row answers whether the service is well, and the rows below why it is not.
import { arrange, datasource, lines, type Row, stat } from './panels.ts';

/** The objectives of playkeep.rules.yml: the part of the requests that is not answered 5xx, and seconds, a bound of the histogram. */
const availabilityObjective = 0.999;
const latencyBound = 0.25;

/** A metric of the processes that the variables choose, with further conditions. */
const of = (metric: string, ...conditions: string[]): string =>
  `${metric}{${['job=~"$job", instance=~"$instance"', ...conditions].join(', ')}}`;
const rate = (metric: string, ...conditions: string[]): string =>
  `rate(${of(metric, ...conditions)}[$__rate_interval])`;
const quantile = (share: number, metric: string, by: string, ...conditions: string[]): string =>
  `histogram_quantile(${share}, sum by (le${by && `, ${by}`}) (${rate(`${metric}_bucket`, ...conditions)}))`;

const requests = 'playkeep_http_request_duration_seconds';
/** Probes answer 503 by design, and pages of the console are files. */
const ofApi = 'route=~"/api/.+"';
const ofPlayers = 'route=~"/api/game/.+"';
const served = 'status!~"5.."';
const requestRate = (...conditions: string[]) => rate(`${requests}_count`, ofApi, ...conditions);
const gibibyte = 2 ** 30;

const rows: readonly Row[] = [
  {
    width: 3,
    panels: [
      stat(
        'Version',
        'short',
        'The versions of the processes. More than one is an upgrade under way.',
        `count by (version) (${of('playkeep_build_info')})`,
        { name: '{{version}}' },
      ),
      stat('Requests', 'reqps', 'Requests of players and servers.', `sum(${requestRate()})`),
      stat(
        'Refused',
        'percentunit',
        'The part that is answered 429 or 503.',
        `(sum(${requestRate('status=~"429|503"')}) or vector(0)) / sum(${requestRate()})`,
        { levels: [0.01, 0.05] },
      ),
      stat(
        'p99',
        's',
        'The time within which 99 of 100 requests of players are answered. Answers of 5xx are left out.',
        quantile(0.99, requests, '', ofPlayers, served),
        { levels: [latencyBound / 2, latencyBound] },
      ),
      stat(
        'PostgreSQL connections',
        'percentunit',
        'The part of DATABASE_POOL_SIZE with a statement under way, in the fullest process.',
        `max(${of('playkeep_pool_statements')} / ${of('playkeep_pool_size')})`,
        { levels: [0.4, 0.6] },
      ),
      stat(
        'Disk left',
        'bytes',
        'On the file system of the database file. PostgreSQL has a disk of its own, which Playkeep does not see.',
        `min(${of('playkeep_sqlite_disk_free_bytes')})`,
        { levels: { red: gibibyte / 2, orange: 2 * gibibyte } },
      ),
      stat(
        'Jobs that fail',
        'short',
        'Background jobs whose last run failed in every process.',
        `count(min by (job, exported_job) (${of('playkeep_job_consecutive_failures')}) > 0) or vector(0)`,
        { levels: [1, 3] },
      ),
      stat(
        'Sessions online',
        'short',
        'Active sessions in the database, as of the last run of expire-sessions.',
        `max(${of('playkeep_active_sessions')})`,
      ),
    ],
  },
  {
    title: 'Traffic',
    width: 12,
    panels: [
      lines(
        'Requests by operation',
        'reqps',
        'Requests in each second, by method and route.',
        { '{{method}} {{route}}': `sum by (method, route) (${requestRate()})` },
        { isStacked: true },
      ),
      lines(
        'Answers that are no success, by status',
        'reqps',
        '499 is a caller who left before the end of the request.',
        { '{{status}}': `sum by (status) (${requestRate('status!~"2.."')})` },
      ),
      lines(
        'Refusals by reason',
        'reqps',
        'The error of the API, or what is behind a 429 or 503. `internal` must stay 0.',
        { '{{reason}}': `sum by (reason) (${rate('playkeep_refusals_total')}) > 0` },
      ),
      lines(
        'Failed requests, as a part of those that may fail',
        'percentunit',
        `Of all requests ${((1 - availabilityObjective) * 100).toFixed(1)} % may be answered 5xx. At 100 % the budget lasts exactly to the end of its 30 days.`,
        {
          'burn rate': `(sum(${requestRate('status=~"5.."')}) or vector(0)) / sum(${requestRate()}) / (1 - ${availabilityObjective})`,
        },
      ),
    ],
  },
  {
    title: 'Latency',
    width: 12,
    panels: [0.5, 0.99].map((share) =>
      lines(
        `p${share * 100} by operation`,
        's',
        'From the headers of the request to its answer, estimated from ranges of the histogram.',
        { '{{method}} {{route}}': quantile(share, requests, 'method, route', ofApi, served) },
      ),
    ),
  },
  {
    title: 'Admission',
    width: 8,
    panels: [
      lines(
        'Calls at the database, and their limit',
        'short',
        'Past the limit requests are answered 503. The limit follows how long calls wait.',
        {
          '{{instance}}': of('playkeep_store_calls'),
          '{{instance}} limit': of('playkeep_store_calls_limit'),
        },
      ),
      lines('Longest wait of a call', 's', 'Past a second requests are answered 503.', {
        '{{instance}}': of('playkeep_store_longest_wait_seconds'),
      }),
      lines(
        'In progress, and refused for want of room',
        'short',
        'Requests under way, and those in each second that admission control or another bound refuses.',
        {
          '{{instance}} in progress': of('playkeep_http_requests_in_progress'),
          '{{instance}} refused': rate('playkeep_refusals_total', 'reason="busy"'),
        },
      ),
    ],
  },
  {
    title: 'Database',
    width: 8,
    panels: [
      lines('Statement time, p99 by batch', 's', 'How long a batch is with the database.', {
        '{{batch}}': quantile(0.99, 'playkeep_batch_duration_seconds', 'batch'),
      }),
      lines('Wait for a batch, p99', 's', 'How long the first call of a batch waits for it to leave.', {
        '{{batch}}': quantile(0.99, 'playkeep_batch_wait_seconds', 'batch'),
      }),
      lines('Calls of a batch, on average', 'short', 'Batches grow with the load.', {
        '{{batch}}': `sum by (batch) (${rate('playkeep_batch_size_sum')}) / sum by (batch) (${rate('playkeep_batch_size_count')})`,
      }),
      lines('Calls that wait or are in a batch', 'short', 'By the kind of batch.', {
        '{{batch}}': `sum by (batch) (${of('playkeep_batch_calls')})`,
      }),
      lines(
        'PostgreSQL: statements, connections, replacements',
        'short',
        'Statements under way of each process, the connections that it may open, and those replaced in each second.',
        {
          '{{instance}}': of('playkeep_pool_statements'),
          '{{instance}} limit': of('playkeep_pool_size'),
          '{{instance}} replaced': rate('playkeep_pool_replacements_total'),
        },
      ),
      lines(
        'SQLite: disk left, file and log',
        'bytes',
        'Bytes left on the file system of the database file, and those that the file and its log take.',
        {
          '{{instance}} left': of('playkeep_sqlite_disk_free_bytes'),
          '{{instance}} {{file}}': of('playkeep_sqlite_file_bytes'),
        },
      ),
    ],
  },
  {
    title: 'Sessions and background jobs',
    width: 8,
    panels: [
      lines(
        'Active sessions',
        'short',
        'One number for the whole database, so the greatest of all processes.',
        {
          active: `max(${of('playkeep_active_sessions')})`,
        },
      ),
      lines('Sessions that expire, and that are counted', 'ops', 'Each process counts its own.', {
        expired: `sum(${rate('playkeep_sessions_expired_total')})`,
        counted: `sum(${rate('playkeep_sessions_counted_total')})`,
      }),
      lines(
        'Saves that may be lost',
        'ops',
        'Saves that dropped most of a player’s metadata, by the kind of the writer.',
        { '{{writer}}': `sum by (writer) (${rate('playkeep_metadata_losses_total')})` },
      ),
      lines('Sessions left to count', 'short', 'Of the counts under way.', {
        left: `sum(${of('playkeep_sessions_uncounted')})`,
      }),
      lines(
        'Jobs: how late',
        's',
        'The time since a job should have succeeded, in the best of the processes.',
        {
          '{{exported_job}}': `clamp_min(time() - max by (exported_job) (${of('playkeep_job_due_timestamp_seconds')}), 0)`,
        },
      ),
      lines(
        'Jobs: failures in a row',
        'short',
        'Failed runs since the last successful one, in the best of the processes.',
        { '{{exported_job}}': `min by (exported_job) (${of('playkeep_job_consecutive_failures')})` },
      ),
      lines('Jobs: how long a run takes, p99', 's', 'Successful runs.', {
        '{{exported_job}}': quantile(0.99, 'playkeep_job_duration_seconds', 'exported_job'),
      }),
    ],
  },
  {
    title: 'Tokens and keys',
    width: 8,
    panels: [
      lines(
        'Tokens refused, by reason',
        'reqps',
        '`expired` comes every day. Other reasons from many players mean a setting that does not match.',
        { '{{reason}}': `sum by (reason) (${rate('playkeep_token_refusals_total')}) > 0` },
      ),
      lines(
        'Server keys refused, by reason',
        'reqps',
        '`unknown` goes on after a key was revoked that is still in use.',
        { '{{reason}}': `sum by (reason) (${rate('playkeep_key_refusals_total')}) > 0` },
      ),
      lines(
        'Tokens verified, and fetches of the key set',
        'ops',
        '`miss` is a verification, `hit` comes from the cache.',
        {
          '{{cache}}': `sum by (cache) (${rate('playkeep_tokens_total')})`,
          'key set {{outcome}}': `sum by (outcome) (${rate('playkeep_key_set_fetches_total')})`,
        },
      ),
    ],
  },
  {
    title: 'Processes',
    width: 8,
    panels: [
      lines('Memory', 'bytes', 'Resident memory of each process.', {
        '{{instance}}': of('process_resident_memory_bytes'),
      }),
      lines(
        'Event-loop delay, p99',
        's',
        'How late the event loop came to what was due, since the metrics were read before.',
        { '{{instance}}': of('playkeep_event_loop_delay_seconds', 'quantile="0.99"') },
      ),
      lines('Processor', 'percentunit', 'Of one core. A process serves with one.', {
        '{{instance}}': rate('process_cpu_seconds_total'),
      }),
      lines('Starts of processes', 'short', 'How often each process began anew in half an hour.', {
        '{{instance}}': `changes(${of('process_start_time_seconds')}[30m])`,
      }),
      lines(
        'Open files, as a part of their limit',
        'percentunit',
        'From 90 % on idle connections are closed.',
        { '{{instance}}': `${of('process_open_fds')} / ${of('process_max_fds')}` },
        { max: 1 },
      ),
      lines(
        'Clock, and lost lines of the log',
        'short',
        'Seconds by which the clock is ahead of that of Prometheus, and lines lost in each second.',
        {
          '{{instance}} ahead': `${of('playkeep_time_seconds')} - timestamp(${of('playkeep_time_seconds')})`,
          '{{instance}} lost lines': rate('playkeep_log_lines_dropped_total'),
        },
      ),
    ],
  },
];

/** A variable over the values of a label. */
const labelVariable = (name: string, label: string, query: string) => ({
  name,
  label,
  type: 'query',
  datasource,
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  current: { text: 'All', value: '$__all' },
  definition: query,
  query: { query, refId: name },
});

export const dashboard = {
  uid: 'playkeep',
  title: 'Playkeep',
  tags: ['playkeep'],
  schemaVersion: 39,
  editable: true,
  description: 'Made by `npm run monitoring`. https://github.com/playkeep/playkeep',
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  timezone: 'browser',
  graphTooltip: 1,
  templating: {
    list: [
      { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1 },
      labelVariable('job', 'Job', 'label_values(playkeep_build_info, job)'),
      labelVariable('instance', 'Process', 'label_values(playkeep_build_info{job=~"$job"}, instance)'),
    ],
  },
  annotations: { list: [] },
  links: [
    {
      title: 'Runbook',
      type: 'link',
      icon: 'doc',
      targetBlank: true,
      tags: [],
      url: 'https://github.com/playkeep/playkeep/blob/main/docs/operations/runbook.md',
    },
  ],
  panels: arrange(rows),
};

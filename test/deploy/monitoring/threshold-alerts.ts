// The alerts about one condition each. Prometheus renames the label `job` of the background jobs to `exported_job`, since `job` is
// the name of its own scrape job there.
import { ofApi, ofPlayers, requests } from './objectives.ts';
import type { AlertSpec } from './rule-types.ts';

const gibibyte = 2 ** 30;
const onInstance = 'on {{ $labels.instance }}';

export const alertsOfService: readonly AlertSpec[] = [
  {
    alert: 'PlaykeepDown',
    expr: 'up{job="playkeep"} == 0',
    for: '2m',
    severity: 'critical',
    summary: `A process ${onInstance} does not answer`,
    description: 'Prometheus has not reached /metrics of this process for two minutes.',
  },
  {
    alert: 'PlaykeepAbsent',
    expr: 'absent(up{job="playkeep"})',
    for: '5m',
    severity: 'critical',
    summary: 'No process is known',
    description: 'Prometheus has no target of the job playkeep, so no other alert can fire.',
  },
  {
    alert: 'PlaykeepRestarts',
    expr: 'changes(process_start_time_seconds{job="playkeep"}[30m]) > 2',
    severity: 'warning',
    summary: `The process ${onInstance} starts again and again`,
    description: 'It was started {{ $value }} times in half an hour.',
  },
  {
    alert: 'PlaykeepVersionsDiffer',
    expr: 'count by (job) (count by (job, version) (playkeep_build_info)) > 1',
    for: '1h',
    severity: 'warning',
    summary: 'Processes of several versions run',
    description: '{{ $value }} versions have run side by side for an hour: an upgrade has stopped half-way.',
  },
  {
    alert: 'PlaykeepInternalErrors',
    expr: 'increase(playkeep_refusals_total{reason="internal"}[15m]) > 0',
    severity: 'warning',
    summary: `Requests were answered 500 ${onInstance}`,
    description: 'About {{ $value | humanize }} requests met a fault of the service in 15 minutes.',
  },
  {
    alert: 'PlaykeepOverloaded',
    expr:
      'sum by (job) (rate(playkeep_refusals_total{reason="busy"}[5m])) / ' +
      `sum by (job) (rate(${requests}_count{${ofApi}}[5m])) > 0.01`,
    for: '5m',
    severity: 'warning',
    summary: 'Requests are refused for want of room',
    description: '{{ $value | humanizePercentage }} of the requests are answered 503 by admission control.',
  },
  {
    alert: 'PlaykeepRateLimited',
    expr:
      'sum by (job, reason) (rate(playkeep_refusals_total{reason=~"playerLimit|serverLimit|addressLimit"}[10m])) / ' +
      `on (job) group_left () sum by (job) (rate(${requests}_count{${ofApi}}[10m])) > 0.05`,
    for: '10m',
    severity: 'warning',
    summary: 'Many requests are answered 429 ({{ $labels.reason }})',
    description: '{{ $value | humanizePercentage }} of the requests meet the limit of a minute.',
  },
  {
    alert: 'PlaykeepTokensRefused',
    expr:
      'sum by (job) (rate(playkeep_token_refusals_total{reason!~"expired|missing"}[10m])) / ' +
      `sum by (job) (rate(${requests}_count{${ofPlayers}}[10m])) > 0.2`,
    for: '10m',
    severity: 'critical',
    summary: 'The tokens of many players are refused',
    description:
      '{{ $value | humanizePercentage }} of the requests of players have a token that the settings or keys do not match.',
  },
  {
    alert: 'PlaykeepKeySetFails',
    expr:
      'increase(playkeep_key_set_fetches_total{outcome="failed"}[10m]) > 2 unless on (job, instance) ' +
      'increase(playkeep_key_set_fetches_total{outcome="fetched"}[10m]) > 0',
    severity: 'warning',
    summary: `The key set cannot be fetched ${onInstance}`,
    description: 'JWT_JWKS_URL has given no key set for ten minutes.',
  },
];

export const alertsOfDatabase: readonly AlertSpec[] = [
  {
    alert: 'PlaykeepDatabaseAway',
    expr: 'rate(playkeep_refusals_total{reason="storeUnavailable"}[2m]) > 0',
    for: '3m',
    severity: 'critical',
    summary: `The database does not serve the process ${onInstance}`,
    description:
      '{{ $value | humanize }} requests in each second are answered 503, since the database cannot serve.',
  },
  {
    alert: 'PlaykeepPoolFull',
    // Calls of a kind share a statement, and transactions take three quarters of the connections at most, so more is rare.
    expr: 'avg_over_time(playkeep_pool_statements[5m]) / playkeep_pool_size > 0.6',
    for: '5m',
    severity: 'warning',
    summary: `The connections to PostgreSQL are in use ${onInstance}`,
    description:
      '{{ $value | humanizePercentage }} of DATABASE_POOL_SIZE had a statement under way, on average.',
  },
  {
    alert: 'PlaykeepPostgresSilent',
    expr: 'increase(playkeep_pool_replacements_total[15m]) > 2',
    severity: 'warning',
    summary: `PostgreSQL falls silent ${onInstance}`,
    description:
      '{{ $value | humanize }} connections were replaced in 15 minutes, since their statements did not end.',
  },
  {
    alert: 'PlaykeepDiskFills',
    expr:
      'predict_linear(playkeep_sqlite_disk_free_bytes[6h], 24 * 3600) < 0 and ' +
      'playkeep_sqlite_disk_free_bytes / playkeep_sqlite_disk_size_bytes < 0.5',
    for: '30m',
    severity: 'warning',
    summary: `The disk ${onInstance} will be full within a day`,
    description: 'At the pace of the last six hours the disk of the database file has no room left in a day.',
  },
  {
    alert: 'PlaykeepDiskNearlyFull',
    expr:
      `playkeep_sqlite_disk_free_bytes < ${gibibyte / 2} or ` +
      '(predict_linear(playkeep_sqlite_disk_free_bytes[1h], 4 * 3600) < 0 and ' +
      'playkeep_sqlite_disk_free_bytes / playkeep_sqlite_disk_size_bytes < 0.25)',
    for: '5m',
    severity: 'critical',
    summary: `The disk ${onInstance} is nearly full`,
    description:
      'The disk of the database file has less than 512 MiB left, or will be full within four hours.',
  },
];

export const alertsOfJobs: readonly AlertSpec[] = [
  {
    alert: 'PlaykeepExpiryLate',
    expr: 'time() - max by (job) (playkeep_job_due_timestamp_seconds{exported_job="expire-sessions"}) > 300',
    for: '1m',
    severity: 'warning',
    summary: 'Sessions do not end by themselves',
    description:
      'No process has ended expired sessions for {{ $value | humanizeDuration }} more than it should take.',
  },
  {
    alert: 'PlaykeepJobLate',
    expr:
      'time() - max by (job, exported_job) ' +
      '(playkeep_job_due_timestamp_seconds{exported_job!="expire-sessions"}) > 3600',
    for: '5m',
    severity: 'warning',
    summary: 'The background job {{ $labels.exported_job }} is late',
    description: 'Its next success was due {{ $value | humanizeDuration }} ago, in every process.',
  },
  {
    alert: 'PlaykeepJobFails',
    expr: 'min by (job, exported_job) (playkeep_job_consecutive_failures) > 0',
    for: '15m',
    severity: 'warning',
    summary: 'The background job {{ $labels.exported_job }} fails',
    description: 'Its last {{ $value }} runs have failed in every process.',
  },
  {
    alert: 'PlaykeepStatisticsLate',
    expr: 'time() - max by (job) (playkeep_statistics_complete_timestamp_seconds) > 300',
    for: '10m',
    severity: 'warning',
    summary: 'Sessions are not counted for the statistics',
    description: 'No process has found every ended session counted for {{ $value | humanizeDuration }}.',
  },
];

export const alertsOfWebhooks: readonly AlertSpec[] = [
  {
    alert: 'PlaykeepWebhookFails',
    expr: 'sum by (job) (playkeep_webhooks_failing) > 0',
    for: '30m',
    severity: 'warning',
    summary: 'A webhook fails',
    description:
      '{{ $value }} webhooks have taken no event for half an hour. After five days they are disabled.',
  },
  {
    alert: 'PlaykeepWebhookDisabled',
    expr:
      'sum by (job) (increase(playkeep_webhooks_disabled_total[1h])) > 0 or ' +
      'sum by (job) (increase(playkeep_webhook_missed_events_total[1h])) > 0',
    severity: 'warning',
    summary: 'A webhook was disabled, or has missed events',
    description: 'A webhook gets no more events, or some were let go of before they were delivered.',
  },
];

export const alertsOfProcess: readonly AlertSpec[] = [
  {
    alert: 'PlaykeepClockSkew',
    expr: 'abs(playkeep_time_seconds - timestamp(playkeep_time_seconds)) > 10',
    for: '5m',
    severity: 'warning',
    summary: `The clock is wrong ${onInstance}`,
    description: 'It differs from the clock of Prometheus by {{ $value | humanizeDuration }}.',
  },
  {
    alert: 'PlaykeepEventLoopDelayed',
    expr: 'playkeep_event_loop_delay_seconds{quantile="0.99"} > 0.1',
    for: '10m',
    severity: 'warning',
    summary: `The process ${onInstance} has no time`,
    description:
      'The event loop comes {{ $value | humanizeDuration }} late to one in a hundred of its turns.',
  },
  {
    alert: 'PlaykeepFilesRunOut',
    expr: 'process_open_fds{job="playkeep"} / process_max_fds > 0.8',
    for: '5m',
    severity: 'warning',
    summary: `File descriptors run out ${onInstance}`,
    description: '{{ $value | humanizePercentage }} are open. From 90 % on idle connections are closed.',
  },
  {
    alert: 'PlaykeepLogDropped',
    expr: 'increase(playkeep_log_lines_dropped_total[15m]) > 0',
    severity: 'warning',
    summary: `Lines of the log are lost ${onInstance}`,
    description:
      'About {{ $value | humanize }} lines were lost in 15 minutes, since nobody read them in time.',
  },
];

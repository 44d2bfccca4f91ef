// The rows of the dashboard about causes: the database, background jobs, tokens and processes.
import { lines, type Panel, row } from './panels.ts';
import { of, quantile, rate } from './queries.ts';

export const database: readonly Panel[] = [
  row('Database'),
  lines({
    title: 'Statement time, p99 by batch',
    unit: 's',
    width: 8,
    description: 'How long a batch is with the database.',
    targets: [{ expr: quantile(0.99, 'playkeep_batch_duration_seconds', 'batch'), legend: '{{batch}}' }],
  }),
  lines({
    title: 'Wait for a batch, p99',
    unit: 's',
    width: 8,
    description: 'How long the first call of a batch waits for it to leave.',
    targets: [{ expr: quantile(0.99, 'playkeep_batch_wait_seconds', 'batch'), legend: '{{batch}}' }],
  }),
  lines({
    title: 'Calls of a batch, on average',
    unit: 'short',
    width: 8,
    description: 'Batches grow with the load.',
    targets: [
      {
        expr: `sum by (batch) (${rate('playkeep_batch_size_sum')}) / sum by (batch) (${rate('playkeep_batch_size_count')})`,
        legend: '{{batch}}',
      },
    ],
  }),
  lines({
    title: 'Calls that wait or are in a batch',
    unit: 'short',
    width: 8,
    description: 'By the kind of batch.',
    targets: [{ expr: `sum by (batch) (${of('playkeep_batch_calls')})`, legend: '{{batch}}' }],
  }),
  lines({
    title: 'PostgreSQL: statements, connections, replacements',
    unit: 'short',
    width: 8,
    description:
      'Statements under way of each process, the connections that it may open, and those replaced in each second.',
    targets: [
      { expr: of('playkeep_pool_statements'), legend: '{{instance}}' },
      { expr: of('playkeep_pool_size'), legend: '{{instance}} limit' },
      { expr: rate('playkeep_pool_replacements_total'), legend: '{{instance}} replaced' },
    ],
  }),
  lines({
    title: 'SQLite: disk left, file and log',
    unit: 'bytes',
    width: 8,
    description:
      'Bytes left on the file system of the database file, and those that the file and its log take.',
    targets: [
      { expr: of('playkeep_sqlite_disk_free_bytes'), legend: '{{instance}} left' },
      { expr: of('playkeep_sqlite_file_bytes'), legend: '{{instance}} {{file}}' },
    ],
  }),
];

export const jobs: readonly Panel[] = [
  row('Sessions and background jobs'),
  lines({
    title: 'Active sessions',
    unit: 'short',
    width: 8,
    description: 'One number for the whole database, so the greatest of all processes.',
    targets: [{ expr: `max(${of('playkeep_active_sessions')})`, legend: 'active' }],
  }),
  lines({
    title: 'Sessions that expire, and that are counted',
    unit: 'ops',
    width: 8,
    description: 'Each process counts its own.',
    targets: [
      { expr: `sum(${rate('playkeep_sessions_expired_total')})`, legend: 'expired' },
      { expr: `sum(${rate('playkeep_sessions_counted_total')})`, legend: 'counted' },
    ],
  }),
  lines({
    title: 'Saves that may be lost',
    unit: 'ops',
    width: 8,
    description: 'Saves that dropped most of a player’s metadata, by the kind of the writer.',
    targets: [
      {
        expr: `sum by (writer) (${rate('playkeep_metadata_losses_total')})`,
        legend: '{{writer}}',
      },
    ],
  }),
  lines({
    title: 'Sessions left to count',
    unit: 'short',
    width: 8,
    description: 'Of the counts under way.',
    targets: [{ expr: `sum(${of('playkeep_sessions_uncounted')})`, legend: 'left' }],
  }),
  lines({
    title: 'Jobs: how late',
    unit: 's',
    width: 8,
    description: 'The time since a job should have succeeded, in the best of the processes.',
    targets: [
      {
        expr: `clamp_min(time() - max by (exported_job) (${of('playkeep_job_due_timestamp_seconds')}), 0)`,
        legend: '{{exported_job}}',
      },
    ],
  }),
  lines({
    title: 'Jobs: failures in a row',
    unit: 'short',
    width: 8,
    description: 'Failed runs since the last successful one, in the best of the processes.',
    targets: [
      {
        expr: `min by (exported_job) (${of('playkeep_job_consecutive_failures')})`,
        legend: '{{exported_job}}',
      },
    ],
  }),
  lines({
    title: 'Jobs: how long a run takes, p99',
    unit: 's',
    width: 8,
    description: 'Successful runs.',
    targets: [
      { expr: quantile(0.99, 'playkeep_job_duration_seconds', 'exported_job'), legend: '{{exported_job}}' },
    ],
  }),
];

export const signIn: readonly Panel[] = [
  row('Tokens and keys'),
  lines({
    title: 'Tokens refused, by reason',
    unit: 'reqps',
    width: 8,
    description:
      '`expired` comes every day. Other reasons from many players mean a setting that does not match.',
    targets: [
      { expr: `sum by (reason) (${rate('playkeep_token_refusals_total')}) > 0`, legend: '{{reason}}' },
    ],
  }),
  lines({
    title: 'Server keys refused, by reason',
    unit: 'reqps',
    width: 8,
    description: '`unknown` goes on after a key was revoked that is still in use.',
    targets: [{ expr: `sum by (reason) (${rate('playkeep_key_refusals_total')}) > 0`, legend: '{{reason}}' }],
  }),
  lines({
    title: 'Tokens verified, and fetches of the key set',
    unit: 'ops',
    width: 8,
    description: '`miss` is a verification, `hit` comes from the cache.',
    targets: [
      { expr: `sum by (cache) (${rate('playkeep_tokens_total')})`, legend: '{{cache}}' },
      { expr: `sum by (outcome) (${rate('playkeep_key_set_fetches_total')})`, legend: 'key set {{outcome}}' },
    ],
  }),
];

export const processes: readonly Panel[] = [
  row('Processes'),
  lines({
    title: 'Memory',
    unit: 'bytes',
    width: 8,
    description: 'Resident memory of each process.',
    targets: [{ expr: of('process_resident_memory_bytes'), legend: '{{instance}}' }],
  }),
  lines({
    title: 'Event-loop delay, p99',
    unit: 's',
    width: 8,
    description: 'How late the event loop came to what was due, since the metrics were read before.',
    targets: [{ expr: of('playkeep_event_loop_delay_seconds', 'quantile="0.99"'), legend: '{{instance}}' }],
  }),
  lines({
    title: 'Processor',
    unit: 'percentunit',
    width: 8,
    description: 'Of one core. A process serves with one.',
    targets: [{ expr: rate('process_cpu_seconds_total'), legend: '{{instance}}' }],
  }),
  lines({
    title: 'Starts of processes',
    unit: 'short',
    width: 8,
    description: 'How often each process began anew in half an hour.',
    targets: [{ expr: `changes(${of('process_start_time_seconds')}[30m])`, legend: '{{instance}}' }],
  }),
  lines({
    title: 'Open files, as a part of their limit',
    unit: 'percentunit',
    width: 8,
    max: 1,
    description: 'From 90 % on idle connections are closed.',
    targets: [{ expr: `${of('process_open_fds')} / ${of('process_max_fds')}`, legend: '{{instance}}' }],
  }),
  lines({
    title: 'Clock, and lost lines of the log',
    unit: 'short',
    width: 8,
    description: 'Seconds by which the clock is ahead of that of Prometheus, and lines lost in each second.',
    targets: [
      {
        expr: `${of('playkeep_time_seconds')} - timestamp(${of('playkeep_time_seconds')})`,
        legend: '{{instance}} ahead',
      },
      { expr: rate('playkeep_log_lines_dropped_total'), legend: '{{instance}} lost lines' },
    ],
  }),
];

// Series for which each alert fires, and series just below for which it does not, in the notation of `promtool test rules`: `0+60x10`
// begins at 0 and has ten more samples, each 60 more than the one before.

export interface Case {
  readonly alert: string;
  readonly burn?: string;
  /** The situation, for the message of a test that fails. */
  readonly name: string;
  /** The time of the look. */
  readonly at: string;
  readonly series: Series;
  /** The labels of the alert that fires then, without its severity; undefined for none. */
  readonly firing: Labels | undefined;
}

type Labels = Readonly<Record<string, string>>;
type Series = Readonly<Record<string, string>>;

const job = { job: 'playkeep' };
const one = { ...job, instance: 'a' };

/** A series of the process a. */
const of = (name: string, labels = ''): string =>
  `${name}{${['job="playkeep"', 'instance="a"', labels].filter(Boolean).join(', ')}}`;
/** The same of the process b. */
const ofOther = (name: string, labels: string): string => of(name, labels).replace('"a"', '"b"');

const count = (status: string, route = '/api/game/metadata'): string =>
  of('playkeep_http_request_duration_seconds_count', `method="GET", route="${route}", status="${status}"`);
const quick = of(
  'playkeep_http_request_duration_seconds_bucket',
  'method="GET", route="/api/game/metadata", status="200", le="0.25"',
);
const refusals = (reason: string): string => of('playkeep_refusals_total', `reason="${reason}"`);
const tokens = (reason: string): string => of('playkeep_token_refusals_total', `reason="${reason}"`);
const fetches = (outcome: string): string => of('playkeep_key_set_fetches_total', `outcome="${outcome}"`);
const due = 'playkeep_job_due_timestamp_seconds';
const ofJob = (name: string): string => `exported_job="${name}"`;
const failures = of('playkeep_job_consecutive_failures', ofJob('count-sessions'));
const backlog = of('playkeep_events_backlog_seconds');
const failing = of('playkeep_webhooks_failing');
const disabled = of('playkeep_webhooks_disabled_total', 'reason="gone"');
const missed = of('playkeep_webhook_missed_events_total');
const version = (number: string): string => `version="${number}"`;
const [statements, size] = [of('playkeep_pool_statements'), of('playkeep_pool_size')];
const [free, total] = [of('playkeep_sqlite_disk_free_bytes'), of('playkeep_sqlite_disk_size_bytes')];
const [open, most] = [of('process_open_fds'), of('process_max_fds')];
const delay = of('playkeep_event_loop_delay_seconds', 'quantile="0.99"');
const counted = of('playkeep_statistics_complete_timestamp_seconds');
const startedAt = of('process_start_time_seconds');

const fires = (alert: string, name: string, at: string, series: Series, firing: Labels): Case => ({
  alert,
  name,
  at,
  series,
  firing,
});
const spares = (alert: string, name: string, at: string, series: Series): Case => ({
  alert,
  name,
  at,
  series,
  firing: undefined,
});

/** For both objectives a burn just above and just below the factor. The amounts are those of 1,000 requests a sample. */
function burnCases(burn: string, at: string, samples: number, amounts: Readonly<Record<Amount, number>>) {
  const steady = (each: number): string => `0+${each}x${samples}`;
  const failing = (each: number): Series => ({ [count('200')]: steady(1000), [count('503')]: steady(each) });
  const slow = (each: number): Series => ({ [count('200')]: steady(1000), [quick]: steady(1000 - each) });
  return [
    { ...fires('PlaykeepAvailability', 'above', at, failing(amounts.failing), { ...job, burn }), burn },
    { ...spares('PlaykeepAvailability', 'below', at, failing(amounts.mayFail)), burn },
    { ...fires('PlaykeepLatency', 'above', at, slow(amounts.slow), { ...job, burn }), burn },
    { ...spares('PlaykeepLatency', 'below', at, slow(amounts.mayBeSlow)), burn },
  ];
}
type Amount = 'failing' | 'mayFail' | 'slow' | 'mayBeSlow';

const burnsFast = { alert: 'PlaykeepAvailability', burn: '14.4', at: '70m', firing: undefined };

/** Cases whose samples are half an hour apart. */
const dayCases: readonly Case[] = burnCases('1', '74h', 150, {
  failing: 1.2,
  mayFail: 0.8,
  slow: 12,
  mayBeSlow: 8,
});

/** Cases whose samples are five minutes apart. */
const hourCases: readonly Case[] = [
  ...burnCases('6', '7h', 90, { failing: 7, mayFail: 5, slow: 70, mayBeSlow: 50 }),
  fires('PlaykeepDiskFills', 'within a day', '8h', { [free]: '4e9-2e7x100', [total]: '1e10x100' }, one),
  spares('PlaykeepDiskFills', 'within a week', '8h', { [free]: '4e9-1e6x100', [total]: '1e10x100' }),
  spares('PlaykeepDiskFills', 'an import on a large disk', '8h', {
    [free]: '9e9-25e6x100',
    [total]: '1e10x100',
  }),
  fires('PlaykeepDiskNearlyFull', 'two hours', '80m', { [free]: '2e9-5e7x20', [total]: '1e10x20' }, one),
  fires(
    ...(['PlaykeepJobLate', 'it hangs', '8h'] as const),
    { [of(due, ofJob('prune-audit'))]: '21600x100' },
    { ...job, exported_job: 'prune-audit' },
  ),
  spares('PlaykeepJobLate', 'one process is late, and another is not', '8h', {
    [of(due, ofJob('prune-audit'))]: '21600x100',
    [ofOther(due, ofJob('prune-audit'))]: '43200x100',
  }),
];

/** Cases whose samples are a minute apart. */
const minuteCases: readonly Case[] = [
  ...burnCases('14.4', '70m', 80, { failing: 18, mayFail: 12, slow: 160, mayBeSlow: 120 }),
  {
    ...burnsFast,
    name: 'the one request of a night',
    series: { [count('200')]: '0x70', [count('503')]: '0x60 1x10' },
  },
  {
    ...burnsFast,
    name: 'a fault that has ended',
    series: { [count('200')]: '0+1000x80', [count('503')]: '0+100x50 5000x30' },
  },
  {
    ...burnsFast,
    name: 'probes during a drain',
    series: { [count('200')]: '0+1000x80', [count('503', '/readyz')]: '0+1000x80' },
  },
  fires('PlaykeepDown', 'away', '6m', { [of('up')]: '1x2 0x10' }, one),
  spares('PlaykeepDown', 'one failed scrape', '6m', { [of('up')]: '1x2 0 1x10' }),
  fires('PlaykeepAbsent', 'no target', '6m', {}, job),
  spares('PlaykeepAbsent', 'a target that is down', '6m', { [of('up')]: '0x10' }),
  fires('PlaykeepRestarts', 'thrice', '15m', { [startedAt]: '0 60x4 300x4 600x9' }, one),
  spares('PlaykeepRestarts', 'an upgrade', '15m', { [startedAt]: '0x5 300x9' }),
  ...['1x100', '1x10'].map((earlier) => {
    const series = {
      [of('playkeep_build_info', version('0.2.0'))]: earlier,
      [ofOther('playkeep_build_info', version('0.3.0'))]: '1x100',
    };
    return earlier === '1x100'
      ? fires('PlaykeepVersionsDiffer', 'an upgrade that stopped', '62m', series, job)
      : spares('PlaykeepVersionsDiffer', 'an upgrade of ten minutes', '62m', series);
  }),
  fires(
    'PlaykeepInternalErrors',
    'one',
    '10m',
    { [refusals('internal')]: '0x5 1x10' },
    { ...one, reason: 'internal' },
  ),
  spares('PlaykeepInternalErrors', 'none', '10m', { [refusals('internal')]: '0x20' }),
  fires(
    'PlaykeepOverloaded',
    '2 %',
    '15m',
    { [refusals('busy')]: '0+2x20', [count('200')]: '0+100x20' },
    job,
  ),
  spares('PlaykeepOverloaded', '0.5 %', '15m', { [refusals('busy')]: '0+5x20', [count('200')]: '0+1000x20' }),
  fires(
    ...(['PlaykeepRateLimited', '10 % of players, and 1 % of servers', '25m'] as const),
    { [refusals('playerLimit')]: '0+10x30', [refusals('serverLimit')]: '0+1x30', [count('200')]: '0+100x30' },
    { ...job, reason: 'playerLimit' },
  ),
  spares('PlaykeepRateLimited', '4 %', '25m', {
    [refusals('playerLimit')]: '0+4x30',
    [count('200')]: '0+100x30',
  }),
  fires(
    ...(['PlaykeepTokensRefused', 'keys that do not match', '25m'] as const),
    { [tokens('badSignature')]: '0+30x30', [count('401')]: '0+100x30' },
    job,
  ),
  spares('PlaykeepTokensRefused', 'tokens that expired', '25m', {
    [tokens('expired')]: '0+90x30',
    [count('401')]: '0+100x30',
  }),
  fires(
    ...(['PlaykeepKeySetFails', 'no fetch succeeds', '15m'] as const),
    { [fetches('failed')]: '0+1x20', [fetches('fetched')]: '0x20' },
    { ...one, outcome: 'failed' },
  ),
  spares('PlaykeepKeySetFails', 'some fetches succeed', '15m', {
    [fetches('failed')]: '0+1x20',
    [fetches('fetched')]: '0+1x20',
  }),
  fires(
    ...(['PlaykeepDatabaseAway', 'for five minutes', '11m'] as const),
    { [refusals('storeUnavailable')]: '0x5 0+9x10' },
    { ...one, reason: 'storeUnavailable' },
  ),
  spares('PlaykeepDatabaseAway', 'one time-out', '9m', { [refusals('storeUnavailable')]: '0x5 1x10' }),
  fires('PlaykeepPoolFull', 'locks', '15m', { [statements]: '10x20', [size]: '10x20' }, one),
  spares('PlaykeepPoolFull', 'a load', '15m', { [statements]: '9 5x20', [size]: '10x20' }),
  fires(
    ...(['PlaykeepPostgresSilent', 'again and again', '12m'] as const),
    { [of('playkeep_pool_replacements_total')]: '0x2 1x2 2x2 4x10' },
    one,
  ),
  spares('PlaykeepPostgresSilent', 'once', '12m', { [of('playkeep_pool_replacements_total')]: '0x5 1x10' }),
  fires('PlaykeepDiskNearlyFull', '400 MB', '10m', { [free]: '4e8x20', [total]: '1e10x20' }, one),
  spares('PlaykeepDiskNearlyFull', '1 GB', '10m', { [free]: '1e9x20', [total]: '1e10x20' }),
  fires('PlaykeepExpiryLate', 'it hangs', '10m', { [of(due, ofJob('expire-sessions'))]: '30x20' }, job),
  spares('PlaykeepExpiryLate', 'it runs', '10m', { [of(due, ofJob('expire-sessions'))]: '0+60x20' }),
  fires(
    ...(['PlaykeepJobFails', 'again and again', '25m'] as const),
    { [failures]: '0x2 0+1x30' },
    { ...job, exported_job: 'count-sessions' },
  ),
  spares('PlaykeepJobFails', 'once', '25m', { [failures]: '0x2 1x2 0x30' }),
  fires('PlaykeepStatisticsLate', 'a backlog', '25m', { [counted]: '0+60x5 300x30' }, job),
  spares('PlaykeepStatisticsLate', 'a start', '20m', { [counted]: '0x7 480+60x30' }),
  fires('PlaykeepEventsLate', 'no process gives places', '10m', { [backlog]: '0x2 0+60x20' }, job),
  spares('PlaykeepEventsLate', 'a process that took over', '10m', { [backlog]: '0x2 40 0x20' }),
  fires('PlaykeepWebhookFails', 'for half an hour', '40m', { [failing]: '0x2 1x40' }, job),
  spares('PlaykeepWebhookFails', 'for a quarter', '40m', { [failing]: '0x2 1x15 0x30' }),
  fires('PlaykeepWebhookDisabled', 'after failures', '10m', { [disabled]: '0x3 1x20' }, job),
  fires('PlaykeepWebhookDisabled', 'with missed events', '10m', { [missed]: '0x3 7x20' }, job),
  spares('PlaykeepWebhookDisabled', 'neither', '10m', { [disabled]: '1x20', [missed]: '7x20' }),
  fires('PlaykeepClockSkew', 'ahead', '10m', { [of('playkeep_time_seconds')]: '20+60x20' }, one),
  fires('PlaykeepClockSkew', 'behind', '10m', { [of('playkeep_time_seconds')]: '-20+60x20' }, one),
  spares('PlaykeepClockSkew', 'two seconds', '10m', { [of('playkeep_time_seconds')]: '2+60x20' }),
  fires('PlaykeepEventLoopDelayed', '200 ms', '15m', { [delay]: '0.2x20' }, { ...one, quantile: '0.99' }),
  spares('PlaykeepEventLoopDelayed', 'a pause', '15m', { [delay]: '0.01x5 2 0.01x20' }),
  fires('PlaykeepFilesRunOut', '85 %', '10m', { [open]: '850x20', [most]: '1000x20' }, one),
  spares('PlaykeepFilesRunOut', '70 %', '10m', { [open]: '700x20', [most]: '1000x20' }),
  fires('PlaykeepLogDropped', 'seven', '8m', { [of('playkeep_log_lines_dropped_total')]: '0x3 7x10' }, one),
  spares('PlaykeepLogDropped', 'none', '8m', { [of('playkeep_log_lines_dropped_total')]: '7x20' }),
];

/** The cases by the time between two samples, and between two looks of the rules. */
export const casesByInterval: Readonly<Record<string, readonly Case[]>> = {
  '1m': minuteCases,
  '5m': hourCases,
  '30m': dayCases,
};

// The rules of Prometheus: the series behind the objectives, and every alert. Each alert has a section in docs/operations/runbook.md.
import {
  availabilityObjective,
  type BurnRate,
  burnRates,
  failed,
  latencyBound,
  latencyObjective,
  leastMissed,
  ofApi,
  ofPlayers,
  requests,
  secondsOf,
  served,
  type Window,
  windows,
} from './objectives.ts';
import type { Alert, AlertSpec, Group, Recording } from './rule-types.ts';
import {
  alertsOfDatabase,
  alertsOfEvents,
  alertsOfJobs,
  alertsOfProcess,
  alertsOfService,
} from './threshold-alerts.ts';

/** The way to the section of an alert. The name of an alert has letters alone, so its heading's anchor is the name in lower case. */
export const runbookUrl = (alert: string): string =>
  `https://github.com/playkeep/playkeep/blob/main/docs/operations/runbook.md#${alert.toLowerCase()}`;

const toAlert = ({ alert, expr, for: pending, severity, burn, summary, description }: AlertSpec): Alert => ({
  alert,
  expr,
  ...(pending !== undefined && { for: pending }),
  labels: { severity, ...(burn !== undefined && { burn }) },
  annotations: { summary, description, runbook_url: runbookUrl(alert) },
});

interface Objective {
  readonly alert: string;
  /** The names of the series, without the window. */
  readonly all: string;
  readonly missed: string;
  readonly objective: number;
  readonly miss: string;
  /** The numbers of all requests and of those that missed, each second. */
  readonly rates: (window: Window) => { readonly all: string; readonly missed: string };
}

const availability: Objective = {
  alert: 'PlaykeepAvailability',
  all: 'job:playkeep_requests:rate',
  missed: 'job:playkeep_requests_failed:rate',
  objective: availabilityObjective,
  miss: 'answered 5xx',
  rates: (window) => ({
    all: `sum by (job) (rate(${requests}_count{${ofApi}}[${window}]))`,
    missed: `sum by (job) (rate(${requests}_count{${ofApi}, ${failed}}[${window}]))`,
  }),
};

const latency: Objective = {
  alert: 'PlaykeepLatency',
  all: 'job:playkeep_requests_served:rate',
  missed: 'job:playkeep_requests_slow:rate',
  objective: latencyObjective,
  miss: `slower than ${latencyBound} s`,
  rates(window) {
    const all = `sum by (job) (rate(${requests}_count{${ofPlayers}, ${served}}[${window}]))`;
    const quick = `sum by (job) (rate(${requests}_bucket{le="${latencyBound}", ${ofPlayers}, ${served}}[${window}]))`;
    return { all, missed: `${all} - ${quick}` };
  },
};

const recordingsOf = ({ all, missed, rates }: Objective): readonly Recording[] =>
  windows.flatMap((window) => [
    { record: `${all}${window}`, expr: rates(window).all },
    { record: `${missed}${window}`, expr: rates(window).missed },
  ]);

function burnAlert(objective: Objective, { factor, long, short, severity }: BurnRate): AlertSpec {
  const { alert, all, missed, miss } = objective;
  const budget = Number((1 - objective.objective).toFixed(6));
  const burns = (window: Window) => `${missed}${window} / ${all}${window} > ${factor} * ${budget}`;
  return {
    alert,
    expr: `${burns(long)} and ${burns(short)} and ${missed}${long} * ${secondsOf[long]} >= ${leastMissed}`,
    severity,
    burn: String(factor),
    summary: `Too many requests are ${miss}`,
    description: `{{ $value | humanizePercentage }} of the requests in ${long} were ${miss}; ${budget * 100} % may be.`,
  };
}

const objectives: readonly Objective[] = [availability, latency];

export const groups: readonly Group[] = [
  { name: 'playkeep.objectives', rules: objectives.flatMap(recordingsOf) },
  {
    name: 'playkeep.budgets',
    rules: objectives.flatMap((each) => burnRates.map((rate) => toAlert(burnAlert(each, rate)))),
  },
  { name: 'playkeep.service', rules: alertsOfService.map(toAlert) },
  { name: 'playkeep.database', rules: alertsOfDatabase.map(toAlert) },
  { name: 'playkeep.jobs', rules: alertsOfJobs.map(toAlert) },
  { name: 'playkeep.events', rules: alertsOfEvents.map(toAlert) },
  { name: 'playkeep.process', rules: alertsOfProcess.map(toAlert) },
];

export const alerts: readonly Alert[] = groups.flatMap(({ rules }) =>
  rules.filter((rule): rule is Alert => 'alert' in rule),
);

// Pieces of the expressions of the dashboard: they take the processes that its variables choose.

const chosen = 'job=~"$job", instance=~"$instance"';
/** A metric of the chosen processes, with further conditions. */
export const of = (metric: string, ...conditions: string[]): string =>
  `${metric}{${[chosen, ...conditions].join(', ')}}`;
export const rate = (metric: string, ...conditions: string[]): string =>
  `rate(${of(metric, ...conditions)}[$__rate_interval])`;
export const quantile = (share: number, metric: string, by: string, ...conditions: string[]): string =>
  `histogram_quantile(${share}, sum by (le, ${by}) (${rate(`${metric}_bucket`, ...conditions)}))`;
export const isRefused = 'status=~"429|503"';

// The dependencies of the statistics routes.
import type { StatisticsSettings } from '../store/ports/statistics.ts';
import type { Statistics } from './statistics.ts';

export interface StatisticsDependencies {
  readonly statistics: Statistics;
  readonly config: { readonly statistics: StatisticsSettings };
}

// The dependencies of the statistics routes.
import type { Clock } from '../lib/clock.ts';
import type { IndexStore } from '../store/ports/indexes.ts';
import type { StatisticsSettings } from '../store/ports/statistics.ts';
import type { Statistics } from './statistics.ts';

export interface DistributionDependencies {
  readonly store: { readonly indexes: Pick<IndexStore, 'find' | 'findLargest' | 'listValues'> };
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

export interface StatisticsDependencies {
  readonly statistics: Statistics;
  readonly config: { readonly statistics: StatisticsSettings };
}

// The statistics of the cards that are loaded after the first ones: stickiness, and players by a value of their metadata.
import { api, dataOf } from '../../api/client.ts';
import type { Days } from './period.ts';
import { type DeclaredIndex, datesOf, pathOf } from './statistics-data.ts';

export const stickinessIntervals = ['week', 'month', 'year'] as const;
export type StickinessInterval = (typeof stickinessIntervals)[number];

export const loadStickiness = (days: Days, interval: StickinessInterval, signal: AbortSignal) =>
  dataOf(
    api.GET('/api/server/statistics/stickiness', {
      ...{ params: { query: { ...datesOf(days), interval } }, signal },
    }),
  );

export const loadDistribution = ({ pointer, type }: DeclaredIndex, signal: AbortSignal) =>
  dataOf(api.GET('/api/server/statistics/metadata', { params: { query: { pointer, type } }, signal }));

export const stickinessPath = (days: Days, interval: StickinessInterval): string =>
  pathOf('stickiness', { ...datesOf(days), interval });

export const distributionPath = ({ pointer, type }: DeclaredIndex): string =>
  pathOf('metadata', { pointer, type });

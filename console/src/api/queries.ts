// The queries that several pages make, and the keys of a player's: one key for one answer, wherever it is shown.
import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client.ts';

export const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/server/service', { signal })),
});

export const serverKeysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/server/keys', { signal })),
});

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/server/webhooks', { signal })),
});

export const peopleQuery = queryOptions({
  queryKey: ['people'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/server/people', { signal })),
});

/** The key of everything about one player. A part of it has the name of the part, and what it depends on. */
export const playerKey = (sequentialId: number, ...part: readonly (string | number | boolean | null)[]) =>
  ['player', sequentialId, ...part] as const;

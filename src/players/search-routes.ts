// The route of servers that searches players.
import { ok } from '../http/reply.ts';
import { defineServerRoute } from '../route/route.ts';
import type { PlayerPage } from '../wire/search.ts';
import { toPlayer } from './replies.ts';
import { type SearchStores, searchPlayers } from './search.ts';
import { formatCursor, readSearch } from './search-body.ts';

export interface SearchDependencies {
  readonly store: SearchStores;
}

const search = defineServerRoute({
  scope: 'players:read',
  method: 'POST',
  path: '/api/server/players/search',
  operation: {
    operationId: 'searchPlayers',
    tag: 'Players',
    summary: 'Search players',
    description:
      'The players for whom every condition holds, in the order of the sequential ids or as `sort` says. A page ends after a bounded amount of ' +
      'work, so it may be short, even empty: the search goes on while `nextCursor` is not null. Conditions on metadata need ' +
      'an index. While that is being built, the answer is 503.',
    request: {
      'application/json': {
        shape: 'SearchPlayersBody',
        example: {
          lastSeen: { from: '2026-01-01T00:00:00Z' },
          metadata: [{ pointer: '/level', op: 'gte', value: 10 }],
          limit: 20,
        },
      },
    },
    isRequestOptional: true,
    dataShape: 'PlayerPage',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType'],
  },
  handler:
    ({ store }: SearchDependencies) =>
    async (request, _server, bodyLength) => {
      const { search, metadata, ...page } = await readSearch(request, bodyLength);
      const { players, next } = await searchPlayers(store, search, metadata, page);
      return ok({
        players: players.map(toPlayer),
        nextCursor: next === undefined ? null : formatCursor(page.sort, next),
      } satisfies PlayerPage);
    },
});

export const playerSearchRoutes = [search];

// The player whom a path of the server API names, by sequential id or by player id. Every route of one player has both paths.
import { noSuchPlayer } from '../errors/errors.ts';
import { pathOf, readSequentialId } from '../http/path.ts';
import { chain, type MaybePromise } from '../lib/maybe-promise.ts';
import { isPlayerId } from '../lib/player-id.ts';
import type { Operation } from './operation.ts';
import type { Route } from './route.ts';

/** The path of a player by sequential id, which the routes of one player begin with. */
export const playerPath = '/api/server/players/:sequentialId';
const pathById = '/api/server/players/by-id/:playerId';
/** The place of the player id among the segments. */
const segmentOfId = pathById.split('/').indexOf(':playerId');

export interface NamedPlayers {
  /** Acts for the player of a name, and registers nobody. @throws ApiError `playerNotFound` */
  withNamed<T>(playerId: string, act: (sequentialId: number) => MaybePromise<T | undefined>): MaybePromise<T>;
}

/**
 * Acts for the player whom the path names. `act` returns undefined when there is no such player.
 * @throws ApiError `playerNotFound`
 */
export function withAddressed<T>(
  players: NamedPlayers,
  request: Bun.BunRequest<string>,
  act: (sequentialId: number) => MaybePromise<T | undefined>,
): MaybePromise<T> {
  if ('playerId' in request.params) return players.withNamed(readPlayerId(request), act);
  return chain(act(readSequentialId(request)), (result) => {
    if (result === undefined) throw noSuchPlayer();
    return result;
  });
}

/**
 * The player id in the path, decoded from the path as it was sent: the runtime gives a replacement character for bytes that are no
 * UTF-8, and another player may have that name.
 * @throws ApiError `playerNotFound` for a segment that is no player id
 */
function readPlayerId(request: Request): string {
  try {
    const playerId = decodeURIComponent(pathOf(request).split('/')[segmentOfId] ?? '');
    if (isPlayerId(playerId)) return playerId;
  } catch {
    // A percent sign without two digits, or bytes that are no UTF-8 (RFC 3986 section 2.1).
  }
  throw noSuchPlayer('player');
}

const playerIdParameter = {
  description: 'The player id, percent-encoded. One that no player has answers 404.',
  schema: { type: 'string' },
  example: 'ann',
};

/** Gives each route of one player a second path, by player id. */
export const byBothIds = <Dependencies>(
  routes: readonly Route<Dependencies>[],
): readonly Route<Dependencies>[] =>
  routes.flatMap((route) => [
    route,
    ...(route.path.startsWith(playerPath)
      ? [
          {
            ...route,
            path: route.path.replace(playerPath, pathById),
            operation: operationById(route.operation),
          },
        ]
      : []),
  ]);

function operationById(operation: Operation | undefined): Operation | undefined {
  if (!operation) return undefined;
  const { operationId, summary, pathParameters: { sequentialId: _, ...others } = {} } = operation;
  return {
    ...operation,
    operationId: `${operationId}ById`,
    summary: `${summary}, by player id`,
    pathParameters: { playerId: playerIdParameter, ...others },
  };
}

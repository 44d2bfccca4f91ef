// The adapters between a kind of principal and the handlers of metadata: a player reaches the own, a server that of the player whom
// the path names. The handlers are the same for both, so each rule holds for both.
import { authorOf, budgetKeyOf } from '../auth/access/server.ts';
import type { Player, Principal, Server } from '../auth/principals.ts';
import { prefersMinimal } from '../http/prefer.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import { refuseRequest } from '../players/players.ts';
import { withAddressed } from '../route/one-player.ts';
import type { IdempotencyKey } from '../store/ports/idempotency.ts';
import type { MetadataDependencies } from './dependencies.ts';
import { getMetadata, getOwnMetadata, type MetadataFacts } from './metadata.ts';
import type { WriteTarget } from './writes.ts';

type PathRequest = Bun.BunRequest<string>;

export interface Adapter<P extends Principal> {
  /** The owner of idempotency keys. */
  readonly keyOwner: IdempotencyKey['owner'];
  /** The caller by whom the memory of large bodies is counted. */
  readonly budgetKey: (principal: P) => string;
  /**
   * Acts with the sequential id of the player. `act` returns undefined when there is no such player.
   * @throws ApiError `playerNotFound`
   */
  readonly withPlayer: <T>(
    request: PathRequest,
    principal: P,
    act: (sequentialId: number) => MaybePromise<T | undefined>,
  ) => MaybePromise<T>;
  /** A suspended player may not read the own metadata, and a server may. */
  readonly getMetadata: (principal: P, sequentialId: number) => Promise<MetadataFacts | undefined>;
  readonly targetOf: (principal: P, sequentialId: number, requestId: string) => WriteTarget;
  /** Does the caller of a write prefer an answer without the metadata? */
  readonly prefersMinimal: (request: Request) => boolean;
  /** Throws the error of a request, or `playerNotFound` for a player who does not exist. */
  readonly refuse: (request: PathRequest, principal: P, error: unknown) => Promise<never>;
}

/** Makes an adapter, once for each start of the service. */
export type MakeAdapter<P extends Principal> = (dependencies: MetadataDependencies) => Adapter<P>;

export const playerAdapter: MakeAdapter<Player> = ({ store, players, config, ...bounds }) => ({
  keyOwner: undefined,
  budgetKey: ({ playerId }) => playerId,
  withPlayer: (_request, { playerId }, act) => players.withRegistration(playerId, act),
  getMetadata: ({ playerId }, sequentialId) => getOwnMetadata(store.metadata, sequentialId, playerId),
  targetOf: ({ playerId }, sequentialId) => ({
    ...{ store, playerId, sequentialId, rules: bounds.pathRules },
    schema: config.metadataSchema?.bindsPlayers ? bounds.metadataSchema : undefined,
  }),
  prefersMinimal(request) {
    const prefer = request.headers.get('prefer');
    return prefer !== null && prefersMinimal(prefer);
  },
  refuse: (_request, { playerId }, error) => refuseRequest(players, playerId, error),
});

export const serverAdapter: MakeAdapter<Server> = ({ store, players }) => ({
  keyOwner: 'server',
  budgetKey: budgetKeyOf,
  withPlayer: (request, _server, act) => withAddressed(players, request, act),
  getMetadata: (_server, sequentialId) => getMetadata(store.metadata, sequentialId),
  targetOf: (server, sequentialId, requestId) => ({
    store,
    playerId: undefined,
    sequentialId,
    rules: undefined,
    schema: undefined,
    author: authorOf(server, requestId),
    isBlind: !server.scopes.includes('players:read'),
  }),
  prefersMinimal: () => false,
  async refuse(request, _server, error) {
    await withAddressed(players, request, (id) => store.metadata.find(id));
    throw error;
  },
});

/** Reads a request. A player who does not exist is `playerNotFound`, whatever is wrong with the request. */
export async function readThrough<P extends Principal, T>(
  adapter: Adapter<P>,
  request: PathRequest,
  principal: P,
  read: () => MaybePromise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    return adapter.refuse(request, principal, error);
  }
}

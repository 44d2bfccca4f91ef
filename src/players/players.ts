// From the player of a token to the player of the store. In `auto` mode a player is registered at the first own operation, in
// `registered` mode by the operator alone; an erased player exists in neither. A sequential id never changes, so it is
// cached. Only the store knows whether its player still exists, since another process may have erased them.
import { ApiError, noReadablePlayer, noSuchPlayer, playerSuspended } from '../errors/errors.ts';
import { createKeyCache } from '../lib/bounded-cache.ts';
import { chain, type MaybePromise } from '../lib/maybe-promise.ts';
import type { PlayerStore } from '../store/ports/players.ts';
import type { SuspensionStore } from '../store/ports/suspensions.ts';
import { PLAYER_CACHE_MAX_PLAYERS } from '../tuning.ts';

/** In every method `act` returns undefined when the store no longer has a player with that sequential id. */
export interface Players {
  /**
   * Acts for a player, who is registered at first contact.
   * @throws ApiError `playerNotFound` for an erased player and, in `registered` mode, an unknown one.
   */
  withRegistration<T>(
    playerId: string,
    act: (sequentialId: number) => MaybePromise<T | undefined>,
  ): MaybePromise<T>;
  /**
   * Acts for a player and registers nobody. `act` gets undefined for a player who would be registered at first contact.
   * @throws ApiError `playerNotFound` for an erased player and, in `registered` mode, an unknown one.
   */
  withoutRegistration<T>(
    playerId: string,
    act: (sequentialId: number | undefined) => MaybePromise<T | undefined>,
  ): MaybePromise<T>;
  /** Acts for a player whom a server names, and registers nobody. @throws ApiError `playerNotFound`, without more about it */
  withNamed<T>(playerId: string, act: (sequentialId: number) => MaybePromise<T | undefined>): MaybePromise<T>;
  /**
   * Reads the sequential id from the store and registers nobody.
   * @returns undefined for a player who would be registered at first contact.
   * @throws ApiError `playerNotFound` for an erased player and, in `registered` mode, an unknown one.
   */
  findSequentialId(playerId: string): Promise<number | undefined>;
  /**
   * `findSequentialId` for a player who reads something that does not tell of a suspension by itself.
   * @throws ApiError also `playerSuspended`
   */
  findReader(playerId: string): Promise<number | undefined>;
}

export function createPlayers(
  { players: store, suspensions }: { readonly players: PlayerStore; readonly suspensions: SuspensionStore },
  provisioning: 'auto' | 'registered',
): Players {
  const cache = createKeyCache<number>(PLAYER_CACHE_MAX_PLAYERS);

  const findSequentialId = (playerId: string): Promise<number | undefined> =>
    store.find(playerId).then((found) => {
      if (found === 'erased') throw erased();
      if (found === undefined && provisioning === 'registered') {
        throw new ApiError('playerNotFound', { detail: 'this player is not registered' });
      }
      return found;
    });

  async function findReader(playerId: string): Promise<number | undefined> {
    const found = await findSequentialId(playerId);
    const suspension = found === undefined ? undefined : await suspensions.find(found);
    if (suspension) throw playerSuspended(suspension.until);
    return found;
  }

  async function findNamed(playerId: string): Promise<number> {
    const found = await store.find(playerId);
    if (typeof found !== 'number') throw noSuchPlayer('player');
    return found;
  }

  async function findOrRegister(playerId: string): Promise<number> {
    const found = (await findSequentialId(playerId)) ?? (await store.register(playerId));
    if (found === 'erased') throw erased();
    return found;
  }

  /**
   * @param find finds the sequential id when none is cached, or when the cached one has no player any more.
   * @param notFound makes the error for an act that finds no player with a sequential id found just now.
   */
  function withSequentialId<Id extends number | undefined, T>(
    playerId: string,
    act: (sequentialId: number | Id) => MaybePromise<T | undefined>,
    find: (playerId: string) => Promise<Id>,
    notFound: () => ApiError,
  ): MaybePromise<T> {
    const actAfterLookup = (): Promise<T> =>
      find(playerId)
        .then((found) => {
          if (found !== undefined) cache.set(playerId, found);
          return act(found);
        })
        .then((result) => {
          if (result !== undefined) return result;
          cache.delete(playerId);
          throw notFound();
        });
    const cached = cache.peek(playerId);
    if (cached === undefined) return actAfterLookup();
    return chain(act(cached), (result) => {
      if (result !== undefined) return result;
      cache.delete(playerId);
      return actAfterLookup();
    });
  }

  return {
    findSequentialId,
    findReader,
    withNamed: (playerId, act) => withSequentialId(playerId, act, findNamed, () => noSuchPlayer('player')),
    withRegistration: (playerId, act) => withSequentialId(playerId, act, findOrRegister, erased),
    withoutRegistration: <T>(
      playerId: string,
      act: (sequentialId: number | undefined) => MaybePromise<T | undefined>,
    ) => withSequentialId<number | undefined, T>(playerId, act, findSequentialId, noReadablePlayer),
  };
}

/** Reads a request. A player who does not exist gets `playerNotFound`, whatever is wrong with the request. */
export async function readAs<T>(players: Players, playerId: string, read: () => MaybePromise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    return refuseRequest(players, playerId, error);
  }
}

/** Throws the error of a request, or `playerNotFound` for a player who does not exist. */
export async function refuseRequest(players: Players, playerId: string, error: unknown): Promise<never> {
  await players.findSequentialId(playerId);
  throw error;
}

/** The error for an erased player. It tells the player of the erasure. */
const erased = (): ApiError => new ApiError('playerNotFound', { detail: 'this player was erased' });
